import pytest

from slices.guard.limits import NUMBER_MAX_DIGITS
from slices.guard.ranges import Range, first_lines, last_lines, number, sed_lines

MOST = "9" * NUMBER_MAX_DIGITS


@pytest.mark.parametrize(
    "text",
    ["", "+5", "-5", "5K", "1.5", " 5", "5 ", "five", "٣", "5²", "0x5", "1_000", MOST + "9"],
)
def test_what_is_no_plain_number(text: str) -> None:
    assert number(text) is None


@pytest.mark.parametrize(("text", "value"), [("0", 0), ("5", 5), ("005", 5), (MOST, int(MOST))])
def test_plain_numbers(text: str, value: int) -> None:
    assert number(text) == value


@pytest.mark.parametrize("count", ["0", "-5", "+5", "1K", ""])
def test_head_shows_nothing_or_has_another_form(count: str) -> None:
    assert first_lines(count) is None


def test_head_shows_the_first_lines() -> None:
    assert first_lines("7") == Range(offset=1, limit=7)


@pytest.mark.parametrize("count", ["0", "-0", "++5", "+-5", "-+5", "--5", "5b", "+", "-", ""])
def test_tail_shows_nothing_or_has_another_form(count: str) -> None:
    assert last_lines(count) is None


@pytest.mark.parametrize(
    ("count", "lines"),
    [
        ("7", Range(last=7)),
        ("-7", Range(last=7)),
        ("+7", Range(offset=7)),
        ("+1", Range(offset=1)),
        ("+0", Range(offset=1)),
    ],
)
def test_tail_shows_the_last_lines_or_all_from_one(count: str, lines: Range) -> None:
    assert last_lines(count) == lines


@pytest.mark.parametrize(
    "script",
    [
        "",
        "p",
        ",p",
        "5,p",
        ",5p",
        "5",
        "5,6",
        "0p",
        "0,5p",
        "$p",
        "5,$p",
        "5,+3p",
        "1~2p",
        "/re/p",
        "5!p",
        "5P",
        "5pp",
        "5p;6p",
        "5,6,7p",
        "5 6p",
        "5q",
        "-5p",
        "{5p}",
    ],
)
def test_scripts_of_sed_that_are_no_range(script: str) -> None:
    assert sed_lines(script) is None


@pytest.mark.parametrize(
    ("script", "offset", "limit"),
    [
        ("7p", 7, 1),
        ("5,10p", 5, 6),
        ("5,5p", 5, 1),
        ("10,5p", 10, 1),
        ("5,0p", 5, 1),
        ("005,010p", 5, 6),
        (" 5 , 10 p ", 5, 6),
        ("\t5,10p\n", 5, 6),
        (";5,10p;", 5, 6),
    ],
)
def test_scripts_of_sed_that_are_a_range(script: str, offset: int, limit: int) -> None:
    assert sed_lines(script) == Range(offset=offset, limit=limit)
