"""The builtins that change variables and options: what each leaves certain."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from host.shell.arithmetic import names_in
from host.shell.evaluation import after_arithmetic, after_names, after_subscript, bind, may_stop
from host.shell.flow import Outcome, unchanged
from host.shell.limits import VARIABLES_MAX
from host.shell.shell_options import set_options, set_shell_options, shift
from host.shell.state import ANY_CHANGE
from host.shell.variables import NOT_HERE, UNSET, Unknown, Variable, is_name, kind, scalar
from host.shell.word_effects import DECLARING

if TYPE_CHECKING:
    from collections.abc import Callable

    from host.shell.scene import Call
    from host.shell.state import State

_CHANGES_VALUES = frozenset("ilucA")


def declare(call: Call) -> Outcome:
    """`export`, `declare`, `typeset`, `local`, `readonly`."""
    name, letters, operands = _split_options(call)
    state = call.state
    if state.dialect != "bash" and name in {"declare", "typeset"}:
        return unchanged(state.forget_everything())
    if operands is None or ("n" in letters and name != "export"):
        return _lost(state)
    if "f" in letters.lower():
        sent = operands if name == "export" or "x" in letters else ()
        return unchanged(attrs.evolve(state, sent=state.sent.union(sent)))
    if "g" in letters and state.locals is not None:
        # It reaches past the locals of every caller.
        return _lost(state)
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
        return _not_a_name(program, operand, state)
    if program == "local" and state.locals is None:
        return state.forget([name])
    if _is_local(program, letters, state):
        state = _made_local(name, state)
    state = _with_attributes(name, letters, state)
    if sign and text.startswith("(") and _is_listed(name, letters, state):
        # The shell reads the elements, and what they hold, from the text.
        state = bind(after_arithmetic(None, state), name, ANY_CHANGE)
    elif sign:
        value: Variable = Unknown("its value is not certain", "text")
        value = value if text == _UNCERTAIN else text
        state = bind(state, name, _appended(name, value, state) if append else value)
    return _marked(program, letters, name, state)


def _with_attributes(name: str, letters: str, state: State) -> State:
    """Give the state with an attribute that changes what the variable takes, and holds."""
    if not set(letters) & _CHANGES_VALUES:
        return state
    held = state.lookup(name)
    state = state.fix(name)
    return state if held is UNSET or held is NOT_HERE else bind(state, name, held)


def _marked(program: str, letters: str, name: str, state: State) -> State:
    if program == "export" and "n" in letters:
        return attrs.evolve(state, exported=state.exported - {name})
    if program == "export" or "x" in letters:
        state = state.export(name)
    return state.fix(name) if program == "readonly" or "r" in letters else state


def _not_a_name(program: str, operand: str, state: State) -> State:
    if program == "local" and operand == "-":
        known = state.locals
        return state if known is None else attrs.evolve(state, locals={**known, "-": UNSET})
    return after_names([operand], state) if "[" in operand else state


def _is_listed(name: str, letters: str, state: State) -> bool:
    return bool(set(letters) & set("aA")) or kind(state.lookup(name)) == "any"


def _is_local(program: str, letters: str, state: State) -> bool:
    if state.locals is None or program in {"export", "readonly"}:
        return False
    return "g" not in letters


def _made_local(name: str, state: State) -> State:
    known = state.locals or {}
    if len(known) > VARIABLES_MAX:
        return attrs.evolve(state, variables={}, lost=True)
    if name in known:
        return state
    before = state.lookup(name)
    state = attrs.evolve(state, locals={**known, name: before})
    inherits = state.keywords or state.dialect != "bash" or name in state.temporary
    return state.assign(name, ANY_CHANGE if inherits else UNSET)


def _appended(name: str, value: Variable, state: State) -> Variable:
    before = scalar(state.lookup(name))
    if before is UNSET:
        return value
    if isinstance(before, str) and isinstance(value, str):
        return before + value
    return Unknown("what it appends to is not certain", "text")


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
        if name in state.functions:
            state = attrs.evolve(state, functions={**state.functions, name: None})
        if not functions and is_name(name) and name not in state.fixed:
            state = state.assign(name, ANY_CHANGE if _uncovers(name, state) else UNSET)
        else:
            state = after_names([name], state)
    return unchanged(state)


def _uncovers(name: str, state: State) -> bool:
    """Whether another variable of the name may come to light: a caller's, or the shell's own."""
    if name in state.temporary or state.keywords:
        return True
    return state.locals is not None and name not in state.locals


def assign_names(call: Call) -> Outcome:
    """`read`, `mapfile`, `getopts`, `wait`: every name among the words may be assigned."""
    state = call.state
    if call.texts[0] in {"mapfile", "readarray"} and any(
        text is None or text.startswith("-C") for text in call.texts[1:]
    ):
        # It runs a command for the lines it reads.
        return unchanged(may_stop(state.forget_everything()))
    if None in call.texts:
        return unchanged(after_arithmetic(None, state))
    operands = [text or "" for text in call.texts[1:]]
    for operand in operands:
        state = after_subscript(operand, state)
    assigned = {name for operand in operands for name in names_in(operand)}
    return unchanged(after_names(sorted(assigned), state))


def calculate(call: Call) -> Outcome:
    """`let`: each argument is an expression."""
    state = call.state
    for value in call.arguments[1:]:
        state = after_arithmetic(value.text, state)
    return unchanged(state)


def look_up(call: Call) -> Outcome:
    """`test` and `[`: `-v` reads the subscript of what it looks up."""
    state = call.state
    texts = call.texts
    for index, text in enumerate(texts[1:-1], 1):
        if text in {"-v", None} and (texts[index + 1] is None or "[" in (texts[index + 1] or "")):
            certain = text is not None or texts[index + 1] is not None
            state = after_subscript(texts[index + 1] if certain else None, state)
    return unchanged(state)


def print_formatted(call: Call) -> Outcome:
    """`printf`: with `-v` it assigns."""
    texts = call.texts
    first = texts[1] if len(texts) > 1 else ""
    if first is None:
        return unchanged(after_arithmetic(None, call.state))
    if not first.startswith("-v"):
        return unchanged(call.state)
    target = texts[2] if first == "-v" and len(texts) > 2 else first[2:]  # noqa: PLR2004 (its name)
    return unchanged(after_names([target], call.state))


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
    "let": calculate,
    "test": look_up,
    "[": look_up,
    "wait": assign_names,
    "printf": print_formatted,
    "set": set_options,
    "shift": shift,
    "shopt": set_shell_options,
    "alias": define_alias,
}
