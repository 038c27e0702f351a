"""The options of the shell, by `set` and `shopt`, and the positional parameters."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from host.shell.evaluation import may_stop
from host.shell.flow import Outcome, unchanged
from host.shell.names import names

if TYPE_CHECKING:
    from collections.abc import Sequence

    from host.shell.scene import Call
    from host.shell.state import State

_OPTION_LETTERS = frozenset("abefhkmnoptuvxBCEHPT")
PLAIN_OPTIONS = names(
    "allexport braceexpand emacs errexit errtrace hashall histexpand history ignoreeof monitor "
    "noclobber noglob nolog notify nounset onecmd pipefail verbose vi xtrace"
)
"""Options of `set -o` that change nothing in what words and `cd` mean, or that are followed."""
SAFE_SHELL_OPTIONS = names(
    "expand_aliases extglob nullglob dotglob globstar nocaseglob histappend "
    "checkwinsize login_shell inherit_errexit patsub_replacement sourcepath"
)
"""The same of `shopt`."""


def set_options(call: Call) -> Outcome:
    """`set`: options, and the positional parameters."""
    state = call.state
    texts = list(call.texts[1:])
    while texts:
        text = texts[0]
        if text is None:
            return unchanged(unsure_options(state).place_arguments(None))
        if text == "--":
            return unchanged(_positional(texts[1:], state))
        if text == "-":
            return unchanged(_positional(texts[1:], state) if texts[1:] else state)
        if text[:1] not in {"-", "+"}:
            return unchanged(_positional(texts, state))
        texts.pop(0)
        count = text.count("o")
        if not set(text[1:]) <= _OPTION_LETTERS or (count and texts[:1] == ["--"]):
            return unchanged(unsure_options(state).place_arguments(None))
        state = _optioned(text, texts[:count], state)
        del texts[:count]
    return unchanged(state)


def _positional(texts: Sequence[str | None], state: State) -> State:
    known = tuple(text for text in texts if text is not None)
    return state.place_arguments(known if len(known) == len(texts) else None)


def unsure_options(state: State) -> State:
    """Give the state after any option of the shell may have changed."""
    return attrs.evolve(
        state,
        globbing=True,
        bracing=None,
        plain_cd=False,
        guarded=True,
        keywords=True,
        failing=True,
    )


def _optioned(text: str, names: Sequence[str | None], state: State) -> State:
    on = text[0] == "-"
    if None in names or state.lost:
        return unsure_options(state)
    if "e" in text or "u" in text or "errexit" in names or "nounset" in names:
        state = attrs.evolve(state, guarded=True)
    if "f" in text or "noglob" in names:
        state = attrs.evolve(state, globbing=not on)
    if "B" in text or "braceexpand" in names:
        state = attrs.evolve(state, bracing=on and state.dialect == "bash")
    if set("PnkTpE") & set(text) or not PLAIN_OPTIONS.issuperset(names):
        state = attrs.evolve(unsure_options(state), globbing=state.globbing)
    return state


def shift(call: Call) -> Outcome:
    """`shift`: the positional parameters move."""
    state = call.state
    count = call.texts[1] if len(call.texts) > 1 else "1"
    if state.positional is None or count is None or not (count.isascii() and count.isdigit()):
        return unchanged(may_stop(state).place_arguments(None))
    if len(call.texts) > 2:  # noqa: PLR2004 (more than the count is an error)
        return unchanged(may_stop(state))
    if int(count[:9]) > len(state.positional):
        return unchanged(state, status=False)
    return unchanged(state.place_arguments(state.positional[int(count) :]), status=True)


def set_shell_options(call: Call) -> Outcome:
    """`shopt`: options that change what a word or `cd` means make them uncertain."""
    names = {text for text in call.texts[1:] if text is None or not text.startswith("-")}
    others = any((text or "-").startswith("-") and "o" in (text or "o") for text in call.texts[1:])
    if names <= SAFE_SHELL_OPTIONS and not others:
        return unchanged(call.state)
    if names <= SAFE_SHELL_OPTIONS | {"failglob"} and not others:
        return unchanged(attrs.evolve(call.state, failing=True))
    return unchanged(unsure_options(call.state))
