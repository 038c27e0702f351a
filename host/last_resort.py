"""The last resort: each enabled slice's crude test on the command; builtin modules only."""

import sys

from host import outside, refusals
from host.bare import complain, read_file, write_file
from host.crude import hits
from host.decode import quote, read_object
from host.here import NOWHERE, Here, within
from host.limits import CONFIG_MAX_BYTES, SESSIONS_TOLD_MAX
from host.paths import PLUGIN_FILE, ROOT, config_file, slice_names, state_folder
from host.refusals import NO_INTERPRETER
from host.watches import crude_hits

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Any

    from host.clients import Client
    from host.here import Options


def verdict(
    command: str, kind: str, detail: str, folder: str = "", options: "Options | None" = None
) -> str:
    """Return the reasons of all enabled slices that the command hits, or "" to let it run.

    `folder` is the event's, "" where it is not known, and `options` are the client's.
    """
    on = enabled(Here(folder, options))
    found = [name for name in on if hit(name, (command,), folder)]
    return "\n\n".join(reason(name, kind, detail) for name in found)


def hit(name: str, commands: "Iterable[str]", folder: str = "") -> bool:
    """Tell whether the slice's crude test holds for one of the commands."""
    crude = crude_of(name)
    if crude is None:
        return False
    try:
        return any(
            hits(crude, one) or crude_hits(state_folder(), name, crude, one, folder)
            for one in commands
        )
    except BaseException as error:  # noqa: BLE001  data of the wrong types: the others still guard
        complain(f"the crude test of the slice {name} is broken: {error!r}")
        return False


def reason(name: str, kind: str, detail: str) -> str:
    """Return the slice's deny, with the kind of the failure and the door."""
    return refusals.host_broke(name, kind, detail, file=config_file(), root=ROOT)


def crude_only(event: str, session: str, kind: str, detail: str) -> str:
    """Return what the person is told of the host's failure, "" where it is known or not the time.

    That is at the start of a session, and at the first call of one that began before. Where nobody
    can remember what was told, only the start tells it.
    """
    if event == "session.start" or (event == "tool.call" and _is_news(session)):
        return refusals.crude_only(kind, detail, root=ROOT)
    return ""


def _is_news(session: str) -> bool:
    file = f"{state_folder()}/told-broken"
    told = (read_file(file, CONFIG_MAX_BYTES) or b"").split(b"\n")[-SESSIONS_TOLD_MAX:]
    if (own := quote(session).encode()) in told:
        return False
    try:
        write_file(file, b"\n".join((*told, own)))
    except OSError:
        return False
    return True


def enabled(here: Here = NOWHERE) -> "list[str]":
    """Return the names of the slices that are on in one place, in config order.

    A `plugin.json` that cannot be read leaves every slice of the repo on that no other layer
    switches off; another file that cannot be read says nothing. Folders are compared as they are
    spelled.
    """
    mine = _object(config_file())
    trusted = mine.get("trusted_projects")
    folder = here.file.rpartition("/")[0] or "/"
    free = isinstance(trusted, list) and folder in trusted
    project = _slices(_object(here.file)) if here.file else {}
    layers = [_slices(mine), _of_client(here), project, *_about(mine, here.root)]
    found = []
    for name, on in _known():
        for layer in layers:
            now = _switch(layer.get(name), otherwise=on)
            on = (on or now) if layer is project and not free else now  # noqa: PLW2901  the layers add up
        found += [name] if on else []
    return found


def names() -> "list[str]":
    """Return the names of all slices in config order, on or off; those from outside come last."""
    return [name for name, _ in _known()]


def named_by_person() -> "set[str]":
    """Return the names that the person's file switches, for all projects or for one."""
    mine = _object(config_file())
    projects = mine.get("projects")
    about = projects.values() if isinstance(projects, dict) else ()
    layers = [mine, *(one for one in about if isinstance(one, dict))]
    return {name for layer in layers for name in _slices(layer)}


def crude_of(name: str) -> "dict[str, Any] | None":
    """Return the slice's crude data, or None where it cannot be had."""
    if not name.isidentifier():
        return None
    one = outside.find(name)
    if one is not None:  # nobody keeps a deadline here, and its code may hang
        return one.crude
    module = f"slices.{name}.triggers"
    try:
        __import__(module)
    except BaseException as error:  # noqa: BLE001  whatever is broken there, the others still guard
        complain(f"the slice {name} has no crude test: {error!r}")
        return None
    found = getattr(sys.modules[module], "CRUDE", None)
    return found if isinstance(found, dict) else None


def shell_file(client: str) -> str:
    """Return the file from which the hook entry answers where no interpreter works."""
    return f"{state_folder()}/last-resort.{client}"


def shell_text(client: "Client", reasons: "Mapping[str, str]", root: str = ROOT) -> str:
    """Return what bin/tidegate-hook needs to answer alone: each slice's words and its answer.

    Lines of one key and one value: `first`, `without` and `all` belong to the `answer` that
    follows, and `start` to the `tell`. The texts stand as they do inside a JSON string, where the
    shell looks for them.
    """
    lines: list[str] = []
    for name, text in reasons.items():
        crude = crude_of(name)
        if crude is None or not (crude.get("first_words") or crude.get("all_of")):
            continue
        lines += [f"first {words}" for words in crude["first_words"]]
        lines += [f"without {quote(part)[1:-1]}" for part in crude.get("without", ())]
        lines += [f"all {quote(part)[1:-1]}" for part in crude.get("all_of", ())]
        lines += [f"answer {client.refuse(text, {})}"]
    if lines:
        told = refusals.crude_only("install", NO_INTERPRETER, root=root)
        lines = [f"start {client.start_text()}", f"tell {client.tell(told)}", *lines]
    return "".join(f"{line}\n" for line in lines)


def write_shell_file(client_name: str, client: "Client") -> None:
    """Keep the hook entry's own last resort for the slices that are on now; raises OSError.

    It is one for all projects, so what a project's file says does not count in it.
    """
    on = enabled(Here("", client.options()))
    texts = {name: reason(name, "install", NO_INTERPRETER) for name in on}
    raw = shell_text(client, texts).encode("ascii", "backslashreplace")
    if read_file(shell_file(client_name), CONFIG_MAX_BYTES) != raw:
        write_file(shell_file(client_name), raw)


def shipped() -> "list[tuple[str, bool]]":
    """Return name and default switch of each slice of the repo, in config order.

    A slice that is there and has no entry, or one that cannot be read, is on: an entry that got
    lost switches nothing off.
    """
    found: dict[str, bool] = {}
    rows = _object(PLUGIN_FILE).get("slices")
    for row in rows if isinstance(rows, list) else ():
        if isinstance(row, dict) and isinstance(name := row.get("name"), str):
            found[name] = found.get(name, False) or row.get("enabled") is not False
    return [*found.items(), *((name, True) for name in slice_names() if name not in found)]


def _known() -> "list[tuple[str, bool]]":
    """Return the slices of the repo, then those of other distributions, which are off."""
    listed = shipped()
    ours = [name for name, _ in listed]
    return [*listed, *((name, False) for name in outside.found() if name not in ours)]


def _switch(own: "Any", *, otherwise: bool) -> bool:
    value = own.get("enabled") if isinstance(own, dict) else None
    return value if isinstance(value, bool) else otherwise


def _slices(value: "dict[str, Any]") -> "dict[str, Any]":
    found = value.get("slices")
    return found if isinstance(found, dict) else {}


def _of_client(here: Here) -> "dict[str, Any]":
    words = {"true": True, "false": False}
    return {name: {"enabled": words.get(text)} for name, (_, text) in here.options.items()}


def _about(mine: "dict[str, Any]", root: str) -> "list[dict[str, Any]]":
    """Return what the person says about the project, the nearest folder's word last."""
    found = mine.get("projects")
    folders = found if isinstance(found, dict) else {}
    named = sorted((one for one in folders if within(root, one)), key=len)
    return [_slices(folders[one]) for one in named if isinstance(folders[one], dict)]


def _object(path: str) -> "dict[str, Any]":
    raw = read_file(path, CONFIG_MAX_BYTES)
    found = read_object(raw) if raw else ""
    return found if isinstance(found, dict) else {}
