"""A rewrite that fails: the call runs as it was, and the session is told once."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from host import crude, extras, paths, registry
from host.call import Context, Edit, Failure, ToolCall
from host.errors import StateError
from host.registry import Broken
from slices.sembr import closed, lines, reasons, triggers
from tests.slices.sembr.stands import sembr

if TYPE_CHECKING:
    from collections.abc import Callable

SNAPSHOTS = Path(__file__).parent / "snapshots/texts"
TWO = "One here. Two there.\n"
COMMAND = f"git notes add -F - <<'EOF'\n{TWO}EOF"


def write(session: str = "s") -> ToolCall:
    return ToolCall("claude-code", "write", session, "/", path="/a.md", content=TWO)


@pytest.fixture
def broken(stand_of: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> Any:
    """The slice with a parser that raises."""

    def wanted(*_: Any) -> None:
        message = "broken by a test"
        raise RuntimeError(message)

    monkeypatch.setattr(lines, "wanted", wanted)
    return sembr(stand_of)


def test_the_call_runs_as_it_was_and_the_model_is_told_once(broken: Any) -> None:
    first, second = broken.decide(write()), broken.decide(write())
    assert [d.verdict for d in (first, second)] == ["run", "run"]
    assert [len(d.contexts) for d in (first, second)] == [1, 0]
    assert first.failures == (Failure("sembr", "exception", "RuntimeError: broken by a test"),)


def test_each_session_is_told(broken: Any) -> None:
    assert [len(broken.decide(write(s)).contexts) for s in ("s", "t", "s")] == [1, 1, 0]


def test_a_command_runs_as_it_was(broken: Any, shell_call: Any) -> None:
    decision = broken.decide(shell_call(COMMAND, "/"))
    assert (decision.verdict, decision.call, len(decision.contexts)) == ("run", None, 1)


def test_no_half_of_several_edits_is_written(
    stand_of: Callable[..., Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a.md").write_text("Old.\n\nNew.\n")
    edits = (Edit("Old.", TWO), Edit("New.", f"{TWO}boom"))
    real = lines.wanted

    def wanted(text: str, style: Any) -> Any:
        if "boom" in text:
            raise MemoryError
        return real(text, style)

    monkeypatch.setattr(lines, "wanted", wanted)
    path = str(tmp_path / "a.md")
    call = ToolCall("claude-code", "multi_edit", "s", "/", path=path, edits=edits)
    decision = sembr(stand_of).decide(call)
    assert (decision.verdict, decision.call) == ("run", None)
    assert [f.kind for f in decision.failures] == ["out-of-memory"]


FULL = ("/state.db", "disk full", "Make room.")


class FullStore:
    def claim(self, _key: str, _value: str) -> bool:
        raise StateError(*FULL)


class FullHost:
    store = FullStore()


def test_without_a_state_it_is_said_rather_twice_than_never() -> None:
    answer = closed.on_error(write(), Failure("sembr", "time-out"), FullHost())  # type: ignore[arg-type]
    assert isinstance(answer, Context)


def test_missing_libraries_are_a_failure_with_a_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(extras, "use", lambda name: name != "sembr")
    (member,) = registry.load(("sembr",))
    assert isinstance(member, Broken)
    assert member.failure.kind == "install"


@pytest.mark.parametrize("command", [COMMAND, "cat README.md", "git commit -m x", ""])
def test_the_crude_test_hits_nothing(command: str) -> None:
    assert not crude.hits(triggers.CRUDE, command)


TEXTS = {
    "rewrote-one": lambda: reasons.rewrote("/project/a.md", 1),
    "rewrote-a-message": lambda: reasons.rewrote(reasons.message("git"), 3),
    "failed": lambda: reasons.failed("exception", "RuntimeError:\n broken"),
    "failed-without-detail": lambda: reasons.failed("time-out", ""),
}


@pytest.mark.parametrize("name", TEXTS)
def test_the_words(name: str, snapshot: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(paths, "config_file", lambda: "<config>/config.json")
    monkeypatch.setattr(paths, "ROOT", "<repo>")
    monkeypatch.setattr(reasons, "DOCS", "Docs: <repo>/slices/sembr/README.md")
    snapshot.snapshot_dir = SNAPSHOTS
    snapshot.assert_match(TEXTS[name](), f"{name}.txt")


def test_every_snapshot_has_a_text() -> None:
    kept = {p.stem for p in SNAPSHOTS.iterdir()}
    assert kept == set(TEXTS)
