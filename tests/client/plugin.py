"""The plugin as the client gets it, its ready environment, and copies to be broken on purpose."""

from __future__ import annotations

import fcntl
import json
import os
import shutil
import subprocess
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from tests.client.install import REPO
from tests.client.session import PATH
from tests.host.machine import IN_THE_MAKING

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

SHIPPED = (
    ".claude-plugin",
    "bin",
    "hooks",
    "host",
    "requirements",
    "slices",
    "skills",
    "plugin.json",
)
SET_UP_FILES = ("bin/tidegate", "host/environment.py", "host/extras.py", "host/interpreter.sh")
SET_UP_SECONDS = 300  # pip over a slow line


def copy_plugin(target: Path) -> Path:
    """Copy what a person installs, with what is compiled of it already, and return the copy."""
    for name in SHIPPED:
        source = REPO / name
        if source.is_dir():
            shutil.copytree(source, target / name, ignore=IN_THE_MAKING)
        else:
            target.mkdir(parents=True, exist_ok=True)
            shutil.copy2(source, target / name)
    return target


def edit_json(path: Path, change: Callable[[Any], None]) -> None:
    """Change the value that a JSON file holds."""
    value = json.loads(path.read_text())
    change(value)
    path.write_text(json.dumps(value, indent=2))


def switch_on(plugin: Path) -> None:
    """Switch every slice of a copy of the plugin on."""

    def change(config: Any) -> None:
        for entry in config["slices"]:
            entry["enabled"] = True

    edit_json(plugin / "plugin.json", change)


def ready_environment() -> Path:
    """Return a data folder that the plugin's own set-up filled, once per version of the set-up.

    It holds the packages of every slice.
    """
    data = REPO / ".cache" / f"environment-of-all-{_set_up_version()}"
    data.parent.mkdir(exist_ok=True)
    with data.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (data / "complete").exists():
            shutil.rmtree(data, ignore_errors=True)
            plugin = copy_plugin(data / "scratch" / "tidegate")
            switch_on(plugin)
            set_up(plugin, data)
            shutil.rmtree(plugin)
            (data / "complete").touch()
    return data


def set_up(plugin: Path, data: Path) -> None:
    """Let the command line of `plugin` make its environment in `data`."""
    data.mkdir(parents=True, exist_ok=True)
    kept = {k: v for k, v in os.environ.items() if k.startswith(("PIP_", "SSL_", "UV_"))}
    scratch = {f"XDG_{k}_HOME": str(data / "scratch" / k) for k in ("STATE", "CONFIG", "CACHE")}
    done = subprocess.run(
        [str(plugin / "bin" / "tidegate"), "setup"],
        env={**kept, **scratch, "PATH": PATH, "HOME": str(data), "CLAUDE_PLUGIN_DATA": str(data)},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=SET_UP_SECONDS,
        check=False,
    )
    assert done.returncode == 0, done.stdout


def _set_up_version() -> str:
    """Return a digest of what decides what the environment holds and where it lies."""
    pins = sorted(REPO.glob("slices/*/requirements.txt"))
    own = (REPO / name for name in ("plugin.json", "requirements/runtime.txt", *SET_UP_FILES))
    parts = [*own, *pins]
    return sha256(b"".join(p.read_bytes() for p in parts)).hexdigest()[:12]
