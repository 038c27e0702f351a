"""The scar backticks: what bash does to such a text, what is counted, and the words."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from host.call import Deny, ToolCall
from host.paths import ROOT
from slices.scar import judge
from slices.scar.limits import SPANS_SHOWN_MAX
from slices.scar.scars.backticks import SCAR

SNAPSHOTS = Path(__file__).parent / "snapshots" / "backticks"
BASH = shutil.which("bash")


def check(command: str, host: Any) -> Any:
    return judge.check(ToolCall("claude-code", "shell", "s", "/p", command=command), host)


@pytest.mark.skipif(BASH is None, reason="needs bash")
@pytest.mark.parametrize(
    ("command", "printed", "hit"),
    [
        ('echo "Use `printf ran`x"', "Use ranx\n", False),
        ('echo "Use `f` first"', "Use ran first\n", True),
        ("echo 'Use `f` first'", "Use `f` first\n", False),
        ('echo "Use \\`f\\` first"', "Use `f` first\n", False),
        ('echo "Use $() first"', "Use  first\n", True),
        ('echo "$(cat <<EOF\nUse `f` first\nEOF\n)"', "Use ran first\n", True),
        ("echo \"$(cat <<'EOF'\nUse `f` first\nEOF\n)\"", "Use `f` first\n", False),
    ],
    ids=[
        *("a-known-program", "run", "single-quotes", "escaped", "empty"),
        *("open-heredoc", "quoted-heredoc"),
    ],
)
def test_bash_runs_what_is_hit(command: str, printed: str, hit: bool, parsed: Any) -> None:
    assert BASH is not None
    script = f'f() {{ printf ran; }}\nexport -f f\n{BASH} -c "$0"'
    done = subprocess.run(
        [BASH, "-c", script, command], capture_output=True, text=True, check=False
    )
    assert done.stdout == printed
    assert bool(SCAR.hits(parsed(command))) is hit


def test_there_are_forty_cases_of_each_kind() -> None:
    assert len(SCAR.must_block) >= 40
    assert len(SCAR.must_pass) >= 40


@pytest.mark.parametrize(
    ("command", "counted"),
    [
        ('git commit -m "Fix `x` now"', ["exposed", "block-needed"]),
        ("git commit -m 'Fix `x` now'", ["exposed"]),
        ('git commit -F "`x` y"', []),
        ('make "a `x` b"', []),
    ],
    ids=["run", "single-quotes", "no-prose", "another-program"],
)
def test_what_is_counted(command: str, counted: list[str], host: Any) -> None:
    check(command, host)
    assert [name for name, detail in host.counts if detail.startswith("backticks")] == counted


def test_the_reason_counts_what_it_does_not_show(host: Any) -> None:
    spans = " ".join(f"`f{n}`" for n in range(SPANS_SHOWN_MAX + 2))
    reason = check(f'git commit -m "Fix {spans}"', host).reason
    assert f"`f{SPANS_SHOWN_MAX - 1}`" in reason
    assert f"`f{SPANS_SHOWN_MAX}`" not in reason
    assert "  and 2 more" in reason


WORDS = {
    "message": 'git commit -m "Fix `parse` and $(SRC) now"',
    "open-heredoc": 'git commit -m "$(cat <<EOF\nFix `parse`\nEOF\n)"',
    "body-and-data": 'gh pr create -t Fix -b "See `a`" && curl -d "x=`b`" u && echo "See `c`"',
}


@pytest.mark.parametrize(("name", "command"), WORDS.items(), ids=WORDS.keys())
def test_the_words(name: str, command: str, host: Any, snapshot: Any) -> None:
    answer = check(command, host)
    assert isinstance(answer, Deny)
    snapshot.snapshot_dir = SNAPSHOTS
    snapshot.assert_match(answer.reason.replace(ROOT, "/tidegate"), f"{name}.txt")
