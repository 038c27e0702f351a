from __future__ import annotations

import pytest

from host.deadline import Budget
from host.errors import BudgetSpent


def test_a_budget_is_spent_to_the_last_unit() -> None:
    budget = Budget("files", 3)
    budget.spend()
    budget.spend(2)

    assert (budget.spent, budget.left) == (3, 0)


def test_one_more_than_the_limit_is_too_much() -> None:
    budget = Budget("bytes", 10)
    budget.spend(4)

    with pytest.raises(BudgetSpent, match="more than 10 bytes"):
        budget.spend(7)
    assert budget.left == 6


def test_work_is_not_given_back() -> None:
    with pytest.raises(ValueError, match="not by -1"):
        Budget("words", 1).spend(-1)
