"""Which files a patch writes."""

from __future__ import annotations

import pytest

from slices.scar.heredoc.patches import files

PATCHES = {
    "unified": ("--- a/x.py\n+++ b/x.py\n@@ -1 +1 @@\n-a\n+b", ("x.py",)),
    "time-stamps": ("--- x.py\t2024-01-01\n+++ x.py\t2024-01-02", ("x.py",)),
    "a-quoted-name": ('--- "a/x y.py"\n+++ "b/x y.py"', ("x y.py",)),
    "context": ("*** x.py\t2024\n--- x.py\t2024\n***************", ("x.py",)),
    "several": ("--- a/x\n+++ b/x\n@@\n--- a/y\n+++ b/y", ("x", "y")),
    "a-new-file": ("--- /dev/null\n+++ b/x.py", ("x.py",)),
    "a-deleted-file": ("--- a/x.py\n+++ /dev/null", ()),
    "a-rename": ("rename from a.md\nrename to x.py", ("x.py",)),
    "a-copy": ("copy from a.md\ncopy to x.py", ("x.py",)),
    "blocks": ("*** Begin Patch\n*** Add File: x.py\n+a\n*** Move to: y.py", ("x.py", "y.py")),
    "a-line-that-looks-like-a-header": ("@@\n-+++ b/x.py\n++++ b/y.py\n text +++ b/z.py", ()),
    "nothing": ("", ()),
}


@pytest.mark.parametrize(("patch", "names"), PATCHES.values(), ids=PATCHES.keys())
def test_files(patch: str, names: tuple[str, ...]) -> None:
    assert files(patch) == names
