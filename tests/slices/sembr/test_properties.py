"""Properties of every rewrite, over generated documents; `make properties` runs many more."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import attrs
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from host.shell import parse
from host.shell.syntax import (
    HereDocument,
    ListItem,
    Pipeline,
    Redirection,
    Script,
    SimpleCommand,
    Substitution,
    Text,
)
from slices.sembr.breaks import apply, breaks
from slices.sembr.lines import Style
from tests.slices.sembr import generated
from tests.slices.sembr.proofs import problems
from tests.slices.sembr.stands import sembr

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

LEAST_CHANGED = 0.15
LEAST_CHANGED_BY_AN_EDIT = 0.05
MOST_UNPROVEN = 0.02

bounded = settings(
    derandomize=True,
    deadline=None,
    database=None,
    suppress_health_check=list(HealthCheck),
)


class Tally:
    """How many texts were seen, got breaks, and were left alone for want of a proof."""

    def __init__(self, least: float = LEAST_CHANGED) -> None:
        self.seen = self.changed = self.unproven = 0
        self.least = least

    def count(self, *, changed: bool, unproven: bool) -> None:
        """Add one text."""
        self.seen += 1
        self.changed += changed
        self.unproven += unproven

    def broken(self, text: str, spans: Sequence[tuple[int, int]] | None = None) -> str:
        """Return the text with its breaks, which are counted."""
        found = breaks(text, Style(), spans)
        self.count(changed=bool(found), unproven=found is None)
        return apply(text, found or ())

    def check(self) -> None:
        """Hold the run to having tested something."""
        assert self.changed >= self.seen * self.least, vars(self)
        assert self.unproven <= self.seen * MOST_UNPROVEN, vars(self)


@pytest.mark.parametrize(
    "strategy",
    [generated.documents(), generated.paragraph()],
    ids=["whole-documents", "paragraphs-full-of-traps"],
)
def test_a_text_means_the_same_and_is_done(strategy: st.SearchStrategy[str]) -> None:
    tally = Tally()

    @bounded
    @given(strategy)
    def holds(text: str) -> None:
        broken = tally.broken(text)
        assert problems(text, broken) == []
        again = breaks(broken, Style())
        # What cannot be proven is left as it is, each time; how often that may be is counted.
        assert again == () or (again is None and broken == text)
        if "\r\n" in text:
            assert "\n" not in broken.replace("\r\n", "")

    holds()
    tally.check()


@st.composite
def edits(draw: st.DrawFn) -> tuple[str, int, int]:
    """Draw a document, and the part of it that an edit writes."""
    text = draw(generated.documents()).replace("\r\n", "\n")
    start = draw(st.integers(0, len(text)))
    return text, start, draw(st.integers(start, len(text)))


def test_an_edit_changes_its_own_text_alone() -> None:
    tally = Tally(least=LEAST_CHANGED_BY_AN_EDIT)

    @bounded
    @given(edits())
    def holds(edit: tuple[str, int, int]) -> None:
        text, start, end = edit
        broken = tally.broken(text, [(start, end)])
        assert broken.startswith(text[:start])
        assert broken.endswith(text[end:])
        assert problems(text, broken) == []

    holds()
    tally.check()


COMMANDS = [
    "git commit -F - <<'@'\n{}@\n",
    "cd x && git commit -aF - <<-'@' && echo 'A b. C d.'\n{}\t@\necho done\n",
    "gh pr create -t 'A b. C d.' --body \"$(cat <<'@'\n{}@\n)\" # A b. C d.",
]


@st.composite
def commands(draw: st.DrawFn) -> tuple[str, str]:
    """Draw a command and its body, which may have lines that begin with tabs."""
    tabs = draw(st.sampled_from(["", "", "\t", "\t\t"]))
    text = draw(generated.documents()).rstrip("\r\n") + "\n"
    body = "Sub.\n\n" + "".join(f"{tabs}{line}" for line in text.splitlines(keepends=True))
    return draw(st.sampled_from(COMMANDS)).format(body), body


def test_a_command_reads_the_same_but_for_the_body(
    stand_of: Callable[..., Any], shell_call: Callable[..., Any]
) -> None:
    stand, tally = sembr(stand_of), Tally()

    @bounded
    @given(commands())
    def holds(drawn: tuple[str, str]) -> None:
        before, body = drawn
        decision = stand.decide(shell_call(before, "/"))
        assert decision.failures == ()
        after = before if decision.call is None else decision.call.command
        tally.count(changed=after != before, unproven=bool(stand.desks.pop().rows))
        head, tail = before.split(body)
        assert after.startswith(head)
        assert after.endswith(tail)
        (one,), (two,) = bodies(before), bodies(after)
        assert problems(one, two) == []
        assert outline(before) == outline(after)

    holds()
    tally.check()


def bodies(command: str) -> list[str]:
    """Return the here-documents of a command."""
    script = parse(command)
    assert isinstance(script, Script)
    return [node.body for node in nodes(script.body) if isinstance(node, HereDocument)]


def outline(command: str) -> list[str]:
    """Return the words and operators of a command, as its tree has them."""
    script = parse(command)
    assert isinstance(script, Script)
    kept = (Text, Redirection, ListItem, Pipeline, SimpleCommand, Substitution)
    found = [node for node in nodes(script.body) if isinstance(node, kept)]
    return [getattr(n, "value", getattr(n, "operator", type(n).__name__)) for n in found]


def nodes(value: Any) -> Iterator[Any]:
    """Yield every node of a tree."""
    if isinstance(value, tuple):
        for one in value:
            yield from nodes(one)
    elif attrs.has(type(value)):
        yield value
        for field in attrs.fields(type(value)):
            yield from nodes(getattr(value, field.name))
