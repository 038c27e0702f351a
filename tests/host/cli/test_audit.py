"""`tidegate audit` over recorded sessions, with the slices that ship."""

from __future__ import annotations

import argparse
import json
import os
from typing import TYPE_CHECKING, Any

import pytest

from host import paths
from host.cli import audit
from host.state import State
from tests.host.clients.test_claude_code_sessions import assistant, record, result, use, write

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

FINE, FOUND, WRONG_USE = 0, 1, 2


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A person's project with a file, and a home with nothing in it."""
    monkeypatch.setattr(paths, "_environ", {b"HOME": bytes(tmp_path / "home")})
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.delenv("CLAUDE_CONFIG_DIR", raising=False)
    (tmp_path / "repo").mkdir()
    (tmp_path / "repo/notes.txt").write_text("one\n")
    return tmp_path / "repo"


@pytest.fixture
def run(project: Path, capsys: pytest.CaptureFixture[str]) -> Callable[..., tuple[int, str, str]]:
    del project

    def call(*words: str) -> tuple[int, str, str]:
        parser = argparse.ArgumentParser()
        audit.arguments(parser)
        code = audit.run(parser.parse_args(words))
        return code, *capsys.readouterr()

    return call


def session(project: Path, name: str = "s", *, model: str = "a-model", days: int = 1) -> list[Any]:
    """Return a session that prints, reads and prints again, then is compacted and prints."""
    read = {"type": "tool_use", "id": "r", "name": "Read", "input": {"file_path": "notes.txt"}}
    found: list[dict[str, Any]] = []
    steps = (use("p1", "cat notes.txt"), read, use("p2", "cat notes.txt"))
    for second, block in enumerate(steps):
        found += [assistant(second, block), result(second, block["id"], {})]
    found.append(record(10, type="system", subtype="compact_boundary"))
    found.append(assistant(11, use("p3", "cat notes.txt")))
    for one in found:
        one |= {"sessionId": name, "cwd": str(project)}
        one["timestamp"] = one["timestamp"].replace("-30T", f"-{days:02d}T")
        if one["type"] == "assistant":
            one["message"]["model"] = model
    return found


def figures(said: str) -> dict[tuple[str, str, str | None], tuple[int, int, int]]:
    return {
        (one["slice"], one["what"], one["label"]): (
            one["times"],
            one["sessions_that_tried"],
            one["sessions"],
        )
        for one in json.loads(said)["figures"]
    }


def test_a_session_is_judged_with_a_state_of_its_own(project: Path, run: Any) -> None:
    """The print after the read goes through the valve, which the compaction shuts again."""
    place = project.parent / "kept"
    write(place / "1.jsonl", *session(project, "one"))
    write(place / "2.jsonl", *session(project, "two", days=2))
    write(place / "3.jsonl", assistant(1, use("x", "git status"), sessionId="three"))
    code, said, _ = run("--sessions", str(place), "--json")
    assert code == FINE
    assert figures(said) == {
        ("guard", "deny", None): (4, 2, 3),
        ("guard", "valve", None): (2, 2, 3),
    }
    assert json.loads(said) | {"figures": 0} == {
        "files": 3,
        "sessions": 3,
        "calls": 9,
        "unreadable": 0,
        "figures": 0,
    }


def test_nothing_of_the_person_s_state_is_touched(project: Path, run: Any) -> None:
    write(project.parent / "kept/1.jsonl", *session(project))
    run("--sessions", str(project.parent / "kept"))
    assert str(project.parent) in paths.state_folder()
    assert not State(paths.state_folder()).exists()


def test_by_model_and_around_a_day(project: Path, run: Any) -> None:
    place = project.parent / "kept"
    write(place / "1.jsonl", *session(project, "one", model="old", days=1))
    write(place / "2.jsonl", *session(project, "two", model="new", days=9))
    _, said, _ = run(
        "--sessions", str(place), "--json", "--by", "model", "--first-day", "2026-11-05"
    )
    assert {key[2]: value for key, value in figures(said).items() if key[1] == "deny"} == {
        "old, before 2026-11-05": (2, 1, 1),
        "new, from 2026-11-05": (2, 1, 1),
    }


@pytest.mark.parametrize(
    ("words", "calls"),
    [
        ((), 8),
        (("--since", "2026-11-05"), 4),
        (("--until", "2026-11-09"), 4),
        (("--since", "2026-11-02", "--until", "2026-11-09"), 0),
    ],
)
def test_only_the_days_that_are_meant_count(
    project: Path, run: Any, words: tuple[str, ...], calls: int
) -> None:
    place = project.parent / "kept"
    write(place / "1.jsonl", *session(project, "one", days=1))
    write(place / "2.jsonl", *session(project, "two", days=9))
    code, said, _ = run("--sessions", str(place), "--json", *words)
    assert json.loads(said)["calls"] == calls
    assert code == (FINE if calls else FOUND)


def test_for_a_person_it_is_a_table(project: Path, run: Any) -> None:
    file = write(project.parent / "1.jsonl", "{", *session(project))
    code, said, _ = run("--sessions", str(file))
    assert code == FINE
    assert said.splitlines() == [
        "4 tool calls in 1 recorded session. Records not read: 1.",
        "",
        "slice  what   times  sessions  share  each",
        "guard  deny   2      1 of 1    100%   2.0",
        "guard  valve  1      1 of 1    100%   1.0",
    ]


def test_without_a_word_it_goes_through_the_client_s_own(project: Path, run: Any) -> None:
    kept = project.parent / "home/.claude/projects/-repo"
    write(kept / "s.jsonl", *session(project))
    assert run()[1].startswith("4 tool calls in 1 recorded session.")


def test_a_client_that_kept_nothing_is_no_fault(run: Any) -> None:
    place = os.environ["HOME"] + "/.claude/projects"
    assert run() == (FOUND, f"No recorded session lies in {place}.\n", "")


def test_a_span_that_holds_no_call_is_said(project: Path, run: Any) -> None:
    write(project.parent / "kept/1.jsonl", *session(project))
    code, said, _ = run("--sessions", str(project.parent / "kept"), "--since", "2099-01-01")
    assert (code, said.splitlines()[0]) == (FOUND, "0 tool calls in 0 recorded sessions.")


@pytest.mark.parametrize("word", ["--since", "--until", "--first-day"])
def test_a_day_that_is_none_is_wrong_use(run: Any, word: str, capsys: Any) -> None:
    with pytest.raises(SystemExit):
        run(word, "2026-99-01")
    assert 'expected a day as YYYY-MM-DD, got "2026-99-01".' in capsys.readouterr().err


def test_a_place_that_is_not_there_is_wrong_use(run: Any) -> None:
    code, said, errors = run("--sessions", "/no/such/place")
    assert (code, said) == (WRONG_USE, "")
    assert errors == "tidegate: /no/such/place cannot be used: no such file or directory\n"


def test_an_event_that_the_client_s_module_does_not_take_is_counted(
    project: Path, run: Any
) -> None:
    odd = {"type": "tool_use", "id": "o", "name": "Bash", "input": {"command": ["ls"]}}
    file = write(project.parent / "1.jsonl", assistant(1, odd), assistant(2, use("a")))
    _, said, _ = run("--sessions", str(file), "--json")
    assert (json.loads(said)["calls"], json.loads(said)["unreadable"]) == (1, 1)
