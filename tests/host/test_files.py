from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from host.files import locked, read_bounded
from host.patience import Patience

if TYPE_CHECKING:
    from pathlib import Path

HOLDER = """
import fcntl, os, sys
fcntl.flock(os.open(sys.argv[1], os.O_RDWR | os.O_CREAT), fcntl.LOCK_EX)
print("held", flush=True)
sys.stdin.read()
"""


@pytest.mark.parametrize(
    ("size", "found"), [(0, b""), (3, b"xxx"), (4, None)], ids=["empty", "at-the-limit", "past-it"]
)
def test_a_read_is_bounded(tmp_path: Path, size: int, found: bytes | None) -> None:
    (tmp_path / "f").write_bytes(b"x" * size)

    assert read_bounded(str(tmp_path / "f"), 3) == found


def test_a_lock_is_let_go_when_the_block_raises(tmp_path: Path) -> None:
    file = str(tmp_path / "lock")
    with pytest.raises(KeyError), locked(file, Patience()):
        raise KeyError
    with locked(file, Patience()):
        assert (tmp_path / "lock").stat().st_mode & 0o777 == 0o600


def test_a_lock_that_another_process_keeps_is_an_error(tmp_path: Path) -> None:
    patience = Patience(20)
    file = str(tmp_path / "lock")
    command = [sys.executable, "-c", HOLDER, file]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == b"held\n"
        with pytest.raises(OSError, match="unavailable"), locked(file, patience):
            pass
        assert patience.left == 0
        with pytest.raises(OSError, match="unavailable"), locked(file, patience):
            pass
        holder.communicate()
    with locked(file, Patience()):
        pass
