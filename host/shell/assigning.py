"""The builtins that change variables and options: what each leaves certain."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from host.shell.arithmetic import names_assigned_in
from host.shell.flow import Outcome, unchanged
from host.shell.limits import VARIABLES_MAX
from host.shell.names import names
from host.shell.variables import UNSET, Unknown, Variable, is_name

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from host.shell.scene import Call
    from host.shell.state import State

DECLARING = names("export declare typeset local readonly")
_CHANGES_VALUES = frozenset("ilucA")
_SAFE_SHELL_OPTIONS = names(
    "expand_aliases extglob nullglob failglob dotglob globstar nocaseglob histappend "
    "checkwinsize login_shell inherit_errexit patsub_replacement sourcepath"
)


def declare(call: Call) -> Outcome:
    """`export`, `declare`, `typeset`, `local`, `readonly`."""
    name, letters, operands = _split_options(call)
    state = call.state
    if operands is None or "n" in letters or "f" in letters or "F" in letters:
        return _lost(state) if "f" not in letters.lower() else unchanged(state)
    for operand in operands:
        state = _declared(name or "", letters, operand, state)
    return unchanged(state)


def _split_options(call: Call) -> tuple[str | None, str, list[str] | None]:
    letters = ""
    operands: list[str] = []
    for value in call.arguments[1:]:
        text = value.text
        if text is None:
            text = _named_part(value.outline)
        if text is None:
            return call.texts[0], letters, None
        if not operands and len(text) > 1 and text[0] in "-+":
            letters += text[1:] if text[0] == "-" else _CHANGED_BACK
        else:
            operands.append(text)
    return call.texts[0], letters, operands


_CHANGED_BACK = "i"
"""`declare +i` and the like: the value counts as not certain, which is always right."""
_UNCERTAIN = "\0"


def _named_part(outline: str | None) -> str | None:
    name, sign, _ = (outline or "").partition("=")
    return f"{name}={_UNCERTAIN}" if sign and is_name(name.removesuffix("+")) else None


def _declared(program: str, letters: str, operand: str, state: State) -> State:
    name, sign, text = operand.partition("=")
    append = name.endswith("+")
    name = name.removesuffix("+")
    if not is_name(name):
        return state.forget(_with_subscript(operand)) if "[" in name else state
    if program == "local" and state.locals is None:
        return state.forget([name])
    if _is_local(program, letters, state):
        state = _made_local(name, state)
    if set(letters) & _CHANGES_VALUES:
        state = state.fix(name).forget([name])
    elif sign:
        value: Variable = Unknown("its value is not certain") if text == _UNCERTAIN else text
        state = state.assign(name, _appended(name, value, state) if append else value)
    if program == "export" or "x" in letters:
        state = state.export(name)
    if program == "readonly" or "r" in letters:
        state = state.fix(name)
    return state


def _is_local(program: str, letters: str, state: State) -> bool:
    if state.locals is None or program in {"export", "readonly"}:
        return False
    return "g" not in letters


def _made_local(name: str, state: State) -> State:
    known = state.locals or {}
    if len(known) > VARIABLES_MAX:
        return attrs.evolve(state, variables={}, lost=True)
    if name not in known:
        state = attrs.evolve(state, locals={**known, name: state.lookup(name)})
    return state.assign(name, UNSET)


def _appended(name: str, value: Variable, state: State) -> Variable:
    before = state.lookup(name)
    if before is UNSET:
        return value
    if isinstance(before, str) and isinstance(value, str):
        return before + value
    return Unknown("what it appends to is not certain")


def unset(call: Call) -> Outcome:
    """`unset`: variables, or functions with `-f`; a bare name may be either."""
    state = call.state
    operands = call.texts[1:]
    if None in operands:
        return _lost(state)
    functions = "-f" in operands
    for name in operands:
        if not name or name.startswith("-"):
            continue
        if not functions and is_name(name) and name not in state.fixed:
            state = state.assign(name, UNSET)
        else:
            state = state.forget(_with_subscript(name))
        if name in state.functions:
            state = attrs.evolve(state, functions={**state.functions, name: None})
    return unchanged(state)


def _with_subscript(operand: str) -> list[str]:
    base, _, subscript = operand.partition("[")
    return [base, *names_assigned_in(subscript)]


def assign_names(call: Call) -> Outcome:
    """`read`, `mapfile`, `getopts`, `let`: every name among the words may be assigned."""
    if any(value.text is None and value.many for value in call.arguments[1:]):
        return _lost(call.state)
    text = " ".join(text or "" for text in call.texts[1:])
    spaced = "".join(c if c.isalnum() or c == "_" else " " for c in text)
    return unchanged(call.state.forget(name for name in spaced.split() if is_name(name)))


def print_formatted(call: Call) -> Outcome:
    """`printf`: with `-v` it assigns."""
    texts = call.texts
    first = texts[1] if len(texts) > 1 else ""
    if first is None and call.arguments[1].many:
        return _lost(call.state)
    if first is not None and not first.startswith("-v"):
        return unchanged(call.state)
    return assign_names(call)


def set_options(call: Call) -> Outcome:
    """`set`: options, and the positional parameters."""
    state = call.state
    texts = list(call.texts[1:])
    while texts:
        text = texts[0]
        if text is None:
            return unchanged(attrs.evolve(_unsure_options(state), positional=None))
        if text == "--":
            return unchanged(_positional(texts[1:], state))
        if text == "-":
            return unchanged(_positional(texts[1:], state) if texts[1:] else state)
        if len(text) < 2 or text[0] not in "-+":  # noqa: PLR2004 (a sign and a letter)
            return unchanged(_positional(texts, state))
        texts.pop(0)
        names = [texts.pop(0)] if text.endswith("o") and texts else []
        state = _optioned(text, names, state)
    return unchanged(state)


def _positional(texts: Sequence[str | None], state: State) -> State:
    known = tuple(text for text in texts if text is not None)
    return attrs.evolve(state, positional=known if len(known) == len(texts) else None)


def _unsure_options(state: State) -> State:
    return attrs.evolve(state, globbing=True, bracing=None, plain_cd=False, guarded=True)


def _optioned(text: str, names: Sequence[str | None], state: State) -> State:
    on = text[0] == "-"
    if None in names:
        return _unsure_options(state)
    if "e" in text or "u" in text or "errexit" in names or "nounset" in names:
        state = attrs.evolve(state, guarded=True)
    if "f" in text or "noglob" in names:
        state = attrs.evolve(state, globbing=not on)
    if "B" in text or "braceexpand" in names:
        state = attrs.evolve(state, bracing=on and state.dialect == "bash")
    if set("PnkT") & set(text) or {"physical", "noexec", "keyword", "posix"} & set(names):
        state = attrs.evolve(_unsure_options(state), globbing=state.globbing)
    return state


def shift(call: Call) -> Outcome:
    """`shift`: the positional parameters move."""
    state = call.state
    count = call.texts[1] if len(call.texts) > 1 else "1"
    if state.positional is None or count is None or not count.isdigit():
        return unchanged(attrs.evolve(state, positional=None))
    if int(count[:9]) > len(state.positional):
        return unchanged(state, status=False)
    return unchanged(attrs.evolve(state, positional=state.positional[int(count) :]), status=True)


def set_shell_options(call: Call) -> Outcome:
    """`shopt`: options that change what a word or `cd` means make them uncertain."""
    names = {text for text in call.texts[1:] if text is None or not text.startswith("-")}
    if names <= _SAFE_SHELL_OPTIONS:
        return unchanged(call.state)
    return unchanged(attrs.evolve(call.state, plain_cd=False))


def define_alias(call: Call) -> Outcome:
    """`alias`: from here on the names may stand for anything."""
    names = {(text or "").partition("=")[0] for text in call.texts[1:]}
    return unchanged(attrs.evolve(call.state, aliases=call.state.aliases | names))


def _lost(state: State) -> Outcome:
    return unchanged(attrs.evolve(state, variables={}, lost=True, default_split=False))


ASSIGNING: dict[str, Callable[[Call], Outcome]] = {
    **dict.fromkeys(DECLARING, declare),
    "unset": unset,
    "read": assign_names,
    "readarray": assign_names,
    "mapfile": assign_names,
    "getopts": assign_names,
    "let": assign_names,
    "wait": assign_names,
    "printf": print_formatted,
    "set": set_options,
    "shift": shift,
    "shopt": set_shell_options,
    "alias": define_alias,
}
