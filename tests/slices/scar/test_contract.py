"""A scar that lacks a part of its contract does not load, and says all that is missing."""

from __future__ import annotations

from typing import Any

import attrs
import pytest

from slices.scar.contract import Case, ContractError, Scar, is_id
from slices.scar.limits import CASES_PER_SCAR_MAX
from slices.scar.predicate import AnyOf, Clause, Predicate, Source
from slices.scar.scars.heredoc_py import SCAR

WRONG: dict[str, tuple[dict[str, Any], str]] = {
    "no-case-that-blocks": (
        {"must_block": ()},
        "heredoc-py: at must_block: expected at least one case, got none.",
    ),
    "no-case-that-passes": (
        {"must_pass": ()},
        "heredoc-py: at must_pass: expected at least one case, got none.",
    ),
    "no-origin": (
        {"origin": "  "},
        "heredoc-py: at origin: expected a text that says something, got '  '.",
    ),
    "no-end": (
        {"retire_when": ""},
        "heredoc-py: at retire_when: expected a text that says something, got ''.",
    ),
    "no-evidence": (
        {"evidence": None},
        "heredoc-py: at evidence: expected a text that says something, got None.",
    ),
    "no-way-out": (
        {"way_out": ""},
        "heredoc-py: at way_out: expected a text that says something, got ''.",
    ),
    "no-title": (
        {"title": ""},
        "heredoc-py: at title: expected a text that says something, got ''.",
    ),
    "an-id-of-odd-letters": (
        {"id": "Heredoc Py"},
        "a scar: at id: expected lower-case words joined by dashes, got 'Heredoc Py'.",
    ),
    "version-none": (
        {"version": 0},
        "heredoc-py: at version: expected a whole number from 1, got 0.",
    ),
    "version-true": (
        {"version": True},
        "heredoc-py: at version: expected a whole number from 1, got True.",
    ),
    "another-event": (
        {"event": "session.start"},
        "heredoc-py: at event: expected tool.call or tool.result, got 'session.start'.",
    ),
    "another-action": (
        {"action": "allow"},
        "heredoc-py: at action: expected deny, ask, context, got 'allow'.",
    ),
    "a-deny-after-the-call": (
        {"event": "tool.result"},
        "heredoc-py: at action: expected context after a call, got 'deny'.",
    ),
    "no-tool": (
        {"tools": frozenset()},
        "heredoc-py: at tools: expected some of the host's tools, got none.",
    ),
    "another-tool": (
        {"tools": frozenset({"hammer"})},
        "heredoc-py: at tools: expected some of the host's tools, got hammer.",
    ),
    "another-platform": (
        {"platforms": frozenset({"beos"})},
        "heredoc-py: at platforms: expected linux, macos, windows, got beos.",
    ),
    "no-predicate": (
        {"predicate": None},
        "heredoc-py: at predicate: expected a predicate, got NoneType.",
    ),
    "no-measure": (
        {"measure": attrs.evolve(SCAR.measure, unnecessary="")},
        "heredoc-py: at measure.unnecessary: expected a text that says something, got none.",
    ),
    "a-case-twice": (
        {"must_pass": (Case("twice", "x"), Case("twice", "y"))},
        "heredoc-py: at cases: expected ids that are phrases, each once, got 'twice'.",
    ),
    "a-case-of-both-kinds": (
        {"must_block": (Case("both", "x"),), "must_pass": (Case("both", "x"),)},
        "heredoc-py: at cases: expected ids that are phrases, each once, got 'both'.",
    ),
    "a-case-without-a-phrase": (
        {"must_pass": (Case("Case 1", "x"),)},
        "heredoc-py: at cases: expected ids that are phrases, each once, got 'Case 1'.",
    ),
    "too-many-cases": (
        {"must_pass": tuple(Case(f"n{n}", "x") for n in range(CASES_PER_SCAR_MAX + 1))},
        f"heredoc-py: at must_pass: expected at most {CASES_PER_SCAR_MAX} cases, got 201.",
    ),
}


@pytest.mark.parametrize(("changes", "said"), WRONG.values(), ids=WRONG.keys())
def test_it_does_not_load(changes: dict[str, Any], said: str) -> None:
    with pytest.raises(ContractError) as caught:
        attrs.evolve(SCAR, **changes)
    assert str(caught.value) == said


def test_all_problems_are_said_at_once() -> None:
    with pytest.raises(ContractError) as caught:
        attrs.evolve(SCAR, origin="", must_pass=(), version=-1)
    assert [problem.at for problem in caught.value.problems] == ["version", "origin", "must_pass"]


@pytest.mark.parametrize(
    "left_out", [field.name for field in attrs.fields(Scar) if field.default is attrs.NOTHING]
)
def test_every_part_of_the_contract_has_to_be_given(left_out: str) -> None:
    given = {f.name: getattr(SCAR, f.name) for f in attrs.fields(Scar) if f.name != left_out}
    with pytest.raises(TypeError, match=left_out):
        Scar(**given)


@pytest.mark.parametrize(
    ("event", "tool", "platform", "covered"),
    [
        ("tool.call", "shell", "linux", False),
        ("tool.call", "shell", "windows", True),
        ("tool.call", "write", "windows", False),
        ("tool.result", "shell", "windows", False),
    ],
    ids=["another-platform", "all-three", "another-tool", "another-event"],
)
def test_which_calls_a_scar_covers(event: str, tool: str, platform: str, covered: bool) -> None:
    scar = attrs.evolve(SCAR, platforms=frozenset({"windows"}))
    assert scar.covers(event, tool, platform) is covered


def test_without_platforms_it_covers_every_one() -> None:
    assert SCAR.covers("tool.call", "shell", "macos")


@pytest.mark.parametrize(
    ("text", "good"),
    [
        ("a", True),
        ("a-b2", True),
        ("", False),
        ("a--b", False),
        ("a_b", False),
        ("ä", False),
        (1, False),
    ],
)
def test_ids(text: object, good: bool) -> None:
    assert is_id(text) is good


def source(name: str, *subjects: int) -> Source:
    return Source(name, lambda parsed: subjects)


EVEN = Clause("even", lambda subject, parsed: subject % 2 == 0)
SMALL = Clause("small", lambda subject, parsed: subject < 10)
LARGE = Clause("large", lambda subject, parsed: subject > 90)


def test_a_hit_is_a_subject_of_any_source_for_which_every_clause_holds() -> None:
    ends = AnyOf("at an end", (SMALL, LARGE))
    predicate = Predicate((source("one", 2, 3, 50), source("two", 98, 2)), (EVEN, ends))
    assert predicate.hits(None) == (2, 98)  # type: ignore[arg-type]


def test_each_part_is_weakened_once() -> None:
    ends = AnyOf("at an end", (SMALL, LARGE))
    predicate = Predicate((source("one", 2, 3), source("two", 50, 98)), (EVEN, ends))
    found = {m.name: m.predicate.hits(None) for m in predicate.mutants()}  # type: ignore[arg-type]
    assert found == {
        "without the source: one": (98,),
        "without the source: two": (2,),
        "without the clause: even": (2, 3, 98),
        "without the clause: at an end": (2, 50, 98),
        "at an end, without: small": (98,),
        "at an end, without: large": (2,),
    }


def test_the_only_source_can_be_taken_out_too() -> None:
    (mutant,) = Predicate((source("one", 2),)).mutants()
    assert mutant.predicate.hits(None) == ()  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "build",
    [
        lambda: Predicate(()),
        lambda: Source("", lambda parsed: ()),
        lambda: Clause("", lambda subject, parsed: True),
        lambda: AnyOf("one way", (EVEN,)),
    ],
    ids=["no-source", "a-source-without-a-name", "a-clause-without-a-name", "an-any-of-of-one"],
)
def test_a_predicate_that_says_nothing_cannot_be_built(build: Any) -> None:
    with pytest.raises(ValueError, match="ength"):
        build()
