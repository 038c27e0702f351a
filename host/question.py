"""One event on its way to an answer, as the front passes it on; builtin modules only."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from host.clients import Client, Glance
    from host.triggers import Wanted


class Question:
    """An event of the client `name`, decoded, and what the front found out about it.

    `wanted` are the hooks that the event is for, None for all. `starts_host` tells that no warm
    host was there, and that one is to be started once the answer is out.
    """

    def __init__(
        self,
        name: str,
        client: "Client",
        event: "dict[str, Any]",
        glance: "Glance",
        wanted: "Wanted | None" = None,
    ) -> None:
        self.name = name
        self.client = client
        self.event = event
        self.glance = glance
        self.wanted = wanted
        self.starts_host = False
