import pytest

from slices.guard.getopt import Option, Parsed, parse

KNOWN = (
    Option("q", "quiet"),
    Option("q", "silent", shortest=2),
    Option("n", "lines", takes_value=True),
)


@pytest.mark.parametrize(
    "arguments",
    [
        ["-x"],
        ["-qx"],
        ["--loud"],
        ["--quiet=yes"],
        ["--quietly"],
        ["--s"],
        ["-n"],
        ["-qn"],
        ["--lines"],
        ["F", "-x"],
    ],
)
def test_what_is_not_known_ends_it(arguments: list[str]) -> None:
    assert parse(arguments, KNOWN) is None


@pytest.mark.parametrize(
    ("arguments", "options", "operands"),
    [
        ([], (), ()),
        (["F"], (), ("F",)),
        (["-"], (), ("-",)),
        (["-q", "F"], (("q", ""),), ("F",)),
        (["F", "-q"], (("q", ""),), ("F",)),
        (["-qq"], (("q", ""), ("q", "")), ()),
        (["-n5"], (("n", "5"),), ()),
        (["-n", "5"], (("n", "5"),), ()),
        (["-n", "-q"], (("n", "-q"),), ()),
        (["-n", "--"], (("n", "--"),), ()),
        (["-qn5"], (("q", ""), ("n", "5")), ()),
        (["--lines=5"], (("n", "5"),), ()),
        (["--lines="], (("n", ""),), ()),
        (["--lines", "5"], (("n", "5"),), ()),
        (["--l=5"], (("n", "5"),), ()),
        (["--q"], (("q", ""),), ()),
        (["--si"], (("q", ""),), ()),
        (["--silent"], (("q", ""),), ()),
        (["--", "-q", "--"], (), ("-q", "--")),
        (["F", "--", "G"], (), ("F", "G")),
    ],
)
def test_options_and_operands(
    arguments: list[str], options: tuple[tuple[str, str], ...], operands: tuple[str, ...]
) -> None:
    assert parse(arguments, KNOWN) == Parsed(options, operands)


def test_values_of_one_option_keep_their_order() -> None:
    parsed = Parsed((("n", "5"), ("q", ""), ("n", "6")))
    assert parsed.values("n") == ("5", "6")
