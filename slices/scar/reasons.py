"""Every text of scar that a model or a person reads."""

from __future__ import annotations

from typing import TYPE_CHECKING

from host.paths import ROOT
from host.reasons import door
from slices.scar.excerpts import excerpts, shown
from slices.scar.heredoc.changes import shell_changes, transport_changes
from slices.scar.limits import (
    DETAIL_MAX_CHARACTERS,
    SPANS_SHOWN_MAX,
    TARGETS_NAMED_MAX,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from host.errors import Problem
    from host.shell.command import Command
    from slices.scar.after.check import Broken
    from slices.scar.contract import Action, Say, Spell
    from slices.scar.heredoc.forms import Write
    from slices.scar.own.when import Candidate
    from slices.scar.parsed import Parsed
    from slices.scar.prose.scripts import Script
    from slices.scar.scars.stdin_hang import Fight
    from slices.scar.transport import Span

NAME = "scar"
_FROM_FILES = {
    "git": "git commit -F FILE",
    "gh": "gh … --body-file FILE (--notes-file for a release)",
    "curl": "curl --data @FILE",
}
DOCS = f"Docs: {ROOT}/slices/scar/README.md"


def heredoc_py(writes: Sequence[Write], parsed: Parsed, spell: Spell) -> str:
    """Say which .py files the here-documents write, what would change them, and the way out."""
    targets = list(dict.fromkeys((write.target, write.host) for write in writes))
    named = targets[:TARGETS_NAMED_MAX]
    return "\n".join(
        [
            f"Denied by tidegate's scar heredoc-py: a here-document writes {_names(targets)}.",
            *(line for target, host in named for line in _instead(target, host, spell)),
            *_left_out(len(targets) - len(named)),
            _why(writes, parsed),
            DOCS,
        ]
    )


def transport(runs: Sequence[Span], parsed: Parsed, _spell: Spell) -> str:
    """Say which runs of backslashes arrive shorter, each with a piece of the command around it."""
    pieces = excerpts(parsed.call.command or "", runs)
    return "\n".join(
        [
            "Denied by tidegate's scar transport: this command changes on its way to the shell.",
            "A run of backslashes arrives with half of them, rounded up. Quotes do not help.",
            *(f"  {piece}" for piece in pieces[:SPANS_SHOWN_MAX]),
            *_left_out(len(pieces) - SPANS_SHOWN_MAX),
            (
                "Instead put the script, the pattern or the text into a file with the write tool,"
                " which passes no shell, and name it (python F, sed -f F, grep -f F, jq -f F). Or"
                " spell it without two backslashes in a row: [.] for an escaped dot."
            ),
            DOCS,
        ]
    )


def stdin_hang(fights: Sequence[Fight], _parsed: Parsed, _spell: Spell) -> str:
    """Say what each program's standard input is connected to, and which of it wins."""
    lines = [
        f"  {shown(fight.program)}: {', then '.join(shown(one.spelt) for one in fight.inputs)}"
        for fight in fights[:TARGETS_NAMED_MAX]
    ]
    return "\n".join(
        [
            (
                "Denied by tidegate's scar stdin-hang: a program comes by here-document, and its"
                " standard input is given a second time."
            ),
            *lines,
            *_left_out(len(fights) - TARGETS_NAMED_MAX),
            (
                "Why: there is one standard input. The last one wins and the others are lost, so"
                " the program is empty or its data is, and the call can hang."
            ),
            "Instead leave out the other one: with a here-document nothing waits for input.",
            "Where the program reads data, write it to a file with the write tool, and run that.",
            DOCS,
        ]
    )


def backticks(scripts: Sequence[Script], _parsed: Parsed, _spell: Spell) -> str:
    """Say which scripts bash would run inside a text, and how to write the text instead."""
    named = [f"  {one.form}: {shown(one.text)}" for one in scripts[:SPANS_SHOWN_MAX]]
    return "\n".join(
        [
            (
                "Denied by tidegate's scar backticks: bash runs what stands in backquotes or $( )"
                " inside double quotes, and puts its output into the text."
            ),
            *named,
            *_left_out(len(scripts) - SPANS_SHOWN_MAX),
            *_ways_out(scripts),
            'If it is meant to run, put its output into a variable first: x=$(…), then "$x".',
            DOCS,
        ]
    )


def _ways_out(scripts: Sequence[Script]) -> Iterator[str]:
    if any(not one.delimiter for one in scripts):
        yield "Instead put the text in single quotes (an apostrophe in them is '\\'')."
    for delimiter in dict.fromkeys(one.delimiter for one in scripts if one.delimiter):
        yield f"Instead quote the delimiter of the here-document: <<'{shown(delimiter)}'."
    programs = {one.form.partition(" ")[0] for one in scripts}
    files = [way for program, way in _FROM_FILES.items() if program in programs]
    if files:
        yield f"Or write the text to a file with the write tool, and use {', '.join(files)}."


def failed(kind: str, detail: str) -> str:
    """Say that the check failed in this way, so that the command is denied unchecked."""
    return "\n".join(
        [
            f"tidegate's scar slice could not check this command ({_failure(kind, detail)}).",
            "It holds a here-document and names a .py file, so it is denied; others run as usual.",
            "Write the file with the write or edit tool instead.",
            door(NAME),
            DOCS,
        ]
    )


def of_own(name: str, file: str, title: str, message: str, action: Action) -> Say:
    """Return what a scar of people's own says: whose it is, its message, and what it hit."""
    named = shown(title.strip().rstrip("."))
    head = {
        "deny": f"Denied by the scar {name} ({file}): {named}.",
        "ask": f"The scar {name} ({file}) asks you: {named}.",
        "context": f"The scar {name} ({file}) tells: {named}.",
    }[action]

    def say(hits: Sequence[Candidate], _parsed: Parsed, _spell: Spell) -> str:
        commands = dict.fromkeys(_spelt(one.command) for one in hits)
        hit = [f"  {one}" for one in list(commands)[:TARGETS_NAMED_MAX]]
        more = _left_out(len(commands) - TARGETS_NAMED_MAX)
        return "\n".join([head, *hit, *more, message.strip(), DOCS])

    return say


def not_asked(found: Sequence[Problem]) -> str:
    """Name the scars of people's own that cannot be asked, so that nobody trusts in them."""
    shown_ones = [f"- {problem}" for problem in found[:TARGETS_NAMED_MAX]]
    return "\n".join(
        [
            "tidegate's scar slice does not ask these scars; the others count:",
            *shown_ones,
            *_left_out(len(found) - TARGETS_NAMED_MAX),
            f"To see all: {ROOT}/bin/tidegate scar test",
        ]
    )


def failed_own(kind: str, detail: str) -> str:
    """Ask the person about a command that could not be held to the scars of people's own."""
    return "\n".join(
        [
            f"tidegate could not ask this project's scars and yours: {_failure(kind, detail)}.",
            "The command may be one that they are about, so you decide.",
            door(NAME),
            DOCS,
        ]
    )


def failed_own_after(kind: str, detail: str) -> str:
    """Say that a call which has run was not held to the scars of people's own."""
    return "\n".join(
        [
            (
                "tidegate could not ask this project's scars and the person's about this call"
                f" after it ran: {_failure(kind, detail)}."
            ),
            DOCS,
        ]
    )


def _spelt(command: Command) -> str:
    """Return a simple command on one line, with ? for what is not certain."""
    texts = (value.text if value.text is not None else "?" for value in command.arguments)
    return shown(" ".join(texts))


def failed_after(kind: str, detail: str) -> str:
    """Say that what a call left on the disk was not looked at."""
    return (
        "tidegate's scar slice could not look at the files that this command changed"
        f" ({_failure(kind, detail)}): whether they still parse is not known. {door(NAME)}"
    )


def no_longer_parse(broken: Sequence[Broken], left_out: int) -> str:
    """Say which files changed during the call and do not parse any more."""
    return "\n".join(
        [
            "tidegate's scar slice: files that this command changed do not parse.",
            *(f"  {_broken(one)}" for one in broken),
            *_left_out(left_out),
            "Mend them with the edit tool before you go on.",
        ]
    )


def _names(targets: Sequence[tuple[str, str | None]]) -> str:
    if len(targets) > 1:
        return "these .py files"
    target, host = targets[0]
    return target if host is None else f"{target} on {host or 'another machine'}"


def _instead(target: str, host: str | None, spell: Spell) -> list[str]:
    if host is not None:
        return [f"  Write {target} here with the write tool, then copy it there (scp, docker cp)."]
    return [
        f"  The whole file: {spell.write_call(target)}",
        f"  A change of it: {spell.edit_call(target)}",
    ]


def _why(writes: Sequence[Write], parsed: Parsed) -> str:
    if any(transport_changes(write, parsed) for write in writes):
        return (
            "Why: on its way to the shell the text changes here: a run of backslashes arrives with"
            " half of them, so escapes in string literals break. Quotes do not help."
        )
    if any(shell_changes(write, parsed) for write in writes):
        return (
            "Why: the delimiter is not quoted, so the shell changes the text: the body holds a"
            " dollar sign, a backtick or a backslash."
        )
    return (
        "Why: neither the shell nor the transport would change this text. The rule is about the"
        " habit: such writes have left files with syntax errors, and these tools do not."
    )


def _left_out(count: int) -> list[str]:
    return [f"  and {count} more"] if count > 0 else []


def _broken(one: Broken) -> str:
    known = "" if one.was_sound else " (whether it parsed before is not known)"
    return f"{one.path}:{one.line}: {one.message}{known}"


def _failure(kind: str, detail: str) -> str:
    said = " ".join(detail.split())[:DETAIL_MAX_CHARACTERS]
    return f"{kind}: {said}" if said else kind
