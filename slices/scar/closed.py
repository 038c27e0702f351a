"""Answers in the place of an arm that failed, from the command's text alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from host import paths, watches
from host.call import Ask, Context, Deny
from host.crude import hits
from slices.scar import reasons
from slices.scar.own.places import NAME, declared
from slices.scar.spelling import plain
from slices.scar.triggers import CRUDE

if TYPE_CHECKING:
    from host.call import Failure, ToolCall, ToolResult
    from host.hook import Host


def on_error(call: ToolCall, failure: Failure, host: Host | None) -> Deny | None:
    """Deny a command that holds a here-document and names a .py file; others run."""
    del host
    if call.command is None or not hits(CRUDE, plain(call.command)):
        return None
    return Deny(reasons.failed(failure.kind, failure.detail))


def own_on_error(call: ToolCall, failure: Failure, host: Host | None) -> Ask | None:
    """Ask the person about a command that one of their or the project's scars may be about.

    It goes by the texts that the hook entry watches for; where those cannot be trusted, any call
    in reach of such scars is asked about.
    """
    del host
    if not _may_be_meant(call):
        return None
    return Ask(reasons.failed_own(failure.kind, failure.detail))


def own_after_on_error(result: ToolResult, failure: Failure, host: Host | None) -> Context | None:
    """Say that a call was not held to the scars that are asked after it."""
    del host
    if not _may_be_meant(result.call):
        return None
    return Context(reasons.failed_own_after(failure.kind, failure.detail))


def _may_be_meant(call: ToolCall) -> bool:
    command = call.command or ""
    event = watches.Event((command, plain(command)), hidden=False, folder=call.cwd, seconds=None)
    return watches.holds_name(paths.state_folder(), NAME, declared(), event) is not False


def after_on_error(result: ToolResult, failure: Failure, host: Host | None) -> Context:
    """Say that the files which the call changed were not looked at."""
    del result, host
    return Context(reasons.failed_after(failure.kind, failure.detail))


def run_on(_occasion: object, _failure: Failure, _host: Host | None) -> None:
    """Let the call or the session go on: a look at the files before a call guards nothing."""
