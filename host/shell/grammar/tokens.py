"""The tokens of the shell grammar, and after which of them reserved words count."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from host.shell.syntax import Arithmetic, Assignment, Word

WORD = "word"
ASSIGNMENT = "assignment word"
NUMBER = "descriptor number"
DESCRIPTOR = "descriptor variable"
ARITHMETIC_COMMAND = "(("
ARITHMETIC_FOR = "for (("
END = ""


class Token(NamedTuple):
    """One token: an operator or a reserved word is its own kind."""

    kind: str
    start: int
    end: int
    node: Word | Assignment | Arithmetic | None = None
    semicolons: int = 0


_BRANCHES = frozenset(["if", "then", "elif", "else"])
_LOOPS = frozenset(["while", "until", "do"])
_CLOSING = frozenset(["fi", "esac", "done", "}", "]]"])
_NAMING = frozenset(["for", "case", "select", "in", "function"])
_TIMING = frozenset(["time", "-p", "--"])

RESERVED = _BRANCHES | _LOOPS | _CLOSING | _NAMING | {"time", "coproc", "{", "!", "[["}

ARM_ENDS = frozenset([";;", ";&", ";;&"])
_SEPARATORS = frozenset(["\n", ";", "&", "&&", "||"])

TIME_STARTS = _SEPARATORS | _BRANCHES | _LOOPS | _TIMING | {"{", "(", ")", "!"}
"""Tokens after which `time` is a reserved word (time_command_acceptable)."""

COMMAND_STARTS = TIME_STARTS | _CLOSING | ARM_ENDS | {"|", "|&", "coproc", ARITHMETIC_COMMAND}
"""Tokens after which a command may start, and so a reserved word (reserved_word_acceptable)."""

DECLARATIONS = frozenset(
    ["alias", "declare", "export", "local", "readonly", "typeset", "eval", "let"]
)
"""Commands whose arguments may be `name=(…)`."""

LIST_ENDS = (
    frozenset(["then", "elif", "else", "fi", "do", "done", "esac", "}", ")", END]) | ARM_ENDS
)
"""Tokens that may follow the last separator of a list."""

REDIRECTION_OPERATORS = frozenset(
    ["<", ">", ">>", ">|", "<>", "<&", ">&", "&>", "&>>", "<<", "<<-", "<<<"]
)
