"""Which commands may take a folder away, so that nobody can be sure of it any more."""

from __future__ import annotations

from typing import TYPE_CHECKING

from host.shell.names import names

if TYPE_CHECKING:
    from collections.abc import Sequence

_ALWAYS = names("rm rmdir mv unlink")
_FIND_ACTIONS = names("-delete -exec -execdir -ok -okdir")
_GIT_VALUED = names("-C -c --git-dir --work-tree --namespace --exec-path --config-env")
_GIT_KEEPS = names(
    "add annotate archive blame branch bundle cat-file check-attr check-ignore commit config "
    "count-objects describe diff diff-tree fetch for-each-ref fsck gc grep help init log ls-files "
    "ls-remote ls-tree merge-base name-rev notes push reflog remote rev-list rev-parse shortlog "
    "show show-branch show-ref status symbolic-ref tag var verify-commit version whatchanged"
)
"""Subcommands that leave the work tree as it is; an alias may stand for any other."""


def may_remove(words: Sequence[str | None]) -> bool:
    """Tell whether a command may remove or move a folder; None stands for a word in doubt.

    Of a program that is not known here nobody expects it.
    """
    name = (words[0] or "").rpartition("/")[2] if words else ""
    rest = words[1:]
    if name == "git":
        return _subcommand(rest) not in _GIT_KEEPS
    if name == "find":
        return any(word is None or word in _FIND_ACTIONS for word in rest)
    if name == "rsync":
        return any(word is None or word.startswith("--del") for word in rest)
    return name in _ALWAYS


def _subcommand(words: Sequence[str | None]) -> str | None:
    """Return git's subcommand, or None where that is in doubt."""
    left = iter(words)
    for word in left:
        if word is None or not word.startswith("-"):
            return word
        if word in _GIT_VALUED:
            next(left, None)
    return None
