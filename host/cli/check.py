"""`tidegate check`: what would happen to a shell command, for people."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from host.cli.terminal import complain, say, say_json, styled

if TYPE_CHECKING:
    import argparse

    from host.call import Decision

RUNS, FOUND, WRONG_USE = 0, 1, 2

_VERDICTS = {
    "run": "This command runs.",
    "deny": "This command is denied.",
    "ask": "This command runs only if the person agrees.",
    "rewrite": "This command is rewritten.",
}


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command line."""
    parser.add_argument("cmd", metavar="CMD", help="the shell command, as one argument in quotes")
    parser.add_argument("--cwd", metavar="DIR", default=".", help="the session's folder")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.epilog = "Exit code: 0 the command runs unchanged, 1 it does not, 2 wrong use."


def run(options: argparse.Namespace) -> int:
    """Say what would happen; return 0 where the command runs unchanged, else 1."""
    from host.cli import dry
    from host.errors import ConfigError

    folder = os.path.abspath(options.cwd)  # noqa: PTH100  a link in the folder's path stays
    try:
        house = dry.house(folder)
    except ConfigError as error:
        complain(str(error))
        return WRONG_USE
    if not os.path.isdir(folder):  # noqa: PTH112  a text, as above
        complain(f"{folder} is no folder: the answer is that for a folder without any file")
    decision, _ = dry.run(house, dry.shell_call(options.cmd, folder))
    for line in (*house.config.problems, *failures(decision)):
        complain(str(line))
    found = verdict(decision, options.cmd, folder)
    if options.json:
        say_json(found)
    else:
        say(_text(found))
    return RUNS if decision.verdict == "run" else FOUND


def verdict(decision: Decision, command: str, folder: str) -> dict[str, Any]:
    """Return the decision as JSON values; `rewritten` is the command as it would run instead."""
    return {
        "command": command,
        "cwd": folder,
        "verdict": decision.verdict,
        "rewritten": None if decision.call is None else decision.call.command,
        "slices": [
            {
                "slice": said.slice,
                "says": type(said.answer).__name__.lower(),
                "text": text(said.answer),
            }
            for said in decision.said
        ],
    }


def failures(decision: Decision) -> list[str]:
    """Return a line for each slice that broke."""
    return [f"the slice {f.slice} broke ({f.kind}): {f.detail}" for f in decision.failures]


def text(answer: Any) -> str:
    """Return what an answer says, whichever kind it is of."""
    named = (getattr(answer, name, None) for name in ("reason", "text", "note"))
    return next((found for found in named if found is not None), "")


def _text(found: dict[str, Any]) -> str:
    lines = [styled(_VERDICTS[found["verdict"]], found["verdict"])]
    if found["rewritten"] is not None:
        lines += ["", "It runs as:", found["rewritten"]]
    for said in found["slices"]:
        lines += ["", f"{said['slice']} ({said['says']}):", said["text"]]
    return "\n".join(lines)
