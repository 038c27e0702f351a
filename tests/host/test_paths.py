"""Where things lie: the XDG folders, the platform's own, and what is left without a home."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from host import paths

if TYPE_CHECKING:
    from collections.abc import Callable

    Set = Callable[..., None]

pytestmark = pytest.mark.skipif(os.name != "posix", reason="the folders of a POSIX system")


@pytest.fixture
def variables(monkeypatch: pytest.MonkeyPatch) -> Set:
    """Set the whole environment as the front sees it."""

    def set_all(**named: str) -> None:
        raw = {name.encode(): os.fsencode(value) for name, value in named.items()}
        monkeypatch.setattr(paths, "_environ", raw)

    set_all()
    return set_all


def test_the_root_is_the_folder_of_the_plugin() -> None:
    assert (Path(paths.ROOT) / "host" / "paths.py").samefile(paths.__file__)
    assert Path(paths.PLUGIN_FILE).is_file()


def test_a_variable_of_any_bytes(variables: Set) -> None:
    variables(HOME="/h\udcff", EMPTY="")
    assert paths.variable("HOME") == "/h\udcff"
    assert paths.variable("EMPTY") == ""
    assert paths.variable("MISSING") == ""


@pytest.mark.parametrize(
    ("named", "state"),
    [
        ({"HOME": "/h"}, "/h/.local/state/tidegate"),
        ({"HOME": "/h", "XDG_STATE_HOME": "/x"}, "/x/tidegate"),
        ({"HOME": "/h", "XDG_STATE_HOME": "x"}, "/h/.local/state/tidegate"),
        ({"HOME": "/h", "XDG_STATE_HOME": ""}, "/h/.local/state/tidegate"),
        ({"XDG_STATE_HOME": "/x"}, "/x/tidegate"),
    ],
)
def test_state_folder(variables: Set, named: dict[str, str], state: str) -> None:
    variables(**named)
    assert paths.state_folder() == state


@pytest.mark.parametrize(
    ("platform", "named", "file"),
    [
        ("linux", {"HOME": "/h"}, "/h/.config/tidegate/config.json"),
        ("linux", {"HOME": "/h", "XDG_CONFIG_HOME": "/x"}, "/x/tidegate/config.json"),
        ("linux", {"HOME": "/h", "XDG_CONFIG_HOME": "x"}, "/h/.config/tidegate/config.json"),
        ("darwin", {"HOME": "/h"}, "/h/Library/Application Support/tidegate/config.json"),
        ("darwin", {"HOME": "/h", "XDG_CONFIG_HOME": "/x"}, "/x/tidegate/config.json"),
    ],
)
def test_config_file(
    variables: Set,
    monkeypatch: pytest.MonkeyPatch,
    platform: str,
    named: dict[str, str],
    file: str,
) -> None:
    variables(**named)
    monkeypatch.setattr(sys, "platform", platform)
    assert paths.config_file() == file


@pytest.mark.parametrize("home", ["", "relative"])
def test_a_home_that_is_none_comes_from_the_user_database(variables: Set, home: str) -> None:
    import pwd

    variables(HOME=home)
    assert paths.home() == pwd.getpwuid(os.getuid()).pw_dir


def test_without_any_home_the_repo_keeps_it(
    variables: Set, monkeypatch: pytest.MonkeyPatch
) -> None:
    del variables
    monkeypatch.setattr(paths, "home", lambda: "")
    assert paths.state_folder() == f"{paths.ROOT}/.tidegate/state"
    assert paths.config_folder() == f"{paths.ROOT}/.tidegate/config"


def test_the_clients_data_folder_comes_first(variables: Set) -> None:
    variables(HOME="/h", CLAUDE_PLUGIN_DATA="/data")
    usual = (f"{paths.ROOT}/.tidegate/env", "/h/.local/state/tidegate/env")
    assert paths.environment_folders() == ("/data", *usual)
    for unusable in ("", "relative"):
        variables(HOME="/h", CLAUDE_PLUGIN_DATA=unusable)
        assert paths.environment_folders() == usual
