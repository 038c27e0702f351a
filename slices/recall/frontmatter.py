"""Splits a note's file and reads its front matter: flat YAML, every value a text with its line."""

# The library only tokenizes: nothing is constructed, so that no tag, number or date of YAML's own
# can make a value of another kind, and an alias is refused before it stands for anything.

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import frozen

from slices.recall.problems import Wrong, shown

if TYPE_CHECKING:
    from collections.abc import Iterator

    import yaml

_FENCE = "---"
_FIRST_YAML_LINE = 2  # a mark counts from 0, and the opening fence is the file's line 1
_STAR_HINT = 'text (an anchor that begins with "*" goes in quotes)'


@frozen
class Field:
    """The values of one key; `single` where the key has one value and no list."""

    values: tuple[tuple[str, int], ...]
    line: int
    single: bool


@frozen
class Split:
    """A file's parts: the front matter's text, the body, and the line the body begins on."""

    matter: str
    body: str
    body_line: int


def split(text: str) -> Split | Wrong:
    """Return the parts of a note's file."""
    lines = text.replace("\r\n", "\n").split("\n")
    if lines[0].rstrip() != _FENCE:
        return Wrong(f"{_FENCE} and the note's front matter", shown(lines[0]) or "nothing", 1)
    for number, line in enumerate(lines[1:], 1):
        if line.rstrip() == _FENCE:
            body = "\n".join(lines[number + 1 :])
            return Split("\n".join(lines[1:number]), body, number + 2)
    return Wrong(f"{_FENCE} after the front matter", "the end of the file", len(lines))


def fields(matter: str) -> tuple[dict[str, Field], tuple[Wrong, ...]]:
    """Return the front matter's fields, and what is wrong with it."""
    import yaml

    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    try:
        return _read(yaml.parse(matter, Loader=loader))
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        line = mark.line + _FIRST_YAML_LINE if mark else 0
        return {}, (Wrong("YAML", error.problem or "something else", line),)
    except yaml.YAMLError as error:
        return {}, (Wrong("YAML", " ".join(str(error).split())[:100], 0),)
    except RecursionError:
        return {}, (Wrong("YAML", "too many brackets inside each other", 0),)


def _read(events: Iterator[yaml.Event]) -> tuple[dict[str, Field], tuple[Wrong, ...]]:
    import yaml

    found: dict[str, Field] = {}
    wrong: list[Wrong] = []
    reader = _Reader(events)
    first = reader.next_content()
    if isinstance(first, yaml.StreamEndEvent):
        return {}, ()
    if not isinstance(first, yaml.MappingStartEvent):
        return {}, (Wrong("KEY: VALUE lines", _kind(first), _line(first)),)
    while not isinstance(key := reader.next(), yaml.MappingEndEvent):
        name = _text(key)
        field = name if isinstance(name, Wrong) else reader.field(_line(key))
        if isinstance(name, Wrong) or isinstance(field, Wrong):
            return found, (*wrong, *(one for one in (field,) if isinstance(one, Wrong)))
        if name in found:
            wrong.append(Wrong("one value", f"the key {shown(name)} twice", _line(key)))
            field = Field((*found[name].values, *field.values), field.line, single=False)
        found[name] = field
    if not isinstance(end := reader.next_content(), yaml.StreamEndEvent):
        wrong.append(Wrong("one YAML document", "another", _line(end)))
    return found, tuple(wrong)


class _Reader:
    """The events of one document, flat."""

    def __init__(self, events: Iterator[yaml.Event]) -> None:
        self._events = events

    def next(self) -> yaml.Event:
        return next(self._events)

    def next_content(self) -> yaml.Event:
        """Return the next event that is no beginning or end of a document."""
        import yaml

        skipped = yaml.StreamStartEvent | yaml.DocumentStartEvent | yaml.DocumentEndEvent
        while isinstance(event := self.next(), skipped):
            pass
        return event

    def field(self, line: int) -> Field | Wrong:
        import yaml

        event = self.next()
        if not isinstance(event, yaml.SequenceStartEvent):
            text = _text(event)
            if isinstance(text, Wrong):
                return text
            return Field(((text, _line(event)),), line, single=True)
        values: list[tuple[str, int]] = []
        while not isinstance(event := self.next(), yaml.SequenceEndEvent):
            text = _text(event)
            if isinstance(text, Wrong):
                return text
            values.append((text, _line(event)))
        return Field(tuple(values), line, single=False)


def _text(event: yaml.Event) -> str | Wrong:
    """Return the text of an event, or what is wrong with it."""
    import yaml

    if isinstance(event, yaml.AliasEvent):
        return Wrong(_STAR_HINT, f"the alias {shown(f'*{event.anchor}')}", _line(event))
    if not isinstance(event, yaml.ScalarEvent):
        return Wrong("text", _kind(event), _line(event))
    if event.anchor is not None:
        return Wrong("text without a YAML anchor", shown(f"&{event.anchor}"), _line(event))
    if event.tag not in {None, "!"}:
        return Wrong("text without a YAML tag", shown(event.tag), _line(event))
    return event.value


def _kind(event: yaml.Event) -> str:
    import yaml

    if isinstance(event, yaml.MappingStartEvent):
        return "KEY: VALUE inside it"
    return "a list" if isinstance(event, yaml.SequenceStartEvent) else "plain text"


def _line(event: yaml.Event) -> int:
    mark = event.start_mark
    return mark.line + _FIRST_YAML_LINE if mark else 0
