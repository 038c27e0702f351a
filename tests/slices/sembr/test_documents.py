"""Writes and edits of Markdown files, through the real phases."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import attrs
import pytest

from host.call import Edit, ToolCall
from slices.sembr import limits
from tests.slices.sembr.stands import sembr

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from host.call import Decision, Tool

TWO = "One here. Two there."
BROKEN = "One here.\nTwo there."


@attrs.frozen
class Desk:
    """A project folder, and the slice with its options."""

    stand: Any
    folder: Path

    def call(self, tool: Tool, name: str = "a.md", **fields: Any) -> ToolCall:
        path = str(self.folder / name)
        return ToolCall("claude-code", tool, "s", str(self.folder), path=path, **fields)

    def ask(self, call: ToolCall, **options: bool) -> Decision:
        stand = self.stand.with_options(**options)
        decision: Decision = stand.decide(call)
        assert decision.failures == ()
        return decision

    def write(self, text: str, name: str = "a.md", **options: bool) -> str | None:
        """Return the content that a write would have, None where it is left alone."""
        decision = self.ask(self.call("write", name, content=text), **options)
        return None if decision.call is None else decision.call.content

    def edit(self, file: str | bytes | None, *edits: Edit) -> list[str] | None:
        """Return the new texts of edits of such a file, None where they are left alone."""
        if file is not None:
            data = file.encode() if isinstance(file, str) else file
            (self.folder / "a.md").write_bytes(data)
        tool: Tool = "edit" if len(edits) == 1 else "multi_edit"
        decision = self.ask(self.call(tool, edits=edits))
        return None if decision.call is None else [edit.new for edit in decision.call.edits]


@pytest.fixture
def desk(stand_of: Callable[..., Any], tmp_path: Path) -> Desk:
    return Desk(sembr(stand_of), tmp_path)


@pytest.mark.parametrize("name", ["a.md", "B.MD", "c.markdown", "d.mdx", "e/f.Md"])
def test_a_markdown_file_is_rewritten(desk: Desk, name: str) -> None:
    assert desk.write(TWO, name) == BROKEN


@pytest.mark.parametrize("name", ["a.txt", "md", "a.md.py", "a.rst", "a.mdc"])
def test_other_files_are_not(desk: Desk, name: str) -> None:
    assert desk.write(TWO, name) is None


def test_options_switch_files_and_unspaced_breaks_off(desk: Desk) -> None:
    assert desk.write(TWO, files=False) is None
    assert desk.write("第一句。第二句。", unspaced=False) is None
    assert desk.write("第一句。第二句。") == "第一句。\n第二句。"


def test_the_context_names_the_file_and_the_count(desk: Desk) -> None:
    decision = desk.ask(desk.call("write", content=f"{TWO}\n\n{TWO}"))
    (text,) = decision.contexts
    assert str(desk.folder / "a.md") in text
    assert "2 line breaks" in text
    assert "\n" not in text


def test_nothing_is_said_where_nothing_is_done(desk: Desk) -> None:
    decision = desk.ask(desk.call("write", content=BROKEN))
    assert (decision.verdict, decision.said) == ("run", ())


MDX = {
    "prose": (TWO, BROKEN),
    "prose-between-tags": (f"<Note>\n\n{TWO}\n\n</Note>", None),
    "prose-after-a-closed-tag": (f"<Note />\n\n{TWO}", f"<Note />\n\n{BROKEN}"),
    "a-tag-in-the-text": ("One here. <b>Two</b> there.", None),
    "an-expression": ("One here. {two} there. Three.", None),
    "an-import": ("import a from 'b'. Two there.", None),
    "an-export": ("export const a = 'One here. Two there.'", None),
    "an-expression-over-paragraphs": (f"{{`\n\n{TWO}\n\n`}}\n", None),
    "a-tag-over-paragraphs": (f'<Note title="\n\n{TWO}\n\n" />\n', None),
}


@pytest.mark.parametrize(("text", "result"), MDX.values(), ids=MDX.keys())
def test_mdx_is_a_program_too(desk: Desk, text: str, result: str | None) -> None:
    if text == MDX["prose-between-tags"][0]:
        result = text.replace(TWO, BROKEN)
    assert desk.write(text, "a.mdx") == result


EDITS = {
    "a-whole-paragraph": ("Old text.\n", [("Old text.", TWO)], [BROKEN]),
    "a-word-in-a-paragraph": ("Say old now.\n", [("old", "one. Two")], ["one.\nTwo"]),
    "a-list-item": ("- Old.\n- Two.\n", [("Old.", TWO)], ["One here.\n  Two there."]),
    "a-quote": ("> Old.\n", [("> Old.", f"> {TWO}")], ["> One here.\n> Two there."]),
    "inside-a-fence": ("```\nOld.\n```\n", [("Old.", TWO)], None),
    "inside-a-code-span": ("Say `old` now.\n", [("old", TWO)], None),
    "inside-a-heading": ("# Old\n", [("Old", TWO)], None),
    "inside-a-table": ("| a |\n| --- |\n| Old |\n", [("Old", TWO)], None),
    "inside-front-matter": ("---\ntitle: Old\n---\n", [("Old", TWO)], None),
    "inside-a-link": ("[Old](x)\n", [("Old", TWO)], None),
    "inside-html": ("<div>\nOld\n</div>\n", [("Old", TWO)], None),
    "what-makes-a-fence-of-it": ("Old\n\nx\n", [("Old", f"```\n{TWO}")], None),
    "what-underlines-it": ("Old\n", [("Old", f"{TWO}\n===")], None),
    "the-file-around-stays": (f"{TWO}\n\nOld\n\n{TWO}\n", [("Old", TWO)], [BROKEN]),
    "a-break-at-the-edge-is-the-files": ("One here. Old\n", [("Old", "Two there.")], None),
    "the-old-text-is-not-there": ("Text.\n", [("Old", TWO)], None),
    "the-old-text-is-there-twice": ("Old. Old.\n", [("Old", TWO)], None),
    "an-empty-old-text": ("Text.\n", [("", TWO)], None),
    "an-empty-new-text": ("Old text.\n", [("Old", "")], None),
    "two-edits": ("Old.\n\nNew.\n", [("Old.", TWO), ("New.", TWO)], [BROKEN, BROKEN]),
    "one-of-two": ("Old.\n\nNew.\n", [("Old.", TWO), ("New.", "x")], [BROKEN, "x"]),
    "the-second-in-what-the-first-wrote": ("Old.\n", [("Old.", TWO), ("Two", "2")], [BROKEN, "2"]),
    "the-second-over-a-break-of-the-first": ("Old.\n", [("Old.", TWO), (". Two", "2")], None),
    "the-second-fails-anyway": ("Old.\n", [("Old.", TWO), ("Gone", "2")], None),
    "windows-line-endings": ("Old.\r\nMore.\r\n", [("Old.\nMore.", TWO)], [BROKEN]),
    "other-letters-before-it": ("Größe 第一。\n\nOld.\n", [("Old.", TWO)], [BROKEN]),
}


@pytest.mark.parametrize(("file", "edits", "result"), EDITS.values(), ids=EDITS.keys())
def test_an_edit_is_judged_in_its_file(
    desk: Desk, file: str, edits: list[tuple[str, str]], result: list[str] | None
) -> None:
    assert desk.edit(file, *(Edit(old, new) for old, new in edits)) == result


def test_an_edit_of_every_place_is_left_alone(desk: Desk) -> None:
    assert desk.edit("Old.\n\n- Old.\n", Edit("Old.", TWO, everywhere=True)) is None


def test_an_edit_of_every_place_where_there_is_one_is_like_any(desk: Desk) -> None:
    assert desk.edit("Old.\n", Edit("Old.", TWO, everywhere=True)) == [BROKEN]


def test_the_old_text_stays_as_it_is(desk: Desk) -> None:
    (desk.folder / "a.md").write_text(f"{TWO}\n")
    edit = Edit(TWO, f"{TWO} Three.")
    decision = desk.ask(desk.call("edit", edits=(edit,)))
    assert decision.call is not None
    assert decision.call.edits == (Edit(TWO, f"{BROKEN}\nThree."),)


@pytest.mark.parametrize("file", [None, b"\xff Old.", b""], ids=["missing", "no-utf-8", "empty"])
def test_a_file_that_cannot_be_read_leaves_the_edit(desk: Desk, file: bytes | None) -> None:
    assert desk.edit(file, Edit("Old.", TWO)) is None


def test_a_folder_leaves_the_edit(desk: Desk) -> None:
    (desk.folder / "a.md").mkdir()
    assert desk.edit(None, Edit("Old.", TWO)) is None


def test_a_file_past_the_bound_leaves_the_edit(desk: Desk) -> None:
    assert desk.edit(b"Old.\n" + b"x" * limits.FILE_MAX_BYTES, Edit("Old.", TWO)) is None


def test_more_edits_than_the_bound_are_left_alone(desk: Desk) -> None:
    edits = [Edit(f"Old{n}.", TWO) for n in range(limits.EDITS_MAX + 1)]
    file = "\n\n".join(edit.old for edit in edits)
    assert desk.edit(file, *edits[1:]) == [BROKEN] * limits.EDITS_MAX
    assert desk.edit(file, *edits) is None
