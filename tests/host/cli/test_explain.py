from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from host.cli import dry, explain
from host.desk import Desk
from host.errors import ConfigError

if TYPE_CHECKING:
    from host.house import House

KEYS = ["command", "cwd", "readable", "why", "commands", "slices"]
COMMAND_KEYS = ["argv", "cwd", "host", "redirects", "heredocs", "reads", "writes"]


@pytest.fixture
def explained(call_command: Any) -> Any:
    """Return a function that explains one command in `/p`."""

    def one(command: str) -> Any:
        (line,) = call_command(explain, command, "--cwd", "/p", "--json").lines
        return line

    return one


def test_the_line_of_a_command(explained: Any) -> None:
    line = explained("ls -l")
    assert list(line) == KEYS
    assert line["command"] == "ls -l"
    assert line["cwd"] == "/p"
    assert line["readable"] is True
    assert line["why"] is None
    assert line["slices"] == {"echo": {"verdict": "run", "reason": None}}
    (command,) = line["commands"]
    assert list(command) == COMMAND_KEYS
    assert command["argv"] == ["ls", "-l"]
    assert command["cwd"] == "/p"
    assert command["host"] is None


def test_what_is_not_certain_is_null(explained: Any) -> None:
    (command,) = explained('cat "$1" *.md > "$2"')["commands"]
    assert command["argv"] == ["cat", None, None]
    assert command["redirects"] == [{"op": ">", "fd": 1, "target": None}]
    assert command["writes"] == [None]


def test_nested_commands_are_in_it(explained: Any) -> None:
    commands = explained("echo $(ls); bash -c 'pwd'")["commands"]
    assert {"ls", "pwd"} <= {command["argv"][0] for command in commands}


def test_a_remote_command_has_its_host(explained: Any) -> None:
    commands = explained("ssh build1 'cat /etc/hosts'")["commands"]
    assert [c["host"] for c in commands if c["argv"][0] == "cat"] == ["build1"]


@pytest.mark.parametrize(
    ("written", "op", "descriptor"),
    [
        ("< f", "<", 0),
        ("<> f", "<>", 0),
        ("<<< f", "<<<", 0),
        ("> f", ">", 1),
        (">> f", ">>", 1),
        (">| f", ">|", 1),
        ("&> f", "&>", 1),
        ("&>> f", "&>>", 1),
        ("2> f", ">", 2),
        ("3< f", "<", 3),
        ("{fd}> f", ">", "{fd}"),
    ],
)
def test_the_descriptor_is_the_one_in_force(
    explained: Any, written: str, op: str, descriptor: int | str
) -> None:
    (command,) = explained(f"ls {written}")["commands"]
    assert command["redirects"] == [{"op": op, "fd": descriptor, "target": "f"}]


def test_a_here_document(explained: Any) -> None:
    (command,) = explained("cat <<'EOF' > f\na $b\nEOF\n")["commands"]
    assert command["heredocs"] == [{"delimiter": "EOF", "quoted": True, "body": "a $b\n"}]
    assert command["redirects"] == [
        {"op": "<<", "fd": 0, "target": "EOF"},
        {"op": ">", "fd": 1, "target": "f"},
    ]
    assert command["writes"] == ["/p/f"]


def test_files_read_and_written(explained: Any) -> None:
    (command,) = explained("sort a -o b < c")["commands"]
    assert "/p/c" in command["reads"]


def test_a_script_that_is_sourced_is_read(explained: Any) -> None:
    assert explained(". ./lib.sh")["commands"][0]["reads"] == ["/p/lib.sh"]


def test_a_command_that_cannot_be_read(explained: Any) -> None:
    line = explained("ls 'x")
    assert line["readable"] is False
    assert line["why"]
    assert line["commands"] == []


@pytest.mark.parametrize(
    ("command", "verdict", "reason"),
    [
        ("deny", "deny", "not this"),
        ("ask", "ask", "this?"),
        ("context", "context", "by the way"),
        ("old", "rewrite", "newer"),
        ("break", "run", "broke (exception): RuntimeError: broken"),
    ],
)
def test_what_the_slice_says(explained: Any, command: str, verdict: str, reason: str) -> None:
    assert explained(command)["slices"]["echo"] == {"verdict": verdict, "reason": reason}


def test_lines_in_and_lines_out(call_command: Any) -> None:
    asked: list[dict[str, Any]] = [
        {"command": "ls", "cwd": "/a"},
        {"command": "ls 'x", "cwd": "/b"},
        {"command": "deny", "cwd": "/c", "more": 1},
        {"command": "ls", "cwd": None},
        {"command": "ls"},
    ]
    stdin = "".join(f"{json.dumps(one)}\n" for one in asked).encode()
    done = call_command(explain, "-", "--cwd", "/here", "--json", stdin=stdin)
    assert done.code == 0
    assert [line["command"] for line in done.lines] == [one["command"] for one in asked]
    assert [line["cwd"] for line in done.lines] == ["/a", "/b", "/c", None, "/here"]
    assert [line["readable"] for line in done.lines] == [True, False, True, True, True]


def test_no_input_gives_no_output(call_command: Any) -> None:
    done = call_command(explain, "-", "--json")
    assert (done.code, done.out) == (0, b"")


def test_a_last_line_without_a_newline_counts(call_command: Any) -> None:
    assert len(call_command(explain, "-", "--json", stdin=b'{"command":"ls"}').lines) == 1


@pytest.mark.parametrize(
    "bad",
    [
        b"",
        b"nonsense",
        b"[]",
        b"null",
        b'{"cwd":"/"}',
        b'{"command":["ls"]}',
        b'{"command":"ls","cwd":1}',
        b'{"command":"ls"} {}',
        b'{"command":"\xff',
        b"[" * 100_000,
    ],
    ids=lambda bad: repr(bad[:30]),
)
def test_a_bad_line_is_an_error_and_the_next_is_answered(call_command: Any, bad: bytes) -> None:
    stdin = b'{"command":"ls"}\n' + bad + b'\n{"command":"pwd"}\n'
    done = call_command(explain, "-", "--json", stdin=stdin)
    assert done.code == 2
    first, error, last = done.lines
    assert list(error) == [*KEYS, "error"]
    assert error["error"].startswith("line 2: ")
    assert (error["command"], error["readable"], error["commands"]) == (None, False, [])
    assert [first["command"], last["command"]] == ["ls", "pwd"]


def test_text_is_utf_8_and_lone_surrogates_are_escapes(call_command: Any) -> None:
    stdin = '{"command":"ls 表 \\ud800"}\n'.encode()
    done = call_command(explain, "-", "--json", stdin=stdin)
    assert "ls 表 \\ud800".encode() in done.out
    assert done.lines[0]["command"] == "ls 表 \ud800"


def test_lines_know_nothing_of_each_other(call_command: Any, tmp_path: Any) -> None:
    stdin = b'{"command":"ls"}\n' * 2
    done = call_command(explain, "-", "--json", stdin=stdin)
    assert done.lines[0] == done.lines[1]
    assert not (tmp_path / "state").exists()


def test_a_defect_of_the_parser_is_a_line(
    call_command: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(desk: Desk, call: object) -> None:
        raise KeyError(call)

    monkeypatch.setattr(Desk, "shell", fail)
    (line,) = call_command(explain, "ls", "--json").lines
    assert line["readable"] is False
    assert line["why"].startswith("KeyError")


def test_standard_input_without_json_is_wrong_use(call_command: Any) -> None:
    done = call_command(explain, "-")
    assert (done.code, done.out) == (2, b"")
    assert "--json" in done.err


def test_no_configuration_at_all_is_wrong_use(
    call_command: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_folder: str) -> House:
        message = "plugin.json: expected an object, got nothing."
        raise ConfigError(message)

    monkeypatch.setattr(dry, "house", fail)
    assert call_command(explain, "ls").code == 2


def test_the_text_for_people(call_command: Any) -> None:
    text = call_command(explain, "deny $x > f <<E\nbody\nE\n", "--cwd", "/p").out.decode()
    assert text.startswith("In /p:\n  deny ?\n")
    assert "    folder: /p\n" in text
    assert "    redirect: 1 > f\n" in text
    assert "    here-document: E, 5 characters\n" in text
    assert "    writes: /p/f\n" in text
    assert "echo: deny\n  not this\n" in text


def test_the_text_of_what_cannot_be_read(call_command: Any) -> None:
    assert "  cannot be read: " in call_command(explain, "ls 'x").out.decode()
