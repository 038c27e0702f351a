"""`tidegate explain`: a shell command as tidegate reads it, and what each slice says about it."""

from __future__ import annotations

import argparse
import os
import sys
from typing import TYPE_CHECKING, Any

from host.cli.check import RUNS, WRONG_USE, text
from host.cli.terminal import complain, say, say_json, styled

if TYPE_CHECKING:
    from collections.abc import Iterator

    from host.call import Decision
    from host.house import House
    from host.shell.command import Command, FileUse, Reading, Redirect
    from host.shell.syntax import Unreadable

INPUT = ("<", "<>", "<&", "<<", "<<-", "<<<")
"""The operators that redirect descriptor 0 where none is written."""

STRONGEST = ("deny", "ask", "rewrite", "context")
"""What one slice's verdict is where it gives several answers."""

_HELP = """\
With --json, CMD gives one line, and - reads lines {"command", "cwd"} from standard input and
gives one line for each; a line that is no such object gives a line with "error". A missing "cwd"
is this folder, null an unknown one. The lines hold:
  readable, why     whether bash would read the command, and why not
  commands          every simple command, nested ones too, in the order of the source
    argv            its arguments; null for one that is not certain
    cwd, host       its folder, null where not known; its machine, null for this one
    redirects       op, fd (the descriptor in force: 0 for <, 1 for > and &>, a text for {name})
                    and target (null where not certain; the delimiter for a here-document)
    heredocs        delimiter, quoted, and body before expansion
    reads, writes   files, as absolute paths; null for one that is not certain. A script that is
                    executed or sourced is read
  slices            per slice: verdict (run, deny, ask, rewrite, context) and reason
Nothing is remembered or counted. Text is UTF-8, a lone surrogate is a JSON escape.
Exit code: 0, or 2 for wrong use, a bad line among them.
"""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command line."""
    parser.add_argument(
        "cmd", metavar="CMD", help="the shell command, as one argument in quotes; or - with --json"
    )
    parser.add_argument("--cwd", metavar="DIR", default=".", help="the session's folder")
    parser.add_argument("--json", action="store_true", help="print JSON lines")
    parser.epilog = _HELP
    parser.formatter_class = argparse.RawDescriptionHelpFormatter


def run(options: argparse.Namespace) -> int:
    """Explain one command, or each line of standard input; return the exit code."""
    from host.cli import dry
    from host.errors import ConfigError

    if options.cmd == "-" and not options.json:
        complain("explain: at CMD: expected a command, got - without --json.")
        return WRONG_USE
    folder = os.path.abspath(options.cwd)  # noqa: PTH100  a link in the folder's path stays
    try:
        house = dry.house(folder)
    except ConfigError as error:
        complain(str(error))
        return WRONG_USE
    if options.cmd == "-":
        return _lines(house, folder)
    found = explain(house, options.cmd, folder)
    if options.json:
        say_json(found)
    else:
        say(_text(found))
    return RUNS


def explain(house: House, command: str, folder: str | None) -> dict[str, Any]:
    """Return the parse and each slice's answer as JSON values; a None folder is not known."""
    from host.cli import dry

    call = dry.shell_call(command, folder or "")
    decision, desk = dry.run(house, call)
    commands, why = _parse(desk, call)
    return {
        "command": command,
        "cwd": folder,
        "readable": why is None,
        "why": why,
        "commands": commands,
        "slices": {member.name: _said(member.name, decision) for member in house.members},
    }


def _lines(house: House, folder: str) -> int:
    code = RUNS
    for number, raw in enumerate(sys.stdin.buffer, start=1):
        asked = _asked(raw, folder)
        if isinstance(asked, str):
            code = WRONG_USE
            found = _bad_line(f"line {number}: {asked}")
        else:
            found = explain(house, *asked)
        say_json(found)
    return code


def _asked(raw: bytes, folder: str) -> tuple[str, str | None] | str:
    """Return the command and folder that a line asks about, or what is wrong with it."""
    from host.decode import read_object

    given = read_object(raw)
    if isinstance(given, str):
        return given
    command, cwd = given.get("command"), given.get("cwd", folder)
    if not isinstance(command, str):
        return "command is no text"
    if cwd is None or isinstance(cwd, str):
        return command, os.path.join(folder, cwd) if cwd else None  # noqa: PTH118  kept as given
    return "cwd is no text"


def _bad_line(error: str) -> dict[str, Any]:
    empty = {"command": None, "cwd": None, "readable": False, "why": error}
    return {**empty, "commands": [], "slices": {}, "error": error}


def _parse(desk: Any, call: Any) -> tuple[list[dict[str, Any]], str | None]:
    """Return the commands, or none and why they cannot be read."""
    from host.errors import describe
    from host.shell.syntax import Unreadable

    try:
        reading: Reading | Unreadable = desk.shell(call)
    except Exception as error:  # noqa: BLE001  a defect of the parser is a line too
        return [], describe(error)
    if isinstance(reading, Unreadable):
        return [], reading.why
    return [_command(command) for command in reading.commands], None


def _command(command: Command) -> dict[str, Any]:
    return {
        "argv": [value.text for value in command.arguments],
        "cwd": command.folder,
        "host": command.host,
        "redirects": [_redirect(redirect) for redirect in command.redirects],
        "heredocs": [
            {"delimiter": doc.delimiter, "quoted": doc.quoted, "body": doc.body}
            for doc in command.heredocs
        ],
        "reads": _paths(command.files, "read", "execute"),
        "writes": _paths(command.files, "write"),
    }


def _redirect(redirect: Redirect) -> dict[str, Any]:
    return {
        "op": redirect.operator,
        "fd": _descriptor(redirect),
        "target": redirect.target.text,
    }


def _descriptor(redirect: Redirect) -> int | str:
    written = redirect.descriptor
    if written is None:
        return 0 if redirect.operator in INPUT else 1
    return int(written) if written.isdecimal() else written


def _paths(files: tuple[FileUse, ...], *uses: str) -> list[str | None]:
    return [file.path for file in files if file.use in uses]


def _said(name: str, decision: Decision) -> dict[str, Any]:
    """Return what one slice says: its strongest answer, and all of its texts."""
    answers = [said.answer for said in decision.said if said.slice == name]
    kinds = {type(answer).__name__.lower() for answer in answers}
    broke = [f"broke ({f.kind}): {f.detail}" for f in decision.failures if f.slice == name]
    texts = [text(answer) for answer in answers] or broke
    verdict = next((kind for kind in STRONGEST if kind in kinds), "run")
    return {"verdict": verdict, "reason": "\n\n".join(texts) or None}


def _text(found: dict[str, Any]) -> str:
    lines = [f"In {found['cwd']}:"]
    if not found["readable"]:
        lines.append(f"  cannot be read: {found['why']}")
    for command in found["commands"]:
        lines += _command_text(command)
    for name, said in found["slices"].items():
        lines.append(f"{name}: {styled(said['verdict'], said['verdict'])}")
        lines += [f"  {line}" for line in (said["reason"] or "").splitlines()]
    return "\n".join(lines)


def _command_text(command: dict[str, Any]) -> Iterator[str]:
    import shlex

    words = ["?" if word is None else shlex.quote(word) for word in command["argv"]]
    yield f"  {' '.join(words) or '(no program)'}"
    yield f"    folder: {command['cwd'] or '?'}"
    if command["host"] is not None:
        yield f"    host: {command['host']}"
    for one in command["redirects"]:
        yield f"    redirect: {one['fd']} {one['op']} {one['target'] or '?'}"
    for one in command["heredocs"]:
        yield f"    here-document: {one['delimiter']}, {len(one['body'])} characters"
    for use in ("reads", "writes"):
        if command[use]:
            yield f"    {use}: {', '.join(path or '?' for path in command[use])}"
