"""The way to the warm host: one question, one bounded wait; builtin modules and `_socket` only.

Whatever is not a sound answer is none: the caller goes on with the cold host.
"""

import marshal

from host.bare import system
from host.limits import ATTEMPT_SECONDS
from host.supervise import Answered, Broke, Listener, listen
from host.warm.limits import WARM_HELLO_SECONDS
from host.warm.peer import is_own
from host.warm.places import identity, is_private, socket_file

TYPE_CHECKING = False
if TYPE_CHECKING:
    from _socket import socket

    from host.question import Question

MAGIC = b"tidegate"
NONCE_BYTES = 8
LENGTH_BYTES = 4


class _NoHostError(Exception):
    """Nothing that can be asked listens there."""


def attempt(question: "Question", site: str) -> tuple[Answered | None, Broke | None]:
    """Return the warm host's answer, or the slice that it waited for up to the deadline, or none.

    `site` is the folder of the packages. Where no host listens, the question is marked: whoever
    answers it cold starts one. Of a slice that crashed there nothing is taken over: the cold host
    meets the crash itself, and tells of it in its own words.
    """
    path = socket_file(site)
    if not path:
        return None, None
    try:
        found = _ask(_connected(path), question, site)
    except TimeoutError:  # it is stopped or overloaded; a second one could not start beside it
        return None, None
    except (_NoHostError, OSError):
        question.starts_host = True
        return None, None
    if isinstance(found, Answered):
        return found, None
    return None, found if found.slice and found.kind == "time-out" else None


def _connected(path: str) -> "socket":
    """Return a connection to a host of this person; raises OSError."""
    if not is_private(path.rpartition("/")[0]):
        raise _NoHostError
    try:
        import _socket
    except ImportError as error:
        raise _NoHostError from error
    connection = _socket.socket(_socket.AF_UNIX, _socket.SOCK_STREAM)
    connection.settimeout(WARM_HELLO_SECONDS)  # a full queue refuses at once all the same
    connection.connect(path)
    if not is_own(connection):
        connection.close()
        raise _NoHostError
    return connection


def _ask(connection: "socket", question: "Question", site: str) -> Answered | Broke:
    nonce = system.urandom(NONCE_BYTES)
    connection.sendall(_request(question, site, nonce))
    if _received(connection, NONCE_BYTES) != nonce:
        raise _NoHostError
    connection.setblocking(True)  # noqa: FBT003  positional only
    listener = Listener(connection.fileno(), nonce)
    problem = listen(listener, ATTEMPT_SECONDS)
    if problem is None:
        return Answered(listener.answer, 0, connection.detach())
    return Broke(listener.asked, listener.stage, *problem)


def _request(question: "Question", site: str, nonce: bytes) -> bytes:
    """Return the question with all of this process that its answer may depend on."""
    mask = system.umask(0o077)
    system.umask(mask)
    body = marshal.dumps(
        (
            (question.name, question.event, question.glance, question.wanted),
            (system.environ, system.getcwd(), mask),
        )
    )
    return MAGIC + identity(site) + nonce + len(body).to_bytes(LENGTH_BYTES, "big") + body


def _received(connection: "socket", count: int) -> bytes:
    data = b""
    while len(data) < count and (block := connection.recv(count - len(data))):
        data += block
    return data
