"""The watch of one folder's data: what wakes a slice for it, kept so that the front can tell."""

# It is packed by the full path and asked with builtin modules only. In doubt a call is wanted.

import marshal
import time
from _imp import source_hash

from host.bare import system
from host.bundle import read_own
from host.limits import (
    LOOK_BACK_SECONDS,
    UNKNOWN_CALL_SECONDS,
    WATCH_PIECES_MAX,
    WATCHED_FOLDER_FILE_MAX_BYTES,
)
from host.paths import config_folder

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any

    from host.hook import FolderWatch

    Stamp = tuple[int, int, int]

EVERYTHING = "*"
RULES = "<rules>"
"""Among a hook's folders: the one that the client says its path-scoped rules lie in."""
UNKNOWN = (-1, -1, -1)
"""The stamp of what may not be looked at: never taken for unchanged."""
HIDING = "*?[{$`"
"""A shell text with one of these can name a file without holding its name."""
_QUOTING = str.maketrans("", "", "'\"\\")
_HASH_BYTES = 8
_SUM_BYTES, _LENGTH_BYTES = 8, 4
_FORMAT = 1  # a file of another one has no sound sum
_NOT_IN_NAMES = {
    code: " " for code in range(128) if not (chr(code).isalnum() or chr(code) in "._-")
}


class Event:
    """What the front knows of an event, for one look at the watches.

    `texts` are the call's text in each spelling that counts, `hidden` says that it may name more
    than it holds, `folder` is the event's, and `seconds` are what a call took that ran already:
    None before a call, negative where that is not known. `rules` stands for `RULES` among a hook's
    folders.
    """

    def __init__(
        self,
        texts: "tuple[str, ...]",
        *,
        hidden: bool,
        folder: str,
        seconds: "float | None",
        rules: str = "",
    ) -> None:
        self.text = "\n".join(texts).lower()
        self.hidden = hidden
        self.folder = folder.replace("\\", "/")
        self.seconds = seconds
        self.rules = rules
        self.there: dict[str, bool] = {}


def stamp(path: str) -> "Stamp | None":
    """Return modification time in nanoseconds, size and inode, or None where nothing is there."""
    try:
        found = system.stat(path)
    except (FileNotFoundError, NotADirectoryError):
        return None
    except (OSError, ValueError):
        return UNKNOWN
    return (found.st_mtime_ns, found.st_size, found.st_ino)


def wants(state: str, name: str, folders: "Iterable[str]", event: Event) -> bool:
    """Tell whether the slice `name` may care about the event; any doubt means yes.

    `state` is the state folder, `folders` are those of the hook.
    """
    return any(_wants(state, name, folder, event) for folder in _of_event(folders, event))


def any_there(folders: "Iterable[str]", event: Event) -> bool:
    """Tell whether one of a hook's folders is there for the event."""
    return any(True for _ in _of_event(folders, event))


def holds_name(state: str, name: str, folders: "Iterable[str]", event: Event) -> "bool | None":
    """Tell whether the call's text holds a watched text, or None where a watch is not sound.

    A stale watch counts for what it holds: this is asked where the slice itself cannot be.
    """
    sound = True
    for folder in _of_event(folders, event):
        kept = _load(state, name, folder)
        if kept is not None and _holds(kept, event):
            return True
        sound = sound and kept is not None and _fresh(kept[0])
    return False if sound else None


def crude_hits(state: str, name: str, crude: "dict[str, Any]", text: str, folder: str) -> bool:
    """Tell whether a call's text holds what is watched for in the folders of crude data."""
    named = [one.replace("<config>", config_folder()) for one in crude.get("names_in", ())]
    plain = text.replace("\\\n", "").translate(_QUOTING)
    event = Event((text, plain), hidden=False, folder=folder, seconds=None)
    return holds_name(state, name, named, event) is True


def is_fresh(state: str, name: str, folder: str) -> bool:
    """Tell whether the slice `name` has a watch for the folder, and nothing changed since."""
    kept = _load(state, name, folder)
    return kept is not None and _fresh(kept[0])


def in_reach(
    folders: "Iterable[str]", cwd: str, there: "dict[str, bool] | None" = None
) -> "Iterator[str]":
    """Yield the folders that are there: absolute ones, and others in `cwd` or above it.

    `there` keeps what was found out about a place for the next look at it.
    """
    found = {} if there is None else there
    above = list(_above(cwd.replace("\\", "/")))
    for folder in folders:
        for place in [folder] if _is_absolute(folder) else [f"{one}/{folder}" for one in above]:
            if place not in found:
                found[place] = stamp(place) is not None
            if found[place]:
                yield place


def file_name(name: str, folder: str) -> str:
    """Return the name of the watch file of a slice for a folder."""
    return f"{name}-{_hash(folder).hex()}"


def packed(watched: "FolderWatch") -> bytes:
    """Return a watch as the front reads it: its head, marshalled, and the hashes of the names."""
    keys = [(name, _key(name)) for name in watched.names]
    pieces = [text.lower() for text in (*watched.pieces, *(n for n, key in keys if not key))]
    hashes = b"".join(sorted({_hash(key) for _, key in keys if key}))
    head = {
        "folder": watched.folder,
        "sources": [[path, *(then or ())] for path, then in watched.sources],
        "pieces": sorted(set(pieces)),
        "looked_at": list(watched.looked_at),
    }
    if len(pieces) > WATCH_PIECES_MAX:
        head["pieces"] = [EVERYTHING]
    data = _headed(head) + hashes
    if len(data) <= WATCHED_FOLDER_FILE_MAX_BYTES:
        return data
    head |= {"pieces": [EVERYTHING], "looked_at": []}
    return _headed(head)


def unpacked(raw: bytes) -> "tuple[dict[str, Any], bytes] | None":
    """Return the head and the hashes of a watch, or None where that is not what was packed."""
    begin = _SUM_BYTES + _LENGTH_BYTES
    end = begin + int.from_bytes(raw[_SUM_BYTES:begin], "little")
    if len(raw) < end or _sum(raw[begin:end]) != raw[:_SUM_BYTES]:
        return None
    return marshal.loads(raw[begin:end]), raw[end:]  # noqa: S302  as private as the state, and summed


def _headed(head: "dict[str, Any]") -> bytes:
    body = marshal.dumps(head)
    return _sum(body) + len(body).to_bytes(_LENGTH_BYTES, "little") + body


def _sum(body: bytes) -> bytes:
    return source_hash(_FORMAT, body)


def words(text: str) -> "list[str]":
    """Return what can be a file's name in a text, or the greater part of one."""
    return text.translate(_NOT_IN_NAMES).split()


def _of_event(folders: "Iterable[str]", event: Event) -> "Iterator[str]":
    named = [event.rules if folder == RULES else folder for folder in folders]
    return in_reach([folder for folder in named if folder], event.folder, event.there)


def _wants(state: str, name: str, folder: str, event: Event) -> bool:
    kept = _load(state, name, folder)
    if kept is None or not _fresh(kept[0]):
        return True
    if _holds(kept, event):
        return True
    if event.seconds is not None:
        return _touched(kept[0]["looked_at"], event.seconds)
    return event.hidden and bool(kept[1] or kept[0]["pieces"])


def _load(state: str, name: str, folder: str) -> "tuple[dict[str, Any], bytes] | None":
    """Return the head and the hashes of a watch, or None where it is missing or no watch."""
    raw = read_own(f"{state}/watch/{file_name(name, folder)}", WATCHED_FOLDER_FILE_MAX_BYTES)
    kept = None if raw is None else unpacked(raw)
    if kept is None or kept[0].get("folder") != folder or len(kept[1]) % _HASH_BYTES:
        return None
    head, hashes = kept
    lists = (head.get("sources"), head.get("pieces"), head.get("looked_at"))
    return (head, hashes) if all(isinstance(one, list) for one in lists) else None


def _fresh(head: "dict[str, Any]") -> bool:
    for path, *then in head["sources"]:
        now = stamp(path)
        if now == UNKNOWN or now != (tuple(then) or None):
            return False
    return True


def _holds(kept: "tuple[dict[str, Any], bytes]", event: Event) -> bool:
    head, hashes = kept
    around = f"{event.text}\n{event.folder.lower()}"
    if any(piece == EVERYTHING or piece in around for piece in head["pieces"]):
        return True
    return bool(hashes) and any(_is_among(hashes, _hash(word)) for word in set(words(event.text)))


def _is_among(hashes: bytes, wanted: bytes) -> bool:
    low, high = 0, len(hashes) // _HASH_BYTES
    while low < high:
        middle = (low + high) // 2
        found = hashes[middle * _HASH_BYTES : (middle + 1) * _HASH_BYTES]
        if found == wanted:
            return True
        low, high = (middle + 1, high) if found < wanted else (low, middle)
    return False


def _touched(paths: "list[str]", seconds: float) -> bool:
    """Tell whether a file was changed or read since the call began, or shortly before."""
    since = time.time() - LOOK_BACK_SECONDS - (seconds if seconds >= 0 else UNKNOWN_CALL_SECONDS)
    for path in paths:
        try:
            found = system.stat(path)
        except (OSError, ValueError):
            continue
        if max(found.st_ctime, found.st_mtime, found.st_atime) >= since:
            return True
    return False


def _key(name: str) -> str:
    """Return the part of a file's name that stands as one word wherever the name does."""
    return max(words(name.lower()), key=len, default="")


def _hash(text: str) -> bytes:
    return source_hash(0, text.encode("utf-8", "surrogatepass"))


def _is_absolute(path: str) -> bool:
    return path.startswith("/") or path[1:3] in (":/", ":\\")


def _above(folder: str) -> "Iterator[str]":
    """Yield the folder and each one above it, without a final slash."""
    place = folder.rstrip("/")
    while place:
        yield place
        place = place.rpartition("/")[0]
    if folder.startswith("/"):
        yield ""
