"""The forms in which a command writes a file from a here-document: each form is a source."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import frozen

from host.shell.paths import resolve
from host.shell.redirecting import names_file
from slices.scar.heredoc import patches
from slices.scar.heredoc.sinks import SINKS
from slices.scar.heredoc.values import HOLE
from slices.scar.predicate import Source

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from host.shell.command import Command, FileUse, Redirect, Value
    from host.shell.syntax import HereDocument
    from slices.scar.heredoc.flow import Fed
    from slices.scar.parsed import Parsed

    Rule = Callable[[Fed], Iterable["Write"]]

OPERATORS = (">", ">>", ">|", "<>", "&>", "&>>", ">&")
TAKERS = ("tee", "sponge", "sort", "xxd")
COPIERS = ("cp", "install")
LINE_EDITORS = ("ed", "ex")
_MOVERS = frozenset({"cp", "mv", "install", "ln"})
_INPUTS = ("/dev/stdin", "/dev/fd/", "/proc/self/fd/")
_NOT_APPLIED = frozenset({"--check", "--stat", "--numstat", "--summary", "--dry-run", "--cached"})


@frozen
class Write:
    """A file that a command writes from here-documents.

    `target` is the file's path as far as it is known, absolute where it can be, with holes where it
    cannot; `path` is the absolute path, or None. `host` is None for this machine.
    """

    target: str
    path: str | None
    host: str | None
    documents: tuple[HereDocument, ...]


def _of_value(one: Fed, value: Value, path: str | None) -> Write:
    spelt = value.text or value.pattern or value.outline or ""
    return Write(path or spelt, path, one.command.host, one.documents)


def _of_text(one: Fed, text: str, documents: tuple[HereDocument, ...]) -> Write:
    known = HOLE not in text and one.command.host is None
    path = resolve(text, one.command.base or one.command.folder) if known else None
    return Write(path or text, path, one.command.host, documents)


def _redirection(operator: str) -> Rule:
    def rule(one: Fed) -> Iterator[Write]:
        for redirect in one.command.redirects:
            if redirect.operator == operator and _takes_output(redirect):
                yield _of_value(one, redirect.target, redirect.path)

    return rule


def _takes_output(redirect: Redirect) -> bool:
    """Tell whether what the command prints may go there: not by descriptor 0 or 2."""
    if not names_file(redirect.operator, redirect.target):
        return False
    if redirect.operator == "<>":
        return redirect.descriptor not in {None, "0", "2"}
    return redirect.descriptor not in {"0", "2"}


def _taken_by(program: str) -> Rule:
    def rule(one: Fed) -> Iterator[Write]:
        if one.command.program == program and not one.command.function_call:
            yield from (_of_value(one, use.value, use.path) for use in _operands_written(one))

    return rule


def _operands_written(one: Fed) -> Iterator[FileUse]:
    targets = {id(redirect.target) for redirect in one.command.redirects}
    for use in one.command.files:
        if use.use == "write" and id(use.value) not in targets:
            yield use


def _blocks(one: Fed) -> Iterator[Write]:
    if one.command.program != "dd" or any(
        use.use == "read" and not _is_input(use) for use in one.command.files
    ):
        return
    for use in _operands_written(one):
        spelt = use.value.text or use.value.outline or ""
        yield Write(use.path or spelt, use.path, one.command.host, one.documents)


def _copied_by(program: str) -> Rule:
    def rule(one: Fed) -> Iterator[Write]:
        if one.command.program == program and any(map(_is_input, one.command.files)):
            yield from (_of_value(one, use.value, use.path) for use in _operands_written(one))

    return rule


def _is_input(use: FileUse) -> bool:
    return use.use == "read" and (use.path or use.value.text or "").startswith(_INPUTS)


def _edited_by(program: str) -> Rule:
    def rule(one: Fed) -> Iterator[Write]:
        if one.command.program != program:
            return
        for value in one.command.arguments[1:]:
            if value.text is not None and value.text[:1] not in {"-", "+"}:
                yield _of_text(one, value.text, one.documents)

    return rule


def _patched(one: Fed) -> Iterator[Write]:
    if one.command.program != "patch" or _only_looks(one.command):
        return
    named = list(_operands_written(one))
    yield from (_of_value(one, use.value, use.path) for use in named)
    if not named:
        yield from _in_headers(one)


def _applied(one: Fed) -> Iterator[Write]:
    words = [value.text for value in one.command.arguments]
    subcommand = next((word for word in words[1:] if word in {"apply", "am"}), None)
    if one.command.program == "git" and subcommand and not _only_looks(one.command):
        yield from _in_headers(one)


def _apply_patch(one: Fed) -> Iterator[Write]:
    if one.command.program in {"apply_patch", "applypatch"}:
        yield from _in_headers(one)


def _only_looks(command: Command) -> bool:
    words = {value.text for value in command.arguments}
    return bool(words & _NOT_APPLIED) and "--apply" not in words


def _in_headers(one: Fed) -> Iterator[Write]:
    for document in one.documents:
        for name in patches.files(document.body):
            yield _of_text(one, name, (document,))


def _fed(rule: Rule) -> Callable[[Parsed], Iterator[Write]]:
    def find(parsed: Parsed) -> Iterator[Write]:
        for one in parsed.fed:
            yield from rule(one)

    return find


def _python(form: str) -> Callable[[Parsed], Iterator[Write]]:
    def find(parsed: Parsed) -> Iterator[Write]:
        for one, body, written in parsed.python_bodies:
            for each in written:
                if each.form == form:
                    yield _of_text(one, each.path, (body.document,))

    return find


def _passed_on(parsed: Parsed) -> Iterator[Write]:
    """Yield what a file that was written here is copied or moved onto, in the same command."""
    direct = (write for form in DIRECT for write in form.find(parsed) if write.path is not None)
    written = {write.path: write.documents for write in direct}
    for command in parsed.reading.commands if written else ():
        if command.program not in _MOVERS:
            continue
        documents = next((written[u.path] for u in command.files if u.path in written), None)
        for use in command.files if documents else ():
            if use.use == "write" and use.path not in written:
                spelt = use.value.text or use.value.outline or ""
                yield Write(use.path or spelt, use.path, command.host, documents or ())


DIRECT: tuple[Source, ...] = (
    *(Source(f"redirection {op}", _fed(_redirection(op))) for op in OPERATORS),
    *(Source(name, _fed(_taken_by(name))) for name in TAKERS),
    Source("dd", _fed(_blocks)),
    *(Source(name, _fed(_copied_by(name))) for name in COPIERS),
    *(Source(name, _fed(_edited_by(name))) for name in LINE_EDITORS),
    Source("patch", _fed(_patched)),
    Source("git apply", _fed(_applied)),
    Source("apply_patch", _fed(_apply_patch)),
    *(Source(f"Python: {form}", _python(form)) for form in SINKS),
)
FORMS = (*DIRECT, Source("copied or moved on", _passed_on))
