"""What was reported of several events of one session, through the whole stack."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from host.last_resort import names

if TYPE_CHECKING:
    from tests.reports.whole import Answer, Whole

GUARD, RECALL, SCAR = (
    pytest.mark.skipif(name not in names(), reason=f"the slice {name} was deleted")
    for name in ("guard", "recall", "scar")
)
LOOK = "grep -n timeout deploy/config.yaml"
WRITE = "sed -i 's/30/31/' deploy/config.yaml"


@pytest.fixture(autouse=True)
def session(whole: Whole) -> None:
    whole.start()


def read(whole: Whole, path: str, **changes: str) -> Answer:
    return whole.tool("Read", {"file_path": str(whole.project / path)}, **changes)


@SCAR
def test_a_text_that_the_shell_wrote_wrongly_is_told_after_it(whole: Whole) -> None:
    _, after = whole.run(r"printf '%s\n' 'a\\\\b' > pat.py")
    assert f"{whole.project}/pat.py:1: " in after.context


@SCAR
@pytest.mark.parametrize("end", ["", "; exit 3"], ids=["that-succeeds", "that-fails"])
@pytest.mark.parametrize(
    ("name", "text"), [("stubs.py", "def f(:\\n"), ("stubs.json", "{,\\n"), ("stubs.toml", "=\\n")]
)
def test_a_generator_that_names_no_file_is_looked_at_after_it(
    whole: Whole, name: str, text: str, end: str
) -> None:
    whole.file("Makefile", f"regen-stubs:\n\t@printf '{text}' > {name}{end}\n")
    _, after = whole.run("make regen-stubs")
    assert f"{whole.project}/{name}:1: " in after.context


@GUARD
@pytest.mark.parametrize("name", ["big.log", "big.json"])
def test_the_end_of_a_file_that_fills_the_memory_is_never_read(whole: Whole, name: str) -> None:
    os.truncate(whole.file(name), 161 << 30)  # its lines would take minutes to count
    answer = whole.ask(f"tail -n 3000 {name}")
    assert answer.verdict == ("run" if name.endswith(".log") else "deny")
    assert "offset=" not in answer.reason


@GUARD
def test_a_file_that_one_agent_has_read_is_denied_to_the_others(whole: Whole) -> None:
    def prints(**who: str) -> str:
        return whole.ask("head -n 50 docs/ACCESS.md", **who).verdict

    one, other = {"agent_id": "a1"}, {"agent_id": "a2"}
    assert [prints(), prints(**one), prints(**other)] == ["deny"] * 3
    read(whole, "docs/ACCESS.md", **one)
    assert [prints(**one), prints(), prints(**other)] == ["run", "deny", "deny"]
    assert prints(**one, session_id="another") == "deny"


@GUARD
@pytest.mark.parametrize(
    ("event", "source", "verdict"),
    [
        ("PreCompact", "", "deny"),
        ("SessionStart", "compact", "deny"),
        ("SessionStart", "clear", "deny"),
        ("SessionStart", "resume", "run"),
    ],
    ids=["before-a-compaction", "after-a-compaction", "cleared", "resumed"],
)
def test_a_file_that_was_read_is_denied_again_once_the_context_lost_it(
    whole: Whole, event: str, source: str, verdict: str
) -> None:
    assert whole.ask("cat app.py").verdict == "deny"
    read(whole, "app.py")
    whole.event(event, source=source, trigger="auto")
    assert whole.ask("cat app.py").verdict == verdict


@RECALL
def test_a_note_is_told_to_each_agent_and_again_after_a_compaction(whole: Whole) -> None:
    one = {"agent_id": "a1"}
    assert [whole.ask(LOOK).notes, whole.ask(LOOK, **one).notes] == [["config"]] * 2
    assert [whole.ask(LOOK).raw, whole.ask(LOOK, **one).raw] == ["", ""]
    whole.event("PreCompact", trigger="auto")
    assert [whole.ask(LOOK).notes, whole.ask(LOOK, **one).notes] == [["config"]] * 2


@RECALL
def test_a_look_at_a_part_of_the_file_is_not_all_of_the_delivery(whole: Whole) -> None:
    before, after = whole.run("sed -n '1,5p' deploy/config.yaml | cat")
    assert (before.notes, after.raw) == (["config"], "")
    assert whole.ask(WRITE).notes == ["config"]
    assert whole.ask(LOOK, session_id="another").notes == ["config"]


@RECALL
def test_an_edit_that_is_proven_is_the_end_of_a_note(whole: Whole) -> None:
    before, _ = whole.run(WRITE)
    assert before.notes == ["config"]
    assert whole.ask(LOOK, session_id="another").raw == ""


@RECALL
@SCAR
def test_a_denied_write_is_no_edit(whole: Whole) -> None:
    whole.note("entry", "app.py")
    write = "cat > app.py <<'EOF'\nx = 2\nEOF"
    denied = whole.ask(write)
    assert (denied.by, denied.notes) == (["scar"], ["entry"])
    assert whole.ask(write, session_id="another").notes == ["entry"]


@RECALL
@SCAR
def test_a_deny_stands_before_the_question_of_another_slice(whole: Whole) -> None:
    whole.note("signed", "app.py", "stop")
    whole.ask("wc -l app.py")
    assert whole.ask("echo x > app.py").verdict == "ask"
    assert whole.ask("cat > app.py <<'EOF'\nx = 2\nEOF").by == ["scar"]
