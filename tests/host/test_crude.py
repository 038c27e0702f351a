"""The crude test: close to what a slice exists for, and never in the way of other work."""

from __future__ import annotations

import pytest

from host.crude import hits
from host.hook import Crude

PRINTS = {
    "first_words": ("cat", "head", "tail", "sed -n"),
    "without": ("|", "<", ">", "`", "$("),
    "all_of": (),
}
HITS = [
    "cat README.md",
    "cd x && cat a; head -5 b",
    "/bin/cat 'a b'",
    "command cat a",
    "command command cat a",
    "F=a; cat $F",
    "cat a\nhead b\n",
    "  cat   a  ",
    "cat a # the file",
    "# look\ncat a",
    "sed  -n 1,5p a",
    "c'a't a",
    '"cat" a',
    "c\\at a",
    "cat \\\n a",
    "cat 'a;b' \"c&d\"",
    "cd -- x; cat a",
    "cd; cat a",
    "cat a &",
    'cat "a\\"b"',
]
MISSES = [
    "",
    "# cat a",
    "cat",
    "cd x",
    "npm run catalog",
    "concat a",
    "catalog a",
    'git commit -m "cat x"',
    "ls; cat a",
    "cat a; ls",
    "cat a && make",
    "ssh h 'cat x'",
    "cat a | wc -l",
    "cat a > b",
    "cat <<E\nx\nE",
    "sed -i s/a/b/ f",
    "sed 1p f",
    "cat 'a",
    'cat "a',
    "cd x y && cat a",
    "command",
    "FOO=1 cat a",
    "FOO=1",
    "1F=a; cat a",
    "echo cat a",
    "\0",
    "\ud800",
]


@pytest.mark.parametrize("command", HITS)
def test_hits(command: str) -> None:
    assert hits(PRINTS, command)


@pytest.mark.parametrize("command", MISSES)
def test_lets_run(command: str) -> None:
    assert not hits(PRINTS, command)


ALL_OF = {"all_of": ("<<", ".py")}


@pytest.mark.parametrize(
    ("command", "hit"),
    [("cat > a.py <<E", True), ("cat <<E", False), ("python a.py", False), ("", False)],
)
def test_all_of_needs_every_text(command: str, hit: bool) -> None:
    assert hits(ALL_OF, command) is hit


def test_both_kinds_have_to_hold() -> None:
    both = {"first_words": ("cat",), "all_of": (".py",)}
    assert hits(both, "cat a.py")
    assert not hits(both, "cat a.txt")
    assert not hits(both, "ls a.py")


def test_nothing_declared_hits_nothing() -> None:
    assert not hits({}, "cat a")


def test_takes_the_declared_value_too() -> None:
    assert hits(Crude(first_words=("cat",)), "cat a")


@pytest.mark.parametrize("unit", ["a", "\\", "'", "#", ";", "cat a;", "$(", "\\\n", '"'])
def test_long_commands_come_to_an_end(unit: str) -> None:
    hits(PRINTS, "cat " + unit * (200_000 // len(unit)))


def test_longer_than_any_shell_takes_is_no_hit() -> None:
    assert not hits(PRINTS, "cat " + "a" * 2_000_000)
