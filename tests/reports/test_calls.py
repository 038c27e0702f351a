"""Each reported call through the whole stack, and real bash as the judge of what it touches."""

from __future__ import annotations

import os
import subprocess
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from host.last_resort import names
from tests.reports.whole import CONFIG_TEXT, FILES

if TYPE_CHECKING:
    from tests.reports.whole import Answer, Whole

HERE = Path(__file__).parent
CASES: list[dict[str, Any]] = tomllib.loads((HERE / "calls.toml").read_text("utf-8"))["case"]
ON = frozenset(names())
"""A slice that was deleted says nothing, and the other slices' part of a case still holds."""

EACH = [pytest.param(case, id=case["id"]) for case in CASES]
JUDGED = [pytest.param(case, id=case["id"]) for case in CASES if case.get("bash")]
OWN = {"files", "config"}
"""What a case changes on its machine, which no other case may see."""


@pytest.fixture
def machine(case: dict[str, Any], request: pytest.FixtureRequest) -> Whole:
    found: Whole = request.getfixturevalue("whole" if OWN & set(case) else "shared")
    return found


def ask(case: dict[str, Any], whole: Whole) -> Answer:
    for name, text in case.get("files", {}).items():
        whole.file(name, text)
    if "config" in case:
        whole.configure(**{k: given for k, given in case["config"].items() if k in ON})
    whole.start()
    cwd = whole.placed(case.get("cwd", "@TOP@"))
    return whole.ask(whole.placed(case["command"]), cwd=cwd)


def deniers(case: dict[str, Any]) -> list[str]:
    return [name for name in case.get("denied_by", []) if name in ON]


def expected_notes(case: dict[str, Any]) -> list[str]:
    return case.get("notes", []) if "recall" in ON else []


@pytest.mark.parametrize("case", EACH)
def test_the_call_is_answered_by_these_slices_alone(case: dict[str, Any], machine: Whole) -> None:
    answer = ask(case, machine)
    assert answer.by == deniers(case)
    assert answer.notes == expected_notes(case)
    rewritten = case.get("rewritten") if "sembr" in ON else None
    assert answer.output.get("updatedInput", {}).get("command") == rewritten
    if deniers(case) == case.get("denied_by", []):
        said = [machine.placed(text) for text in case.get("says", [])]
        assert [text for text in said if text not in answer.reason] == []
    assert [text for text in case.get("silent", []) if text in answer.reason] == []
    if not (deniers(case) or expected_notes(case) or rewritten):
        assert answer.raw == ""


@pytest.mark.parametrize("case", JUDGED)
def test_bash_opens_and_writes_what_the_case_says(case: dict[str, Any], tmp_path: Path) -> None:
    opened, written = run(case["command"], tmp_path)
    said = ("config" in case.get("notes", []), "scar" in case.get("denied_by", []))
    assert (said == (opened, written)) is ("known_miss" not in case)


def run(command: str, top: Path) -> tuple[bool, bool]:
    """Run the command; tell whether it opened the noted file, and whether it wrote a .py file."""
    for name, text in FILES.items():
        write(top / name, text)
    before = modules(top)
    done = subprocess.run(
        ["bash", "--norc", "--noprofile", "-c", command],
        cwd=top,
        env={"PATH": os.environ["PATH"], "HOME": str(top)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    after = (top / "deploy/config.yaml").read_text()
    return CONFIG_TEXT in done.stdout or after != CONFIG_TEXT, modules(top) != before


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


def modules(top: Path) -> dict[Path, str]:
    return {path: path.read_text() for path in top.glob("*.py")}
