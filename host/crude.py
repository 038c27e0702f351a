"""The crude test: what a slice looks for when everything else is broken; builtin modules only."""

from host.limits import CRUDE_MAX_CHARS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from typing import Any

    Words = list[str]

_SEPARATORS = ";&|\n"
_BLANKS = " \t\r"
_ESCAPED = ('"', "\\", "$", "`")  # what a backslash takes the meaning of inside double quotes
_DOES_MORE = (">", "`", "$(", "<(")
_OPEN_QUOTE = '"'  # stands for a part that no shell would run: its first word is no program


def hits(crude: "Mapping[str, Any] | Any", command: str) -> bool:
    """Tell whether the command is what the slice exists for, by its crude data alone.

    `crude` is a slice's `CRUDE` mapping or a `Crude`. Where `all_of` is given, every text of it
    occurs. Where `first_words` is given, every part of the command that does anything begins with
    one of them and goes on, and no text of `without` occurs. With neither, nothing is a hit.
    """
    all_of = _field(crude, "all_of")
    first_words = _field(crude, "first_words")
    if all_of and not all(text in command for text in all_of):
        return False
    if not first_words:
        return bool(all_of)
    if any(text in command for text in _field(crude, "without")):
        return False
    return _only_begins_with(tuple(entry.split() for entry in first_words), command)


def does_only(first_words: "Iterable[str]", command: str) -> bool:
    """Tell whether every part of the command certainly begins with one of these first words.

    A command with a redirection of output or a substitution does more than that.
    """
    if any(text in command for text in _DOES_MORE):
        return False
    return _only_begins_with(tuple(entry.split() for entry in first_words), command, bare=True)


def _field(crude: "Any", name: str) -> "tuple[str, ...]":
    if isinstance(crude, dict):
        return tuple(crude.get(name, ()))
    return tuple(getattr(crude, name))


def _only_begins_with(entries: "tuple[Words, ...]", command: str, *, bare: bool = False) -> bool:
    """Tell whether each part that does anything begins so; `bare` takes the first words alone."""
    if len(command) > CRUDE_MAX_CHARS:
        return False
    found = bare
    for words in _parts(command):
        if _changes_folder(words) or _only_assigns(words):
            continue
        if not _begins(entries, words, bare=bare):
            return False
        found = True
    return found


def _changes_folder(words: "Words") -> bool:
    operands = [word for word in words[1:] if word != "--"]
    return words[0] == "cd" and len(operands) <= 1


def _only_assigns(words: "Words") -> bool:
    names = [word.partition("=") for word in words]
    return all(equals and name.isidentifier() for name, equals, _ in names)


def _begins(entries: "tuple[Words, ...]", words: "Words", *, bare: bool) -> bool:
    while words and words[0] == "command":
        words = words[1:]
    if not words:
        return False
    plain = [words[0].rpartition("/")[2], *words[1:]]
    room = len(plain) if bare else len(plain) - 1
    return any(plain[: len(entry)] == entry and len(entry) <= room for entry in entries)


def _parts(command: str) -> "Iterator[Words]":
    """Yield the words of each part that is not empty, quotes and backslashes taken off."""
    scan = _Scan(command.replace("\\\n", ""))
    while scan.more():
        if scan.step() and scan.words:
            yield scan.words
            scan.words = []
    scan.end_word()
    if scan.quote:
        yield [_OPEN_QUOTE]
    elif scan.words:
        yield scan.words


class _Scan:
    """Where the reading of a command stands: the words of its part and the letters of its word."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.quote = ""
        self.words: Words = []
        self.word: list[str] | None = None

    def more(self) -> bool:
        """Tell whether a character is left."""
        return self.at < len(self.text)

    def step(self) -> bool:
        """Take one character, and tell whether it ended a part."""
        char = self._take()
        if self.quote:
            self._inside_quotes(char)
        elif char in "'\"":
            self.quote = char
            self._add("")
        elif char == "\\":
            self._add(self._take())
        elif char == "#" and self.word is None:
            self._skip_comment()
        elif char in _SEPARATORS or char in _BLANKS:
            self.end_word()
            return char in _SEPARATORS
        else:
            self._add(char)
        return False

    def end_word(self) -> None:
        """Close the word that is being read, if there is one."""
        if self.word is not None:
            self.words.append("".join(self.word))
            self.word = None

    def _take(self) -> str:
        self.at += 1
        return self.text[self.at - 1 : self.at]

    def _add(self, letters: str) -> None:
        self.word = [] if self.word is None else self.word
        self.word.append(letters)

    def _inside_quotes(self, char: str) -> None:
        if char == self.quote:
            self.quote = ""
        elif char == "\\" and self.quote == '"' and self.text[self.at : self.at + 1] in _ESCAPED:
            self._add(self._take())
        else:
            self._add(char)

    def _skip_comment(self) -> None:
        end = self.text.find("\n", self.at)
        self.at = len(self.text) if end < 0 else end
