"""What all tests share: their collection, and clones of the repo."""

from __future__ import annotations

import gc
import os
from functools import partial
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable, Generator
    from pathlib import Path

    from tests.host.machine import Machine


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Keep the collector of garbage out of what lives as long as the run: thousands of tests."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


@pytest.fixture(scope="session")
def cloned(tmp_path_factory: pytest.TempPathFactory) -> Callable[[Path], Machine]:
    """Return a function that sets up a clone of the repo under a folder; see `clone.clone`."""
    from tests.clone import clone

    base = tmp_path_factory.getbasetemp()
    shared = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base
    return partial(clone, template=shared / "clone")
