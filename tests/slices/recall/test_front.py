"""What the hook entry passes before anything is loaded, and what it never may."""

from __future__ import annotations

import os
import time
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from host import house, last_resort, paths, triggers, watches
from host.clients import claude_code
from host.here import Here
from slices.recall import watching
from tests.slices.conftest import load_file

if TYPE_CHECKING:
    from collections.abc import Callable

HERE = Path(__file__).parent
CASES: list[dict[str, Any]] = tomllib.loads((HERE / "cases.toml").read_text("utf-8"))["case"]
PASSED_THOUGH_IT_DELIVERS = {"link-to-the-file"}
"""The hook entry does not know the other name of a linked file."""

PASS = [
    "ls -la && git status",
    "python build.py",
    "git log --oneline",
    "npm run build",
    "",
    "cat x",
]
HIDING = ["cat deploy/*.y?ml", "cat deploy/conf{ig,x}.yaml", "A=conf; cat ${A}ig.yaml", "cat `x`"]


@pytest.fixture
def filled(bench: Any) -> Any:
    load_file(HERE / "tree.py").make(bench)
    started(bench)
    return bench


def started(bench: Any) -> None:
    bench.session("session.start", "startup")


def wants(bench: Any, call: Any, event: str = "PreToolUse", **more: Any) -> bool:
    given = {"command": call.command} if call.tool == "shell" else {"file_path": call.path}
    raw = {
        "hook_event_name": event,
        "tool_name": "Bash" if call.tool == "shell" else call.tool.capitalize(),
        "tool_input": given,
        "cwd": call.cwd,
        "session_id": "s",
        **more,
    }
    glance = claude_code.glance(raw)
    assert isinstance(glance, tuple)
    scope = claude_code.scope(raw)
    here = Here(scope[0], scope[3])
    hooks = [("recall", hook) for hook in bench.member.slice.hooks]
    triggers.write(hooks, triggers.fingerprint(here), here)
    return triggers.wants(glance, scope)


def placed(case: dict[str, Any], bench: Any) -> Any:
    def put(text: str) -> str:
        return text.replace("@TOP@", str(bench.project)).replace("@ROOT@", str(bench.root))

    cwd = put(case.get("cwd", "."))
    return bench.shell(put(case["command"]), str(bench.project / cwd) if cwd else "")


@pytest.mark.parametrize("case", [pytest.param(c, id=c["id"]) for c in CASES if c["delivers"]])
def test_what_delivers_is_let_through(case: dict[str, Any], filled: Any) -> None:
    assert wants(filled, placed(case, filled)) is (case["id"] not in PASSED_THOUGH_IT_DELIVERS)


@pytest.mark.parametrize("command", PASS)
def test_what_names_no_anchor_passes(command: str, filled: Any) -> None:
    assert not wants(filled, filled.shell(command))


@pytest.mark.parametrize("command", HIDING)
def test_what_can_hide_a_name_is_looked_at(command: str, filled: Any) -> None:
    assert wants(filled, filled.shell(command))


def test_without_notes_everything_passes(bench: Any) -> None:
    started(bench)
    assert not any(wants(bench, bench.shell(command)) for command in (*PASS, *HIDING))


def test_file_tools_by_their_path(filled: Any) -> None:
    assert wants(filled, filled.tool("edit", "deploy/config.yaml"))
    assert wants(filled, filled.tool("read", "lib/x.ts"))
    assert not wants(filled, filled.tool("write", "plain.txt"))


def edited_in_place(bench: Any) -> None:
    path = bench.project / ".tidegate/notes/config.md"
    folder = path.parent.stat()
    path.write_text(path.read_text().replace("deploy/config.yaml", "deploy/othing.yaml"))
    os.utime(path.parent, ns=(folder.st_atime_ns, folder.st_mtime_ns))


def kept(raw: bytes) -> tuple[dict[str, Any], bytes]:
    found = watches.unpacked(raw)
    assert found is not None
    return found


def of_another_folder(raw: bytes) -> bytes:
    head, hashes = kept(raw)
    return watches._headed(head | {"folder": "/x"}) + hashes


CHANGES: dict[str, Callable[[Any], object]] = {
    "a-note-more": lambda bench: bench.note("more", "plain.md"),
    "a-note-less": lambda bench: (bench.project / ".tidegate/notes/config.md").unlink(),
    "a-note-edited-in-place": edited_in_place,
    "a-first-note-of-the-persons": lambda bench: bench.note("own", "/srv/x.md", mine=True),
    "another-config": lambda bench: (bench.root / "config/tidegate/config.json").write_text("{}"),
    "a-new-state": lambda bench: (bench.state / "watch").rename(bench.root / "gone"),
    "a-damaged-watch": lambda bench: [f.write_text("x") for f in (bench.state / "watch").iterdir()],
    "another-projects-watch": lambda bench: [
        f.write_bytes(of_another_folder(f.read_bytes())) for f in (bench.state / "watch").iterdir()
    ],
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES.keys())
def test_a_stale_or_missing_watch_is_never_a_pass(
    change: Callable[[Any], object], filled: Any
) -> None:
    assert not wants(filled, filled.shell("ls"))
    change(filled)
    assert wants(filled, filled.shell("ls"))


def test_the_next_call_mends_it(filled: Any) -> None:
    filled.note("more", "plain.md")
    assert wants(filled, filled.shell("ls"))
    filled.ask(filled.shell("ls"))
    assert not wants(filled, filled.shell("ls"))
    assert wants(filled, filled.shell("cat plain.md"))


def test_notes_of_a_moment_ago_stay_looked_at(filled: Any) -> None:
    folder = filled.project / ".tidegate/notes"
    (folder / "new.md").write_text("---\nanchors: [plain.md]\n---\nx\n")
    filled.ask(filled.shell("ls"))
    assert wants(filled, filled.shell("ls"))


def test_a_project_inside_another_is_watched_for_both(filled: Any) -> None:
    inner = filled.project / "inner"
    (inner / ".git").mkdir(parents=True)
    call = filled.shell("ls", str(inner))
    filled.ask(call)
    assert not wants(filled, call)
    assert wants(filled, filled.shell("cat config.yaml", str(inner)))


@pytest.mark.parametrize("event", ["PostToolUse", "PostToolUseFailure"])
def test_after_a_call_a_changed_file_is_looked_at(
    event: str, filled: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    an_hour_later = time.time() + 3600
    monkeypatch.setattr("host.watches.time.time", lambda: an_hour_later)
    call = filled.shell("python build.py")
    assert not wants(filled, call, event, duration_ms=1)
    path = filled.project / "deploy/config.yaml"
    os.utime(path, (an_hour_later, an_hour_later - 3600))
    assert wants(filled, call, event, duration_ms=1)
    os.utime(path, (an_hour_later - 10, an_hour_later - 10))
    assert not wants(filled, call, event, duration_ms=1)
    assert wants(filled, call, event, duration_ms=9_000)
    assert wants(filled, call, event)


def test_a_folder_setting_watches_everything(bench: Any) -> None:
    bench.file("f.txt")
    bench.note("n", "f.txt")
    bench.ask(bench.shell("ls"), folder_operands=True)
    assert wants(bench, bench.shell("grep -r x deploy"))


def test_rules_that_are_off_wake_nothing(bench: Any) -> None:
    rule = bench.file(".claude/rules/style.md", "---\npaths: f.txt\n---\nNo tabs.\n")
    bench.age(rule.parent)
    started(bench)
    assert not wants(bench, bench.shell("cat f.txt"))


def test_the_watch_is_small(filled: Any) -> None:
    for file in (filled.state / "watch").iterdir():
        head, _ = kept(file.read_bytes())
        assert head["folder"].endswith("notes") or head["folder"].endswith("rules")
        assert watches.EVERYTHING not in head["pieces"]
    assert watching.declared()[1].startswith(paths.config_folder())


def test_where_the_host_itself_is_broken_a_held_name_is_enough(filled: Any) -> None:
    folder = str(filled.project)
    held = last_resort.verdict("sed -i s/a/b/ deploy/config.yaml", "crash", "x", folder)
    assert "recall" in held
    assert last_resort.verdict("make all", "crash", "x", folder) == ""
    assert last_resort.verdict("sed -i s/a/b/ deploy/config.yaml", "crash", "x") == ""


def test_where_the_slice_did_not_load_a_held_name_is_enough(filled: Any) -> None:
    assert house.crude_holds("recall", filled.shell("wc -l deploy/config.yaml"))
    assert not house.crude_holds("recall", filled.shell("make all"))
    assert not house.crude_holds("recall", filled.tool("edit", "deploy/config.yaml"))


def test_known_miss_a_glob_without_literal_text_through_another_folder_name(bench: Any) -> None:
    bench.file("deploy/x")
    bench.note("n", "deploy/**")
    (bench.project / "d").symlink_to("deploy")
    started(bench)
    assert wants(bench, bench.shell("cat deploy/x"))
    assert wants(bench, bench.shell("cat x", str(bench.project / "deploy")))
    assert not wants(bench, bench.shell("cat d/x"))
    assert bench.told(bench.shell("cat d/x")) == ["n"]


def test_known_miss_an_edit_in_place_beyond_the_files_that_are_stamped(
    bench: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("slices.recall.watching.NOTE_FILES_STAMPED_MAX", 0)
    load_file(HERE / "tree.py").make(bench)
    started(bench)
    edited_in_place(bench)
    assert not wants(bench, bench.shell("ls"))
    assert wants(bench, bench.shell("ls .tidegate/notes"))
