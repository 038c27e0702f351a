"""What may stand in an event that cannot be read as JSON; builtin modules only."""

from host.decode import BLANKS, NO_JSON, scan_string, text_of
from host.limits import CRUDE_MAX_CHARS, GUESSES_MAX

_BLANK = tuple(BLANKS)


def texts_under(raw: bytes, key: str) -> list[str]:
    """Return what looks like texts under the key in an event that cannot be read.

    Each string under it counts, cut off or not, and whatever the case of the key. Of a list or an
    object its strings count, as words and each alone. (Inside a string the key's quotes would be
    escaped.) Without its NUL bytes UTF-16 and UTF-32 are read too, as far as they hold ASCII.
    """
    data = raw.replace(b"\0", b"")
    text, lower = text_of(data), text_of(data.lower())  # of one length: bytes lower ASCII only
    name = f'"{key}"'
    found: list[str] = []
    at = lower.find(name)
    while at >= 0 and len(found) < GUESSES_MAX:
        start = _after_blanks(text, at + len(name))
        if text[start : start + 1] == ":":
            found += _texts(text, _after_blanks(text, start + 1))
        at = lower.find(name, at + 1)
    return found


def texts_in(value: object, key: str) -> list[str]:
    """Return the texts under the key anywhere in a decoded event, by the rules above."""
    found: list[str] = []
    left = [value]
    while left and len(found) < GUESSES_MAX:
        one = left.pop()
        if isinstance(one, dict):
            left += one.values()
            named = [inner for name, inner in one.items() if str(name).lower() == key]
            found += [text for inner in named for text in _strings_of(inner)]
        elif isinstance(one, list):
            left += one
    return found


def _strings_of(value: object) -> list[str]:
    if isinstance(value, str):
        return [value]
    found: list[str] = []
    left = [value]
    while left and len(found) < GUESSES_MAX:
        one = left.pop()
        if isinstance(one, str):
            found.insert(0, one)
        elif isinstance(one, dict | list):
            left += one.values() if isinstance(one, dict) else one
    return [" ".join(found), *found]


def _after_blanks(text: str, at: int) -> int:
    while text[at : at + 1] in _BLANK:
        at += 1
    return at


def _texts(text: str, at: int) -> list[str]:
    if text[at : at + 1] == '"':
        return [_string(text, at + 1)[0]]
    if text[at : at + 1] in ("[", "{"):
        words = _strings(text, at)
        return [" ".join(words), *words]
    return []


def _strings(text: str, at: int) -> list[str]:
    """Return the strings up to the bracket that closes the one at `at`."""
    found: list[str] = []
    depth, end = 0, at + CRUDE_MAX_CHARS
    while at < min(end, len(text)) and len(found) < GUESSES_MAX:
        char = text[at]
        at += 1
        if char == '"':
            string, at = _string(text, at)
            found.append(string)
        depth += (char in "[{") - (char in "]}")
        if not depth:
            break
    return found


def _string(text: str, at: int) -> tuple[str, int]:
    """Return the string that begins at `at`, behind its quote, and where it ends."""
    try:
        return scan_string(text, at)
    except NO_JSON:
        plain = text[at : at + CRUDE_MAX_CHARS].replace("\\n", "\n").replace("\\t", "\t")
        return plain.replace('\\"', '"').replace("\\\\", "\\"), len(text)
