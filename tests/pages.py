"""The pages of the repo as the tests read them: their links, their blocks, and what is run."""

# A block of `sh` is run as a script and has to end with 0. In a block of `console`, each line
# after `$ ` is run as it stands, may end with 1 (something was found), and the other lines are in
# its output. A comment `<!-- not run: WHY -->` on the line before a block takes it out. After a
# line that ends in "Write `FILE`:", the block is that file.

from __future__ import annotations

import re
import subprocess
from pathlib import Path

from attrs import frozen

REPO = Path(__file__).resolve().parents[1]
FENCE = re.compile(
    r"(?:^(?P<before>\S[^\n]*)\n\n?)?^(?P<fence>`{3,})(?P<language>\w*)\n(?P<body>.*?)^(?P=fence)`*$",
    re.MULTILINE | re.DOTALL,
)
LINK = re.compile(r"(?<!!)\[[^\]]*\]\(([^)\s]+)\)")
_NOT_RUN = re.compile(r"<!-- not run: (\S.*) -->")
_FILE = re.compile(r"Write `([^`]+)`:$")
_LISTED = ("ls-files", "-z", "--cached", "--others", "--exclude-standard")


@frozen
class Block:
    """A fenced block; `why_not` says why it is not run, and `file` is what it is the text of."""

    language: str
    body: str
    why_not: str = ""
    file: str = ""


def tracked(*patterns: str) -> list[Path]:
    """Return the files of the repo, those not committed yet too."""
    listed = subprocess.run(
        ["git", "-c", "safe.directory=*", *_LISTED, *patterns],
        cwd=REPO,
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    return [REPO / name for name in listed.split("\0") if name and (REPO / name).is_file()]


def pages() -> list[Path]:
    """Return every page of the repo; those of the mod are made from others."""
    return tracked("*.md", ":!hooks/mod")


def blocks(page: Path) -> list[Block]:
    """Return the fenced blocks of a page, in order."""
    return [_block(found) for found in FENCE.finditer(page.read_text("utf-8"))]


def prose(page: Path) -> str:
    """Return the page without its blocks."""
    return FENCE.sub(lambda found: found["before"] or "", page.read_text("utf-8"))


def links(page: Path) -> list[str]:
    """Return the targets of the page's links inside the repo."""
    return [target for target in LINK.findall(prose(page)) if "://" not in target]


def commands(page: Path) -> list[str]:
    """Return the lines of the page's `sh` blocks, and what stands after `$ ` in `console` ones."""
    lines = [(b, line.strip()) for b in blocks(page) for line in b.body.splitlines()]
    typed = [
        line.removeprefix("$ ") for b, line in lines if b.language == "console" if "$ " in line
    ]
    return [line for b, line in lines if b.language == "sh" if line] + typed


def _block(found: re.Match[str]) -> Block:
    before = found["before"] or ""
    why_not, file = _NOT_RUN.search(before), _FILE.search(before)
    return Block(
        found["language"],
        found["body"],
        why_not[1] if why_not else "",
        file[1] if file else "",
    )
