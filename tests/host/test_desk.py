"""What a slice may ask of the host during one event."""

from __future__ import annotations

from host import clients
from host.desk import Desk, SliceHost
from host.state import State


def hosts() -> tuple[Desk, SliceHost, SliceHost]:
    desk = Desk(clients.load("claude-code"), State(""))
    return desk, SliceHost(desk, "a", None), SliceHost(desk, "b", None)


def test_a_thing_is_made_once_for_each_slice() -> None:
    _, one, other = hosts()
    made: list[str] = []

    def make() -> int:
        made.append("x")
        return len(made)

    assert [one.once("k", make), one.once("k", make), other.once("k", make)] == [1, 1, 2]
    assert one.once("other", make) == 3


def test_nothing_that_is_made_is_kept_too() -> None:
    _, one, _ = hosts()
    made: list[None] = []
    for _ in range(2):
        one.once("k", lambda: made.append(None))
    assert made == [None]


def test_steps_for_afterwards_wait_in_order() -> None:
    desk, one, other = hosts()
    done: list[str] = []
    one.afterwards(lambda: done.append("one"))
    other.afterwards(lambda: done.append("other"))
    assert done == []
    for step in desk.later:
        step()
    assert done == ["one", "other"]


def test_the_clients_rules_folder() -> None:
    _, one, _ = hosts()
    assert one.rules_folder() == ".claude/rules"
