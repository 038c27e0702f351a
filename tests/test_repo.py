"""What has to agree across the repo's own files: versions, links, commands, and no stray paths."""

from __future__ import annotations

import ast
import json
import re
import subprocess
import tomllib
from typing import TYPE_CHECKING

import pytest

from tests.pages import REPO, commands, links, pages, tracked

if TYPE_CHECKING:
    from pathlib import Path

PROJECT = tomllib.loads((REPO / "pyproject.toml").read_text())
MANIFEST = json.loads((REPO / ".claude-plugin" / "plugin.json").read_text())
MARKET = json.loads((REPO / ".claude-plugin" / "marketplace.json").read_text())

# Spelled in two halves, so that this file does not hold what it looks for.
STRAY = {
    "a-workplace-folder": "/" + "work/",
    "a-home-of-the-build-machine": "/" + "root/",
    "reference-material-outside-the-repo": ".." + "/shared",
    "the-host-of-the-python-registry": "pypi" + ".org",
    "the-files-host-of-the-python-registry": "python" + "hosted",
    "the-host-of-the-node-registry": "npm" + "js",
}


def relative(path: Path) -> str:
    return path.relative_to(REPO).as_posix()


def anchors(page: Path) -> set[str]:
    titles = re.findall(r"^#+ (.+)$", page.read_text(), re.MULTILINE)
    plain = (re.sub(r"[^\w\- ]", "", title.lower()) for title in titles)
    return {title.strip().replace(" ", "-") for title in plain}


@pytest.mark.parametrize("key", ["name", "version", "description"])
def test_manifest_and_project_agree(key: str) -> None:
    assert MANIFEST[key] == PROJECT["project"][key]


@pytest.mark.parametrize("number", [0, 1], ids=["hook", "mod"])
def test_marketplace_offers_a_plugin_from_this_folder(number: int) -> None:
    entry = MARKET["plugins"][number]
    source = REPO / entry["source"]
    found = json.loads((source / ".claude-plugin" / "plugin.json").read_text())
    assert entry["name"] == found["name"] == f"{PROJECT['project']['name']}{('', '-mod')[number]}"
    assert source.resolve() == REPO / ("", "hooks/mod")[number]
    assert entry.get("version", MANIFEST["version"]) == found["version"] == MANIFEST["version"]
    assert len(MARKET["plugins"]) == 2


def test_changelog_begins_with_this_version() -> None:
    headings = re.findall(r"^## (\S+)", (REPO / "docs" / "changelog.md").read_text(), re.MULTILINE)
    assert headings[0] == PROJECT["project"]["version"]


def test_project_pins_stand_in_the_development_requirements() -> None:
    lines = (REPO / "requirements" / "dev.txt").read_text().splitlines()
    pins = {line for line in lines if not line.startswith("#")}
    wanted = PROJECT["dependency-groups"]["dev"] + PROJECT["project"]["dependencies"]
    assert set(wanted) <= pins
    assert all("==" in pin for pin in pins)


def test_only_the_two_runtime_dependencies() -> None:
    names = {pin.split("==")[0] for pin in PROJECT["project"]["dependencies"]}
    assert names == {"pluggy", "attrs"}


@pytest.mark.parametrize("stray", STRAY.values(), ids=STRAY.keys())
def test_no_committed_file_names(stray: str) -> None:
    holders = [relative(p) for p in tracked() if stray.encode() in p.read_bytes()]
    assert holders == []


def test_links_between_pages_resolve() -> None:
    broken = []
    for page in pages():
        for link in links(page):
            name, _, anchor = link.partition("#")
            target = (page.parent / name) if name else page
            if not target.exists() or (anchor and anchor not in anchors(target)):
                broken.append(f"{relative(page)} -> {link}")
    assert broken == []


def test_every_page_of_docs_is_reached_from_its_front_page() -> None:
    front = REPO / "docs" / "README.md"
    reached = {(front.parent / link.partition("#")[0]).resolve() for link in links(front)}
    missing = [relative(p) for p in (REPO / "docs").rglob("*.md") if p.resolve() not in reached]
    assert [name for name in missing if name != "docs/README.md"] == []


def test_make_targets_named_in_pages_exist() -> None:
    targets = set(re.findall(r"^([a-z]+):", (REPO / "Makefile").read_text(), re.MULTILINE))
    named = {m for p in pages() for c in commands(p) for m in re.findall(r"^make (\w+)", c)}
    assert named <= targets
    assert "test" in named


def test_make_lists_every_target() -> None:
    text = (REPO / "Makefile").read_text()
    listed = ["make", "--no-print-directory", "help"]
    done = subprocess.run(listed, cwd=REPO, capture_output=True, text=True, check=True)
    targets = re.findall(r"^([a-z]+):", text, re.MULTILINE)
    assert [line.split()[0] for line in done.stdout.splitlines()] == targets
    assert set(re.findall(r"^\.PHONY: (.*)$", text, re.MULTILINE)[0].split()) == set(targets)


def test_programs_named_in_pages_exist() -> None:
    named = {m for p in pages() for c in commands(p) for m in re.findall(r"^(bin/\S+|\.ci/\S+)", c)}
    assert [name for name in named if not (REPO / name).is_file()] == []
    assert "bin/tidegate" in named


def test_no_text_names_a_command_that_works_in_this_folder_alone() -> None:
    """Whoever reads a reason or a finding is in a project of their own, and calls it as it is."""
    files = [*(REPO / "host").rglob("*.py"), *(REPO / "slices").rglob("*.py")]
    texts = {
        f"{relative(file)}:{node.lineno}: {node.value}"
        for file in files
        for node in ast.walk(ast.parse(file.read_text("utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    assert sorted(text for text in texts if re.search(r"(?:^|[^/])bin/tidegate [a-z]", text)) == []
    assert any("/bin/tidegate doctor" in text for text in texts)


def test_every_slice_has_a_row_in_the_front_page() -> None:
    entries = json.loads((REPO / "plugin.json").read_text())["slices"]
    rows = re.findall(r"^\| \[`(\w+)`\]", (REPO / "README.md").read_text(), re.MULTILINE)
    assert rows == [entry["name"] for entry in entries]


def test_a_module_says_in_one_sentence_what_it_owns() -> None:
    said = {path: ast.get_docstring(ast.parse(path.read_text("utf-8"))) for path in tracked("*.py")}
    told = {path: text for path, text in said.items() if text is not None}
    assert len(told) > len(said) / 2
    assert not [path for path, text in told.items() if "\n" in text or not text.endswith(".")]
