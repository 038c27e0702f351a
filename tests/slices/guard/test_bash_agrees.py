"""Bash and the print programs as judge: a denied command shows the lines of the named reads."""

import os
import re
import shutil
import subprocess
import tomllib
from pathlib import Path
from typing import Any

import pytest

CASES = tomllib.loads((Path(__file__).parent / "cases.toml").read_text("utf-8"))["case"]
NO_RANGE = {"tail-of-a-file-over-the-size-that-is-counted", "more-files-than-a-reason-names"}
DENIED = [case for case in CASES if "reads" in case and case["id"] not in NO_RANGE]
HEADLINE = re.compile(rb"(\A|\n)==> .* <==\n")


def is_gnu() -> bool:
    if shutil.which("bash") is None:
        return False
    done = subprocess.run(["head", "--version"], capture_output=True, check=False)
    return b"GNU" in done.stdout


@pytest.mark.skipif(not is_gnu(), reason="bash and the GNU programs are the judge here")
@pytest.mark.parametrize("case", DENIED, ids=lambda case: case["id"])
def test_bash_prints_the_lines_of_the_named_reads(case: dict[str, Any], place_case: Any) -> None:
    top, command = place_case("guard", case)
    done = subprocess.run(
        ["bash", "-c", f"{command}\nwait"],
        cwd=top / case.get("cwd", ""),
        env={"HOME": str(top / "home"), "PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=False,
    )
    assert done.stderr == b""
    shown = b"".join(b"".join(lines(top, *read)) for read in printed(case))
    assert sorted(HEADLINE.sub(b"", done.stdout)) == sorted(shown)


def printed(case: dict[str, Any]) -> list[Any]:
    """Return the reads whose prints run: the part after `||` does not where the first worked."""
    reads: list[Any] = case["reads"]
    return reads[:1] if "||" in case["command"] else reads


def lines(top: Path, path: str, offset: int = 1, limit: int | None = None) -> list[bytes]:
    """Return the lines that a read shows."""
    start = offset - 1
    end = None if limit is None else start + limit
    return (top / path).read_bytes().splitlines(keepends=True)[start:end]
