"""When a note is told: per session, agent and compaction, at the first touch and first write."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

import pytest

from host.call import Ask, SessionEvent
from slices.recall import counts
from slices.recall.limits import NOTES_MAX_CHARACTERS, NOTES_PER_ANSWER_MAX, OFFER_SECONDS

if TYPE_CHECKING:
    from collections.abc import Callable

READ = "cat f.txt"
WRITE = "echo x > f.txt"


@pytest.fixture
def noted(bench: Any) -> Any:
    bench.file("f.txt")
    bench.note("n", "f.txt")
    return bench


@pytest.mark.parametrize(
    ("commands", "told"),
    [
        ([READ, READ, READ], [1, 0, 0]),
        ([READ, WRITE, WRITE], [1, 1, 0]),
        ([READ, WRITE, READ], [1, 1, 0]),
        ([WRITE, WRITE, READ], [1, 0, 0]),
        ([WRITE, READ, WRITE], [1, 0, 0]),
        ([READ, READ, WRITE, READ, WRITE], [1, 0, 1, 0, 0]),
        (["cat f.txt; echo x > f.txt", WRITE], [1, 0]),
    ],
    ids=["reads", "read-writes", "write-between", "writes", "write-first", "long", "both-at-once"],
)
def test_once_at_the_first_touch_and_once_at_the_first_write(
    commands: list[str], told: list[int], noted: Any
) -> None:
    assert [len(noted.told(noted.shell(one))) for one in commands] == told


@pytest.mark.parametrize("who", [{"session": "t"}, {"agent": "a"}], ids=["session", "agent"])
def test_another_has_not_been_told(who: dict[str, str], noted: Any) -> None:
    assert noted.told(noted.shell(READ)) == ["n"]
    assert noted.told(noted.shell(READ, **who)) == ["n"]
    assert noted.told(noted.shell(READ, **who)) == []


@pytest.mark.parametrize(
    ("lose", "again"),
    [
        (lambda bench: bench.session("session.compact"), ["n"]),
        (lambda bench: bench.session("session.start", "compact"), ["n"]),
        (lambda bench: bench.session("session.start", "clear"), ["n"]),
        (lambda bench: bench.session("session.start", "resume"), []),
        (lambda bench: bench.session("session.start", "startup"), []),
        (lambda bench: bench.session("session.compact", agent="a"), []),
        (lambda bench: bench.ask(SessionEvent("claude-code", "session.compact", "s2", "/")), []),
    ],
    ids=["compaction", "after-it", "clear", "resume", "startup", "another-agent", "other-session"],
)
def test_what_the_context_lost_is_told_again(
    lose: Callable[[Any], Any], again: list[str], noted: Any
) -> None:
    noted.told(noted.shell(READ))
    lose(noted)
    assert noted.told(noted.shell(READ)) == again


def test_a_compaction_of_the_session_counts_for_its_agents(noted: Any) -> None:
    noted.told(noted.shell(READ, agent="a"))
    noted.session("session.compact")
    assert noted.told(noted.shell(READ, agent="a")) == ["n"]


def test_an_edited_note_is_another_one(noted: Any) -> None:
    noted.told(noted.shell(READ))
    noted.note("n", "f.txt", text="Something else.")
    assert noted.told(noted.shell(READ)) == ["n"]


def test_a_note_of_two_files_is_told_once(noted: Any) -> None:
    noted.file("g.txt")
    noted.note("n", "f.txt", "g.txt")
    assert noted.told(noted.shell("cat f.txt g.txt")) == ["n"]
    assert noted.told(noted.shell("cat g.txt")) == []


def test_an_answer_that_was_lost_is_given_again(
    noted: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    noted.ask_only(noted.shell(READ))
    assert noted.told(noted.shell(READ)) == []
    later = OFFER_SECONDS + 1
    now = time.time()
    monkeypatch.setattr("slices.recall.due.time.time", lambda: now + later)
    assert noted.told(noted.shell(READ)) == ["n"]
    assert noted.told(noted.shell(READ)) == []


def test_an_answer_that_arrived_is_not_given_again_however_late(
    noted: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    noted.ask(noted.shell(READ))
    later = OFFER_SECONDS * 100
    now = time.time()
    monkeypatch.setattr("slices.recall.due.time.time", lambda: now + later)
    assert noted.told(noted.shell(READ)) == []


@pytest.mark.parametrize("call_id", ["c", ""], ids=["with-id", "without-id"])
def test_a_second_attempt_at_the_same_call_says_the_same(call_id: str, noted: Any) -> None:
    for command in (READ, WRITE):
        call = noted.shell(command, call_id=call_id and f"{call_id}{command}")
        first, _ = noted.ask_only(call)
        assert noted.ask(call).contexts == first.contexts != ()


def test_more_notes_than_fit_are_named_and_come_at_the_next_touch(bench: Any) -> None:
    bench.file("f.txt")
    names = [f"n{number:02}" for number in range(NOTES_PER_ANSWER_MAX + 3)]
    for name in names:
        bench.note(name, "f.txt")
    first = bench.ask(bench.shell(READ)).contexts[0]
    shown = [name for name in names if f"Note {name}," in first]
    left = [name for name in names if name not in shown]
    assert len(shown) == NOTES_PER_ANSWER_MAX
    assert f"Not shown, since it would not fit: {', '.join(left)}." in first
    assert bench.told(bench.shell(READ)) == left
    assert bench.told(bench.shell(READ)) == []


def test_a_long_note_leaves_room_for_a_short_one_behind_it(bench: Any) -> None:
    bench.file("f.txt")
    for name in ("a", "b"):
        bench.note(name, "f.txt", text="x" * (NOTES_MAX_CHARACTERS // 2))
    bench.note("c", "f.txt")
    decision = bench.ask(bench.shell(READ))
    assert len(decision.contexts[0]) < NOTES_MAX_CHARACTERS + 300
    assert "Note a," in decision.contexts[0]
    assert "would not fit: b." in decision.contexts[0]
    assert "Note c," in decision.contexts[0]


def test_the_most_exact_match_comes_first(bench: Any) -> None:
    bench.file("src/f.txt")
    bench.note("a-wide", "**")
    bench.note("b-narrow", "src/*.txt")
    bench.note("c-exact", "src/f.txt")
    bench.note("d-stop", "src/f.txt", severity="stop")
    told = bench.told(bench.shell("cat src/f.txt"))
    assert told == ["d-stop", "c-exact", "b-narrow", "a-wide"]


@pytest.mark.parametrize(
    ("tool", "first", "second"),
    [("read", "read", "edit"), ("read", "read", "write"), ("read", "read", "notebook")],
)
def test_file_tools(tool: str, first: str, second: str, noted: Any) -> None:
    assert noted.told(noted.tool(first, "f.txt")) == ["n"]
    assert noted.told(noted.tool(tool, "f.txt")) == []
    assert noted.told(noted.tool(second, "f.txt")) == ["n"]
    assert noted.told(noted.tool(second, "f.txt")) == []


def test_a_tool_call_without_a_path_is_nothing(noted: Any) -> None:
    assert noted.told(noted.tool("edit", "f.txt", path=None)) == []


def test_a_stop_note_asks_once_it_was_told(bench: Any) -> None:
    bench.file("f.txt")
    bench.note("n", "f.txt", severity="stop")
    assert bench.ask(bench.shell(WRITE)).verdict == "run"
    asked = bench.ask(bench.shell(WRITE))
    assert asked.verdict == "ask"
    assert isinstance(asked.asks[0].answer, Ask)
    assert "Mind n." in asked.asks[0].answer.reason
    assert bench.ask(bench.shell(READ)).verdict == "run"
    assert bench.ask(bench.tool("edit", "f.txt")).verdict == "ask"


def test_a_stop_note_that_was_read_is_told_again_beside_the_question(bench: Any) -> None:
    bench.file("f.txt")
    bench.note("n", "f.txt", severity="stop")
    bench.ask(bench.shell(READ))
    asked = bench.ask(bench.shell(WRITE))
    assert (asked.verdict, len(asked.contexts)) == ("ask", 1)


@pytest.mark.parametrize("other", ["app/i/page.tsx", "app/d/page.tsx"])
def test_a_word_with_brackets_is_the_file_that_it_matches(other: str, bench: Any) -> None:
    bench.file("app/[id]/page.tsx")
    bench.note("n", "app/[id]/page.tsx")
    command = "cat app/[id]/page.tsx"
    assert bench.told(bench.shell(command)) == ["n"]
    bench.file(other)
    assert bench.told(bench.shell(command, session="another")) == []


@pytest.mark.parametrize(
    "write",
    [
        "sed -i s/a/b/ *.txt",
        'for one in f*.txt; do sed -i s/a/b/ "$one"; done',
        "for one in *.txt; do echo x >> $one; done",
    ],
    ids=["glob-word", "loop-over-a-glob", "redirect-in-a-loop"],
)
def test_a_stop_note_asks_where_a_pattern_names_what_is_written(write: str, bench: Any) -> None:
    bench.file("f.txt")
    bench.note("n", "f.txt", severity="stop")
    assert bench.ask(bench.shell(write.replace("sed -i s/a/b/", "cat"))).contexts
    assert bench.ask(bench.shell(write)).verdict == "ask"


def test_a_caution_never_asks(noted: Any) -> None:
    for command in (READ, WRITE, WRITE):
        assert noted.ask(noted.shell(command)).verdict == "run"


def test_a_stop_note_of_another_file_does_not_ask(bench: Any) -> None:
    bench.file("f.txt")
    bench.note("n", "g.txt", severity="stop")
    bench.note("m", "f.txt")
    bench.ask(bench.shell("cat f.txt g.txt"))
    assert bench.ask(bench.shell("cat g.txt > f.txt")).verdict == "run"


def test_expired_and_retired_notes_are_not_told(bench: Any) -> None:
    bench.file("f.txt")
    bench.note("old", "f.txt", expires="2001-01-01")
    bench.note("gone", "f.txt", retired="2001-01-01")
    assert bench.told(bench.shell(READ)) == []


def test_a_folder_stands_for_its_files_where_that_is_on(bench: Any) -> None:
    bench.file("deploy/a/f.txt")
    bench.note("n", "deploy/a/f.txt")
    assert bench.told(bench.shell("grep -r x deploy/")) == []
    assert bench.told(bench.shell("grep -r x deploy/"), folder_operands=True) == ["n"]


def test_rules_are_notes_where_they_are_on(bench: Any) -> None:
    bench.file("f.txt")
    rule = bench.file(".claude/rules/style.md", "---\npaths: f.txt\n---\nNo tabs.\n")
    bench.age(rule.parent)
    assert bench.told(bench.shell(READ)) == []
    assert bench.told(bench.tool("read", "f.txt"), rules=True) == []
    assert bench.told(bench.shell(READ), rules=True) == ["rules/style"]
    call = bench.shell(WRITE)
    assert bench.told(call, rules=True) == ["rules/style"]
    (bench.project / "f.txt").write_text("x")
    bench.after(call, rules=True)
    assert counts.RETIRED not in bench.counts()
