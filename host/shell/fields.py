"""Fields: how the pieces of an expanded word become arguments, by splitting and globbing."""

from __future__ import annotations

from host.shell.command import Value
from host.shell.patterns import escaped, is_pattern
from host.shell.state import FIELD_SEPARATORS
from host.shell.variables import Unknown

UNCERTAIN_PIECE = "${_}"
"""How an outline writes what is not certain: a parameter that no trace ever knows."""


class Field:
    """One argument while its pieces come in."""

    def __init__(self) -> None:
        """Begin with nothing, not even an empty text."""
        self.pieces: list[tuple[str, bool]] = []
        self.outline: list[str] = []
        self.why: str | None = None
        self.many = False
        self.present = False
        self.quoted = False
        self.extended = False

    def add(self, text: str, *, quoted: bool) -> None:
        """Append certain text."""
        self.pieces.append((text, quoted))
        self.outline.append(text)
        self.present = self.present or quoted or text != ""
        self.quoted = self.quoted or quoted

    def add_unknown(self, unknown: Unknown, *, many: bool) -> None:
        """Append a piece that is not certain."""
        self.why = self.why or unknown.why
        self.outline.append(UNCERTAIN_PIECE)
        self.many = self.many or many
        self.present = True

    def value(self, start: int, end: int, *, globbing: bool) -> Value:
        """Give the argument, with the pattern it is if the shell would match it against files."""
        unquoted = [text for text, quoted in self.pieces if not quoted]
        pattern = globbing and (self.extended or is_pattern(unquoted))
        if self.why is not None:
            return Value(
                text=None,
                why=self.why,
                quoted=self.quoted,
                many=self.many or pattern,
                start=start,
                end=end,
                outline="".join(self.outline),
            )
        if not pattern:
            text = "".join(text for text, _ in self.pieces)
            return Value(text, quoted=self.quoted, start=start, end=end)
        return Value(
            text=None,
            why="the files decide what the pattern matches",
            quoted=self.quoted,
            many=True,
            pattern="".join(text if not q else escaped(text) for text, q in self.pieces),
            start=start,
            end=end,
        )


class Fields:
    """The arguments that one word becomes."""

    def __init__(self) -> None:
        """Begin with one field that holds nothing yet."""
        self.done: list[Field] = []
        self.current = Field()

    def add(self, text: str, *, quoted: bool) -> None:
        """Append text to the current field."""
        self.current.add(text, quoted=quoted)

    def add_unknown(self, unknown: Unknown, *, many: bool) -> None:
        """Append a piece that is not certain to the current field."""
        self.current.add_unknown(unknown, many=many)

    def close(self) -> None:
        """End the current field; one that holds nothing vanishes."""
        if self.current.present:
            self.done.append(self.current)
        self.current = Field()

    def add_split(self, text: str) -> None:
        """Append an unquoted expansion's text, split at blanks."""
        if not text:
            return
        if text[0] in FIELD_SEPARATORS:
            self.close()
        pieces = text.translate(_BLANKS).split(" ")
        words = [piece for piece in pieces if piece]
        for index, word in enumerate(words):
            if index:
                self.close()
            if "\\" in word:
                # Whether such a backslash stays depends on the files and the version of bash.
                self.add_unknown(Unknown("an unquoted expansion holds a backslash"), many=True)
            else:
                self.add(word, quoted=False)
        if words and text[-1] in FIELD_SEPARATORS:
            self.close()

    def add_list(self, texts: tuple[str, ...], *, quoted: bool) -> None:
        """Append one text for each element: quoted ones whole, others split."""
        for index, text in enumerate(texts):
            if index:
                self.close()
            if quoted:
                self.add(text, quoted=True)
            else:
                self.add_split(text)


_BLANKS = str.maketrans(dict.fromkeys(FIELD_SEPARATORS, " "))
