"""The hook entry as a process: it gives one answer, whatever is broken around it."""

from __future__ import annotations

import json
import os
import runpy
import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from host import bundle_front
from host.clients.seen import seen
from host.crude import hits
from host.shortcut import ANSWERED
from tests.host.machine import OWN, PYTHON, REPO, Machine, own_plugin

if TYPE_CHECKING:
    from collections.abc import Callable

pytestmark = pytest.mark.skipif(os.name != "posix", reason="the entry is a POSIX shell script")

PRINT, HARMLESS = "cat notes.txt", "npm run catalog"
HOOK = "bin/tidegate-hook"


@pytest.fixture(scope="session")
def plugin(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return own_plugin(tmp_path_factory.mktemp("entry") / "a plugin")


@pytest.fixture
def machine(tmp_path: Path, plugin: Path) -> Machine:
    return Machine(tmp_path / "a machine", plugin).ready()


@pytest.fixture
def copy(machine: Machine) -> Machine:
    return machine.copy()


def closed(machine: Machine, kind: str = "") -> None:
    """Check that a print is denied, with the kind, and that other work runs."""
    verdict, text = machine.ask(PRINT)
    assert verdict == "deny"
    assert kind in text
    assert "slices.printer.enabled" in text
    assert machine.ask(HARMLESS)[0] == "run"


def full(machine: Machine) -> None:
    """Check that the whole stack answers."""
    verdict, text = machine.ask(PRINT)
    assert (verdict, "Read(file_path=" in text) == ("deny", True)
    assert machine.ask(HARMLESS) == ("run", "")


def test_the_whole_stack_answers(machine: Machine) -> None:
    full(machine)


def test_a_call_that_runs_is_answered_with_nothing_at_all(machine: Machine) -> None:
    for _ in range(2):  # by the full path first, then by the trigger file
        reply = machine.send(machine.event("ls"))
        assert (reply.stdout, reply.stderr, reply.code) == (b"", b"", 0)


def no_data_folder(machine: Machine) -> None:
    site = machine.home / ".local" / "state" / "tidegate" / "env"
    site.parent.mkdir(parents=True)
    machine.data.rename(site)
    machine.copy()  # the real one may have an environment of its own
    del machine.environment["CLAUDE_PLUGIN_DATA"]


def hostile_python_variables(machine: Machine) -> None:
    machine.environment |= {
        "PYTHONHOME": "/nonexistent",
        "PYTHONPATH": str(machine.project),
        "PYTHONSTARTUP": "/nonexistent",
        "PYTHONINSPECT": "1",
        "PYTHONVERBOSE": "1",
        "PYTHONWARNINGS": "error",
        "PYTHONIOENCODING": "ascii",
    }
    for name in ("json", "attrs", "host", "_json", "sitecustomize"):
        (machine.project / f"{name}.py").write_text("raise SystemExit('not this one')")


def hostile_shell_variables(machine: Machine) -> None:
    script = machine.place / "startup.sh"
    script.write_text("echo garbage; exit 3\n")
    named = dict.fromkeys(("BASH_ENV", "ENV"), str(script))
    machine.environment |= {**named, "IFS": "/:", "CDPATH": "/", "PS4": "garbage"}


def kept_interpreter(text: str) -> Callable[[Machine], object]:
    return lambda machine: machine.with_interpreter(text)


def no_interpreter_kept(machine: Machine) -> None:
    (machine.data / "interpreter").unlink()
    find_python_on_path(machine)


def find_python_on_path(machine: Machine) -> None:
    machine.copy()  # the real one may have kept an interpreter of its own
    folder = machine.place / "bin"
    folder.mkdir()
    (folder / "python3.13").symlink_to(PYTHON)
    machine.environment["PATH"] = f"{folder}:{os.defpath}"


def interpreter_gone(machine: Machine) -> None:
    find_python_on_path(machine)
    machine.with_interpreter("/nonexistent/python3")


def interpreter_that_ends(code: int) -> Callable[[Machine], object]:
    def end(machine: Machine) -> None:
        find_python_on_path(machine)
        broken = machine.place / "broken-python"
        broken.write_text(f"#!/bin/sh\nexit {code}\n")
        broken.chmod(0o755)
        machine.with_interpreter(str(broken))

    return end


def interpreter_file_that_is_a_pipe(machine: Machine) -> None:
    no_interpreter_kept(machine)
    os.mkfifo(machine.data / "interpreter")


SURROUNDINGS = {
    "no-data-folder": no_data_folder,
    "hostile-python-variables": hostile_python_variables,
    "hostile-shell-variables": hostile_shell_variables,
    "no-interpreter-kept": no_interpreter_kept,
    "kept-interpreter-gone": interpreter_gone,
    "kept-interpreter-in-a-pipe": interpreter_file_that_is_a_pipe,
    "kept-interpreter-fails": interpreter_that_ends(127),
    "kept-interpreter-is-none": interpreter_that_ends(0),
    "no-home": lambda machine: machine.environment.pop("HOME"),
    "unwritable-state": lambda machine: machine.environment.update(XDG_STATE_HOME="/dev/null"),
    "relative-state": lambda machine: machine.environment.update(XDG_STATE_HOME="state"),
}


@pytest.mark.parametrize("surround", SURROUNDINGS.values(), ids=SURROUNDINGS.keys())
def test_the_whole_stack_answers_in(machine: Machine, surround: Callable[..., object]) -> None:
    if surround is SURROUNDINGS["no-home"]:
        machine.environment["XDG_STATE_HOME"] = str(machine.place / "state")
    surround(machine)
    full(machine)
    assert not (machine.project / "state").exists()


def test_the_found_interpreter_is_kept(machine: Machine) -> None:
    no_interpreter_kept(machine)
    machine.ask(HARMLESS)
    kept = Path((machine.data / "interpreter").read_text().strip())
    assert kept == Path(PYTHON)  # the real one, not the link that was found
    assert [p.name for p in machine.data.iterdir() if p.suffix == ".new"] == []


def test_an_old_interpreter_is_passed_over(machine: Machine) -> None:
    no_interpreter_kept(machine)
    old = machine.place / "bin" / "python3.14"
    old.write_text("#!/bin/sh\nexit 0\n")  # prints no path, as an old version does
    old.chmod(0o755)
    full(machine)


def test_a_deleted_working_folder(machine: Machine) -> None:
    gone = machine.place / "gone"
    entry = f'mkdir "{gone}" && cd "{gone}" && rmdir "{gone}" && exec "{machine.root}/{HOOK}" "$1"'
    reply = machine.send(machine.event(PRINT), entry=("/bin/sh", "-c", entry, "sh", "claude-code"))
    assert seen(reply.stdout.decode())[0] == "deny"


@pytest.mark.parametrize(
    "way",
    ["relative", "by-a-link", "by-a-relative-link", "by-a-linked-folder", "by-sh", "on-the-path"],
)
def test_it_finds_itself_when_called(machine: Machine, way: str) -> None:
    root = machine.copy().root
    (machine.project / "tidegate-link").symlink_to(root / HOOK)
    (machine.project / "relative-link").symlink_to(f"../{root.name}/{HOOK}")
    (machine.project / "linked").symlink_to(root)
    (machine.project / "linked-bin").symlink_to(root / "bin")
    machine.environment["PATH"] = f"{root}/bin:{os.defpath}"
    entries = {
        "relative": (f"../{root.name}/{HOOK}",),
        "by-a-link": ("./tidegate-link",),
        "by-a-relative-link": ("./relative-link",),
        "by-a-linked-folder": (f"./linked/{HOOK}",),
        "by-sh": ("/bin/sh", f"../{root.name}/{HOOK}"),
        "on-the-path": ("/bin/sh", "-c", 'exec tidegate-hook "$@"', "sh"),
    }
    reply = machine.send(machine.event(PRINT), entry=(*entries[way], "claude-code"))
    assert "Read(file_path=" in seen(reply.stdout.decode())[1], reply.stderr


def test_an_unknown_client_is_no_answer(machine: Machine) -> None:
    for name in ("nobody", "", "os.path", "../x"):
        entry = (str(machine.root / HOOK), name)
        reply = machine.send(machine.event(PRINT), entry=entry)
        assert (reply.stdout, reply.code) == (b"", 2)
        assert b"no client named" in reply.stderr


def rewrite(name: str, text: str) -> Callable[[Machine], object]:
    return lambda machine: (machine.root / name).write_text(text)


def remove_state(machine: Machine) -> None:
    (machine.data / next(p.name for p in machine.data.glob("cpython*"))).rename(
        machine.place / "away"
    )
    machine.set_up_failed_lately()


BROKEN = {
    "house-raises": (rewrite("host/house.py", "raise RuntimeError('torn')"), "exception"),
    "house-is-no-python": (rewrite("host/house.py", "def ("), "exception"),
    "house-leaves": (rewrite("host/house.py", "import os; os._exit(0)"), "crash"),
    "house-is-killed": (rewrite("host/house.py", "import os; os.kill(os.getpid(), 9)"), "crash"),
    "house-recurses": (rewrite("host/house.py", "def f(): f()\nf()"), "recursion"),
    "house-allocates": (rewrite("host/house.py", "bytearray(1 << 62)"), "out-of-memory"),
    "judge-is-no-python": (rewrite("host/judge.py", "def ("), "exception"),
    "call-is-empty": (rewrite("host/call.py", ""), "exception"),
    "no-environment": (remove_state, "install"),
    "slice-is-no-python": (rewrite("slices/printer/plugin.py", "def ("), "install"),
    "slice-has-no-declaration": (rewrite("slices/printer/plugin.py", ""), "install"),
}


@pytest.mark.parametrize(("breaks", "kind"), BROKEN.values(), ids=BROKEN.keys())
def test_closed_when(copy: Machine, breaks: Callable[[Machine], object], kind: str) -> None:
    breaks(copy)
    closed(copy, kind)


FRONT_BROKEN = {
    "front-is-no-python": rewrite("host/front.py", "def ("),
    "front-is-missing": lambda machine: (machine.root / "host" / "front.py").unlink(),
    "client-is-no-python": rewrite("host/clients/claude_code.py", "def ("),
    "decoder-is-empty": rewrite("host/decode.py", ""),
    "front-dies-at-import": rewrite("host/front.py", "import posix; posix.kill(posix.getpid(), 9)"),
}


@pytest.mark.parametrize("breaks", FRONT_BROKEN.values(), ids=FRONT_BROKEN.keys())
def test_the_shell_answers_when(copy: Machine, breaks: Callable[[Machine], object]) -> None:
    breaks(copy)
    closed(copy, "install")


ALL_OF_THE_FRONT = (
    *bundle_front.EACH_CALL,
    "host.clients.claude_code",
    "host.last_resort",
    "host.outside",
    "host.refusals",
    "host.unread",
)


@pytest.fixture(scope="module")
def gutted(tmp_path_factory: pytest.TempPathFactory) -> Machine:
    top = tmp_path_factory.mktemp("gutted")
    machine = Machine(top / "machine", own_plugin(top / "plugin")).ready()
    machine.ask(PRINT)
    return machine


@pytest.mark.parametrize("text", ["", None], ids=["empty", "missing"])
@pytest.mark.parametrize("module", ALL_OF_THE_FRONT)
def test_closed_without_what_is_in_one_of_its_modules(
    gutted: Machine, module: str, text: str | None
) -> None:
    path = gutted.root / module.replace(".", "/")
    file = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    before = file.read_bytes()
    file.unlink()
    try:
        if text is not None:
            file.write_text(text)
        assert gutted.ask(PRINT)[0] == "deny"
        assert gutted.ask(HARMLESS)[0] == "run"
    finally:
        file.write_bytes(before)


def write_shipped(text: str) -> Callable[[Machine], object]:
    return rewrite("plugin.json", text)


def replace_shipped(make: Callable[[Path], object]) -> Callable[[Machine], object]:
    def replace(machine: Machine) -> None:
        (machine.root / "plugin.json").unlink()
        make(machine.root / "plugin.json")

    return replace


SHIPPED_FAULTS = {
    "empty": write_shipped(""),
    "an-empty-list": write_shipped('{"slices": []}'),
    "null": write_shipped('{"slices": null}'),
    "an-object": write_shipped('{"slices": {"printer": {"enabled": false}}}'),
    "an-unknown-name": write_shipped('{"slices": [{"name": "pinter"}]}'),
    "missing": replace_shipped(lambda _: None),
    "a-folder": replace_shipped(lambda file: file.mkdir()),
    "a-loop": replace_shipped(lambda file: file.symlink_to(file)),
}


@pytest.mark.parametrize("breaks", SHIPPED_FAULTS.values(), ids=SHIPPED_FAULTS.keys())
def test_a_faulty_list_of_slices_leaves_the_crude_tests(
    copy: Machine, breaks: Callable[[Machine], object]
) -> None:
    breaks(copy)
    closed(copy, "plugin.json: ")
    start = {"hook_event_name": "SessionStart", "source": "startup", "cwd": str(copy.project)}
    verdict, text = seen(copy.send(start).stdout.decode())
    assert (verdict, f"{copy.root}/plugin.json: " in text) == ("run", True)


def test_a_list_of_slices_that_got_lost_leaves_the_last_good_one(copy: Machine) -> None:
    copy.ask("ls")
    write_shipped('{"slices": []}')(copy)
    verdict, text = copy.ask(PRINT)
    assert (verdict, "Read(file_path=" in text) == ("deny", True)
    assert f'{copy.root}/plugin.json: at slices: expected an entry for the slice "printer"' in text


def without_python(machine: Machine) -> Machine:
    """Leave no interpreter that the entry could find: only the few tools that it needs."""
    tools = machine.place / "tools"
    tools.mkdir()
    for name in ("head", "tr", "mkdir", "mv", "rm"):
        (tools / name).symlink_to(str(shutil.which(name)))
    machine.environment["PATH"] = str(tools)
    machine.copy()
    finder = machine.root / "host" / "interpreter.sh"
    usual = "/opt/homebrew/bin/python3 /usr/local/bin/python3 /usr/bin/python3"
    assert usual in finder.read_text()
    finder.write_text(finder.read_text().replace(usual, ""))
    (machine.data / "interpreter").unlink()
    return machine


@pytest.mark.parametrize("kept", [False, True], ids=["as-shipped", "as-kept"])
def test_without_an_interpreter(machine: Machine, *, kept: bool) -> None:
    if kept:
        machine.ask("cat x")  # the full path keeps what the shell needs to know
    closed(without_python(machine), "install")
    start = {"hook_event_name": "SessionStart", "source": "startup", "cwd": str(machine.project)}
    verdict, text = seen(machine.send(start).stdout.decode())
    assert (verdict, "tidegate does not work" in text) == ("run", True)
    assert machine.ask('echo "SessionStart"') == ("run", "")


def test_without_an_interpreter_a_slice_that_is_off_stays_off(machine: Machine) -> None:
    switched_off(machine)
    machine.ask("cat x")  # the full path keeps what the shell needs to know
    assert without_python(machine).ask(PRINT)[0] == "run"


SHELL_HITS = [
    "cat notes.txt",
    "head -n 5 a b",
    "sed -n 1,5p a",
    "/bin/cat a",
    "command cat a",
    "cd x && cat a",
    "cd x; cat a; tail b",
    "cat a\nhead b",
    'cat "a b"',
    "cat a &",
]
SHELL_MISSES = [
    "",
    "cat",
    "ls",
    "npm run catalog",
    "concat a",
    "cat a; ls",
    "ls && cat a",
    "cat a | wc -l",
    "cat a > b",
    "cat <<E\nx\nE",
    "cat $(ls)",
    'git commit -m "cat x"',
    "ssh h 'cat x'",
    "sed -i s/a/b/ f",
    "echo \\",
    "*",
]


def test_the_shells_words_are_those_of_the_crude_test(machine: Machine) -> None:
    crude = runpy.run_path(str(OWN / "slices" / "printer" / "triggers.py"))["CRUDE"]
    without_python(machine)
    for command in (*SHELL_HITS, *SHELL_MISSES):
        expected = command in SHELL_HITS
        assert hits(crude, command) is expected, command
        assert machine.ask(command)[0] == ("deny" if expected else "run"), command


def test_the_shell_bounds_what_it_reads(machine: Machine) -> None:
    without_python(machine)
    assert machine.ask("cat " + "a" * 2_000_000)[0] == "deny"
    assert machine.ask("x" * 2_000_000)[0] == "run"
    assert machine.send(b"\0" * 100_000).code == 0
    assert machine.send(b'{"command":"' + b'\\"' * 50_000).code == 0


def test_the_shipped_words_are_written_for_each_slice(copy: Machine) -> None:
    file = copy.root / "slices" / "printer" / "last-resort.claude_code"
    file.unlink()
    command = [sys.executable, "-m", "host.shipped", "claude_code"]
    subprocess.run(command, cwd=copy.root, env={"PYTHONPATH": str(copy.root)}, check=True)
    assert file.read_text() == (OWN / "slices" / "printer" / file.name).read_text()


def test_nothing_but_the_entry_is_left(copy: Machine) -> None:
    shutil.rmtree(copy.root / "host")
    reply = copy.send(copy.event(PRINT))
    assert (reply.stdout, reply.code) == (b"", 2)
    assert b"incomplete" in reply.stderr


BAD_EVENTS = {
    "empty": (b"", "run"),
    "no-json": (b"cat notes.txt", "run"),
    "a-list": (b'["cat notes.txt"]', "run"),
    "cut-in-a-print": (b'{"tool_name":"Bash","tool_input":{"command":"cat notes.txt', "deny"),
    "cut-in-other-work": (b'{"tool_name":"Bash","tool_input":{"command":"npm run catalog', "run"),
    "trailing-text": (b'{"tool_input":{"command":"cat notes.txt"}} x', "deny"),
    "no-tool-input": (b'{"hook_event_name":"PreToolUse","tool_name":"Bash"}', "run"),
    "deep-nesting": (b'{"command":"cat a","x":' + b"[" * 300_000, "deny"),
    "command-is-a-list": (
        b'{"hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"command":["cat","f"]}}',
        "deny",
    ),
    "command-is-a-list-of-lists": (
        b'{"hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"command":[["cat"],["f"]]}}',
        "deny",
    ),
    "command-is-an-object": (
        b'{"tool_name":"Bash","tool_input":{"command":{"line":"cat f"}}}',
        "deny",
    ),
    "input-is-a-text": (
        b'{"hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":"cat f"}',
        "run",
    ),
    "utf-16": ('{"tool_input":{"command":"cat notes.txt"}}'.encode("utf-16"), "deny"),
    "key-in-another-case": (
        b'{"hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"Command":"cat f"}}',
        "deny",
    ),
    "a-harmless-command-before-a-print": (b'{"command":"ls","x":{"command":"cat f"},', "deny"),
    "command-is-another-list": (
        b'{"hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"command":["ls"]}}',
        "run",
    ),
}


@pytest.mark.parametrize(("raw", "verdict"), BAD_EVENTS.values(), ids=BAD_EVENTS.keys())
def test_a_bad_event(machine: Machine, raw: bytes, verdict: str) -> None:
    reply = machine.send(raw)
    assert reply.code == 0
    found, text = seen(reply.stdout.decode())
    assert found == verdict
    assert ("bad-event" in text) is (verdict == "deny")
    assert ("no slice has checked it" in text) is (verdict == "run")
    assert b"cannot be read" in reply.stderr


ODD_COMMANDS = {
    "nul": (rb"cat notes.txt\u0000", "run"),
    "lone-surrogate": (rb"cat \ud800", "run"),
    "surrogate-beside-a-print": (rb"cat notes.txt # \udc00", "deny"),
    "invalid-utf8": (b"cat \xff\xfe", "run"),
    "escaped-letters": (rb"c\u0061t notes.txt", "deny"),
}


@pytest.mark.parametrize(("text", "verdict"), ODD_COMMANDS.values(), ids=ODD_COMMANDS.keys())
def test_an_odd_command(machine: Machine, text: bytes, verdict: str) -> None:
    raw = json.dumps(machine.event("COMMAND")).encode().replace(b"COMMAND", text)
    for _ in range(2):
        reply = machine.send(raw)
        assert reply.code == 0
        assert seen(reply.stdout.decode())[0] == verdict
        assert b"Traceback" not in reply.stderr


def test_ten_megabytes(machine: Machine) -> None:
    assert machine.ask(PRINT, padding="x" * 10_000_000)[0] == "deny"
    assert machine.ask("echo " + "x" * 10_000_000)[0] == "run"


def test_beyond_the_bound_the_crude_test_looks_at_what_was_read(machine: Machine) -> None:
    from host.limits import EVENT_MAX_BYTES

    raw = json.dumps(machine.event(PRINT)).encode()[:-1] + b',"x":"' + b"x" * EVENT_MAX_BYTES
    found, text = seen(machine.send(raw).stdout.decode())
    assert (found, "bad-event" in text) == ("deny", True)


BEHIND = {
    "a-print": ('{{"x":"{}","tool_name":"Bash","tool_input":{{"command":"cat f"}}}}', "ask"),
    "a-second-command": ('{{"command":"ls","x":"{}","command":"cat f"}}', "ask"),
    "a-name-in-the-input": ('{{"tool_input":{{"tool_name":"Read","x":"{}"}}}}', "ask"),
    "a-file": ('{{"tool_name":"Write","tool_input":{{"content":"{}"}}}}', "run"),
    "a-result": ('{{"hook_event_name":"PostToolUse","x":"{}","tool_name":"Bash"}}', "run"),
}


@pytest.mark.parametrize(("text", "verdict"), BEHIND.values(), ids=BEHIND.keys())
def test_behind_the_bound_nobody_can_judge(machine: Machine, text: str, verdict: str) -> None:
    from host.limits import EVENT_MAX_BYTES

    reply = machine.send(text.format("x" * EVENT_MAX_BYTES).encode())
    assert reply.code == 0
    found, said = seen(reply.stdout.decode())
    assert (found, "no slice has checked it" in said) == (verdict, True)


def test_an_answer_that_cannot_be_printed_blocks(machine: Machine) -> None:
    for redirect, code in ((">&-", 2), (">/dev/full", 2)):
        entry = ("/bin/sh", "-c", f'exec "$0" claude-code {redirect}', str(machine.root / HOOK))
        reply = machine.send(machine.event(PRINT), entry=entry)
        assert reply.code == code
        assert b"cannot be printed" in reply.stderr
        assert machine.send(machine.event(HARMLESS), entry=entry).code == 0


def redirected(machine: Machine, redirect: str) -> tuple[str, ...]:
    return ("/bin/sh", "-c", f'exec "$0" claude-code {redirect}', str(machine.root / HOOK))


def test_a_closed_standard_error(machine: Machine) -> None:
    reply = machine.send(machine.event(PRINT), entry=redirected(machine, "2>&-"))
    assert reply.code == 0
    assert seen(reply.stdout.decode())[0] == "deny"


def test_a_closed_standard_input(machine: Machine) -> None:
    entry = redirected(machine, "<&-")
    reply = machine.send(machine.event(PRINT), entry=entry)
    found, text = seen(reply.stdout.decode())
    assert (reply.code, found, "slices.printer.enabled" in text) == (0, "ask", True)
    switched_off(machine)
    assert machine.send(machine.event(PRINT), entry=entry).stdout == b""


@pytest.mark.parametrize("redirect", ["<&-", "</"], ids=["closed", "a-folder"])
def test_a_standard_input_that_no_interpreter_can_read(machine: Machine, redirect: str) -> None:
    without_python(machine)
    entry = redirected(machine, redirect)
    reply = machine.send(machine.event(PRINT), entry=entry)
    assert (reply.stdout, reply.code) == (b"", 2)
    assert b"try it again" in reply.stderr


def test_a_folder_for_standard_input_is_closed_while_a_slice_is_on(machine: Machine) -> None:
    """Python itself does not start there."""
    entry = redirected(machine, "</")
    assert machine.send(machine.event(PRINT), entry=entry).code == 2
    switched_off(machine)
    machine.ask("cat x")  # the full path keeps what the shell needs to know
    assert machine.send(machine.event(PRINT), entry=entry).code == 0


def switched_off(machine: Machine) -> None:
    config = machine.home / ".config" / "tidegate" / "config.json"
    config.parent.mkdir(parents=True)
    config.write_text('{"slices": {"printer": {"enabled": false}}}')


SABOTAGE = {
    "prints": ("print('garbage'); os.write(1, b'more')", "run", ""),
    "leaves": ("os._exit(0)", "deny", "crash"),
    "exits": ("sys.exit(0)", "deny", ""),
    "raises": ("1 / 0", "deny", "exception"),
    "segfaults": ("os.kill(os.getpid(), 11)", "deny", "crash"),
    "closes-everything": ("os.closerange(0, 64)", "deny", "crash"),
    "writes-everywhere": (
        "[os.write(d, b'x' * 99) for d in range(64) if writable(d)]",
        "deny",
        "crash",
    ),
    "allocates": ("bytearray(1 << 40)", "deny", "out-of-memory"),
    "recurses": ("recurse()", "deny", "recursion"),
    "forks": ("os.fork()", "run", ""),
}
SLICE = """
import os
import sys

from attrs import frozen

from host.call import Deny
from host.hook import Control, Crude, Hook, Probe, Slice
from host.hookspecs import hookimpl


def recurse():
    recurse()


def writable(descriptor):
    import fcntl

    try:
        return fcntl.fcntl(descriptor, fcntl.F_GETFL) & os.O_ACCMODE == os.O_WRONLY
    except OSError:
        return False


def run(call, host):
    {action}


def on_error(call, failure, host):
    return Deny("closed: " + failure.kind)


@frozen
class Options:
    pass


@hookimpl
def tidegate_slice():
    hook = Hook(event="tool.call", phase="check", run=run, on_error=on_error)
    control = Control("sabotage", "a test", "a test", "never")
    probes = (Probe(command="x", expect="deny"), Probe(command="ls", expect="run"))
    return Slice(hooks=(hook,), crude=Crude(), controls=(control,), probes=probes, options=Options)
"""


@pytest.mark.parametrize(("action", "verdict", "kind"), SABOTAGE.values(), ids=SABOTAGE.keys())
def test_a_slice_that(copy: Machine, action: str, verdict: str, kind: str) -> None:
    broken = copy.root / "slices" / "broken"
    broken.mkdir()
    (broken / "__init__.py").touch()
    (broken / "plugin.py").write_text(SLICE.format(action=action))
    (broken / "triggers.py").write_text("TRIGGERS = ()\nCRUDE = {}\n")
    config = json.loads((copy.root / "plugin.json").read_text())
    config["slices"].insert(0, {"name": "broken", "enabled": True, "options": {}})
    (copy.root / "plugin.json").write_text(json.dumps(config))
    found, text = copy.ask("ls")
    assert found == verdict
    assert kind in text
    found, text = copy.ask(PRINT)  # the other slice still answers
    assert "Read(file_path=" in text


ALLOWED = {
    "host",
    "host.bare",
    "host.clients",
    "host.clients.claude_code",
    "host.decode",
    "host.front",
    "host.limits",
    "host.paths",
    "host.plainjson",
    "host.question",
    "host.triggers",
    "host.watches",
}
LOADED = """
import sys
before = set(sys.modules)
sys.path.insert(0, sys.argv[1])
import host.bare
def leave(code):
    sys.stderr.write(" ".join(sorted(set(sys.modules) - before)))
    host.bare.system._exit(code)
host.bare.leave = leave
from host.front import main
main("claude-code")
"""


def test_a_pass_loads_only_what_it_needs(machine: Machine) -> None:
    machine.ask("ls")  # writes the trigger file
    entry = (PYTHON, "-I", "-S", "-c", LOADED, str(machine.root))
    reply = machine.send(machine.event("git status"), entry=entry)
    assert (reply.stdout, reply.code) == (b"", ANSWERED), reply.stderr
    assert set(reply.stderr.decode().split()) <= ALLOWED


def test_the_scripts_are_plain_sh() -> None:
    for name in (HOOK, "bin/tidegate", "host/interpreter.sh", "host/last-resort.sh"):
        for shell in filter(None, map(shutil.which, ("dash", "bash", "busybox"))):
            applet = ["sh"] if shell.endswith("busybox") else []
            done = subprocess.run([shell, *applet, "-n", str(REPO / name)], check=False)
            assert done.returncode == 0, (name, shell)
