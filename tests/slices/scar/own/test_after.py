"""Scars of one's own that are asked after the call: what they tell, and of which calls."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from host.call import Context, ToolResult
from host.errors import BudgetSpent
from slices.scar import trial
from slices.scar.own.places import Place
from slices.scar.own.read import File, read
from tests.slices.scar.own.conftest import HEAD
from tests.slices.scar.own.test_asked import broken

if TYPE_CHECKING:
    from pathlib import Path

TELLS = HEAD.replace('"deny"', '"context"\nevent = "tool.result"')
WHEN = '[[when]]\nprogram = ["git"]\narguments = ["push"]\nfailed = true\n'
CASES = """\
[[must_block]]
id = "refused"
command = "git push"
failed = true
[[must_pass]]
id = "went-well"
command = "git push"
[[must_pass]]
id = "another-command"
command = "git pull"
failed = true
[[must_pass]]
id = "another-program"
command = "gh push"
failed = true
"""
REFUSED = TELLS + WHEN + CASES
ANY_END = (
    TELLS
    + WHEN.replace("failed = true\n", "")
    + CASES.replace(
        'id = "went-well"\ncommand = "git push"', 'id = "went-well"\ncommand = "git status"'
    )
)


def told(bench: Any, command: str, *, failed: bool) -> list[str]:
    decision = bench.decide(ToolResult(bench.call(command), failed=failed, seconds=0.0))
    assert decision.failures == ()
    return [said.answer.text for said in decision.said if isinstance(said.answer, Context)]


def test_it_tells_after_a_call_that_failed(bench: Any) -> None:
    bench.scar("refused-push", REFUSED)
    (text,) = told(bench, "cd sub && git push", failed=True)
    assert "refused-push" in text
    assert "Open a pull request." in text
    assert bench.counted()[-2:] == [("exposed", "refused-push"), ("block", "refused-push")]
    assert told(bench, "git push", failed=False) == []
    assert told(bench, "git pull", failed=True) == []


@pytest.mark.parametrize("failed", [True, False], ids=["failed", "went-well"])
def test_without_a_word_about_the_end_any_end_will_do(failed: bool, bench: Any) -> None:
    bench.scar("after-push", ANY_END)
    assert len(told(bench, "git push", failed=failed)) == 1


def test_it_is_not_asked_before_the_call(bench: Any) -> None:
    bench.scar("after-push", ANY_END)
    assert bench.ask("git push").said == ()


def test_a_scar_for_before_the_call_is_not_asked_after_it(bench: Any) -> None:
    bench.scar(
        "before-push", ANY_END.replace("tool.result", "tool.call").replace("failed = true\n", "")
    )
    assert len(bench.ask("git push").said) == 1
    assert told(bench, "git push", failed=True) == []


def test_it_can_be_switched_off(bench: Any) -> None:
    bench.scar("refused-push", REFUSED)
    bench.options(off=("refused-push",))
    assert told(bench, "git push", failed=True) == []


def test_where_it_cannot_be_asked_the_model_is_told(bench: Any) -> None:
    bench.scar("refused-push", REFUSED)
    bench.begin()
    broken(bench, BudgetSpent("too much"))
    (said,) = bench.decide(ToolResult(bench.call("git push"), failed=True, seconds=0.0)).said
    assert "budget: BudgetSpent: too much" in said.answer.text
    assert bench.decide(ToolResult(bench.call("make"), failed=True, seconds=0.0)).said == ()


def test_its_cases_notice_each_weakening(tmp_path: Path) -> None:
    (tmp_path / "refused-push.toml").write_text(REFUSED)
    found = read(File(Place(str(tmp_path), None), "refused-push", None), ())
    assert found.problems == ()
    assert found.scar is not None
    assert list(trial.survivors(found.scar)) == []
