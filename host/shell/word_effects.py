"""Effects, and those of words, assignments and redirections, read off without running them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
from attrs import frozen

from host.shell.arithmetic import (
    ANYTHING,
    NOTHING,
    expression_of,
    names_in,
    subscript_of,
    touched_by,
    touched_by_document,
    word_expression,
)
from host.shell.names import names
from host.shell.syntax import Arithmetic, ArrayLiteral, Parameter
from host.shell.variables import is_number

if TYPE_CHECKING:
    from collections.abc import Iterable

    from host.shell.arithmetic import Touched
    from host.shell.syntax import Assignment, Redirection, Word

DECLARING = names("export declare typeset local readonly")


@frozen
class Effects:
    """Names that may be assigned, and whether the folder or anything at all may change.

    `numbers` take only numbers there. `expressions` are evaluated, None for one that is
    not certain. `jumps` says that the flow may leave the piece early, `stops` that an error may end
    the line, `removes` that a folder may vanish.
    """

    names: frozenset[str] = frozenset()
    numbers: frozenset[str] = frozenset()
    expressions: frozenset[str | None] = frozenset()
    folder: bool = False
    everything: bool = False
    jumps: bool = False
    removes: bool = False
    stops: bool = False

    @property
    def assigns(self) -> bool:
        """Whether any variable may be assigned."""
        return bool(self.names or self.numbers or self.expressions)

    def __or__(self, other: Effects) -> Effects:
        """Give the effects of both."""
        return Effects(
            self.names | other.names,
            self.numbers | other.numbers,
            self.expressions | other.expressions,
            self.folder or other.folder,
            self.everything or other.everything,
            self.jumps or other.jumps,
            self.removes or other.removes,
            self.stops or other.stops,
        )


NONE = Effects()


_PLAIN_LETTERS = frozenset("aAxpfF")


def named_by_builtin(words: list[str | None], nodes: tuple[Word, ...]) -> Effects:
    """Give what a builtin that assigns the names in its arguments may change."""
    if words[0] == "let":
        texts = (
            w if w is not None else word_expression(n) for w, n in zip(words, nodes, strict=True)
        )
        return Effects(expressions=frozenset(texts))
    if any("{" in (word or "") for word in words):
        return Effects(everything=True)
    options = {w for w in words if w and w[0] in "-+"}
    letters = frozenset("".join(options)) - frozenset("-+")
    if None in words or (words[0] in DECLARING and not letters <= _PLAIN_LETTERS):
        return Effects(everything=True)
    if words[0] in {"mapfile", "readarray"} and "C" in letters:
        return Effects(everything=True)
    text = " ".join(word or "" for word in words)
    subscripts = {text for word in words for text in subscript_of(word)}
    found = Effects(frozenset(names_in(text)), expressions=frozenset(subscripts))
    return attrs.evolve(found, stops=bool(subscripts))


def effects_of(touched: Touched) -> Effects:
    """Give the effects of an expansion."""
    return Effects(touched.names, expressions=touched.expressions, stops=touched.stops)


def in_words(words: Iterable[Word]) -> Effects:
    """Give what expanding these words may change."""
    found = NONE
    for word in words:
        for part in word.parts:
            if isinstance(part, Parameter):
                touched = touched_by(part) if part.prefix != "!" else ANYTHING
                found = found if touched is NOTHING else found | effects_of(touched)
            elif isinstance(part, Arithmetic):
                found |= Effects(expressions=frozenset((expression_of(part),)), stops=True)
            elif isinstance(part, ArrayLiteral):
                found |= in_words(part.words)
    return found


def in_assignment(assignment: Assignment) -> Effects:
    """Give what the value and the subscript of an assignment may change."""
    index = subscript_of(f"[{assignment.index or 0}]")
    value = () if assignment.value is None else (assignment.value,)
    found = in_words((*value, *(assignment.array or ())))
    return found | Effects(expressions=frozenset(index), stops=bool(index))


def takes_number(assignment: Assignment) -> bool:
    """Whether the assignment gives the variable a number."""
    if assignment.array is not None or assignment.index is not None or assignment.append:
        return False
    if assignment.value is None:
        return True
    parts = assignment.value.parts
    text = assignment.value.literal
    return (
        is_number(text)
        if text is not None
        else isinstance(parts[0], Arithmetic) and len(parts) == 1
    )


def in_redirection(redirection: Redirection) -> Effects:
    """Give what expanding a redirection may change."""
    found = in_words((redirection.target,))
    if redirection.descriptor is not None and redirection.descriptor[0] == "{":
        found |= Effects(frozenset(names_in(redirection.descriptor)))
    document = redirection.document
    if document is not None and not document.quoted:
        found |= effects_of(touched_by_document(document.body))
    return found
