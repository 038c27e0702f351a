"""The scar stdin-hang: what bash itself does with such commands, the inputs, and the words."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from host.call import Deny, ToolCall
from host.paths import ROOT
from slices.scar import judge
from slices.scar.scars.stdin_hang import SCAR, needed_by

SNAPSHOTS = Path(__file__).parent / "snapshots" / "stdin-hang"
BASH = shutil.which("bash")


def check(command: str, host: Any) -> Any:
    return judge.check(ToolCall("claude-code", "shell", "s", "/p", command=command), host)


PRINTS: dict[str, tuple[str, str, list[str]]] = {
    "the-heredoc-alone": ("bash -s <<E\necho ran\nE\n", "ran\n", []),
    "null-behind-it-leaves-an-empty-program": (
        "bash -s <<E </dev/null\necho ran\nE\n",
        "",
        ["shell"],
    ),
    "null-before-it-is-lost-and-nothing-with-it": (
        "bash -s </dev/null <<E\necho ran\nE\n",
        "ran\n",
        [""],
    ),
    "a-pipe-is-lost": ("echo piped | bash -s <<'E'\ncat\necho ran\nE\n", "echo ran\n", ["shell"]),
    "a-here-string-behind-it-is-the-program": (
        "bash -s <<E <<< 'echo other'\necho ran\nE\n",
        "other\n",
        ["shell"],
    ),
    "the-second-heredoc-wins": ("bash -s <<A <<B\necho a\nA\necho b\nB\n", "b\n", ["shell"]),
    "null-around-a-group-is-another-input": (
        "{ bash -s <<E\necho ran\nE\n} </dev/null",
        "ran\n",
        [],
    ),
}


@pytest.mark.skipif(BASH is None, reason="needs bash")
@pytest.mark.parametrize(("command", "printed", "needed"), PRINTS.values(), ids=PRINTS.keys())
def test_bash_takes_the_last_input(
    command: str, printed: str, needed: list[str], parsed: Any
) -> None:
    assert BASH is not None
    done = subprocess.run([BASH, "-c", command], capture_output=True, text=True, check=False)
    assert done.stdout == printed
    found = parsed(command)
    assert [needed_by(hit, found) for hit in SCAR.hits(found)] == needed


@pytest.mark.parametrize(
    ("command", "inputs"),
    [
        ("a | python3 - <<E </dev/null\nE\n", ["|", "<< E", "< /dev/null"]),
        ("python3 - 0<<-E 00<a <>b\nE\n", ["<<- E", "< a", "<> b"]),
        ('python3 - <<E <&3 <<<"x y"\nE\n', ["<< E", "<& 3", "<<< x y"]),
        ('python3 - <<E <"$F"\nE\n', ["<< E", '< "$F"']),
    ],
    ids=["a-pipe-first", "spelt-out", "descriptor-and-string", "unknown-name"],
)
def test_the_inputs_in_the_order_of_the_shell(command: str, inputs: list[str], parsed: Any) -> None:
    (fight,) = SCAR.hits(parsed(command))
    assert [one.spelt for one in fight.inputs] == inputs


def test_exposed_is_a_program_from_a_heredoc_without_a_fight_too(host: Any) -> None:
    assert check("python3 - <<E\nprint(1)\nE\n", host) is None
    assert ("exposed", "stdin-hang") in host.counts


def test_data_exposes_nothing(host: Any) -> None:
    check("cat <<E\nx\nE\n", host)
    assert ("exposed", "stdin-hang") not in host.counts


@pytest.mark.parametrize(
    ("command", "counted"),
    [
        ("python3 - <<E </dev/null\nx\nE\n", ("block-needed", "stdin-hang shell")),
        ("python3 - </dev/null <<E\nx\nE\n", ("block-unneeded", "stdin-hang")),
    ],
    ids=["the-program-is-lost", "nothing-is-lost"],
)
def test_which_blocks_are_necessary(command: str, counted: tuple[str, str], host: Any) -> None:
    check(command, host)
    assert counted in host.counts


def test_the_words(host: Any, snapshot: Any) -> None:
    command = "cat data.json | python3 - <<'E'\nx\nE\nsudo bash -s <<E < /dev/null\nls\nE\n"
    answer = check(command, host)
    assert isinstance(answer, Deny)
    snapshot.snapshot_dir = SNAPSHOTS
    snapshot.assert_match(answer.reason.replace(ROOT, "/tidegate"), "two-programs.txt")
