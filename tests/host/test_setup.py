"""The set-up: once, locked, whole or not at all, and its failure is kept for the person."""

from __future__ import annotations

import multiprocessing
import os
import shutil
import sys
import time
import tomllib
from pathlib import Path

import pytest

from host import background, environment, extras, paths, setup
from host.limits import SETUP_RETRY_SECONDS

SAID: list[str] = []


def fake_install(_venv: Path, site: Path, _pins: str = "") -> None:
    for package in ("attrs", "attr", "pluggy"):
        (site / package).mkdir(parents=True)
        (site / package / "__init__.py").touch()


def broken_install(_venv: Path, site: Path, _pins: str) -> None:
    (site / "attrs").mkdir(parents=True)
    why = "no route to the index"
    raise setup.SetUpError(why)


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The only folder in which an environment is looked for."""
    folder = tmp_path / "with a blank" / "data"
    for module in (setup, environment, background, extras):
        monkeypatch.setattr(module, "environment_folders", lambda: (str(folder),))
    monkeypatch.setattr(setup, "_install", fake_install)
    monkeypatch.setattr(setup, "_compile", lambda: None)
    return folder


def names(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


def test_builds_once(data: Path) -> None:
    said: list[str] = []
    site = setup.ensure(said.append)
    assert Path(site) == data / environment.key() / "site-packages"
    assert len(said) == 2
    assert str(data) in said[0]
    assert setup.ensure(said.append) == site
    assert len(said) == 2


def test_nothing_else_is_left(data: Path) -> None:
    setup.ensure(SAID.append)
    assert names(data) == {environment.key(), environment.LOCK_FILE}
    assert data.stat().st_mode & 0o077 == 0


def test_a_new_one_replaces_the_old(data: Path) -> None:
    old = data / f"{sys.implementation.name}-310-0123456789abcdef"
    for path in (old, data / "new-123", data / "kept-by-somebody"):
        path.mkdir(parents=True)
    setup.ensure(SAID.append)
    assert names(data) == {environment.key(), environment.LOCK_FILE, "kept-by-somebody"}


def test_a_failure_leaves_no_half(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(setup, "_install", broken_install)
    with pytest.raises(setup.SetUpError, match="no route"):
        setup.ensure(SAID.append)
    assert environment.ready() == ""
    assert names(data) == {environment.LOCK_FILE, environment.FAILURE_FILE}
    assert "no route to the index" in environment.failure()


def test_an_environment_that_does_not_import_is_no_environment(
    data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def install(venv: Path, site: Path, _pins: str) -> None:
        fake_install(venv, site)
        (site / "pluggy" / "__init__.py").write_text("raise ImportError('built for another')")

    monkeypatch.setattr(setup, "_install", install)
    with pytest.raises(setup.SetUpError, match="built for another"):
        setup.ensure(SAID.append)
    assert environment.key() not in names(data)


def test_a_success_forgets_the_failure(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as broken:
        broken.setattr(setup, "_install", broken_install)
        assert setup.in_background() == 1
    assert environment.failure()
    assert setup.in_background() == 0
    assert environment.failure() == ""
    assert environment.FAILURE_FILE not in names(data)


def test_a_damaged_environment_is_built_anew(data: Path) -> None:
    site = Path(setup.ensure(SAID.append))
    shutil.rmtree(site / "pluggy")
    assert environment.ready() == ""
    assert setup.ensure(SAID.append) == str(site)
    assert (site / "pluggy").is_dir()
    assert data.is_dir()


def test_the_background_does_not_wait_for_another(data: Path) -> None:
    data.mkdir(parents=True)
    with setup._locked(data, wait=True):
        assert setup.in_background() == 1
    assert environment.ready() == ""
    assert environment.failure() == ""


def _build(folder: str, results: multiprocessing.SimpleQueue[int]) -> None:
    """Count how many of several set-ups really built something."""
    built: list[Path] = []

    def slow(venv: Path, site: Path, _pins: str) -> None:
        built.append(site)
        time.sleep(0.05)
        fake_install(venv, site)

    setup._install = slow  # type: ignore[assignment]
    setup._compile = lambda: None
    for module in (setup, environment, extras):
        module.environment_folders = lambda: (folder,)  # type: ignore[attr-defined]
    setup.ensure(built_nothing)
    results.put(len(built))


def built_nothing(_text: str) -> None:
    """Take what is said."""


def test_of_two_at_once_one_builds_and_the_other_waits(data: Path) -> None:
    spawn = multiprocessing.get_context("spawn")
    results = spawn.SimpleQueue()
    both = [spawn.Process(target=_build, args=(str(data), results)) for _ in range(2)]
    for process in both:
        process.start()
    for process in both:
        process.join()
    assert [process.exitcode for process in both] == [0, 0]
    assert sorted([results.get(), results.get()]) == [0, 1]


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="root can write anywhere")
def test_a_folder_that_cannot_be_written_to_is_named(data: Path) -> None:
    data.parent.mkdir(parents=True)
    data.parent.chmod(0o500)
    with pytest.raises(setup.SetUpError, match="written to"):
        setup.ensure(SAID.append)


def test_a_file_in_the_place_of_the_folder_is_named(data: Path) -> None:
    data.parent.mkdir(parents=True)
    data.touch()
    with pytest.raises(setup.SetUpError, match="written to"):
        setup.ensure(SAID.append)


def test_an_interpreter_without_pip_and_venv_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def run(command: list[str]) -> None:
        raise setup.SetUpError(" ".join(command[1:]))

    monkeypatch.undo()
    monkeypatch.setattr(setup, "_run", run)
    with pytest.raises(setup.SetUpError, match="apt-get install python3-venv"):
        setup._install(tmp_path / "venv", tmp_path / "site", "pins.txt")


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """The set-ups that the front would have started."""
    commands: list[list[str]] = []
    monkeypatch.setattr(background, "detach", commands.append)
    return commands


def test_the_front_starts_a_set_up(started: list[list[str]]) -> None:
    notice = background.start_setup()
    assert "bin/tidegate setup" in notice
    (command,) = started
    assert command[0] == sys.executable
    assert paths.ROOT in command


def test_a_failure_is_shown_and_not_tried_again_at_once(
    data: Path, started: list[list[str]]
) -> None:
    data.mkdir(parents=True)
    failed = data / environment.FAILURE_FILE
    failed.write_text("no route to the index\n")
    assert "no route to the index" in background.start_setup()
    assert started == []
    old = time.time() - SETUP_RETRY_SECONDS - 5
    os.utime(failed, (old, old))
    background.start_setup()
    assert len(started) == 1


def test_the_pins_are_those_of_the_project() -> None:
    root = Path(paths.ROOT)
    project = tomllib.loads((root / "pyproject.toml").read_text())["project"]
    lines = Path(environment.REQUIREMENTS).read_text().splitlines()
    pins = [line.split()[0] for line in lines if not line.startswith("#")]
    assert sorted(pins) == sorted(project["dependencies"])
    assert all("--hash=sha256:" in line for line in lines if not line.startswith("#"))


def test_another_set_of_pins_is_another_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = environment.key()
    other = tmp_path / "runtime.txt"
    other.write_text("attrs==1\n")
    monkeypatch.setattr(environment, "REQUIREMENTS", str(other))
    assert environment.key() != before
    assert environment.key().startswith(str(sys.implementation.cache_tag))
