"""What is wrong with a command line is told with the way on."""

from __future__ import annotations

import pytest

from host.cli.parsing import Parser


@pytest.fixture
def parser() -> Parser:
    parser = Parser(prog="tool")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    check = commands.add_parser("check", help="look at a command")
    check.add_argument("cmd", metavar="CMD")
    check.add_argument("--way", choices=("hook", "mod"))
    inner = commands.add_parser("note", help="notes").add_subparsers(metavar="ACTION")
    inner.add_parser("retire", help="keep a note, and deliver it no more")
    return parser


@pytest.mark.parametrize(
    ("words", "said"),
    [
        pytest.param([], "look at a command", id="nothing"),
        pytest.param(["note"], "keep a note, and deliver it no more", id="nothing-below"),
        pytest.param(["chekc"], 'got "chekc". Did you mean "check"?', id="a-typo"),
        pytest.param(["note", "retir"], 'Did you mean "retire"?', id="a-typo-below"),
        pytest.param(["zzz"], 'expected one of these (check, note), got "zzz".', id="no-command"),
        pytest.param(
            ["check", "ls", "--way", "x"],
            'argument --way: expected one of these (hook, mod), got "x".',
            id="no-choice",
        ),
        pytest.param(
            ["check", "cat", "a b", "-n"],
            "tool check: error: unexpected: a b -n. Put quotes around what belongs together.",
            id="a-command-without-quotes",
        ),
        pytest.param(["check"], "required: CMD", id="nothing-to-look-at"),
    ],
)
def test_wrong_use_ends_with_the_way_on(
    parser: Parser, words: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as left:
        parser.parse_args(words)
    out, err = capsys.readouterr()
    assert (left.value.code, out) == (2, "")
    assert said in err


def test_what_is_right_is_read(parser: Parser) -> None:
    read = parser.parse_args(["check", "", "--way", "mod"])
    assert (read.command, read.cmd, read.way) == ("check", "", "mod")
