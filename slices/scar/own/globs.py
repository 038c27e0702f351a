"""Shell-style patterns over texts and paths, at a cost that is counted and never explodes."""

# `*` stands for any characters, `?` for one, `[abc]`, `[a-z]` and `[!a]` for one of a set, and
# `[*]` for a star itself. In paths they stay inside one name, and a `**` that stands alone between
# slashes crosses folders.

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

import attrs

from host.errors import BudgetSpent
from slices.scar.limits import OWN_WORK_MAX_STEPS

if TYPE_CHECKING:
    from collections.abc import Sequence

CROSS = "**"
_MAGIC = re.compile(r"[*?[]")
_SET = re.compile(r"\[(!?)(\]?[^\]]*)\]")
_NEVER = r"(?!)"


@attrs.define
class Work:
    """What the patterns of one call may still cost: characters of text times those of patterns."""

    left: int = OWN_WORK_MAX_STEPS

    def begin(self) -> None:
        """Begin again, for another predicate on the same call."""
        self.left = OWN_WORK_MAX_STEPS

    def spend(self, pattern: str, text: str) -> None:
        """Count one match; raises `BudgetSpent` where nothing is left for it."""
        self.left -= (len(pattern) + 1) * (len(text) + 1)
        if self.left < 0:
            message = f"patterns that cost more than {OWN_WORK_MAX_STEPS} steps"
            raise BudgetSpent(message)


def is_glob(pattern: str) -> bool:
    """Tell whether the pattern has a character with a meaning."""
    return _MAGIC.search(pattern) is not None


def text_matches(pattern: str, text: str, work: Work) -> bool:
    """Tell whether the pattern matches the whole text; raises `BudgetSpent`."""
    work.spend(pattern, text)
    return _text(pattern, text)


def path_matches(pattern: str, path: str, work: Work) -> bool:
    """Tell whether an absolute pattern matches an absolute path; raises `BudgetSpent`."""
    work.spend(pattern, path)
    return _names(pattern.split("/"), path.split("/"))


def literal_part(pattern: str) -> str:
    """Return the longest text that stands in everything the pattern matches, "" for none."""
    return max(_MAGIC.split(_SET.sub("*", pattern)), key=len)


def _text(pattern: str, text: str) -> bool:
    if not is_glob(pattern):
        return pattern == text
    return _compiled(pattern).fullmatch(text) is not None


def _names(patterns: Sequence[str], names: Sequence[str]) -> bool:
    """Match name by name; the only way back is to the last `**`."""
    at = position = retry = 0
    last = -1
    while position < len(names):
        if at < len(patterns) and patterns[at] == CROSS:
            last, retry = at, position
            at += 1
        elif at < len(patterns) and _text(patterns[at], names[position]):
            at += 1
            position += 1
        elif last >= 0:
            retry += 1
            at, position = last + 1, retry
        else:
            return False
    return all(one == CROSS for one in patterns[at:])


@lru_cache(maxsize=1024)
def _compiled(pattern: str) -> re.Pattern[str]:
    """Compile a pattern so that no star is tried again once what follows it was found."""
    first, *others = _pieces(pattern)
    if not others:
        return re.compile(first, re.DOTALL)
    *middle, last = others
    tried_once = "".join(f"(?>.*?{piece})" for piece in middle if piece)
    return re.compile(f"{first}{tried_once}.*{last}", re.DOTALL)


def _pieces(pattern: str) -> list[str]:
    """Return the regular expressions between the stars."""
    pieces = [""]
    at = 0
    while at < len(pattern):
        found = _SET.match(pattern, at)
        if pattern[at] == "*":
            pieces.append("")
        elif pattern[at] == "?":
            pieces[-1] += "."
        elif found:
            pieces[-1] += _set(found[1], found[2])
            at = found.end() - 1
        else:
            pieces[-1] += re.escape(pattern[at])
        at += 1
    return pieces


def _set(negated: str, members: str) -> str:
    parts: list[str] = []
    at = 0
    while at < len(members):
        if members[at + 1 : at + 2] == "-" and at + 2 < len(members):
            low, high = members[at], members[at + 2]
            parts += [f"{re.escape(low)}-{re.escape(high)}"] if low <= high else []
            at += 3
        else:
            parts.append(re.escape(members[at]))
            at += 1
    if not parts:
        return "." if negated else _NEVER
    return f"[{'^' if negated else ''}{''.join(parts)}]"
