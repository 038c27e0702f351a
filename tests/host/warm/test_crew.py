"""A resident's forks: who takes a call, what waits for the resident's word, and who is given up."""

from __future__ import annotations

import marshal
import os
import select
import signal
import socket
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import attr
import pytest

from host import clients
from host.bare import system
from host.clients.claude_code_doctor import shell_event
from host.question import Question
from host.supervise import Listener, listen
from host.warm import ask, crew, ready, worker
from host.warm.crew import Crew
from host.warm.limits import WARM_SPARES, WARM_SPARES_LOST_MAX

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


class Team:
    """A crew, and what a resident does with it."""

    def __init__(self, folder: Path) -> None:
        self.taken: dict[str, Stamps] = {}
        self.crew = Crew(SITE, self.taken, ())
        self.folder = folder

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
            self.crew.mind([channel for channel, _ in poll.poll(20)])
            self.crew.fill()

    def full(self) -> list[int]:
        """Wait until all spares are ready, and return their processes."""
        self.until(lambda: [one.is_spare for one in self.forks] == [True] * WARM_SPARES)
        return [one.process for one in self.forks]

    def call(self) -> tuple[crew.Fork, socket.socket]:
        """Give a call, and return who took it and the caller's end."""
        near, far = socket.socketpair()
        near.settimeout(SECONDS)
        with far:
            fork = self.crew.give(far)
        assert fork is not None
        event: dict[str, Any] = shell_event("cat notes.txt", str(self.folder))
        client = clients.load("claude-code")
        glance = client.glance(event)
        assert not isinstance(glance, str)
        near.sendall(ask._request(Question("claude_code", client, event, glance), SITE, NONCE))
        return fork, near

    def answer(self) -> int:
        """Have one call answered as the resident does, and return who answered it."""
        fork, near = self.call()
        fork.go()
        with near:
            assert near.recv(len(NONCE)) == NONCE
            near.setblocking(True)
            listener = Listener(near.fileno(), NONCE)
            assert listen(listener, SECONDS) is None
            assert '"deny"' in listener.answer
        return fork.process

    def end(self) -> None:
        self.crew._lost = WARM_SPARES_LOST_MAX  # no more of them
        for one in self.forks:
            one.channel.close()
            os.kill(one.process, signal.SIGKILL)
        self.crew._gone += self.forks
        self.crew._forks.clear()
        self.until(lambda: not self.crew._gone)


@pytest.fixture
def team(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Team]:
    for name in ("STATE", "CONFIG"):
        monkeypatch.setenv(f"XDG_{name}_HOME", str(tmp_path / name))
    (tmp_path / "notes.txt").write_text("one\n")
    monkeypatch.chdir(tmp_path)
    team = Team(tmp_path)
    yield team
    team.end()


def test_a_call_goes_to_the_oldest_of_the_spares(team: Team) -> None:
    first, second = team.full()
    assert team.answer() == first
    assert team.answer() == second


def test_without_a_spare_a_call_gets_a_fork_of_its_own(team: Team) -> None:
    spares = team.full()
    for one in team.forks:
        os.kill(one.process, signal.SIGKILL)
        assert select.select([one.channel], [], [], SECONDS)[0]  # its end shows there
    assert team.answer() not in spares


def test_nothing_shows_before_the_word_that_the_code_is_fresh(team: Team) -> None:
    team.full()
    fork, near = team.call()
    with near:
        fork.channel.close()
        assert near.recv(1) == b""
    assert not (team.folder / "STATE").exists()


def test_a_slice_whose_own_files_changed_is_not_asked(team: Team) -> None:
    team.taken["guard"] = {str(team.folder / "notes.txt"): None}
    team.full()
    fork, near = team.call()
    fork.go()
    with near:
        assert near.recv(1) == b""
    assert not (team.folder / "STATE").exists()


def test_a_fork_does_not_wait_for_the_word_of_a_resident_that_is_stopped(
    team: Team, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worker, "WARM_HELLO_SECONDS", 0.2)
    team.full()
    _, near = team.call()
    with near:
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


def test_spares_that_die_before_they_are_ready_are_not_forked_for_ever(
    team: Team, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(crew, "wait_for_call", lambda *_: os._exit(1))
    team.until(lambda: team.crew._lost >= WARM_SPARES_LOST_MAX and not team.forks)
    assert not team.crew.is_short
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


def test_a_spare_that_does_not_get_ready_is_killed(
    team: Team, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(crew, "WARM_READY_SECONDS", 0.1)
    monkeypatch.setattr(crew, "wait_for_call", lambda *_: time.sleep(SECONDS))
    team.until(lambda: team.crew._lost >= WARM_SPARES_LOST_MAX)
