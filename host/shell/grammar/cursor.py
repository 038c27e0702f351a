"""The place in the source that is being read, and what is remembered about it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import attrs

from host.shell import reasons
from host.shell.limits import COMMAND_MAX_WORDS, COMMANDS_MAX_COUNT, NESTING_MAX_LEVELS

if TYPE_CHECKING:
    from collections.abc import Callable

    from host.shell.grammar.heredocs import Awaited
    from host.shell.grammar.lexer import Lexer
    from host.shell.syntax import Arithmetic, ListItem, Substitution


class NotShellError(Exception):
    """Bash would refuse this text; the argument is the sentence that says why.

    It unwinds the readers and never leaves this package.
    """


class PastBoundError(NotShellError):
    """The text is past a bound of `limits.py`, wherever in it that was noticed."""


class Grammar(NamedTuple):
    """The readers that words need for the scripts inside them.

    Words hold scripts and scripts hold words: handing these over keeps the modules in one order.
    """

    compound_list: Callable[[Lexer], tuple[ListItem, ...]]
    substituted: Callable[[Cursor], tuple[ListItem, ...]]
    script: Callable[[Cursor], tuple[ListItem, ...]]


class Counts:
    """What was read so far, in a text and in those inside it."""

    __slots__ = ("commands", "words")

    def __init__(self) -> None:
        self.words = 0
        self.commands = 0


class Cursor:
    """A position in a text, moved forward by the readers.

    `end` is where the readable region stops. `remembered` holds substitutions by the position they
    start at, and `closers` the closing parenthesis of each opening one: text that is first taken
    for arithmetic and then read as commands is so never parsed twice. `overdue` holds the
    here-documents of a script that ended in the middle of a line.
    """

    __slots__ = (
        "at",
        "closers",
        "counts",
        "depth",
        "end",
        "grammar",
        "overdue",
        "remembered",
        "text",
    )

    def __init__(self, text: str, grammar: Grammar, at: int = 0, end: int | None = None) -> None:
        self.text = text
        self.grammar = grammar
        self.at = at
        self.end = len(text) if end is None else end
        self.depth = 0
        self.counts = Counts()
        self.closers: dict[int, int] = {}
        self.overdue: list[Awaited] = []
        self.remembered: dict[int, Substitution | Arithmetic] = {}

    def inside(self, text: str, at: int = 0, end: int | None = None) -> Cursor:
        """Give a cursor for a text inside this one, a level deeper."""
        cursor = Cursor(text, self.grammar, at, end)
        cursor.depth = self.depth
        cursor.counts = self.counts
        cursor.deepen()
        return cursor

    def deepen(self) -> None:
        """Enter a level of nesting; the reader that entered it counts `depth` down again."""
        self.depth += 1
        if self.depth > NESTING_MAX_LEVELS:
            raise PastBoundError(reasons.past_bound(NESTING_MAX_LEVELS, "levels of nesting"))

    def recall(self, start: int, *, quoted: bool) -> Substitution | Arithmetic | None:
        """Move behind what was read from `start` before, if anything was, and give it."""
        node = self.remembered.get(start)
        if node is None:
            return None
        self.at = node.end
        return node if node.quoted == quoted else attrs.evolve(node, quoted=quoted)

    def remember(self, node: Substitution | Arithmetic) -> None:
        """Keep a node for `recall`."""
        self.remembered[node.start] = node

    def count_word(self) -> None:
        """Count a word against the bound."""
        self.counts.words += 1
        if self.counts.words > COMMAND_MAX_WORDS:
            raise PastBoundError(reasons.past_bound(COMMAND_MAX_WORDS, "words"))

    def count_command(self) -> None:
        """Count a simple command against the bound of the trace, which lists each at least once."""
        self.counts.commands += 1
        if self.counts.commands > COMMANDS_MAX_COUNT:
            raise PastBoundError(reasons.past_bound(COMMANDS_MAX_COUNT, "commands"))
