"""How commands print: plain text into a pipe, tables and colour on a terminal."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Any

from host import extras
from host.screen import aligned, aside, is_terminal

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    Row = Sequence[str]

STYLES = {
    "on": "green",
    "fine": "green",
    "off": "dim",
    "wrong": "bold red",
    "broken": "bold red",
    "notice": "yellow",
    "deny": "bold red",
    "ask": "yellow",
    "run": "green",
}
"""The colour of a cell that is one of these words."""


def say(text: str) -> None:
    """Print a text as UTF-8 whatever the locale; a lone surrogate becomes its JSON escape."""
    sys.stdout.buffer.write(f"{text}\n".encode("utf-8", "backslashreplace"))
    sys.stdout.buffer.flush()


def say_json(value: object) -> None:
    """Print a value as one line of JSON."""
    import json

    say(json.dumps(value, ensure_ascii=False))


def complain(text: str) -> None:
    """Print a line for the person beside the answer."""
    aside(text)


def table(head: Row, rows: Iterable[Row]) -> None:
    """Print rows under a head: aligned text, or a table in colour on a terminal."""
    listed = [tuple(row) for row in rows]
    console = _console()
    if console is None:
        say(aligned(head, listed))
        return
    from rich.table import Table
    from rich.text import Text

    shown = Table(box=None, pad_edge=False, header_style="bold")
    for name in head:
        shown.add_column(name, overflow="fold")
    for row in listed:
        shown.add_row(*(Text(cell, STYLES.get(cell, "")) for cell in row))
    console.print(shown)


def page(text: str) -> None:
    """Print a page of Markdown: as it is into a pipe, laid out on a terminal."""
    console = _console()
    if console is None:
        say(text.rstrip())
        return
    from rich.markdown import Markdown

    console.print(Markdown(text))


def styled(text: str, word: str) -> str:
    """Return the text in the colour of a word of `STYLES`, on a terminal that shows colour."""
    codes = {"green": "32", "yellow": "33", "bold red": "1;31", "dim": "2"}
    code = codes.get(STYLES.get(word, ""), "")
    return f"\x1b[{code}m{text}\x1b[0m" if code and has_colour() else text


def has_colour() -> bool:
    """Tell whether colour is shown: on a terminal, where `NO_COLOR` is unset or empty."""
    return is_terminal() and not os.environ.get("NO_COLOR")


def _console() -> Any:
    """Return rich's console on a terminal, or None: then the text is plain."""
    if not is_terminal() or not _rich_is_there():
        return None
    from rich.console import Console

    return Console(no_color=not has_colour(), highlight=False, emoji=False)


def _rich_is_there() -> bool:
    try:
        return extras.use(extras.COMMAND_LINE)
    except OSError:  # the pins cannot be read
        return False
