"""A slice's own packages: needed or not, there or not, and never in another slice's way."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from host import extras, registry, setup
from host.call import Failure

PINS = "# the reason\nSome-Package==1.2 \\\n    --hash=sha256:00\nother==3 --hash=sha256:11\n"


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The only folder for packages; the slice `alpha` has pins, the slice `beta` has none."""
    pins = tmp_path / "pins.txt"
    pins.write_text(PINS)
    none = str(tmp_path / "none.txt")
    monkeypatch.setattr(extras, "pins_file", lambda name: str(pins) if name == "alpha" else none)
    for module in (setup, extras):
        monkeypatch.setattr(module, "environment_folders", lambda: (str(tmp_path / "data"),))
    monkeypatch.setattr(setup, "_install", _install)
    monkeypatch.setattr(setup, "_compile", lambda: None)
    monkeypatch.setattr(setup, "enabled", lambda: ["alpha", "beta"])
    monkeypatch.setattr(setup, "ready", lambda: "the core")
    monkeypatch.setattr(sys, "path", list(sys.path))
    return tmp_path / "data"


def _install(_venv: Path, site: Path, _pins: str) -> None:
    for name in ("some_package-1.2.dist-info", "other-3.dist-info"):
        (site / name).mkdir(parents=True)


def _half(_venv: Path, site: Path, _pins: str) -> None:
    (site / "other-3.dist-info").mkdir(parents=True)


def _said(_text: str) -> None:
    """Take what is said."""


def test_a_slice_without_pins_needs_nothing(data: Path) -> None:
    assert extras.site_of("beta") == ""
    assert extras.use("beta")


def test_packages_that_are_not_there_break_the_slice_by_name(data: Path) -> None:
    assert extras.missing(["alpha", "beta"]) == ["alpha"]
    (member,) = registry.load(("alpha",))
    assert isinstance(member, registry.Broken)
    assert isinstance(member.failure, Failure)
    assert member.failure.kind == "install"
    assert "bin/tidegate setup" in member.failure.detail


def test_the_set_up_puts_them_into_a_folder_of_the_slice(data: Path) -> None:
    site = setup.ensure_slice("alpha", _said)
    assert Path(site).parent == data / extras.folder_name("alpha")
    assert extras.use("alpha")
    assert sys.path[-1] == site
    assert extras.site_of("alpha") == ""


def test_the_background_sets_up_every_slice_that_is_on(data: Path) -> None:
    assert setup.in_background() == 0
    assert extras.missing(["alpha"]) == []


def test_a_new_set_of_pins_replaces_only_this_slice_s_folder(data: Path) -> None:
    for name in ("slice-alpha-cpython-310-00", "slice-gamma-cpython-310-00", "cpython-310-00"):
        (data / name).mkdir(parents=True)
    setup.ensure_slice("alpha", _said)
    left = {path.name for path in data.iterdir() if path.is_dir()}
    assert left == {extras.folder_name("alpha"), "slice-gamma-cpython-310-00", "cpython-310-00"}


def test_half_an_installation_is_none(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(setup, "_install", _half)
    with pytest.raises(setup.SetUpError, match=r"some_package-1\.2"):
        setup.ensure_slice("alpha", _said)
    assert extras.site_of("alpha") is None


def test_packages_that_python_finds_already_are_used(
    data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _install(tmp_path, tmp_path / "own", "")
    monkeypatch.setattr(sys, "path", [*sys.path, str(tmp_path / "own")])
    assert extras.site_of("alpha") == ""


def test_what_its_packages_hold_is_named_by_their_own_lists(data: Path) -> None:
    site = data / "site-packages"
    sys.path.append(str(site))
    records = {
        "some_package-1.2": ["some/__init__.py,sha256=0,1", "_some.so,,", "../../bin/some,,"],
        "other-3": ["other.py,,", "other-3.dist-info/RECORD,,"],
        "another-4": ["another/__init__.py,,"],
    }
    for name, lines in records.items():
        (site / f"{name}.dist-info").mkdir(parents=True)
        (site / f"{name}.dist-info" / "RECORD").write_text("\n".join(lines))
    assert extras.modules("alpha") == {"some", "other"}
    assert extras.modules("beta") == set()
