import pytest

from slices.guard.prints import program, shown
from slices.guard.ranges import WHOLE, Range


@pytest.mark.parametrize(
    "word", ["ls", "", "/", "Cat", "catalog", "./cat", "bin/cat", "../bin/cat", "cat/", "~/bin/cat"]
)
def test_words_that_run_no_print_program(word: str) -> None:
    assert program(word) is None


@pytest.mark.parametrize(
    ("word", "name"),
    [
        ("cat", "cat"),
        ("sed", "sed"),
        ("head", "head"),
        ("tail", "tail"),
        ("/bin/cat", "cat"),
        ("/cat", "cat"),
        ("/opt/tools/bin/tail", "tail"),
    ],
)
def test_words_that_run_a_print_program(word: str, name: str) -> None:
    assert program(word) == name


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("cat", ()),
        ("cat", ("-",)),
        ("cat", ("--", "-")),
        ("cat", ("F", "-")),
        ("cat", ("-u", "F")),
        ("sed", ("5p", "F")),
        ("sed", ("-n",)),
        ("sed", ("-n", "5p")),
        ("sed", ("-n", "5p", "-")),
        ("sed", ("-n", "5p", "F", "G")),
        ("sed", ("-n", "-e", "5p")),
        ("sed", ("-n", "-e", "5p", "-e", "6p", "F")),
        ("sed", ("-n", "/re/p", "F")),
        ("head", ("-n", "5")),
        ("head", ("-n", "5", "-n", "6", "F")),
        ("head", ("F", "-5")),
        ("head", ("-5", "-n", "6", "F")),
        ("tail", ("-5", "F", "G")),
        ("tail", ("-5", "-n", "6", "F")),
        ("tail", ("-5",)),
        ("tail", ("-f", "F")),
    ],
)
def test_arguments_outside_the_table(name: str, arguments: tuple[str, ...]) -> None:
    assert shown(name, arguments) is None


@pytest.mark.parametrize(
    ("name", "arguments", "files", "lines"),
    [
        ("cat", ("F",), ("F",), WHOLE),
        ("cat", ("F", "G"), ("F", "G"), WHOLE),
        ("cat", ("--", "-n"), ("-n",), WHOLE),
        ("sed", ("-n", "5,9p", "F"), ("F",), Range(5, 5)),
        ("sed", ("-n", "-e", "5,9p", "F"), ("F",), Range(5, 5)),
        ("sed", ("-ne5,9p", "F"), ("F",), Range(5, 5)),
        ("sed", ("--silent", "--expression", "5p", "F"), ("F",), Range(5, 1)),
        ("head", ("F",), ("F",), Range(1, 10)),
        ("head", ("-5", "F", "G"), ("F", "G"), Range(1, 5)),
        ("head", ("-5", "--", "-5"), ("-5",), Range(1, 5)),
        ("tail", ("F",), ("F",), Range(last=10)),
        ("tail", ("-5", "F"), ("F",), Range(last=5)),
        ("tail", ("-n", "+5", "F", "G"), ("F", "G"), Range(5)),
    ],
)
def test_arguments_of_the_table(
    name: str, arguments: tuple[str, ...], files: tuple[str, ...], lines: Range
) -> None:
    assert shown(name, arguments) == (files, lines)
