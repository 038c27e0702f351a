"""The here-documents of a command whose bodies are texts for git or gh."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import frozen

from host.shell.syntax import SimpleCommand, Substitution, Text
from slices.sembr import programs

if TYPE_CHECKING:
    from collections.abc import Iterator

    from host.shell.command import Command, Reading
    from host.shell.syntax import HereDocument, Redirection, Word
    from slices.sembr.programs import Taker

_INPUT = ("<", "<<", "<<-", "<<<", "<&", "<>")


@frozen
class Target:
    """A quoted here-document, and what takes its body; `tabs` is true where leading ones go."""

    document: HereDocument
    taker: Taker
    tabs: bool


def targets(command: str, reading: Reading) -> Iterator[Target]:
    """Yield the here-documents that stand in the command itself and are texts for git or gh.

    One in a string that another shell reads counts in another text, and is none.
    """
    functions = {id(c.syntax) for c in reading.commands if c.function_call}
    seen: set[int] = set()
    for one in reading.commands:
        if one.source != command or one.syntax is None or one.function_call:
            continue
        for target in _of_command(one, functions):
            if id(target.document) not in seen:
                seen.add(id(target.document))
                yield target


def _of_command(one: Command, functions: set[int]) -> Iterator[Target]:
    syntax = one.syntax
    found = programs.taker([word.literal for word in syntax.words]) if syntax else None
    if syntax is None or found is None:
        return
    taken, at = found
    rest = syntax.words[at:]
    if programs.reads_input([word.literal for word in rest], taken):
        yield from _target(_input(syntax), taken)
    before = None
    for word in rest:
        inner = _printed(word, before, taken)
        if inner is not None and id(inner) not in functions:
            yield from _target(_input(inner), taken)
        before = word.literal


def _target(redirection: Redirection | None, taken: Taker) -> Iterator[Target]:
    document = redirection.document if redirection else None
    if redirection is not None and document is not None and document.quoted:
        yield Target(document, taken, redirection.operator == "<<-")


def _printed(word: Word, before: str | None, taken: Taker) -> SimpleCommand | None:
    """Return the `cat` of a word that is, or ends with, a quoted `$(cat <<'EOF' …)`."""
    *first, last = word.parts or (None,)
    if not isinstance(last, Substitution) or last.kind != "command" or not last.quoted:
        return None
    if len(first) > 1 or not all(isinstance(part, Text) for part in first):
        return None
    literal = "".join(part.value for part in first if isinstance(part, Text))
    if last.source is not None or not programs.takes_text(literal, before, taken):
        return None
    return _cat(last)


def _cat(substitution: Substitution) -> SimpleCommand | None:
    if len(substitution.body) != 1 or len(substitution.body[0].pipelines) != 1:
        return None
    commands = substitution.body[0].pipelines[0].commands
    one = commands[0] if len(commands) == 1 else None
    if not isinstance(one, SimpleCommand) or one.assignments:
        return None
    words = [word.literal for word in one.words]
    return one if words in (["cat"], ["cat", "-"]) and len(one.redirections) == 1 else None


def _input(one: SimpleCommand) -> Redirection | None:
    """Return what feeds standard input, where one redirection alone does."""
    found = [r for r in one.redirections if r.operator in _INPUT and r.descriptor in (None, "0")]
    return found[0] if len(found) == 1 else None
