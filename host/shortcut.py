"""The shortcut: an event straight to the warm host, ahead of a front that then need not load."""

# It stands alone: the hook entry runs this module's own code out of a file, ahead of any import.

import gc
import marshal
import sys
from _frozen_importlib import ModuleSpec
from _frozen_importlib_external import ExtensionFileLoader
from time import monotonic

if sys.platform == "win32":
    import nt as system
else:
    import posix as system

TYPE_CHECKING = False
if TYPE_CHECKING:
    from _socket import socket
    from typing import NamedTuple

    Stamp = tuple[int, int, int]

    Asker = tuple[dict[bytes, bytes], str, int]
    """The environment, the folder and the umask of who asks."""

    class Known(NamedTuple):
        """What the shortcut goes by, as it was when its file was written."""

        root: str
        """The plugin's folder."""
        stamp: Stamp
        """This module's source, as `host.bundle.stamp` tells it."""
        identity: bytes
        """See `host.warm.places.identity`."""
        library: str
        """The library file of `_socket`, "" where the interpreter holds it."""
        limits: tuple[int, int, float, float, int]
        """`KEPT_EVENT_MAX_BYTES`, `KEPT_EVENTS_MAX`, `WARM_HELLO_SECONDS`, `ATTEMPT_SECONDS`,
        `FRAME_MAX_BYTES`."""


MAGIC = b"tidegate"
NONCE_BYTES = 8
LENGTH_BYTES = 4
FRAME_HEAD_BYTES = NONCE_BYTES + 1 + LENGTH_BYTES
PASSED, TAKEN = b"-", b"+"
"""What a warm host says behind the nonce: no slice wants the call, or one does and an answer comes.
"""
EVENT_PREFIX = "event-"
EVENT_END = b"\0"
"""Behind a kept event: no JSON holds it, and what follows is left of a longer one."""
EVENT_OF_NOBODY = b"\n"
ANSWERED = 73
"""The exit code of an answer that was handed over; see `host.front`."""
SWITCH = "TIDEGATE_HOST"
"""An environment variable; `cold` means that no warm host is asked or started for this call."""
_BLOCK_BYTES = 64 * 1024
_KIND, _FOLDER = 0o170000, 0o040000  # `S_IFMT`, `S_IFDIR`: `stat` is not imported for them
_UID_BYTES = slice(4, 8)  # of Linux's `struct ucred` and of macOS's `struct xucred` alike
_LOCAL_PEERCRED = (0, 1, 76)  # macOS: the level SOL_LOCAL, the option, the size of the struct


class Begun:
    """How far the shortcut came: what it read, and with whom it talks.

    `blocks` are what it read, and `is_whole` tells that standard input has ended. `is_silent` tells
    that a host has the call and said nothing in time. `connection` is to one that took it and goes
    by `nonce`, `said` is what came from there since, and `is_late` tells that its time is up.
    `unprinted` is what was wrong with standard output.
    """

    def __init__(self) -> None:
        self.blocks: list[bytes] = []
        self.is_whole = False
        self.is_silent = False
        self.connection: socket | None = None
        self.nonce = b""
        self.said = b""
        self.is_late = False
        self.unprinted: OSError | None = None


class _Kept:
    """The event's file while it is answered: where not even a front starts, the entry goes on."""

    def __init__(self, path: str, mark: str, raw: bytes) -> None:
        pieces = event_pieces(mark, raw)
        self._path = path
        self._size = sum(len(data) for _, data in pieces)
        try:
            overwrite(path, pieces)
        except OSError:  # it is answered all the same
            self._size = 0

    def drop(self) -> None:
        if self._size:
            overwrite(self._path, ((0, EVENT_OF_NOBODY + bytes(self._size - 1)),))


def main(known: "Known") -> None:
    """Have the warm host answer the hook entry's event; where none does, go on as without it."""
    root, client, mark, state, program = sys.argv[1:]
    gc.disable()
    sys.argv[1:] = [root, client, mark, "", state]
    exec(program, {"begun": take(known, root, client, mark, state)})  # noqa: S102  the entry's own


def take(known: "Known", root: str, client: str, mark: str, state: str) -> Begun | None:
    """Have the warm host answer the event, hand that over, and leave.

    `root`, `client` and `mark` are the hook entry's, `state` is the state folder. Where it comes to
    no answer, return how far it came, for the front to go on from: None where nothing was read. It
    never raises.
    """
    begun = None
    try:
        connection = _connection(known, root, state)
        if connection is not None:
            begun = Begun()
            _read(begun, known[4][0])
            if begun.is_whole:
                kept = f"{state}/{EVENT_PREFIX}{int(mark) % known[4][1]}"
                _ask(begun, connection, known, client, (kept, mark))
    except Exception:  # noqa: BLE001  the front meets it again, and can tell
        return begun
    return begun


def socket_file(state: str, identity: bytes) -> str:
    """Return where a warm host of this identity listens, or "" where none may be asked.

    It is in the person's runtime folder, else in the state folder `state`.
    """
    if not hasattr(system, "fork") or _variable(SWITCH) == "cold":
        return ""
    runtime = _variable("XDG_RUNTIME_DIR")
    at = f"{runtime}/tidegate" if runtime[:1] == "/" and _is_folder(runtime) else f"{state}/run"
    return f"{at}/host-{identity.hex()}"


def connected(path: str, library: str, seconds: float) -> "socket | None":
    """Return a connection to a host of this person, None where it is another's; raises OSError.

    `library` is where `_socket` lies, if that is known; what the other end does may take so long.
    """
    if not is_private(path.rpartition("/")[0]):
        return None
    _load_socket(library)
    import _socket

    connection = _socket.socket(_socket.AF_UNIX, _socket.SOCK_STREAM)
    connection.settimeout(seconds)  # a full queue refuses at once all the same
    connection.connect(path)
    if is_own(connection):
        return connection
    connection.close()
    return None


def own_asker() -> "Asker":
    """Return all of this process that an answer may depend on.

    Raises OSError where the working folder is gone.
    """
    mask = system.umask(0o077)
    system.umask(mask)
    return system.environ, system.getcwd(), mask


def request(identity: bytes, nonce: bytes, client: str, raw: bytes, asker: "Asker") -> bytes:
    """Return an event as a host of this identity is asked about it."""
    body = marshal.dumps((client, raw, asker))
    return b"".join((MAGIC, identity, nonce, len(body).to_bytes(LENGTH_BYTES, "big"), body))


def is_private(path: str) -> bool:
    """Tell whether the folder is there, the person's own, and closed to everybody else."""
    try:
        found = system.lstat(path)
    except OSError:
        return False
    is_folder = found.st_mode & _KIND == _FOLDER
    return is_folder and found.st_uid == system.geteuid() and not found.st_mode & 0o077


def is_own(connection: "socket") -> bool:
    """Tell whether the peer runs as this process's user; not where the kernel does not say."""
    import _socket

    if sys.platform == "darwin":
        asked = _LOCAL_PEERCRED
    elif hasattr(_socket, "SO_PEERCRED"):
        asked = (_socket.SOL_SOCKET, _socket.SO_PEERCRED, 12)
    else:
        return False
    try:
        found = connection.getsockopt(*asked)
    except OSError:
        return False
    return int.from_bytes(found[_UID_BYTES], sys.byteorder) == system.geteuid()


def overwrite(path: str, pieces: tuple[tuple[int, bytes], ...]) -> None:
    """Write each piece to its place in a file, which is made where it is missing; raises OSError.

    A pipe of that name is not waited for, and a link is not followed.
    """
    flags = system.O_WRONLY | system.O_CREAT | system.O_NOFOLLOW | system.O_NONBLOCK
    descriptor = system.open(path, flags, 0o600)
    try:
        for at, data in pieces:
            if system.pwrite(descriptor, data, at) != len(data):
                raise OSError(0, "no room left")
    finally:
        system.close(descriptor)


def event_pieces(mark: str, raw: bytes) -> tuple[tuple[int, bytes], ...]:
    """Return what keeps an event for the hook entry with this process id; see `host.rescue`.

    The owner in front comes last: an event that is not there as a whole is nobody's. The owner
    behind goes in one write with it: what another entry wrote in between is not this one's.
    """
    owner = f"{mark}\n".encode()
    return (len(owner), raw + EVENT_END + owner), (0, owner)


def _connection(known: "Known", root: str, state: str) -> "socket | None":
    """Return a connection to the host, where this code is of the plugin at `root` and current."""
    made_for, stamp, identity, library, (_, _, seconds, _, _) = known
    if made_for != root:
        return None
    for descriptor in (0, 1, 2):  # else the front has to fill it first
        system.fstat(descriptor)
    found = system.stat(f"{root}/host/shortcut.py")
    if (found.st_mtime_ns, found.st_size, found.st_ino) != stamp:
        return None
    path = socket_file(state, identity)
    return connected(path, library, seconds) if path else None


def _read(begun: Begun, limit_bytes: int) -> None:
    while limit_bytes > 0:
        block = system.read(0, min(_BLOCK_BYTES, limit_bytes))
        if not block:
            begun.is_whole = True
            return
        begun.blocks.append(block)
        limit_bytes -= len(block)


def _ask(
    begun: Begun, connection: "socket", known: "Known", client: str, keep: tuple[str, str]
) -> None:
    """Ask the host; the event is kept in a file meanwhile, for the hook entry with this id."""
    identity, (_, _, _, attempt_seconds, frame_max_bytes) = known[2], known[4]
    raw = b"".join(begun.blocks)
    nonce = system.urandom(NONCE_BYTES)
    asked = request(identity, nonce, client.replace("-", "_"), raw, own_asker())
    verdict = _verdict(begun, connection, asked)
    if verdict == nonce + PASSED:
        _leave()
    kept = _Kept(*keep, raw)
    if verdict != nonce + TAKEN:
        return
    begun.connection, begun.nonce = connection, nonce
    text = _answer(begun, connection, attempt_seconds, frame_max_bytes)
    kept.drop()
    try:
        _write_all(1, printable(text))
    except OSError as error:
        begun.unprinted = error
        return
    _leave()


def _verdict(begun: Begun, connection: "socket", asked: bytes) -> bytes:
    try:
        connection.sendall(asked)
        return received(connection, NONCE_BYTES + 1)
    except TimeoutError:
        begun.is_silent = True
        return b""


def _answer(begun: Begun, connection: "socket", seconds: float, max_bytes: int) -> bytes:
    """Return the answer's text; raises where none comes that is whole and sound, and in time."""
    end = monotonic() + seconds
    while (text := text_in(begun.said, begun.nonce, max_bytes)) is None:
        connection.settimeout(max(end - monotonic(), 0.001))
        try:
            block = connection.recv(_BLOCK_BYTES)
        except TimeoutError:
            begun.is_late = True
            raise
        if not block:
            raise EOFError
        begun.said += block
    return text


def text_in(said: bytes, nonce: bytes, max_bytes: int) -> bytes | None:
    """Return the text of the answer's frame, None where there is none yet; see `host.supervise`.

    Raises ValueError for anything but frames of progress in front of it, and for one too long.
    """
    at = 0
    while len(said) >= at + FRAME_HEAD_BYTES:
        begin = at + FRAME_HEAD_BYTES
        end = begin + int.from_bytes(said[begin - LENGTH_BYTES : begin], "big")
        head = said[at : begin - LENGTH_BYTES]
        if head not in (nonce + b"A", nonce + b"P") or end - begin > max_bytes:
            raise ValueError(head)
        if head == nonce + b"A":
            return said[begin:end] if len(said) >= end else None
        at = end
    return None


def printable(text: bytes) -> bytes:
    """Return an answer's text as it is printed: it may hold lone surrogates."""
    return text.decode("utf-8", "surrogatepass").encode("utf-8", "backslashreplace")


def _write_all(descriptor: int, data: bytes) -> None:
    while data:
        data = data[system.write(descriptor, data) :]


def _leave() -> None:
    system._exit(ANSWERED)  # noqa: SLF001  the documented `os._exit`


def received(connection: "socket", count: int) -> bytes:
    """Return so many bytes, or fewer where the other end has closed; raises OSError."""
    data = b""
    while len(data) < count and (block := connection.recv(count - len(data))):
        data += block
    return data


def _variable(name: str) -> str:
    found: bytes = system.environ.get(name.encode(), b"")
    return found.decode("utf-8", "surrogateescape")


def _is_folder(path: str) -> bool:
    try:
        return system.stat(path).st_mode & _KIND == _FOLDER
    except OSError:
        return False


def _load_socket(library: str) -> None:
    """Load `_socket` from where it lies: to look for it costs as much as to load it."""
    if not library or "_socket" in sys.modules:
        return
    loader = ExtensionFileLoader("_socket", library)
    spec = ModuleSpec("_socket", loader, origin=library)
    module = loader.create_module(spec)
    loader.exec_module(module)
    sys.modules["_socket"] = module
