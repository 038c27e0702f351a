"""What can go wrong outside a slice's own decision, as values and exceptions."""

from __future__ import annotations

import attrs
from attrs import frozen

from host.limits import AT_MAX_CHARS


class BadEvent(Exception):  # noqa: N818  it names the event, as the failure kind `bad-event` does
    """A client's event holds a value of the wrong type; the message says which and what it is."""


class BudgetSpent(Exception):  # noqa: N818  the failure kind is `budget`, not an error of the code
    """A slice did more counted work than its limit allows."""


class ConfigError(Exception):
    """No configuration can be used at all; the message lists the problems, one a line."""


class StateError(Exception):
    """The state file cannot serve; `file` is its path and `mend` tells a person what to do."""

    def __init__(self, file: str, why: str, mend: str) -> None:
        super().__init__(f"{file}: {why}. {mend}")
        self.file = file
        self.why = why
        self.mend = mend


@frozen
class Problem:
    """One thing wrong in a configuration file.

    `at` is the path inside the file (`slices.guard.enabled`), "" for the file as a whole; `near` is
    the known name that a misspelled one resembles.
    """

    file: str
    at: str
    expected: str
    got: str
    near: str = attrs.field(default="")

    def __str__(self) -> str:
        where = f"at {self.at[:AT_MAX_CHARS]}: " if self.at else ""
        hint = f' Did you mean "{self.near}"?' if self.near else ""
        return f"{self.file}: {where}expected {self.expected}, got {self.got}.{hint}"


def unusable(error: OSError) -> str:
    """Return which file a call of the system could not use, and why, without the error's number."""
    if error.filename is None or error.strerror is None:
        return str(error)
    return f"{error.filename} cannot be used: {error.strerror[:1].lower()}{error.strerror[1:]}"


def describe(error: BaseException) -> str:
    """Return type and message of an exception, whatever its own `__str__` does."""
    name = type(error).__name__
    try:
        message = str(error)
    except BaseException:  # noqa: BLE001  a slice's exception can break here too
        return name
    return f"{name}: {message}" if message else name
