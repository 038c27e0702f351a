"""The scar `backticks`: texts in double quotes of which bash runs a part."""

from __future__ import annotations

from typing import TYPE_CHECKING

from slices.scar import reasons
from slices.scar.contract import Measure, Scar
from slices.scar.origins import BACKTICKS
from slices.scar.predicate import AnyOf, Clause, Predicate, Source
from slices.scar.prose import scripts
from slices.scar.prose.forms import FORMS
from slices.scar.scars.backticks_cases import MUST_BLOCK, MUST_PASS

if TYPE_CHECKING:
    from collections.abc import Callable

    from slices.scar.parsed import Parsed
    from slices.scar.prose.forms import Form
    from slices.scar.prose.scripts import Script


def _in_form(form: Form) -> Callable[[Parsed], tuple[Script, ...]]:
    return lambda parsed: parsed.prose.scripts.get(form.name, ())


def has_text_beside(script: Script, parsed: Parsed) -> bool:
    """Tell whether the script is a part of a text, and not the whole of it."""
    del parsed
    return script.beside


def is_code_span(script: Script, parsed: Parsed) -> bool:
    """Tell whether it stands in backquotes in a message: those mark code there."""
    del parsed
    return script.backquoted and not script.printed


def is_printed_code_span(script: Script, parsed: Parsed) -> bool:
    """Tell whether it stands in backquotes in a printed text, and prints nothing that is known."""
    del parsed
    return script.backquoted and script.printed and not scripts.prints(script)


def _parenthesised(test: Callable[[Script], bool]) -> Callable[[Script, Parsed], bool]:
    def holds(script: Script, parsed: Parsed) -> bool:
        del parsed
        return not script.backquoted and test(script)

    return holds


def needed_by(script: Script, parsed: Parsed) -> str:
    """Return what makes a block necessary: always the shell, which would run a part of the text."""
    del script, parsed
    return "shell"


def is_exposed(parsed: Parsed) -> bool:
    """Tell whether the call has an argument that is prose."""
    return bool(parsed.prose.scripts)


SCAR = Scar(
    id=BACKTICKS.name,
    version=1,
    title="A text in double quotes of which bash runs a part",
    origin=BACKTICKS.incident,
    evidence=BACKTICKS.evidence,
    event="tool.call",
    tools=frozenset({"shell"}),
    predicate=Predicate(
        sources=tuple(Source(form.name, _in_form(form)) for form in FORMS),
        clauses=(
            Clause("text stands beside it", has_text_beside),
            AnyOf(
                "it is meant as text",
                (
                    Clause("backquotes in a message", is_code_span),
                    Clause("backquotes in a printed text", is_printed_code_span),
                    Clause("a variable of make", _parenthesised(scripts.is_variable)),
                    Clause("a function of make", _parenthesised(scripts.is_function_of_make)),
                    Clause("a selector", _parenthesised(scripts.is_selector)),
                    Clause("signs alone", _parenthesised(scripts.has_no_letter)),
                    Clause("nothing", _parenthesised(scripts.is_empty)),
                    Clause("one plain word", _parenthesised(scripts.is_plain_word)),
                ),
            ),
        ),
    ),
    action="deny",
    say=reasons.backticks,
    way_out="Put the text in single quotes, or write it to a file and name the file (-F FILE).",
    must_block=MUST_BLOCK,
    must_pass=MUST_PASS,
    measure=Measure(
        exposure=(
            "A shell call with an argument that is prose, and a backquote or $( anywhere in it."
        ),
        hit="A call in which bash would run a part of such a text.",
        unnecessary="None: bash would run each of them.",
        is_exposed=is_exposed,
        needed_by=needed_by,
    ),
    retire_when=BACKTICKS.remove_when,
)
