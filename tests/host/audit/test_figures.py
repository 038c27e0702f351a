"""How visits add up to figures."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from host.audit.figures import Figure, Tally
from host.audit.replay import Visit
from host.audit.windows import NO_MODEL, around, day, of_model
from host.ledger import Row

DENY = Row("guard", "deny", detail="a reason")
VALVE = Row("guard", "count", "valve", "x.py")
FIRST = datetime(2026, 11, 10, tzinfo=UTC)


def visit(session: str, *rows: Row, model: str = "m", day_of_month: int = 1) -> Visit:
    when = datetime(2026, 11, day_of_month, 12, tzinfo=UTC)
    return Visit(session, model, when, is_call=True, rows=rows)


def figures(tally: Tally, *visits: Visit) -> list[Figure]:
    for one in visits:
        tally.add(one)
    return list(tally.figures())


def test_sessions_that_met_it_and_how_often_each() -> None:
    tally = Tally(lambda _: "")
    met = figures(tally, visit("a", DENY), visit("a", DENY), visit("a"), visit("b"), visit("c"))
    assert met == [Figure("", "guard", "deny", times=2, tried=1, sessions=3)]
    assert (round(met[0].share, 2), met[0].each) == (0.33, 2.0)
    assert dict(tally.calls) == {"": 5}


def test_a_counter_has_its_name_and_an_answer_its_kind() -> None:
    found = figures(Tally(lambda _: ""), visit("a", DENY, VALVE))
    assert [one.what for one in found] == ["deny", "valve"]


def test_what_is_met_under_one_label_has_a_figure_under_the_others() -> None:
    found = figures(
        Tally(around(FIRST)),
        visit("a", DENY),
        visit("a", day_of_month=10),
        visit("b", day_of_month=9),
    )
    assert [(one.label, one.times, one.tried, one.sessions) for one in found] == [
        ("before 2026-11-10", 1, 1, 2),
        ("from 2026-11-10", 0, 0, 1),
    ]
    assert found[1].share == found[1].each == 0


def test_what_is_expected_has_a_figure_though_nobody_met_it() -> None:
    tally = Tally(of_model)
    tally.add(visit("a", model=""))
    assert list(tally.figures([("scar", "attempt")])) == [
        Figure(NO_MODEL, "scar", "attempt", times=0, tried=0, sessions=1)
    ]


def test_a_result_is_no_call_and_no_session() -> None:
    tally = Tally(lambda _: "")
    after = Visit("a", "m", FIRST, is_call=False, rows=(DENY,))
    assert figures(tally, after) == []
    assert not tally.calls


def test_the_figures_do_not_change_what_was_counted() -> None:
    tally = Tally(around(FIRST))
    first = figures(tally, visit("a", DENY), visit("a", day_of_month=20))
    assert list(tally.figures()) == first


def test_a_day_begins_in_utc() -> None:
    assert day("2026-11-10") == FIRST
    with pytest.raises(ValueError, match="does not match"):
        day("10.11.2026")
