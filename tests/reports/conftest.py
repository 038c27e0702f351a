from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.reports.whole import Whole, fill, take_over

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Whole:
    """The whole stack on a machine of its own, in this process."""
    return take_over(fill(tmp_path.resolve()), monkeypatch)


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A filled machine for sessions that change none of its files."""
    return fill(tmp_path_factory.mktemp("machine").resolve())


@pytest.fixture
def shared(place: Path, monkeypatch: pytest.MonkeyPatch) -> Whole:
    """The whole stack on the machine that all tests of a module share."""
    return take_over(place, monkeypatch)
