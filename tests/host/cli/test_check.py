from __future__ import annotations

from typing import TYPE_CHECKING, Any

import attrs
import pytest

from host.cli import check, dry
from host.config import Config
from host.errors import ConfigError, Problem

if TYPE_CHECKING:
    from host.house import House


@pytest.mark.parametrize(
    ("command", "code", "verdict"),
    [
        ("ls", 0, "run"),
        ("context", 0, "run"),
        ("deny", 1, "deny"),
        ("ask", 1, "ask"),
        ("old", 1, "rewrite"),
    ],
)
def test_the_verdict_and_its_exit_code(
    call_command: Any, command: str, code: int, verdict: str
) -> None:
    done = call_command(check, command, "--json")
    assert (done.code, done.lines[0]["verdict"]) == (code, verdict)


def test_what_each_slice_says(call_command: Any) -> None:
    done = call_command(check, "deny", "--cwd", "/p", "--json")
    assert done.lines == [
        {
            "command": "deny",
            "cwd": "/p",
            "verdict": "deny",
            "rewritten": None,
            "slices": [{"slice": "echo", "says": "deny", "text": "not this"}],
        }
    ]


def test_the_text_for_people(call_command: Any) -> None:
    assert call_command(check, "ls").out == b"This command runs.\n"
    denied = call_command(check, "deny").out.decode()
    assert denied == "This command is denied.\n\necho (deny):\nnot this\n"
    rewritten = call_command(check, "old").out.decode()
    assert rewritten.startswith("This command is rewritten.\n\nIt runs as:\nnew\n")


def test_a_relative_folder_is_below_this_one(
    call_command: Any, tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert call_command(check, "ls", "--json").lines[0]["cwd"] == str(tmp_path)
    assert call_command(check, "ls", "--cwd", "a", "--json").lines[0]["cwd"] == f"{tmp_path}/a"


def test_a_folder_that_is_not_there_is_said(call_command: Any, tmp_path: Any) -> None:
    assert call_command(check, "ls", "--cwd", str(tmp_path)).err == ""
    done = call_command(check, "ls", "--cwd", f"{tmp_path}/a")
    assert (done.code, f"{tmp_path}/a is no folder" in done.err) == (0, True)


def test_a_slice_that_breaks_is_said_beside_the_answer(call_command: Any) -> None:
    done = call_command(check, "break", "--json")
    assert (done.code, done.lines[0]["verdict"]) == (0, "run")
    assert "the slice echo broke (exception): RuntimeError: broken" in done.err


def test_faults_of_the_configuration_are_said_beside_the_answer(
    call_command: Any, house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    problem = Problem("c.json", "slices.echo", "an object", "false")
    faulty = attrs.evolve(house, config=Config((), (problem,)))
    monkeypatch.setattr(dry, "house", lambda *_: faulty)
    done = call_command(check, "ls", "--json")
    assert done.code == 0
    assert str(problem) in done.err


def test_no_configuration_at_all_is_wrong_use(
    call_command: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_folder: str) -> House:
        message = "plugin.json: expected an object, got nothing."
        raise ConfigError(message)

    monkeypatch.setattr(dry, "house", fail)
    done = call_command(check, "ls")
    assert (done.code, done.out) == (2, b"")
    assert "plugin.json" in done.err


def test_two_checks_know_nothing_of_each_other(call_command: Any, tmp_path: Any) -> None:
    assert call_command(check, "ls", "--json").lines == call_command(check, "ls", "--json").lines
    assert not (tmp_path / "state").exists()
