"""The front's own texts for models and people; builtin modules only."""

from host import outside
from host.limits import DETAIL_MAX_CHARS

NO_INTERPRETER = "no Python 3.11 or newer works here"
NO_ANSWER = "neither the warm host nor the hook entry gave an answer"
_KINDS = {
    "exception": "{who} raised an error",
    "time-out": "{who} did not finish in time",
    "crash": "{who} died with its process",
    "out-of-memory": "{who} ran out of memory",
    "recursion": "{who} recursed too deeply",
    "budget": "{who} spent its budget of work",
    "bad-return": "{who} gave an answer of the wrong type",
    "config": "{who} cannot read its configuration",
    "install": "{who} is not set up, or does not load",
    "bad-event": "the event of this call cannot be read",
}


def host_broke(name: str, kind: str, detail: str, *, file: str, root: str) -> str:
    """Return the last resort's deny: the host broke, and the command looks like the slice's."""
    return _unchecked(_why("tidegate", kind, detail), name, _door(name, file, root))


def slice_broke(name: str, kind: str, detail: str, *, file: str, root: str) -> str:
    """Return the deny for a slice that did not load, and that the command looks like."""
    return _unchecked(_why(f"its slice {name}", kind, detail), name, _door(name, file, root))


def _unchecked(why: str, name: str, door: str) -> str:
    return (
        f"tidegate denied this command without a full check: {why}.\n"
        f"It looks like what the slice {name} exists for. Where your file tools can do the same, "
        f"use them: to look at a file, Read it with an offset and a limit.\n{door}"
    )


def handler_broke(name: str, kind: str, detail: str, *, file: str, root: str) -> str:
    """Return the deny for a slice whose check and whose error handler both broke."""
    return (
        f"tidegate denied this call: the slice {name} broke and so did its error handler: "
        f"{_why('it', kind, detail)}.\nUntil it works again, or is switched off, use your file "
        f"tools instead.\n{_door(name, file, root)}"
    )


def crude_only(kind: str, detail: str, *, root: str) -> str:
    """Return what the person is told once per session while the host is broken."""
    return (
        f"tidegate does not work: {_why('it', kind, detail)}.\nUntil that is mended, only commands "
        f"that look like what a slice exists for are denied. To see what is wrong: "
        f"{root}/bin/tidegate doctor"
    )


def not_checked(problem: str, *, root: str) -> str:
    """Return what the person is told of an event that could not be read, and that runs."""
    return (
        f"tidegate could not read an event of the client ({problem}), so no slice has checked it. "
        f"To see what is wrong: {root}/bin/tidegate doctor"
    )


def may_it_run(problem: str, name: str, *, file: str, root: str) -> str:
    """Ask about a call that nobody could judge; `name` is the first of the slices that are on."""
    return (
        f"tidegate could not read this call ({problem}), so no slice has checked it: it runs only "
        f"if you say so. Most likely it comes through when it is tried again.\n"
        f"{_door(name, file, root)}"
    )


def killed(status: str, *, root: str) -> str:
    """Return why a call is blocked whose answer, or a part of it, may be printed already."""
    return (
        f"the process that had read this call ended with status {status} before it was done, "
        f"so the call is blocked: try it again. To see what is wrong: {root}/bin/tidegate doctor"
    )


def setting_up(root: str) -> str:
    """Return what the person is told while the first set-up runs."""
    return (
        "tidegate sets itself up in the background (once). Until it is ready, only commands that "
        f"look like what a slice exists for are denied. To wait for it: {root}/bin/tidegate setup"
    )


def set_up_failed(message: str, root: str) -> str:
    """Return what the person is told after a set-up that failed."""
    return (
        f"tidegate could not set itself up: {message}\nUntil then only commands that look like "
        f"what a slice exists for are denied. To try again: {root}/bin/tidegate setup"
    )


def _why(who: str, kind: str, detail: str) -> str:
    why = _KINDS.get(kind, "{who} broke").format(who=who)
    said = " ".join(detail.split())[:DETAIL_MAX_CHARS].rstrip(".")
    return f"{why} ({kind}: {said})" if said else f"{why} ({kind})"


def _door(name: str, file: str, root: str) -> str:
    one = outside.find(name)
    folder = f"{root}/slices/{name}" if one is None else one.folder
    return (
        f"To switch {name} off, run {root}/bin/tidegate disable {name}, or set "
        f"slices.{name}.enabled to false in {file} (the file tools are never blocked). "
        f"To see what is wrong: {root}/bin/tidegate doctor\n"
        f"Docs: {folder}/README.md"
    )
