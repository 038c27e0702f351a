"""The limits of the warm host, each with its unit in its name and the reason for its value."""

from host.limits import EVENT_MAX_BYTES

WARM_HELLO_SECONDS = 1.0
"""How long the front waits for a sign of the warm host before it goes cold: a fork and one read,
with room for a loaded machine, and little against what a person waits for a cold call there."""

WARM_IDLE_SECONDS = 900.0
"""Most pauses of a session are shorter than a quarter of an hour; a cold call ends a longer one."""

WARM_LOOK_SECONDS = 30.0
"""How often a resident that is not called looks whether its socket, the person's home and its code
are still there: seldom enough to cost nothing, and soon after a test or an update took them."""

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

RELAY_MAX_BYTES = 64 * 1024
"""A longer question is asked by a fork of the bridge: this much fits the buffer of a socket, so
that the bridge waits for nobody."""

HTTP_AT_ONCE_SECONDS = 0.05
"""How long the bridge itself waits for a request's bytes, which come with the connection; others
wait meanwhile, and a fork has the patience for one that is slow or long."""

WARM_UP_SECONDS = 15.0
"""How long a client's question for the address waits for a host that starts; no call waits."""

WARM_LOAD_SECONDS = 30.0
"""How long a resident may take to load everything: half a second on a free machine. A slice that
hangs as it is imported would keep it at that for ever."""

WARM_STOP_SECONDS = 3.0
"""How long `tidegate host stop` waits for a resident that was asked to end, before it kills it."""

WARM_SPARES = 2
"""Forks that are ready before a call comes: agents make one call at a time, at times two, and each
takes a few milliseconds and megabytes."""

WARM_SPARES_LOST_MAX = 5
"""Spares that ended one after the other without a call; then each call gets a fork of its own."""

WARM_READY_SECONDS = 10.0
"""How long a spare may take to get ready: what a cold call takes on a loaded machine, and more."""

WARM_QUESTION_SECONDS = 0.2
"""How long a fork waits for the bytes of a question, which come with the connection: others wait
meanwhile. Whoever is slower is closed out, and asks again by the front, with all at hand."""

WARM_KNOCK_SECONDS = 0.05
"""How long the code counts as fresh from the look at a knock on: what an interpreter takes to start
and ask, a few times over."""

WARM_PAUSE_SECONDS = 0.03
"""How long what nobody waits for lets the person's own work go first, once an answer is out."""

WARM_PASSES_MAX = 1_000
"""What grows unseen in a fork ends with it; to fork another one takes a few milliseconds."""

WARM_USED_SECONDS = 60.0
"""How often a fork tells the resident that it answers calls: seldom enough to cost nothing, and
often against the time after which an idle resident ends."""

WARM_PLACES_MAX = 3
"""Places of the last calls for which a spare is ready: sessions side by side in other folders."""

PLACE_MAX_BYTES = 128 * 1024
"""What a fork tells of its call's place, the environment for the most part: it has to fit the
buffer of a socket, so that nobody waits."""
