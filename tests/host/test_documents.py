"""What is made from the code is up to date in the repo; a slice that is gone may have left rows."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from host import documents, schema
from host.clients import claude_code_mod as mod
from host.layers import read_persons, read_project, read_shipped
from host.options import check
from host.paths import ROOT

if TYPE_CHECKING:
    from host.hook import Slice

REGENERATE = "make docs"
SLICES = documents.loaded()
SCHEMA = schema.schema(SLICES)
OF_A_SLICE = re.compile(r"\(\.\./slices/(\w+)/|`slices/(\w+)/")


def without_gone_slices(text: str) -> str:
    """Return a page without the rows of slices that this repo does not have."""
    return "".join(line for line in text.splitlines(keepends=True) if named(line) <= set(SLICES))


def named(line: str) -> set[str]:
    return {name for pair in OF_A_SLICE.findall(line) for name in pair if name}


@pytest.mark.parametrize("page", ["docs/controls.md", "docs/bounds.md"])
def test_a_page_is_up_to_date(page: str) -> None:
    kept = without_gone_slices(Path(ROOT, page).read_text("utf-8"))
    assert kept == documents.documents()[page], REGENERATE


@pytest.mark.parametrize("file", [mod.MANIFEST, mod.CRUDE_TESTS, *mod.prompts()])
def test_the_mod_is_up_to_date(file: str) -> None:
    kept = Path(ROOT, file).read_text("utf-8")
    if file == mod.MANIFEST:
        manifest = json.loads(kept)
        switches = manifest["userConfig"].items()
        manifest["userConfig"] = {name: one for name, one in switches if name in SLICES}
        kept = f"{json.dumps(manifest, indent=2)}\n"
    if file == mod.CRUDE_TESTS:
        head, tests = kept.split("TESTS = ")
        left = [test for test in json.loads(tests) if test["name"] in SLICES]
        kept = f"{head}TESTS = {json.dumps(left, indent=2)}\n"
    assert kept == documents.documents()[file], REGENERATE


def test_the_schema_is_up_to_date() -> None:
    kept = json.loads(Path(ROOT, schema.FILE).read_text("utf-8"))
    kept["$defs"] = {name: one for name, one in kept["$defs"].items() if name in SLICES}
    for named_slices in (kept["properties"]["slices"]["anyOf"][0], of_projects(kept)):
        rows = named_slices["properties"]
        named_slices["properties"] = {name: row for name, row in rows.items() if name in SLICES}
    listed = kept["properties"]["slices"]["anyOf"][1]["items"]
    listed["anyOf"] = [
        row for row in listed["anyOf"] if row["properties"]["name"]["const"] in SLICES
    ]
    assert kept == SCHEMA, REGENERATE


def of_projects(found: dict[str, Any]) -> dict[str, Any]:
    about = found["properties"]["projects"]["additionalProperties"]
    rows: dict[str, Any] = about["properties"]["slices"]
    return rows


def test_the_shipped_configuration_names_the_schema_and_keeps_to_it() -> None:
    shipped = json.loads(Path(ROOT, "plugin.json").read_text("utf-8"))
    assert shipped["$schema"] == schema.FILE
    assert holds(shipped, SCHEMA)


def test_the_clients_screen_has_a_switch_for_each_slice() -> None:
    manifest = json.loads(Path(ROOT, ".claude-plugin", "plugin.json").read_text("utf-8"))
    shipped = json.loads(Path(ROOT, "plugin.json").read_text("utf-8"))["slices"]
    for row in shipped:
        asked = manifest["userConfig"][row["name"]]
        assert (asked["type"], asked["default"]) == ("boolean", row["enabled"])
        assert asked["title"].startswith(f"{row['name']}: ")
        assert asked["description"].endswith(".")


@pytest.mark.parametrize(
    ("name", "unit"),
    [
        ("READ_MAX_BYTES", "bytes"),
        ("ATTEMPT_SECONDS", "seconds"),
        ("FOLDER_DEPTH_MAX_LEVELS", "levels"),
        ("STATE_WAIT_MILLISECONDS", "milliseconds"),
        ("PARTS_MAX", "count"),
        ("COMMAND_MAX_CHARACTERS", "characters"),
    ],
)
def test_the_unit_stands_in_the_name(name: str, unit: str) -> None:
    assert documents.unit(name) == unit


TYPES = {"object": dict, "array": list, "string": str, "boolean": bool, "integer": int}


def holds(value: Any, rule: dict[str, Any]) -> bool:
    """Tell whether a value keeps to a schema, by the few keywords that ours uses."""
    unknown = set(rule) - {
        *("$schema", "$ref", "$defs", "title", "description", "default", "type", "enum", "const"),
        *("anyOf", "items", "properties", "additionalProperties", "required", "propertyNames"),
        "pattern",
    }
    assert not unknown, unknown
    if "$ref" in rule:
        return holds(value, found(rule["$ref"]))
    if "anyOf" in rule and not any(holds(value, one) for one in rule["anyOf"]):
        return False
    if "const" in rule and value != rule["const"]:
        return False
    if "enum" in rule and value not in rule["enum"]:
        return False
    kind = TYPES.get(rule.get("type", ""), object)
    if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
        return False
    if isinstance(value, str):
        return re.search(rule.get("pattern", ""), value) is not None
    if isinstance(value, list):
        return all(holds(one, rule.get("items", {})) for one in value)
    return not isinstance(value, dict) or holds_object(value, rule)


def holds_object(value: dict[str, Any], rule: dict[str, Any]) -> bool:
    if any(key not in value for key in rule.get("required", ())):
        return False
    if not all(holds(key, rule.get("propertyNames", {})) for key in value):
        return False
    return all(holds_member(key, one, rule) for key, one in value.items())


def holds_member(key: str, value: Any, rule: dict[str, Any]) -> bool:
    known = rule.get("properties", {})
    rest = rule.get("additionalProperties", True)
    if key in known:
        return holds(value, known[key])
    return rest if isinstance(rest, bool) else holds(value, rest)


def found(pointer: str) -> dict[str, Any]:
    rule = SCHEMA
    for key in pointer.removeprefix("#/").split("/"):
        rule = rule[key]
    return rule


NAMES = st.sampled_from([*SLICES, "gaurd"])
VALUES = (
    st.none()
    | st.booleans()
    | st.sampled_from(["auto", "broad", "off", "never", 1, 0.5])
    | st.lists(st.sampled_from(["a", "x", 1]), max_size=2)
)
OPTIONS = sorted({field.name for one in SLICES.values() for field in attrs.fields(one.options)})
GIVEN = VALUES | st.dictionaries(st.sampled_from([*OPTIONS, "wdith"]), VALUES, max_size=2)
SWITCH = st.fixed_dictionaries({}, optional={"enabled": VALUES, "options": GIVEN, "on": VALUES})
SWITCHES = VALUES | st.dictionaries(NAMES, VALUES | SWITCH, max_size=2)
FOLDERS = st.sampled_from(["/a", "a", "C:\\a", ""])
PROJECTS = VALUES | st.dictionaries(
    FOLDERS,
    VALUES | st.fixed_dictionaries({}, optional={"slices": SWITCHES, "x": VALUES}),
    max_size=2,
)
FILES = st.fixed_dictionaries(
    {},
    optional={
        "$schema": st.just("x"),
        "slices": SWITCHES,
        "projects": PROJECTS,
        "trusted_projects": VALUES | st.lists(FOLDERS, max_size=2),
        "slice": VALUES,
    },
)


@settings(max_examples=300, deadline=None)
@given(value=FILES)
def test_the_schema_and_the_reader_agree_on_a_persons_file(
    tmp_path_factory: pytest.TempPathFactory, value: Any
) -> None:
    file = tmp_path_factory.mktemp("mine") / "config.json"
    file.write_text(json.dumps(value))
    layer = read_persons(str(file), tuple(SLICES))
    switches = [*layer.switches, *(one for _, said in layer.projects for one in said)]
    wrong = [*layer.problems, *(w for s in switches if s.options for w in of_options(s, SLICES))]
    # The schema is that of the shipped file too, where the slices are a list.
    as_list = isinstance(value.get("slices"), list)
    assert as_list or holds(value, SCHEMA) is not bool(wrong), wrong


def of_options(switch: Any, slices: dict[str, Slice]) -> tuple[Any, ...]:
    return check(slices[switch.name].options, switch.options.values, "f", "")


def test_what_only_a_person_may_say_is_no_fault_of_the_schema_alone(tmp_path: Path) -> None:
    file = tmp_path / ".tidegate.json"
    file.write_text('{"trusted_projects": ["/a"]}')
    assert holds(json.loads(file.read_text()), SCHEMA)
    assert read_project(str(file), tuple(SLICES)).problems != ()


def test_the_shipped_reader_takes_what_the_schema_takes() -> None:
    assert read_shipped(f"{ROOT}/plugin.json").problems == ()


def test_the_page_of_the_config_says_which_options_a_project_may_tighten() -> None:
    page = Path(ROOT, "docs", "config.md").read_text("utf-8")
    rows = re.findall(r"^\| (`.*`) \| [^|]* \|$", page, re.MULTILINE)
    told = {name for row in rows for name in re.findall(r"`(\w+\.\w+)`", row)}
    declared = {
        f"{name}.{field.name}"
        for name, one in SLICES.items()
        for field in attrs.fields(one.options)
        if field.metadata
    }
    assert {option for option in told if option.partition(".")[0] in SLICES} == declared


def test_the_page_of_the_config_has_files_that_the_readers_take(tmp_path: Path) -> None:
    page = Path(ROOT, "docs", "config.md").read_text("utf-8")
    mine, project = re.findall(r"```json\n(.*?)```", page, re.DOTALL)
    names = tuple({"sembr", "guard", "scar", *SLICES})
    for text, reader in ((mine, read_persons), (project, read_project)):
        (tmp_path / "f.json").write_text(text)
        assert reader(str(tmp_path / "f.json"), names).problems == ()
