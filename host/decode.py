"""JSON with builtin modules only: reading a client's event, and writing a text into an answer."""

from host import plainjson

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


class _Rules:
    """What the builtin scanner asks a decoder for: the plain rules of JSON."""

    strict = True
    object_hook = None
    object_pairs_hook = None
    parse_float = float
    parse_int = int
    parse_constant = float


NO_JSON = (ValueError, StopIteration, SystemError)
"""The C scanner's ways to refuse; SystemError is its complaint where `json` was never imported, as
it asks that module for the exception to raise."""

BLANKS = " \t\n\r"
_BOM = "\ufeff"


def text_of(raw: bytes) -> str:
    """Return the bytes as text in which every byte is still to be told from every other."""
    return raw.decode("utf-8", "surrogateescape")


def read_object(raw: bytes) -> "dict[str, Any] | str":
    """Return the JSON object, or in one phrase why there is none.

    Bytes that are no UTF-8 become lone surrogates, as Python spells them in file names, and an
    escaped lone surrogate stays one: a command never silently becomes another command.
    """
    text = text_of(raw).removeprefix(_BOM).strip(BLANKS)
    if not text:
        return "nothing on standard input"
    try:
        value = plainjson.read(text)
    except plainjson.NotPlainError:
        return _scanned(text)
    if not isinstance(value, dict):
        return "JSON that is no object"
    return value


def _scanned(text: str) -> "dict[str, Any] | str":
    try:
        value, end = _new_scanner()(text, 0)
    except NO_JSON:
        return "no JSON"
    except RecursionError:
        return "JSON nested too deeply"
    if end != len(text):
        return "more than one JSON value"
    return value if isinstance(value, dict) else "JSON that is no object"


def quote(text: str) -> str:
    """Return the text as a JSON string in ASCII, lone surrogates as their escapes."""
    try:
        from _json import encode_basestring_ascii as encode
    except ImportError:  # private to CPython; without it, `json` and what it costs
        from json.encoder import encode_basestring_ascii as encode
    return encode(text)


def scan_string(text: str, begin: int) -> tuple[str, int]:
    """Return the JSON string that begins behind its quote, and where it ends; raises `NO_JSON`."""
    try:
        from _json import scanstring as scan
    except ImportError:
        import json

        scan = vars(json.decoder)["scanstring"]
    return scan(text, begin, False)  # noqa: FBT003  the C function takes no keyword


def _new_scanner() -> "Callable[[str, int], tuple[Any, int]]":
    try:
        from _json import make_scanner
    except ImportError:
        import json

        scanner: Callable[[str, int], tuple[Any, int]] = vars(json.JSONDecoder())["scan_once"]
        return scanner
    return make_scanner(_Rules())  # type: ignore[arg-type]
