"""Slices of other distributions: a real one, installed by pip, through the real hook entry."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import pytest

from host import discovery, newdistribution, newslice, outside, paths
from host.last_resort import names
from tests.host.cli.test_slices import tidegate
from tests.host.machine import Machine, own_plugin
from tests.host.residents import warm

pytestmark = pytest.mark.skipif(os.name != "posix", reason="a POSIX shell script")

NAME, PACKAGE, ORIGIN = "spell", "tidegate_spell", "tidegate-spell 1.0"
COUNTED = "example run"
OURS = names()[0]


def wheel(place: Path, package: Path) -> Path:
    """Build the wheel that a build backend would make of the distribution's folder."""
    info = f"{PACKAGE}-1.0.dist-info"
    made = place / f"{PACKAGE}-1.0-py3-none-any.whl"
    with zipfile.ZipFile(made, "w") as archive:
        for file in sorted(package.iterdir()):
            archive.write(file, f"{PACKAGE}/{file.name}")
        archive.writestr(
            f"{info}/METADATA", "Metadata-Version: 2.1\nName: tidegate-spell\nVersion: 1.0\n"
        )
        archive.writestr(
            f"{info}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
        )
        archive.writestr(f"{info}/entry_points.txt", f"[{discovery.GROUP}]\n{NAME} = {PACKAGE}\n")
        archive.writestr(f"{info}/RECORD", "")
    return made


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The data folder of a person who installed a distribution that new-slice made."""
    top = tmp_path_factory.mktemp("outside")
    newslice.write(newdistribution.planned(Path(paths.ROOT), NAME, top / "spell"))
    site = top / "share" / "tidegate" / "slices"
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-index", "--no-deps"]
    made = wheel(top, top / "spell" / PACKAGE)
    subprocess.run([*pip, "--target", str(site), str(made)], check=True, capture_output=True)
    return site.parents[1]


@pytest.fixture(scope="module")
def plugin(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return own_plugin(tmp_path_factory.mktemp("plugin") / "plugin")


@pytest.fixture
def machine(installed: Path, plugin: Path, tmp_path: Path) -> Machine:
    machine = Machine(tmp_path / "machine", plugin).ready()
    shutil.copytree(installed, machine.home / ".local" / "share")
    return machine


@pytest.fixture
def site(machine: Machine) -> Path:
    return machine.home / ".local" / "share" / "tidegate" / "slices"


@pytest.fixture
def switched_on(machine: Machine) -> Machine:
    done = tidegate(machine, "enable", NAME)
    assert done.returncode == 0, done.stderr
    return machine


def without_environment(machine: Machine) -> None:
    for entry in machine.data.iterdir():
        if entry.is_dir():
            shutil.rmtree(entry)
    machine.set_up_failed_lately()


def state_of(machine: Machine, name: str = NAME) -> tuple[str, str | None]:
    done = tidegate(machine, "slices", "--json")
    rows = {row["name"]: row for row in json.loads(done.stdout)["slices"]}
    return (rows[name]["state"], rows[name]["distribution"]) if name in rows else ("unknown", None)


def test_it_is_off_until_it_is_named_and_its_code_is_not_run(machine: Machine, site: Path) -> None:
    ran = machine.place / "ran"
    (site / PACKAGE / "plugin.py").write_text(f"open({str(ran)!r}, 'w')")
    assert machine.ask(COUNTED) == ("run", "")
    assert state_of(machine) == ("off", ORIGIN)
    assert machine.ask(COUNTED) == ("run", "")
    assert not ran.exists()


def test_switched_on_it_denies_and_names_its_page(switched_on: Machine, site: Path) -> None:
    verdict, reason = switched_on.ask(COUNTED)
    assert (verdict, f"Docs: {site}/{PACKAGE}/README.md" in reason) == ("deny", True)
    assert switched_on.ask("ls") == ("run", "")
    assert "denies `example run`" in tidegate(switched_on, "why", NAME).stdout
    assert f"By the slice {NAME}" in tidegate(switched_on, "why", "--last").stdout


def test_its_triggers_wake_it_and_nothing_else_does(switched_on: Machine) -> None:
    """Without an environment the front alone can answer, and complains where it may not."""
    switched_on.ask("ls")  # keeps the triggers
    without_environment(switched_on)
    assert switched_on.send(switched_on.event("ls")).stderr == b""
    assert b"the host broke" in switched_on.send(switched_on.event("example")).stderr


def test_a_new_version_counts_at_the_next_call(switched_on: Machine, site: Path) -> None:
    assert switched_on.ask("other run") == ("run", "")
    for name in ("judge.py", "triggers.py", "closed.py"):
        file = site / PACKAGE / name
        file.write_text(file.read_text().replace('"example', '"other'))
    assert switched_on.ask("other run")[0] == "deny"


def test_a_resident_knows_it_and_ends_with_its_version(switched_on: Machine, site: Path) -> None:
    with warm(switched_on) as place:
        place.start()
        way, reply = place.send(COUNTED)
        assert (way, b'"deny"' in reply.stdout) == ("warm", True)
        file = site / PACKAGE / "judge.py"
        file.write_text(file.read_text().replace('"example", "run"', '"example", "ran"'))
        way, reply = place.send(COUNTED)
        assert (way, reply.stdout) == ("cold", b"")


def test_a_resident_that_began_without_its_folder_loads_it_once_it_is_back(
    switched_on: Machine, site: Path
) -> None:
    site.rename(site.with_name("elsewhere"))
    with warm(switched_on) as place:
        place.start()
        site.with_name("elsewhere").rename(site)
        _, reply = place.send(COUNTED)
        assert (b'"deny"' in reply.stdout, b"did not load" in reply.stdout) == (True, False)


def test_a_project_may_switch_it_on(machine: Machine) -> None:
    assert state_of(machine) == ("off", ORIGIN)
    given = {"slices": {NAME: {"enabled": True}}}
    (machine.project / ".tidegate.json").write_text(json.dumps(given))
    assert machine.ask(COUNTED)[0] == "deny"


def test_no_call_looks_for_it(switched_on: Machine, site: Path) -> None:
    """Without what was kept, its name is a fault that is told, and a command mends it."""
    (site.parent / "slices.json").unlink()
    verdict, told = switched_on.ask(COUNTED)
    assert verdict == "run"
    assert f"at slices.{NAME}: expected a slice" in told
    assert "`tidegate slices` finds" in told
    assert state_of(switched_on) == ("on", ORIGIN)
    assert switched_on.ask(COUNTED)[0] == "deny"


def test_gone_it_is_broken_and_its_crude_test_guards(switched_on: Machine, site: Path) -> None:
    for session, lost in {"a": site / PACKAGE, "b": next(site.glob("*.dist-info"))}.items():
        shutil.rmtree(lost)
        verdict, reason = switched_on.ask(COUNTED, session_id=session)
        assert (verdict, f"{ORIGIN} is no longer in {site}" in reason) == ("deny", True)
        assert f"its slice {NAME} is not set up, or does not load (install: " in reason
        assert ".)." not in reason
        assert "is on but did not load" in reason
        assert state_of(switched_on) == ("broken", ORIGIN)
    found = json.loads(tidegate(switched_on, "doctor", "--json").stdout)["findings"]
    wrong = [one for one in found if one["level"] == "wrong"]
    assert any(one["subject"] == f"slice {NAME}" and ORIGIN in one["text"] for one in wrong)
    assert all(one["mend"] for one in wrong)
    (told,) = (one for one in found if one["subject"] == "other slices")
    assert (told["level"], f"is no longer in {site}" in told["text"]) == ("notice", True)


@pytest.mark.parametrize("text", ["", "CRUDE = 1", "TRIGGERS = ()"])
def test_its_crude_test_is_kept_from_when_it_was_found(
    switched_on: Machine, site: Path, text: str
) -> None:
    (site / PACKAGE / "triggers.py").write_text(text)
    assert switched_on.ask(COUNTED)[0] == "deny"
    assert switched_on.ask("ls")[0] == "run"


@pytest.mark.parametrize("raised", ["SystemExit(0)", "KeyboardInterrupt", "GeneratorExit"])
@pytest.mark.parametrize("module", ["__init__", "triggers", "plugin"])
def test_what_its_modules_raise_is_its_own_failure(
    switched_on: Machine, site: Path, module: str, raised: str
) -> None:
    (site / PACKAGE / f"{module}.py").write_text(f"raise {raised}\n")
    verdict, reason = switched_on.ask(COUNTED)
    assert (verdict, "is on but did not load" in reason) == ("deny", True)
    assert raised.partition("(")[0] in reason
    assert switched_on.ask("ls")[0] == "run"
    without_environment(switched_on)
    assert switched_on.ask(COUNTED)[0] == "deny"
    assert switched_on.ask("ls")[0] == "run"


@pytest.mark.parametrize("module", ["__init__", "triggers"])
def test_the_last_resort_runs_none_of_its_code(
    switched_on: Machine, site: Path, module: str
) -> None:
    (site / PACKAGE / f"{module}.py").write_text("while True:\n    pass\n")
    without_environment(switched_on)
    assert switched_on.ask(COUNTED)[0] == "deny"
    assert switched_on.ask("ls")[0] == "run"


def test_gone_and_named_nowhere_it_is_forgotten(machine: Machine, site: Path) -> None:
    assert state_of(machine) == ("off", ORIGIN)
    shutil.rmtree(site)
    assert state_of(machine) == ("unknown", None)


def test_without_any_environment_its_crude_test_guards(switched_on: Machine) -> None:
    without_environment(switched_on)
    verdict, reason = switched_on.ask(COUNTED)
    assert (verdict, NAME in reason) == ("deny", True)


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    own = {name: tmp_path / name for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME")}
    raw = {name.encode(): str(path).encode() for name, path in own.items()}
    monkeypatch.setattr(paths, "_environ", raw)
    return own["XDG_DATA_HOME"] / "tidegate"


def distribution(data: Path, points: str, **files: str) -> None:
    """Put a distribution into the person's folder, file by file."""
    info = data / "slices" / "odd-2.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: odd\nVersion: 2.0\n")
    (info / "entry_points.txt").write_text(f"[{discovery.GROUP}]\n{points}\n")
    (data / "slices" / "odd").mkdir()
    for name, text in files.items():
        (data / "slices" / "odd" / f"{name}.py").write_text(text)


FIT = {"plugin": "", "triggers": 'CRUDE = {"all_of": ("x",)}'}


@pytest.mark.parametrize(
    ("points", "files", "why"),
    [
        pytest.param(f"{OURS} = odd", FIT, "another slice has the name", id="a-shipped-name"),
        pytest.param("_x = odd", FIT, "letters, digits and _", id="a-private-name"),
        pytest.param("a-b = odd", FIT, "letters, digits and _", id="no-identifier"),
        pytest.param("x = odd:plugin", FIT, "not odd:plugin", id="an-attribute"),
        pytest.param("x = elsewhere", FIT, "elsewhere/plugin.py is missing", id="no-package"),
        pytest.param("x = odd", {"plugin": ""}, "triggers.py is missing", id="no-triggers"),
        pytest.param("x = odd", FIT | {"triggers": ""}, "no constant CRUDE", id="no-crude-test"),
        pytest.param(
            "x = odd", FIT | {"triggers": "CRUDE = f()"}, "no constant CRUDE", id="no-constant"
        ),
        pytest.param(
            "x = odd", FIT | {"triggers": "CRUDE = {'all': ()}"}, "no constant", id="no-such-test"
        ),
        pytest.param(
            "x = odd", FIT | {"triggers": "CRUDE = {"}, "no constant CRUDE", id="no-python"
        ),
        pytest.param(
            "x = odd", FIT | {"triggers": "CRUDE = 7"}, "no constant CRUDE", id="a-number"
        ),
    ],
)
def test_what_is_no_slice_is_left_out_and_told(
    data: Path, points: str, files: dict[str, str], why: str
) -> None:
    distribution(data, points, **files)
    found = discovery.renew()
    assert found.rows == ()
    (told,) = found.problems
    assert told.startswith(f"the slice {points.split(maxsplit=1)[0]} of odd 2.0 is left out: ")
    assert why in told
    assert outside.found() == {}


def test_a_distribution_that_is_not_whole_tells_what_it_can(data: Path) -> None:
    distribution(data, "x = odd", plugin="", triggers='CRUDE: dict = {"all_of": ("x",)}')
    (data / "slices" / "odd-2.0.dist-info" / "METADATA").unlink()
    found = discovery.renew()
    assert [row["origin"] for row in found.rows] == ["a distribution without a name"]
    assert found.rows[0]["crude"] == {"all_of": ["x"]}


def test_two_of_one_name(data: Path) -> None:
    distribution(data, "x = odd", **FIT)
    shutil.copytree(data / "slices" / "odd-2.0.dist-info", data / "slices" / "later-2.0.dist-info")
    metadata = data / "slices" / "later-2.0.dist-info" / "METADATA"
    metadata.write_text(metadata.read_text().replace("odd", "later"))
    found = discovery.renew()
    assert [row["origin"] for row in found.rows] == ["later 2.0"]
    assert len(found.problems) == 1


def test_where_nothing_is_installed_nothing_is_written(data: Path) -> None:
    assert discovery.renew() == discovery.Scan(())
    assert not data.exists()


@pytest.mark.parametrize(
    "kept",
    ["", "{", "[]", '{"format": 1}', '{"format": 2, "slices": []}', '{"format": 1, "slices": [1]}'],
)
def test_a_kept_file_that_is_not_sound_holds_nothing(data: Path, kept: str) -> None:
    data.mkdir(parents=True)
    Path(outside.kept_file()).write_text(kept)
    assert outside.found() == {}


def test_a_slice_of_this_repo_goes_before_one_of_its_name(data: Path) -> None:
    row: dict[str, Any] = {"name": OURS, "package": "odd", "site": "/s", "origin": "o 1"}
    data.mkdir(parents=True)
    kept = {"format": outside.FORMAT, "slices": [{**row, "crude": {}}]}
    Path(outside.kept_file()).write_text(json.dumps(kept))
    assert outside.found() == {}
    assert outside.package_of(OURS) == f"slices.{OURS}"
