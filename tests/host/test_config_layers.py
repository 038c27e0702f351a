"""The layers over each other as a table, and what a project's file may not do."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from host import config, last_resort, lastgood, paths
from host.config import Config, Kept
from host.here import Here
from host.house import House, Places, furnish
from host.options import build
from host.registry import Loaded
from host.settle import settle
from host.tightening import fewer, may, more, switched_on, tightens, up_to

if TYPE_CHECKING:
    from collections.abc import Callable

SNAPSHOTS = Path(__file__).parent / "snapshots" / "layers"
VARIABLE = "CLAUDE_PLUGIN_OPTION_GUARD"
ON, OFF = {"enabled": True}, {"enabled": False}


@attrs.frozen
class Options:
    """One option of each kind, and one that no project may change."""

    width: str = attrs.field(default="narrow", metadata=tightens(up_to("off", "narrow", "broad")))
    spared: tuple[str, ...] = attrs.field(default=("a", "b"), metadata=tightens(fewer))
    watched: tuple[str, ...] = attrs.field(default=("a",), metadata=tightens(more))
    loud: bool = False
    own: bool = attrs.field(default=True, metadata=tightens(switched_on))


@pytest.fixture
def place(tmp_path: Path) -> Callable[..., Config]:
    """Return a function that reads the layers: what each one says about guard, in JSON values."""
    root = tmp_path.resolve() / "repo"
    (root / "src").mkdir(parents=True)

    def read(kept: Kept | None = None, **said: Any) -> Config:
        shipped = {"slices": [{"name": "tidy", "enabled": False}, {"name": "guard", **said["s"]}]}
        write(tmp_path / "plugin.json", shipped)
        write(tmp_path / "mine.json", mine(root, said))
        if "project" in said:
            write(root / ".tidegate.json", named(said["project"]))
        options = {"guard": (VARIABLE, said["client"])} if "client" in said else {}
        here = Here(str(root / "src"), options)
        return config.read(str(tmp_path / "plugin.json"), [str(tmp_path / "mine.json")], kept, here)

    return read


def mine(root: Path, said: dict[str, Any]) -> Any:
    if isinstance(said.get("mine"), str):
        return said["mine"]
    about = {str(root): named(said["here"])} if "here" in said else {}
    trusted = [str(root)] if said.get("trusted") else []
    return {**named(said.get("mine", {})), "projects": about, "trusted_projects": trusted}


def named(guard: Any) -> Any:
    return guard if isinstance(guard, str) else {"slices": {"guard": guard}}


def write(file: Path, value: Any) -> None:
    file.write_text(value if isinstance(value, str) else json.dumps(value))


def guard(found: Config) -> config.Entry:
    return next(entry for entry in found.entries if entry.name == "guard")


TABLE: dict[str, tuple[dict[str, Any], bool, str]] = {
    "shipped-alone": ({"s": ON}, True, "shipped"),
    "shipped-off": ({"s": OFF}, False, "shipped"),
    "mine-over-shipped": ({"s": ON, "mine": OFF}, False, "yours"),
    "mine-on-over-shipped": ({"s": OFF, "mine": ON}, True, "yours"),
    "client-over-mine": ({"s": ON, "mine": ON, "client": "false"}, False, "client"),
    "client-on-over-mine": ({"s": ON, "mine": OFF, "client": "true"}, True, "client"),
    "project-switches-on": ({"s": OFF, "project": ON}, True, "project"),
    "project-on-over-mine": ({"s": ON, "mine": OFF, "project": ON}, True, "project"),
    "project-on-over-client": ({"s": ON, "client": "false", "project": ON}, True, "project"),
    "project-cannot-switch-off": ({"s": ON, "project": OFF}, True, "shipped"),
    "nor-what-the-client-has-on": ({"s": OFF, "client": "true", "project": OFF}, True, "client"),
    "a-trusted-one-can": ({"s": ON, "project": OFF, "trusted": True}, False, "project"),
    "mine-for-here-has-the-last-word": ({"s": ON, "project": ON, "here": OFF}, False, "yours here"),
    "mine-for-here-on": ({"s": OFF, "client": "false", "here": ON}, True, "yours here"),
    "empty-objects-say-nothing": (
        {"s": ON, "mine": {}, "project": {}, "here": {}},
        True,
        "shipped",
    ),
}


@pytest.mark.parametrize(("said", "on", "layer"), TABLE.values(), ids=TABLE.keys())
def test_who_says_whether_a_slice_is_on(place: Any, said: Any, on: bool, layer: str) -> None:
    found = guard(place(**said))
    assert (found.enabled, found.origin.layer) == (on, layer)


@pytest.mark.parametrize("name", TABLE)
def test_the_last_resort_agrees(
    place: Any, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said, on, _ = TABLE[name]
    place(**said)
    monkeypatch.setattr(last_resort, "PLUGIN_FILE", str(tmp_path / "plugin.json"))
    monkeypatch.setattr(last_resort, "config_file", lambda: str(tmp_path / "mine.json"))
    options = {"guard": (VARIABLE, said["client"])} if "client" in said else {}
    here = Here(str(tmp_path.resolve() / "repo" / "src"), options)
    assert ("guard" in last_resort.enabled(here)) is on


def test_what_a_project_may_not_do_is_told_and_is_no_fault(place: Any, tmp_path: Path) -> None:
    found = place(s=ON, project=OFF)
    assert found.problems == ()
    (refused,) = found.refused
    assert str(refused) == (
        f"{tmp_path.resolve()}/repo/.tidegate.json: at slices.guard.enabled: expected true (a"
        " project that you do not trust cannot switch off what you have on), got false."
    )


def test_a_folder_inside_a_trusted_one_is_not_trusted(tmp_path: Path) -> None:
    vendored = tmp_path / "repo" / "vendor"
    vendored.mkdir(parents=True)
    write(tmp_path / "plugin.json", {"slices": [{"name": "guard", "enabled": True}]})
    write(tmp_path / "mine.json", {"trusted_projects": [str(tmp_path / "repo")]})
    write(vendored / ".tidegate.json", named(OFF))
    files = str(tmp_path / "plugin.json"), [str(tmp_path / "mine.json")]
    assert guard(config.read(*files, None, Here(str(vendored)))).enabled


def test_a_link_to_a_trusted_folder_is_trusted_and_one_out_of_it_is_not(tmp_path: Path) -> None:
    (tmp_path / "repo").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "repo")
    write(tmp_path / "plugin.json", {"slices": [{"name": "guard", "enabled": True}]})
    write(tmp_path / "mine.json", {"trusted_projects": [str(tmp_path / "repo")]})
    write(tmp_path / "repo" / ".tidegate.json", named(OFF))
    files = str(tmp_path / "plugin.json"), [str(tmp_path / "mine.json")]
    assert not guard(config.read(*files, None, Here(str(tmp_path / "link")))).enabled

    (tmp_path / "stranger").mkdir()
    write(tmp_path / "stranger" / ".tidegate.json", named(OFF))
    (tmp_path / "repo" / "inside").symlink_to(tmp_path / "stranger")
    assert guard(config.read(*files, None, Here(str(tmp_path / "repo/inside")))).enabled


def test_the_nearest_folder_of_mine_has_the_last_word(tmp_path: Path) -> None:
    (tmp_path / "a" / "b" / ".git").mkdir(parents=True)
    write(tmp_path / "plugin.json", {"slices": [{"name": "guard", "enabled": True}]})
    about = {str(tmp_path / "a/b"): named(ON), str(tmp_path / "a"): named(OFF)}
    write(tmp_path / "mine.json", {"projects": about})
    files = str(tmp_path / "plugin.json"), [str(tmp_path / "mine.json")]
    assert guard(config.read(*files, None, Here(str(tmp_path / "a/b")))).enabled
    assert not guard(config.read(*files, None, Here(str(tmp_path / "a/c")))).enabled


FAULTS: dict[str, dict[str, Any]] = {
    "an-option-of-the-client-that-is-no-switch": {"s": ON, "client": "yes"},
    "an-option-of-the-client-that-is-empty": {"s": ON, "client": ""},
    "a-project-that-is-no-json": {"s": ON, "project": "{"},
    "a-project-with-a-misspelled-slice": {"s": ON, "project": '{"slices": {"gaurd": {}}}'},
    "a-project-that-says-whom-to-trust": {"s": ON, "project": '{"trusted_projects": ["/"]}'},
    "a-switch-that-is-a-text": {"s": ON, "project": {"enabled": "no"}},
    "folders-that-are-relative": {
        "s": ON,
        "mine": '{"trusted_projects": ["repo", 1], "projects": {"repo": {}, "/a": []}}',
    },
    "folders-that-are-no-list": {"s": ON, "mine": '{"trusted_projects": "/a", "projects": []}'},
    "a-fault-inside-a-project-of-mine": {
        "s": ON,
        "mine": '{"projects": {"/a": {"slice": {}, "slices": {"tydy": {"enabled": 1}}}}}',
    },
    "faults-of-every-layer-at-once": {
        "s": ON,
        "mine": '{"slices": {"tidy": {"enabled": 0}}}',
        "client": "maybe",
        "project": '{"slices": []}',
    },
}


@pytest.mark.parametrize("name", FAULTS)
def test_the_words_of_each_fault(place: Any, name: str, snapshot: Any, tmp_path: Path) -> None:
    found = place(**FAULTS[name])
    text = "".join(f"{problem}\n" for problem in found.problems)
    snapshot.snapshot_dir = SNAPSHOTS
    snapshot.assert_match(text.replace(str(tmp_path.resolve()), "<top>"), f"{name}.txt")
    assert guard(found).enabled


def test_every_snapshot_has_its_case() -> None:
    assert {file.stem for file in SNAPSHOTS.iterdir()} == set(FAULTS)


@pytest.mark.parametrize(
    ("sound", "faulty"),
    [
        pytest.param({"s": OFF, "project": ON}, {"s": OFF, "project": "{"}, id="the-project"),
        pytest.param({"s": OFF, "client": "true"}, {"s": OFF, "client": "1"}, id="the-client"),
        pytest.param({"s": OFF, "mine": ON}, {"s": OFF, "mine": "{"}, id="mine"),
        pytest.param({"s": OFF, "here": ON}, {"s": OFF, "mine": "{"}, id="mine-for-here"),
    ],
)
def test_a_fault_in_a_layer_switches_nothing_off(
    place: Any, tmp_path: Path, sound: Any, faulty: Any
) -> None:
    state = str(tmp_path / "state")
    found = place(**sound)
    here = Here(str(tmp_path.resolve() / "repo"))
    lastgood.keep(state, found.base)
    lastgood.keep_project(state, here, found.project)
    again = place(lastgood.load(state, here), **faulty)
    assert guard(again).enabled
    assert again.problems


def test_a_faulty_option_of_the_client_leaves_the_other_layers_alone(place: Any) -> None:
    kept = Kept(place(s=ON, mine=ON).base)
    assert not guard(place(kept, s=ON, mine=ON, client="1", here=OFF)).enabled


def test_another_plugins_options_are_not_looked_at(tmp_path: Path) -> None:
    write(tmp_path / "plugin.json", {"slices": [{"name": "guard", "enabled": True}]})
    here = Here("", {"api_key": ("CLAUDE_PLUGIN_OPTION_API_KEY", "secret")})
    assert config.read(str(tmp_path / "plugin.json"), [], None, here).problems == ()


def slice_options(place: Any, build: Any, **said: Any) -> tuple[Any, Any]:
    entry = guard(place(**said))
    declared = attrs.evolve(build.slice(build.hook(lambda *_: None)), options=Options)
    found = settle(Loaded("guard", declared, Options()), entry, ())
    assert isinstance(found.member, Loaded)
    return found.member.options, found


@pytest.mark.parametrize(
    ("asked", "got"),
    [
        ({"width": "broad"}, Options(width="broad")),
        ({"width": "off"}, Options()),
        ({"spared": ["a"]}, Options(spared=("a",))),
        ({"spared": ["a", "c"]}, Options()),
        ({"watched": ["a", "c"]}, Options(watched=("a", "c"))),
        ({"watched": []}, Options()),
        ({"loud": True}, Options()),
        ({"loud": False}, Options()),
        ({"own": False}, Options()),
        ({"loud": True, "width": "broad"}, Options(width="broad")),
        ({"loud": "x"}, Options()),
    ],
)
def test_a_project_may_only_tighten_options(place: Any, build: Any, asked: Any, got: Any) -> None:
    options, found = slice_options(place, build, s=ON, project={"options": asked})
    assert options == got
    changed = {name for name in asked if found.origins.get(name) is not None}
    refused = {problem.at.rpartition(".")[2] for problem in (*found.refused, *found.problems)}
    assert changed ^ refused == set(asked)


def test_a_slice_that_is_on_for_the_project_alone_is_the_projects_to_set(
    place: Any, build: Any
) -> None:
    said = {"enabled": True, "options": {"width": "off", "loud": True}}
    options, _ = slice_options(place, build, s=OFF, project=said)
    assert options == Options(width="off", loud=True)


@pytest.mark.parametrize("said", [{"trusted": True}, {"here": {"options": {"width": "off"}}}])
def test_a_trusted_project_and_the_person_may_loosen(place: Any, build: Any, said: Any) -> None:
    options, _ = slice_options(place, build, s=ON, project={"options": {"width": "off"}}, **said)
    assert options.width == "off"


def test_refused_options_are_told(place: Any, build: Any, tmp_path: Path) -> None:
    asked = {"spared": ["c"], "width": "off"}
    _, found = slice_options(place, build, s=ON, project={"options": asked})
    file = f"{tmp_path.resolve()}/repo/.tidegate.json"
    rest = "or what is stricter (you do not trust this project), got"
    assert [str(problem) for problem in found.refused] == [
        f'{file}: at slices.guard.options.spared: expected ["a", "b"], {rest} ["c"].',
        f'{file}: at slices.guard.options.width: expected "narrow", {rest} "off".',
    ]


shipped_names = [row["name"] for row in json.loads(Path(paths.PLUGIN_FILE).read_text())["slices"]]
switch = st.none() | st.booleans()
layer = st.dictionaries(st.sampled_from(shipped_names), switch, max_size=3)


def options_of(name: str) -> st.SearchStrategy[dict[str, Any]]:
    """Return values of every shape for a slice's options, sound ones among them."""
    declared = declared_options()[name]
    fields = [field.name for field in attrs.fields(declared)]
    words = ["auto", "on", "off", "broad", "narrow", "never", "edit-tools", "windows"]
    value = st.booleans() | st.sampled_from(words) | st.lists(st.sampled_from(words), max_size=2)
    return st.dictionaries(st.sampled_from(fields), value, max_size=3)


def declared_options() -> dict[str, type]:
    from host import registry

    members = registry.load(shipped_names)
    return {one.name: one.slice.options for one in members if isinstance(one, Loaded)}


@settings(max_examples=150, deadline=None)
@given(mine_says=layer, client=layer, project=layer, data=st.data())
def test_a_project_never_switches_off_or_loosens(
    tmp_path_factory: pytest.TempPathFactory,
    mine_says: dict[str, bool | None],
    client: dict[str, bool | None],
    project: dict[str, bool | None],
    data: st.DataObject,
) -> None:
    top = tmp_path_factory.mktemp("top")
    (top / "repo").mkdir()

    def value(said: dict[str, bool | None]) -> Any:
        rows: dict[str, dict[str, Any]] = {}
        for name, on in said.items():
            rows[name] = {"options": data.draw(options_of(name))}
            rows[name] |= {} if on is None else {"enabled": on}
        return {"slices": rows}

    write(top / "mine.json", value(mine_says))
    options = {n: (f"O_{n}", str(on).lower()) for n, on in client.items() if on is not None}
    places = Places(persons=(str(top / "mine.json"),), state=str(top / "state"))
    before = furnish(places, Here(str(top / "repo"), options))
    write(top / "repo" / ".tidegate.json", value(project))
    after = furnish(places, Here(str(top / "repo"), options))

    assert set(on(before)) <= set(on(after))
    for name, options_before in on(before).items():
        for field, old in attrs.asdict(options_before, recurse=False).items():
            new = getattr(on(after)[name], field)
            assert may(type(options_before), field, plain(old), plain(new)), (name, field)


def on(house: House) -> dict[str, Any]:
    return {m.name: m.options for m in house.members if isinstance(m, Loaded)}


def plain(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value


def test_defaults_of_options_are_what_a_project_is_compared_with() -> None:
    assert build(Options, {}) == Options()
    assert may(Options, "spared", ["a", "b"], ["b"])
