"""Which commands hand a here-document to Python as its program."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from attrs import frozen

from host.shell.redirecting import document_text
from slices.scar.heredoc.values import HOLE

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from host.shell.syntax import HereDocument
    from slices.scar.heredoc.flow import Fed

_PYTHON = re.compile(r"(?:python|pypy|ipython)[0-9.]*(?:\.exe)?|py(?:\.exe)?")
_RUNNERS = frozenset(
    {
        "uv",
        "uvx",
        "poetry",
        "pipenv",
        "pdm",
        "hatch",
        "rye",
        "pixi",
        "conda",
        "mamba",
        "micromamba",
        "mise",
        "direnv",
        "nix",
        "xvfb-run",
        "arch",
        "coverage",
    }
)
_VALUED = frozenset({"-W", "-X", "--check-hash-based-pycs"})
_FROM_INPUT = frozenset({"-", "/dev/stdin", "/proc/self/fd/0", "/dev/fd/0"})
_SHELLS_OF_MANAGE = frozenset({"shell", "shell_plus"})


@frozen
class Body:
    """A Python program that comes from a here-document, that document, and `sys.argv`.

    An argument that is not certain is None.
    """

    text: str
    document: HereDocument
    argv: tuple[str | None, ...] = ("-",)


def bodies(one: Fed) -> Iterator[Body]:
    """Yield the Python programs that the command runs and that come from a here-document."""
    words = [value.text for value in one.command.arguments]
    rest = _behind_python(words)
    if rest is None:
        return
    if _reads_input(rest):
        at = next((i for i, word in enumerate(rest) if word in _FROM_INPUT), len(rest))
        argv = ("-", *rest[at + 1 :])
        yield from (Body(_text(document), document, argv) for document in one.inputs)
    inline = _inline(rest)
    if inline is None or not one.words:
        return
    program = rest[inline]
    if program is not None:
        yield Body(program, one.words[0], ("-c", *rest[inline + 1 :]))


def _behind_python(words: Sequence[str | None]) -> Sequence[str | None] | None:
    """Return the arguments behind the interpreter, run directly or by a known runner."""
    names = [(word or "").rpartition("/")[2] for word in words]
    if not names:
        return None
    if _PYTHON.fullmatch(names[0]):
        return words[1:]
    if names[0] not in _RUNNERS:
        return None
    at = next((i for i, name in enumerate(names[1:], 1) if _PYTHON.fullmatch(name)), None)
    if at is not None:
        return words[at + 1 :]
    return ["-"] if names[:2] == ["uv", "run"] and names[-1] == "-" else None


def _reads_input(rest: Sequence[str | None]) -> bool:
    """Tell whether the interpreter takes its program from its standard input."""
    skip = False
    for at, word in enumerate(rest):
        if skip:
            skip = False
        elif word is None:
            return False
        elif word in _FROM_INPUT:
            return True
        elif not word.startswith("-"):
            return word.endswith("manage.py") and bool(_SHELLS_OF_MANAGE & {*rest[at + 1 :]})
        elif word[1:2] != "-" and set(word[1:]) & {"c", "m"}:
            return False
        else:
            skip = word in _VALUED
    return True


def _inline(rest: Sequence[str | None]) -> int | None:
    """Return where the program of `-c` stands."""
    for at, word in enumerate(rest[:-1]):
        if word is None or not word.startswith("-"):
            return None
        if not word.startswith("--") and word.endswith("c"):
            return at + 1
    return None


def _text(document: HereDocument) -> str:
    """Return the body as Python may get it: what the shell expands in it is a name or a hole."""
    value = document_text(document)
    if value.text is not None:
        return value.text
    if value.outline is None:
        return document.body
    return value.outline.replace(HOLE, "_")
