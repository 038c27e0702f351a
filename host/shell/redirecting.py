"""Redirections: their targets as far as they are certain, and the text that they feed in."""

from __future__ import annotations

from typing import TYPE_CHECKING

from host.shell.arithmetic import touched_by_document
from host.shell.command import FileUse, Redirect, Value
from host.shell.evaluation import after_names, after_touch
from host.shell.paths import resolve

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from host.shell.command import Use
    from host.shell.expand import Expander
    from host.shell.syntax import HereDocument, Redirection

_USES: dict[str, tuple[Use, ...]] = {
    "<": ("read",),
    ">": ("write",),
    ">>": ("write",),
    ">|": ("write",),
    "<>": ("read", "write"),
    "&>": ("write",),
    "&>>": ("write",),
    ">&": ("write",),
}


def redirected(nodes: Iterable[Redirection], expander: Expander) -> tuple[Redirect, ...]:
    """Give the redirections of a command with their targets expanded."""
    return tuple(_redirect(node, expander) for node in nodes)


def _redirect(node: Redirection, expander: Expander) -> Redirect:
    if node.descriptor is not None and node.descriptor[0] == "{":
        # The shell assigns the number of the descriptor that it opens.
        expander.state = after_names([node.descriptor[1:-1]], expander.state)
    if node.document is not None:
        expander.texts_in(node.document.nested)
        if not node.document.quoted:
            touched = touched_by_document(node.document.body)
            expander.state = after_touch(touched, expander.state)
        text = node.target.literal or ""
        target = Value(text, start=node.target.start, end=node.target.end)
        return Redirect(node.operator, node.descriptor, target, document=node.document)
    if node.operator == "<<<":
        return Redirect("<<<", node.descriptor, expander.single(node.target, assignment=False))
    values = expander.word(node.target)
    if len(values) == 1:
        target = values[0]
    else:
        target = Value(
            None, "the target is not one word", start=node.target.start, end=node.target.end
        )
    path = None
    if names_file(node.operator, target) and target.text is not None:
        path = resolve(target.text, expander.state.folder)
    return Redirect(node.operator, node.descriptor, target, path)


def names_file(operator: str, target: Value) -> bool:
    """Whether the redirection opens a file, and not a descriptor or a text."""
    if operator not in _USES:
        return False
    if operator != ">&":
        return True
    text = target.text
    return text is not None and text != "-" and not text.rstrip("-").isdigit()


def redirect_uses(redirects: Iterable[Redirect], host: str | None) -> tuple[FileUse, ...]:
    """Give the files that redirections read and write."""
    return tuple(
        FileUse(use, r.path, r.target, host)
        for r in redirects
        if names_file(r.operator, r.target)
        for use in _USES[r.operator]
    )


def may_fail(redirects: Iterable[Redirect]) -> bool:
    """Whether the shell may fail to open one, and so not run the command."""
    return any(names_file(r.operator, r.target) and r.target.text != "/dev/null" for r in redirects)


def standard_input(redirects: Sequence[Redirect], around: Value | None) -> Value | None:
    """Give the text fed to standard input, by redirections or from around; None if none is."""
    text = around
    for redirect in redirects:
        if redirect.operator[0] != "<" or redirect.descriptor not in {None, "0"}:
            continue
        text = None
        if redirect.operator == "<<<":
            text = redirect.target
        elif redirect.document is not None:
            text = document_text(redirect.document)
    return text


def document_text(document: HereDocument) -> Value:
    """Give a here-document's body as a value: certain, or with an outline."""
    body = document.body
    if document.quoted or not any(c in body for c in "$`\\"):
        return Value(body, quoted=True, start=document.start, end=document.end)
    why = "the shell expands the body"
    return Value(None, why, start=document.start, end=document.end, outline=_opened(body))


def _opened(body: str) -> str | None:
    """Give the body with each expansion as an open piece; None where it holds a script."""
    if "`" in body or "$(" in body:
        return None
    pieces: list[str] = []
    at = 0
    while at < len(body):
        character = body[at]
        if character == "\\" and body[at + 1 : at + 2] in {"$", "\\"}:
            pieces.append(body[at + 1])
            at += 2
        elif character == "$":
            end = _parameter_end(body, at + 1)
            pieces.append("${_}" if end > at + 1 else "$")
            at = end
        else:
            pieces.append(character)
            at += 1
    return "".join(pieces)


def _parameter_end(body: str, at: int) -> int:
    if body[at : at + 1] == "{":
        end = body.find("}", at)
        return len(body) if end < 0 else end + 1
    if body[at : at + 1] in set("@*#?$!-0123456789"):
        return at + 1
    while at < len(body) and (body[at].isalnum() or body[at] == "_"):
        at += 1
    return at
