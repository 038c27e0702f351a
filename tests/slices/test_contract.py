"""What every slice in `slices/` has to hold, whatever it controls."""

from __future__ import annotations

import ast
import functools
import importlib
import re
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Any

import attrs
import pytest

from host import crude, hook, registry, shipped
from host.call import Ask, Deny, Failure
from host.config import read as read_config
from host.registry import Loaded

if TYPE_CHECKING:
    from collections.abc import Iterator

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
SLICES = ROOT / "slices"
TEMPLATE = "_template"
"""What a new slice is copied from: held to the same, but for a place among the shipped ones."""
NAMES = sorted(p.parent.name for p in SLICES.glob("*/plugin.py"))
SHIPPED = [name for name in NAMES if name != TEMPLATE]
HEADINGS = [
    "Why It Exists",
    "What the Hook Does",
    "Which Commands Count",
    "When the Command Runs",
    "Limits",
    "Known Misses",
    "Fail Closed",
    "How to Turn It Off",
    "See Also",
]
CLIENT_WORDS = re.compile(
    r"\b(Bash|PreToolUse|PostToolUse|hookSpecificOutput|file_path|MultiEdit|NotebookEdit|[Cc]laude)"
)
KINDS_OF_WORK = {"other work", "pipe", "redirect", "substitution", "compound", "no print"}

each_slice = pytest.mark.parametrize("name", NAMES)


@functools.cache
def cases(name: str) -> list[dict[str, Any]]:
    file = HERE / name / "cases.toml"
    return list(tomllib.loads(file.read_text("utf-8"))["case"]) if file.exists() else []


def pairs(*keys: str) -> list[Any]:
    """Return each slice with each of its cases that has one of the keys."""
    found = [(name, case) for name in NAMES for case in cases(name) if set(keys) & set(case)]
    return [pytest.param(name, case, id=f"{name}-{case['id']}") for name, case in found]


def page(name: str) -> str:
    return (SLICES / name / "README.md").read_text("utf-8")


def section(name: str, heading: str) -> str:
    return page(name).split(f"\n## {heading}\n")[1].split("\n## ")[0]


def sources(folder: Path) -> Iterator[tuple[Path, ast.Module]]:
    for file in sorted(folder.rglob("*.py")):
        yield file, ast.parse(file.read_text("utf-8"))


def imported(tree: ast.Module) -> set[str]:
    """Return the modules that a source names in its imports, late ones included."""
    found: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module is not None:
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
    return found


def texts(tree: ast.Module) -> set[str]:
    constants = (node.value for node in ast.walk(tree) if isinstance(node, ast.Constant))
    return {value for value in constants if isinstance(value, str)}


def loaded(name: str) -> hook.Slice:
    (member,) = registry.load([name])
    assert isinstance(member, Loaded), member
    return member.slice


def triggers(name: str) -> Any:
    return importlib.import_module(f"slices.{name}.triggers")


def test_every_slice_of_the_shipped_configuration_is_held_to_this() -> None:
    shipped = read_config(str(ROOT / "plugin.json"), (), None)
    assert [entry.name for entry in shipped.entries if entry.name not in SHIPPED] == []


@each_slice
def test_the_page_has_the_headings_in_order(name: str) -> None:
    text = re.sub(r"```.*?```", "", page(name), flags=re.DOTALL)
    assert re.findall(r"^# (.*)$", text, re.MULTILINE) == [name]
    assert re.findall(r"^## (.*)$", text, re.MULTILINE) == HEADINGS


@each_slice
def test_the_page_says_what_the_slice_is_before_the_first_heading(name: str) -> None:
    assert len(page(name).split("\n## ")[0].splitlines()) > 2


@each_slice
def test_the_limits_on_the_page_are_those_of_the_code(name: str) -> None:
    rows = re.findall(r"^\| `(\w+)` \| ([\d,]+) \| (.*) \|$", section(name, "Limits"), re.MULTILINE)
    assert [(row[0], int(row[1].replace(",", "")), row[2]) for row in rows] == limits(name)


def limits(name: str) -> list[tuple[str, int, str]]:
    """Return each limit with its value and the sentence under it."""
    module = importlib.import_module(f"slices.{name}.limits")
    body = ast.parse((SLICES / name / "limits.py").read_text("utf-8")).body
    names = [s.targets[0].id for s in body if isinstance(s, ast.Assign)]  # type: ignore[attr-defined]
    whys = [" ".join(s.value.value.split()) for s in body[1:] if isinstance(s, ast.Expr)]  # type: ignore[attr-defined]
    return [(n, getattr(module, n), why) for n, why in zip(names, whys, strict=True)]


@each_slice
def test_known_misses_are_on_the_page(name: str) -> None:
    text = section(name, "Known Misses").replace("\\|", "|")
    missing = [
        c["id"] for c in cases(name) if "known_miss" in c and f"`{c['command']}`" not in text
    ]
    assert missing == []


@each_slice
def test_options_are_described_and_on_the_page(name: str) -> None:
    declared = loaded(name)
    fields = {field.name for field in attrs.fields(declared.options)}
    assert set(declared.describe_options) == fields
    assert [field for field in fields if f"`{field}`" not in page(name)] == []


@pytest.mark.parametrize("name", SHIPPED)
def test_the_index_and_the_shipped_configuration_have_it(name: str) -> None:
    assert f"[{name}]({name}/README.md)" in (SLICES / "README.md").read_text("utf-8")
    shipped = read_config(str(ROOT / "plugin.json"), (), None)
    assert name in [entry.name for entry in shipped.entries]


@each_slice
def test_links_on_the_page_lead_somewhere(name: str) -> None:
    targets = re.findall(r"\]\(([^)#:]+)\)", page(name))
    assert [t for t in targets if not (SLICES / name / t).exists()] == []


@each_slice
def test_what_the_front_reads_is_what_the_slice_declares(name: str) -> None:
    declared, front = loaded(name), triggers(name)
    assert declared.crude == hook.Crude(**front.CRUDE)
    assert set(front.TRIGGERS) == {text for one in declared.hooks for text in one.triggers}


@each_slice
def test_what_the_front_reads_is_constants_alone(name: str) -> None:
    body = ast.parse((SLICES / name / "triggers.py").read_text("utf-8")).body
    assigned = {
        target.id: ast.literal_eval(node.value)
        for node in body
        if isinstance(node, ast.Assign)
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    assert set(assigned) == {"TRIGGERS", "CRUDE"}
    assert len(body) == len(assigned) + len("d")  # the docstring


@each_slice
def test_each_control_says_why_it_is_there_and_when_it_goes(name: str) -> None:
    for control in loaded(name).controls:
        assert all(text.strip() for text in attrs.astuple(control))
        assert f"**{control.name}**" in section(name, "Why It Exists")


@each_slice
def test_case_ids_are_phrases_and_unique(name: str) -> None:
    ids = [case["id"] for case in cases(name)]
    assert len(set(ids)) == len(ids)
    assert [i for i in ids if not re.fullmatch(r"[a-z]+(-[a-z]+)*", i)] == []


@each_slice
def test_snapshots_have_a_test_and_tests_a_snapshot(name: str) -> None:
    kept = {p.stem for p in (HERE / name / "snapshots/denied").glob("*")}
    assert kept == {case["id"] for case in cases(name) if case.get("snapshot")}


@each_slice
def test_it_imports_the_host_and_itself_alone(name: str) -> None:
    wrong = [
        (file.name, module)
        for file, tree in sources(SLICES / name)
        for module in imported(tree)
        if module.startswith(("slices.", "host.cli", "host.clients"))
        and not module.startswith(f"slices.{name}")
    ]
    assert wrong == []


@each_slice
def test_no_word_of_a_client_stands_in_its_code(name: str) -> None:
    wrong = [
        (file.name, node.value)
        for file, tree in sources(SLICES / name)
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
        if CLIENT_WORDS.search(node.value)
    ]
    assert wrong == []


@pytest.mark.parametrize("name", SHIPPED)
def test_what_the_shell_looks_for_without_an_interpreter_is_up_to_date(name: str) -> None:
    regenerate = "python -m host.shipped claude_code"
    file = Path(shipped.path(name, "claude_code"))
    kept = file.read_text() if file.exists() else ""
    assert kept == shipped.text(name, "claude_code"), regenerate


def test_each_can_be_deleted() -> None:
    """Nothing but a slice's own folders loads its modules, by an import or by a name in a text."""
    module = re.compile(r"slices\.(\w+)(?:\.(?!enable|options)\w+)+")
    wrong = [
        (str(file.relative_to(ROOT)), found[0])
        for own, folder in all_folders()
        for file, tree in sources(folder)
        for text in imported(tree) | texts(tree)
        if (found := module.fullmatch(text)) and found[1] in NAMES and found[1] != own
    ]
    assert wrong == []


def all_folders() -> list[tuple[str, Path]]:
    """Return the folders of the host and of the slices, each with the slice that it belongs to."""
    hosts = [("", ROOT / "host"), ("", ROOT / "tests/host")]
    return [*hosts, *((name, top / name) for name in NAMES for top in (SLICES, HERE))]


def test_the_host_imports_no_slice() -> None:
    wrong = [
        (file.name, module)
        for file, tree in sources(ROOT / "host")
        for module in imported(tree)
        if module.startswith("slices")
    ]
    assert wrong == []


@pytest.mark.parametrize(("name", "case"), pairs("reads", "denied"))
def test_triggers_let_each_denied_command_through_to_the_check(
    name: str, case: dict[str, Any]
) -> None:
    plain = re.sub(r"['\"\\]", "", case["command"].replace("\\\n", ""))
    assert any(trigger in plain for trigger in triggers(name).TRIGGERS)


@pytest.mark.parametrize(("name", "case"), pairs("crude"))
def test_the_crude_test_hits_the_plain_forms(name: str, case: dict[str, Any]) -> None:
    assert crude.hits(triggers(name).CRUDE, case["command"])


@pytest.mark.parametrize(("name", "case"), pairs("reads", "denied"))
def test_a_denied_command_is_denied_too_where_the_check_raises(
    name: str, case: dict[str, Any], place_case: Any, stand_of: Any, shell_call: Any
) -> None:
    top, command = place_case(name, case)
    call = shell_call(command, str(top / case.get("cwd", "")))
    decision = broken(stand_of(name)).decide(call)
    assert decision.verdict == "deny"
    assert set(decision.failures) == {Failure(name, "exception", "RuntimeError: broken by a test")}


@pytest.mark.parametrize(("name", "case"), pairs("runs"))
def test_other_work_runs_too_where_the_check_raises(
    name: str, case: dict[str, Any], place_case: Any, stand_of: Any, shell_call: Any
) -> None:
    top, command = place_case(name, case)
    decision = broken(stand_of(name)).decide(shell_call(command, str(top)))
    if case["runs"] in KINDS_OF_WORK and not case.get("rough"):
        assert decision.verdict == "run"
    assert len(set(decision.failures)) == 1


def broken(stand: Any) -> Any:
    """Return the stand with every `run` of its slices raising."""

    def run(occasion: object, host: object) -> None:
        message = "broken by a test"
        raise RuntimeError(message)

    members = tuple(
        attrs.evolve(
            member,
            slice=attrs.evolve(
                member.slice, hooks=tuple(attrs.evolve(h, run=run) for h in member.slice.hooks)
            ),
        )
        for member in stand.members
    )
    return attrs.evolve(stand, members=members)


def probes() -> list[Any]:
    """Return each slice with each of its probes."""
    return [
        pytest.param(name, probe, id=f"{name}-{number}-{probe.expect}")
        for name in NAMES
        for number, probe in enumerate(loaded(name).probes)
    ]


@pytest.mark.parametrize(("name", "probe"), probes())
def test_a_probe_is_answered_as_it_says(
    name: str, probe: hook.Probe, stand_of: Any, shell_call: Any, tmp_path: Path
) -> None:
    decision = stand_of(name).decide(shell_call(probe.command, placed(probe, tmp_path)))
    told = "context" if decision.told else "run"
    assert (told if decision.verdict == "run" else decision.verdict) == probe.expect


@pytest.mark.parametrize(("name", "probe"), [one for one in probes() if "run" not in str(one.id)])
def test_every_reason_names_the_page(
    name: str, probe: hook.Probe, stand_of: Any, shell_call: Any, tmp_path: Path
) -> None:
    call = shell_call(probe.command, placed(probe, tmp_path))
    stand = stand_of(name)
    said = (*stand.decide(call).said, *broken(stand).decide(call).said)
    reasons = [one.answer.reason for one in said if isinstance(one.answer, Deny | Ask)]
    assert [reason for reason in reasons if f"slices/{name}/README.md" not in reason] == []


@each_slice
def test_every_kept_reason_names_the_page(name: str) -> None:
    kept = sorted((HERE / name / "snapshots/denied").glob("*"))
    page_of = f"slices/{name}/README.md"
    assert [file.name for file in kept if page_of not in file.read_text("utf-8")] == []


def placed(probe: hook.Probe, top: Path) -> str:
    """Make the probe's files in an empty project and return its folder."""
    for path, text in {".tidegate/.keep": "", **probe.files}.items():
        (top / path).parent.mkdir(parents=True, exist_ok=True)
        (top / path).write_text(text, "utf-8")
    return str(top)
