"""After a shell call: tells which of the files that changed during it do not parse any more."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import attrs
from attrs import frozen

from host.call import Context
from host.errors import StateError
from slices.scar import counts, reasons
from slices.scar.after import repository as repositories
from slices.scar.after import snapshot as snapshots
from slices.scar.after.changed import changed_since
from slices.scar.after.check import Broken, state_of
from slices.scar.after.checkers import checker_of, fault_of
from slices.scar.after.history import content_before
from slices.scar.after.named import named_in
from slices.scar.after.snapshot import Snapshot
from slices.scar.limits import BROKEN_NAMED_MAX, BYTES_PARSED_MAX, FILES_PARSED_MAX

if TYPE_CHECKING:
    from collections.abc import Iterator

    from host.call import ToolResult
    from host.hook import Host
    from slices.scar.after.repository import Repository

_NANOSECONDS = 1_000_000_000
_SECONDS_UNTIL_THE_HOOK = 1.0


def look(result: ToolResult, host: Host) -> Context | None:
    """Tell the files that changed during the call and broke, whether it failed or not."""
    before = _before(result, host)
    if before is None:
        return None
    named = named_in(host.shell(attrs.evolve(result.call, cwd=before.folder)))
    repository = repositories.find(before.folder) if before.folder else None
    changed = changed_since(before.at_ns, before.folder, named, repository)
    broken = list(_Judge(before, repository).broken(changed))
    if not broken:
        return None
    for one in broken:
        host.count(counts.BROKEN, one.path.rpartition(".")[2])
    named_ones = broken[:BROKEN_NAMED_MAX]
    return Context(reasons.no_longer_parse(named_ones, len(broken) - len(named_ones)))


def _before(result: ToolResult, host: Host) -> Snapshot | None:
    """Return what was noted before the call, or no more than when it began; None without either."""
    try:
        found = snapshots.of_call(result.call, host.store)
    except StateError:
        found = None
    if found is not None or result.seconds is None:
        return found
    host.count(counts.NO_SNAPSHOT)
    began = time.time_ns() - int((result.seconds + _SECONDS_UNTIL_THE_HOOK) * _NANOSECONDS)
    return Snapshot(began, result.call.cwd)


@frozen
class _Judge:
    before: Snapshot
    repository: Repository | None

    def broken(self, paths: tuple[str, ...]) -> Iterator[Broken]:
        """Yield what does not parse and is not known to have been so before, within the bounds."""
        known = {entry.path: entry.object for entry in self._entries()}
        bytes_left = BYTES_PARSED_MAX
        for path in paths[:FILES_PARSED_MAX]:
            state = state_of(path) if bytes_left > 0 else None
            if state is None:
                continue
            bytes_left -= state.size
            if state.fault is None:
                continue
            was_sound = self._was_sound(path, known)
            if was_sound is not False:
                fault = state.fault
                yield Broken(path, fault.line, fault.message, was_sound=was_sound is True)

    def _entries(self) -> tuple[repositories.Entry, ...]:
        return self.repository.entries if self.repository else ()

    def _was_sound(self, path: str, known: dict[str, str]) -> bool | None:
        if path in self.before.sound:
            return self.before.sound[path]
        checker = checker_of(path)
        if self.repository is None or checker is None:
            return None
        stamp, head = self.before.stamp, self.before.head
        content = content_before(path, self.repository, stamp=stamp, head=head, known=known)
        return None if content is None else fault_of(checker, content) is None
