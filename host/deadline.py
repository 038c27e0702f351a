"""Budgets of counted work, so that a loaded machine decides as an idle one does."""

from __future__ import annotations

import attrs

from host.errors import BudgetSpent


@attrs.define
class Budget:
    """So many units of work (`unit` is their plural: bytes, words, files) and no more.

    A slice spends before it works; the time that passes plays no part.
    """

    unit: str
    limit: int
    spent: int = attrs.field(default=0, init=False)

    def spend(self, amount: int = 1) -> None:
        """Count `amount` units, or raise `BudgetSpent` where they would pass the limit."""
        if amount < 0:
            message = f"work is counted upwards, not by {amount}"
            raise ValueError(message)
        if self.spent + amount > self.limit:
            message = f"more than {self.limit} {self.unit}"
            raise BudgetSpent(message)
        self.spent += amount

    @property
    def left(self) -> int:
        """How many units may still be spent."""
        return self.limit - self.spent
