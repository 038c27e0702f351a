"""Substitutions in an argument that is prose: what stands in them, and whether it is a command."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from attrs import frozen

from host.shell.syntax import SimpleCommand, Substitution, Text

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from host.shell.syntax import HereDocument, Word

_CODE_FUNCTIONS = frozenset(
    {
        *("shell", "wildcard", "patsubst", "subst", "foreach", "call", "eval", "filter"),
        *("filter-out", "notdir", "addprefix", "addsuffix", "firstword", "lastword", "findstring"),
        *("abspath", "realpath", "strip", "error", "warning", "info", "origin", "value"),
    }
)
_ALSO_PROGRAMS = frozenset({"eval", "info", "realpath", "strip"})
MAKE_FUNCTIONS = _CODE_FUNCTIONS - _ALSO_PROGRAMS
"""Functions of make that no program of that name is known for: `$(shell pwd)`."""

ALONE = frozenset(
    {
        *("date", "pwd", "whoami", "hostname", "id", "uname", "nproc", "tty", "arch", "logname"),
        *("groups", "uptime", "uuidgen", "mktemp", "ls", "jobs", "history", "env", "printenv"),
        *("df", "ps", "top", "free", "who", "w", "users", "locale", "fortune", "cal", "times"),
        *("dirs", "umask", "lscpu", "lsblk", "mount", "sw_vers", "getconf", "ifconfig"),
    }
)
"""Programs that print something on their own, without an argument."""

WITH_ARGUMENTS = frozenset(
    {
        *("cat", "head", "tail", "wc", "basename", "dirname", "realpath", "readlink", "cut"),
        *("awk", "sed", "tr", "grep", "rg", "jq", "yq", "expr", "seq", "which", "stat", "du"),
        *("printf", "echo", "command", "type", "tput", "find", "sort", "uniq", "bc", "test"),
        *("md5sum", "sha1sum", "sha256sum", "shasum", "cksum", "file", "getent", "pgrep", "lsof"),
    }
)
"""Programs that people run for what they print about their arguments."""

_GIT_PRINTS = frozenset(
    {
        *("rev-parse", "describe", "log", "branch", "show", "config", "rev-list", "ls-files"),
        *("symbolic-ref", "merge-base", "ls-remote", "remote", "hash-object", "tag", "diff"),
    }
)


_ASKS_VERSION = frozenset({"-v", "-V", "--version", "version"})
_MESSAGES = frozenset({"git", "gh"})
"""Programs whose text people read: a function of their own seldom makes a part of it."""


@frozen
class Script:
    """A script inside an argument's double quotes, as clauses judge it.

    `form` is the argument's, `text` the script as it stands in the command, with its backquotes or
    parentheses. `words` are those of its first command, `commands` how many there are. `beside`
    tells whether a letter or digit stands beside it in the same text. `known` says that its first
    word is a function of the same command, `delimiter` is the here-document's that it stands in.
    """

    form: str
    printed: bool
    text: str
    backquoted: bool
    words: tuple[str, ...]
    quoted_first: bool
    does_more: bool
    beside: bool
    known: bool = False
    delimiter: str = ""


@frozen
class Spot:
    """Where prose stands: the form, whether a printing program has it, the source, functions."""

    form: str
    printed: bool
    source: str
    functions: Collection[str]


def scripts(word: Word, skip: int, spot: Spot) -> Iterator[Script]:
    """Yield the scripts in double quotes of a word, its first `skip` characters left out."""
    texts = [part.value for part in word.parts if isinstance(part, Text)]
    beside = _says_something("".join(texts)[skip:])
    for part in word.parts:
        if isinstance(part, Substitution) and part.quoted and part.kind in _KINDS:
            yield _script(part, spot, beside=beside)
            for document in _documents(part):
                yield from _of_document(document, spot)


_KINDS = ("command", "backquote")


def _of_document(document: HereDocument, spot: Spot) -> Iterator[Script]:
    """Yield what runs in the body of a here-document whose delimiter is not quoted."""
    beside = any(map(_says_something, _between(document, spot.source)))
    for part in document.nested:
        yield _script(part, spot, beside=beside, delimiter=document.delimiter)


def _between(document: HereDocument, source: str) -> Iterator[str]:
    at = document.start
    for part in document.nested:
        yield source[at : part.start]
        at = part.end
    yield source[at : document.end]


def _documents(part: Substitution) -> Iterator[HereDocument]:
    if part.source is not None:
        return
    for command in _simple(part):
        for redirection in command.redirections:
            if redirection.document is not None and not redirection.document.quoted:
                yield redirection.document


def _script(part: Substitution, spot: Spot, *, beside: bool, delimiter: str = "") -> Script:
    commands = list(_simple(part))
    first = commands[0] if commands else None
    words = tuple(w.literal or _UNCERTAIN for w in first.words) if first is not None else ()
    return Script(
        form=spot.form,
        printed=spot.printed,
        text=spot.source[part.start : part.end],
        backquoted=part.kind == "backquote",
        words=words,
        quoted_first=bool(words) and _is_quoted(first),
        does_more=_does_more(part, commands),
        beside=beside,
        known=bool(words) and words[0] in spot.functions,
        delimiter=delimiter,
    )


_UNCERTAIN = "\0"
"""Stands for a word that is not text alone."""


def _simple(part: Substitution) -> Iterator[SimpleCommand]:
    for item in part.body:
        for pipeline in item.pipelines:
            yield from (one for one in pipeline.commands if isinstance(one, SimpleCommand))


def _is_quoted(command: SimpleCommand | None) -> bool:
    parts = command.words[0].parts if command is not None else ()
    return any(isinstance(part, Text) and part.quoted for part in parts)


def _does_more(part: Substitution, commands: list[SimpleCommand]) -> bool:
    """Tell whether it is a pipe, a list, a compound command, redirects, or expands something."""
    if len(part.body) > 1 or any(len(item.pipelines) > 1 for item in part.body):
        return True
    if part.body and len(part.body[0].pipelines[0].commands) != len(commands):
        return True
    return len(commands) > 1 or any(map(_uses_the_shell, commands))


def _uses_the_shell(command: SimpleCommand) -> bool:
    plain = all(word.literal is not None for word in command.words)
    return bool(command.redirections or command.assignments) or not plain


def _says_something(text: str) -> bool:
    return any(map(str.isalnum, text))


def prints(script: Script) -> bool:
    """Tell whether the script is a call of a program that is known for what it prints."""
    words = script.words
    if script.does_more or script.known:
        return True
    if not words:
        return False
    name = words[0].rpartition("/")[2]
    if name == "git":
        return len(words) > 1 and words[1] in _GIT_PRINTS
    if name in ALONE or (name in WITH_ARGUMENTS and len(words) > 1):
        return True
    return len(words) == len(("program", "option")) and words[1] in _ASKS_VERSION


_VARIABLE = re.compile(r"[A-Z_][A-Z0-9_]*")


def is_variable(script: Script) -> bool:
    """Tell whether it is one word in capitals, as a variable of make is written: `$(SRC)`."""
    return len(script.words) == 1 and _VARIABLE.fullmatch(script.words[0]) is not None


def is_plain_word(script: Script) -> bool:
    """Tell whether, in a message, it is one word that no known printing program has: `$(cmd)`."""
    if len(script.words) != 1 or script.does_more or is_variable(script):
        return False
    if script.form.partition(" ")[0] not in _MESSAGES:
        return False
    word = script.words[0]
    return word.isascii() and word.isalnum() and not script.quoted_first and not prints(script)


def is_function_of_make(script: Script) -> bool:
    """Tell whether it calls a function of make: `$(wildcard *.c)`."""
    return len(script.words) > 1 and script.words[0] in MAKE_FUNCTIONS and not script.known


def is_selector(script: Script) -> bool:
    """Tell whether a quoted text stands where a program would: `$('#id')`."""
    return script.quoted_first and not any(c.isspace() or c == "/" for c in script.words[0])


def has_no_letter(script: Script) -> bool:
    """Tell whether its first word is made of signs alone: `$(...)`."""
    first = script.words[0] if script.words else ""
    return first not in {"", ".", "[", ":", _UNCERTAIN} and not _says_something(first)


def is_empty(script: Script) -> bool:
    """Tell whether nothing stands in it: `$()`."""
    return not script.words and not script.does_more
