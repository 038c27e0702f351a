"""The front's side: whatever listens in the warm host's place, the cold host answers."""

from __future__ import annotations

import os
import socket
import threading
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from host import shortcut
from host.bare import system
from host.clients.seen import seen
from host.shortcut import MAGIC, NONCE_BYTES, PASSED, TAKEN, is_own, is_private
from host.warm import places
from tests.host.machine import Machine, own_plugin
from tests.host.residents import Warm, warm

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork and UNIX sockets")


@pytest.fixture(scope="module")
def known(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Warm]:
    top = tmp_path_factory.mktemp("ask")
    machine = Machine(top / "machine", own_plugin(top / "plugin")).ready()
    machine.ask("ls")
    with warm(machine) as one:
        one.folder.mkdir(mode=0o700)
        yield one


@pytest.fixture
def place(known: Warm) -> Warm:
    """Return where a warm host would listen; none is started, as one has just been tried."""
    Path(places.lock_file(known.path)).touch()
    return known


def nonce_of(head: bytes) -> bytes:
    return head[len(MAGIC) + 8 :][:NONCE_BYTES]


def taken(head: bytes) -> bytes:
    return nonce_of(head) + TAKEN


def frame(nonce: bytes, kind: bytes, body: bytes) -> bytes:
    return nonce + kind + len(body).to_bytes(4, "big") + body


ALLOW = b'{"systemMessage":"forged"}'
IMPOSTORS: dict[str, Callable[[bytes], bytes]] = {
    "says-nothing": lambda _: b"",
    "only-a-nonce": nonce_of,
    "another-word": lambda head: nonce_of(head) + b"?",
    "an-old-pass": lambda _: b"oldnonce" + PASSED,
    "garbage": lambda _: b"garbage " * 64,
    "half-a-hello": lambda head: nonce_of(head)[:3],
    "only-a-hello": taken,
    "an-old-nonce": lambda _: b"oldnonce" + TAKEN + frame(b"oldnonce", b"A", ALLOW),
    "an-old-frame": lambda head: taken(head) + frame(b"oldnonce", b"A", ALLOW),
    "half-a-frame": lambda head: taken(head) + frame(nonce_of(head), b"A", ALLOW)[:-1],
    "a-frame-too-long": lambda head: taken(head) + nonce_of(head) + b"A" + b"\xff" * 4,
    "a-failure-of-the-host": lambda head: (
        taken(head) + frame(nonce_of(head), b"F", b"exception\0Torn")
    ),
    "a-crash-in-a-slice": lambda head: taken(head) + frame(nonce_of(head), b"P", b"printer\0run"),
    "no-text": lambda head: taken(head) + frame(nonce_of(head), b"A", b"\xff\xfe"),
}


@pytest.mark.parametrize("by", ["the-shortcut", "the-front"])
@pytest.mark.parametrize("says", IMPOSTORS.values(), ids=IMPOSTORS.keys())
def test_an_impostor_is_no_answer(place: Warm, says: Callable[[bytes], bytes], by: str) -> None:
    for command, verdict in (("cat notes.txt", "deny"), ("npm run catalog", "run")):
        if by == "the-shortcut":
            assert place.shortcut.exists()
        else:
            place.shortcut.unlink()  # a cold call makes it anew
        with listening(place, says):
            way, reply = place.send(command)
        assert (way, seen(reply.stdout.decode())[0]) == ("cold", verdict)


class listening:  # noqa: N801  used as a function
    """Let something else listen where the warm host would."""

    def __init__(self, place: Warm, says: Callable[[bytes], bytes]) -> None:
        self._path = place.path
        self._says = says
        self._server = socket.socket(socket.AF_UNIX)

    def __enter__(self) -> None:
        self._server.bind(self._path)
        self._server.listen()
        threading.Thread(target=self._serve, daemon=True).start()

    def __exit__(self, *_: object) -> None:
        self._server.shutdown(socket.SHUT_RDWR)
        self._server.close()
        Path(self._path).unlink()

    def _serve(self) -> None:
        while True:
            try:
                connection, _ = self._server.accept()
            except OSError:
                return
            with connection:
                connection.sendall(self._says(connection.recv(1 << 20)))


def test_a_full_queue(place: Warm) -> None:
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(place.path)
        server.listen(0)
        waiting = []
        try:
            while True:
                one = socket.socket(socket.AF_UNIX)
                waiting.append(one)
                one.setblocking(False)
                one.connect(place.path)
        except BlockingIOError:
            way, reply = place.send("cat notes.txt")
        finally:
            for one in waiting:
                one.close()
            Path(place.path).unlink()
    assert way == "cold"
    assert "Read(file_path=" in seen(reply.stdout.decode())[1]


def test_a_plain_file_in_its_place(place: Warm) -> None:
    Path(place.path).touch()
    assert place.send("cat notes.txt")[0] == "cold"
    Path(place.path).unlink()


def test_a_peer_of_another_user(monkeypatch: pytest.MonkeyPatch) -> None:
    here, there = socket.socketpair(socket.AF_UNIX)
    with here, there:
        assert is_own(here)
        monkeypatch.setattr(system, "geteuid", lambda: os.getuid() + 1)
        assert not is_own(here)


def test_a_folder_of_another_user(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tmp_path.chmod(0o700)
    assert is_private(str(tmp_path))
    monkeypatch.setattr(system, "geteuid", lambda: os.getuid() + 1)
    assert not is_private(str(tmp_path))


@pytest.mark.parametrize("mode", [0o701, 0o710, 0o777])
def test_an_open_folder(tmp_path: Path, mode: int) -> None:
    tmp_path.chmod(mode)
    assert not is_private(str(tmp_path))


def test_a_link_to_a_folder(tmp_path: Path) -> None:
    tmp_path.chmod(0o700)
    (tmp_path / "link").symlink_to(tmp_path)
    assert not is_private(str(tmp_path / "link"))


def test_no_host_beyond_what_a_socket_can_be_called(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(places, "state_folder", lambda: f"/{'x' * 90}")
    monkeypatch.setattr(shortcut, "_variable", lambda _: "")
    assert places.socket_file("/site") == ""


def test_the_switch(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shortcut, "_variable", lambda _: "")
    assert places.socket_file("/site")
    assert places.socket_file("/site") != places.socket_file("/other")
    monkeypatch.setattr(shortcut, "_variable", lambda _: "cold")
    assert places.socket_file("/site") == ""
