"""Every text of scar that a model or a person reads."""

from __future__ import annotations

from typing import TYPE_CHECKING

from host.paths import ROOT
from host.reasons import door
from slices.scar.heredoc.changes import shell_changes, transport_changes
from slices.scar.limits import DETAIL_MAX_CHARACTERS, TARGETS_NAMED_MAX

if TYPE_CHECKING:
    from collections.abc import Sequence

    from slices.scar.after.check import Broken
    from slices.scar.contract import Spell
    from slices.scar.heredoc.forms import Write
    from slices.scar.parsed import Parsed

NAME = "scar"
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
