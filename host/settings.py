"""Puts entries into a client's settings file, and takes them out as if they were never there."""

# What was there before is kept beside the state, so that taking out restores it: byte for byte
# where nobody changed the file meanwhile, else entry by entry. Nobody's other settings are kept.

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

from attrs import frozen

from host import jsonfile, jsontext, receipts
from host.errors import Problem
from host.receipts import Receipt, back, digest, missing_folders, patched

Entry = tuple[jsontext.Keys, Any]
"""The way to a value in the settings, and the value."""

_NEW_FILE = "{}\n"


class SettingsError(Exception):
    """The file is not touched; the message has a line for each thing that is wrong."""


@frozen
class Plan:
    """A change of one file that is not made yet; a text is None where there is no file."""

    file: str
    before: str | None
    after: str | None
    receipt: Receipt | None = None
    """What undoes the change; None where the change takes out."""
    is_anew: bool = False
    """Whether the receipt says all there is to undo, whatever an older one holds."""

    @property
    def changes(self) -> bool:
        """Whether there is anything to do."""
        return self.before != self.after


def putting(file: str, entries: tuple[Entry, ...], instead_of: tuple[Entry, ...] = ()) -> Plan:
    """Plan to put the entries into the file; raises `SettingsError` where it is not sound.

    Where another set of entries stands there, `instead_of`, it is taken out as if it had never been
    there; what it has in common with `entries` does not tell that it does.
    """
    before, tree = _read(file)
    base, is_anew = before, _stand(tree, [one for one in instead_of if one not in entries])
    if is_anew:
        base = taking_out(file, instead_of).after
        tree = json.loads(base or _NEW_FILE)
    _check_ways(file, tree, entries)
    text = _NEW_FILE if base is None else base
    patches: list[receipts.Patch] = []
    previous = []
    for keys, value in entries:
        there, old = jsontext.value(tree, keys)
        if there and old == value:
            continue
        previous.append((keys, there, old))
        changed = jsontext.put(text, keys, value)
        patches.insert(0, back(changed, text))
        text = changed
    if not previous:
        return Plan(file, before, base)
    older = receipts.kept(file) if is_anew else None
    made = missing_folders(file) if older is None else older.made
    receipt = Receipt(digest(text), base is not None, tuple(patches), tuple(previous), made)
    return Plan(file, before, text, receipt, is_anew)


def taking_out(file: str, entries: tuple[Entry, ...]) -> Plan:
    """Plan to restore what was there before `putting`; raises `SettingsError` likewise.

    An entry that somebody changed since is left alone. Without a receipt the entries go.
    """
    before, tree = _read(file)
    if before is None:
        return Plan(file, None, None)
    _check_ways(file, tree, entries)
    receipt = receipts.kept(file)
    if receipt is not None and receipt.digest == digest(before):
        return Plan(file, before, patched(before, receipt) if receipt.existed else None)
    return Plan(file, before, _without(before, tree, entries, receipt))


def carry_out(plan: Plan) -> None:
    """Make the change and read it back; raises `SettingsError` where the file is not as planned."""
    try:
        if plan.receipt is not None:
            receipts.keep(plan.file, plan.receipt, is_anew=plan.is_anew)
        _write(plan)
    except OSError as error:
        why = (error.strerror or str(error)).lower()
        raise SettingsError(str(Problem(plan.file, "", "a file to write", why))) from error
    if _read(plan.file)[0] != plan.after:
        raise SettingsError(str(Problem(plan.file, "", "what was just written", "something else")))
    if plan.receipt is None:
        receipts.forget(plan.file)


def _read(file: str) -> tuple[str | None, dict[str, Any]]:
    tree, problems = jsonfile.load(file)
    if problems:
        raise SettingsError("\n".join(str(problem) for problem in problems))
    if tree is None:
        return None, {}
    return Path(file).read_bytes().decode(), tree


def _stand(tree: dict[str, Any], entries: list[Entry]) -> bool:
    return any(jsontext.value(tree, keys) == (True, value) for keys, value in entries)


def _check_ways(file: str, tree: dict[str, Any], entries: tuple[Entry, ...]) -> None:
    problems = []
    for keys, _ in entries:
        for length in range(1, len(keys)):
            there, found = jsontext.value(tree, keys[:length])
            if there and not isinstance(found, dict):
                at = ".".join(keys[:length])
                problems.append(str(Problem(file, at, "an object", jsonfile.kind(found))))
    if problems:
        raise SettingsError("\n".join(problems))


def _without(
    text: str, tree: dict[str, Any], entries: tuple[Entry, ...], receipt: Receipt | None
) -> str:
    """Return the text with each entry that still stands there put back, or dropped."""
    known = {keys: (there, old) for keys, there, old in receipt.previous} if receipt else {}
    for keys, value in entries:
        if jsontext.value(tree, keys) != (True, value):
            continue
        there, old = known.get(keys, (False, None))
        if receipt is not None and keys not in known:
            continue
        text = jsontext.put(text, keys, old) if there else _dropped(text, keys)
    return text


def _dropped(text: str, keys: jsontext.Keys) -> str:
    """Return the text without the entry, and without the object that held nothing else."""
    text = jsontext.drop(text, keys)
    if jsontext.value(json.loads(text), keys[:-1]) == (True, {}):
        text = jsontext.drop(text, keys[:-1])
    return text


def _write(plan: Plan) -> None:
    """Replace the file as a whole, behind a link to it too, with the mode that it had."""
    target = Path(plan.file).resolve()
    if plan.after is None:
        target.unlink()
        return
    target.parent.mkdir(parents=True, exist_ok=True)
    draft = target.with_name(f"{target.name}.{os.getpid()}.new")
    try:
        draft.write_bytes(plan.after.encode())
        if plan.before is not None:
            draft.chmod(target.stat().st_mode & 0o7777)
        draft.replace(target)
    finally:
        draft.unlink(missing_ok=True)
