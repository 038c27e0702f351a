"""What a person sees at a terminal, and what a pipe gets."""

from __future__ import annotations

import os
import pty
import re
import select
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import rich

from host import environment, extras, screen
from tests.host.cli.test_slices import tidegate
from tests.host.machine import Machine

if TYPE_CHECKING:
    from collections.abc import Callable

pytestmark = pytest.mark.skipif(os.name != "posix", reason="a pseudo-terminal")
ESCAPE = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
COLOUR = re.compile(r"\x1b\[[0-9;]*3\dm")
ANSWER_SECONDS = 60


def with_rich(machine: Machine) -> Machine:
    """Have the packages of the command line too, as `tidegate setup` puts them there."""
    site = machine.data / extras.folder_name(extras.COMMAND_LINE) / "site-packages"
    site.parent.mkdir()
    site.symlink_to(Path(str(rich.__file__)).parents[1])
    return machine


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path / "m").ready()


def at_a_terminal(machine: Machine, *words: str, **environment: str) -> str:
    """Run a command on a pseudo-terminal of 100 columns and return what appears on it."""
    ours, theirs = pty.openpty()
    program = [str(machine.root / "bin" / "tidegate"), *words]
    given = {**machine.environment, "TERM": "xterm-256color", "COLUMNS": "100", **environment}
    with subprocess.Popen(
        program, stdin=theirs, stdout=theirs, stderr=theirs, env=given, cwd=machine.project
    ) as running:
        os.close(theirs)
        seen = b"".join(iter(lambda: _next(ours), b""))
        running.wait(ANSWER_SECONDS)
    os.close(ours)
    return seen.decode().replace("\r\n", "\n")


def _next(descriptor: int) -> bytes:
    if not select.select([descriptor], [], [], ANSWER_SECONDS)[0]:
        return b""
    try:
        return os.read(descriptor, 65536)
    except OSError:  # Linux says so when the other end is closed
        return b""


def plain(seen: str) -> str:
    return "\n".join(line.rstrip() for line in ESCAPE.sub("", seen).splitlines())


def test_slices_are_a_table_in_colour(machine: Machine) -> None:
    seen = at_a_terminal(with_rich(machine), "slices")
    assert COLOUR.search(seen)
    lines = plain(seen).splitlines()
    assert lines[0].split() == ["slice", "state", "said", "by"]
    assert lines[2].split(maxsplit=2) == ["guard", "on", "as shipped"]
    assert lines[1].index("off") == lines[2].index("on") == lines[0].index("state")
    assert any("guard.agents_without_read" in line for line in lines)


def test_no_color_is_honoured(machine: Machine) -> None:
    seen = at_a_terminal(with_rich(machine), "slices", NO_COLOR="1")
    assert not COLOUR.search(seen)
    assert "guard" in seen
    assert "\x1b[" not in at_a_terminal(machine, "check", "cat notes.txt", NO_COLOR="1")


def test_an_empty_no_color_counts_as_none(machine: Machine) -> None:
    assert COLOUR.search(at_a_terminal(machine, "check", "cat notes.txt", NO_COLOR=""))


def test_a_dumb_terminal_gets_plain_text(machine: Machine) -> None:
    assert "\x1b" not in at_a_terminal(with_rich(machine), "slices", TERM="dumb")


def test_explain_shows_each_verdict_in_its_colour(machine: Machine) -> None:
    seen = at_a_terminal(machine, "explain", "cat notes.txt")
    assert "guard: \x1b[1;31mdeny\x1b[0m" in seen
    assert "recall: \x1b[32mrun\x1b[0m" in seen
    assert "  cat notes.txt" in plain(seen).splitlines()


def test_without_rich_the_same_words_come_as_plain_text(machine: Machine) -> None:
    bare = plain(at_a_terminal(machine, "slices"))
    assert bare == tidegate(machine, "slices").stdout.rstrip("\n")
    shown = plain(at_a_terminal(with_rich(machine), "slices"))
    assert sorted(shown.split()) == sorted(bare.split())


def test_a_page_is_laid_out_and_a_pipe_gets_its_text(machine: Machine) -> None:
    seen = at_a_terminal(with_rich(machine), "why", "guard")
    assert "## Why It Exists" not in plain(seen)
    assert "Why It Exists" in plain(seen)
    assert "\x1b[" in seen


@pytest.mark.parametrize("words", [("slices",), ("why", "guard"), ("explain", "ls"), ("doctor",)])
def test_a_pipe_gets_no_escapes(machine: Machine, words: tuple[str, ...]) -> None:
    done = tidegate(with_rich(machine), *words)
    assert "\x1b" not in done.stdout + done.stderr


def test_a_reader_that_has_seen_enough_is_no_error(machine: Machine) -> None:
    program = f"{machine.root}/bin/tidegate"
    done = subprocess.run(
        ["sh", "-c", '"$0" why guard | head -n 1', program],
        env=machine.environment,
        cwd=machine.project,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.stdout, done.stderr) == ("# guard\n", "")


class Stream:
    """A stream that takes down what is written; `tty` says whether a person looks."""

    def __init__(self, *, tty: bool) -> None:
        self.text = ""
        self._tty = tty

    def isatty(self) -> bool:
        return self._tty

    def write(self, text: str) -> None:
        self.text += text

    def flush(self) -> None:
        pass


@pytest.fixture
def worked(monkeypatch: pytest.MonkeyPatch) -> Callable[..., str]:
    """Return a function that works for longer than is quiet, and gives what was shown."""

    def run(*, tty: bool, quiet: float) -> str:
        stream = Stream(tty=tty)
        monkeypatch.setattr("sys.stderr", stream)
        monkeypatch.setenv("TERM", "xterm")
        monkeypatch.setattr(screen, "QUIET_SECONDS", quiet)
        with screen.Progress(4) as bar:
            bar.step("first")
            bar.step("second")
            if tty and not quiet:
                while "second" not in stream.text:
                    select.select([], [], [], 0.01)
        return stream.text

    return run


def test_a_long_command_shows_how_far_it_is_and_leaves_an_empty_line(worked: Any) -> None:
    shown = worked(tty=True, quiet=0)
    assert "[######------------------] 1/4 second" in shown
    assert shown.endswith("\r\x1b[K")


def test_what_is_said_beside_takes_the_place_of_the_bar(monkeypatch: pytest.MonkeyPatch) -> None:
    stream = Stream(tty=True)
    monkeypatch.setattr("sys.stderr", stream)
    monkeypatch.setenv("TERM", "xterm")
    stream.write("[###---] 1/2 something")
    screen.aside("by the way")
    assert stream.text.endswith("something\r\x1b[Ktidegate: by the way\n")


def test_a_short_command_shows_nothing(worked: Any) -> None:
    assert worked(tty=True, quiet=3600) == ""


def test_a_pipe_is_shown_no_progress(worked: Any) -> None:
    assert worked(tty=False, quiet=0) == ""


def test_columns_are_aligned() -> None:
    rows = [("a", "long one", "x"), ("bbbb", "y", "")]
    assert screen.aligned(("h", "i", "j"), rows).splitlines() == [
        "h     i         j",
        "a     long one  x",
        "bbbb  y",
    ]


def test_the_packages_of_the_command_line_are_no_slices() -> None:
    assert not extras.COMMAND_LINE.isidentifier()
    assert Path(extras.pins_file(extras.COMMAND_LINE)).is_file()
    assert environment.key(extras.pins_file(extras.COMMAND_LINE))
