"""Reads the plain JSON that most events are, with nothing loaded for it."""

# CPython's scanner is a library file of its own: to load it costs a pass more than all it reads.
# What is not plain is left to it: this reader never guesses, and never refuses.

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    Take = Callable[[], str]

_APART = {ord(mark): f" {mark} " for mark in "{}[]:,"}
_WORDS = {"true": True, "false": False, "null": None}
_ESCAPES = (("\\n", "\n"), ("\\t", "\t"), ("\\r", "\r"), ("\\/", "/"), ("\\b", "\b"), ("\\f", "\f"))
_BACKSLASH, _QUOTE = "\ue000", "\ue001"  # not printable, and so in no text that is read here
_DIGITS_MAX = 20


class NotPlainError(Exception):
    """The text is no JSON, or JSON of a rarer kind."""


def read(text: str) -> "Any":
    """Return the value of a JSON text; raises `NotPlainError`.

    Plain are: one line of printable characters, no escape with a `u`, integers of a few digits.
    """
    if not text.isprintable() or "\\u" in text:
        raise NotPlainError
    if "\\" in text:
        text = text.replace("\\\\", _BACKSLASH).replace('\\"', _QUOTE)
    take = iter(_signs(text.split('"'))).__next__
    try:
        value = _value(take(), take)
        rest = take()
    except (StopIteration, RecursionError):
        raise NotPlainError from None
    if rest:
        raise NotPlainError
    return value


def _signs(pieces: list[str]) -> list[str]:
    """Return marks, words and numbers, each text after a quote, and "" for the end."""
    if not len(pieces) & 1:
        raise NotPlainError
    signs: list[str] = []
    for at, piece in enumerate(pieces):
        signs += ('"', piece) if at & 1 else piece.translate(_APART).split()
    signs.append("")
    return signs


def _value(sign: str, take: "Take") -> "Any":
    if sign == '"':
        return _text(take())
    if sign == "{":
        return _object(take)
    if sign == "[":
        return _list(take)
    if sign in _WORDS:
        return _WORDS[sign]
    if not sign.isdecimal() or not sign.isascii() or len(sign) > _DIGITS_MAX:
        raise NotPlainError
    if sign[0] == "0" and sign != "0":
        raise NotPlainError
    return int(sign)


def _object(take: "Take") -> "dict[str, Any]":
    found: dict[str, Any] = {}
    sign = take()
    if sign == "}":
        return found
    while True:
        if sign != '"':
            raise NotPlainError
        key = _text(take())
        if take() != ":":
            raise NotPlainError
        found[key] = _value(take(), take)
        sign = take()
        if sign == "}":
            return found
        if sign != ",":
            raise NotPlainError
        sign = take()


def _list(take: "Take") -> "list[Any]":
    found: list[Any] = []
    sign = take()
    if sign == "]":
        return found
    while True:
        found.append(_value(sign, take))
        sign = take()
        if sign == "]":
            return found
        if sign != ",":
            raise NotPlainError
        sign = take()


def _text(piece: str) -> str:
    if "\\" in piece:
        for escape, meant in _ESCAPES:
            piece = piece.replace(escape, meant)
        if "\\" in piece:
            raise NotPlainError
    return piece.replace(_QUOTE, '"').replace(_BACKSLASH, "\\")
