"""A slice that breaks in the way that the command asks for, to be put into a copy of the plugin."""

from __future__ import annotations

import ctypes
import os
import re
import sys
import time
from typing import TYPE_CHECKING, Any, NoReturn

from attrs import frozen

from host.call import Answer, Deny, Failure, ToolCall
from host.hook import Control, Crude, Hook, Host, Probe, Slice
from host.hookspecs import hookimpl

from .triggers import CRUDE, TRIGGERS

if TYPE_CHECKING:
    from collections.abc import Callable


@frozen
class Options:
    """The saboteur has none."""


def _raise() -> NoReturn:
    message = "the saboteur raised"
    raise RuntimeError(message)


def _segfault() -> None:
    ctypes.string_at(0)


def _hang() -> None:
    while True:
        time.sleep(1)


def _catastrophic_match() -> None:
    re.match(r"(a+)+$", "a" * 64 + "b")


def _recurse() -> None:
    _recurse()


def _allocate() -> None:
    bytearray(1 << 60)


def _print_garbage() -> None:
    sys.stdout.write("garbage from a print")
    sys.stdout.flush()
    os.write(1, b'{"garbage": from descriptor 1')


def _leave() -> NoReturn:
    os._exit(0)


WAYS: dict[str, Callable[[], Any]] = {
    "raise": _raise,
    "segfault": _segfault,
    "hang": _hang,
    "match": _catastrophic_match,
    "recurse": _recurse,
    "allocate": _allocate,
    "garbage": _print_garbage,
    "leave": _leave,
    "return": lambda: "not an answer",
}


def run(call: ToolCall, host: Host) -> Answer | None:
    """Break in the way whose name follows `poison-`."""
    del host
    way = re.search(r"poison-(\w+)", call.command or "")
    return WAYS[way[1]]() if way else None


def on_error(call: ToolCall, failure: Failure, host: Host) -> Answer | None:
    """Deny with the failure's kind, or break again where the command says `twice`."""
    if "twice" in (call.command or ""):
        return run(call, host)
    return Deny(f"saboteur failed closed: {failure.kind}")


@hookimpl
def tidegate_slice() -> Slice:
    """Declare the saboteur."""
    return Slice(
        hooks=(
            Hook(
                event="tool.call",
                phase="check",
                run=run,
                on_error=on_error,
                tools=frozenset({"shell"}),
                triggers=TRIGGERS,
            ),
        ),
        crude=Crude(**CRUDE),
        controls=(Control("sabotage", "a test", "a test", "never"),),
        probes=(Probe(command="x", expect="deny"), Probe(command="ls", expect="run")),
        options=Options,
    )
