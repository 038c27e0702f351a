"""`tidegate scar`: what each sub-command prints, writes and answers."""

from __future__ import annotations

import argparse
import json
import tomllib
from typing import TYPE_CHECKING, Any

import attrs
import pytest

from host import paths
from host.call import ToolCall
from host.ledger import Row, write
from host.state import State
from slices.scar.catalogue import shipped
from slices.scar.cli import desk
from slices.scar.cli import scar as command
from slices.scar.own import schema
from tests.slices.scar.own.conftest import PUSH

if TYPE_CHECKING:
    from pathlib import Path

FINE, FOUND, WRONG_USE = 0, 1, 2
IDS = [scar.id for scar in shipped()]
SURVIVORS = [
    "  3 of 6 weaker predicates are noticed by a case",
    "  no case notices: without the clause: when 1: program",
    "  no case notices: without the clause: when 1: argument push",
    "  no case notices: when 1: argument -f or --force*, without: -f",
]


@attrs.define
class Desk:
    """A person in a project, and what the command line answered last."""

    top: Path
    capture: pytest.CaptureFixture[str]
    said: str = ""
    errors: str = ""

    @property
    def scars(self) -> Path:
        return self.top / "repo/.tidegate/scars"

    def put(self, name: str, text: str) -> None:
        self.scars.mkdir(parents=True, exist_ok=True)
        (self.scars / f"{name}.toml").write_text(text)

    def run(self, *words: str) -> int:
        parser = argparse.ArgumentParser("scar")
        command.arguments(parser)
        try:
            code = command.run(parser.parse_args(words))
        except SystemExit as left:
            code = int(str(left.code))
        self.said, self.errors = self.capture.readouterr()
        return code

    def json(self, *words: str) -> Any:
        self.run(*words, "--json")
        return json.loads(self.said)


@pytest.fixture
def person(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Desk:
    top = tmp_path.resolve()
    own = {"XDG_STATE_HOME": top / "state", "XDG_CONFIG_HOME": top / "config"}
    monkeypatch.setattr(
        paths, "_environ", {name.encode(): str(path).encode() for name, path in own.items()}
    )
    (top / "repo/.git").mkdir(parents=True)
    monkeypatch.chdir(top / "repo")
    return Desk(top, capsys)


def count(*rows: tuple[str, str]) -> None:
    state = State(paths.state_folder())
    call = ToolCall("claude-code", "shell", "s", "/", command="x")
    write(state, call, [Row("scar", "count", name, detail) for name, detail in rows])
    write(state, call, [Row("other", "count", "exposed", "backticks")])
    state.close()


def test_list_names_each_scar_and_whose_it_is(person: Desk) -> None:
    person.put("force-push", PUSH)
    assert person.run("list") == FINE
    lines = [line.split()[:3] for line in person.said.splitlines()]
    assert lines == [*([name, "deny", "ships"] for name in IDS), ["force-push", "deny", "project"]]


def test_list_as_json_says_what_is_off(person: Desk) -> None:
    (person.top / "config/tidegate").mkdir(parents=True)
    options = {"slices": {"scar": {"options": {"off": ["backticks"]}}}}
    (person.top / "config/tidegate/config.json").write_text(json.dumps(options))
    rows = {row["id"]: row for row in person.json("list")}
    assert [name for name, row in rows.items() if not row["on"]] == ["backticks"]
    assert rows["transport"]["file"] is None
    assert person.run("list") == FINE
    assert "  (off)" in person.said


def test_list_names_a_bad_one_and_finds_something(person: Desk) -> None:
    person.put("bad", PUSH.replace('"deny"', '"allow"'))
    person.put("force-push", PUSH)
    assert person.run("list") == FOUND
    assert person.errors == (
        f"{person.scars}/bad.toml: at action: expected one of these (deny, ask, context),"
        ' got "allow".\n'
    )
    assert "force-push" in person.said


def test_show_prints_the_whole_contract(person: Desk) -> None:
    for scar in shipped():
        (found,) = person.json("show", scar.id)
        told = {field.name for field in attrs.fields(type(scar))} - {"say"}
        assert told <= set(found)
        assert found["origin"] == scar.origin
        assert len(found["must_block"]) == len(scar.must_block)
        assert person.run("show", scar.id) == FINE
        assert all(text in person.said for text in (scar.title, scar.evidence, scar.retire_when))
        assert all(case.id in person.said for case in (*scar.must_block, *scar.must_pass))


def test_show_counts_what_the_ledger_has_of_this_scar(person: Desk) -> None:
    count(
        *[("exposed", "heredoc-py")] * 40,
        *[("block-unneeded", "heredoc-py")] * 16,
        ("block-needed", "heredoc-py transport"),
        ("block-needed", "heredoc-py shell"),
        ("exposed", "heredoc-python"),
        ("exposed", "backticks"),
    )
    assert person.json("show", "heredoc-py")[0]["ledger"] == {
        "exposures": 40,
        "blocks": 18,
        "necessary": 2,
        "necessary_by": {"shell": 1, "transport": 1},
        "unnecessary": 16,
        "judged": True,
        "unnecessary_per_necessary": 8.0,
    }
    person.run("show", "heredoc-py")
    assert person.said.endswith(
        "  in the ledger:\n    exposures 40, blocks 18\n"
        "    necessary 2 (shell 1, transport 1), unnecessary 16 (8 to one necessary)\n"
    )


LEDGERS = {
    "nothing-yet": ((), "    exposures 0, blocks 0\n"),
    "none-necessary": (
        (("block-unneeded", "backticks"),),
        "    exposures 0, blocks 1\n    necessary none, unnecessary 1\n",
    ),
    "not-judged": (
        (("exposed", "backticks"), ("block", "backticks")),
        "    exposures 1, blocks 1\n    whether they were necessary is not known\n",
    ),
}


@pytest.mark.parametrize(("rows", "said"), LEDGERS.values(), ids=LEDGERS.keys())
def test_show_says_what_is_not_known(
    rows: tuple[tuple[str, str], ...], said: str, person: Desk
) -> None:
    if rows:
        count(*rows)
    person.run("show", "backticks")
    assert person.said.endswith(f"  in the ledger:\n{said}")


def test_show_prints_the_projects_and_the_persons_of_one_id(person: Desk) -> None:
    person.put("force-push", PUSH)
    mine = person.top / "config/tidegate/scars"
    mine.mkdir(parents=True)
    (mine / "force-push.toml").write_text(PUSH)
    found = person.json("show", "force-push")
    assert [one["whose"] for one in found] == ["project", "mine"]


@pytest.mark.parametrize("action", ["show", "test"])
def test_an_id_that_nothing_has(action: str, person: Desk) -> None:
    assert person.run(action, "backtics") == WRONG_USE
    assert person.errors == (
        'tidegate scar: at ID: expected the id of a scar, got "backtics".'
        ' Did you mean "backticks"?\n'
    )


def test_a_bad_one_is_named_with_what_is_wrong(person: Desk) -> None:
    person.put("bad", "x")
    assert person.run("show", "bad") == WRONG_USE
    assert person.errors.startswith(f"{person.scars}/bad.toml: expected TOML, got ")


def test_test_holds_every_shipped_scar_to_its_cases(person: Desk) -> None:
    assert person.run("test") == FINE
    rows = person.json("test")
    assert [row["id"] for row in rows] == IDS
    assert all(row["wrong"] == [] and row["mutants"] is None for row in rows)


def test_every_weaker_predicate_of_every_shipped_scar_is_noticed(person: Desk) -> None:
    assert person.run("test", "--mutants") == FINE
    rows = person.json("test", "--mutants")
    assert [row["id"] for row in rows] == IDS
    assert all(row["mutants"] >= 4 and row["survivors"] == [] for row in rows)


def test_test_finds_a_scar_whose_case_does_not_hold(person: Desk) -> None:
    person.put("force-push", PUSH.replace('"git push"', '"git push -f"'))
    assert person.run("test") == FOUND
    assert "at must_pass.plain: expected passed, got blocked." in person.errors


def test_mutants_of_ones_own_that_no_case_notices(person: Desk) -> None:
    person.put("force-push", PUSH)
    assert person.run("test", "force-push") == FINE
    assert person.run("test", "force-push", "--mutants") == FOUND
    assert person.said.splitlines()[1:] == SURVIVORS


def test_new_writes_one_that_holds(person: Desk) -> None:
    assert person.run("new", "my-scar") == FINE
    file = person.scars / "my-scar.toml"
    assert person.said.startswith(f"{file}\n")
    assert schema.problems(tomllib.loads(file.read_text()), "F") == ()
    assert person.run("test", "my-scar", "--mutants") == FINE
    assert person.run("list") == FINE


def test_new_in_ones_own_folder(person: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(person.top)
    assert person.json("new", "my-scar", "--mine") == {
        "id": "my-scar",
        "file": f"{person.top}/config/tidegate/scars/my-scar.toml",
    }
    assert person.run("new", "another") == WRONG_USE
    assert "expected a project (a folder with .git or .tidegate), or --mine" in person.errors


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("My Scar", 'at ID: expected lower-case words joined by dashes, got "My Scar".'),
        ("backticks", 'at ID: expected a name that no shipped scar has, got "backticks".'),
    ],
    ids=["odd-letters", "shipped"],
)
def test_new_with_an_id_that_cannot_be(name: str, said: str, person: Desk) -> None:
    assert person.run("new", name) == WRONG_USE
    assert person.errors == f"tidegate scar new: {said}\n"
    assert not person.scars.exists()


def test_new_never_writes_over_a_file(person: Desk) -> None:
    person.put("force-push", PUSH)
    assert person.run("new", "force-push") == WRONG_USE
    assert person.errors == f"{person.scars}/force-push.toml: expected no file yet, got one.\n"
    assert (person.scars / "force-push.toml").read_text() == PUSH


def test_new_in_a_folder_that_cannot_be_made(person: Desk) -> None:
    (person.top / "repo/.tidegate").write_text("a file")
    assert person.run("new", "force-push") == WRONG_USE
    assert "expected a folder that can be written to, got " in person.errors


def test_wrong_use(person: Desk) -> None:
    assert person.run() == WRONG_USE
    assert person.run("burn") == WRONG_USE


def test_a_configuration_that_cannot_be_read_is_said(
    person: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    from host.errors import ConfigError

    def fail() -> None:
        raise ConfigError("plugin.json: expected JSON")  # noqa: EM101, TRY003  a text of the test

    monkeypatch.setattr(desk, "options", fail)
    assert person.run("list") == WRONG_USE
    assert person.errors == "plugin.json: expected JSON\n"
