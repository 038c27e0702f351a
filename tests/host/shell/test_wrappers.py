"""The commands that wrappers run, and what they get."""

from collections.abc import Callable

import pytest

from host.shell.command import Command, Value

Trace = Callable[[str], tuple[Command, ...]]
ShowValue = Callable[[Value], str]

CASES = {
    "command": ("command cat a", ["cat a <command>"]),
    "command-looks-up": ("command -v cat", []),
    "builtin": ("builtin cd src", ["cd src <builtin>"]),
    "exec": ("exec -a x cat a", ["cat a <exec>"]),
    "env": ("env -u A B=1 -- cat a", None),
    "env-assigns": ("env A=1 B=2 cat a", ["cat a <env>"]),
    "env-empties": ("env -i cat a", ["cat a <env>"]),
    "env-splits": ("env -S 'A=1 cat a' b", ["cat a b <env>"]),
    "sudo": ("sudo -E -u x cat a", ["cat a <sudo>"]),
    "sudo-assigns": ("sudo A=1 cat a", ["cat a <sudo>"]),
    "sudo-edits": ("sudo -e a", []),
    "doas": ("doas -u x cat a", ["cat a <doas>"]),
    "nohup": ("nohup cat a", ["cat a <nohup>"]),
    "time-program": ("/usr/bin/time -f %e cat a", ["cat a <time>"]),
    "timeout": ("timeout -k 1 -s KILL 5 cat a", ["cat a <timeout>"]),
    "timeout-long": ("timeout --kill-after=1 5 cat a", ["cat a <timeout>"]),
    "nice": ("nice -n 5 cat a", ["cat a <nice>"]),
    "nice-old": ("nice -5 cat a", ["cat a <nice>"]),
    "ionice": ("ionice -c 2 -n 7 cat a", ["cat a <ionice>"]),
    "stdbuf": ("stdbuf -o L cat a", ["cat a <stdbuf>"]),
    "setsid": ("setsid -w cat a", ["cat a <setsid>"]),
    "several": (
        "sudo nice env cat a",
        ["nice env cat a <sudo>", "env cat a <sudo nice>", "cat a <sudo nice env>"],
    ),
    "xargs": ("xargs -0 -n 1 cat a", ["cat a * <xargs>"]),
    "xargs-replaces": ("xargs -I % cp % x/%.b", ["cp ? ? <xargs>"]),
    "xargs-attached": ("xargs -I{} -P4 cat {}", ["cat ? <xargs>"]),
    "xargs-shell": ("xargs -I % sh -c 'cat % b'", ["sh -c ? <xargs>", "cat * b <xargs sh>"]),
    "xargs-echoes": ("xargs", []),
    "find-each": ("find . -exec cat x {} \\; -print", ["cat x ? <find>"]),
    "find-all": ("find . -exec cat {} +", ["cat * <find>"]),
    "find-twice": ("find . -exec a \\; -ok b {}.c \\;", ["a <find>", "b ? <find>"]),
    "shell-string": ("bash -lc 'cat a'", ["cat a <bash>"]),
    "shell-options": ("bash -o pipefail +x -ec 'cat a'", ["cat a <bash>"]),
    "shell-by-path": ("/bin/sh -c 'cat a'", ["cat a <sh>"]),
    "shell-arguments": ("bash -c 'cat $0 $2 \"$@\"' n a b", ["cat n b a b <bash>"]),
    "shell-here-string": ("sh <<< 'cat a'", ["cat a <sh>"]),
    "shell-open-parts": ('bash -c "cat $X a"', ["cat * a <bash>"]),
    "shell-inside-sudo": ("sudo bash -c 'cat a'", ["bash -c cat a <sudo>", "cat a <sudo bash>"]),
    "sh-knows-no-braces-for-sure": ("sh -c 'cat {a,b}'", ["cat * <sh>"]),
    "zsh-may-not-split": ("zsh -c 'F=\"a b\"; cat $F'", None),
    "unreadable-string": ("bash -c 'cat ('", []),
    "eval": ("eval cat 'a b'", ["cat a b <eval>"]),
    "trap": ("trap 'cat a' EXIT", ["cat a <trap>"]),
    "trap-with-an-open-part": ('trap "cat a $X" EXIT', ["cat a * <trap>"]),
    "trap-clears": ("trap - EXIT", []),
    "an-uncertain-option": ("sudo $X cat a", []),
    "env-splits-quotes": ("env -S 'cat \"a b\" c' d", ["cat a b c d <env>"]),
    "env-splits-no-variables": ("env -S 'cat $X'", []),
    "env-empties-and-splits": ("env -i -S 'cat a'", ["cat a <env>"]),
    "find-tests-take-words": ("find . -name -exec -o -exec cat a \\;", ["cat a <find>"]),
    "find-tests-take-all-words": ("find . -name -exec -newermt -exec cat a \\;", []),
    "find-prints-to-a-file": ("find . -fprintf -exec -exec -exec cat a \\;", ["cat a <find>"]),
    "flock": ("flock -w 5 f cat a", ["cat a <flock>"]),
    "flock-string": ("flock f -c 'cat a'", ["cat a <flock>"]),
    "flock-of-a-descriptor": ("flock -n 9", []),
    "script-string": ("script -qc 'cat a' f", ["cat a <script>"]),
    "script-words": ("script -q f cat a", ["cat a <script>"]),
    "strace": ("strace -f -o f cat a", ["cat a <strace>"]),
    "strace-of-a-process": ("strace -p 12", []),
    "unshare": ("unshare -r cat a", ["cat a <unshare>"]),
    "busybox": ("busybox sh -c 'cat a'", ["sh -c cat a <busybox>", "cat a <busybox sh>"]),
    "taskset": ("taskset -c 0,1 cat a", ["cat a <taskset>"]),
    "taskset-of-a-process": ("taskset -p 0x1 12", []),
    "chrt": ("chrt -f 10 cat a", ["cat a <chrt>"]),
    "unbuffer": ("unbuffer cat a", ["cat a <unbuffer>"]),
    "caffeinate": ("caffeinate -i cat a", ["cat a <caffeinate>"]),
    "systemd-run": ("systemd-run --user -p A=1 cat a", ["cat a <systemd-run>"]),
    "watch": ("watch -n 1 'cat a | head'", ["cat a <watch>", "head <watch>"]),
    "watch-words": ("watch cat '$(b)'", ["b <watch>", "cat * <watch>"]),
    "watch-executes": ("watch -x cat '$(b)'", ["cat $(b) <watch>"]),
    "su": ("su - u -c 'cat a'", ["cat a <su>"]),
    "su-from-its-input": ("su u <<< 'cat a'", ["cat a <su>"]),
    "runuser": ("runuser -u u -- cat a", ["cat a <runuser>"]),
    "runuser-string": ("runuser u -c 'cat a'", ["cat a <runuser>"]),
    "sudo-shell": ("sudo -s cat 'a$B'", ["cat ? <sudo>"]),
    "sudo-shell-from-its-input": ("sudo -s <<< 'cat a'", ["cat a <sudo>"]),
    "parallel": ("parallel -j 2 cat a ::: b", ["cat a * <parallel>"]),
    "parallel-fills-in": ("parallel 'cat {} a' ::: b", ["cat * a <parallel>"]),
    "parallel-of-commands": (
        "parallel ::: 'cat a' 'cat b'",
        ["cat a <parallel>", "cat b <parallel>"],
    ),
    "shell-dash": ("bash - <<< 'cat a'", ["cat a <bash>"]),
    "shell-input-by-name": ("bash /dev/stdin b <<< 'cat $1'", ["cat b <bash>"]),
    "shell-from-a-substitution": ("bash <(echo cat a)", ["cat a <bash>"]),
    "shell-from-an-open-substitution": ("bash <(curl b)", []),
    "source-of-a-substitution": (". <(echo cat a)", ["cat a <.>"]),
    "source-of-the-input": ("source /dev/stdin <<< 'cat a'", ["cat a <source>"]),
    "time-keyword": ("time -p cat a", []),
    "prompt-command": ("PROMPT_COMMAND='cat a'", []),
}


@pytest.mark.parametrize(("command", "inner"), CASES.values(), ids=CASES)
def test_inner_commands(
    command: str, inner: list[str] | None, traced: Trace, shown: ShowValue
) -> None:
    found = [
        " ".join([*map(shown, one.arguments), f"<{' '.join(one.wrappers)}>"])
        for one in traced(command)
        if one.wrappers and one.arguments
    ]
    if inner is None:
        assert found
    else:
        assert found == inner


def test_env_and_sudo_set_the_folder_of_what_they_run(traced: Trace) -> None:
    assert [c.folder for c in traced("env -C src cat a")] == ["/repo", "/repo/src"]
    assert [c.folder for c in traced("sudo -D /x cat a")] == ["/repo", "/x"]
    assert [c.folder for c in traced("sudo -i cat a")] == ["/repo", None]
    assert [c.folder for c in traced("find . -execdir cat {} +")] == ["/repo", None]


def test_relative_words_count_from_another_folder(traced: Trace) -> None:
    (git,) = traced("git -C deploy -C ../src diff x")
    assert (git.folder, git.base) == ("/repo", "/repo/src")
    (make,) = traced("make --directory=deploy x")
    assert make.base == "/repo/deploy"
    (unknown,) = traced("git -C $X diff x")
    assert unknown.base is None


def test_a_child_sees_exported_variables_only(traced: Trace, shown: ShowValue) -> None:
    command = 'A=1; export B=2; C=3 bash -c \'cat "$A" "$B" "$C"\''
    values = traced(command)[-1].arguments
    assert [shown(value) for value in values] == ["cat", "?", "2", "3"]


def test_a_source_of_a_virtual_environment_keeps_the_folder(traced: Trace) -> None:
    assert traced(". .venv/bin/activate; cat a")[-1].folder == "/repo"
    assert traced(". ./other; cat a")[-1].folder is None


def test_a_script_that_is_sourced_runs_here(traced: Trace, shown: ShowValue) -> None:
    command = "source /dev/stdin x <<< 'cd src; F=$1; return; F=z'; cat $F"
    last = traced(command)[-1]
    assert ([shown(value) for value in last.arguments], last.folder) == (["cat", "x"], "/repo/src")


def test_a_unit_starts_in_a_folder_of_its_own(traced: Trace) -> None:
    folders = [traced(f"systemd-run {option} cat a")[-1].folder for option in ("", "--scope")]
    assert folders == [None, "/repo"]
