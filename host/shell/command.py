"""What a command string would run: each simple command, its certain arguments, its place."""

from __future__ import annotations

import os.path
from typing import TYPE_CHECKING, Literal

import attrs
from attrs import frozen

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from host.shell.syntax import HereDocument, Script, SimpleCommand

Use = Literal["read", "write", "execute"]


@frozen
class Value:
    """One argument as the program would get it.

    `text` is None where it is not certain, and `why` then says why not. `many` marks a value that
    may stand for any number of arguments, none included. `pattern` is the glob pattern of a word
    that the shell would match against files (quoted characters escaped as `[*]`), and then `text`
    is None. `outline` is, for other uncertain values, the text with `${_}` in place of each piece
    that is not certain. `start` and `end` span the word in the source it was parsed from.
    """

    text: str | None
    why: str | None = None
    quoted: bool = False
    many: bool = False
    pattern: str | None = None
    start: int = 0
    end: int = 0
    outline: str | None = None


@frozen
class FileUse:
    """A file that a command reads, writes or executes.

    `path` is absolute and lexically normal, or None where folder or word is not certain. `proven`
    is true where the use follows from the grammar or from a command whose operands are known
    (`sed -i`, a redirection), and false where the word could be something else. `host` is None for
    this machine.
    """

    use: Use
    path: str | None
    value: Value
    host: str | None = None
    proven: bool = True

    @property
    def device(self) -> bool:
        """Whether it is a file of `/dev`, such as `/dev/null`."""
        return self.path is not None and self.path.startswith("/dev/")


@frozen
class Redirect:
    """A redirection with its target as far as it is certain; `path` as in `FileUse`."""

    operator: str
    descriptor: str | None
    target: Value
    path: str | None = None
    document: HereDocument | None = None


@frozen
class Place:
    """Where a simple command stands in its script.

    `piped_in` and `piped_out` are true for the members of a pipeline; `conditional` after `&&` or
    `||`, in a branch or a loop; `compound` inside any compound command; `substitution` inside
    `$(…)`, backquotes or a process substitution; `function` inside a function's body; `nested`
    inside a string that another shell reads (`bash -c`, `eval`, a remote command).
    """

    piped_in: bool = False
    piped_out: bool = False
    subshell: bool = False
    background: bool = False
    conditional: bool = False
    compound: bool = False
    substitution: bool = False
    function: bool = False
    nested: bool = False


@frozen
class Command:
    """One simple command as it would run.

    A wrapper (`sudo cat F`) is a command of its own, and the command it runs follows it with the
    wrapper's name in `wrappers`; it repeats the wrapper's redirections where they are in force for
    it, but `files` lists the files of a redirection once, with the wrapper. A call of a function of
    the script is followed by the commands of its body. The redirections of a compound command come
    as a command without arguments before its body.

    `folder` is the folder in force, None where it is not known; `base` is the one that relative
    words of the command count from, another one after `git -C`, `make -C` or `tar -C`. `host` is
    None for this machine, the name without user for another machine, container or pod, and "" for
    one that is not certain. `syntax` is the node it came from, None for the redirections of a
    compound command and for what a wrapper runs; `source` is the text that spans count in. `files`
    holds what the grammar and the known programs prove; words of other programs are not in it.
    `function_call` is true where the name is a function of the script, so that no program of that
    name runs.
    """

    arguments: tuple[Value, ...]
    assignments: tuple[tuple[str, Value], ...] = ()
    redirects: tuple[Redirect, ...] = ()
    folder: str | None = None
    base: str | None = None
    host: str | None = None
    place: Place = Place()
    wrappers: tuple[str, ...] = ()
    files: tuple[FileUse, ...] = ()
    syntax: SimpleCommand | None = None
    source: str = ""
    function_call: bool = False

    @property
    def program(self) -> str | None:
        """The base name of the program, or None where it is not certain."""
        if not self.arguments or self.arguments[0].text is None:
            return None
        return self.arguments[0].text.rpartition("/")[2]

    @property
    def heredocs(self) -> tuple[HereDocument, ...]:
        """The here-documents it reads, in source order."""
        return tuple(r.document for r in self.redirects if r.document is not None)


@frozen
class Reading:
    """A readable command string: its tree, and the commands it would run in source order."""

    script: Script
    commands: tuple[Command, ...]


@frozen
class Setting:
    """What is known before the command runs.

    `folder` is the session's folder, absolute; `variables` are those whose values are known from
    outside (`HOME`, `PWD`, `OLDPWD`); `is_folder` answers for a local absolute path, and a slice or
    a test may give one that never looks at the disk. `real_path` follows symbolic links, for
    `cd -P`.
    """

    folder: str | None = None
    variables: Mapping[str, str] = attrs.field(factory=dict)
    is_folder: Callable[[str], bool] = os.path.isdir
    real_path: Callable[[str], str] = os.path.realpath
