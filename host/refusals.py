"""The front's own texts for models and people; builtin modules only."""

_DOOR = (
    "To switch {name} off, set slices.{name}.enabled to false in {file} (the file tools are never "
    "blocked). What is wrong: {root}/bin/tidegate check 'CMD'. Docs: {root}/slices/{name}/README.md"
)
NO_INTERPRETER = "no Python 3.11 or newer works here"
_KINDS = {
    "exception": "its program raised an error",
    "time-out": "it did not finish in time",
    "crash": "its process died",
    "out-of-memory": "it ran out of memory",
    "recursion": "it recursed too deeply",
    "config": "its configuration cannot be read",
    "install": "it is not set up",
    "bad-event": "the event of this call cannot be read",
}


def host_broke(name: str, kind: str, detail: str, *, file: str, root: str) -> str:
    """Return the last resort's deny: the host broke, and the command looks like the slice's."""
    why = _because(kind, detail)
    return (
        f"tidegate ({name}) denied this command without a full check, because {why}. It looks like "
        f"what {name} exists for. Do the same work with your file tools: to look at a file, Read "
        f"it with an offset and a limit. {_door(name, file, root)}"
    )


def handler_broke(name: str, kind: str, detail: str, *, file: str, root: str) -> str:
    """Return the deny for a slice whose check and whose error handler both broke."""
    why = _because(kind, detail).replace("its ", f"{name}'s ", 1)
    return (
        f"tidegate denied this call: the slice {name} broke and so did its error handler, because "
        f"{why}. Until it works again, or is switched off, use your file tools instead. "
        f"{_door(name, file, root)}"
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


def _because(kind: str, detail: str) -> str:
    why = _KINDS.get(kind, kind)
    return f"{why} ({kind}: {detail})" if detail else f"{why} ({kind})"


def _door(name: str, file: str, root: str) -> str:
    return _DOOR.format(name=name, file=file, root=root)
