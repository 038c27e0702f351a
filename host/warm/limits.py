"""The limits of the warm host, each with its unit in its name and the reason for its value."""

from host.limits import EVENT_MAX_BYTES

WARM_HELLO_SECONDS = 1.0
"""How long the front waits for a sign of the warm host before it goes cold: a fork and one read,
with room for a loaded machine, and little against what a person waits for a cold call there."""

WARM_IDLE_SECONDS = 1800.0
"""A session's pauses are shorter than half an hour; after one a cold call starts another host."""

WARM_CALLS_MAX = 10_000
"""What grows unseen in a resident ends with it; one in so many calls goes cold."""

WARM_MEMORY_MAX_BYTES = 256 * 1024 * 1024
"""Ten times what a resident takes: it runs no slice itself, so more is a defect."""

WARM_CHILDREN_MAX = 32
"""Calls that one resident answers at a time; more than agents run side by side on one machine."""

WARM_BACKLOG = 64
"""Callers that wait to be taken; the next is refused at once, and goes cold."""

WARM_RETRY_SECONDS = 60
"""A resident that dies as it starts is not started again at each call."""

WARM_GRACE_SECONDS = 20
"""What a resident's child may take past an attempt's deadline, the work after it included."""

WARM_ADDRESS_MAX_BYTES = 100
"""The path of a UNIX socket: macOS takes 103 bytes, Linux 107."""

REQUEST_MAX_BYTES = 2 * EVENT_MAX_BYTES
"""A question to the warm host: the decoded event and the asker's environment."""

HTTP_HEAD_MAX_BYTES = 16 * 1024
"""A client's head is some hundred bytes; the environment travels in the body."""

WARM_UP_SECONDS = 15.0
"""How long a client's question for the address waits for a host that starts; no call waits."""

WARM_STOP_SECONDS = 3.0
"""How long `tidegate host stop` waits for a resident that was asked to end, before it kills it."""
