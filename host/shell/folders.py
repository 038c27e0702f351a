"""The folder in force: what `cd`, `pushd`, `popd` and `dirs` do to it and to the stack."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from host.shell.flow import Outcome
from host.shell.paths import normal, resolve, steps_back
from host.shell.state import ANY_CHANGE, State
from host.shell.variables import NOT_HERE, UNSET

if TYPE_CHECKING:
    from collections.abc import Callable

    Exists = Callable[[str, State], bool | None]
    """Whether a folder exists in a state; None where that is not certain."""


def change_folder(
    texts: tuple[str | None, ...], state: State, exists: Exists, real: Callable[[str], str]
) -> Outcome:
    """`cd` with these arguments: the states if it passed and if it failed."""
    target, physical = _cd_target(texts, state)
    if isinstance(target, Outcome):
        return target
    came_back = texts[-1] == "-" and len(texts) > 1
    moved, status = _moved(target, state, exists, searches=not came_back)
    if physical and moved.folder is not None:
        folder = real(moved.folder) if status and state.host is None else None
        moved = attrs.evolve(moved, folder=folder)
    return Outcome(moved, state, status)


def _cd_target(texts: tuple[str | None, ...], state: State) -> tuple[str | Outcome | None, bool]:
    physical = False
    rest = list(texts[1:])
    while rest and rest[0] is not None and len(rest[0]) > 1 and rest[0][0] == "-":
        option = rest.pop(0)
        if option == "--":
            break
        if option is None or option.strip("LPe@")[1:] or "@" in option:
            return Outcome(state, state, status=False), False
        physical = option.rstrip("e@").endswith("P")
    if len(rest) > 1 and None not in rest and state.dialect == "bash":
        return Outcome(state, state, status=False), physical
    if len(rest) > 1:
        return None, physical
    return _operand(rest, state), physical


def _operand(rest: list[str | None], state: State) -> str | Outcome | None:
    name = "HOME" if not rest else "OLDPWD"
    if rest and rest[0] != "-":
        return rest[0] or None
    value = state.lookup(name)
    if value is UNSET:
        return Outcome(state, state, status=False)
    return value if isinstance(value, str) and value else None


def _moved(
    target: str | None, state: State, exists: Exists, *, searches: bool
) -> tuple[State, bool | None]:
    """Give the state in the target folder, and whether the change certainly passes or fails."""
    if target is None or not state.plain_cd or (searches and _searched(target, state)):
        return enter(state, None), None
    folder = resolve(target, state.folder)
    if folder is None or target.startswith("//"):
        return enter(state, None), None
    found = exists(folder, state)
    if steps_back(target):
        passed = [exists(path, state) for path in _passed(target, state)]
        found = False if False in passed else None if None in passed else found
    return enter(state, folder), found


def _passed(target: str, state: State) -> list[str]:
    """Give the folders that a path with `..` goes through."""
    start = "" if target.startswith("/") else f"{state.folder}/"
    names = target.split("/")
    return [
        normal(start + "/".join(names[:index])) for index, name in enumerate(names) if name == ".."
    ]


def _searched(target: str, state: State) -> bool:
    if target.split("/", 1)[0] in {"", ".", ".."}:
        return False
    paths = state.lookup("CDPATH")
    return paths not in (NOT_HERE, UNSET, "")


def enter(state: State, folder: str | None) -> State:
    """Give the state after a change of folder that passed."""
    before = state.lookup("PWD")
    old = before if isinstance(before, str) else ANY_CHANGE
    variables = {**state.variables, "OLDPWD": old}
    variables.pop("PWD", None)
    return attrs.evolve(state, folder=folder, variables=variables)


def push_folder(texts: tuple[str | None, ...], state: State, exists: Exists) -> Outcome:
    """`pushd`: with a folder, with a rotation, or with nothing (the two top ones swap)."""
    rest = [text for text in texts[1:] if text != "--"]
    lost = attrs.evolve(enter(state, None), stack=None)
    if state.stack is None or len(rest) > 1 or None in rest or state.dialect != "bash":
        return Outcome(lost, state)
    if not rest:
        return _swapped(state)
    operand = rest[0] or ""
    if operand[:1] in {"+", "-"}:
        turns = _turns(operand, len(state.stack) + 1)
        return Outcome(lost, state) if turns is None else _rotated(state, turns)
    moved, status = _moved(operand or None, state, exists, searches=True)
    return Outcome(attrs.evolve(moved, stack=(state.folder, *state.stack)), state, status)


def pop_folder(texts: tuple[str | None, ...], state: State) -> Outcome:
    """`popd`: back to the top of the stack, or `+N` and `-N` out of it."""
    rest = texts[1:]
    lost = attrs.evolve(enter(state, None), stack=None)
    if state.stack is None or len(rest) > 1 or None in rest or state.dialect != "bash":
        return Outcome(lost, state)
    if not state.stack:
        return Outcome(state, state, status=False)
    at = _turns(rest[0] or "", len(state.stack) + 1) if rest else 0
    if at is None:
        return Outcome(lost, state)
    if at == 0:
        top = enter(state, state.stack[0])
        return Outcome(attrs.evolve(top, stack=state.stack[1:]), state, status=True)
    kept = state.stack[: at - 1] + state.stack[at:]
    return Outcome(attrs.evolve(state, stack=kept), state, status=True)


def list_folders(texts: tuple[str | None, ...], state: State) -> Outcome:
    """`dirs`: only `-c` changes the stack."""
    if texts[1:] == ("-c",):
        return Outcome(attrs.evolve(state, stack=()), state, status=True)
    if any(text is None or "c" in text for text in texts[1:]):
        state = attrs.evolve(state, stack=None)
    return Outcome(state, state)


def _turns(operand: str, size: int) -> int | None:
    digits = operand[1:]
    if not (digits.isascii() and digits.isdigit() and int(digits[:9]) < size):
        return None
    return int(digits) if operand[0] == "+" else size - 1 - int(digits)


def _rotated(state: State, turns: int) -> Outcome:
    if not state.stack:
        return Outcome(state, state, status=False)
    ring = (state.folder, *state.stack)
    moved = enter(state, ring[turns])
    rest = (ring[turns:] + ring[:turns])[1:]
    return Outcome(attrs.evolve(moved, stack=rest), state, status=True)


def _swapped(state: State) -> Outcome:
    if not state.stack:
        return Outcome(state, state, status=False)
    moved = enter(state, state.stack[0])
    stack = (state.folder, *state.stack[1:])
    return Outcome(attrs.evolve(moved, stack=stack), state, status=True)
