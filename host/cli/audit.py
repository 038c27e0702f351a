"""`tidegate audit`: what the slices say to the calls of the sessions that a client recorded."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from host.audit.figures import Tally
from host.audit.options import add_span, span
from host.audit.sessions import Asked
from host.audit.windows import around, of_model
from host.cli.terminal import complain, say, say_json, table
from host.errors import ConfigError, unusable

if TYPE_CHECKING:
    from host.audit.figures import Figure, Label

FINE, FOUND, WRONG_USE = 0, 1, 2
HEAD = ("slice", "what", "times", "sessions", "share", "each")


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command line."""
    add_span(parser)
    parser.add_argument("--by", choices=("model",), help="a line for each model")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = (
        "The configuration, the notes and the files are those of now.\n"
        "Exit code: 0 fine, 1 no session was found, 2 wrong use."
    )


def run(options: argparse.Namespace) -> int:
    """Ask the slices about each recorded call, and print how often they had something to say."""
    tally = Tally(_label(options))
    asked = Asked(span(options))
    try:
        for visit in asked:
            tally.add(visit)
    except OSError as error:
        complain(unusable(error))
        return WRONG_USE
    except ConfigError as error:
        complain(str(error))
        return WRONG_USE
    if options.json:
        say_json(_as_json(asked, tally))
    else:
        _show(asked, tally)
    return FINE if tally.calls else FOUND


def _label(options: argparse.Namespace) -> Label:
    labels: list[Label] = [of_model] if options.by == "model" else []
    labels += [around(options.first_day)] if options.first_day else []
    return lambda visit: ", ".join(label(visit) for label in labels)


def _show(asked: Asked, tally: Tally) -> None:
    say(asked.told())
    found = list(tally.figures())
    labelled = any(one.label for one in found)
    if asked.files:
        say("" if found else "The slices that are on had nothing to say or to count.")
    if labelled:
        table((*HEAD, "of"), [(*cells(one), one.label) for one in found])
    elif found:
        table(HEAD, [cells(one) for one in found])


def cells(one: Figure) -> tuple[str, ...]:
    """Return a figure as the cells of a row under `HEAD`."""
    return (
        one.slice,
        one.what,
        str(one.times),
        f"{one.tried} of {one.sessions}",
        f"{one.share:.0%}",
        f"{one.each:.1f}",
    )


def as_json(one: Figure) -> dict[str, Any]:
    """Return a figure as a JSON object."""
    return {
        "slice": one.slice,
        "what": one.what,
        "label": one.label or None,
        "times": one.times,
        "sessions_that_tried": one.tried,
        "sessions": one.sessions,
        "share": round(one.share, 4),
        "times_each": round(one.each, 4),
    }


def _as_json(asked: Asked, tally: Tally) -> dict[str, Any]:
    return {**asked.as_json(), "figures": [as_json(one) for one in tally.figures()]}
