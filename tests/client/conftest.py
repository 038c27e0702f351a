"""The real client, and homes with a plugin whose environment is there already."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.client.install import NoNpmError, client_binary
from tests.client.plugin import copy_plugin, ready_environment
from tests.client.session import Home

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(scope="session")
def client() -> Path:
    """The client's executable; only a machine without npm skips."""
    try:
        return client_binary()
    except NoNpmError:
        pytest.skip("npm is not installed, so there is no real client to drive")


@pytest.fixture(scope="session")
def data(client: Path) -> Path:
    """A data folder with tidegate's environment; not to be changed."""
    del client  # without it there is nothing to make an environment for
    return ready_environment()


@pytest.fixture
def home(tmp_path: Path, data: Path) -> Home:
    """A fresh machine on which tidegate was set up before."""
    home = Home(tmp_path / "machine")
    home.seed(data)
    return home


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A copy of the plugin that the test may break."""
    return copy_plugin(tmp_path / "tidegate")
