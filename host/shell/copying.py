"""Programs that copy: which operands are sources, which the destination, and on which host."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from host.shell.paths import base
from host.shell.remote import host_name
from host.shell.roles import Role, role

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from host.shell.command import Use, Value
    from host.shell.options import Parsed
    from host.shell.roles import Around, Rule


def copies(source: Use) -> Rule:
    """`cp`, `mv`, `install`, `ln`: sources, then the destination, a file or a folder."""

    def rule(parsed: Parsed, around: Around) -> Iterable[Role]:
        if around.program == "install" and parsed.has("d", "directory"):
            return [role("write", value) for value in parsed.operands]
        given = parsed.values("t", "target-directory")
        operands = parsed.operands
        if given:
            folder = role("write", given[0])
            found = [_inside(folder, value) for value in operands]
        elif len(operands) < 2:  # noqa: PLR2004 (a source and a destination)
            found = []
        else:
            found = _destinations(operands, parsed, around)
            operands = operands[:-1]
        uses = [role(source, value, proven=parsed.sure) for value in operands]
        return [*uses, *(attrs.evolve(one, proven=parsed.sure) for one in found)]

    return rule


def _destinations(operands: Sequence[Value], parsed: Parsed, around: Around) -> list[Role]:
    *sources, last = operands
    target = role("write", last)
    text = last.text
    as_file = parsed.has("T", "no-target-directory")
    if text is None or as_file:
        return [target]
    many = len(sources) > 1 or sources[0].many
    if not (many or text.endswith("/") or around.is_folder(text)):
        return [target]
    return [_inside(target, value) for value in sources]


def _inside(folder: Role, source: Value) -> Role:
    if folder.text is None or source.text is None:
        return attrs.evolve(folder, text=None)
    name = base(source.text)
    if name in {"", ".", ".."}:
        return folder
    return attrs.evolve(folder, text=f"{folder.text.rstrip('/')}/{name}")


def remote_copies(parsed: Parsed, around: Around) -> Iterable[Role]:
    """`scp`, `rsync`: operands on this or another host, the last the destination."""
    if len(parsed.operands) < 2:  # noqa: PLR2004 (a source and a destination)
        return
    *sources, last = parsed.operands
    for value in sources:
        yield attrs.evolve(_located("read", value), proven=parsed.sure)
    target = _located("write", last)
    inside = (target.text or "").endswith("/") or len(sources) > 1
    if target.elsewhere is None and target.text is not None:
        inside = inside or around.is_folder(target.text)
    for value in sources[: None if inside else 1]:
        source = _located("read", value)
        written = _inside(target, attrs.evolve(value, text=source.text)) if inside else target
        if around.program == "rsync" and (source.text or "").endswith("/"):
            written = target
        yield attrs.evolve(written, proven=parsed.sure)


def pod_copies(parsed: Parsed, around: Around) -> Iterable[Role]:
    """`kubectl cp`: like `docker cp`, and a pod may stand behind its namespace."""
    operands = tuple(attrs.evolve(v, text=_without_namespace(v.text)) for v in parsed.operands)
    return container_copies(attrs.evolve(parsed, operands=operands), around)


def _without_namespace(text: str | None) -> str | None:
    if text is None:
        return None
    place, colon, path = text.partition(":")
    namespace, slash, pod = place.partition("/")
    if not colon or not slash or "/" in pod or namespace in {"", ".", ".."}:
        return text
    return f"{pod}:{path}"


def container_copies(parsed: Parsed, around: Around) -> Iterable[Role]:
    """`docker cp`, `kubectl cp`: like `scp` with a container in front of the colon."""
    operands = parsed.operands
    if operands and operands[0].text in {"container", "compose"}:
        operands = operands[1:]
    if not operands or operands[0].text != "cp":
        return ()
    return remote_copies(attrs.evolve(parsed, operands=operands[1:]), around)


def _located(use: Use, value: Value) -> Role:
    """Give the operand's file, on the host it names."""
    text = value.text
    if text is None:
        # What is not certain may name another host.
        return Role(use, value, None, elsewhere="" if _may_be_remote(value) else None)
    host, path = split_host(text)
    return Role(use, value, path, elsewhere=host)


def _may_be_remote(value: Value) -> bool:
    start = (value.pattern or value.outline or "${_}").partition("${_}")[0]
    return not start.startswith(("/", "./", "../"))


def split_host(text: str) -> tuple[str | None, str]:
    """Give the host and path of a copy operand; the host is None for a local path."""
    for scheme in ("scp://", "rsync://", "sftp://"):
        if text.startswith(scheme):
            place, slash, path = text[len(scheme) :].partition("/")
            # The first name of an `rsync://` address is a module, and no path of the host.
            known = "" if scheme == "rsync://" else slash + path
            return host_name(f"ssh://{place}"), known
    if text.startswith("["):
        name, bracket, path = text[1:].partition("]:")
        return (name, path.removeprefix(":")) if bracket else (None, text)
    name, colon, path = text.partition(":")
    user, at, address = name.rpartition("@")
    if address.startswith("["):
        address, bracket, path = text[len(user) + len(at) + 1 :].partition("]:")
        return (address, path) if bracket else (None, text)
    if not colon or not name or "/" in name or _is_drive(name, path):
        return None, text
    # `host::module` is a server's own name for a folder: no path of the host.
    host = host_name(name).rpartition("/")[2]
    return (host, "") if path.startswith(":") else (host, path)


def _is_drive(name: str, path: str) -> bool:
    if len(name) != 1 or not name.isalpha():
        return False
    return path[:1] == "\\" or (path[:1] == "/" and name.isupper())
