"""Calls over HTTP: the hook entry's answers, and no other one whatever happens to the processes."""

from __future__ import annotations

import contextlib
import json
import os
import re
import signal
import socket
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from http.client import RemoteDisconnected
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from host.limits import EVENT_MAX_BYTES
from host.supervise import attempt
from host.warm import bridge
from host.warm.limits import REQUEST_MAX_BYTES
from tests.host.machine import Machine, own_plugin
from tests.host.over_http import CLIENT, Door
from tests.host.residents import READY_SECONDS, Warm, until, warm

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork and UNIX sockets")

PRINT, HARMLESS = "cat notes.txt", "npm run catalog"
DIES = "    import os\n    os.kill(os.getpid(), 9)\n"
HANGS = "    import time\n    time.sleep(60)\n"
RAISES = "    raise ValueError\n"


@pytest.fixture
def place(tmp_path: Path) -> Iterator[Warm]:
    """A machine of the test's own, where no resident runs yet."""
    machine = Machine(tmp_path / "machine", own_plugin(tmp_path / "plugin")).ready()
    with warm(machine) as one:
        yield one


@pytest.fixture(scope="module")
def up(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Warm]:
    """A machine where a resident runs, for tests that change nothing."""
    place = tmp_path_factory.mktemp("up")
    with warm(Machine(place / "machine", own_plugin(place / "plugin")).ready()) as one:
        yield one.start()


def door(place: Warm) -> Door:
    return Door(place.path, place.machine.environment)


def same(place: Warm, command: str) -> str:
    """Return the answer to a command, which is the hook entry's too."""
    ways = ("http", "entry")  # sessions of their own: a notice is told once in each
    over_http, to_entry = (place.machine.event(command, session_id=way) for way in ways)
    said = door(place).ask(over_http)
    assert said == place.machine.send(to_entry).stdout.decode()
    return said


def change(place: Warm, file: str, what: str, to: str) -> None:
    path = place.machine.root / file
    text = path.read_text()
    assert what in text
    path.write_text(text.replace(what, to, 1))


def test_it_answers_as_the_hook_entry_does(up: Warm) -> None:
    assert "Read(file_path=" in same(up, PRINT)
    assert same(up, HARMLESS) == ""
    assert same(up, "true") == ""


def test_a_call_may_be_told_that_its_result_is_of_no_interest(up: Warm) -> None:
    def status(command: str, **changes: Any) -> int:
        there = door(up)
        event = json.dumps(up.machine.event(command, **changes)).encode()
        place = f"/{CLIENT}/{there.path.rpartition('-')[2]}?once"
        found, said = there.post(there.asker() + b"\n" + event, place)
        assert bool(said) is (command == PRINT)
        return found

    until(lambda: status("ls") == 204)  # once the triggers of the place are written
    assert status("make") == 200
    assert status(PRINT) == 200
    assert status("ls", hook_event_name="PostToolUse", tool_response={}) == 200


def test_nobody_else_can_reach_it(up: Warm) -> None:
    found = Path(door(up).path).stat()
    assert found.st_mode & 0o777 == 0o600


@pytest.mark.parametrize("body", [DIES, RAISES], ids=["dies", "raises"])
def test_a_slice_that(place: Warm, body: str) -> None:
    change(place, "slices/printer/plugin.py", "    reading = ", f"{body}    reading = ")
    place.start()
    assert "slices.printer.enabled (" in same(place, PRINT)
    assert same(place, HARMLESS) == ""


def test_a_slice_that_hangs(place: Warm) -> None:
    change(place, "slices/printer/plugin.py", "    reading = ", f"{HANGS}    reading = ")
    change(place, "host/limits.py", "ATTEMPT_SECONDS = 8.0", "ATTEMPT_SECONDS = 2.0")
    place.start()
    assert "(time-out)" in door(place).ask(place.machine.event(PRINT))


@pytest.mark.parametrize(
    "event",
    [b"", b"no json", b"[]", b'{"hook_event_name": 1}', b'{"command": "cat notes.txt"', b"\xff"],
)
def test_an_event_that_is_none(up: Warm, event: bytes) -> None:
    assert door(up).ask(event) == up.machine.send(event).stdout.decode()


def test_an_event_that_is_too_long(up: Warm) -> None:
    event = json.dumps(up.machine.event(PRINT, more="x" * EVENT_MAX_BYTES)).encode()
    said = door(up).ask(event)
    assert "an event over" in said
    assert said == up.machine.send(event).stdout.decode()


def test_each_call_brings_its_own_surroundings(up: Warm) -> None:
    other = up.machine.place / "ünd \udcff"
    (other / "tidegate").mkdir(parents=True)
    (other / "tidegate" / "config.json").write_text('{"slices": {"printer": {"enabled": false}}}')
    up.machine.environment["XDG_CONFIG_HOME"] = str(other)
    assert same(up, PRINT) == ""
    del up.machine.environment["XDG_CONFIG_HOME"]
    assert same(up, PRINT)


def test_a_folder_that_is_gone(up: Warm) -> None:
    event = up.machine.event("cat /etc/hostname", cwd="/nonexistent")
    assert "Read(file_path=" in door(up).ask(event)


REFUSED: dict[str, tuple[int, Callable[[Door], tuple[int, str]]]] = {
    "another-host": (404, lambda one: one.post(b"{}", f"/claude-code/{'0' * 16}")),
    "no-place": (404, lambda one: one.post(b"{}", "/")),
    "another-client": (
        404,
        lambda one: one.post(one.asker() + b"\n{}", f"/none/{one.path.rpartition('-')[2]}"),
    ),
    "no-asker": (400, lambda one: one.post(b"\n{}")),
    "an-asker-of-numbers": (400, lambda one: one.post(b'{"environment": {"A": 1}, "mask": 0}\n{}')),
    "a-long-head": (431, lambda one: one.post(b"{}", more="x" * 20_000)),
    "a-long-body": (413, lambda one: one.post(b"", **{"Content-Length": f"{REQUEST_MAX_BYTES}0"})),
    "no-length": (411, lambda one: one.post(b"", **{"Content-Length": "-1"})),
}


@pytest.mark.parametrize("kind", REFUSED)
def test_a_request_from(up: Warm, kind: str) -> None:
    status, post = REFUSED[kind]
    assert post(door(up)) == (status, "")
    assert "Read(file_path=" in same(up, PRINT)


def test_a_caller_that_goes_away(up: Warm) -> None:
    one = door(up)
    for begun in (b"", b"POST", b"POST / HTTP/1.1\r\nContent-Length: 9\r\n\r\n"):
        with socket.socket(socket.AF_UNIX) as connection:
            connection.connect(one.path)
            connection.sendall(begun)
    assert "Read(file_path=" in same(up, PRINT)


def test_a_request_in_pieces(up: Warm) -> None:
    one = door(up)
    for command, said in (("true", ""), (PRINT, "Read(file_path=")):
        body = one.asker() + b"\n" + json.dumps(up.machine.event(command)).encode()
        head = f"POST /claude-code/{one.path.rpartition('-')[2]} HTTP/1.1\r\nHost: x\r\n"
        whole = f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body
        with socket.socket(socket.AF_UNIX) as connection:
            connection.connect(one.path)
            for begin in range(0, len(whole), 500):
                connection.sendall(whole[begin : begin + 500])
                time.sleep(0.02 if begin else 0.1)
            answer = connection.makefile("rb").read().decode()
        assert answer.startswith("HTTP/1.1 200 ")
        assert (said in answer, answer.endswith("\r\n\r\n")) == (True, not said)


def test_one_asker_after_another(up: Warm) -> None:
    folder = up.machine.place / "off"
    (folder / "tidegate").mkdir(parents=True)
    (folder / "tidegate" / "config.json").write_text('{"slices": {"printer": {"enabled": false}}}')
    event = up.machine.event(PRINT)
    on, off = door(up), Door(up.path, {**up.machine.environment, "XDG_CONFIG_HOME": str(folder)})
    for _ in range(3):  # the first answer of each asker is the whole stack's
        assert off.ask(event) == ""
        assert "Read(file_path=" in on.ask(event)


def test_it_ends_with_the_resident(place: Warm) -> None:
    one = door(place.start())
    os.kill(place.pid, signal.SIGKILL)
    with pytest.raises((ConnectionError, FileNotFoundError)):  # noqa: PT012  until it is gone
        while True:
            one.ask(place.machine.event(HARMLESS))
    while Path(one.path).exists():
        os.sched_yield()


def test_a_fork_of_the_bridge_that_hangs_ends_without_the_bridge(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def hang(*_: object) -> None:
        with contextlib.suppress(OSError):
            attempt(lambda _: ("", lambda: None), 5.0)  # as a front does: it uses the timer too
        while True:
            pass

    monkeypatch.setattr(bridge, "answer", hang)
    monkeypatch.setattr(bridge, "_FORK_SECONDS", 0.5)
    near, far = socket.socketpair()
    with near, far, socket.socket() as server:
        one = bridge.Bridge(server, "/nonexistent", "/x", os.open(os.devnull, os.O_RDONLY), {})
        one._fork(far, b"", lambda: None)
        ((fork, _),) = one._forks.items()
    os.close(one._going)
    assert os.waitstatus_to_exitcode(os.waitpid(fork, 0)[1]) == -signal.SIGALRM


def test_a_stopped_resident_is_not_waited_for(place: Warm) -> None:
    pid = place.start().pid
    os.kill(pid, signal.SIGSTOP)
    try:
        assert "Read(file_path=" in same(place, PRINT)
    finally:
        os.kill(pid, signal.SIGCONT)


@pytest.mark.skipif(sys.platform != "linux", reason="its forks are found in /proc")
def test_a_fork_that_is_killed_while_it_is_waited_for(place: Warm) -> None:
    """A slice marks that it is asked, and hangs where nothing was marked before."""
    mark = place.machine.place / "asked"
    body = f"    if not os.path.exists({str(mark)!r}):\n"
    body += f"        open({str(mark)!r}, 'w').close()\n        __import__('time').sleep(60)\n"
    change(place, "slices/printer/plugin.py", "    reading = ", f"{body}    reading = ")
    place.start()
    before = place.spares()
    with ThreadPoolExecutor(1) as pool:
        said = pool.submit(door(place).ask, place.machine.event(PRINT))
        end = time.monotonic() + READY_SECONDS
        while not mark.exists():
            assert time.monotonic() < end
            time.sleep(0.01)
        for fork in before:
            os.kill(fork, signal.SIGKILL)
        assert "Read(file_path=" in said.result(READY_SECONDS)


def test_changed_code_never_answers(place: Warm) -> None:
    one = door(place.start())
    one.ask(place.machine.event(HARMLESS))
    change(place, "host/front.py", "HANDED_BACK = 75", "HANDED_BACK = 75 ")
    with pytest.raises((RemoteDisconnected, ConnectionError)):
        one.ask(place.machine.event(PRINT))


def test_the_command_line_tells_where_it_listens(up: Warm) -> None:
    command = [str(up.machine.root / "bin" / "tidegate"), "host", "address"]
    reply = up.machine.send(b"", entry=command)
    assert reply.code == 0, reply.stderr
    found = json.loads(reply.stdout)
    one = door(up)
    assert found["socket"] == one.path
    body = f"{found['asker']}\n{json.dumps(up.machine.event(PRINT))}".encode()
    status, said = one.post(body, f"/claude-code/{found['place']}")
    assert (status, said) == (200, same(up, PRINT))
    (test,) = found["last_resort"]
    assert test["name"] == "printer"
    assert re.search(r"bin/tidegate disable printer", test["reason"])


@pytest.mark.skipif(sys.platform != "linux", reason="its children are found in /proc")
def test_no_address_of_one_that_is_stopped(place: Warm) -> None:
    change(place, "host/warm/limits.py", "WARM_UP_SECONDS = 15.0", "WARM_UP_SECONDS = 0.1")
    pid = place.start().pid
    bridge = int(Path(f"/proc/{pid}/task/{pid}/children").read_text().split()[0])
    os.kill(bridge, signal.SIGSTOP)
    try:
        command = [str(place.machine.root / "bin" / "tidegate"), "host", "address"]
        reply = place.machine.send(b"", entry=command)
        assert (reply.code, reply.stdout) == (1, b"")
    finally:
        os.kill(bridge, signal.SIGCONT)


def test_no_address_where_no_warm_host_is_wanted(place: Warm) -> None:
    place.machine.environment["TIDEGATE_HOST"] = "cold"
    command = [str(place.machine.root / "bin" / "tidegate"), "host", "address"]
    reply = place.machine.send(b"", entry=command)
    assert (reply.code, reply.stdout) == (1, b"")
