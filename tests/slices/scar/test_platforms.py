"""Where the shell runs: found out, or as the option says."""

from __future__ import annotations

import sys

import pytest

from slices.scar.options import Options
from slices.scar.platforms import PLATFORMS, platform_of


@pytest.mark.parametrize(
    ("name", "platform"),
    [
        ("linux", "linux"),
        ("darwin", "macos"),
        ("win32", "windows"),
        ("cygwin", "windows"),
        ("msys", "windows"),
        ("freebsd14", "linux"),
    ],
)
def test_found_out(name: str, platform: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", name)
    assert platform_of("auto") == platform


@pytest.mark.parametrize("chosen", PLATFORMS)
def test_as_the_option_says(chosen: str) -> None:
    assert platform_of(chosen) == chosen


@pytest.mark.parametrize("wrong", [{"width": "wide"}, {"platform": "beos"}])
def test_other_options_are_refused(wrong: dict[str, str]) -> None:
    with pytest.raises(ValueError, match="must be in"):
        Options(**wrong)  # type: ignore[arg-type]
