"""The shortcut to the warm host: what it answers and loads, and what it leaves to the front."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import socket
import subprocess
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from host import front, shortcut
from host.clients.seen import seen
from host.limits import FRAME_MAX_BYTES, KEPT_EVENT_MAX_BYTES
from host.shortcut import LENGTH_BYTES, MAGIC, NONCE_BYTES, TAKEN
from host.shortcut_file import keep_shortcut
from host.warm.limits import WARM_SPARES_LOST_MAX
from host.warm.places import IDENTITY_BYTES, lock_file
from tests.host.machine import PYTHON, Machine, own_plugin
from tests.host.residents import READY_SECONDS, Warm, warm

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from host.cli.entry import Reply

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork and UNIX sockets")

PRINT, HARMLESS, UNWANTED = "cat notes.txt", "npm run catalog", "git status"
TELL = """
import marshal, posix, sys
before = set(sys.modules)
real = posix._exit
def tell(code):
    posix.write(2, " ".join(sorted(set(sys.modules) - before)).encode())
    real(code)
posix._exit = tell
file, *sys.argv[1:] = sys.argv[1:]
exec(marshal.loads(open(file, "rb").read()[16:]))
"""
LOADS = {"_socket", "gc", "time"}
"""What the shortcut may load: no file but the one of a library."""


@pytest.fixture
def place(tmp_path: Path) -> Iterator[Warm]:
    machine = Machine(tmp_path / "machine", own_plugin(tmp_path / "plugin")).ready()
    machine.ask(HARMLESS)  # writes what is kept between calls
    with warm(machine) as one:
        yield one


def by_shortcut(place: Warm, command: str, *, tell: bool = False, **changes: Any) -> Reply:
    """Send a call by the shortcut alone: where that comes to no answer, the exit code is 9."""
    start = ("-c", TELL, str(place.shortcut)) if tell else (str(place.shortcut),)
    words = (str(place.machine.root), "claude-code", "1", state(place), "raise SystemExit(9)")
    event = place.machine.event(command, **changes)
    return place.machine.send(event, entry=(PYTHON, "-I", "-S", *start, *words))


def state(place: Warm) -> str:
    return f"{place.machine.home}/.local/state/tidegate"


def left(place: Warm) -> list[Path]:
    """Return the files that still hold something of an event."""
    return [path for path in Path(state(place)).glob("event-*") if path.read_bytes().strip(b"\0\n")]


@pytest.mark.parametrize("command", [PRINT, HARMLESS, UNWANTED])
def test_it_answers_as_the_cold_host_does(place: Warm, command: str) -> None:
    cold = place.machine.send(place.machine.event(command)).stdout
    place.start()
    for _ in range(3):  # by a fork that has just begun, and by such as have answered before
        reply = by_shortcut(place, command)
        assert (reply.code, reply.stdout, reply.stderr) == (73, cold, b"")
    assert not left(place)


@pytest.mark.parametrize("command", [PRINT, HARMLESS, UNWANTED])
def test_it_loads_next_to_nothing(place: Warm, command: str) -> None:
    place.start()
    reply = by_shortcut(place, command, tell=True)
    assert reply.code == 73
    assert set(reply.stderr.decode().split()) <= LOADS


def test_a_call_that_no_slice_wants_uses_up_no_fork(place: Warm) -> None:
    place.start()
    before = place.spares()
    for _ in range(5):
        assert by_shortcut(place, UNWANTED).code == 73
    assert place.forks == before


@pytest.mark.parametrize("command", [PRINT, UNWANTED])
def test_a_caller_that_goes_away_takes_nobody_along(place: Warm, command: str) -> None:
    place.start()
    raw = json.dumps(place.machine.event(command)).encode()
    identity = bytes.fromhex(Path(place.path).name.partition("-")[2])
    asked = shortcut.request(identity, b"8 bytes!", "claude_code", raw, shortcut.own_asker())
    for _ in range(2 * WARM_SPARES_LOST_MAX):
        with socket.socket(socket.AF_UNIX) as one:
            one.connect(place.path)
            one.sendall(asked)
    assert place.spares()
    assert by_shortcut(place, command).code == 73


def test_a_caller_that_says_nothing_holds_nobody_up(place: Warm) -> None:
    place.start()
    with contextlib.ExitStack() as stack:
        for _ in range(3):
            silent = stack.enter_context(socket.socket(socket.AF_UNIX))
            silent.connect(place.path)
        for command in (UNWANTED, PRINT):
            assert by_shortcut(place, command).code == 73


def test_without_a_host_nothing_is_read(place: Warm) -> None:
    assert by_shortcut(place, PRINT).code == 9
    assert place.machine.ask(PRINT)[0] == "deny"


NOT_TAKEN: dict[str, Callable[[Warm], object]] = {
    "another-source": lambda place: os.utime(place.machine.root / "host" / "shortcut.py"),
    "another-root": lambda place: place.machine.root.rename(place.machine.place / "moved"),
    "the-switch": lambda place: place.machine.environment.update(TIDEGATE_HOST="cold"),
    "an-open-folder": lambda place: place.folder.chmod(0o755),
    "no-state-folder": lambda place: place.machine.environment.update(XDG_RUNTIME_DIR="/nowhere"),
}


@pytest.mark.parametrize("change", NOT_TAKEN.values(), ids=NOT_TAKEN.keys())
def test_where_it_is_not_meant_nothing_is_asked(
    place: Warm, change: Callable[[Warm], object]
) -> None:
    place.start()
    change(place)
    assert by_shortcut(place, PRINT).code == 9


def replaced(data: bytes) -> Callable[[Path], object]:
    return lambda file: file.write_bytes(data)


def cut(file: Path) -> None:
    file.write_bytes(file.read_bytes()[:-99])


def made_a_pipe(file: Path) -> None:
    file.unlink()
    os.mkfifo(file)


DAMAGED: dict[str, Callable[[Path], object]] = {
    "empty": replaced(b""),
    "garbage": replaced(b"\0garbage" * 99),
    "cut": cut,
    "of-another-version": lambda file: file.write_bytes(b"\0\0\r\n" + file.read_bytes()[4:]),
    "a-pipe": made_a_pipe,
}


@pytest.mark.parametrize("spoil", DAMAGED.values(), ids=DAMAGED.keys())
def test_a_damaged_one_costs_nothing_but_time(place: Warm, spoil: Callable[[Path], object]) -> None:
    place.start()
    spoil(place.shortcut)
    assert "Read(file_path=" in place.machine.ask(PRINT)[1]
    assert place.machine.ask(HARMLESS) == ("run", "")


@pytest.mark.parametrize("spoil", DAMAGED.values(), ids=DAMAGED.keys())
def test_a_damaged_one_is_made_anew_by_a_cold_call(
    place: Warm, spoil: Callable[[Path], object]
) -> None:
    sound = place.shortcut.read_bytes()
    spoil(place.shortcut)
    keep_shortcut_of(place)
    assert place.shortcut.read_bytes() == sound


def keep_shortcut_of(place: Warm) -> None:
    place.machine.environment["TIDEGATE_HOST"] = "cold"
    place.machine.ask(PRINT)


def test_a_long_event_goes_by_the_front(place: Warm) -> None:
    place.start()
    long: dict[str, Any] = {
        "tool_input": {"command": PRINT, "description": "x" * KEPT_EVENT_MAX_BYTES}
    }
    assert by_shortcut(place, PRINT, **long).code == 9
    assert "Read(file_path=" in place.machine.ask(PRINT, **long)[1]


@pytest.mark.parametrize("raw", [b"", b"{", b'{"hook_event_name": 1}'])
def test_an_event_that_cannot_be_read_is_judged_as_ever(place: Warm, raw: bytes) -> None:
    cold = place.machine.send(raw)
    place.start()
    found = place.machine.send(raw)
    assert (found.code, found.stdout) == (cold.code, cold.stdout)


def test_an_answer_that_cannot_be_printed_blocks(place: Warm) -> None:
    place.start()
    for command, code in ((PRINT, 2), (HARMLESS, 0)):
        entry = [str(place.machine.root / "bin" / "tidegate-hook"), "claude-code"]
        done = subprocess.run(
            ["/bin/sh", "-c", 'exec "$@" 1</dev/null', "sh", *entry],
            input=json.dumps(place.machine.event(command)).encode(),
            env=place.machine.environment,
            capture_output=True,
            check=False,
        )
        assert done.returncode == code, done.stderr


@contextlib.contextmanager
def impostor(place: Warm, says: Callable[[bytes], bytes], asked: threading.Event) -> Iterator[None]:
    """Listen in the host's place, answer so, and hold the connection."""
    place.folder.mkdir(mode=0o700, exist_ok=True)
    Path(lock_file(place.path)).touch()  # as if a host had just been started
    server = socket.socket(socket.AF_UNIX)
    server.bind(place.path)
    server.listen()
    held: list[socket.socket] = []

    def serve() -> None:
        with contextlib.suppress(OSError):
            while True:
                held.append(server.accept()[0])
                held[-1].sendall(says(held[-1].recv(1 << 20)))
                asked.set()

    threading.Thread(target=serve, daemon=True).start()
    try:
        yield
    finally:
        server.shutdown(socket.SHUT_RDWR)
        server.close()
        Path(place.path).unlink()
        for one in held:
            one.close()


def taken(head: bytes) -> bytes:
    begin = len(MAGIC) + IDENTITY_BYTES
    assert len(head) > begin + NONCE_BYTES + LENGTH_BYTES
    return head[begin : begin + NONCE_BYTES] + TAKEN


@pytest.mark.parametrize(("command", "verdict"), [(PRINT, "deny"), (HARMLESS, "run")])
def test_one_that_is_killed_while_it_waits(place: Warm, command: str, verdict: str) -> None:
    asked = threading.Event()
    entry = [str(place.machine.root / "bin" / "tidegate-hook"), "claude-code"]
    with (
        impostor(place, taken, asked),
        subprocess.Popen(
            entry,
            env=place.machine.environment,
            cwd=place.machine.project,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        ) as hook,
    ):
        assert hook.stdin is not None
        assert hook.stdout is not None
        hook.stdin.write(json.dumps(place.machine.event(command)).encode())
        hook.stdin.close()
        assert asked.wait(READY_SECONDS)
        end = time.monotonic() + READY_SECONDS
        while not left(place):
            assert time.monotonic() < end
            time.sleep(0.01)
        place.machine.environment["TIDEGATE_HOST"] = "cold"
        os.kill(int(subprocess.check_output(["pgrep", "-P", str(hook.pid)])), signal.SIGKILL)
        assert seen(hook.stdout.read().decode())[0] == verdict
    assert hook.returncode == 0
    assert not left(place)


@pytest.mark.parametrize(("command", "verdict"), [(PRINT, "deny"), (HARMLESS, "run")])
def test_a_broken_front_behind_it(place: Warm, command: str, verdict: str) -> None:
    (place.machine.root / "host" / "front.py").write_text("def (")
    with impostor(place, lambda _: b"no host", threading.Event()):
        assert place.machine.ask(command)[0] == verdict


def test_what_was_kept_is_wiped_where_the_front_answers(place: Warm) -> None:
    with impostor(place, lambda _: b"no host", threading.Event()):
        assert place.machine.ask(PRINT)[0] == "deny"
    assert not left(place)


def test_a_slice_that_was_waited_for_is_not_waited_for_again() -> None:
    ours, its = socket.socketpair()
    with ours, its:
        begun = shortcut.Begun()
        begun.connection, begun.nonce = ours, b"8 bytes!"
        asked = b"printer\0run"
        its.sendall(begun.nonce + b"P" + len(asked).to_bytes(LENGTH_BYTES, "big") + asked)
        with pytest.raises(TimeoutError):
            shortcut._answer(begun, ours, 0.05, FRAME_MAX_BYTES)
        tried = front._followed(begun)
    assert tried is not None
    answered, broke = tried
    assert answered is None
    assert broke is not None
    assert (broke.slice, broke.stage, broke.kind) == ("printer", "run", "time-out")


def test_it_is_this_users_alone(place: Warm) -> None:
    assert place.shortcut.stat().st_mode & 0o777 == 0o600


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="needs root")
def test_one_of_another_user_is_passed_over(place: Warm) -> None:
    place.start()
    place.shortcut.write_text("no code")
    os.chown(place.shortcut, 65534, 65534)
    reply = place.machine.send(place.machine.event(PRINT))
    assert b"Read(file_path=" in reply.stdout
    assert b"magic" not in reply.stderr


def test_a_folder_that_cannot_be_written_to_is_told_of(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "env").write_text("a file")
    keep_shortcut("claude-code", str(tmp_path / "env" / "key" / "site-packages"))
    assert "there is no shortcut" in capfd.readouterr().err
