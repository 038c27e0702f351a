"""The front's bundle: loaded where it is sound and this user's own, passed over where it is not."""

from __future__ import annotations

import marshal
import os
import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from host import bundle_front
from host.bundle import summed
from host.shortcut import ANSWERED
from tests.host.machine import PYTHON, Machine, own_plugin

if TYPE_CHECKING:
    from collections.abc import Callable

pytestmark = pytest.mark.skipif(not hasattr(os, "geteuid"), reason="needs owners of files")

PRINT, HARMLESS = "cat notes.txt", "git status"
CLIENT = "host.clients.claude_code"
TELL = """
import host.front
def leave(code):
    ours = {name: module for name, module in sys.modules.items() if name.startswith("host")}
    taken = [n for n, m in ours.items() if type(m.__spec__.loader).__name__ == "_Loader"]
    host.bare.write_all(2, (" ".join(taken) + "|" + " ".join(ours)).encode())
    host.bare.system._exit(code)
host.front.leave = leave
main("""


@pytest.fixture(scope="module")
def first(tmp_path_factory: pytest.TempPathFactory) -> Machine:
    """A machine after one call that the whole stack answered."""
    top = tmp_path_factory.mktemp("bundle")
    machine = Machine(top / "machine", own_plugin(top / "plugin")).ready()
    machine.ask(PRINT)
    return machine


@pytest.fixture
def machine(first: Machine, tmp_path: Path) -> Machine:
    """The same machine with a state of its own."""
    own = Machine(tmp_path / "own", first.root)
    own.data, own.project = first.data, first.project
    own.environment = {**first.environment, "XDG_STATE_HOME": str(tmp_path)}
    shutil.copytree(first.home / ".local" / "state" / "tidegate", tmp_path / "tidegate")
    return own


@pytest.fixture
def copy(machine: Machine) -> Machine:
    """The machine with a plugin of its own, and the bundle of that one."""
    machine.root = Path(shutil.copytree(machine.root, machine.place / "plugin"))
    for file in state(machine).glob("front-*"):
        file.unlink()
    machine.ask(PRINT)
    return machine


def state(machine: Machine) -> Path:
    return Path(machine.environment["XDG_STATE_HOME"]) / "tidegate"


def bundle_of(machine: Machine) -> Path:
    (file,) = state(machine).glob("front-*")
    return file


def loaded(machine: Machine, command: str = HARMLESS) -> tuple[set[str], set[str]]:
    """Return the host's modules that came out of the bundle, and all of them, at one call."""
    taken, _, ours = run(machine, TELL, command).partition("|")
    return set(taken.split()), set(ours.split())


def run(machine: Machine, tell: str, command: str = HARMLESS) -> str:
    """Return what a call says on standard error, with more code before the front's start."""
    text = (machine.root / "bin" / "tidegate-hook").read_text()
    program = text.partition("program='")[2].partition("'\n")[0]
    begin, _, rest = program.rpartition("main(")
    entry = (PYTHON, "-I", "-S", "-c", f"{begin}{tell}{rest}")
    where = (str(machine.root), "claude-code", "", "", str(state(machine)))
    reply = machine.send(machine.event(command), entry=(*entry, *where))
    assert reply.code == ANSWERED, reply.stderr
    return reply.stderr.decode()


def test_a_pass_takes_all_of_its_modules_from_the_bundle(machine: Machine) -> None:
    taken, ours = loaded(machine)
    assert taken == {*bundle_front.EACH_CALL, CLIENT}
    assert ours == taken


def test_another_call_takes_some_more(machine: Machine) -> None:
    taken, ours = loaded(machine, PRINT)
    assert taken <= {*bundle_front.EACH_CALL, *bundle_front.SOME_CALLS, CLIENT}
    assert "host.judge" in taken
    assert ours == taken


FIND = """
import _socket
looked = _socket.__file__.rpartition("/")[0] in sys.path_importer_cache
print(_socket.__spec__.name, _socket.AF_UNIX > 0, looked, end="", file=sys.stderr, flush=True)
main("""


@pytest.mark.skipif("_socket" in sys.builtin_module_names, reason="this interpreter holds it")
def test_a_library_file_is_where_it_was_found(machine: Machine) -> None:
    assert run(machine, FIND) == "_socket True False"
    bundle_of(machine).unlink()
    assert run(machine, FIND) == "_socket True True"


def test_the_bundle_is_this_users_alone(machine: Machine) -> None:
    assert bundle_of(machine).stat().st_mode & 0o777 == 0o600


def rewritten(change: Callable[[bytes], bytes]) -> Callable[[Path], object]:
    return lambda file: file.write_bytes(change(file.read_bytes()))


def with_head(body: bytes) -> bytes:
    return summed(body) + len(body).to_bytes(8, "little") + body


def body_of(raw: bytes) -> Any:
    return marshal.loads(raw[16:])


def for_another_root(raw: bytes) -> bytes:
    code, front = body_of(raw)
    return with_head(marshal.dumps((code, ("/another", *front[1:]))))


def replaced_by_a_fifo(file: Path) -> None:
    file.unlink()
    os.mkfifo(file)


def replaced_by_a_folder(file: Path) -> None:
    file.unlink()
    file.mkdir()


def a_link_to_nothing(file: Path) -> None:
    file.unlink()
    file.symlink_to(file)


UNSOUND = {
    "missing": Path.unlink,
    "empty": rewritten(lambda _: b""),
    "a-head-alone": rewritten(lambda raw: raw[:16]),
    "torn": rewritten(lambda raw: raw[: len(raw) // 4]),
    "a-bit-flipped": rewritten(lambda raw: raw[:99] + bytes([raw[99] ^ 1]) + raw[100:]),
    "of-another-version": rewritten(lambda raw: bytes(8) + raw[8:]),
    "of-an-endless-length": rewritten(lambda raw: raw[:8] + b"\xff" * 8 + raw[16:]),
    "of-another-shape": rewritten(lambda _: with_head(marshal.dumps(("code", 1)))),
    "for-another-root": rewritten(for_another_root),
    "writable-by-the-group": lambda file: file.chmod(0o620),
    "writable-by-all": lambda file: file.chmod(0o602),
    "a-fifo": replaced_by_a_fifo,
    "a-folder": replaced_by_a_folder,
    "a-link-to-itself": a_link_to_nothing,
}


@pytest.mark.parametrize("spoil", UNSOUND.values(), ids=UNSOUND.keys())
def test_an_unsound_bundle_is_passed_over(
    machine: Machine, spoil: Callable[[Path], object]
) -> None:
    spoil(bundle_of(machine))
    taken, ours = loaded(machine)
    assert taken == set()
    assert "host.front" in ours


SHAPES: tuple[Any, ...] = (
    1,
    "text",
    {"one": 1},
    {"one": 1, "two": 2, "three": 3},
    ("code", (1, 2, 3)),
    ("whole", {}),
)


@pytest.mark.parametrize("body", SHAPES)
def test_one_of_another_shape_is_made_anew(machine: Machine, body: Any) -> None:
    bundle_of(machine).write_bytes(with_head(marshal.dumps(body)))
    assert machine.ask(PRINT)[0] == "deny"
    assert "host.front" in loaded(machine)[0]


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="needs root")
def test_a_bundle_of_another_user_is_passed_over(machine: Machine) -> None:
    os.chown(bundle_of(machine), 65534, 65534)
    assert loaded(machine)[0] == set()


def rewrite(name: str) -> Callable[[Path], object]:
    return lambda root: (root / name).write_text((root / name).read_text() + "\n")


STALE = {
    "the-front-changed": rewrite("host/front.py"),
    "the-loader-changed": rewrite("host/bundle.py"),
    "the-client-changed": rewrite("host/clients/claude_code.py"),
    "only-the-time-changed": lambda root: os.utime(root / "host" / "decode.py"),
}


@pytest.mark.parametrize("change", STALE.values(), ids=STALE.keys())
def test_a_stale_bundle_is_passed_over(copy: Machine, change: Callable[[Path], object]) -> None:
    assert "host.front" in loaded(copy)[0]
    change(copy.root)
    assert loaded(copy)[0] == set()
