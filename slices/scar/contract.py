"""What a scar is: a check with its origin, its evidence, its cases and the condition of its end."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Literal, Protocol, get_args

import attrs
from attrs import frozen

from host.call import EventKind, Tool
from host.errors import Problem
from slices.scar.limits import CASES_PER_SCAR_MAX
from slices.scar.platforms import PLATFORMS
from slices.scar.predicate import Predicate

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from slices.scar.parsed import Parsed
    from slices.scar.platforms import Platform

Action = Literal["deny", "ask", "context"]
EVENTS = ("tool.call", "tool.result")


class Spell(Protocol):
    """How the client spells its calls; the host is one."""

    def write_call(self, path: str) -> str:
        """Return a call that writes the whole of `path`."""

    def edit_call(self, path: str) -> str:
        """Return a call that changes a part of `path`."""


Say = Callable[[Any, Any, Spell], str]
"""(hits, parsed, spell) to the text of the action."""


class ContractError(ValueError):
    """A scar that does not hold to its contract; the message lists the problems, one a line."""

    def __init__(self, problems: tuple[Problem, ...]) -> None:
        super().__init__("\n".join(map(str, problems)))
        self.problems = problems


@frozen
class Case:
    """A command that the scar must block, or must let pass.

    `id` is a phrase (`heredoc-into-an-index`), `options` are those of the slice that differ from
    the defaults, `platform` is where the command would run; `failed` says how it ended, for a scar
    that is asked after the call.
    """

    id: str
    command: str
    options: Mapping[str, Any] = attrs.field(factory=dict)
    platform: Platform = "linux"
    failed: bool = False


@frozen
class Measure:
    """What is counted: each in words, and the two that are decided per call as functions.

    `is_exposed(parsed)` tells whether the call could have met the failure at all;
    `needed_by(hit, parsed)` names what makes the block of this hit necessary (`transport`,
    `shell`), "" where nothing does.
    """

    exposure: str
    hit: str
    unnecessary: str
    is_exposed: Callable[[Any], bool]
    needed_by: Callable[[Any, Any], str]


@frozen(kw_only=True)
class Scar:
    """A functional scar; raises `ContractError` where a part of the contract is missing.

    `predicate` judges the call before it runs (event `tool.call`) or after (`tool.result`, action
    `context` alone). `platforms` is empty for every platform. `say` makes the text of the action
    from what the predicate hit. What another arm does with the disk is told in `after`, "" where
    there is none.
    """

    id: str
    version: int
    title: str
    origin: str
    evidence: str
    event: EventKind
    tools: frozenset[Tool]
    platforms: frozenset[Platform] = frozenset()
    predicate: Predicate
    action: Action
    say: Say
    way_out: str
    must_block: tuple[Case, ...]
    must_pass: tuple[Case, ...]
    measure: Measure
    retire_when: str
    after: str = ""

    def __attrs_post_init__(self) -> None:
        if problems := tuple(_problems(self)):
            raise ContractError(problems)

    def covers(self, event: str, tool: str, platform: str) -> bool:
        """Tell whether the scar looks at such a call at all."""
        here = not self.platforms or platform in self.platforms
        return event == self.event and tool in self.tools and here

    def hits(self, parsed: Parsed) -> tuple[Any, ...]:
        """Return what the predicate finds in the call."""
        return self.predicate.hits(parsed)


def is_id(text: object) -> bool:
    """Tell whether this can name a scar or a case: lower-case words joined by dashes."""
    if not isinstance(text, str) or not text.isascii() or text != text.lower():
        return False
    return all(word.isalnum() for word in text.split("-"))


def _problems(scar: Scar) -> Iterator[Problem]:
    name = scar.id if is_id(scar.id) else "a scar"
    if not is_id(scar.id):
        yield Problem(name, "id", "lower-case words joined by dashes", repr(scar.id))
    if type(scar.version) is not int or scar.version < 1:
        yield Problem(name, "version", "a whole number from 1", repr(scar.version))
    for field in ("title", "origin", "evidence", "way_out", "retire_when"):
        if not _is_text(getattr(scar, field)):
            yield Problem(name, field, "a text that says something", repr(getattr(scar, field)))
    yield from _wrong_choices(scar, name)
    if not isinstance(scar.predicate, Predicate):
        yield Problem(name, "predicate", "a predicate", type(scar.predicate).__name__)
    for field in ("exposure", "hit", "unnecessary"):
        if not _is_text(getattr(scar.measure, field, None)):
            yield Problem(name, f"measure.{field}", "a text that says something", "none")
    yield from _wrong_cases(scar, name)


def _wrong_choices(scar: Scar, name: str) -> Iterator[Problem]:
    if scar.event not in EVENTS:
        yield Problem(name, "event", " or ".join(EVENTS), repr(scar.event))
    if scar.action not in get_args(Action):
        yield Problem(name, "action", ", ".join(get_args(Action)), repr(scar.action))
    elif scar.event == "tool.result" and scar.action != "context":
        yield Problem(name, "action", "context after a call", repr(scar.action))
    if not scar.tools or not scar.tools <= set(get_args(Tool)):
        yield Problem(name, "tools", "some of the host's tools", _listed(scar.tools))
    if not scar.platforms <= set(PLATFORMS):
        yield Problem(name, "platforms", ", ".join(PLATFORMS), _listed(scar.platforms))


def _wrong_cases(scar: Scar, name: str) -> Iterator[Problem]:
    for field in ("must_block", "must_pass"):
        cases: tuple[Case, ...] = getattr(scar, field)
        if not cases:
            yield Problem(name, field, "at least one case", "none")
        if len(cases) > CASES_PER_SCAR_MAX:
            yield Problem(name, field, f"at most {CASES_PER_SCAR_MAX} cases", str(len(cases)))
    ids = [case.id for case in (*scar.must_block, *scar.must_pass)]
    for wrong in dict.fromkeys(one for one in ids if not is_id(one) or ids.count(one) > 1):
        yield Problem(name, "cases", "ids that are phrases, each once", repr(wrong))


def _is_text(value: object) -> bool:
    return isinstance(value, str) and bool(value.strip())


def _listed(values: Iterable[str]) -> str:
    return ", ".join(sorted(values)) or "none"
