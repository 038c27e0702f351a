from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import attrs
import pytest

from host import config, lastgood
from host.config import Kept
from host.errors import ConfigError
from host.here import NOWHERE, Here
from host.layers import Layer, Origin, Switch

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

SHIPPED = {
    "slices": [
        {"name": "tidy", "enabled": False},
        {"name": "guard", "enabled": True, "options": {"lines": 1, "loud": False}},
    ]
}


def write(file: Path, value: Any) -> str:
    file.write_text(value if isinstance(value, str) else json.dumps(value))
    return str(file)


@pytest.fixture
def shipped(tmp_path: Path) -> str:
    return write(tmp_path / "plugin.json", SHIPPED)


def good(**switches: bool) -> Kept:
    """Return what was kept of a configuration that had these switches."""
    said = tuple(Switch(name, enabled=on) for name, on in switches.items())
    return Kept(Layer(Origin(), said))


def enabled(found: config.Config) -> dict[str, bool]:
    return {entry.name: entry.enabled for entry in found.entries}


def options(found: config.Config, name: str) -> dict[str, Any]:
    (entry,) = (entry for entry in found.entries if entry.name == name)
    return config.merged(entry.options)


def test_the_shipped_defaults_stand_alone(shipped: str, tmp_path: Path) -> None:
    found = config.read(shipped, [str(tmp_path / "none.json")])

    assert found.problems == ()
    assert list(enabled(found).items()) == [("tidy", False), ("guard", True)]
    assert options(found, "guard") == {"lines": 1, "loud": False}


def test_a_persons_file_lies_over_it_and_keeps_the_order(shipped: str, tmp_path: Path) -> None:
    mine = {"slices": {"guard": {"options": {"lines": 7}}, "tidy": {"enabled": True}}}
    found = config.read(shipped, [write(tmp_path / "c.json", mine)])

    assert found.problems == ()
    assert list(enabled(found).items()) == [("tidy", True), ("guard", True)]
    assert options(found, "guard") == {"lines": 7, "loud": False}


def test_a_later_layer_wins(shipped: str, tmp_path: Path) -> None:
    first = write(tmp_path / "1.json", {"slices": {"guard": {"enabled": False}}})
    second = write(tmp_path / "2.json", {"slices": {"guard": {"enabled": True}}})

    assert enabled(config.read(shipped, [first, second]))["guard"] is True
    assert enabled(config.read(shipped, [second, first]))["guard"] is False


@pytest.mark.parametrize(
    ("value", "messages"),
    [
        pytest.param({}, [], id="nothing-said"),
        pytest.param({"$schema": "x", "slices": {}}, [], id="a-schema-for-editors"),
        pytest.param(
            {"slices": {"gaurd": {"enabled": False}}},
            ['at slices.gaurd: expected a slice (tidy, guard), got "gaurd". Did you mean "guard"?'],
            id="a-misspelled-slice",
        ),
        pytest.param(
            {"slice": {}},
            [
                (
                    "at slice: expected a key (slices, projects, trusted_projects, $schema), got"
                    ' "slice". Did you mean "slices"?'
                )
            ],
            id="a-misspelled-key",
        ),
        pytest.param(
            {"slices": {"guard": {"enable": False}}},
            [
                (
                    "at slices.guard.enable: expected a key (enabled, options), got"
                    ' "enable". Did you mean "enabled"?'
                )
            ],
            id="a-misspelled-switch",
        ),
        pytest.param(
            {"slices": []}, ["at slices: expected an object, got a list."], id="slices-as-a-list"
        ),
        pytest.param(
            {"slices": {"guard": False}},
            ["at slices.guard: expected an object, got false."],
            id="a-bare-switch",
        ),
        pytest.param(
            {"slices": {"guard": {"enabled": None, "options": []}, "x": {}}, "y": 1},
            [
                'at y: expected a key (slices, projects, trusted_projects, $schema), got "y".',
                "at slices.guard.enabled: expected true or false, got null.",
                "at slices.guard.options: expected an object, got a list.",
                (
                    "at slices.x: expected a slice (tidy, guard) or one that `tidegate slices`"
                    ' finds, got "x".'
                ),
            ],
            id="everything-at-once",
        ),
    ],
)
def test_faults_of_a_persons_file(
    shipped: str, tmp_path: Path, value: Any, messages: list[str]
) -> None:
    file = write(tmp_path / "c.json", value)
    found = config.read(shipped, [file])

    assert [str(problem) for problem in found.problems] == [f"{file}: {m}" for m in messages]


FAULTS = ["{", "[]", '{"slices": {"guard": {"enabled": "no"}}}', '{"slices": {"gaurd": {}}}']


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_leaves_the_shipped_defaults(shipped: str, tmp_path: Path, fault: str) -> None:
    found = config.read(shipped, [write(tmp_path / "c.json", fault)])

    assert enabled(found) == {"tidy": False, "guard": True}
    assert len(found.problems) == 1


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_switches_nothing_off_that_was_on(shipped: str, tmp_path: Path, fault: str) -> None:
    kept = good(tidy=True, gone=True)
    found = config.read(shipped, [write(tmp_path / "c.json", fault)], kept)

    assert enabled(found) == {"tidy": True, "guard": True}


def test_a_faulty_file_does_not_count_by_half(shipped: str, tmp_path: Path) -> None:
    mine = {"slices": {"guard": {"enabled": False}, "tdiy": {"enabled": True}}}

    assert enabled(config.read(shipped, [write(tmp_path / "c.json", mine)]))["guard"] is True


@pytest.mark.parametrize(
    ("value", "message"),
    [
        pytest.param("{", "expected JSON", id="broken"),
        pytest.param({}, "at slices: expected a list, got null.", id="no-slices"),
        pytest.param({"slices": {}}, "at slices: expected a list, got an object.", id="an-object"),
        pytest.param(
            {"slices": [{"name": "../x"}]},
            'at slices[0]: expected an object with a name of its own, got "../x".',
            id="a-name-that-is-a-path",
        ),
        pytest.param({"slices": ["guard"]}, "at slices[0]: expected an object", id="a-bare-name"),
        pytest.param(
            {"slices": [{"name": "a"}, {"name": "a"}]}, "at slices[1]: expected", id="a-name-twice"
        ),
        pytest.param(
            {"slices": [{"name": "a", "enabled": "yes"}]},
            'at slices[0].enabled: expected true or false, got "yes".',
            id="a-switch-that-is-a-text",
        ),
        pytest.param(
            {"slices": []},
            "at slices: expected an entry for each slice, got an empty list.",
            id="an-empty-list",
        ),
        pytest.param({"slices": None}, "at slices: expected a list, got null.", id="null"),
        pytest.param({"slices": [{}]}, "at slices[0]: expected an object", id="an-empty-entry"),
        pytest.param("", "expected JSON: a value, got", id="an-empty-file"),
    ],
)
def test_a_faulty_shipped_file_needs_the_last_good_one(
    tmp_path: Path, value: Any, message: str
) -> None:
    file = write(tmp_path / "plugin.json", value)
    kept = good(guard=True)

    with pytest.raises(ConfigError) as caught:
        config.read(file, [])
    assert message in str(caught.value)
    found = config.read(file, [str(tmp_path / "none.json")], kept)
    assert enabled(found) == {"guard": True}
    assert message in str(found.problems[0])


@pytest.fixture
def repo(tmp_path: Path) -> Path:
    """A repo with the folders of two slices, and of what is none."""
    for name in ("guard", "tidy", "_template", "__pycache__"):
        (tmp_path / "slices" / name).mkdir(parents=True)
    return tmp_path


GUARD, TIDY = {"name": "guard", "enabled": False}, {"name": "tidy"}


@pytest.mark.parametrize(
    ("listed", "messages"),
    [
        pytest.param([TIDY, GUARD], [], id="each-has-its-entry"),
        pytest.param(
            [TIDY], ['at slices: expected an entry for the slice "guard", got none.'], id="one-lost"
        ),
        pytest.param(
            [],
            [
                'at slices: expected an entry for the slice "guard", got none.',
                'at slices: expected an entry for the slice "tidy", got none.',
            ],
            id="all-lost",
        ),
        pytest.param(
            [TIDY, GUARD, {"name": "no_such_slice"}],
            ['at slices[2].name: expected a slice (guard, tidy), got "no_such_slice".'],
            id="one-that-is-not-there",
        ),
    ],
)
def test_a_slice_of_the_repo_is_switched_off_by_its_name_alone(
    repo: Path, listed: list[Any], messages: list[str]
) -> None:
    file = write(repo / "plugin.json", {"slices": listed})
    found = config.read(file, [], good(guard=True, tidy=True))

    assert [str(problem) for problem in found.problems] == [f"{file}: {m}" for m in messages]
    assert enabled(found)["guard"] is bool(messages)


def a_folder(file: Path) -> None:
    file.mkdir()


def a_loop(file: Path) -> None:
    file.symlink_to(file)


def a_link_to_nothing(file: Path) -> None:
    file.symlink_to(file.with_name("nothing"))


@pytest.mark.parametrize("make", [a_folder, a_loop, a_link_to_nothing])
@pytest.mark.parametrize("layer", ["shipped", "yours", "project"])
def test_a_file_that_is_there_and_no_file_is_a_fault(
    tmp_path: Path, make: Callable[[Path], None], layer: str
) -> None:
    files = {
        "shipped": tmp_path / "plugin.json",
        "yours": tmp_path / "c.json",
        "project": tmp_path / ".tidegate.json",
    }
    if layer != "shipped":
        write(files["shipped"], SHIPPED)
    make(files[layer])
    kept = good(guard=True, tidy=True)
    found = config.read(
        str(files["shipped"]), [str(files["yours"])], kept, Here(str(tmp_path / "sub"))
    )

    assert [problem.file for problem in found.problems] == [str(files[layer])]
    assert enabled(found)["guard"] is True


def test_a_missing_shipped_file_is_a_fault(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="expected the file, got none"):
        config.read(str(tmp_path / "plugin.json"), [])


def test_faults_of_both_files_are_told_together(tmp_path: Path) -> None:
    kept = good(guard=True)
    found = config.read(
        write(tmp_path / "plugin.json", "{"), [write(tmp_path / "c.json", "[]")], kept
    )

    assert len(found.problems) == 2


def test_the_last_good_config_comes_back_as_it_was(shipped: str, tmp_path: Path) -> None:
    mine = {
        "slices": {"guard": {"enabled": False, "options": {"lines": 7}}},
        "trusted_projects": ["/a"],
        "projects": {"/b": {"slices": {"tidy": {"enabled": True}}}},
    }
    state = str(tmp_path / "state")
    lastgood.keep(state, config.read(shipped, [write(tmp_path / "c.json", mine)]).base)

    broken = write(tmp_path / "c.json", "{")
    found = config.read(shipped, [broken], lastgood.load(state, NOWHERE), Here("/b/sub"))
    assert enabled(found) == {"tidy": True, "guard": False}
    assert options(found, "guard") == {"lines": 7, "loud": False}
    assert found.base.trusted == ("/a",)


def test_the_last_good_config_is_written_only_when_it_changes(shipped: str, tmp_path: Path) -> None:
    base = config.read(shipped, []).base
    state = tmp_path / "state"
    file = state / "last-good.json"
    lastgood.keep(str(state), base)
    before = file.stat().st_ino
    lastgood.keep(str(state), base)

    assert file.stat().st_ino == before
    assert file.stat().st_mode & 0o777 == 0o600
    lastgood.keep(str(state), attrs.evolve(base, switches=base.switches[:1]))
    kept = lastgood.load(str(state), NOWHERE).base
    assert kept is not None
    assert [switch.name for switch in kept.switches] == ["tidy"]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        "{}",
        '{"guard": true}',
        '{"guard": {"enabled": 1, "options": {}}}',
        '{"g": {"enabled": true}}',
    ],
)
def test_a_last_good_config_that_is_broken_is_none(tmp_path: Path, text: str) -> None:
    write(tmp_path / "last-good.json", text)
    assert lastgood.load(str(tmp_path), NOWHERE) == Kept()


def test_keeping_fails_without_a_sound(shipped: str, tmp_path: Path) -> None:
    blocked = tmp_path / "state"
    blocked.write_text("a file where the folder should be")

    lastgood.keep(str(blocked), config.read(shipped, []).base)

    assert blocked.read_text() == "a file where the folder should be"


def test_an_entry_that_does_not_say_so_is_on(tmp_path: Path) -> None:
    shipped = write(tmp_path / "plugin.json", {"slices": [{"name": "guard"}]})
    assert enabled(config.read(shipped, [])) == {"guard": True}
