"""What was reported of the hook's process: how it starts, what it costs, what it reads."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import signal
import subprocess
import sys
import time
from typing import TYPE_CHECKING

import pytest

from host.clients.seen import seen
from host.last_resort import names
from host.limits import ATTEMPT_SECONDS
from host.shortcut import ANSWERED
from tests.host.machine import PYTHON, REPO, Machine, own_plugin

if TYPE_CHECKING:
    from pathlib import Path

    from tests.reports.whole import Whole

pytestmark = pytest.mark.skipif(os.name != "posix", reason="the entry is a POSIX shell script")

PRINT, HARMLESS = "cat notes.txt", "npm run catalog"
LOADED = """
import sys
before = set(sys.modules)
sys.path.insert(0, sys.argv[1])
import host.bare
def leave(code):
    host.bare.write_all(2, " ".join(sorted(set(sys.modules) - before)).encode())
    host.bare.system._exit(code)
host.bare.leave = leave
from host.front import main
main("claude-code")
"""
LONG = "\n".join(
    [
        "cd docs",
        *("sed -n 1,2p ACCESS.md | sort; (cd .. && test -d src) || true",) * 38,
        "cd ..; cat deploy/config.yaml | wc -l",
    ]
)


@pytest.fixture(scope="module")
def plugin(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return own_plugin(tmp_path_factory.mktemp("entry") / "a plugin")


@pytest.fixture
def machine(tmp_path: Path, plugin: Path) -> Machine:
    return Machine(tmp_path / "a machine", plugin).ready()


def broken_interpreter(machine: Machine, code: int) -> None:
    """Have an interpreter kept that ends at once, as CPython does where its script is missing."""
    file = machine.place / "broken-python"
    file.write_text(f"#!/bin/sh\necho usage >&2\nexit {code}\n")
    file.chmod(0o755)
    machine.with_interpreter(str(file))


@pytest.mark.parametrize("code", [1, 2, 127])
def test_an_interpreter_that_cannot_start_blocks_nothing(machine: Machine, code: int) -> None:
    broken_interpreter(machine, code)
    assert machine.ask(HARMLESS)[0] == "run"
    assert machine.ask(PRINT)[0] == "deny"


def test_with_nothing_but_the_entry_the_tools_that_mend_it_run(machine: Machine) -> None:
    shutil.rmtree(machine.copy().root / "host")
    given = {"file_path": "/etc/hosts", "content": '"command": "x"'}
    for tool in ("Read", "Edit", "Write"):
        assert machine.send(machine.event(HARMLESS, tool_name=tool, tool_input=given)).code == 0
    reply = machine.send(machine.event(HARMLESS))
    assert (reply.code, reply.stdout) == (2, b"")
    assert b"install it anew" in reply.stderr
    assert machine.send(b"").code == 2


def test_a_machine_that_is_slow_meanwhile_gets_the_same_answer(machine: Machine) -> None:
    idle = machine.send(machine.event(PRINT)).stdout
    entry = [str(machine.root / "bin" / "tidegate-hook"), "claude-code"]
    with subprocess.Popen(
        entry,
        cwd=machine.project,
        env=machine.environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    ) as process:
        assert process.stdin is not None
        process.stdin.write(json.dumps(machine.event(PRINT)).encode())
        process.stdin.close()
        process.stdin = None
        time.sleep(0.06)  # by then something of it runs, whichever part
        with contextlib.suppress(PermissionError):  # some systems say so of what has just ended
            os.killpg(process.pid, signal.SIGSTOP)
            time.sleep(0.3)  # nothing of it has a turn, as behind other work
            os.killpg(process.pid, signal.SIGCONT)
        out, _ = process.communicate()
    assert seen(out.decode())[0] == "deny"
    assert out == idle


def test_only_a_call_that_hangs_meets_the_deadline() -> None:
    slowest_seen = 4.6  # seconds of a cold call, eight at once on two cores
    assert 1.5 * slowest_seen < ATTEMPT_SECONDS


@pytest.mark.skipif("recall" not in names(), reason="the slice that looks at the clock is deleted")
@pytest.mark.parametrize(
    "command", [LONG, f"{LONG}\ncat > app.py <<'EOF'\nx\nEOF"], ids=["is-told", "is-denied"]
)
def test_no_verdict_looks_at_the_clock(
    command: str, whole: Whole, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert len(command.splitlines()) >= 40
    idle = whole.ask(command)
    ticks = iter(range(1, 1_000_000))
    started = time.time()
    for name in ("monotonic", "perf_counter", "process_time", "thread_time", "time"):
        monkeypatch.setattr(time, name, lambda: started + next(ticks))
    loaded = whole.ask(command, session_id="another")
    assert next(ticks) > 1  # the clock was read at all, and each time a second later
    assert loaded.raw == idle.raw
    assert loaded.raw != ""


CODE_PAGE = {
    "LC_ALL": "ja_JP.SJIS",
    "LANG": "ja_JP.SJIS",
    "PYTHONIOENCODING": "cp932:strict",
    "PYTHONUTF8": "0",
}


@pytest.mark.parametrize("escaped", [False, True], ids=["as-bytes", "as-escapes"])
@pytest.mark.parametrize(
    "name", ["表.md", "ソ\N{GRINNING FACE}.md"]
)  # in cp932 both hold a backslash
def test_an_event_is_utf8_whatever_the_console_is(
    machine: Machine, name: str, escaped: bool
) -> None:
    (machine.project / name).write_text("x\n")
    machine.environment |= CODE_PAGE
    event = machine.event(f"cat {name}")
    raw = json.dumps(event, ensure_ascii=escaped).encode()
    reply = machine.send(raw)
    verdict, text = seen(reply.stdout.decode())
    assert (verdict, reply.code) == ("deny", 0)
    assert f"{machine.project}/{name}" in text
    assert b"Traceback" not in reply.stderr


def every_command(hooks: dict[str, object]) -> list[dict[str, object]]:
    groups = [group for groups in hooks["hooks"].values() for group in groups]  # type: ignore[attr-defined]
    return [hook for group in groups for hook in group["hooks"]]


def test_the_hook_is_found_from_every_folder() -> None:
    hooks = every_command(json.loads((REPO / "hooks/hooks.json").read_text("utf-8")))
    assert hooks
    entry = "${CLAUDE_PLUGIN_ROOT}/bin/tidegate-hook"
    assert {hook["command"] for hook in hooks} == {entry}
    assert [hook for hook in hooks if hook.get("args") != ["claude-code"]] == []


@pytest.mark.parametrize("where", ["/", "elsewhere", "project/sub"])
def test_the_answer_does_not_hang_on_the_hooks_own_folder(machine: Machine, where: str) -> None:
    folder = machine.place / where
    folder.mkdir(parents=True, exist_ok=True)
    command = f'cd "{folder}" && exec "{machine.root}/bin/tidegate-hook" claude-code'
    reply = machine.send(machine.event(PRINT), entry=("/bin/sh", "-c", command))
    assert f"{machine.project}/notes.txt" in seen(reply.stdout.decode())[1]


def only_builtin(modules: set[str]) -> bool:
    return all(
        name in sys.builtin_module_names or name == "_json" or name.partition(".")[0] == "host"
        for name in modules
    )


def test_a_call_that_no_slice_wants_loads_builtin_modules_alone(tmp_path: Path) -> None:
    machine = Machine(tmp_path / "m").ready()  # the shipped slices
    note = machine.project / ".tidegate/notes/n.md"
    note.parent.mkdir(parents=True)
    note.write_text("---\nanchors: [notes.txt]\n---\nx\n")
    os.utime(note, (1, 1))
    os.utime(note.parent, (1, 1))
    machine.ask("ls")  # writes what the next calls pass by
    entry = (PYTHON, "-I", "-S", "-c", LOADED, str(machine.root))
    reply = machine.send(machine.event("ls -la"), entry=entry)
    assert (reply.stdout, reply.code) == (b"", ANSWERED), reply.stderr
    modules = set(reply.stderr.decode().split())
    assert "host.front" in modules
    assert "host.supervise" not in modules
    assert only_builtin(modules), modules


def test_a_call_that_no_slice_wants_never_comes_to_the_slices(
    whole: Whole, monkeypatch: pytest.MonkeyPatch
) -> None:
    def asked(*_: object) -> None:
        raise AssertionError

    whole.start()
    monkeypatch.setattr("host.judge.judge", asked)
    assert whole.ask("ls").raw == ""
    assert whole.ask("git status").raw == ""
