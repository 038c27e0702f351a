"""A home of the real client whose calls a resident answers, and what tells of the cold ones."""

from __future__ import annotations

import contextlib
import json
import shutil
import subprocess
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

from host.warm import control

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.client.session import Home

READY_SECONDS = 60.0
_TELLING = """def judge(*given):
    with open({log!r}, "a", encoding="utf-8") as log:
        log.write("cold\\n")
    return _judge(*given)


def _judge("""


def tell_cold_calls(plugin: Path, log: Path) -> None:
    """Have a copy of the plugin write a line for each call that the cold host is asked about."""
    file = plugin / "host" / "judge.py"
    text = file.read_text()
    told = text.replace("def judge(", _TELLING.format(log=str(log)), 1)
    assert told != text
    file.write_text(told)


@contextlib.contextmanager
def warmed(home: Home, plugin: Path) -> Iterator[str]:
    """Bring a resident up for the client's calls from this home, and end it; give its socket."""
    runtime = Path(tempfile.mkdtemp(prefix="tg-"))  # short, as the path of a socket has to be
    home.env |= {"XDG_RUNTIME_DIR": str(runtime), "TIDEGATE_HOST": ""}
    try:
        yield _bring_up(home, plugin, runtime)
    finally:
        for lock in runtime.glob("tidegate/*.lock"):
            assert control.stop(str(lock).removesuffix(".lock"))
        shutil.rmtree(runtime, ignore_errors=True)


def _bring_up(home: Home, plugin: Path, runtime: Path) -> str:
    """Start it as the client does: by the hook of a session that starts."""
    event = {"hook_event_name": "SessionStart", "session_id": "first", "cwd": str(home.project)}
    subprocess.run(
        [str(plugin / "bin" / "tidegate-hook"), "claude-code"],
        input=json.dumps(event).encode(),
        env={**home.environment(""), "CLAUDE_PLUGIN_DATA": str(home.data)},
        check=True,
    )
    end = time.monotonic() + READY_SECONDS
    while not (found := [path for path in runtime.glob("tidegate/host-*") if path.is_socket()]):
        assert time.monotonic() < end, "the warm host does not come up"
        time.sleep(0.05)
    return min(map(str, found), key=len)
