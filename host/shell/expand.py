"""Expansion of words to arguments, in bash's order, as far as the result is certain."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import attrs

from host.shell.arithmetic import expression_of
from host.shell.braces import expand_braces, may_expand
from host.shell.command import Value
from host.shell.evaluation import after_arithmetic, after_parameter, may_stop
from host.shell.fields import Fields
from host.shell.outputs import prints_number
from host.shell.parameters import Listed, expand_parameter, may_end_shell
from host.shell.syntax import Arithmetic, ExtendedPattern, Parameter, Substitution, Text, Word
from host.shell.tilde import tilde_pieces
from host.shell.variables import Unknown, is_name, kind

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from host.shell.state import State
    from host.shell.syntax import Part

NO_BRACES = Unknown("the words of this brace expansion are not certain")
OTHER_SPLIT = Unknown("the word is split by an IFS that is not the default")
ARITHMETIC = Unknown("an arithmetic expansion is known only at run time")
FILE_NAME = Unknown("a process substitution's name is known only at run time")
AN_ARRAY = Unknown("it is an array")
_SPECIAL = re.compile(r"[*?\[{~]")
OTHER_SHELL = Unknown("this shell expands otherwise")
OTHER_QUOTES = Unknown("this shell may not know these quotes")


class Expander:
    """Expands the words of one command in one state.

    `state` moves on where an expansion assigns (`${v:=w}`). `substitute` runs a substitution's
    script and gives its output; it is asked once for each substitution. `spend` is told how many
    characters were made.
    """

    def __init__(
        self,
        state: State,
        source: str,
        substitute: Callable[[Substitution, State], str | Unknown],
        spend: Callable[[int], None],
    ) -> None:
        """Begin with nothing expanded."""
        self.state = state
        self._source = source
        self._substitute = substitute
        self._spend = spend
        self._outputs: dict[int, str | Unknown] = {}

    def arguments(self, words: Iterable[Word]) -> tuple[Value, ...]:
        """Give the arguments that the words become, with braces, splitting and patterns."""
        values: list[Value] = []
        for word in words:
            values.extend(self.word(word))
        return tuple(values)

    def word(self, word: Word) -> Sequence[Value]:
        """Give the arguments that one word becomes."""
        plain = _plain_text(word)
        if plain is not None and plain[:1] == "=" and self.state.dialect == "zsh":
            return (Value(None, OTHER_SHELL.why, start=word.start, end=word.end),)
        if plain is not None:
            self._spend(len(plain))
            return (Value(plain, start=word.start, end=word.end),)
        parts = self._merged(word)
        if self.state.bracing is not False and may_expand(parts):
            return self._braced(word, parts)
        return self._fields(word, parts, named=_looks_like_assignment(parts))

    def single(self, word: Word, *, assignment: bool = True, named: bool = False) -> Value:
        """Give the one text of a word that is neither split nor matched against files.

        In an `assignment` a tilde counts after each colon, and in a `named` one after `name=`.
        """
        fields = Fields()
        parts = self._merged(word)
        for index, part in enumerate(parts):
            last = index == len(parts) - 1
            if isinstance(part, Text) and not part.quoted:
                self._text(part, fields, first=index == 0, last=last, tildes=(assignment, named))
            else:
                self._part(part, fields, joined=True)
        value = fields.current.value(word.start, word.end, globbing=False)
        self._spend(len(value.text or ""))
        return value

    def declared(self, word: Word) -> Sequence[Value]:
        """Give what `name=word` behind `declare` becomes: only braces make several of it."""
        parts = self._merged(word)
        if self.state.bracing is False or not may_expand(parts):
            return (self.single(word, named=True),)
        words = expand_braces(parts)
        if words is None or (self.state.bracing is None and words != (parts,)):
            return (self._uncertain_braces(word),)
        return [self.single(attrs.evolve(word, parts=made), named=True) for made in words]

    def texts_in(self, nested: Iterable[Substitution]) -> None:
        """Run the substitutions of a text that is not expanded itself."""
        for substitution in nested:
            self._output(substitution)

    def _braced(self, word: Word, parts: tuple[Part, ...]) -> Sequence[Value]:
        words = expand_braces(parts)
        if words is None or (self.state.bracing is None and words != (parts,)):
            return (self._uncertain_braces(word),)
        named = _looks_like_assignment(parts)
        return [value for made in words for value in self._fields(word, made, named=named)]

    def _uncertain_braces(self, word: Word) -> Value:
        # Whatever the words are, each expansion in them is made.
        self.single(word, assignment=False)
        return Value(None, NO_BRACES.why, many=True, start=word.start, end=word.end)

    def _fields(self, word: Word, parts: tuple[Part, ...], *, named: bool) -> Sequence[Value]:
        fields = Fields()
        for index, part in enumerate(parts):
            if isinstance(part, Text) and not part.quoted:
                last = index == len(parts) - 1
                tildes = (named, named)
                self._text(part, fields, first=index == 0, last=last, tildes=tildes)
            else:
                self._part(part, fields, joined=False)
        fields.close()
        values = [
            field.value(word.start, word.end, globbing=self.state.globbing) for field in fields.done
        ]
        self._spend(1 + sum(len(value.text or "") for value in values))
        if self.state.failing and any(value.pattern is not None for value in values):
            self.state = may_stop(self.state)
        return values

    def _merged(self, word: Word) -> tuple[Part, ...]:
        parts: list[Part] = []
        for part in word.parts:
            last = parts[-1] if parts else None
            if (
                isinstance(part, Text)
                and isinstance(last, Text)
                and not part.quoted
                and not last.quoted
            ):
                parts[-1] = attrs.evolve(last, value=last.value + part.value, end=part.end)
            else:
                parts.append(part)
        return tuple(parts)

    def _text(
        self, part: Text, fields: Fields, *, first: bool, last: bool, tildes: tuple[bool, bool]
    ) -> None:
        assignment, named = tildes
        value = part.value
        if named and first and "=" in value:
            name, _, rest = value.partition("=")
            if is_name(name.removesuffix("+")):
                fields.add(name + "=", quoted=False)
                value = rest
        pieces = tilde_pieces(value, self.state, first=first, last=last, assignment=assignment)
        for piece, tilde in pieces:
            if isinstance(piece, Unknown):
                fields.add_unknown(piece, many=False)
            else:
                fields.add(piece, quoted=tilde)

    def _part(self, part: Part, fields: Fields, *, joined: bool) -> None:
        if isinstance(part, Text):
            self._quoted_text(part, fields)
        elif isinstance(part, Parameter):
            self._parameter(part, fields, joined=joined)
        elif isinstance(part, Arithmetic):
            self._arithmetic(part, fields)
        elif isinstance(part, Substitution):
            self._substitution(part, fields, joined=joined)
        elif isinstance(part, ExtendedPattern):
            self._extended(part, fields)
        else:
            self.arguments(part.words)
            fields.add_unknown(AN_ARRAY, many=False)

    def _quoted_text(self, part: Text, fields: Fields) -> None:
        source, start = self._source, part.start
        special = source.startswith("$'", start) or source[start - 2 : start] == '$"'
        if special and self.state.dialect != "bash":
            fields.add_unknown(OTHER_QUOTES, many=False)
        else:
            fields.add(part.value, quoted=True)

    def _parameter(self, part: Parameter, fields: Fields, *, joined: bool) -> None:
        self.texts_in(part.nested)
        result = expand_parameter(part, self.state)
        if self.state.dialect == "zsh":
            # Without splitting, and with `$a[1]` and `$a:h` as operations of their own.
            result = OTHER_SHELL
        self.state = after_parameter(part, self.state)
        if may_end_shell(part):
            self.state = attrs.evolve(self.state, guarded=True)
        if isinstance(result, Listed):
            self._listed(result, fields, quoted=part.quoted, joined=joined)
        else:
            self._expansion(result, fields, quoted=part.quoted or joined)

    def _listed(self, listed: Listed, fields: Fields, *, quoted: bool, joined: bool) -> None:
        if isinstance(listed.items, Unknown):
            fields.add_unknown(listed.items, many=not joined and not (quoted and listed.starred))
        elif (joined or listed.starred or not quoted) and not self.state.default_split:
            fields.add_unknown(OTHER_SPLIT, many=not joined)
        elif joined or (quoted and listed.starred):
            fields.add(" ".join(listed.items), quoted=True)
        else:
            fields.add_list(listed.items, quoted=quoted)

    def _expansion(self, result: str | Unknown, fields: Fields, *, quoted: bool) -> None:
        if isinstance(result, Unknown):
            fields.add_unknown(result, many=not quoted)
        elif quoted:
            fields.add(result, quoted=True)
        elif result and not self.state.default_split:
            fields.add_unknown(OTHER_SPLIT, many=True)
        else:
            fields.add_split(result)

    def _arithmetic(self, part: Arithmetic, fields: Fields) -> None:
        self.texts_in(part.nested)
        self.state = after_arithmetic(expression_of(part), self.state)
        fields.add_unknown(ARITHMETIC, many=not self.state.default_split)

    def _substitution(self, part: Substitution, fields: Fields, *, joined: bool) -> None:
        output = self._output(part)
        if part.kind in {"input", "output"}:
            fields.add("/", quoted=True)
            fields.add_unknown(FILE_NAME, many=False)
        else:
            self._expansion(output, fields, quoted=part.quoted or joined)

    def _extended(self, part: ExtendedPattern, fields: Fields) -> None:
        self.texts_in(part.nested)
        fields.add(part.text, quoted=False)
        fields.current.extended = True

    def _output(self, part: Substitution) -> str | Unknown:
        key = part.start
        if key not in self._outputs:
            self._outputs[key] = self._substitute(part, self.state)
        return self._outputs[key]


def is_number_word(word: Word, state: State) -> bool:
    """Whether an uncertain word is certainly a number, or empty."""
    part = word.parts[0] if len(word.parts) == 1 else None
    if isinstance(part, Substitution):
        return prints_number(part)
    if not isinstance(part, Parameter):
        return isinstance(part, Arithmetic)
    if part.operation or part.prefix == "!":
        return False
    if part.prefix == "#" or part.name in {"#", "?", "$", "!"}:
        return True
    return is_name(part.name) and kind(state.lookup(part.name)) == "number"


def _plain_text(word: Word) -> str | None:
    """Give the text of a word that no expansion could touch, for speed."""
    if len(word.parts) != 1:
        return None
    part = word.parts[0]
    if not isinstance(part, Text) or part.quoted:
        return None
    return None if _SPECIAL.search(part.value) else part.value


def _looks_like_assignment(parts: tuple[Part, ...]) -> bool:
    first = parts[0] if parts else None
    if not isinstance(first, Text) or first.quoted:
        return False
    return is_name(first.value.partition("=")[0].removesuffix("+")) and "=" in first.value
