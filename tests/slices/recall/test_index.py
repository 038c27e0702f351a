"""What a look-up finds: by path, link, inode, glob, shell pattern, host and name; nothing else."""

from __future__ import annotations

import os
from datetime import date
from typing import TYPE_CHECKING

import pytest
from attrs import frozen

from slices.recall import identity, index, index_fill
from slices.recall.folders import NoteFolder, NoteFolders

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from slices.recall.index import Index, Match

TODAY = date(2026, 7, 26)


@frozen
class Site:
    """A project, a person's folder and a state folder."""

    top: Path

    @property
    def root(self) -> Path:
        return self.top / "repo"

    def note(
        self, name: str, *anchors: str, text: str = "hi", more: str = "", mine: bool = False
    ) -> None:
        folder = self.top / "mine" if mine else self.root / ".tidegate" / "notes"
        folder.mkdir(parents=True, exist_ok=True)
        rows = "".join(f"  - '{anchor}'\n" for anchor in anchors)
        (folder / f"{name}.md").write_text(f"---\nanchors:\n{rows}{more}---\n{text}\n")

    def file(self, name: str) -> Path:
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("x")
        return path

    def open(self, root: Path | None = None, **how: bool) -> Index:
        at = str(root or self.root)
        project = NoteFolder(f"{at}/.tidegate/notes", at)
        folders = NoteFolders(project, NoteFolder(str(self.top / "mine")))
        return index.open_index(folders, str(self.top / "state"), today=TODAY, **how)

    def of_file(self, path: str | Path, root: Path | None = None) -> list[str]:
        with self.open(root) as found:
            return ids(found.exact(identity.keys(str(path))))

    def of_glob(self, path: str | Path, root: Path | None = None) -> list[str]:
        with self.open(root) as found:
            return ids(found.globs(str(path)))

    def of_pattern(self, pattern: str, root: Path | None = None) -> list[str]:
        with self.open(root) as found:
            return ids(found.matching_pattern(f"{root or self.root}/{pattern}"))

    def settle(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Make everything old, so that nothing is taken for a change of a moment ago."""
        monkeypatch.setattr(index_fill, "RACY_MILLISECONDS", 0)
        notes = self.root / ".tidegate" / "notes"
        for path in (*notes.iterdir(), notes):
            os.utime(path, (1_700_000_000, 1_700_000_000))


def ids(found: Iterable[Match]) -> list[str]:
    return [match.note.id for match in found]


@pytest.fixture
def site(tmp_path: Path) -> Site:
    made = Site(tmp_path.resolve())
    (made.root / ".git").mkdir(parents=True)
    return made


@pytest.fixture
def linked(site: Site) -> Site:
    """A project that a link leads to as well, with a note on a file and links to the file."""
    site.note("config", "deploy/config.yaml")
    config = site.file("deploy/config.yaml")
    site.file("config.yaml")
    (site.top / "elsewhere").symlink_to(site.root)
    (site.root / "current").symlink_to(config)
    (site.root / "etc").symlink_to(site.root / "deploy")
    os.link(config, site.root / "hard")
    return site


SAME = [
    "deploy/config.yaml",
    "deploy/../deploy/./config.yaml",
    "current",
    "etc/config.yaml",
    "hard",
]


@pytest.mark.parametrize("spelling", SAME)
@pytest.mark.parametrize("project", ["repo", "elsewhere"])
@pytest.mark.parametrize("via", ["repo", "elsewhere"])
def test_every_way_to_the_file_finds_its_note(
    linked: Site, spelling: str, project: str, via: str
) -> None:
    assert linked.of_file(linked.top / via / spelling, linked.top / project) == ["config"]


@pytest.mark.parametrize("other", ["config.yaml", "deploy", "deploy/config.yaml.bak", "missing"])
def test_another_file_never_has_the_note(linked: Site, other: str) -> None:
    assert linked.of_file(linked.root / other) == []


def test_a_note_on_a_link_is_one_on_its_target(linked: Site) -> None:
    linked.note("link", "current")
    assert linked.of_file(linked.root / "deploy/config.yaml") == ["config", "link"]


def test_a_link_that_leads_elsewhere_now_is_not_the_old_file(
    linked: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    linked.note("link", "current")
    assert linked.of_file(linked.root / "current") == ["config", "link"]
    linked.settle(monkeypatch)
    linked.open(thorough=True).close()
    (linked.root / "current").unlink()
    (linked.root / "current").symlink_to(linked.root / "config.yaml")
    assert linked.of_file(linked.root / "deploy/config.yaml") == ["config"]
    assert linked.of_file(linked.root / "current") == ["link"]
    assert linked.of_file(linked.root / "config.yaml") == []  # a known miss
    linked.open(thorough=True).close()
    assert linked.of_file(linked.root / "config.yaml") == ["link"]


def test_an_inode_that_another_file_has_now_is_not_the_old_file(site: Site) -> None:
    first, second = site.file("first"), site.file("second")
    os.link(first, site.root / "hard")
    site.note("first", "first")
    assert site.of_file(site.root / "hard") == ["first"]
    first.unlink()
    second.replace(first)
    assert site.of_file(site.root / "hard") == []
    assert site.of_file(first) == ["first"]


def test_a_file_that_is_not_there_yet_has_its_note(site: Site) -> None:
    site.note("new", "sub/new.txt")
    assert site.of_file(site.root / "sub/new.txt") == ["new"]


def test_a_remote_note_is_never_local_and_a_local_one_never_remote(site: Site) -> None:
    path = str(site.file("x"))
    site.note("remote", f"buildhost:{path}")
    site.note("local", path)
    with site.open() as found:
        assert ids(found.exact(identity.keys(path))) == ["local"]
        assert ids(found.exact([identity.remote_key("me@buildhost", path)])) == ["remote"]
        assert found.exact([identity.remote_key("other", path)]) == ()


def test_remote_globs_and_patterns_are_of_their_host(site: Site) -> None:
    site.note("glob", "buildhost:/srv/*.yaml")
    site.note("path", "buildhost:/srv/x.yaml")
    with site.open() as found:
        assert ids(found.globs("/srv/x.yaml", "buildhost")) == ["glob"]
        assert found.globs("/srv/x.yaml") == found.globs("/srv/x.yaml", "other") == ()
        assert ids(found.matching_pattern("/srv/*", "buildhost")) == ["path"]
        assert found.matching_pattern("/srv/*") == ()


@pytest.mark.parametrize("project", ["repo", "elsewhere"])
@pytest.mark.parametrize("via", ["repo", "elsewhere"])
@pytest.mark.parametrize("spelling", ["deploy/config.yaml", "current"])
def test_globs_match_through_links_too(linked: Site, project: str, via: str, spelling: str) -> None:
    linked.note("glob", "deploy/*.yaml")
    linked.note("other", "deploy/*.yml")
    found = linked.of_glob(linked.top / via / spelling, linked.top / project)
    assert found == ["glob"]


def test_a_glob_stays_in_its_folder_and_two_stars_cross(site: Site) -> None:
    site.note("one", "a/*.c")
    site.note("deep", "a/**/*.c")
    assert sorted(site.of_glob(site.root / "a/x.c")) == ["deep", "one"]
    assert site.of_glob(site.root / "a/b/x.c") == ["deep"]
    assert site.of_glob(site.root / "x.c") == []


def test_the_glob_with_more_text_comes_first(site: Site) -> None:
    site.note("wide", "**")
    site.note("narrow", "a/b/*.c")
    site.note("middle", "a/**")
    assert site.of_glob(site.root / "a/b/x.c") == ["narrow", "middle", "wide"]


PATTERNS = {
    "star": ("deploy/*.yaml", ["config"]),
    "question-mark": ("deploy/config.yam?", ["config"]),
    "class": ("deploy/[a-d]onfig.yaml", ["config"]),
    "not-that-class": ("deploy/[!c]onfig.yaml", []),
    "not-that-class-either": ("deploy/[^c]onfig.yaml", []),
    "folder-pattern": ("*/config.yaml", ["config"]),
    "other-folder": ("*.yaml", []),
    "deeper": ("*/*/config.yaml", []),
    "two-stars-do-not-cross-in-a-shell": ("**.yaml", []),
    "a-class-that-is-not-known": ("deploy/[[:alpha:]]onfig.yaml", []),
    "an-escaped-star": ("deploy/[*].yaml", []),
}


@pytest.mark.parametrize(("pattern", "expected"), PATTERNS.values(), ids=PATTERNS.keys())
@pytest.mark.parametrize("via", ["repo", "elsewhere"])
def test_a_shell_pattern_finds_the_anchors_it_names(
    linked: Site, pattern: str, expected: list[str], via: str
) -> None:
    assert linked.of_pattern(pattern, linked.top / via) == expected


def test_a_shell_pattern_finds_no_anchor_whose_folder_leads_elsewhere_now(
    linked: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    linked.note("etc", "etc/config.yaml")
    linked.settle(monkeypatch)
    assert linked.of_pattern("deploy/*") == ["config", "etc"]
    (linked.root / "etc").unlink()
    (linked.root / "etc").symlink_to(linked.top)
    assert linked.of_pattern("deploy/*") == ["config"]


@pytest.mark.parametrize(("pattern", "expected"), [("*", []), (".*", ["env"]), ("*/*", [])])
def test_a_shell_pattern_leaves_hidden_files_alone(
    site: Site, pattern: str, expected: list[str]
) -> None:
    site.note("env", ".env", ".hidden/x")
    assert site.of_pattern(pattern) == expected


def test_a_shell_pattern_counts_for_a_glob_by_the_files_that_are_there(site: Site) -> None:
    site.file("deploy/config.yaml")
    site.note("glob", "**/config.yaml")
    assert site.of_pattern("deploy/*.yaml") == ["glob"]
    assert site.of_pattern("deploy/*.yml") == []


def test_names_are_found_as_words_of_a_text(site: Site) -> None:
    site.note("config", "deploy/config.yaml")
    site.note("blank", "my dir/release notes.txt")
    site.note("remote", "h1:/srv/unit.service")
    with site.open() as found:
        assert ids(found.named_in("cat 'deploy/config.yaml' | x")) == ["config"]
        assert ids(found.named_in('cat "my dir/release notes.txt"')) == ["blank"]
        assert ids(found.named_in("ssh h1 cat /srv/unit.service;")) == ["remote"]
        assert found.named_in("cat myconfig.yaml config.yml release x") == ()
        assert set(found.names(9)) == {"config.yaml", "release notes.txt", "unit.service"}
        assert len(found.names(2)) == 2


@pytest.mark.parametrize(
    ("more", "counts"),
    [
        ("expires: 2026-07-26\n", True),
        ("expires: 2026-07-25\n", False),
        ("retired: 2026-07-01\n", False),
        ("retired: 2027-07-01\n", False),
    ],
)
def test_expired_and_retired_notes_are_listed_and_not_matched(
    site: Site, more: str, counts: bool
) -> None:
    site.note("old", "x", "*.c", more=more)
    assert site.of_file(site.root / "x") == (["old"] if counts else [])
    assert site.of_glob(site.root / "x.c") == (["old"] if counts else [])
    with site.open() as found:
        assert [note.id for note in found.notes()] == ["old"]
        assert (found.names(9) == ()) == ("retired" in more)


def test_notes_of_both_folders_count(site: Site) -> None:
    path = site.file("x")
    site.note("ours", "x")
    site.note("mine", str(path), mine=True)
    with site.open() as found:
        by_id = {match.note.id: match.note for match in found.exact(identity.keys(str(path)))}
    assert {name: note.mine for name, note in by_id.items()} == {"ours": False, "mine": True}


def test_a_note_with_two_anchors_for_one_file_comes_once(linked: Site) -> None:
    linked.note("twice", "current", "deploy/config.yaml", "hard")
    assert linked.of_file(linked.root / "hard") == ["twice", "config"]


def test_a_bad_note_is_a_problem_and_the_others_count(site: Site) -> None:
    site.note("good", "x")
    site.note("bad", "../x")
    with site.open() as found:
        assert ids(found.exact(identity.keys(str(site.root / "x")))) == ["good"]
        (problem,) = found.problems()
    assert problem.file.endswith("/bad.md")
    assert problem.at == "line 3"


def test_a_link_in_a_project_s_notes_is_not_followed(site: Site, tmp_path: Path) -> None:
    secret = tmp_path / "secret.md"
    secret.write_text("---\nanchors: x\n---\nthe person's secret\n")
    site.note("good", "x")
    (site.root / ".tidegate/notes/linked.md").symlink_to(secret)
    assert site.of_file(site.root / "x") == ["good"]
    with site.open() as found:
        assert "a link" in str(found.problems()[0])


def test_a_notes_folder_that_leads_out_of_the_project_is_not_read(
    site: Site, tmp_path: Path
) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "note.md").write_text("---\nanchors: x\n---\nhi\n")
    (site.root / ".tidegate").mkdir()
    (site.root / ".tidegate/notes").symlink_to(outside)
    assert site.of_file(site.root / "x") == []
    with site.open() as found:
        assert "another place" in str(found.problems()[0])


def test_a_note_of_ones_own_may_be_a_link(site: Site, tmp_path: Path) -> None:
    kept = tmp_path / "kept.md"
    kept.write_text(f"---\nanchors: {site.root}/x\n---\nhi\n")
    (site.top / "mine").mkdir()
    (site.top / "mine" / "note.md").symlink_to(kept)
    assert site.of_file(site.root / "x") == ["note"]


def test_no_notes_at_all_leave_nothing_behind(site: Site) -> None:
    assert site.of_file(site.root / "x") == []
    assert not (site.top / "state").exists()


def test_a_page_about_the_notes_is_no_note(site: Site) -> None:
    site.note("good", "x")
    (site.root / ".tidegate/notes/README.md").write_text("# Notes\n")
    with site.open() as found:
        assert found.problems() == ()


@pytest.mark.parametrize("change", ["added", "removed", "replaced", "in-place", "renamed"])
def test_a_change_counts_from_the_next_call(
    site: Site, change: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = site.root / ".tidegate" / "notes"
    site.note("one", "x")
    site.note("two", "y")
    site.settle(monkeypatch)
    assert site.of_file(site.root / "x") == ["one"]
    if change == "added":
        site.note("three", "z")
    elif change == "removed":
        (folder / "one.md").unlink()
    elif change == "replaced":
        site.note("new", "z")
        (folder / "new.md").replace(folder / "one.md")
    elif change == "in-place":
        site.note("one", "z")
    else:
        (folder / "one.md").rename(folder / "other.md")
    expected = {
        "added": (["one"], ["three"]),
        "removed": ([], []),
        "replaced": ([], ["one"]),
        "in-place": ([], ["one"]),
        "renamed": (["other"], []),
    }
    found = (site.of_file(site.root / "x"), site.of_file(site.root / "z"))
    assert found == expected[change]
    assert site.of_file(site.root / "y") == ["two"]


def test_a_change_within_one_tick_of_the_clock_is_noticed(site: Site) -> None:
    """Same size, same times: only the second look within the racy time can see it."""
    site.note("one", "x", text="first")
    path = site.root / ".tidegate" / "notes" / "one.md"
    before = path.stat()
    assert site.of_file(site.root / "x") == ["one"]
    site.note("one", "z", text="other")
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert site.of_file(site.root / "x") == []


def test_a_note_that_is_added_within_one_tick_of_the_clock_is_noticed(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With a clock that stands still, a folder has one stamp before and after."""
    monkeypatch.setattr(index_fill, "_stamp", lambda at: f"{at.st_ino}?")
    site.note("one", "x")
    assert site.of_file(site.root / "x") == ["one"]
    site.note("two", "x")
    assert sorted(site.of_file(site.root / "x")) == ["one", "two"]


def test_a_matched_note_s_own_file_is_looked_at(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a folder of more files than one call looks at, the note that matches is one of them."""
    site.note("one", "x", text="old")
    site.settle(monkeypatch)
    monkeypatch.setattr(index_fill, "_edited", lambda connection, folder: [])
    site.open(thorough=True).close()
    site.note("one", "x", text="new")
    with site.open() as found:
        (match,) = found.exact(identity.keys(str(site.root / "x")))
    assert match.note.text == "new"


def test_more_changes_than_one_call_reads_are_read_by_the_next(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(index_fill, "NOTES_READ_PER_CALL_MAX", 2)
    for name in "abcde":
        site.note(name, "x")
    site.settle(monkeypatch)
    behind = []
    for _ in range(3):
        with site.open() as found:
            behind.append(found.behind)
            assert any("next calls read" in str(p) for p in found.problems()) == bool(found.behind)
    assert behind == [3, 1, 0]
    for name in "abcde":
        site.note(name, "y")
    with site.open(whole=True) as found:
        assert found.behind == 0
    for name in "abcde":
        site.note(name, "x")
    with site.open(thorough=True) as found:
        assert found.behind == 3
    for _ in range(2):
        site.open().close()
    assert sorted(site.of_file(site.root / "x")) == list("abcde")


def test_an_edit_in_place_in_a_large_folder_is_noticed_in_turns(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(index_fill, "FILES_CHECKED_PER_CALL_MAX", 2)
    for name in "abcdefgh":
        site.note(name, "x")
    site.settle(monkeypatch)
    site.open(thorough=True).close()
    site.note("h", "z")
    seen = [site.of_file(site.root / "z") for _ in range(200)]
    assert seen[-1] == ["h"]


def test_what_is_beyond_a_look_up_s_bound_is_said(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("slices.recall.shelf.MATCHES_PER_LOOKUP_MAX", 2)
    for name in "abc":
        site.note(name, "x")
    with site.open() as found:
        keys = identity.keys(str(site.root / "x"))
        matches = [m for shelf in found.shelves for m in shelf.named([k.text for k in keys], 2)]
        assert len(matches) == 2
        assert any("at most 2 anchors" in str(problem) for problem in found.problems())
