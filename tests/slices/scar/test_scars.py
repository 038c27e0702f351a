"""Each scar that ships, held to its own cases, and its predicate to its cases clause by clause."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import attrs
import pytest

from slices.scar.catalogue import SHIPPED, in_force, shipped
from slices.scar.options import Options
from slices.scar.origins import ORIGINS
from slices.scar.triggers import TRIGGERS

if TYPE_CHECKING:
    from collections.abc import Callable

    from slices.scar.contract import Case, Scar
    from slices.scar.parsed import Parsed
    from slices.scar.predicate import Predicate

SCARS = shipped()
BLOCKED = [pytest.param(s, c, id=f"{s.id}-{c.id}") for s in SCARS for c in s.must_block]
PASSED = [pytest.param(s, c, id=f"{s.id}-{c.id}") for s in SCARS for c in s.must_pass]
MUTANTS = [
    pytest.param(s, m.predicate, id=f"{s.id}: {m.name}")
    for s in SCARS
    for m in s.predicate.mutants()
]


def hits(predicate: Predicate, case: Case, parsed: Callable[..., Parsed]) -> tuple[Any, ...]:
    return predicate.hits(parsed(case.command, case.platform, **case.options))


@pytest.mark.parametrize(("scar", "case"), BLOCKED)
def test_must_block(scar: Scar, case: Case, parsed: Any) -> None:
    assert hits(scar.predicate, case, parsed)


@pytest.mark.parametrize(("scar", "case"), PASSED)
def test_must_pass(scar: Scar, case: Case, parsed: Any) -> None:
    assert not hits(scar.predicate, case, parsed)


@pytest.mark.parametrize(("scar", "predicate"), MUTANTS)
def test_the_cases_notice_each_weakening(scar: Scar, predicate: Predicate, parsed: Any) -> None:
    missed = any(not hits(predicate, case, parsed) for case in scar.must_block)
    assert missed or any(hits(predicate, case, parsed) for case in scar.must_pass)


def test_heredoc_py_has_forty_cases_of_each_kind() -> None:
    (scar,) = (scar for scar in SCARS if scar.id == "heredoc-py")
    assert len(scar.must_block) >= 40
    assert len(scar.must_pass) >= 40


def test_ids_are_unique_and_modules_are_named_after_them() -> None:
    ids = [scar.id for scar in SCARS]
    assert [one.replace("-", "_") for one in ids] == list(SHIPPED)
    assert len(set(ids)) == len(ids)


def test_each_is_asked_before_the_call_where_alone_the_shipped_ones_are_asked() -> None:
    assert {scar.event for scar in SCARS} == {"tool.call"}


def test_each_scar_is_a_control_with_its_origin() -> None:
    declared = [(s.id, s.origin, s.evidence, s.retire_when) for s in SCARS]
    assert [attrs.astuple(control) for control in ORIGINS] == declared


@pytest.mark.parametrize(
    ("command", "asked"),
    [
        ("cat <<E", ["heredoc-py", "stdin-hang"]),
        ("cat '<'<E", ["heredoc-py", "stdin-hang"]),
        ("echo `x`", ["backticks"]),
        ("echo $(x)", ["backticks"]),
        ("grep 'a\\\\b'", ["transport"]),
        ("eval $'x'", ["heredoc-py", "transport", "stdin-hang", "backticks"]),
        ("ls", []),
    ],
    ids=["heredoc", "hidden", "backquotes", "parentheses", "backslashes", "escapes", "none"],
)
def test_a_command_loads_the_scars_that_it_may_concern(command: str, asked: list[str]) -> None:
    assert [scar.id for scar in in_force(Options(), command)] == asked


def test_the_slice_is_triggered_by_what_a_scar_is() -> None:
    assert set(TRIGGERS) == {text for texts in SHIPPED.values() for text in texts}


@pytest.mark.parametrize(("scar", "case"), BLOCKED)
def test_no_case_that_must_be_blocked_lacks_its_text(scar: Scar, case: Case) -> None:
    assert scar.id in [one.id for one in in_force(Options(), case.command)]


def test_a_scar_that_is_off_is_not_in_force() -> None:
    off = Options(off=("heredoc-py",))
    assert [scar.id for scar in in_force(off, "cat <<E")] == ["stdin-hang"]
