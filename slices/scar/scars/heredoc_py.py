"""The scar `heredoc-py`: Python files that were written by here-document and did not parse."""

from __future__ import annotations

from typing import TYPE_CHECKING

from slices.scar import reasons
from slices.scar.contract import Measure, Scar
from slices.scar.heredoc.changes import shell_changes, transport_changes
from slices.scar.heredoc.forms import FORMS
from slices.scar.origins import HEREDOC_PY
from slices.scar.predicate import AnyOf, Clause, Predicate
from slices.scar.scars.heredoc_py_cases import MUST_BLOCK, MUST_PASS

if TYPE_CHECKING:
    from slices.scar.heredoc.forms import Write
    from slices.scar.parsed import Parsed


def is_python_file(write: Write, parsed: Parsed) -> bool:
    """Tell whether the target of the write is a `.py` file."""
    del parsed
    return write.target.lower().endswith(".py")


def is_broad(write: Write, parsed: Parsed) -> bool:
    """Tell whether any here-document counts, whatever would become of its text."""
    del write
    return parsed.options.width == "broad"


def needed_by(write: Write, parsed: Parsed) -> str:
    """Return who would have changed the text, or "" where it had arrived as it was written."""
    if transport_changes(write, parsed):
        return "transport"
    return "shell" if shell_changes(write, parsed) else ""


def has_heredoc(parsed: Parsed) -> bool:
    """Tell whether the call holds a here-document at all."""
    return bool(parsed.fed)


SCAR = Scar(
    id=HEREDOC_PY.name,
    version=1,
    title="A here-document that writes a .py file",
    origin=HEREDOC_PY.incident,
    evidence=HEREDOC_PY.evidence,
    event="tool.call",
    tools=frozenset({"shell"}),
    predicate=Predicate(
        sources=FORMS,
        clauses=(
            Clause("the target is a .py file", is_python_file),
            AnyOf(
                "within the width",
                (
                    Clause("the width is broad", is_broad),
                    Clause("the transport changes the text", transport_changes),
                    Clause("the shell changes the text", shell_changes),
                ),
            ),
        ),
    ),
    action="deny",
    say=reasons.heredoc_py,
    way_out="Write the file with the write or edit tool, which passes no shell.",
    must_block=MUST_BLOCK,
    must_pass=MUST_PASS,
    measure=Measure(
        exposure="A shell call in which a here-document reaches a command.",
        hit="A call in which one of them writes a .py file, within the width.",
        unnecessary="A hit whose text neither the transport nor the shell would have changed.",
        is_exposed=has_heredoc,
        needed_by=needed_by,
    ),
    retire_when=HEREDOC_PY.remove_when,
    after=(
        "After any shell call, each .py, .json or .toml file that changed during it is parsed, and"
        " one that parsed before and does not now is told with line and message."
    ),
)
