"""Which commands take a program from their standard input: one rule per kind of interpreter."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import frozen

from host.shell.options import Spec, walk
from host.shell.syntax import HereDocument
from slices.scar.heredoc.flow import Fed
from slices.scar.heredoc.pythons import bodies

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from host.shell.command import Command
    from host.shell.options import Parsed as Walked

    Rule = Callable[[Command], bool]

_SOME_DOCUMENT = HereDocument(0, 0, "", quoted=True, body="")
_INPUT = frozenset({"-", "/dev/stdin", "/dev/fd/0", "/proc/self/fd/0"})


@frozen
class Interpreter:
    """How an interpreter is called.

    With an option of `inline` the program comes from elsewhere. `bare` tells whether it reads its
    input without an operand, `forced` are options with which it does whatever the operands are, and
    `room` is how many operands are no program (`psql DATABASE`).
    """

    programs: frozenset[str]
    spec: Spec
    inline: tuple[str, ...] = ()
    bare: bool = True
    forced: tuple[str, ...] = ()
    room: int = 0
    subcommands: frozenset[str] = frozenset()


def _interpreter(programs: str, spec: Spec, inline: str, *, bare: bool = True) -> Interpreter:
    return Interpreter(frozenset(programs.split()), spec, tuple(inline.split()), bare)


def _first(short: str = "", long: str = "") -> Spec:
    """Return the options of a program whose first operand is the script."""
    return Spec(short, frozenset(long.split()), permuted=False)


_TABLE = {
    "node": _interpreter("node nodejs", _first("rC", "require import loader"), "e p eval print"),
    "deno": Interpreter(
        frozenset({"deno"}), _first("c"), bare=False, subcommands=frozenset({"run"})
    ),
    "bun": Interpreter(frozenset({"bun"}), _first(), bare=False, subcommands=frozenset({"run"})),
    "ruby": _interpreter("ruby jruby", _first("IrCE"), "e"),
    "perl": _interpreter("perl", _first("I"), "e E"),
    "php": _interpreter("php", _first("cdz"), "r f R B E F"),
    "lua": _interpreter("lua luajit", _first("l"), "e"),
    "R": _interpreter("R", _first("fe", "file"), "f e file"),
    "Rscript": _interpreter("Rscript", _first("e"), "e", bare=False),
    "julia": _interpreter("julia", _first("JLptO", "project threads"), "e E eval print"),
    "shell": Interpreter(
        frozenset({"bash", "sh", "dash", "zsh", "ksh", "ash"}),
        _first("Oo", "rcfile init-file"),
        ("c",),
        forced=("s",),
    ),
    "fish": _interpreter("fish", _first("C", "init-command"), "c command"),
    "psql": Interpreter(
        frozenset({"psql"}),
        Spec("cdfFhLopPRTUv", frozenset({"dbname", "host", "port", "username"})),
        ("c", "f", "command", "file"),
        room=2,
    ),
    "mysql": Interpreter(
        frozenset({"mysql", "mariadb"}),
        Spec("huPDSe", frozenset({"host", "user", "port", "database", "socket", "execute"})),
        ("e", "execute"),
        room=1,
    ),
    "sqlite3": Interpreter(frozenset({"sqlite3"}), Spec(), room=1),
}


def _reads(kind: Interpreter) -> Rule:
    def rule(command: Command) -> bool:
        if command.program not in kind.programs or command.function_call:
            return False
        found = walk(command.arguments[1:], kind.spec)
        if not found.sure or found.has(*kind.inline):
            return False
        return found.has(*kind.forced) or _operands_leave_it(kind, found)

    return rule


def _operands_leave_it(kind: Interpreter, found: Walked) -> bool:
    """Tell whether the operands leave the program to the standard input."""
    words: Sequence[str | None] = [value.text for value in found.operands]
    if words and words[0] in kind.subcommands:
        words = [word for word in words[1:] if word is None or word == "-" or word[:1] != "-"]
    if kind.room:
        return len(words) <= kind.room
    return words[0] in _INPUT if words else kind.bare


def _python(command: Command) -> bool:
    """Tell whether it is a Python that takes its program from the input, by the rule of bodies."""
    if command.function_call:
        return False
    return any(True for _ in bodies(Fed(command, (_SOME_DOCUMENT,))))


PROGRAMS: dict[str, Rule] = {
    "python": _python,
    **{name: _reads(kind) for name, kind in _TABLE.items()},
}
