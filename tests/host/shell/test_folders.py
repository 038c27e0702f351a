"""Folders that must be known, and those that must not be claimed."""

from collections.abc import Callable

import pytest

from host.shell import parse, trace
from host.shell.command import Command, Setting
from host.shell.syntax import Script

Trace = Callable[[str], tuple[Command, ...]]

CASES = {
    "unknown-target": ("cd $A; x", None),
    "unknown-target-then-absolute": ("cd $A; cd /repo/src; x", "/repo/src"),
    "unknown-then-relative": ("cd $A; cd src; x", None),
    "made-before": ("mkdir new; cd new; x", None),
    "made-before-and": ("mkdir new && cd new && x", "/repo/new"),
    "taken-away-before": ("rm -r src; cd src; x", None),
    "a-work-tree-that-stays": ("git status; git -C a log; cd src; x", "/repo/src"),
    "a-work-tree-that-changes": ("git checkout b; cd src; x", None),
    "a-work-tree-by-an-alias": ("git co b; cd src; x", None),
    "a-subcommand-in-doubt": ("git $A; cd src; x", None),
    "a-subcommand-behind-options": ("git --no-pager -c a=b diff; cd src; x", "/repo/src"),
    "a-search": ("find . -name a; cd src; x", "/repo/src"),
    "a-search-that-deletes": ("find . -name a -delete; cd src; x", None),
    "a-search-that-runs": ("find . -exec rm -r {} +; cd src; x", None),
    "a-copy-to-elsewhere": ("rsync -a b/ c/; cd src; x", "/repo/src"),
    "a-copy-that-deletes": ("rsync -a --delete b/ ./; cd src; x", None),
    "in-a-loop": ("while c; do git status; done; cd src; x", "/repo/src"),
    "taken-away-in-a-loop": ("while c; do git stash; done; cd src; x", None),
    "only-read-before": ("cat a; cd nosuch; x", "/repo"),
    "through-a-missing-folder": ("cd nosuch/../src; x", "/repo"),
    "search-path": ("CDPATH=/a; cd src; x", None),
    "search-path-with-a-dot": ("CDPATH=/a; cd ./src; x", "/repo/src"),
    "old-folder-from-outside": ("cd -; x", None),
    "two-branches": ("if c; then cd src; else cd deploy; fi; x", None),
    "two-branches-alike": ("if c; then cd src; else cd src; fi; x", "/repo/src"),
    "loop": ("while c; do cd src; done; x", None),
    "unknown-builtin": ("$A b; x", None),
    "sourced": (". ./a; x", None),
    "cd-is-a-function": ("cd() { :; }; cd src; x", "/repo"),
    "cd-by-a-program": ("env cd src; x", "/repo"),
    "physical-option": ("set -P; cd src; x", None),
    "spelling-option": ("shopt -s cdspell; cd src; x", None),
    "harmless-option": ("shopt -s nullglob; cd src; x", "/repo/src"),
    "input-may-be-missing": ("cd src <a; x", None),
    "rotated-stack": ("pushd src; pushd ../deploy; pushd +1; x", "/repo/src"),
    "stack-of-another-branch": ("c && pushd src; popd; x", None),
    "empty-stack": ("popd; x", "/repo"),
    "sh-may-have-no-stack": ("sh -c 'pushd src; x'", None),
    "sh-may-take-the-first-of-two": ("sh -c 'cd src sub; x'", None),
    "double-slash": ("cd //repo; x", None),
}


@pytest.mark.parametrize(("command", "folder"), CASES.values(), ids=CASES)
def test_folders(command: str, folder: str | None, traced: Trace) -> None:
    (found,) = [c for c in traced(command) if c.program == "x"]
    assert found.folder == folder


@pytest.mark.parametrize(
    ("command", "folder"),
    [("cd src; x", None), ("cd src && x", "/gone/src"), ("cd src || x", "/gone")],
    ids=["unchecked", "after-success", "after-failure"],
)
def test_a_session_folder_that_is_not_here_says_nothing_of_others(
    command: str, folder: str | None
) -> None:
    script = parse(command)
    assert isinstance(script, Script)
    commands = trace.trace(script, Setting("/gone", is_folder=lambda _: False))
    assert isinstance(commands, tuple)
    assert commands[-1].folder == folder
