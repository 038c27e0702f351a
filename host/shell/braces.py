"""Brace expansion of a word's parts, as bash does it: before everything else, and textual."""

# The rules are those of `brace_gobble_text` and `expand_seqterm` in bash's braces.c.

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import attrs

from host.shell.limits import BRACE_RESULTS_MAX, BRACE_WORK_MAX_STEPS
from host.shell.syntax import Parameter, Text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from host.shell.syntax import Part

Token = str | Text | Parameter
"""An unquoted character, or a part that braces do not look into."""
Result = tuple["Part", ...]
_OPEN, _CLOSE, _COMMA, _DOT = "{},."


class TooManyWords(Exception):  # noqa: N818 (a bound reached, caught in this module's only entry)
    """The expansion is past a bound or depends on the locale."""


def may_expand(parts: Sequence[Part]) -> bool:
    """Whether the word holds what a brace expansion needs."""
    texts = [p.value for p in parts if isinstance(p, Text) and not p.quoted]
    if not any("{" in text for text in texts):
        return False
    return any("," in text or ".." in text for text in texts)


def expand_braces(parts: tuple[Part, ...]) -> tuple[Result, ...] | None:
    """Give the words a word expands to, in order; None where they are not certain."""
    if not may_expand(parts):
        return (parts,)
    tokens = _tokens(parts)
    if tokens.count("{") * len(tokens) > BRACE_WORK_MAX_STEPS:
        return None
    try:
        words = _expand(tokens)
    except (TooManyWords, RecursionError):
        return None
    if words == [tokens]:
        return (parts,)
    if any(map(_makes_an_expansion, words)):
        return None
    return tuple(_parts(word) for word in words)


def _tokens(parts: tuple[Part, ...]) -> list[object]:
    tokens: list[object] = []
    for part in parts:
        if isinstance(part, Text) and not part.quoted:
            tokens.extend(part.value)
        else:
            tokens.append(part)
    return tokens


def _expand(tokens: list[object]) -> list[list[object]]:
    opening = 0
    while True:
        opening = _find(tokens, opening, "{")
        if opening == len(tokens):
            return [tokens]
        closing = _find(tokens, opening + 1, "}")
        if closing < len(tokens):
            break
        opening += 1
    before, amble, after = tokens[:opening], tokens[opening + 1 : closing], tokens[closing + 1 :]
    middles: list[list[object]]
    if "," in amble:
        middles = [word for piece in _pieces(amble) for word in _expand(piece)]
    else:
        sequence = _sequence(amble)
        if sequence is None and not after:
            return [tokens]
        middles = [tokens[opening : closing + 1]] if sequence is None else sequence
    tails = _expand(after) if after else [[]]
    if len(middles) * len(tails) > BRACE_RESULTS_MAX:
        raise TooManyWords
    return [[*before, *middle, *tail] for middle in middles for tail in tails]


def _makes_an_expansion(tokens: list[object]) -> bool:
    """Whether a dollar sign came to stand before what it may expand: the shell reads it again."""
    return "$" in tokens[:-1] and any(
        one == "$" and not (isinstance(behind, str) and behind in _ENDS_A_DOLLAR)
        for one, behind in pairwise(tokens)
    )


_ENDS_A_DOLLAR = frozenset("/.,:;=+%~^]})")


def _find(tokens: list[object], start: int, wanted: str) -> int:
    level = 0
    separated = wanted != "}"
    for index in range(start, len(tokens)):
        token = tokens[index]
        if token == wanted and level == 0 and separated:
            if wanted == "{" and index == 0 and tokens[1:2] == ["}"]:
                continue
            return index
        if token == _OPEN:
            level += 1
        elif token == _CLOSE and level:
            level -= 1
        elif level == 0 and not separated:
            separated = token == _COMMA or (
                token == _DOT and tokens[index + 1 : index + 2] == ["."] and _goes_on(tokens, index)
            )
    return len(tokens)


def _goes_on(tokens: list[object], index: int) -> bool:
    return tokens[index + 2 : index + 3] != ["}"]


def _pieces(amble: list[object]) -> list[list[object]]:
    pieces, start = [], 0
    while True:
        end = _find(amble, start, ",")
        pieces.append(amble[start:end])
        if end == len(amble):
            return pieces
        start = end + 1


def _sequence(amble: list[object]) -> list[list[object]] | None:
    if not all(isinstance(token, str) for token in amble):
        return None
    terms = "".join(map(str, amble)).split("..")
    if len(terms) not in {2, 3} or not all(terms):
        return None
    first, last = terms[0], terms[1]
    step = _integer(terms[2]) if len(terms) == 3 else 1  # noqa: PLR2004 (first, last, step)
    if step is None:
        return None
    start, stop = _integer(first), _integer(last)
    if start is not None and stop is not None:
        width = max(len(first), len(last)) if _padded(first) or _padded(last) else 0
        return [list(f"{n:0{width}d}") for n in _range(start, stop, step)]
    if not (_is_letter(first) and _is_letter(last)):
        return None
    if first.isupper() != last.isupper():
        # What lies between the cases is punctuation, which the shell reads again.
        raise TooManyWords
    return [[chr(n)] for n in _range(ord(first), ord(last), step)]


def _integer(text: str) -> int | None:
    digits = text[1:] if text[:1] in {"+", "-"} else text
    if not (digits.isascii() and digits.isdigit()):
        return None
    if len(digits) > 9:  # noqa: PLR2004 (far from any word list, and from overflow)
        raise TooManyWords
    return int(text)


def _is_letter(text: str) -> bool:
    return len(text) == 1 and text.isascii() and text.isalpha()


def _padded(text: str) -> bool:
    digits = text.removeprefix("-")
    return len(digits) > 1 and digits[0] == "0"


def _range(start: int, stop: int, step: int) -> range:
    step = abs(step) or 1
    numbers = range(start, stop + 1, step) if start <= stop else range(start, stop - 1, -step)
    if len(numbers) > BRACE_RESULTS_MAX:
        raise TooManyWords
    return numbers


def _parts(tokens: list[object]) -> Result:
    """Give the tokens as parts again; a name grows by the text that braces put behind it."""
    parts: list[Part] = []
    for token in tokens:
        last = parts[-1] if parts else None
        if not isinstance(token, str):
            parts.append(token)  # type: ignore[arg-type]
        elif isinstance(last, Text) and not last.quoted:
            parts[-1] = attrs.evolve(last, value=last.value + token)
        elif isinstance(last, Parameter) and _grows(last, token):
            parts[-1] = attrs.evolve(last, name=last.name + token, end=last.end + 1)
        else:
            parts.append(Text(0, 0, token))
    return tuple(parts)


def _grows(parameter: Parameter, character: str) -> bool:
    bare = parameter.end - parameter.start == len(parameter.name) + 1
    named = parameter.name[:1].isalpha() or parameter.name[:1] == "_"
    return bare and named and not parameter.quoted and (character.isalnum() or character == "_")
