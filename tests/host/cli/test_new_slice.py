"""`tidegate new-slice`: what it tells to do next."""

# What it makes is tested where it is planned.

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING, Any

from host.cli import new_slice

if TYPE_CHECKING:
    from pathlib import Path

    import pytest


def test_what_it_says_to_install_is_a_path_and_no_name_of_the_package_index(
    call_command: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    done = call_command(new_slice, "spell", "--distribution", "requests")
    line = next(one for one in done.out.decode().splitlines() if "pip install" in one)
    assert shlex.split(line)[-1] == str(tmp_path / "requests")
    assert done.code == 0
