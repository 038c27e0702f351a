"""The mod in one session of the real client: the hook's answers, and no process for a call."""

from __future__ import annotations

import json
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from host.clients.seen import seen
from host.warm import control
from tests.client.install import REPO
from tests.client.plugin import switch_on
from tests.client.session import Call, Home, bash, run_session

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.client.session import Session

pytestmark = pytest.mark.client

NOTE = "Do not raise this timeout: the gateway kills at 60 s."
PRINT = "cat notes.txt"
COUNTED = """#!/bin/sh
echo "$*" >>"$XDG_RUNTIME_DIR/calls"
if [ -e "$XDG_RUNTIME_DIR/broken" ]; then exit 1; fi
"$0.real" "$@"
code=$?
[ "$2" != address ] || : >"$XDG_RUNTIME_DIR/told"
exit $code
"""
STOP = (
    "cp $XDG_RUNTIME_DIR/calls $XDG_RUNTIME_DIR/warm; cd $XDG_RUNTIME_DIR/tidegate;"
    " kill $(cat ./*.lock); while ls ./http-*; do sleep 0.05; done; cd -"
)
# the mod takes the address from the process's output a moment after the process ended
WARM_UP = (
    "until [ -e $XDG_RUNTIME_DIR/told ]; do sleep 0.05; done; sleep 0.5; : >$XDG_RUNTIME_DIR/calls"
)
BREAK, MEND = (f"{verb} $XDG_RUNTIME_DIR/broken" for verb in (": >", "rm"))


@pytest.fixture
def runtime() -> Iterator[Path]:
    """A runtime folder with a short name; the residents in it end with the test."""
    folder = Path(tempfile.mkdtemp(prefix="tg-"))
    try:
        yield folder
    finally:
        for lock in folder.glob("tidegate/*.lock"):
            assert control.stop(str(lock).removesuffix(".lock"))
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture
def mod(copy: Path) -> Path:
    """The mod of a copy with every slice on, whose two programs note each of their calls."""
    switch_on(copy)
    for name in ("tidegate", "tidegate-hook"):
        program = copy / "bin" / name
        program.rename(program.with_name(f"{name}.real"))
        program.write_text(COUNTED)
        program.chmod(0o755)
    return copy / "hooks" / "mod"


@pytest.fixture
def machine(home: Home, data: Path, runtime: Path) -> Home:
    """A machine where a warm host may run, with files and a note in the project."""
    home.env |= {"TIDEGATE_HOST": "", "XDG_RUNTIME_DIR": str(runtime)}
    home.data.with_name("tidegate-mod-inline").symlink_to(data)
    home.write("notes.txt", "one\ntwo\n")
    home.write("deploy/config.yaml", "timeout: 30\n")
    home.write(".tidegate/notes/gateway.md", f"---\nanchors: [deploy/config.yaml]\n---\n{NOTE}\n")
    home.write("gen.sh", "printf 'def f(:\\n' > stubs.py; exit 3\n")
    return home


def classic(mod: Path, home: Home, data: Path) -> str:
    """Return the reason of the hook's deny of the print."""
    event = {
        "session_id": "hook",
        "cwd": str(home.project),
        "hook_event_name": "PreToolUse",
        "tool_name": "Bash",
        "tool_input": {"command": PRINT},
        "tool_use_id": "toolu_hook",
    }
    environment = home.environment("") | {"CLAUDE_PLUGIN_DATA": str(data), "TIDEGATE_HOST": "cold"}
    entry = [str(mod.parents[1] / "bin" / "tidegate-hook"), "claude-code"]
    done = subprocess.run(
        entry, input=json.dumps(event), env=environment, capture_output=True, text=True, check=True
    )
    verdict, reason = seen(done.stdout)
    assert verdict == "deny"
    return reason


def told(session: Session, text: str) -> list[str]:
    """Return the hook events that brought a text, in order."""
    return [n.split(" hook additional context")[0].split()[-1] for n in session.notes if text in n]


def test_the_hooks_answers_with_no_process_for_a_call(
    client: Path, machine: Home, mod: Path, data: Path, runtime: Path
) -> None:
    document = machine.project / "doc.md"
    turns = [
        *(bash(PRINT), bash(WARM_UP)),  # nobody listens yet; then somebody does
        *(bash(PRINT), bash(f"{PRINT} | wc -l"), bash("wc -l deploy/config.yaml")),
        Call("Write", {"file_path": str(document), "content": "One here. Two there.\n"}),
        *(bash("sh gen.sh"), bash(BREAK), bash(PRINT)),  # no process works, and none is needed
        *(bash(STOP), bash(PRINT), bash("echo ran")),
        *(bash(MEND), bash(PRINT)),
    ]
    session = run_session(client, machine, turns, plugin=mod)
    first, _, warm, piped, counted, written, _, _, without, _, closed, ran, _, last = (
        result.text for result in session.results
    )
    reason = classic(mod, machine, data)
    assert [first, warm, without, last] == [reason] * 4
    assert (piped, counted, ran) == ("2", "1 deploy/config.yaml", "ran")
    assert "without a full check" in closed
    assert f"{mod.parents[1]}/bin/tidegate disable guard" in closed
    assert document.read_text() == "One here.\nTwo there.\n"
    assert "doc.md" in written
    assert told(session, NOTE) == ["PreToolUse:Bash"]
    assert told(session, "added 1 line break") == ["PreToolUse:Write"]
    broken = told(session, "stubs.py:1: invalid syntax")
    assert broken[0] == "PostToolUseFailure:Bash"  # a call right after it may be told of it, too
    assert (runtime / "warm").read_text() == ""


def test_a_mod_that_the_client_does_not_load_is_told(
    client: Path, machine: Home, mod: Path
) -> None:
    path = mod / "hooks" / "register.js"
    path.write_text(path.read_text().replace("$.http.fetch", "$['http'].fetch"))
    session = run_session(client, machine, [bash(PRINT)], plugin=mod)
    assert [result.text for result in session.results] == ["one\ntwo"]
    assert "tidegate is OFF in this session" in session.output


@pytest.mark.parametrize("options", [{}, {"guard": True}], ids=["not-set", "set"])
def test_an_option_that_is_set_counts_over_the_persons_configuration(
    client: Path, home: Home, data: Path, options: dict[str, bool]
) -> None:
    home.data.with_name("tidegate-mod-inline").symlink_to(data)
    config = home.config / "tidegate" / "config.json"
    config.parent.mkdir()
    config.write_text('{"slices": {"guard": {"enabled": false}}}')
    settings = {"pluginConfigs": {"tidegate-mod@inline": {"options": options}}}
    (home.client_config / "settings.json").write_text(json.dumps(settings))
    home.write("notes.txt", "one\n")
    (result,) = run_session(client, home, [bash(PRINT)], plugin=REPO / "hooks" / "mod").results
    assert ("guard slice" in result.text) is bool(options)
