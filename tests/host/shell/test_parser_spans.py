"""Spans are right: the source at a node's span is that node, wherever it stands."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import attrs
import pytest

from host.shell import parse
from host.shell.syntax import HereDocument, Redirection, Script, SimpleCommand, Substitution, Word

COMMANDS = [
    *(
        json.loads(line)["cmd"]
        for line in Path(__file__).with_name("corpus.jsonl").read_text("utf-8").splitlines()
    ),
    "if a 'b' >\"c d\"; then e $(f `g h` <<E\nx $(i)\nE\n); fi",
    'for i in $(a) \'b c\'; do d <(e \\\n f) >> "$g"; done 2>&1 <<<"h"',
    'a `b \\`c d\\` \\$e` "`f \\"g\\"`"',
    "case `a b` in $(c)|d) e <<-'F';; esac\n\tg\n\tF\n",
    "((a $(b c))) || [[ $(d) == @($(e)|f) ]] && a=($(g) h) i[$(j)]=k l",
    'a $((b) | c) ${d:-$(e "f g")} "${h/$(i)/`j`}" k',
    'f() { a "$@"; }; coproc n { b; }; time c | d & ! e',
]


def nodes(node: Any, source: str) -> Iterator[tuple[Any, str]]:
    """Every node under a node, with the text its span counts in."""
    if isinstance(node, tuple):
        for child in node:
            yield from nodes(child, source)
    elif attrs.has(type(node)):
        yield node, source
        if isinstance(node, Substitution) and node.source is not None:
            source = node.source
        for field in attrs.fields(type(node)):
            yield from nodes(getattr(node, field.name), source)


def found(kind: type) -> list[tuple[Any, str]]:
    """Every node of a kind in the commands."""
    hits = []
    for command in COMMANDS:
        script = parse(command)
        if isinstance(script, Script):
            hits += [(n, s) for n, s in nodes(script.body, command) if isinstance(n, kind)]
    assert len(hits) > 20
    return hits


def first_command(text: str) -> SimpleCommand:
    script = parse(text)
    assert isinstance(script, Script)
    command = script.body[0].pipelines[0].commands[0]
    assert isinstance(command, SimpleCommand)
    return command


def values(node: Any) -> object:
    """A node without its place."""
    if isinstance(node, tuple):
        return tuple(map(values, node))
    if not attrs.has(type(node)):
        return node
    kept = [f.name for f in attrs.fields(type(node)) if f.name not in ("start", "end", "source")]
    return (type(node).__name__, *(values(getattr(node, name)) for name in kept))


def test_a_word_read_alone_is_the_same_word() -> None:
    for command, source in found(SimpleCommand):
        assert isinstance(command, SimpleCommand)
        for word in command.words:
            alone = first_command("x " + source[word.start : word.end])
            assert values(alone.words[1]) == values(word)


def test_a_redirection_read_alone_is_the_same_redirection() -> None:
    for node, source in found(Redirection):
        assert isinstance(node, Redirection)
        alone = first_command("x " + source[node.start : node.end]).redirections[0]
        assert values(attrs.evolve(alone, document=None)) == values(
            attrs.evolve(node, document=None)
        )


def test_every_heredoc_has_its_body_at_its_span() -> None:
    for node, source in found(Redirection):
        assert isinstance(node, Redirection)
        assert (node.document is not None) == node.operator.startswith("<<") or (
            node.operator == "<<<"
        )
        if node.operator == "<<":
            assert isinstance(node.document, HereDocument)
            assert source[node.document.start : node.document.end] == node.document.body


def test_a_simple_command_spans_its_elements() -> None:
    for node, _ in found(SimpleCommand):
        assert isinstance(node, SimpleCommand)
        elements: list[Any] = [*node.assignments, *node.words, *node.redirections]
        assert node.start == min(element.start for element in elements)
        assert node.end == max(element.end for element in elements)


def test_parts_lie_in_their_word_in_order() -> None:
    for node, source in found(Word):
        assert isinstance(node, Word)
        at = node.start
        for part in node.parts:
            assert at <= part.start <= part.end <= node.end <= len(source)
            at = part.end


@pytest.mark.parametrize(
    ("command", "source"),
    [("`a b`", None), ("`a \\`b\\``", "a `b`"), ('"`a \\"b\\"`"', 'a "b"'), ("`a \\n`", None)],
    ids=["in-place", "nested", "in-double-quotes", "backslash-that-stays"],
)
def test_backquotes_say_which_text_their_spans_count_in(command: str, source: str | None) -> None:
    part = first_command(command).words[0].parts[0]
    assert isinstance(part, Substitution)
    assert part.source == source
    text = command if source is None else source
    inner = part.body[0]
    assert text[inner.start : inner.end].startswith("a ")
