"""Goes through the recorded sessions of a client once, and tells what there was."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

import attrs
from attrs import frozen

from host.audit.replay import Replay, Visit
from host.clients import DEFAULT
from host.screen import Progress

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime
    from pathlib import Path


@frozen
class Span:
    """Which files or folders, none for those of the client, and from when until when."""

    paths: tuple[Path, ...] = ()
    since: datetime | None = None
    until: datetime | None = None

    def holds(self, when: datetime) -> bool:
        """Tell whether something that happened then is meant."""
        late_enough = self.since is None or when >= self.since
        return late_enough and (self.until is None or when < self.until)


@attrs.define
class Asked:
    """The visits of a span, to be gone through once, and what was met on the way."""

    span: Span
    client: str = DEFAULT
    files: int = 0
    calls: int = 0
    sessions: set[str] = attrs.field(factory=set)
    unreadable: int = 0
    places: tuple[Path, ...] = ()

    def __iter__(self) -> Iterator[Visit]:
        """Yield the visits, session by session; raises `ConfigError` and `OSError`."""
        kept = importlib.import_module(f"host.clients.{self.client.replace('-', '_')}_sessions")
        own = (kept.folder(),) if kept.folder().is_dir() else ()
        self.places = self.span.paths or (kept.folder(),)
        files = [file for path in self.span.paths or own for file in kept.files(path)]
        reader, replay = kept.Reader(), Replay(self.client)
        self.files = len(files)
        with Progress(len(files)) as progress:
            for file in files:
                progress.step(file.name)
                for one in reader.read(file):
                    visit = replay.visit(one)
                    if visit is not None and self.span.holds(visit.when):
                        yield self._counted(visit)
        self.unreadable = reader.broken + replay.unreadable

    def told(self) -> str:
        """Return in a sentence what was gone through."""
        if not self.files:
            return f"No recorded session lies in {', '.join(map(str, self.places))}."
        sessions = "session" if len(self.sessions) == 1 else "sessions"
        text = f"{self.calls} tool calls in {len(self.sessions)} recorded {sessions}"
        return f"{text}. Records not read: {self.unreadable}." if self.unreadable else f"{text}."

    def as_json(self) -> dict[str, Any]:
        """Return what was gone through as a JSON object."""
        return {
            "files": self.files,
            "sessions": len(self.sessions),
            "calls": self.calls,
            "unreadable": self.unreadable,
        }

    def _counted(self, visit: Visit) -> Visit:
        if visit.is_call:
            self.calls += 1
            self.sessions.add(visit.session)
        return visit
