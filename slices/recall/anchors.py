"""Reads an anchor's text: an exact path, a glob, or a path on another machine."""

from __future__ import annotations

import re
import sys

from host import paths
from slices.recall import globs, identity
from slices.recall.limits import ANCHOR_MAX_CHARACTERS
from slices.recall.note import Anchor
from slices.recall.problems import Wrong, shown

_REMOTE = re.compile(r"([^/\\:\s]+|[^/\\:\s]*\[[0-9A-Fa-f:.]+\]):(/.*)", re.DOTALL)


def read(text: str, root: str | None, platform: str = sys.platform) -> Anchor | Wrong:
    """Return the anchor that a note's text means.

    `root` is the absolute folder that a relative one is seen from, None where there is none (the
    person's own notes).
    """
    if wrong := _misfit(text):
        return wrong
    if remote := remote_parts(text):
        host, path = remote
        return _anchor(text, path, identity.host_name(host), "linux")
    if text.startswith("~/") and paths.home():
        return _anchor(text, f"{globs.escaped(paths.home())}/{text[2:]}", None, platform)
    if identity.is_absolute(text, platform):
        return _anchor(text, text, None, platform)
    if root is None:
        return Wrong("an absolute path, one from ~/ or HOST:/PATH in your own note", shown(text))
    found = _anchor(text, f"{globs.escaped(root)}/{text}", None, platform)
    if not inside(found.path, root, platform):
        return Wrong("a path inside the project, or an absolute one", shown(text))
    return found


def remote_parts(text: str) -> tuple[str, str] | None:
    """Return host and absolute path of `HOST:/PATH`, or None; a Windows drive is no host."""
    found = None if identity.is_drive_path(text) else _REMOTE.fullmatch(text)
    return (found[1], found[2]) if found else None


def inside(path: str, folder: str, platform: str = sys.platform) -> bool:
    """Whether a normal path lies below a folder, by its spelling."""
    above = identity.folded(identity.normal(folder, platform), platform).rstrip("/")
    return identity.folded(path, platform).startswith(f"{above}/")


def _misfit(text: str) -> Wrong | None:
    if not text.strip():
        return Wrong("a path, a glob or HOST:/PATH", "nothing")
    if len(text) > ANCHOR_MAX_CHARACTERS:
        return Wrong(f"at most {ANCHOR_MAX_CHARACTERS} characters", f"{len(text)}")
    if any(ord(c) < 0x20 or ord(c) == 0x7F for c in text):  # noqa: PLR2004  ASCII's controls
        return Wrong("a path without control characters", shown(text))
    return None


def _anchor(text: str, path: str, host: str | None, platform: str) -> Anchor:
    spelt = path.replace("\\", "/") if platform == "win32" else path
    pattern = globs.is_glob(spelt)
    spelt = identity.normal(spelt if pattern else globs.literal(spelt), platform)
    if host is not None:
        return Anchor("remote", text, spelt, host, pattern)
    return Anchor("glob" if pattern else "path", text, spelt, None, pattern)
