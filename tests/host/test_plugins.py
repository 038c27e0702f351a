"""What pluggy found in a module counts for the next process, as long as the file is as it was."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Any

import pytest

from host import generated, plugins
from host.generated import Kept
from host.hookspecs import PROJECT
from host.plugins import Plugins

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

ONE = """
from host.hookspecs import hookimpl
@hookimpl
def tidegate_slice(): return "one"
"""
BY_PLUGGY = f"""
import pluggy
@pluggy.HookimplMarker({PROJECT!r})
def tidegate_slice(): return "one"
"""


class Modules:
    """Modules in a folder, and what is kept of them."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.kept = Kept(str(folder / "generated.bin"))
        self.looked = 0

    def load(self, text: str, *, name: str = "some_plugin") -> Any:
        file = self.folder / f"{name}.py"
        if not file.exists() or file.read_text() != text:
            file.write_text(text)
        sys.modules.pop(name, None)
        return __import__(name)

    def ask(self, module: Any) -> list[object]:
        return [declare() for declare in Plugins().implementations("some", module)]


@pytest.fixture
def modules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Modules]:
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    one = Modules(tmp_path)
    look = Plugins._look

    def looked(self: Plugins, name: str, module: Any) -> Any:
        one.looked += 1
        return look(self, name, module)

    monkeypatch.setattr(plugins.Plugins, "_look", looked)
    monkeypatch.setattr(generated, "in_use", lambda: one.kept)
    yield one
    sys.modules.pop("some_plugin", None)


@pytest.mark.parametrize("text", [ONE, BY_PLUGGY], ids=["ours", "pluggys"])
def test_a_module_is_looked_at_once(modules: Modules, text: str) -> None:
    for _ in range(2):
        assert modules.ask(modules.load(text)) == ["one"]
    assert modules.looked == 1


def test_a_changed_module_is_looked_at_again(modules: Modules) -> None:
    modules.ask(modules.load(ONE))
    assert modules.ask(modules.load(f"{ONE}#")) == ["one"]
    assert modules.looked == 2


def test_a_module_that_lost_its_mark_is_looked_at_again(modules: Modules) -> None:
    module = modules.load(ONE)
    modules.ask(module)
    module.tidegate_slice = lambda: "another"
    assert modules.ask(module) == []


def test_a_misspelled_hook_is_told_each_time(modules: Modules) -> None:
    module = modules.load(ONE.replace("tidegate_slice", "tidegate_slices"))
    for _ in range(2):
        with pytest.raises(Exception, match="tidegate_slices"):
            modules.ask(module)
    assert modules.looked == 2


def test_nothing_is_kept_where_nothing_is_in_use(
    modules: Modules, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(generated, "in_use", lambda: None)
    for _ in range(2):
        assert modules.ask(modules.load(ONE)) == ["one"]
    assert modules.looked == 2
    assert not len(modules.kept)


def test_a_module_without_a_file_is_not_kept(modules: Modules) -> None:
    module = modules.load(ONE)
    os.unlink(module.__file__)  # noqa: PTH108  a plain text
    assert modules.ask(module) == ["one"]
    assert not len(modules.kept)
