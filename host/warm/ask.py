"""The way to the warm host: one question, one bounded wait; builtin modules and `_socket` only."""

# Whatever is not a sound answer is none: the caller goes on with the cold host.

from host.bare import system
from host.limits import ATTEMPT_SECONDS
from host.shortcut import NONCE_BYTES, PASSED, TAKEN, connected, own_asker, received, request
from host.supervise import Answered, Broke, Listener, listen
from host.warm.limits import WARM_HELLO_SECONDS
from host.warm.places import identity, socket_file

TYPE_CHECKING = False
if TYPE_CHECKING:
    from _socket import socket

    from host.question import Question

    Tried = tuple[Answered | None, Broke | None]
    """The warm host's answer, or the slice that it waited for up to the deadline, or none."""


class _NoHostError(Exception):
    """Nothing that can be asked listens there."""


def attempt(question: "Question", raw: bytes, site: str) -> "Tried":
    """Ask the warm host about the event `raw`, which is the question's.

    `site` is the folder of the packages. Where no host listens, the question is marked: whoever
    answers it cold starts one.
    """
    path = socket_file(site)
    if not path:
        return None, None
    try:
        answered, gave_up = _ask(path, question.name, raw, site)
    except TimeoutError:  # it is stopped or overloaded; a second one could not start beside it
        return None, None
    except (_NoHostError, OSError):
        question.starts_host = True
        return None, None
    question.starts_host = answered is None  # it may have ended over the call
    return answered, gave_up


def follow(
    connection: "socket", nonce: bytes, said: bytes = b"", seconds: float = ATTEMPT_SECONDS
) -> "Tried":
    """Wait for the answer of a host that took the call; `said` was read of it before.

    Of a slice that crashed there nothing is taken over: the cold host meets the crash itself, and
    tells of it in its own words.
    """
    connection.setblocking(True)  # noqa: FBT003  positional only
    listener = Listener(connection.fileno(), nonce, said)
    problem = listen(listener, seconds)
    if problem is None:
        return Answered(listener.answer, 0, connection.detach()), None
    broke = Broke(listener.asked, listener.stage, *problem)
    return None, broke if broke.slice and broke.kind == "time-out" else None


def _ask(path: str, name: str, raw: bytes, site: str) -> "Tried":
    connection = connected(path, "", WARM_HELLO_SECONDS)
    if connection is None:
        raise _NoHostError
    nonce = system.urandom(NONCE_BYTES)
    connection.sendall(request(identity(site), nonce, name, raw, own_asker()))
    said = received(connection, NONCE_BYTES + 1)
    if said == nonce + PASSED:  # what it goes by changed since the front looked
        return Answered("", 0, connection.detach()), None
    if said != nonce + TAKEN:
        raise _NoHostError
    return follow(connection, nonce)
