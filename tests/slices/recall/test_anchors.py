"""What an anchor's text means on each platform."""

from __future__ import annotations

import pytest

from host import paths
from slices.recall import anchors
from slices.recall.limits import ANCHOR_MAX_CHARACTERS
from slices.recall.note import Anchor
from slices.recall.problems import Wrong

GOOD = {
    "relative": ("a/b.txt", "path", "/repo/a/b.txt", None),
    "dots": ("./a/../b", "path", "/repo/b", None),
    "absolute": ("/etc/hosts", "path", "/etc/hosts", None),
    "star": ("a/*.yaml", "glob", "/repo/a/*.yaml", None),
    "two-stars": ("**/x", "glob", "/repo/**/x", None),
    "question-mark": ("a?", "glob", "/repo/a?", None),
    "brackets-mean-themselves": ("app/[id]/page.tsx", "path", "/repo/app/[id]/page.tsx", None),
    "braces-mean-themselves": ("{a,b}", "path", "/repo/{a,b}", None),
    "escaped-star": (r"a\*b", "path", "/repo/a*b", None),
    "escaped-and-glob": (r"a\*b*", "glob", r"/repo/a\*b*", None),
    "blanks": ("my dir/notes.txt", "path", "/repo/my dir/notes.txt", None),
    "remote": ("buildhost:/srv/app", "remote", "/srv/app", "buildhost"),
    "remote-user": ("me@Build.Example:/srv/../x", "remote", "/x", "build.example"),
    "remote-address": ("[::1]:/srv", "remote", "/srv", "::1"),
    "remote-glob": ("buildhost:/srv/*", "remote", "/srv/*", "buildhost"),
    "colon-but-no-slash": ("a:b", "path", "/repo/a:b", None),
    "colon-in-a-folder": ("a/b:/c", "path", "/repo/a/b:/c", None),
    "drive-with-slash": ("C:/x", "path", "C:/x", None),
    "drive-with-backslash": (r"c:\x\y", "path", "C:/x/y", None),
    "home": ("~/x", "path", "/home/me/x", None),
    "tilde-in-the-middle": ("a/~/x", "path", "/repo/a/~/x", None),
}


@pytest.fixture(autouse=True)
def _home(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(paths, "home", lambda: "/home/me")


@pytest.mark.parametrize(("text", "kind", "path", "host"), GOOD.values(), ids=GOOD.keys())
def test_an_anchor(text: str, kind: str, path: str, host: str | None) -> None:
    found = anchors.read(text, "/repo", "linux")
    assert isinstance(found, Anchor)
    assert (found.kind, found.text, found.path, found.host) == (kind, text, path, host)


def test_a_project_whose_folder_looks_like_a_glob_is_no_glob() -> None:
    found = anchors.read("a.txt", "/odd*folder", "linux")
    assert isinstance(found, Anchor)
    assert (found.kind, found.path) == ("path", "/odd*folder/a.txt")


WINDOWS = [r"deploy\config.yaml", "deploy/config.yaml", r"C:\repo\deploy\config.yaml"]


@pytest.mark.parametrize("text", [*WINDOWS, "/c/repo/deploy/config.yaml"])
def test_windows_spellings(text: str) -> None:
    found = anchors.read(text, r"C:\repo", "win32")
    assert isinstance(found, Anchor)
    assert (found.kind, found.path) == ("path", "C:/repo/deploy/config.yaml")


def test_a_windows_glob() -> None:
    found = anchors.read(r"deploy\*.yaml", r"C:\repo", "win32")
    assert isinstance(found, Anchor)
    assert (found.kind, found.path) == ("glob", "C:/repo/deploy/*.yaml")


BAD = {
    "nothing": "",
    "blank": "  ",
    "above-the-project": "../x",
    "above-it-by-a-detour": "a/../../x",
    "the-project": ".",
    "a-sibling-with-a-longer-name": "../repository/x",
    "control-character": "a\nb",
    "too-long": "x" * (ANCHOR_MAX_CHARACTERS + 1),
}


@pytest.mark.parametrize("text", BAD.values(), ids=BAD.keys())
def test_what_is_no_anchor(text: str) -> None:
    assert isinstance(anchors.read(text, "/repo", "linux"), Wrong)


def test_a_relative_one_needs_a_project() -> None:
    assert isinstance(anchors.read("x", None, "linux"), Wrong)
