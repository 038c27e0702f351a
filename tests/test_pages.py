"""Every command on every page is run in a clone, in the order of the page, or says why not."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from host.cli.__main__ import COMMANDS
from host.last_resort import names
from tests.clone import run
from tests.pages import REPO, Block, blocks, links, pages, prose

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.host.machine import Machine

RUN = ("sh", "console")
FOUND = 1
PAGES = [page for page in pages() if any(block.language in RUN for block in blocks(page))]
RUNNING = [p for p in PAGES if any(b.language in RUN and not b.why_not for b in blocks(p))]
SHELLS = ("bash", "shell", "zsh", "")


def by_name(page: Path) -> str:
    return page.relative_to(REPO).as_posix()


@pytest.fixture
def machine(tmp_path: Path, cloned: Callable[[Path], Machine]) -> Machine:
    """A clone with the development tools of this very run, and a home of nobody else."""
    machine = cloned(tmp_path)
    tools = machine.root / ".venv"
    tools.mkdir()
    for entry in Path(sys.prefix).iterdir():
        if entry.name != "ready":
            (tools / entry.name).symlink_to(entry)
    (tools / "ready").touch()
    machine.environment["CLAUDE_PLUGIN_ROOT"] = str(machine.root)  # as a skill is given them
    machine.environment["CLAUDE_SESSION_ID"] = "a-session"
    machine.ask("cat README.md", cwd=str(machine.root))  # a deny that a page can explain
    return machine


@pytest.mark.parametrize("page", RUNNING, ids=by_name)
def test_the_commands_of_the_page(page: Path, machine: Machine) -> None:
    for block in blocks(page):
        if block.file:
            (machine.root / block.file).write_text(block.body)
        elif block.language == "sh" and not block.why_not:
            done = run(machine, ["sh", "-eu", "-c", block.body])
            assert done.returncode == 0, f"{block.body}\n{done.stdout}"
        elif block.language == "console" and not block.why_not:
            converse(block, machine)


def converse(block: Block, machine: Machine) -> None:
    """Run each command of a console, and look for the lines after it in what it said."""
    for part in re.split(r"^\$ ", block.body, flags=re.MULTILINE)[1:]:
        typed, _, shown = part.partition("\n")
        done = run(machine, ["sh", "-c", typed])
        assert done.returncode in (0, FOUND), f"{typed}\n{done.stdout}"
        missing = [line for line in shown.splitlines() if line not in done.stdout]
        assert missing == [], f"{typed}\n{done.stdout}"


def test_a_block_that_is_not_run_says_why() -> None:
    marked = [block for page in PAGES for block in blocks(page) if block.why_not]
    assert all(len(block.why_not.split()) > 2 for block in marked)
    assert {block.language for block in marked} <= set(RUN)


def test_no_other_language_hides_a_command() -> None:
    bare = [(by_name(p), b.body) for p in pages() for b in blocks(p) if b.language in SHELLS]
    assert bare == []


def test_every_command_of_tidegate_that_a_page_names_is_there() -> None:
    named = {
        (by_name(page), word)
        for page in pages()
        for word in re.findall(r"`(?:bin/)?tidegate ([a-z][a-z-]*)", prose(page))
    }
    assert {word for _, word in named} & set(COMMANDS)
    assert sorted(pair for pair in named if pair[1] not in known()) == []


def known() -> set[str]:
    """Return the commands of the host and of the slices."""
    own = (REPO / "slices" / name / "cli" / "__init__.py" for name in names())
    texts = [file.read_text() for file in own if file.exists()]
    return {
        *COMMANDS,
        *(key for text in texts for key in re.findall(r'"([\w-]+)":', text)),
    }


def test_the_site_holds_whatever_its_pages_link_to() -> None:
    """The site is made of the pages and the licence: a link to another file would lead nowhere."""
    staged = {*pages(), REPO / "LICENSE"}
    wrong = [
        (by_name(page), link)
        for page in pages()
        for link in links(page)
        if (name := link.partition("#")[0]) and (page.parent / name).resolve() not in staged
    ]
    assert wrong == []


def test_the_tools_of_the_site_are_pinned() -> None:
    lines = (REPO / "requirements" / "docs.txt").read_text().splitlines()
    pins = [line for line in lines if not line.startswith("#")]
    assert [pin for pin in pins if "==" not in pin] == []
    assert any(pin.startswith("mkdocs==") for pin in pins)
