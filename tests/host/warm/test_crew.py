"""A resident's forks: who takes a call, what waits for the resident's word, and who is given up."""

from __future__ import annotations

import contextlib
import json
import marshal
import os
import select
import signal
import socket
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import attr
import pytest

from host.bare import system
from host.clients.claude_code_doctor import shell_event
from host.shortcut import LENGTH_BYTES, NONCE_BYTES, TAKEN, own_asker, request
from host.supervise import Listener, listen
from host.warm import crew, ready, worker
from host.warm.crew import Crew
from host.warm.limits import PLACE_MAX_BYTES, WARM_SPARES, WARM_SPARES_LOST_MAX
from host.warm.places import identity
from host.warm.worker import GO, Worker

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from host.warm.load import Stamps

pytestmark = [
    pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork and UNIX sockets"),
    pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning"),
]
SITE = str(Path(str(attr.__file__)).parents[1])
SECONDS = 30.0
NONCE = b"8 bytes!"
PRINT, HARMLESS = "cat notes.txt", "npm run catalog"


class Team:
    """A crew, and what a resident does with it."""

    def __init__(self, folder: Path, server: socket.socket) -> None:
        self.taken: dict[str, Stamps] = {}
        self.front: Stamps = {}
        self.server = server
        self.crew = Crew(server, SITE, self.taken, self.front, ())
        self.folder = folder
        self.called: list[crew.Fork] = []
        self.is_used = False

    @property
    def forks(self) -> list[crew.Fork]:
        return list(self.crew._forks.values())

    def until(self, holds: Callable[[], bool]) -> None:
        """Mind the crew until something holds."""
        end = time.monotonic() + SECONDS
        while not holds():
            assert time.monotonic() < end
            poll = select.poll()
            for channel in self.crew.channels:
                poll.register(channel, select.POLLIN)
            called, is_used = self.crew.mind([channel for channel, _ in poll.poll(20)])
            self.called += called
            self.is_used = self.is_used or is_used
            self.crew.fill()

    def full(self) -> list[int]:
        """Wait until all spares are ready, and return their processes."""
        self.until(lambda: [one.is_spare for one in self.forks] == [True] * WARM_SPARES)
        return [one.process for one in self.forks]

    def ask(self, command: str = PRINT) -> socket.socket:
        """Begin a call, and return the caller's end."""
        near = socket.socket(socket.AF_UNIX)
        near.settimeout(SECONDS)
        near.connect(self.server.getsockname())
        event: dict[str, Any] = shell_event(command, str(self.folder))
        raw = json.dumps(event).encode()
        near.sendall(request(identity(SITE), NONCE, "claude_code", raw, own_asker()))
        return near

    def call(self) -> tuple[crew.Fork, socket.socket]:
        """Begin a call that a slice wants, and return who took it and the caller's end."""
        self.called.clear()
        near = self.ask()
        if not self.crew.has_spare:
            with self.server.accept()[0] as far:
                self.crew.take(far)
        self.until(lambda: bool(self.called))
        (fork,) = self.called
        return fork, near

    def answer(self) -> int:
        """Have one call answered as the resident does, and return who answered it."""
        fork, near = self.call()
        fork.tell(GO)
        with near:
            assert near.recv(NONCE_BYTES + 1) == NONCE + TAKEN
            near.setblocking(True)
            listener = Listener(near.fileno(), NONCE)
            assert listen(listener, SECONDS) is None
            assert '"deny"' in listener.answer
        return fork.process

    def end(self) -> None:
        self.crew._lost = WARM_SPARES_LOST_MAX  # no more of them
        for one in self.forks:
            one.channel.close()
            with contextlib.suppress(ProcessLookupError):  # a test has waited for it
                os.kill(one.process, signal.SIGKILL)
        self.crew._gone += self.forks
        self.crew._forks.clear()
        self.until(lambda: not self.crew._gone)


@pytest.fixture
def server() -> Iterator[socket.socket]:
    with tempfile.TemporaryDirectory(prefix="tg-") as short, socket.socket(socket.AF_UNIX) as one:
        one.bind(f"{short}/s")
        one.listen()
        one.setblocking(False)
        yield one


@pytest.fixture
def team(tmp_path: Path, server: socket.socket, monkeypatch: pytest.MonkeyPatch) -> Iterator[Team]:
    for name in ("STATE", "CONFIG"):
        monkeypatch.setenv(f"XDG_{name}_HOME", str(tmp_path / name))
    (tmp_path / "notes.txt").write_text("one\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(worker, "ready", lambda: SITE)
    team = Team(tmp_path, server)
    yield team
    team.end()


def test_a_call_goes_to_the_oldest_of_the_spares(team: Team) -> None:
    team.crew._places = (b"no place",)  # else the first call's has the others made anew
    first, second = team.full()
    assert team.answer() == first
    assert team.answer() == second


def test_without_a_spare_a_call_gets_a_fork_of_its_own(
    team: Team, monkeypatch: pytest.MonkeyPatch
) -> None:
    spares = team.full()
    monkeypatch.setattr(team.crew, "fill", lambda: None)
    for one in team.forks:
        os.kill(one.process, signal.SIGKILL)
    team.until(lambda: not team.forks)
    assert not team.crew.has_spare
    assert team.answer() not in spares


def test_one_spare_at_a_time_waits_for_a_call(team: Team) -> None:
    first, _ = team.full()
    os.kill(first, signal.SIGSTOP)
    try:
        with team.ask() as near:
            near.settimeout(0.3)
            with pytest.raises(TimeoutError):
                near.recv(1)
            os.kill(first, signal.SIGCONT)
            near.settimeout(SECONDS)
            assert near.recv(NONCE_BYTES + 1) == NONCE + TAKEN
    finally:
        os.kill(first, signal.SIGCONT)


def test_nothing_shows_before_the_word_that_the_code_is_fresh(team: Team) -> None:
    team.full()
    fork, near = team.call()
    with near:
        assert near.recv(NONCE_BYTES + 1) == NONCE + TAKEN
        fork.channel.close()
        assert near.recv(1) == b""
    assert not (team.folder / "STATE").exists()


def test_a_call_without_a_knock_has_the_resident_look_at_once(team: Team) -> None:
    team.full()
    _, near = team.call()
    near.close()
    assert team.crew.is_asked_to_look


def test_a_call_behind_a_knock_needs_no_second_look(
    team: Team, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worker, "WARM_KNOCK_SECONDS", SECONDS)  # a busy machine takes its time
    team.full()
    team.crew.wake()
    _, near = team.call()
    near.close()
    assert not team.crew.is_asked_to_look


def test_a_slice_whose_own_files_changed_is_not_asked(team: Team) -> None:
    team.taken["guard"] = {str(team.folder / "notes.txt"): None}
    team.full()
    fork, near = team.call()
    fork.tell(GO)
    with near:
        assert near.recv(NONCE_BYTES + 1) == NONCE + TAKEN
        assert near.recv(1 << 16).count(b"P") <= 1
        assert near.recv(1) == b""
    assert not (team.folder / "STATE").exists()


def test_a_fork_does_not_wait_for_the_word_of_a_resident_that_is_stopped(
    team: Team, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worker, "WARM_HELLO_SECONDS", 0.2)
    team.full()
    _, near = team.call()
    with near:
        assert near.recv(NONCE_BYTES + 1) == NONCE + TAKEN
        assert near.recv(1) == b""


def test_a_fork_that_is_answered_for_is_replaced(team: Team) -> None:
    before = team.full()
    team.answer()
    after = team.full()
    assert len(after) == WARM_SPARES
    assert before != after


def test_the_first_call_tells_the_place_and_later_spares_are_ready_for_it(team: Team) -> None:
    ignorant = set(team.full())
    team.answer()
    team.until(lambda: bool(team.crew._places))
    assert not ignorant & set(team.full())


@pytest.mark.parametrize(
    ("length", "said", "is_place"),
    [
        (PLACE_MAX_BYTES, PLACE_MAX_BYTES, True),
        (PLACE_MAX_BYTES + 1, PLACE_MAX_BYTES + 1, False),
        (PLACE_MAX_BYTES, 20 * PLACE_MAX_BYTES, False),
    ],
    ids=["the-longest-place", "one-too-long", "no-end"],
)
def test_what_a_fork_says_is_kept_up_to_a_place(
    team: Team, length: int, said: int, *, is_place: bool
) -> None:
    near, far = socket.socketpair()
    with near, far:
        one = crew.Fork(0, near, SECONDS)
        heard = length.to_bytes(LENGTH_BYTES, "big") + b"x" * said
        for begin in range(0, len(heard), 1 << 16):
            team.crew._note_place(one, heard[begin : begin + (1 << 16)])
    assert len(one.said) <= LENGTH_BYTES + PLACE_MAX_BYTES + 1
    assert bool(team.crew._places) is is_place


def test_spares_that_die_before_they_are_ready_are_not_forked_for_ever(
    team: Team, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Worker, "wait", lambda *_: os._exit(1))
    team.until(lambda: team.crew._lost >= WARM_SPARES_LOST_MAX and not team.forks)
    assert team.crew.seconds_to_fill is None
    team.answer()


@pytest.mark.parametrize("broken", ["_read_ahead", "_rehearse", "_open_state", "become"])
def test_what_cannot_be_made_ready_keeps_no_spare_from_its_call(
    team: Team, monkeypatch: pytest.MonkeyPatch, broken: str
) -> None:
    def fail(*_: object) -> None:
        message = "not today"
        raise OSError(message)

    monkeypatch.setattr(ready, broken, fail)
    asker = (system.environ, str(team.folder), 0o77)
    team.crew._places = (b"no place", marshal.dumps(("claude_code", str(team.folder), asker)))
    spares = team.full()
    assert team.answer() in spares


@contextlib.contextmanager
def _blocked(*numbers: signal.Signals) -> Iterator[None]:
    """Have these signals blocked, as whoever starts the host may have them."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, numbers)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@pytest.mark.parametrize("blocked", [(), (signal.SIGALRM,)], ids=["none-blocked", "alarm-blocked"])
@pytest.mark.parametrize("when", ["it-gets-ready", "it-is-woken"])
def test_a_spare_that_hangs_ends_without_a_resident(
    team: Team,
    monkeypatch: pytest.MonkeyPatch,
    when: str,
    blocked: tuple[signal.Signals, ...],
) -> None:
    def hang() -> None:
        while True:
            pass

    monkeypatch.setattr(worker, "WARM_READY_SECONDS", 0.2)
    monkeypatch.setattr(ready, "make_ready", lambda _: hang() if when == "it-gets-ready" else hang)
    with _blocked(*blocked):
        if when == "it-gets-ready":
            team.crew.fill()
        else:
            team.full()
            team.crew.wake()
    (process, *_) = [one.process for one in team.forks]
    assert os.waitstatus_to_exitcode(os.waitpid(process, 0)[1]) == -signal.SIGALRM


def test_those_without_a_call_are_dismissed(team: Team, monkeypatch: pytest.MonkeyPatch) -> None:
    busy, near = team.call()
    with near:
        monkeypatch.setattr(ready, "make_ready", lambda _: time.sleep(SECONDS))
        team.until(lambda: len(team.forks) > WARM_SPARES)
        others = [one.process for one in team.forks if one is not busy]
        team.crew.dismiss()
        for process in others:
            with pytest.raises(ChildProcessError):  # it is reaped
                os.waitpid(process, 0)
        busy.tell(GO)
        assert near.recv(NONCE_BYTES + 1) == NONCE + TAKEN
        assert near.recv(1)


def test_one_that_was_parted_with_is_dismissed_too(team: Team) -> None:
    first, _ = team.full()
    os.kill(first, signal.SIGSTOP)
    team.crew._part_with(team.forks[0])
    team.crew.dismiss()
    with pytest.raises(ChildProcessError):
        os.waitpid(first, 0)


def test_a_spare_that_does_not_get_ready_is_killed(
    team: Team, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(crew, "WARM_READY_SECONDS", 0.1)
    monkeypatch.setattr(Worker, "wait", lambda *_: time.sleep(SECONDS))
    team.until(lambda: team.crew._lost >= WARM_SPARES_LOST_MAX)
