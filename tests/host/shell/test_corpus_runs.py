"""The trace agrees with what bash executed for the corpus, as it was recorded once."""

import json
from pathlib import Path
from typing import Any

import pytest

from host.shell import parse, trace
from host.shell.command import Command, Setting, Value
from host.shell.syntax import Script

CORPUS = [
    json.loads(line)
    for line in Path(__file__).with_name("corpus.jsonl").read_text("utf-8").splitlines()
]
FOLDERS = {"/repo", "/repo/deploy", "/repo/my dir", "/repo/src", "/repo/node_modules", "/repo/sub"}
"""The folders that stood there when the corpus was recorded, as far as it names them."""
BUILTIN_NAMES = """
cd pushd popd exec . source eval export set unset read wait builtin command alias shopt trap
exit let declare break continue return f my-func é libf time
"""
BUILTINS = set(BUILTIN_NAMES.split())
RUN_TIME_ONLY = {"nested-39": [["cat", "a.txt"]]}
"""What bash executed in a function that another file defines: the command cannot show it."""
READABLE = [case for case in CORPUS if case["bash_accepts"]]


def traced(command: str, cwd: str) -> tuple[Command, ...]:
    script = parse(command)
    assert isinstance(script, Script)
    setting = Setting(cwd, {"HOME": "/home/u"}, is_folder=FOLDERS.__contains__)
    commands = trace.trace(script, setting)
    assert isinstance(commands, tuple)
    return commands


def fits(values: tuple[Value, ...], argv: list[str]) -> bool:
    if not values:
        return not argv
    first = values[0]
    if first.many or first.pattern is not None:
        return any(fits(values[1:], argv[n:]) for n in range(len(argv) + 1))
    return bool(argv) and first.text in {None, argv[0]} and fits(values[1:], argv[1:])


@pytest.mark.parametrize("case", READABLE, ids=[case["id"] for case in READABLE])
def test_every_executed_argument_list_is_traced_in_its_folder(case: dict[str, Any]) -> None:
    commands = traced(case["cmd"], case["cwd"])
    for run in case["execs"]:
        shown = run["argv"] not in RUN_TIME_ONLY.get(case["id"], [])
        assert shown == any(
            fits(c.arguments, run["argv"]) and c.folder in {None, run["cwd"]} for c in commands
        ), run


@pytest.mark.parametrize("case", READABLE, ids=[case["id"] for case in READABLE])
def test_what_surely_runs_was_executed(case: dict[str, Any]) -> None:
    argvs = [run["argv"] for run in case["execs"]]
    for command in traced(case["cmd"], case["cwd"]):
        place = command.place
        if place.conditional or place.nested or command.wrappers or not command.arguments:
            continue
        if command.program in BUILTINS or command.arguments[0].text == "/bin/cat":
            continue
        assert any(fits(command.arguments, argv) for argv in argvs), command.arguments


@pytest.mark.parametrize("case", READABLE, ids=[case["id"] for case in READABLE])
def test_redirections_name_the_files_bash_opened(case: dict[str, Any]) -> None:
    commands = traced(case["cmd"], case["cwd"])
    uses = [
        ("read" if use.use == "execute" else use.use, use.path)
        for command in commands
        for use in command.files
    ]
    patterns = [r.target for c in commands for r in c.redirects if r.target.pattern is not None]
    for use, paths in (("read", case["reads"]), ("write", case["writes"])):
        for path in paths:
            assert (use, path) in uses or patterns, path
