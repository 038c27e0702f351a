"""The words of a command line that say which recorded sessions are meant."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from host.audit.sessions import Span
from host.audit.windows import day

if TYPE_CHECKING:
    from datetime import datetime


def add_span(parser: argparse.ArgumentParser) -> None:
    """Take which recorded sessions are meant, and a day that parts them."""
    parser.add_argument(
        "--sessions",
        metavar="PATH",
        action="append",
        type=Path,
        help="a session's file, or a folder of them; by default those of the client",
    )
    parser.add_argument("--since", metavar="DAY", type=_day, help="leave out what was before")
    parser.add_argument("--until", metavar="DAY", type=_day, help="leave out this day and later")
    parser.add_argument(
        "--first-day", metavar="DAY", type=_day, help="tell apart what was before this day"
    )


def _day(text: str) -> datetime:
    try:
        return day(text)
    except ValueError as error:
        message = f'expected a day as YYYY-MM-DD, got "{text}".'
        raise argparse.ArgumentTypeError(message) from error


def span(options: argparse.Namespace) -> Span:
    """Return which recorded sessions the command line means."""
    return Span(tuple(options.sessions or ()), options.since, options.until)
