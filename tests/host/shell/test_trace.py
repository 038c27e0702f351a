"""Places, bounds and what the trace promises about every command."""

import sys
from collections.abc import Callable

import pytest

from host.shell import read
from host.shell.command import Command, FileUse, Reading, Setting
from host.shell.limits import (
    COMMANDS_MAX_COUNT,
    LOOP_WORDS_MAX_COUNT,
    TRACE_DEPTH_MAX_LEVELS,
    VARIABLES_MAX,
    WRAPPERS_MAX_COUNT,
)
from host.shell.syntax import Unreadable

Trace = Callable[[str], tuple[Command, ...]]
ShowUse = Callable[[FileUse], str]

PLACES = {
    "plain": ("x", []),
    "pipe-start": ("x | cat", ["piped_out"]),
    "pipe-middle": ("a | x | cat", ["piped_in", "piped_out"]),
    "and": ("a && x", ["conditional"]),
    "or": ("a || x", ["conditional"]),
    "background": ("x &", ["background"]),
    "subshell": ("(x)", ["compound", "subshell"]),
    "group": ("{ x; }", ["compound"]),
    "group-in-a-pipe": ("{ x; } | cat", ["compound", "piped_out"]),
    "condition": ("if x; then a; fi", ["compound"]),
    "branch": ("if a; then x; fi", ["compound", "conditional"]),
    "second-condition": ("if a; then b; elif x; then c; fi", ["compound", "conditional"]),
    "loop": ("while a; do x; done", ["compound", "conditional"]),
    "loop-condition": ("while x; do a; done", ["compound"]),
    "substitution": ("a $(x)", ["substitution"]),
    "backquotes": ("a `x`", ["substitution"]),
    "process-substitution": ("a <(x)", ["substitution"]),
    "in-a-here-document": ("a <<E\n$(x)\nE", ["substitution"]),
    "in-a-parameter": ("a ${b:-$(x)}", ["substitution"]),
    "in-arithmetic": ("a $(( $(x) + 1 ))", ["substitution"]),
    "in-a-case-pattern": ("case a in $(x)) b;; esac", ["substitution"]),
    "function": ("f() { x; }", ["compound", "conditional", "function"]),
    "called-function": ("f() { x; }; f", ["compound", "function"]),
    "nested": ("bash -c x", ["nested"]),
    "after-errexit": ("set -e; x", ["conditional"]),
    "after-a-possible-exit": ("a || exit; x", ["conditional"]),
    "after-an-exit": ("exit; x", ["conditional"]),
    "coprocess": ("coproc x", ["background", "compound", "piped_in", "piped_out", "subshell"]),
}
FLAGS = "background compound conditional function nested piped_in piped_out subshell substitution"


@pytest.mark.parametrize(("command", "flags"), PLACES.values(), ids=PLACES)
def test_places(command: str, flags: list[str], traced: Trace) -> None:
    (found,) = [c for c in traced(command) if c.program == "x"]
    assert [flag for flag in FLAGS.split() if getattr(found.place, flag)] == flags


def test_substitutions_come_before_the_command_that_holds_them(traced: Trace) -> None:
    commands = traced("A=$(a) b $(c $(d)) <(e) > $(f)")
    assert [c.program for c in commands] == ["a", "d", "c", "e", "f", "b"]


def test_a_function_body_is_listed_once(traced: Trace) -> None:
    assert [c.program for c in traced("f() { x; }; y; f")] == ["y", "f", "x"]
    assert [c.program for c in traced("f() { x; g() { z; }; }; y")] == ["x", "z", "y"]


def test_an_uncalled_function_may_run_anywhere(traced: Trace) -> None:
    (body,) = traced("f() { cat $1 a; }")
    assert body.folder is None
    assert body.arguments[1].many


def test_redirections_of_a_compound_command_come_first(traced: Trace, used: ShowUse) -> None:
    first, second = traced("{ a; } > f")
    assert (first.arguments, [used(use) for use in first.files]) == ((), ["write /repo/f"])
    assert second.redirects == ()


def test_spans_count_in_the_source_of_the_command(traced: Trace) -> None:
    inner = traced("bash -c 'cat abc'")[-1]
    value = inner.arguments[1]
    assert inner.source[value.start : value.end] == "abc"


def read_repo(command: str) -> Reading | Unreadable:
    return read(command, Setting("/repo", is_folder=lambda _: False))


PAST_BOUNDS = {
    "commands": "a;" * (COMMANDS_MAX_COUNT + 1),
    "definitions": "f() { a; };" * (COMMANDS_MAX_COUNT + 1),
    "doubled-text": "a=xxxxxxxxxx;" + "a=$a$a;" * 40,
    "depth": "{ " * (TRACE_DEPTH_MAX_LEVELS + 1) + "a" + "; }" * (TRACE_DEPTH_MAX_LEVELS + 1),
}


@pytest.mark.parametrize("command", PAST_BOUNDS.values(), ids=PAST_BOUNDS)
def test_past_a_bound_the_command_is_unreadable(command: str) -> None:
    found = read_repo(command)
    assert isinstance(found, Unreadable)
    assert "bound" in found.why


STILL_READ = {
    "substitutions-in-one-another": '"$(echo ' * 35 + "a" + ')"' * 35,
    "wrappers": "sudo " * 2000 + "cat a",
    "evals": "eval " * 2000 + "cat a",
    "many-braces": "cat " + "{a,b}" * 2000,
    "many-open-braces": "cat " + "{" * 20000,
    "calls-in-calls": "f() { f; f; }; f",
    "many-words": "cat " + "$x " * 20000,
    "many-names": "".join(f"v{i}=1 " for i in range(3000)),
    "many-locals": "f() { local " + " ".join(f"x{i}=1" for i in range(3000)) + "; }; f",
    "loops-in-loops": "for a in 1 2 3 4 5 6; do " * 8 + "cat $a;" + " done;" * 8,
    "long-trims": "F=" + "ab" * 2000 + ";" + "cat ${F%%*a*b*c};" * 300,
    "one-long-word": "cat " + "x" * 1_000_000,
}


@pytest.mark.parametrize("command", STILL_READ.values(), ids=STILL_READ)
def test_generated_text_is_read_to_the_bound(command: str) -> None:
    found = read_repo(command)
    assert isinstance(found, Reading)
    assert len(found.commands) < COMMANDS_MAX_COUNT


GROWING = {
    "simple-commands": "ls -la src; ",
    "backquotes-in-a-message": 'git commit -m "a `b c` d `e`"; ',
    "substitutions": "a $(b $(c)) ",
    "assignments": "a=$b c=d; ",
    "arithmetic": "i=$((i+1)); ",
    "here-documents": "cat <<E\n$a\nE\n",
    "loops": "for i in 1 2; do a $i; done; ",
    "words": "b ",
    "assignments-of-one-command": "a=b ",
}


@pytest.mark.parametrize("piece", GROWING.values(), ids=GROWING)
def test_work_grows_with_the_length(piece: str) -> None:
    read_repo(piece)
    once, fourfold = (work(piece * (length // len(piece))) for length in (700, 2_800))
    assert fourfold <= 4.4 * once + 100


def work(command: str) -> int:
    """Count the calls that reading a command takes."""
    calls = 0

    def count(*_: object) -> None:
        nonlocal calls
        calls += 1

    previous = sys.getprofile()
    sys.setprofile(count)
    try:
        read_repo(command)
    finally:
        sys.setprofile(previous)
    return calls


def test_the_stack_that_is_left_is_enough_or_the_answer_says_so() -> None:
    def deeper(levels: int) -> Reading | Unreadable:
        return deeper(levels - 1) if levels else read_repo(STILL_READ["calls-in-calls"])

    assert isinstance(deeper(sys.getrecursionlimit() // 2), Reading | Unreadable)


def test_wrappers_are_followed_to_a_bound() -> None:
    found = read_repo("sudo " * (WRAPPERS_MAX_COUNT + 3) + "cat a")
    assert isinstance(found, Reading)
    assert len(found.commands) == WRAPPERS_MAX_COUNT + 1


def test_too_many_variables_are_forgotten_and_never_wrong() -> None:
    names = "".join(f"v{i}={i};" for i in range(VARIABLES_MAX + 1))
    found = read_repo(names + "cat $v0")
    assert isinstance(found, Reading)
    assert found.commands[-1].arguments[1].text is None


def test_a_long_loop_leaves_its_variable_open() -> None:
    words = " ".join(map(str, range(LOOP_WORDS_MAX_COUNT + 1)))
    found = read_repo(f'for i in {words}; do cat "$i"; done')
    assert isinstance(found, Reading)
    assert [c.arguments[1].text for c in found.commands] == [None]


@pytest.mark.parametrize("count", range(1, 9))
@pytest.mark.parametrize("wrapper", ["eval", "bash -c"])
def test_one_nested_script_is_not_taken_for_another(
    wrapper: str, count: int, traced: Trace
) -> None:
    nested = [
        "for i in 1 2; do a; done",
        "if a; then while a; do b; done; fi",
        "while a; do b; done",
    ]
    before = "".join(f"{wrapper} '{nested[n % len(nested)]}'; " for n in range(count))
    *_, last = traced(f"X=1; {before}eval 'while a; do X=2; done'; x $X")
    assert [value.text for value in last.arguments] == ["x", None]
