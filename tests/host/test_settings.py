from __future__ import annotations

import json
import stat
from typing import TYPE_CHECKING

import pytest

from host.clients import claude_code_settings
from host.settings import SettingsError, carry_out, putting, taking_out

if TYPE_CHECKING:
    from pathlib import Path

ENTRIES = (
    (("extraKnownMarketplaces", "market"), {"source": {"path": "/clone"}}),
    (("enabledPlugins", "plugin@market"), True),
)
BEFORE = {
    "nothing-set": "{}\n",
    "blanks-inside": "{ }",
    "a-line-inside": "{\n}\n",
    "no-newline-at-the-end": '{"model": "opus"}',
    "other-settings": '{\n    "model": "opus",\n    "env": {\n        "A": "1"\n    }\n}\n',
    "tabs": '{\n\t"hooks": {},\n\t"enabledPlugins": {\n\t\t"other@there": false\n\t}\n}',
    "line-ends-of-windows": '{\r\n  "enabledPlugins": { }\r\n}\r\n',
    "other-letters": '{"note": "é 𝄞", "x": [1.0, 1e5, "\\u00e9"]}',
    "switched-off": '{"enabledPlugins": {"plugin@market": false}}',
    "another-folder": '{"extraKnownMarketplaces": {"market": {"source": {"path": "/old"}}}}',
}
REFUSED = {
    "no-json": "{not json",
    "comments": '{\n  // mine\n  "a": 1\n}',
    "a-list": "[]",
    "empty": "",
    "a-key-twice": '{"model": "a", "model": "b"}',
    "plugins-in-a-list": '{"enabledPlugins": ["plugin@market"]}',
    "a-byte-order-mark": "\ufeff{}",
}


@pytest.fixture(autouse=True)
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    return tmp_path / "state"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "person" / "settings.json"


def written(file: Path, text: str) -> str:
    file.parent.mkdir(parents=True)
    file.write_bytes(text.encode())
    return str(file)


def put_in(file: str) -> None:
    carry_out(putting(file, ENTRIES))


def take_out(file: str) -> None:
    carry_out(taking_out(file, ENTRIES))


@pytest.mark.parametrize("text", BEFORE.values(), ids=BEFORE.keys())
def test_everything_else_stays_and_taking_out_restores_every_byte(file: Path, text: str) -> None:
    name = written(file, text)
    put_in(name)
    before, after = json.loads(text), json.loads(file.read_bytes())
    for (first, second), value in ENTRIES:
        assert after[first].pop(second) == value
        before.get(first, {}).pop(second, None)
    wanted = {**{first: {} for (first, _), _ in ENTRIES}, **before}
    assert after == wanted
    take_out(name)
    assert file.read_bytes() == text.encode()


@pytest.mark.parametrize("text", REFUSED.values(), ids=REFUSED.keys())
@pytest.mark.parametrize("planned", [putting, taking_out])
def test_a_file_that_is_not_sound_is_refused(planned: object, file: Path, text: str) -> None:
    name = written(file, text)
    with pytest.raises(SettingsError, match=r"expected .*, got "):
        planned(name, ENTRIES)  # type: ignore[operator]
    assert file.read_bytes() == text.encode()


def test_a_missing_file_is_made_and_goes_with_its_folder(file: Path, state: Path) -> None:
    put_in(str(file))
    assert json.loads(file.read_text())["enabledPlugins"] == {"plugin@market": True}
    take_out(str(file))
    assert not file.parent.exists()
    assert list((state / "tidegate" / "installed").iterdir()) == []


def test_a_folder_that_somebody_uses_meanwhile_stays(file: Path) -> None:
    put_in(str(file))
    (file.parent / "mine").touch()
    take_out(str(file))
    assert [path.name for path in file.parent.iterdir()] == ["mine"]


def test_what_was_changed_meanwhile_stays(file: Path) -> None:
    name = written(file, '{"enabledPlugins": {"plugin@market": false}}')
    put_in(name)
    now = json.loads(file.read_text())
    file.write_text(json.dumps({**now, "model": "new"}, indent=4))
    take_out(name)
    kept = {"enabledPlugins": {"plugin@market": False}, "model": "new"}
    assert json.loads(file.read_text()) == kept


def test_an_entry_that_was_changed_meanwhile_stays(file: Path) -> None:
    name = written(file, "{}")
    put_in(name)
    text = file.read_text().replace("/clone", "/moved")
    file.write_text(text)
    take_out(name)
    moved = {"market": {"source": {"path": "/moved"}}}
    assert json.loads(file.read_text()) == {"extraKnownMarketplaces": moved}


def test_what_stood_there_before_was_not_put_in(file: Path) -> None:
    market = dict([ENTRIES[0][0][::-1]])
    assert list(market) == ["market"]
    before = '{"extraKnownMarketplaces": {"market": {"source": {"path": "/clone"}}}}'
    name = written(file, before)
    put_in(name)
    file.write_text(json.dumps({**json.loads(file.read_text()), "model": "new"}))
    take_out(name)
    assert json.loads(file.read_text()) == {**json.loads(before), "model": "new"}


def test_a_second_time_changes_nothing(file: Path) -> None:
    name = written(file, "{ }")
    put_in(name)
    assert not putting(name, ENTRIES).changes
    take_out(name)
    assert not taking_out(name, ENTRIES).changes
    assert file.read_text() == "{ }"


def test_putting_in_again_after_a_change_still_restores_the_first(file: Path) -> None:
    name = written(file, '{"enabledPlugins": {"plugin@market": false}}')
    put_in(name)
    text = file.read_text()
    file.write_text(text.replace("/clone", "/moved"))
    put_in(name)
    take_out(name)
    assert json.loads(file.read_text()) == {
        "enabledPlugins": {"plugin@market": False},
        "extraKnownMarketplaces": {"market": {"source": {"path": "/moved"}}},
    }


OTHER = (ENTRIES[0], (("enabledPlugins", "other@market"), True))


@pytest.mark.parametrize("text", BEFORE.values(), ids=BEFORE.keys())
def test_one_set_in_place_of_another_restores_every_byte(file: Path, text: str) -> None:
    name = written(file, text)
    for entries, instead_of in ((ENTRIES, OTHER), (OTHER, ENTRIES), (ENTRIES, OTHER)):
        carry_out(putting(name, entries, instead_of))
        assert not putting(name, entries, instead_of).changes
    plugins = json.loads(file.read_text())["enabledPlugins"]
    assert (plugins["plugin@market"], "other@market" in plugins) == (True, False)
    carry_out(taking_out(name, (*ENTRIES, OTHER[1])))
    assert file.read_bytes() == text.encode()


def test_one_set_in_place_of_another_in_a_file_that_was_made(file: Path) -> None:
    for entries, instead_of in ((ENTRIES, OTHER), (OTHER, ENTRIES)):
        carry_out(putting(str(file), entries, instead_of))
    carry_out(taking_out(str(file), (*ENTRIES, OTHER[1])))
    assert not file.parent.exists()


def test_without_a_receipt_the_entries_go(file: Path, state: Path) -> None:
    name = written(file, '{"model": "x"}')
    put_in(name)
    for receipt in (state / "tidegate" / "installed").iterdir():
        receipt.write_text("{")
    take_out(name)
    assert json.loads(file.read_text()) == {"model": "x"}


def test_the_receipt_holds_nothing_else_of_the_file(file: Path, state: Path) -> None:
    put_in(written(file, '{"env": {"TOKEN": "secret"}, "enabledPlugins": {}, "z": "secret"}'))
    (receipt,) = (state / "tidegate" / "installed").iterdir()
    assert "secret" not in receipt.read_text()
    assert stat.S_IMODE(receipt.stat().st_mode) == 0o600


def test_a_link_and_a_mode_stay(file: Path, tmp_path: Path) -> None:
    kept = tmp_path / "dotfiles" / "settings.json"
    written(kept, "{}")
    kept.chmod(0o640)
    file.parent.mkdir()
    file.symlink_to(kept)
    put_in(str(file))
    assert file.is_symlink()
    assert stat.S_IMODE(kept.stat().st_mode) == 0o640
    assert "market" in kept.read_text()


def test_a_folder_in_its_place_is_refused(file: Path) -> None:
    file.mkdir(parents=True)
    with pytest.raises(SettingsError, match="a file that can be read"):
        putting(str(file), ENTRIES)


def test_a_place_that_cannot_be_written_is_an_error(file: Path, tmp_path: Path) -> None:
    (tmp_path / "person").write_text("a file where the folder has to be")
    with pytest.raises(SettingsError):
        put_in(str(file))


def test_the_files_of_claude_code(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CLAUDE_CONFIG_DIR", raising=False)
    monkeypatch.setenv("HOME", "/home/one")
    assert claude_code_settings.file("user", "/p") == "/home/one/.claude/settings.json"
    assert claude_code_settings.file("project", "/p") == "/p/.claude/settings.json"
    monkeypatch.setenv("CLAUDE_CONFIG_DIR", "/other")
    assert claude_code_settings.file("user", "/p") == "/other/settings.json"
