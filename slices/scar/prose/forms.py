"""The arguments that are prose: options of git, gh and curl, operands of echo and printf."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import frozen

from host.shell.options import Spec, lead, walk

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from host.shell.command import Command, Value

_GIT = Spec("Cc", frozenset({"git-dir", "work-tree", "namespace", "exec-path"}), permuted=False)
_GH = Spec("R", frozenset({"repo"}))
_ABBREVIATED_MIN_CHARACTERS = 3
_WORDS_MAX = 3


@frozen
class Form:
    """One spelling of an argument that is prose.

    `words` are the program and its subcommands. `short` is an option's letter and `long` an
    option's name, both "" where every operand is prose. `valued` are the letters of the program
    that take a value, so that what follows one of them is not read as an option.
    """

    words: tuple[str, ...]
    short: str = ""
    long: str = ""
    valued: str = ""

    @property
    def name(self) -> str:
        """How people write it: `git commit -m`."""
        option = f"-{self.short}" if self.short else f"--{self.long}" if self.long else ""
        return " ".join(filter(None, (*self.words, option)))


@frozen
class Spoken:
    """An argument that is prose, and how many of its first characters are an option's name."""

    value: Value
    skip: int = 0


def words_of(command: Command) -> tuple[str, ...]:
    """Return the program and its subcommands, as many as forms look at."""
    program = command.program
    if program is None or command.function_call:
        return ()
    arguments = command.arguments[1:]
    if program == "git":
        first = walk(arguments, _GIT).operands
        return (program, *_texts(first[:1]), *_texts(walk(first[1:], Spec()).operands[:1]))
    return (program, *_texts(walk(arguments, _GH).operands[: _WORDS_MAX - 1]))


def spoken(form: Form, command: Command) -> Iterator[Spoken]:
    """Yield the arguments of the command that are prose in this form."""
    arguments = command.arguments[1:]
    if not form.short and not form.long:
        yield from (Spoken(value) for value in arguments)
        return
    for value, following in zip(arguments, (*arguments[1:], None), strict=True):
        if value.text == "--":
            return
        skip = _attached(form, value)
        if skip:
            yield Spoken(value, skip)
        elif following is not None and _is_option(form, value.text):
            yield Spoken(following)


def _is_option(form: Form, text: str | None) -> bool:
    """Tell whether the argument is the option alone, so that the next one is its value."""
    if text is None or text[:1] != "-":
        return False
    if form.long:
        return _names(form, text)
    return text[1:2] != "-" and text.endswith(form.short) and _are_flags(form, text[1:-1])


def _attached(form: Form, value: Value) -> int:
    """Return how many characters the option takes of an argument that holds its value too."""
    text = lead(value) or ""
    if text[:1] != "-":
        return 0
    if form.long:
        name, sign, _ = text.partition("=")
        return len(name) + 1 if sign and _names(form, name) else 0
    before, letter, rest = text[1:].partition(form.short)
    is_whole = value.text is not None and not rest
    if text[1:2] == "-" or not letter or is_whole or not _are_flags(form, before):
        return 0
    return len(before) + 2


def _names(form: Form, text: str) -> bool:
    """Tell whether the text is the long option; git takes the beginning of a name too."""
    name = text[2:]
    if text[:2] != "--" or not form.long.startswith(name):
        return False
    least = _ABBREVIATED_MIN_CHARACTERS if form.words[0] == "git" else len(form.long)
    return len(name) >= least


def _are_flags(form: Form, letters: str) -> bool:
    return not set(letters) & set(form.valued) and (not letters or letters.isalnum())


def _texts(values: Sequence[Value]) -> tuple[str, ...]:
    return tuple(value.text or "" for value in values)


def _options(words: str, options: str, valued: str = "") -> Iterator[Form]:
    """Yield a form for each of the options: `m` is a letter, `message` a name."""
    for option in options.split():
        short, long = (option, "") if len(option) == 1 else ("", option)
        yield Form(tuple(words.split()), short, long, valued)


FORMS: tuple[Form, ...] = (
    *_options("git commit", "m message", "CcFtuS"),
    *_options("git tag", "m message", "uFn"),
    *_options("git notes add", "m message", "CcF"),
    *_options("git notes append", "m message", "CcF"),
    *_options("git merge", "m message", "sXFS"),
    *_options("git stash push", "m message"),
    *_options("gh pr create", "b body t title", "BFHTalmpr"),
    *_options("gh pr edit", "b body t title", "BFm"),
    *_options("gh pr comment", "b body", "F"),
    *_options("gh pr review", "b body", "F"),
    *_options("gh issue create", "b body t title", "FTalmpR"),
    *_options("gh issue edit", "b body t title", "Fm"),
    *_options("gh issue comment", "b body", "F"),
    *_options("gh release create", "n notes t title", "F"),
    *_options("gh release edit", "n notes t title", "F"),
    *_options(
        "curl",
        "d data data-raw data-binary data-ascii data-urlencode json",
        "AbceEFhHKmoPQrtTuUwxXyYzC",
    ),
    Form(("echo",)),
    Form(("printf",)),
)
PRINTERS = frozenset({"echo", "printf"})
"""Programs whose text is often made of output on purpose."""
