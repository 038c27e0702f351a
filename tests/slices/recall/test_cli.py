"""`tidegate note`: what each sub-command writes, prints and answers."""

from __future__ import annotations

import argparse
import io
import json
import sys
from typing import TYPE_CHECKING, Any

import attrs
import pytest

from host import paths
from host.call import ToolCall
from host.ledger import Row, write
from host.state import State
from slices.recall.cli import note as command

if TYPE_CHECKING:
    from pathlib import Path

FINE, FOUND, WRONG_USE = 0, 1, 2


@attrs.define
class Desk:
    """A person in a folder of a project, and what the command line answered last."""

    top: Path
    monkeypatch: pytest.MonkeyPatch
    capture: pytest.CaptureFixture[str]
    said: str = ""
    errors: str = ""

    @property
    def project(self) -> Path:
        return self.top / "repo"

    def go(self, folder: str) -> None:
        at = self.top / folder
        at.mkdir(parents=True, exist_ok=True)
        self.monkeypatch.chdir(at)

    def run(self, *words: str, stdin: str = "") -> int:
        parser = argparse.ArgumentParser("note")
        command.arguments(parser)
        fake = argparse.Namespace(buffer=io.BytesIO(stdin.encode()))
        self.monkeypatch.setattr(sys, "stdin", fake)
        try:
            code = command.run(parser.parse_args(words))
        except SystemExit as left:
            code = int(str(left.code))
        self.said, self.errors = self.capture.readouterr()
        return code

    def json(self, *words: str) -> Any:
        self.run(*words, "--json")
        return json.loads(self.said)

    def add(self, *words: str) -> str:
        """Add a note and return its id."""
        found = self.json("add", *words)
        return str(found["id"])

    def anchors(self, *words: str) -> list[str]:
        return [one["text"] for one in self.json("add", *words, "--text", "hi")["anchors"]]


@pytest.fixture
def desk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Desk:
    top = tmp_path.resolve()
    variables = {
        "HOME": top / "home",
        "XDG_STATE_HOME": top / "state",
        "XDG_CONFIG_HOME": top / "config",
    }
    kept = {name.encode(): str(path).encode() for name, path in variables.items()}
    monkeypatch.setattr(paths, "_environ", {**kept, b"USER": b"ana"})
    made = Desk(top, monkeypatch, capsys)
    for name in ("repo/.git", "repo/deploy", "home", "outside"):
        (top / name).mkdir(parents=True)
    for name in ("repo/deploy/config.yaml", "repo/deploy/odd*.txt", "outside/x"):
        (top / name).write_text("x")
    made.go("repo/deploy")
    return made


def test_a_note_is_added_where_the_project_keeps_them(desk: Desk) -> None:
    assert (
        desk.run("add", "config.yaml", "--text", "Do not raise it.", "--severity", "stop") == FINE
    )
    (file,) = (desk.project / ".tidegate/notes").iterdir()
    assert file.name.startswith("do-not-raise-it-")
    assert desk.said == f"{file.stem}: {file}\n"
    assert file.read_text().splitlines()[:4] == [
        "---",
        "anchors:",
        "  - deploy/config.yaml",
        "severity: stop",
    ]
    assert 'author: "ana"' in file.read_text()
    assert file.read_text().endswith("---\nDo not raise it.\n")
    assert desk.errors == ""


ANCHORS = {
    "from-a-subfolder": ("config.yaml", "deploy/config.yaml"),
    "upwards": ("../README.md", "README.md"),
    "absolute-inside": ("@/repo/deploy/config.yaml", "deploy/config.yaml"),
    "absolute-outside": ("@/outside/x", "@/outside/x"),
    "a-glob": ("*.yaml", "deploy/*.yaml"),
    "a-file-that-looks-like-a-glob": ("odd*.txt", r"deploy/odd\*.txt"),
    "remote": ("buildhost:/srv/x", "buildhost:/srv/x"),
    "a-folder-named-tilde": ("../~/x", "./~/x"),
    "a-name-like-a-host": ("../h1:/x", "./h1:/x"),
    "everything-under-a-folder": ("**", "deploy/**"),
}


@pytest.mark.parametrize(("given", "kept"), ANCHORS.values(), ids=ANCHORS.keys())
def test_what_a_project_s_note_keeps_of_a_path(desk: Desk, given: str, kept: str) -> None:
    found = desk.anchors(given.replace("@", str(desk.top)))
    assert found == [kept.replace("@", str(desk.top))]


def test_a_project_that_a_link_leads_to_is_the_same_project(desk: Desk) -> None:
    (desk.top / "link").symlink_to(desk.project)
    assert desk.anchors(f"{desk.top}/link/deploy/config.yaml") == ["deploy/config.yaml"]
    desk.go("link/deploy")
    assert desk.anchors("config.yaml") == ["deploy/config.yaml"]


def test_a_note_of_ones_own_keeps_the_absolute_path(desk: Desk) -> None:
    assert desk.anchors("config.yaml", "../../outside/x", "--mine") == [
        f"{desk.project}/deploy/config.yaml",
        f"{desk.top}/outside/x",
    ]
    (file,) = (desk.top / "config/tidegate/notes").iterdir()
    assert file.stat().st_mode & 0o077 == 0


def test_a_host_is_for_all_paths(desk: Desk) -> None:
    assert desk.anchors("/a", "/b", "--host", "me@h1") == ["me@h1:/a", "me@h1:/b"]


def test_text_of_many_lines_from_standard_input(desk: Desk) -> None:
    assert desk.run("add", "config.yaml", "--text", "-", stdin="one\n\ntwo\x1b[0m\n") == FINE
    (note,) = desk.json("list")
    assert note["text"] == "one\n\ntwo[0m"


WRONG = {
    "outside-the-project": (
        ["add", "../../outside/x", "--text", "t"],
        "at PATH: expected a file inside",
    ),
    "a-folder": (["add", "../deploy", "--text", "t"], 'Did you mean "../deploy/**"?'),
    "no-path": (["add", "", "--text", "t"], "at PATH: expected a file or a glob, got nothing"),
    "relative-on-a-host": (
        ["add", "x", "--host", "h1", "--text", "t"],
        'HOST and an absolute path, got "h1:x"',
    ),
    "no-text": (["add", "x", "--text", " \n"], "at --text: expected the note's text, got nothing"),
    "long-text": (["add", "x", "--text", "x" * 8001], "at most 8000 characters, got 8001"),
    "no-day": (["add", "x", "--text", "t", "--expires", "soon"], 'a day as YYYY-MM-DD, got "soon"'),
    "a-day-that-is-over": (
        ["add", "x", "--text", "t", "--expires", "2020-01-01"],
        "a day that is not over",
    ),
    "unknown-id": (["show", "nothing"], 'at ID: expected the id of a note, got "nothing"'),
    "id-that-leads-out": (["rm", "../config"], "at ID: expected the id of a note"),
    "empty-id": (["rm", ""], "at ID: expected the id of a note"),
    "unknown-severity": (["add", "x", "--text", "t", "--severity", "high"], "invalid choice"),
    "no-action": ([], "required: ACTION"),
}


@pytest.mark.parametrize(("words", "said"), WRONG.values(), ids=WRONG.keys())
def test_wrong_use(desk: Desk, words: list[str], said: str) -> None:
    assert desk.run(*words) == WRONG_USE
    assert said in desk.errors
    assert not (desk.project / ".tidegate/notes").exists()


def test_all_that_is_wrong_is_said_at_once(desk: Desk) -> None:
    desk.run("add", ".", "../../outside/x", "--text", "", "--expires", "soon")
    assert len(desk.errors.splitlines()) == 4


def test_without_a_project_a_note_has_to_be_ones_own(desk: Desk) -> None:
    desk.go("outside")
    assert desk.run("add", "x", "--text", "t") == WRONG_USE
    assert "or --mine" in desk.errors
    assert desk.run("add", "x", "--text", "t", "--mine") == FINE


def test_a_file_that_is_not_there_is_said(desk: Desk) -> None:
    assert desk.run("add", "confg.yaml", "--text", "t") == FINE
    assert f"no file yet: {desk.project}/deploy/confg.yaml" in desk.errors


def test_list_shows_what_counts(desk: Desk) -> None:
    first = desk.add("config.yaml", "--text", "first\nmore", "--severity", "stop")
    second = desk.add("*.yaml", "--text", "second", "--mine")
    desk.run("retire", desk.add("config.yaml", "--text", "old"))
    assert [note["id"] for note in desk.json("list")] == [first, second]
    assert len(desk.json("list", "--all")) == 3
    desk.run("list")
    assert f"{first}  deploy/config.yaml  [stop]\n    first\n" in desk.said


def test_list_shows_the_notes_of_files(desk: Desk) -> None:
    exact = desk.add("config.yaml", "--text", "exact")
    glob = desk.add("*.yaml", "--text", "glob")
    remote = desk.add("/srv/x", "--host", "h1", "--text", "remote")
    assert {note["id"] for note in desk.json("list", "config.yaml")} == {exact, glob}
    assert [note["id"] for note in desk.json("list", "h1:/srv/x")] == [remote]
    desk.run("list", "other.txt")
    assert desk.said == "no notes\n"


def test_show_prints_the_file(desk: Desk) -> None:
    note = desk.add("config.yaml", "--text", "the text")
    assert desk.run("show", note[:6]) == FINE
    assert desk.said.endswith("---\nthe text\n\n")
    assert [one["id"] for one in desk.json("show", note)] == [note]


def test_a_beginning_that_several_ids_have_names_them(desk: Desk) -> None:
    one, two = (desk.add("config.yaml", "--text", "same words") for _ in range(2))
    assert desk.run("show", "same") == WRONG_USE
    assert one in desk.errors
    assert two in desk.errors


def test_show_of_a_note_that_cannot_be_read_says_why(desk: Desk) -> None:
    folder = desk.project / ".tidegate/notes"
    folder.mkdir(parents=True)
    (folder / "bad.md").write_text("no front matter\n")
    assert desk.run("show", "bad") == FOUND
    assert "at line 1" in desk.errors
    assert "no front matter" in desk.said


def test_edit_changes_fields_and_text(desk: Desk) -> None:
    note = desk.add("config.yaml", "--text", "old", "--expires", "2999-01-01")
    assert (
        desk.run("edit", note, "--severity", "stop", "--expires", "never", "--text", "new") == FINE
    )
    (now,) = desk.json("show", note)
    assert (now["severity"], now["expires"], now["text"]) == ("stop", None, "new")


def test_edit_opens_the_editor(desk: Desk) -> None:
    note = desk.add("config.yaml", "--text", "old")
    paths._environ[b"EDITOR"] = b"sed -i s/old/new/"  # type: ignore[attr-defined]
    assert desk.run("edit", note) == FINE
    assert desk.json("show", note)[0]["text"] == "new"


EDITORS = {
    "none-is-set": (b"", "expected your editor in VISUAL or EDITOR"),
    "it-fails": (b"false", "exit code 1"),
    "it-is-not-there": (b"no-such-editor", "no-such-editor cannot be used: no such file"),
    "it-makes-no-note": (b"sed -i s/anchors/ankers/", "the note is as it was"),
}


@pytest.mark.parametrize(("editor", "said"), EDITORS.values(), ids=EDITORS.keys())
def test_an_editor_that_fails_changes_nothing(
    desk: Desk, editor: bytes, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(desk.top))
    note = desk.add("config.yaml", "--text", "old")
    before = desk.json("show", note)
    paths._environ[b"EDITOR"] = editor  # type: ignore[attr-defined]
    assert desk.run("edit", note) == WRONG_USE
    assert said in desk.errors
    assert desk.json("show", note) == before


def test_a_change_behind_the_editor_is_not_written_over(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(desk.top))
    note = desk.add("config.yaml", "--text", "old")
    file = desk.project / f".tidegate/notes/{note}.md"
    other = f"sh -c 'sed -i s/old/theirs/ {file}; sed -i s/old/mine/ \"$1\"' -"
    paths._environ[b"EDITOR"] = other.encode()  # type: ignore[attr-defined]
    assert desk.run("edit", note) == WRONG_USE
    assert "theirs" in file.read_text()
    (kept,) = desk.top.glob(f"{note}-*.md")
    assert str(kept) in desk.errors
    assert "mine" in kept.read_text()


def test_retire_keeps_the_file_as_it_is(desk: Desk) -> None:
    note = desk.add("config.yaml", "--text", "t")
    file = desk.project / f".tidegate/notes/{note}.md"
    before = file.read_text()
    assert desk.run("retire", note) == FINE
    assert desk.run("retire", note) == FINE
    added = [line for line in file.read_text().splitlines() if line not in before.splitlines()]
    assert len(added) == 1
    assert added[0].startswith("retired: ")
    assert desk.json("list") == []


def test_retire_of_a_note_that_cannot_be_read_leaves_it(desk: Desk) -> None:
    folder = desk.project / ".tidegate/notes"
    folder.mkdir(parents=True)
    (folder / "bad.md").write_text("no front matter\n")
    assert desk.run("retire", "bad") == WRONG_USE
    assert (folder / "bad.md").read_text() == "no front matter\n"


def test_rm_removes_notes_that_can_be_read_or_not(desk: Desk) -> None:
    note = desk.add("config.yaml", "--text", "t")
    folder = desk.project / ".tidegate/notes"
    (folder / "bad.md").write_text("no front matter\n")
    assert desk.json("rm", note, "bad") == {"removed": [note, "bad"]}
    assert list(folder.iterdir()) == []


def test_one_unknown_id_keeps_the_others_from_being_removed(desk: Desk) -> None:
    note = desk.add("config.yaml", "--text", "t")
    assert desk.run("rm", note, "unknown") == WRONG_USE
    assert [one["id"] for one in desk.json("list")] == [note]


def test_mine_chooses_the_person_s_of_two_notes_of_one_name(desk: Desk) -> None:
    for folder, anchor in (("repo/.tidegate/notes", "x"), ("config/tidegate/notes", "/x")):
        (desk.top / folder).mkdir(parents=True)
        (desk.top / folder / "same.md").write_text(f"---\nanchors: {anchor}\n---\nt\n")
    assert desk.run("show", "same") == WRONG_USE
    assert desk.run("rm", "same", "--mine") == FINE
    assert desk.json("show", "same")[0]["mine"] is False


def test_check_finds_nothing_where_all_is_well(desk: Desk) -> None:
    desk.add("config.yaml", "--text", "t")
    desk.add("../**/*.yaml", "--text", "t")
    desk.add("/srv/x", "--host", "h1", "--text", "t")
    assert desk.run("check") == FINE
    assert desk.said == "nothing was found\n"


def test_check_finds_what_no_longer_works(desk: Desk) -> None:
    desk.add("gone.yaml", "--text", "a file")
    desk.add("*.gone", "--text", "a glob")
    folder = desk.project / ".tidegate/notes"
    (folder / "old.md").write_text("---\nanchors: gone\nexpires: 2020-01-01\n---\nt\n")
    (folder / "bad.md").write_text("no front matter\n")
    assert desk.run("check") == FOUND
    kinds = [line.split(":")[0] for line in desk.said.splitlines()]
    assert kinds == ["expired", "dangling", "dangling", "unreadable"]
    assert {one["kind"] for one in desk.json("check")} == {"expired", "dangling", "unreadable"}


def test_stats_are_per_client_and_tool(desk: Desk) -> None:
    state = State(paths.state_folder())
    call = ToolCall("claude-code", "shell", "s", "/", command="x")
    rows = [Row("recall", "count", name) for name in ("delivered", "named", "named")]
    write(state, call, [*rows, Row("guard", "count", "valve"), Row("recall", "deny", "")])
    state.close()
    assert desk.json("stats") == [
        {"client": "claude-code", "tool": "shell", "name": "delivered", "times": 1},
        {"client": "claude-code", "tool": "shell", "name": "named", "times": 2},
    ]
    assert desk.run("stats") == FINE
    assert len(desk.said.splitlines()) == 2


def test_stats_of_nothing(desk: Desk) -> None:
    assert desk.run("stats") == FINE
    assert desk.said == "nothing counted yet\n"


def test_stats_of_a_state_that_is_no_file(desk: Desk) -> None:
    (desk.top / "state/tidegate/state.db").mkdir(parents=True)
    assert desk.run("stats") == WRONG_USE
    assert "state.db" in desk.errors


def test_a_folder_that_cannot_be_written_to_is_said(desk: Desk) -> None:
    (desk.project / ".tidegate").write_text("a file in the folder's place")
    assert desk.run("add", "config.yaml", "--text", "t") == WRONG_USE
    assert "expected a folder that can be written to" in desk.errors


def test_a_state_folder_that_cannot_be_written_to_is_said_and_no_note_is_lost(desk: Desk) -> None:
    (desk.top / "state").write_text("a file in the folder's place")
    note = desk.add("config.yaml", "--text", "t")
    assert [one["id"] for one in desk.json("list")] == [note]
    assert "each call reads the notes afresh" in desk.errors
