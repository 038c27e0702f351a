"""`git`: which paths its subcommands read and write."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from host.shell.options import Spec, walk
from host.shell.roles import Role, role

if TYPE_CHECKING:
    from collections.abc import Iterable

    from host.shell.command import Use
    from host.shell.options import Parsed
    from host.shell.roles import Around

GIT = Spec("Cc", frozenset({"git-dir", "work-tree", "namespace", "exec-path"}), permuted=False)
_SUB = Spec("msU", frozenset({"source", "message", "pathspec-from-file"}))
_USES: dict[str, Use] = {
    "apply": "read",
    "am": "read",
    "add": "read",
    "stage": "read",
    "rm": "write",
    "mv": "write",
    "restore": "write",
    "blame": "read",
}
_BEHIND_DASHES: dict[str, Use] = {
    "checkout": "write",
    "diff": "read",
    "log": "read",
    "show": "read",
}


def git(parsed: Parsed, around: Around) -> Iterable[Role]:
    """Give the paths of `git apply|add|rm|mv|restore F`, `git checkout|diff|log|show -- F`."""
    del around
    if not parsed.operands or not parsed.sure:
        return ()
    name = parsed.operands[0].text
    words = parsed.operands[1:]
    if name in _BEHIND_DASHES:
        texts = [word.text for word in words]
        start = texts.index("--") + 1 if "--" in texts else len(texts)
        return [role(_BEHIND_DASHES[name], word) for word in words[start:]]
    if name not in _USES:
        return ()
    inner = walk(words, _SUB)
    roles = [role(_USES[name], word) for word in inner.operands]
    return [attrs.evolve(one, proven=inner.sure) for one in roles]
