"""Scars of one's own in a session: who is asked, what wakes them, what is told, what is kept."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import attrs
import pytest

from host.call import Ask, Context, Deny
from host.errors import BudgetSpent
from host.paths import ROOT
from slices.scar.own import check, kept, read
from tests.slices.scar.own.conftest import HEAD, PUSH

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

ASKS = PUSH.replace('"deny"', '"ask"')
TELLS = PUSH.replace('"deny"', '"context"')
BROKEN = PUSH.replace("program =", "programs =")


def answers(decision: Any) -> list[Any]:
    assert decision.failures == ()
    return [said.answer for said in decision.said]


def text(decision: Any) -> str:
    (answer,) = answers(decision)
    return str(answer.text if isinstance(answer, Context) else answer.reason)


@pytest.mark.parametrize(
    ("file", "kind"), [(PUSH, Deny), (ASKS, Ask), (TELLS, Context)], ids=["deny", "ask", "context"]
)
def test_the_action_decides(file: str, kind: type, bench: Any) -> None:
    bench.scar("force-push", file)
    (answer,) = answers(bench.ask("git push --force"))
    assert type(answer) is kind
    assert answers(bench.ask("git push")) == []


def test_the_words(bench: Any, snapshot: Any) -> None:
    bench.scar("force-push", PUSH)
    said = text(bench.ask('cd sub && git push --force origin "$B"'))
    snapshot.snapshot_dir = f"{ROOT}/tests/slices/scar/snapshots/own"
    snapshot.assert_match(
        said.replace(str(bench.root), "/machine").replace(ROOT, "/tidegate"), "denied.txt"
    )


def test_a_title_that_ends_with_a_stop(bench: Any) -> None:
    bench.scar("force-push", PUSH.replace("A force push", "A force push."))
    assert "): A force push.\n" in text(bench.ask("git push -f"))


def test_what_is_counted(bench: Any) -> None:
    bench.scar("force-push", PUSH)
    counted = {}
    for command in ("git push -f", "git status", "make"):
        bench.ask(command)
        counted[command] = bench.counted()
    assert counted == {
        "git push -f": [("exposed", "force-push"), ("block", "force-push")],
        "git status": [("exposed", "force-push")],
        "make": [],
    }


def test_a_scar_of_the_persons_counts_beside_the_projects(bench: Any) -> None:
    bench.scar("of-project", PUSH)
    bench.scar("of-mine", PUSH.replace("Open a pull request.", "Ask first."), mine=True)
    said = text(bench.ask("git push -f"))
    assert said.index("Open a pull request.") < said.index("Ask first.")


def test_outside_the_project_only_the_persons_counts(bench: Any) -> None:
    bench.scar("of-project", PUSH)
    assert answers(bench.ask("git push -f", cwd=str(bench.root))) == []
    bench.scar("of-mine", PUSH, mine=True)
    assert "of-mine" in text(bench.ask("git push -f", cwd=str(bench.root)))


def test_a_project_inside_a_project_has_its_own(bench: Any) -> None:
    bench.scar("outer", PUSH)
    inner = bench.project / "vendor/lib"
    (inner / ".git").mkdir(parents=True)
    assert answers(bench.ask("git push -f", cwd=str(inner))) == []
    assert "outer" in text(bench.ask("git push -f", cwd=str(inner.parent)))


def test_a_scar_cannot_take_back_what_another_says(bench: Any) -> None:
    bench.scar("tells", HEAD.replace('"deny"', '"context"') + PUSH.removeprefix(HEAD))
    bench.scar("denies", PUSH)
    (answer,) = answers(bench.ask("git push -f"))
    assert isinstance(answer, Deny)
    heredoc = "git push -f; cat > a.py <<'E'\nx = 1\nE\n"
    assert [type(one) for one in answers(bench.ask(heredoc))] == [Deny, Deny]


@pytest.mark.parametrize("off", [{"off": ("force-push",)}, {"own": False}], ids=["by-id", "all"])
def test_it_can_be_switched_off(off: dict[str, Any], bench: Any) -> None:
    bench.scar("force-push", PUSH)
    bench.options(**off)
    assert answers(bench.ask("git push -f")) == []


def test_off_altogether_costs_nothing_in_the_hook_entry(bench: Any) -> None:
    bench.scar("force-push", PUSH)
    bench.options(own=False)
    bench.ask("make")
    assert not bench.wakes("git push -f")


def test_another_platform_is_not_asked(bench: Any) -> None:
    bench.scar(
        "force-push",
        'platforms = ["windows"]\n'
        + PUSH.replace(
            'command = "git push --force"', 'command = "git push --force"\nplatform = "windows"'
        ),
    )
    assert answers(bench.ask("git push -f")) == []
    bench.options(platform="windows")
    assert [type(one) for one in answers(bench.ask("git push -f"))] == [Deny]


def test_the_hook_entry_wakes_for_the_program_and_for_what_may_hide_it(bench: Any) -> None:
    bench.scar("force-push", PUSH)
    bench.ask("make")
    waking = ["git push", "g''it push", "sudo GIT x", "$X push", "{git,x} push", "`x` push"]
    assert [command for command in waking if not bench.wakes(command)] == []
    assert [command for command in ("make", "ls -la", "npm test") if bench.wakes(command)] == []


WATCHED = {
    "a-file": ('redirects_to = ["src/*.lock"]', "x > a.lock", "x > a.txt"),
    "an-argument": ('arguments = [["--force*", "-F"]]', "x --force-now", "x -g"),
    "a-heredoc": ("heredoc = { quoted = true }", "x", ""),
}


@pytest.mark.parametrize(("table", "wakes", "sleeps"), WATCHED.values(), ids=WATCHED.keys())
def test_the_hook_entry_wakes_for_every_kind_of_table(
    table: str, wakes: str, sleeps: str, bench: Any
) -> None:
    bench.scar("a", f"{HEAD}[[when]]\n{table}\n{SOME_CASES[table]}")
    assert bench.begin().said == ()
    assert bench.wakes(wakes)
    assert not sleeps or not bench.wakes(sleeps)


def cases(blocked: str, passed: str) -> str:
    return (
        f"[[must_block]]\nid = 'b'\ncommand = '''{blocked}'''\n"
        f"[[must_pass]]\nid = 'p'\ncommand = '''{passed}'''\n"
    )


SOME_CASES = {
    WATCHED["a-file"][0]: cases("x > src/a.lock", "x > src/a"),
    WATCHED["an-argument"][0]: cases("x -F", "x -f"),
    WATCHED["a-heredoc"][0]: cases("x <<'E'\na\nE", "x <<E\na\nE"),
}

CHANGES: dict[str, Callable[[Any], object]] = {
    "a-new-file": lambda bench: bench.scar(
        "other", PUSH.replace('"git"', '"hg"').replace("git push", "hg push")
    ),
    "a-changed-file": lambda bench: bench.scar("force-push", PUSH.replace("git", "hg")),
    "the-persons-first": lambda bench: bench.scar("m", PUSH.replace("git", "hg"), mine=True),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES.keys())
def test_a_change_takes_effect_at_the_next_call(
    change: Callable[[Any], object], bench: Any
) -> None:
    bench.scar("force-push", PUSH)
    assert answers(bench.ask("hg push --force")) == []
    assert not bench.wakes("hg push --force")
    change(bench)
    assert bench.wakes("hg push --force")
    assert [type(one) for one in answers(bench.ask("hg push --force"))] == [Deny]


def test_a_change_in_place_of_a_moment_ago_is_seen_too(bench: Any) -> None:
    path = bench.scar("force-push", PUSH)
    os.utime(path)
    os.utime(path.parent)
    bench.ask("make")
    path.write_text(PUSH.replace("git", "hgx"))
    assert [type(one) for one in answers(bench.ask("hgx push -f"))] == [Deny]


def test_a_removed_one_is_not_asked_any_more(bench: Any) -> None:
    path = bench.scar("force-push", PUSH)
    bench.ask("git push -f")
    path.unlink()
    assert answers(bench.ask("git push -f")) == []


def test_a_file_is_read_once_until_it_changes(bench: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    path = bench.scar("force-push", PUSH)
    bad = bench.scar("bad", BROKEN)
    seen: list[str] = []

    def reading(file: read.File, shipped: tuple[str, ...]) -> read.Read:
        seen.append(file.name)
        return read.read(file, shipped)

    monkeypatch.setattr(kept, "read", reading)
    for _ in range(3):
        bench.ask("git push -f")
    assert seen == ["bad", "force-push"]
    path.write_text(PUSH + "\n")
    bench.age(path)
    os.utime(path, ns=(0, path.stat().st_mtime_ns + 1))
    bench.ask("git push -f")
    assert seen == ["bad", "force-push", "force-push"]
    bad.unlink()
    bench.ask("git push -f")
    assert len(seen) == 3


def test_other_code_reads_all_again(bench: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    bench.scar("force-push", PUSH)
    bench.ask("git push -f")
    monkeypatch.setattr(kept, "_FORMAT", 0)
    monkeypatch.setattr(kept, "read", lambda file, shipped: read.Read(file))
    assert answers(bench.ask("git push -f")) == []


def test_a_bad_one_is_named_once_in_a_session_and_the_others_count(bench: Any) -> None:
    bench.scar("bad", BROKEN)
    bench.scar("force-push", PUSH)
    assert isinstance(answers(bench.ask("git push -f"))[0], Deny)
    told = text(bench.ask("git push"))
    assert f"{bench.project}/.tidegate/scars/bad.toml: at when[0].programs: expected a key" in told
    assert answers(bench.ask("git push")) == []
    assert "bad.toml" in text(bench.ask("git push", session="another"))


def test_another_fault_is_named_again(bench: Any) -> None:
    bench.scar("bad", BROKEN)
    text(bench.ask("git push"))
    bench.scar("bad", BROKEN.replace("origin", "origen"))
    assert "origen" in text(bench.ask("git push"))


def test_a_session_begins_with_what_is_wrong(bench: Any, snapshot: Any) -> None:
    bench.scar("bad", BROKEN)
    told = text(bench.begin())
    snapshot.snapshot_dir = f"{ROOT}/tests/slices/scar/snapshots/own"
    snapshot.assert_match(
        told.replace(str(bench.root), "/machine").replace(ROOT, "/tidegate"), "not-asked.txt"
    )
    assert answers(bench.begin()) == []


def test_without_scars_of_ones_own_nothing_is_loaded(
    bench: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(check, "check", None)
    monkeypatch.setattr(check, "start", None)
    assert answers(bench.ask("git push -f")) == []
    assert answers(bench.begin()) == []


@pytest.mark.parametrize("command", ["git push 'x", "git push <<"])
def test_what_cannot_be_read_runs(command: str, bench: Any) -> None:
    bench.scar("force-push", PUSH)
    assert answers(bench.ask(command)) == []


def broken(bench: Any, error: BaseException) -> None:
    def run(*_: object) -> None:
        raise error

    hooks = tuple(
        attrs.evolve(hook, run=run) if hook.watched else hook for hook in bench.member.slice.hooks
    )
    changed = attrs.evolve(bench.member.slice, hooks=hooks)
    bench.member = attrs.evolve(bench.member, slice=changed)


def test_where_they_cannot_be_asked_the_person_is(bench: Any, snapshot: Any) -> None:
    bench.scar("force-push", PUSH)
    bench.begin()
    broken(bench, BudgetSpent("too much"))
    (said,) = bench.ask("g'i't push").said
    assert isinstance(said.answer, Ask)
    snapshot.snapshot_dir = f"{ROOT}/tests/slices/scar/snapshots/own"
    shown = said.answer.reason.replace(ROOT, "/tidegate").replace(str(bench.root), "/machine")
    snapshot.assert_match(shown, "failed.txt")
    assert bench.ask("make").said == ()


def test_where_not_even_their_texts_are_known_any_call_is_asked_about(bench: Any) -> None:
    bench.scar("force-push", PUSH)
    broken(bench, RuntimeError("broken"))
    (said,) = bench.ask("make").said
    assert isinstance(said.answer, Ask)


def test_too_much_work_for_the_patterns_is_a_failure_that_asks(bench: Any) -> None:
    table = 'program = ["git"]\nheredoc = { line = ["' + "*a" * 99 + '"] }\n'
    bench.scar("slow", f"{HEAD}[[when]]\n{table}" + cases("git <<E\n" + "a" * 99 + "\nE", "git"))
    assert bench.begin().said == ()
    decision = bench.ask("git <<E\n" + "b" * 200_000 + "\nE")
    assert [failure.kind for failure in decision.failures] == ["budget"]
    assert [type(said.answer) for said in decision.said] == [Ask]


def test_an_unwritable_state_leaves_them_in_force(bench: Any) -> None:
    bench.scar("force-push", PUSH)
    (bench.root / "state").write_text("no folder")
    assert "force-push" in text(bench.ask("git push -f"))


@pytest.fixture(autouse=True)
def _plain_home(bench: Any, tmp_path: Path) -> None:
    (tmp_path / "home").mkdir(exist_ok=True)
