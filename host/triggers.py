"""The trigger file: what the enabled slices want to see, kept so that most calls pass at once."""

# It is written by the full path and read with builtin modules only. In doubt a call is wanted.

import marshal
import sys
from _imp import source_hash

from host.bare import system, write_file
from host.bundle import read_own
from host.crude import does_only
from host.decode import read_object
from host.here import NOWHERE as NO_PLACE
from host.here import Here
from host.limits import IDLE_MAX_CHARS, TRIGGER_FILE_MAX_BYTES, TRIGGER_FILES_MAX
from host.paths import PLUGIN_FILE, ROOT, config_file, state_folder
from host.watches import HIDING, UNKNOWN, Event, any_there, stamp
from host.watches import wants as wants_in_folders

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from host.clients import Glance, Scope
    from host.hook import Hook

    Wanted = frozenset[tuple[str, int]]
    """Hooks that want an event: the slice, and the hook's place among the slice's hooks."""

    Stamp = tuple[str, tuple[int, int, int] | None]
    """A file, and its modification time in nanoseconds, size and inode, or None where missing."""

_FORMAT = 5
_SUM_BYTES = 8
_TOLD = "session.start"
_EVERYTHING = "*"
_CODE = (
    "host/registry.py",
    "host/triggers.py",
    "host/watches.py",
    "host/hook.py",
    "host/config.py",
    "host/layers.py",
    "host/tightening.py",
    ".claude-plugin/plugin.json",
)
_ENCODED = "$'"  # ANSI-C quoting can spell any text as escapes
_HIDING = str.maketrans("", "", "'\"\\")


NOWHERE: "Scope" = ("", -1.0, "", {})
"""The scope of an event that tells neither its folder nor how long it took."""
_PREFIX = "triggers-"


def trigger_file(here: Here = NO_PLACE) -> str:
    """Return the trigger file of this copy of the repo for one place.

    Whatever decides which slices are on, and is no file, is in its name: the person's config
    folder, the project and the client's options.
    """
    what = f"{ROOT}\n{config_file()}\n{here.mark}"
    return f"{state_folder()}/{_PREFIX}{_mark(what)}"


def watch_file(name: str) -> str:
    """Return the file that lists what the slice `name` watches for.

    A JSON list of texts, in which `"*"` alone stands for every call; a missing file for none.
    """
    return f"{state_folder()}/watch/{name}"


def fingerprint(here: Here = NO_PLACE) -> "list[Stamp]":
    """Return the state of every file that decides what is wanted in one place.

    Taken before those files are read, so that a change meanwhile makes the trigger file stale.
    """
    from host import outside

    paths = [PLUGIN_FILE, config_file(), *(f"{ROOT}/{path}" for path in _CODE)]
    paths += [here.file] if here.file else []
    folders = [f"{ROOT}/slices/{name}" for name in _slice_folders()]
    others = outside.found().values()
    paths += [outside.kept_file()]
    for folder in (*folders, *(one.folder for one in others)):
        paths += (f"{folder}/plugin.py", f"{folder}/triggers.py")
    return [(path, stamp(path)) for path in paths]


def write(hooks: "Iterable[tuple[str, Hook]]", taken: "list[Stamp]", here: Here = NO_PLACE) -> None:
    """Keep the hooks of the slices that are on in one place; raises OSError.

    Each comes with its slice's name. `taken` is the fingerprint from before the config and the
    slices were read.
    """
    listed = list(hooks)
    names = [name for name, _ in listed]
    places = [names[:at].count(name) for at, name in enumerate(names)]
    body = marshal.dumps(
        {
            "format": _FORMAT,
            "code": _code(),
            "project": here.file,
            "files": list(taken),
            "hooks": [_row(*row, at) for row, at in zip(listed, places, strict=True)],
        }
    )
    write_file(trigger_file(here), source_hash(_FORMAT, body) + body)
    _drop_the_oldest()


def wants(glance: "Glance", scope: "Scope" = NOWHERE) -> bool:
    """Tell whether an enabled slice may care about the event; any doubt means yes."""
    found = wanted(glance, scope)
    return found is None or bool(found)


def wanted(glance: "Glance", scope: "Scope" = NOWHERE) -> "Wanted | None":
    """Return the hooks that may care about the event, or None for all of them: in any doubt.

    The start of a session is always wanted: that is where a person is told of problems.
    """
    event, tool, text = glance[:3]
    if event in ("", _TOLD):
        return None if event else frozenset()
    try:
        hooks = _hooks(Here(scope[0], scope[3]))
        return None if hooks is None else _who_wants(hooks, event, tool, text, scope)
    except (KeyError, TypeError, ValueError):
        return None


def wants_result(glance: "Glance", scope: "Scope") -> bool:
    """Tell ahead of a call whether a slice may care how it ends; any doubt means yes.

    None does where the call is a shell command that changes no file, and each hook on results has
    nothing to do with the command, or goes by data in folders of which none is there.
    """
    from host.idle import is_idle

    tool, text = glance[1:3]
    if tool != "shell" or len(text) > IDLE_MAX_CHARS or not is_idle(text):
        return True
    try:
        hooks = _hooks(Here(scope[0], scope[3]))
        asked = None if hooks is None else _asked(hooks, "tool.result", tool)
        return asked is None or any(_may_care(hook, tool, text, scope) for hook in asked)
    except (KeyError, TypeError, ValueError):
        return True


def _may_care(hook: "dict[str, Any]", tool: str, text: str, scope: "Scope") -> bool:
    if _is_idle(hook, tool, text):
        return False
    look = Event((), hidden=False, folder=scope[0], seconds=None, rules=scope[2])
    return not hook["folders"] or any_there(hook["folders"], look)


def _hooks(here: Here) -> "list[dict[str, Any]] | None":
    """Return the kept hooks of a place, None where there are none, or they are stale."""
    raw = read_own(trigger_file(here), TRIGGER_FILE_MAX_BYTES)
    kept = None if raw is None else unpacked(raw)
    if kept is None or not _fresh(kept, here):
        return None
    found: list[dict[str, Any]] = kept["hooks"]
    return found


def _asked(hooks: "list[dict[str, Any]]", event: str, tool: str) -> "list[dict[str, Any]]":
    return [h for h in hooks if h["event"] == event and (not h["tools"] or tool in h["tools"])]


def unpacked(raw: bytes) -> "dict[str, Any] | None":
    """Return what a trigger file holds, or None where that is not what was written."""
    body = raw[_SUM_BYTES:]
    if source_hash(_FORMAT, body) != raw[:_SUM_BYTES]:
        return None
    found: dict[str, Any] = marshal.loads(body)  # noqa: S302  as private as the state, and summed
    return found


def _fresh(kept: "dict[str, Any]", here: Here) -> bool:
    if kept["format"] != _FORMAT or kept["code"] != _code() or kept["project"] != here.file:
        return False
    for path, then in kept["files"]:
        now = stamp(path)
        if now == UNKNOWN or now != then:
            return False
    return True


def _who_wants(
    hooks: "list[dict[str, Any]]", event: str, tool: str, text: str, scope: "Scope"
) -> "Wanted | None":
    asked = _asked(hooks, event, tool)
    if not asked:
        return frozenset()
    if _ENCODED in text:
        return None
    plain = text.replace("\\\n", "").translate(_HIDING)
    look = Event(
        (text, plain),
        hidden=tool == "shell" and any(character in text for character in HIDING),
        folder=scope[0],
        seconds=scope[1] if event == "tool.result" else None,
        rules=scope[2],
    )
    return frozenset(
        (str(h["slice"]), int(h["place"]))
        for h in asked
        if _wants(h, text, plain, look) and not _is_idle(h, tool, text)
    )


def _is_idle(hook: "dict[str, Any]", tool: str, text: str) -> bool:
    if tool != "shell" or not hook["idle"] or len(text) > IDLE_MAX_CHARS:
        return False
    return does_only(hook["idle"], text)


def _wants(hook: "dict[str, Any]", text: str, plain: str, look: Event) -> bool:
    if hook["folders"]:
        if not wants_in_folders(state_folder(), hook["slice"], hook["folders"], look):
            return False
    elif hook["watched"] and not _watched(hook["slice"], text, plain):
        return False
    triggers = hook["triggers"]
    return not triggers or any(one in plain or one in text for one in triggers)


def _watched(name: str, text: str, plain: str) -> bool:
    path = watch_file(name)
    if stamp(path) is None:
        return False
    raw = read_own(path, TRIGGER_FILE_MAX_BYTES)
    if raw is None:
        return True
    kept = read_object(b'{"texts":%s}' % raw)
    texts = kept.get("texts") if isinstance(kept, dict) else None
    if not isinstance(texts, list):
        return True
    return any(t == _EVERYTHING or t in text or t in plain for t in texts)


def _row(name: str, hook: "Hook", place: int) -> "dict[str, Any]":
    return {
        "slice": name,
        "place": place,
        "event": hook.event,
        "tools": sorted(hook.tools),
        "triggers": list(hook.triggers),
        "watched": hook.watched,
        "folders": list(hook.folders),
        "idle": list(hook.idle),
    }


def _slice_folders() -> "list[str]":
    try:
        names = system.listdir(f"{ROOT}/slices")
    except OSError:
        return []
    return sorted(name for name in names if name.isidentifier() and not name.startswith("_"))


def _drop_the_oldest() -> None:
    folder = state_folder()
    files = [f"{folder}/{name}" for name in system.listdir(folder) if name.startswith(_PREFIX)]
    if len(files) > TRIGGER_FILES_MAX:
        for file in sorted(files, key=_age)[:-TRIGGER_FILES_MAX]:
            system.unlink(file)


def _age(file: str) -> int:
    return (stamp(file) or UNKNOWN)[0]


def _code() -> str:
    return f"{sys.implementation.cache_tag} {sys.hexversion:x} {ROOT}"


def _mark(text: str) -> str:
    return source_hash(0, text.encode("utf-8", "surrogateescape")).hex()
