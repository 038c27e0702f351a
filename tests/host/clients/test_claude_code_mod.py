"""The mod of Claude Code: what is made for it from the code, and its last resort."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from host.clients import claude_code_mod as mod
from host.clients.claude_code_settings import MANIFEST
from host.crude import hits
from host.crude_rows import rows
from host.last_resort import crude_of, shipped
from host.limits import CRUDE_MAX_CHARS
from host.paths import ROOT
from tests.host.test_crude import ALL_OF, HITS, MISSES, PRINTS

CLASSIC = json.loads(Path(ROOT, MANIFEST).read_text("utf-8"))
EMPTY = {"first_words": (), "without": (), "all_of": ()}
TABLE = [
    *((PRINTS, command) for command in (*HITS, *MISSES)),
    *(({**EMPTY, **ALL_OF}, command) for command in ("cat > a.py <<E", "cat <<E", "")),
    ({**EMPTY, "first_words": ("cat",), "all_of": (".py",)}, "cat a.py"),
    ({**EMPTY, "first_words": ("cat",), "all_of": (".py",)}, "cat a.txt"),
    (EMPTY, "cat a"),
    (PRINTS, "cat é 😀 ünd"),
    (PRINTS, "é=1; cat a"),
    (PRINTS, "1é=1; cat a"),
    (PRINTS, "cat a\\"),
    (PRINTS, "cat " + "a" * (CRUDE_MAX_CHARS - 4)),
    (PRINTS, "cat " + "a" * (CRUDE_MAX_CHARS - 3)),
    (PRINTS, "cat " + "😀" * (CRUDE_MAX_CHARS - 4)),
]
PROGRAM = """
import { readFileSync } from 'node:fs'
import { denied, hits } from './last-resort.js'
const table = JSON.parse(readFileSync(0, 'utf8'))
const shown = { hits: table.map(([test, command]) => hits(test, command)) }
shown.on = denied('cat a', { options: { guard: '' } }, '/the/folder')
shown.off = denied('cat a', { options: { guard: false } }, '/the/folder')
const own = { ...table[0][0], first_words: ['own'], reason: 'x' }
shown.own = denied('own a', { options: {}, tests: [own] }, '')
shown.none = denied('ls', { options: {} }, '')
console.log(JSON.stringify(shown))
"""


def test_the_switches_have_no_defaults() -> None:
    found = json.loads(mod.manifest(CLASSIC, CLASSIC["userConfig"]))
    assert found["name"] == f"{CLASSIC['name']}-mod"
    assert found["version"] == CLASSIC["version"]
    assert set(found["userConfig"]) == set(CLASSIC["userConfig"])
    for name, switch in found["userConfig"].items():
        assert {**switch, "default": CLASSIC["userConfig"][name]["default"]} == (
            CLASSIC["userConfig"][name]
        )


def test_a_slice_that_is_gone_has_no_switch() -> None:
    assert json.loads(mod.manifest(CLASSIC, ["guard"]))["userConfig"].keys() == {"guard"}


def test_a_slice_that_looks_for_nothing_has_no_row() -> None:
    names = [name for name, _ in shipped()]
    found = [row["name"] for row in rows([*names, "no_such_slice"])]
    told = {name: crude_of(name) or {} for name in names}
    assert found == [n for n in names if told[n].get("first_words") or told[n].get("all_of")]
    assert rows(["guard"], file="FILE", root="ROOT")[0]["reason"].count("ROOT") == 3
    assert "FILE" in rows(["guard"], file="FILE")[0]["reason"]


@pytest.mark.skipif(shutil.which("node") is None, reason="there is no node to run the mod's file")
def test_the_last_resort_judges_as_the_hosts(tmp_path: Path) -> None:
    shutil.copytree(Path(ROOT, mod.FOLDER, "hooks"), tmp_path, dirs_exist_ok=True)
    (tmp_path / "package.json").write_text('{"type": "module"}')
    (tmp_path / "program.js").write_text(PROGRAM)
    done = subprocess.run(
        ["node", "program.js"],
        cwd=tmp_path,
        input=json.dumps(TABLE),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    said = json.loads(done.stdout)
    for (test, command), hit in zip(TABLE, said["hits"], strict=True):
        assert hit == hits(test, command), (test, command[:60])
    assert "/the/folder/bin/tidegate disable guard" in said["on"]
    assert {"on", "own", "hits"} == set(said)
    assert said["own"] == "x"


def test_it_has_the_commands_and_skills_of_the_plugin() -> None:
    made = mod.prompts()
    folder = Path(ROOT, mod.FOLDER)
    kept = {p.relative_to(ROOT).as_posix(): p.read_text("utf-8") for p in folder.rglob("*.md")}
    assert kept == made
    assert len(made) == len([*Path(ROOT).glob("commands/*"), *Path(ROOT).glob("skills/*")])
    assert not any("${CLAUDE_PLUGIN_ROOT}/bin" in text for text in made.values())
