from __future__ import annotations

import sys
from textwrap import dedent
from typing import TYPE_CHECKING, Any

import pytest

from host import last_resort, paths, registry
from host.registry import Broken, Loaded, load

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

GOOD = """
import attrs
from host.hook import Control, Crude, Hook, Probe, Slice
from host.hookspecs import hookimpl

@attrs.frozen
class Options:
    lines: int = 3

def run(*_):
    return None

HOOK = Hook(event="tool.call", phase="check", run=run, on_error=run)
PROBES = (Probe(command="x", expect="deny"), Probe(command="ls", expect="run"))
CONTROL = Control(name="n", incident="i", evidence="e", remove_when="r")

def declare():
    return Slice(hooks=(HOOK,), crude=Crude(), controls=(CONTROL,), probes=PROBES, options=Options)

@hookimpl
def tidegate_slice():
    return declare()
"""


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., str]]:
    """Make a package of slices, name by name, and return its import name."""
    name = f"slices_of_{tmp_path.name.replace('-', '_')}"
    monkeypatch.syspath_prepend(str(tmp_path))

    def make(**sources: str) -> str:
        for slice_name, source in sources.items():
            folder = tmp_path / name / slice_name
            folder.mkdir(parents=True)
            (folder / "plugin.py").write_text(dedent(source))
        return name

    yield make
    for module in [module for module in sys.modules if module.startswith(name)]:
        del sys.modules[module]


def test_slices_load_in_the_given_order(package: Callable[..., str]) -> None:
    found = load(["b", "a"], package(a=GOOD, b=GOOD))

    assert [(type(member), member.name) for member in found] == [(Loaded, "b"), (Loaded, "a")]
    assert found[0].options.lines == 3  # type: ignore[union-attr]


def test_a_slice_that_is_not_named_is_not_imported(package: Callable[..., str]) -> None:
    name = package(a=GOOD, off="raise SystemExit")
    load(["a"], name)

    assert f"{name}.off.plugin" not in sys.modules


@pytest.mark.parametrize(
    ("source", "why"),
    [
        pytest.param("import no_such_module_at_all", "no_such_module_at_all", id="import-error"),
        pytest.param("def (", "SyntaxError", id="syntax-error"),
        pytest.param("raise SystemExit(2)", "SystemExit", id="exits-on-import"),
        pytest.param("x = 1", "0 times, not once", id="nothing-implemented"),
        pytest.param(GOOD.replace("@hookimpl", ""), "0 times", id="the-marker-is-missing"),
        pytest.param(
            GOOD.replace("tidegate_slice", "tidegate_slices"), "tidegate_slices", id="misspelled"
        ),
        pytest.param(
            GOOD.replace("tidegate_slice()", "tidegate_slice(config)"), "config", id="an-argument"
        ),
        pytest.param(GOOD.replace("return declare()", "return 7"), "int", id="no-slice"),
        pytest.param(GOOD.replace("return declare()", "1 / 0"), "ZeroDivision", id="raises"),
        pytest.param(GOOD.replace(", on_error=run", ""), "on_error", id="no-error-handler"),
        pytest.param(GOOD.replace('"check"', '"chekc"'), "chekc", id="misspelled-phase"),
        pytest.param(GOOD.replace(" = 3", ""), "no default", id="an-option-without-default"),
        pytest.param(
            GOOD.replace("options=Options", "options=dict"), "attrs class", id="options-as-a-dict"
        ),
    ],
)
def test_a_slice_that_does_not_load_is_an_error_with_a_name(
    package: Callable[..., str], source: str, why: str
) -> None:
    broken, sound = load(["broken", "sound"], package(broken=source, sound=GOOD))

    assert isinstance(broken, Broken)
    assert (broken.failure.slice, broken.failure.kind) == ("broken", "install")
    assert why in broken.failure.detail
    assert isinstance(sound, Loaded)


def test_a_missing_folder_is_an_error_with_a_name(package: Callable[..., str]) -> None:
    (member,) = load(["none"], package(a=GOOD))

    assert isinstance(member, Broken)


def test_the_shipped_slices_load() -> None:
    import json
    from pathlib import Path

    from host import paths

    shipped: Any = json.loads(Path(paths.PLUGIN_FILE).read_text(encoding="utf-8"))
    found = load([entry["name"] for entry in shipped["slices"]])

    assert [member for member in found if isinstance(member, Broken)] == []


def test_what_was_foreseen_is_not_loaded_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "_foreseen", {})
    names = tuple(last_resort.enabled())
    first = registry.load(names)
    assert registry.load(names)[0] is not first[0]
    registry.foresee(names)
    assert registry.load(names) is registry.load(names)
    assert registry.load(names) == registry.load(names[::-1])[::-1]
    monkeypatch.setattr(paths, "config_folder", lambda: "/elsewhere")
    assert registry.load(names) is not registry.load(names)


def test_a_slice_that_does_not_load_is_not_foreseen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "_foreseen", {})
    registry.foresee(("nosuchslice",))
    assert registry._foreseen == {}
