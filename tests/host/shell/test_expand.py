"""Values: those that are certain, and those that must not be claimed."""

from collections.abc import Callable

import pytest

from host.shell.command import Command, Value

Trace = Callable[[str], tuple[Command, ...]]
ShowValue = Callable[[Value], str]

CASES = {
    "unknown-variable": ("x $A", ["*"]),
    "unknown-in-quotes": ('x "$A"', ["?"]),
    "unknown-between-text": ("x a$A/b", ["*"]),
    "unknown-next-to-known": ("B='1 2'; x $B$A", ["1", "*"]),
    "positional-at-the-top": ('x "$1" "$@" "$#"', ["?", "*", "?"]),
    "run-time-parameters": ('x "$?" "$$" "$!" "$RANDOM" "$-" "$_"', ["?"] * 6),
    "shell-owned-stays-unknown": ('RANDOM=1; x "$RANDOM"', ["?"]),
    "pattern": ("x *.py [ab] a?", ["<*.py>", "<[ab]>", "<a?>"]),
    "quoted-pattern": ("x '*' \"?\" \\[a]", ["*", "?", "[a]"]),
    "partly-quoted-pattern": ("x '*'*.py", ["<[*]*.py>"]),
    "pattern-in-a-value": ("A='*.py'; x $A \"$A\"", ["<*.py>", "*.py"]),
    "no-globbing": ("set -f; x *.py", ["*.py"]),
    "lone-bracket": ("x [ ]", ["[", "]"]),
    "backslash-in-an-unquoted-value": ("A='a\\*'; x $A", ["*"]),
    "another-user": ("x ~root ~root/a", ["?", "?"]),
    "home-by-name": ("x ~ ~/a", ["/home/u", "/home/u/a"]),
    "old-folder-unknown": ("x ~-", ["?"]),
    "old-folder-known": ("cd src; x ~-", ["/repo"]),
    "folder-unknown": ("cd $A; x $PWD ~+", ["*", "?"]),
    "arithmetic": ("x $((1+1)) a$((2))", ["?", "?"]),
    "read-assigns": ("A=1; read A; x $A", ["*"]),
    "arithmetic-assigns": ("A=1; : $((A++)); x $A", ["*"]),
    "assigned-in-one-branch": ("A=1; if c; then A=2; fi; x $A", ["*"]),
    "assigned-alike": ("if c; then A=1; else A=1; fi; x $A", ["1"]),
    "assigned-in-a-loop": ("A=1; while c; do x $A; A=2; done", ["*"]),
    "after-unknown-code": ("A=1; eval $B; x $A", ["*"]),
    "after-an-uncertain-program": ("A=1; $B; x $A", ["*"]),
    "after-a-program-by-path": ('A=1; "$B/run"; x $A', ["1"]),
    "assigned-again-after-unknown-code": ('eval $B; A=1; x "$A"', ["1"]),
    "other-field-separators": ('IFS=:; A=a; x $A "$A"', ["*", "a"]),
    "separators-for-one-command": ("IFS=: read B; A=a; x $A", ["a"]),
    "reference": ("declare -n R=A; A=1; x $A", ["*"]),
    "attribute": ("declare -l A=X; x $A", ["*"]),
    "array-with-an-index": ("a=([3]=x); x ${a[3]}", ["*"]),
    "array-appended": ("a=(x); a+=(y); x ${a[1]}", ["*"]),
    "too-many-brace-words": ("x {1..100000}", ["*"]),
    "mixed-letters": ("x {Z..a}", ["*"]),
    "literal-document": ("x \"$(cat <<'E'\na $b\n\nE\n)\"", ["a $b"]),
    "expanded-document": ('x "$(cat <<E\n$b\nE\n)"', ["?"]),
    "echoed-backslash": ("x \"$(echo 'a\\n')\"", ["?"]),
    "printed-folder": ('cd src; x "$(pwd)"', ["/repo/src"]),
    "output-of-a-program": ('x "$(make)" $(make)', ["?", "*"]),
    "process-substitution": ("x <(a)", ["?"]),
    "alias": ("alias x=y\nx a", None),
}


@pytest.mark.parametrize(("command", "values"), CASES.values(), ids=CASES)
def test_values(command: str, values: list[str] | None, traced: Trace, shown: ShowValue) -> None:
    if values is None:
        assert traced(command)[-1].arguments[0].text is None
        return
    (found,) = [c for c in traced(command) if c.program == "x"]
    assert [shown(value) for value in found.arguments[1:]] == values


def test_an_outline_leaves_open_what_is_not_certain(traced: Trace) -> None:
    value = traced('x "a $B c"')[-1].arguments[1]
    assert (value.text, value.outline) == (None, "a ${_} c")


def test_an_assignment_is_delivered_with_its_value(traced: Trace, shown: ShowValue) -> None:
    (command,) = traced("A=1 B=$C x")
    assert [(name, shown(value)) for name, value in command.assignments] == [("A", "1"), ("B", "?")]
