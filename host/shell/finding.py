"""`find`: the commands in its expression, and which words of it are arguments of tests."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from host.shell.inner import FROM_INPUT, fed, one, with_mark
from host.shell.names import names

if TYPE_CHECKING:
    from collections.abc import Sequence

    from host.shell.command import Value
    from host.shell.inner import Wrapped
    from host.shell.scene import Call

_ACTIONS = names("-exec -ok -execdir -okdir")
_ARGUMENTS = {
    **dict.fromkeys(
        names(
            "-name -iname -path -ipath -wholename -iwholename -regex -iregex -lname -ilname -type "
            "-xtype -size -mtime -mmin -ctime -cmin -atime -amin -Btime -Bmin -newer -anewer "
            "-cnewer -bnewer -mnewer -perm -user -group -uid -gid -links -inum -samefile "
            "-maxdepth -mindepth -fstype -used -printf -fprint -fprint0 -fls -regextype -context "
            "-flags -xattrname -files0-from -D"
        ),
        1,
    ),
    "-fprintf": 2,
}
"""Tests, actions and options of GNU and BSD find, with how many arguments each takes."""


def find_actions(call: Call, name: str) -> Wrapped:
    """Give the commands that the actions of an expression run."""
    values = call.arguments
    index = 1
    while index < len(values):
        primary = values[index].text or ""
        index += 1
        if primary not in _ACTIONS:
            newer = primary.startswith("-newer")
            index += 1 if newer else _ARGUMENTS.get(primary, 0)
            continue
        start = index
        while index < len(values) and not _ends_action(values, index):
            index += 1
        words = [_found(v, many=values[index : index + 1]) for v in values[start:index]]
        state = call.state
        if primary.endswith("dir"):
            state = attrs.evolve(state, folder=None)
        yield from one(fed(call, name, words, state=state))


def _ends_action(values: Sequence[Value], index: int) -> bool:
    text = values[index].text
    return text == ";" or (text == "+" and values[index - 1].text == "{}")


def _found(word: Value, many: Sequence[Value]) -> Value:
    if word.text == "{}" and many and many[0].text == "+":
        return attrs.evolve(FROM_INPUT, start=word.start, end=word.end)
    return with_mark(word, "{}")
