"""The work of one call grows with its length and no faster; calls of functions are counted."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import pytest

from host.call import ToolCall
from slices.scar import closed, judge

if TYPE_CHECKING:
    from collections.abc import Callable

KILOBYTE = 1024
TEN_TIMES_AND_SOME = 12


def lines(kilobytes: int, line: str) -> str:
    return line * (kilobytes * KILOBYTE // len(line))


def around(before: str, line: str, after: str) -> Callable[[int], str]:
    """Return a function that makes a command with so many kilobytes of the line in it."""
    return lambda kilobytes: before + lines(kilobytes, line) + after


COMMANDS: dict[str, Callable[[int], str]] = {
    "quoted-body": around("cat > app.py <<'E'\n", "x = 1\n", "E"),
    "open-body": around("cat > app.py <<E\n", 'x = "$y"\n', "E"),
    "open-body-of-backslashes": around("cat > app.py <<E\n", "x\\\\\n", "E"),
    "one-long-line": around("cat > app.py <<'E'\n", "x", "\nE"),
    "body-of-backslashes": around("cat > app.py <<'E'\n", "\\", "\nE"),
    "notes": around("cat > a.md <<'E'\n", "see app.py\n", "E"),
    "patch": around("git apply <<'E'\n", "--- a/x\n+++ b/x\n", "E"),
    "python-body": around("python <<'E'\n", "print(open('app.py'))\n", "E"),
    "python-body-of-names": around("python <<'E'\n", "p = 'a.py'; q = p + p\n", "E"),
    "many-words": around("tee ", "a.md ", "<<E\nx\nE"),
    "prose-of-code-spans": around('git commit -m "', "a `x` ", '"'),
    "prose-of-single-quotes": around("git commit -m '", "a `x` ", "'"),
    "many-messages": around("git commit ", '-m "a `x`" ', "-q"),
    "prints-of-code-spans": around("", 'echo "a `x`"\n', "ls"),
    "open-body-of-code-spans": around('git commit -m "$(cat <<E\n', "a `x`\n", 'E\n)"'),
    "program-with-a-second-input": around("bash -s <<E </dev/null\n", "ls\n", "E"),
    "programs-of-a-pipe": around("bash -s <<E", " | bash -s", "\nE"),
    "runs-of-backslashes": around("grep '", "a\\\\", "' f"),
    "nested-script": around("bash <<'A'\ncat > app.py <<'E'\n", "x = 1\n", "E\nA"),
}


def work(step: Callable[[], object]) -> int:
    """Return how many functions were called, those of C included."""
    counted = 0

    def count(_frame: object, event: str, _argument: object) -> None:
        nonlocal counted
        counted += event in {"call", "c_call"}

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        step()
    finally:
        sys.setprofile(before)
    return counted


@pytest.mark.parametrize("command", COMMANDS.values(), ids=COMMANDS.keys())
def test_ten_times_the_text_is_at_most_about_ten_times_the_work(
    command: Callable[[int], str], host: Any
) -> None:
    def check(kilobytes: int) -> int:
        call = ToolCall("claude-code", "shell", "s", "/p", command=command(kilobytes))
        return work(lambda: judge.check(call, host))

    check(1)  # what is imported late is imported now
    assert check(20) <= TEN_TIMES_AND_SOME * check(2)


def test_documents_in_a_pipe_are_a_bounded_work(host: Any) -> None:
    def check(members: int) -> int:
        pipe = " | ".join(["tee a.md 3<<E"] * members)
        command = f"{pipe} > app.py\n" + "x\nE\n" * members
        call = ToolCall("claude-code", "shell", "s", "/p", command=command)
        return work(lambda: judge.check(call, host))

    check(1)  # bash reads no more than sixteen here-documents of one line
    assert check(16) <= TEN_TIMES_AND_SOME * check(2)


def test_members_of_a_long_pipe(host: Any) -> None:
    def check(members: int) -> int:
        command = f"cat <<E {'| tr a b ' * members}> app.py\nx\nE"
        call = ToolCall("claude-code", "shell", "s", "/p", command=command)
        return work(lambda: judge.check(call, host))

    check(1)
    assert check(1000) <= TEN_TIMES_AND_SOME * check(100)


def test_the_error_handler_is_linear_too() -> None:
    from host.call import Failure

    def handle(kilobytes: int) -> int:
        command = COMMANDS["quoted-body"](kilobytes)
        call = ToolCall("claude-code", "shell", "s", "/p", command=command)
        return work(lambda: closed.on_error(call, Failure("scar", "crash"), None))

    handle(1)
    assert handle(100) <= TEN_TIMES_AND_SOME * handle(10)
