"""A table `[[when]]` as clauses: what a simple command has to be like for a scar to act on it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import attrs
from attrs import frozen

from slices.scar.own.globs import path_matches, text_matches
from slices.scar.own.places import absolute
from slices.scar.predicate import AnyOf, Clause

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from host.shell.command import Command, Value
    from host.shell.syntax import HereDocument
    from slices.scar.parsed import Parsed

    Test = Callable[[Command, str, Parsed], bool]
    """Whether a command is like a pattern."""

OUTPUTS = (">", ">>", ">|", "<>", "&>", "&>>", ">&")


@frozen(eq=False)
class Candidate:
    """A simple command that is held to one table, by the table's number."""

    number: int
    command: Command


@attrs.define
class Tables:
    """Compiles the tables of one scar; `root` is where its relative paths begin, None for later."""

    root: str | None

    def clauses(self, number: int, table: dict[str, Any]) -> Iterator[Clause | AnyOf]:
        """Yield the clauses of one table; those of other tables hold for its candidates."""
        name = f"when {number}"
        for key, test in self._tests().items():
            if key in table:
                yield _any(f"{name}: {key}", number, table[key], test)
        for one in table.get("arguments", ()):
            some = one if isinstance(one, list) else [one]
            yield _any(f"{name}: argument {' or '.join(some)}", number, some, _has_argument)
        for pattern in table.get("without", ()):
            yield _clause(f"{name}: without {pattern}", number, pattern, _lacks_argument)
        if "failed" in table:
            yield _clause(f"{name}: failed", number, table["failed"], _ended)
        yield from self._heredoc(f"{name}: heredoc", number, table.get("heredoc", {}))

    def _tests(self) -> dict[str, Test]:
        return {
            "program": _is_program,
            "redirects_to": self._redirects_to,
            "reads": self._uses("read"),
            "writes": self._uses("write"),
            "files": self._uses("read", "write", "execute"),
        }

    def _heredoc(self, name: str, number: int, facts: dict[str, Any]) -> Iterator[Clause | AnyOf]:
        if "present" in facts:
            yield _clause(f"{name} present", number, facts["present"], _has_document)
        if "quoted" in facts:
            yield _clause(f"{name} quoted", number, facts["quoted"], _has_quoted)
        for key, test in (("delimiter", _has_delimiter), ("line", _has_line)):
            if key in facts:
                yield _any(f"{name} {key}", number, facts[key], test)

    def _redirects_to(self, command: Command, pattern: str, parsed: Parsed) -> bool:
        return any(
            self._is_path(one.path, one.target, pattern, parsed)
            for one in command.redirects
            if one.operator in OUTPUTS
        )

    def _uses(self, *uses: str) -> Test:
        def test(command: Command, pattern: str, parsed: Parsed) -> bool:
            return any(
                self._is_path(one.path, one.value, pattern, parsed)
                for one in command.files
                if one.use in uses
            )

        return test

    def _is_path(self, path: str | None, value: Value, pattern: str, parsed: Parsed) -> bool:
        """Match the path, or where it is not certain the last name as it is spelt."""
        spelt = path or _spelt(value)
        if "/" not in pattern:
            return text_matches(pattern, spelt.rpartition("/")[2], parsed.work)
        root = self.root or parsed.project
        return path is not None and path_matches(absolute(pattern, root), path, parsed.work)


def _any(name: str, number: int, patterns: Sequence[str], test: Test) -> Clause | AnyOf:
    ways = tuple(_clause(pattern, number, pattern, test) for pattern in patterns)
    if len(ways) == 1:
        return attrs.evolve(ways[0], name=name)
    return AnyOf(name, ways)


def _clause(name: str, number: int, pattern: Any, test: Callable[..., bool]) -> Clause:
    def holds(candidate: Candidate, parsed: Parsed) -> bool:
        return candidate.number != number or test(candidate.command, pattern, parsed)

    return Clause(name, holds)


def _spelt(value: Value) -> str:
    """Return an argument's text, or of an uncertain one what is certain with holes in it."""
    return next((t for t in (value.text, value.pattern, value.outline) if t is not None), "")


def _is_program(command: Command, pattern: str, parsed: Parsed) -> bool:
    if command.program is None or command.function_call:
        return False
    return text_matches(pattern, command.program, parsed.work)


def _has_argument(command: Command, pattern: str, parsed: Parsed) -> bool:
    return any(text_matches(pattern, _spelt(v), parsed.work) for v in command.arguments[1:])


def _lacks_argument(command: Command, pattern: str, parsed: Parsed) -> bool:
    return not _has_argument(command, pattern, parsed)


def _ended(command: Command, failed: object, parsed: Parsed) -> bool:
    del command
    return parsed.failed is failed


def _has_document(command: Command, wanted: object, parsed: Parsed) -> bool:
    del parsed
    return bool(command.heredocs) is wanted


def _has_quoted(command: Command, wanted: object, parsed: Parsed) -> bool:
    del parsed
    return any(document.quoted is wanted for document in command.heredocs)


def _has_delimiter(command: Command, pattern: str, parsed: Parsed) -> bool:
    return any(text_matches(pattern, one.delimiter, parsed.work) for one in command.heredocs)


def _has_line(command: Command, pattern: str, parsed: Parsed) -> bool:
    return any(_line_matches(one, pattern, parsed) for one in command.heredocs)


def _line_matches(document: HereDocument, pattern: str, parsed: Parsed) -> bool:
    lines = document.body.splitlines()
    return any(text_matches(pattern, line, parsed.work) for line in lines)
