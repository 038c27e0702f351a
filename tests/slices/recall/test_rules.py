"""A project's path-scoped rules, read as notes beside the notes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from host.clients import claude_code
from slices.recall import folders, identity, index, rules
from slices.recall.folders import NoteFolder

if TYPE_CHECKING:
    from pathlib import Path

FOLDER = NoteFolder("/repo/rules", "/repo", rules=True)

PATHS = {
    "a-list": ("paths:\n  - src/api/*.ts\n  - x", ["src/api/*.ts", "x"]),
    "one": ("paths: src/*.ts", ["src/*.ts"]),
    "braces": (
        "paths: '{src,lib}/**/*.{ts,tsx}'",
        ["src/**/*.ts", "src/**/*.tsx", "lib/**/*.ts", "lib/**/*.tsx"],
    ),
    "from-the-root": ("paths: ./x", ["x"]),
    "beside-other-keys": ("name: Tests\ndescription: d\npaths: x", ["x"]),
}


@pytest.mark.parametrize(("matter", "anchors"), PATHS.values(), ids=PATHS.keys())
def test_a_rule_with_paths_is_a_note(matter: str, anchors: list[str]) -> None:
    note, wrong = rules.read(f"---\n{matter}\n---\nUse tabs.\n".encode(), FOLDER, "style.md")
    assert note is not None
    assert (note.id, note.text, note.severity, note.mine) == (
        "rules/style",
        "Use tabs.",
        "caution",
        False,
    )
    assert [anchor.text for anchor in note.anchors] == anchors
    assert wrong == ()


@pytest.mark.parametrize(
    "text",
    [
        "Use tabs.\n",
        "---\ndescription: d\n---\nhi\n",
        "---\nx: {y: z}\n---\nhi\n",
        "",
        "---\npaths: x\n---\n",
    ],
    ids=["no-front-matter", "no-paths", "other-yaml", "empty", "no-text"],
)
def test_any_other_rule_is_the_client_s_own(text: str) -> None:
    assert rules.read(text.encode(), FOLDER, "style.md") == (None, ())


BAD = {
    "unquoted-star": (b"---\npaths: **/*.ts\n---\nhi", "line 2: expected"),
    "outside": (b"---\npaths: ../x\n---\nhi", "line 2: expected a path inside"),
    "bytes": (b"\xff", "expected UTF-8"),
}


@pytest.mark.parametrize(("data", "said"), BAD.values(), ids=BAD.keys())
def test_a_rule_whose_paths_cannot_be_read_is_a_problem(data: bytes, said: str) -> None:
    note, wrong = rules.read(data, FOLDER, "style.md")
    assert note is None
    assert said in str(wrong[0])


@pytest.mark.parametrize("pattern", ["{a,{b,c}}", "a{b}", "}{", "{a", "{" * 50, "{a,b}" * 20])
def test_odd_braces_end(pattern: str) -> None:
    assert rules.choices(pattern)


@pytest.mark.parametrize("on", [True, False])
def test_rules_are_found_beside_notes_where_they_are_asked_for(tmp_path: Path, on: bool) -> None:
    root = tmp_path / "repo"
    for name, key in ((folders.NOTES, "anchors"), (claude_code.rules_folder(), "paths")):
        (root / name).mkdir(parents=True)
        (root / name / "one.md").write_text(f"---\n{key}: '*.c'\n---\nhi\n")
    found = folders.find(str(root), rules=claude_code.rules_folder() if on else "")
    with index.open_index(found, str(tmp_path / "state")) as opened:
        ids = [match.note.id for match in opened.globs(str(root / "x.c"))]
        assert opened.exact(identity.keys(str(root / "x.c"))) == ()
        assert opened.problems() == ()
    assert sorted(ids) == (["one", "rules/one"] if on else ["one"])
