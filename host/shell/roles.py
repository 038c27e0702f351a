"""How the operands of a program become files it reads, writes or executes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import frozen

from host.shell.command import Value

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from host.shell.command import Use
    from host.shell.options import Parsed

    Used = tuple[Use, "Value | str"]
    Rule = Callable[[Parsed, "Around"], "Iterable[Role]"]


@frozen
class Role:
    """One operand's use; `text` stands for the path where it is not the argument's own text.

    `elsewhere` names another machine's file: the host, "" where it is not certain.
    """

    use: Use
    value: Value
    text: str | None = None
    proven: bool = True
    elsewhere: str | None = None


@frozen
class Around:
    """What a rule may ask: the program's base name, and whether a local path is a folder."""

    program: str
    is_folder: Callable[[str], bool]


def role(use: Use, value: Value | str, *, proven: bool = True) -> Role:
    """Give a role of an argument, or of the text of an option's value."""
    if isinstance(value, str):
        return Role(use, Value(value), value, proven)
    return Role(use, value, value.text, proven)


def every(use: Use, **option_uses: Use) -> Rule:
    """Every operand has the same use, and so have the files that options name."""
    return operands_after(0, use, **option_uses)


def operands_after(count: int, use: Use, **option_uses: Use) -> Rule:
    """Give the first `count` operands are no files, the others have the same use."""

    def rule(parsed: Parsed, around: Around) -> Iterable[Role]:
        del around
        yield from named(parsed, option_uses)
        for value in parsed.operands[count:]:
            yield role(use, value, proven=parsed.sure or count == 0)

    return rule


def first(use: Use) -> Rule:
    """Make a rule for programs whose first operand alone is a file."""

    def rule(parsed: Parsed, around: Around) -> Iterable[Role]:
        del around
        for value in parsed.operands[:1]:
            yield role(use, value, proven=parsed.sure)

    return rule


def scripted(use: Use, given_by: Sequence[str], **option_uses: Use) -> Rule:
    """Give the first operand is a pattern or script unless one of these options gives it."""

    def rule(parsed: Parsed, around: Around) -> Iterable[Role]:
        del around
        yield from named(parsed, option_uses)
        skipped = 0 if parsed.has(*given_by) else 1
        for value in parsed.operands[skipped:]:
            yield role(use, value, proven=parsed.sure)

    return rule


def only_named(**option_uses: Use) -> Rule:
    """Make a rule for programs whose operands are no files."""

    def rule(parsed: Parsed, around: Around) -> Iterable[Role]:
        del around
        return named(parsed, option_uses)

    return rule


def named(parsed: Parsed, option_uses: dict[str, Use]) -> Iterable[Role]:
    """Give the files that options name; an underscore in a key stands for a dash."""
    for name, use in option_uses.items():
        for value in parsed.values(name.replace("_", "-")):
            yield role(use, value)


def stream_edit(parsed: Parsed, around: Around) -> Iterable[Role]:
    """`sed`: a script, then files, which `-i` writes."""
    in_place = parsed.has("i", "in-place", "I")
    use: Use = "write" if in_place else "read"
    # With the BSD program the suffix of `-i` is an argument of its own, often empty.
    operands = [value for value in parsed.operands if value.text != ""]
    skipped = 0 if parsed.has("e", "f", "expression", "file") else 1
    yield from named(parsed, {"f": "read", "file": "read"})
    for value in operands[skipped:]:
        yield role(use, value, proven=parsed.sure)
    del around


def perl(parsed: Parsed, around: Around) -> Iterable[Role]:
    """`perl`, `ruby`: a script file, or with `-e` files, which `-i` writes."""
    del around
    if not parsed.has("e", "E"):
        yield from interpreted(parsed)
        return
    use: Use = "write" if parsed.has("i") else "read"
    if parsed.has("i", "n", "p"):
        for value in parsed.operands:
            yield role(use, value, proven=parsed.sure)


def interpreted(parsed: Parsed) -> Iterable[Role]:
    """Give the script file of an interpreter: its first operand."""
    for value in parsed.operands[:1]:
        if value.text != "-":
            yield role("execute", value, proven=parsed.sure)


def interpreter(*instead: str) -> Rule:
    """Give an interpreter that executes its first operand unless one of these options stands."""

    def rule(parsed: Parsed, around: Around) -> Iterable[Role]:
        del around
        return () if parsed.has(*instead) else interpreted(parsed)

    return rule


def awk(parsed: Parsed, around: Around) -> Iterable[Role]:
    """`awk`: a program, then files between assignments."""
    del around
    in_place = any("inplace" in str(getattr(v, "text", v)) for v in parsed.values("i", "include"))
    use: Use = "write" if in_place else "read"
    yield from named(parsed, {"f": "execute", "file": "execute"})
    skipped = 0 if parsed.has("f", "file") else 1
    for value in parsed.operands[skipped:]:
        if value.text is None or "=" not in value.text:
            yield role(use, value, proven=parsed.sure)


def unique(parsed: Parsed, around: Around) -> Iterable[Role]:
    """`uniq`: reads its first operand, writes its second."""
    del around
    for value, use in zip(parsed.operands[:2], ("read", "write"), strict=False):
        yield role(use, value, proven=parsed.sure)  # type: ignore[arg-type]


def copied_blocks(parsed: Parsed, around: Around) -> Iterable[Role]:
    """`dd`: `if=` and `of=`."""
    del around
    for value in parsed.operands:
        name, sign, text = (value.text or value.outline or "").partition("=")
        if sign and name in {"if", "of"}:
            path = text if value.text is not None else None
            yield Role("read" if name == "if" else "write", value, path)


def starting_points(parsed: Parsed, around: Around) -> Iterable[Role]:
    """`find`: the folders before the expression."""
    del around
    for value in parsed.operands:
        if value.text is None or value.text[:1] in {"-", "(", "!"}:
            return
        yield role("read", value)


def json_filter(parsed: Parsed, around: Around) -> Iterable[Role]:
    """`jq`, `yq`: a filter, then files, which `yq -i` writes."""
    operands = list(parsed.operands)
    if around.program == "yq" and operands and operands[0].text in {"e", "eval", "ea", "eval-all"}:
        operands = operands[1:]
    use: Use = "write" if parsed.has("i", "inplace", "in-place") else "read"
    yield from named(parsed, {"f": "read", "from-file": "read"})
    skipped = 0 if parsed.has("f", "from-file") else 1
    unclear = parsed.has("arg", "argjson", "slurpfile", "rawfile", "args", "jsonargs")
    for value in operands[skipped:]:
        yield role(use, value, proven=parsed.sure and not unclear)
