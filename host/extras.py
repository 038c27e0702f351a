"""The packages that one slice, or the command line, needs beside the core's, and where they are."""

# A slice that needs any has a `requirements.txt` of pins in its folder. Its packages lie in a
# folder of their own, so that one slice's set-up never waits for, or breaks, another's.

import sys

from host.bare import read_file, system
from host.environment import key
from host.limits import CONFIG_MAX_BYTES
from host.paths import ROOT, environment_folders

COMMAND_LINE = "command-line"
"""Stands for a slice's name: what the commands show tables and pages with."""


def pins_file(name: str) -> str:
    """Return where the slice's pins are, if it has any."""
    if name == COMMAND_LINE:
        return f"{ROOT}/requirements/cli.txt"
    return f"{ROOT}/slices/{name}/requirements.txt"


def folder_name(name: str) -> str:
    """Return the name of the folder that holds the slice's packages; raises OSError."""
    return f"slice-{name}-{key(pins_file(name))}"


def site_of(name: str) -> "str | None":
    """Return the folder to put on the path, "" where none is needed, None where it is missing."""
    pins = _pins(name)
    if all(any(_holds(folder, pin) for folder in sys.path) for pin in pins):
        return ""
    for folder in environment_folders():
        site = f"{folder}/{folder_name(name)}/site-packages"
        if all(_holds(site, pin) for pin in pins):
            return site
    return None


def missing(names: "list[str]") -> "list[str]":
    """Return the slices of these that need packages which are not there."""
    return [name for name in names if site_of(name) is None]


def use(name: str) -> bool:
    """Put the slice's packages on the path, and return whether all of them are there."""
    site = site_of(name)
    if site:
        sys.path.append(site)
    return site is not None


def lacking(name: str, site: str) -> "list[str]":
    """Return the pins of a slice that a folder does not hold."""
    return [pin for pin in _pins(name) if not _holds(site, pin)]


def modules(name: str) -> "set[str]":
    """Return what of the slice's packages on the path can be imported, by their own lists."""
    lists = (f"{folder}/{pin}.dist-info/RECORD" for pin in _pins(name) for folder in sys.path)
    texts = (read_file(path, CONFIG_MAX_BYTES) or b"" for path in lists)
    lines = [line for text in texts for line in text.decode("utf-8", "replace").splitlines()]
    tops = {line.partition(",")[0].partition("/")[0].removesuffix(".py") for line in lines}
    return {top for top in tops if top.isidentifier() and not top.startswith("_")}


def _pins(name: str) -> "list[str]":
    """Return the pins as a wheel names its folder of metadata: `pyyaml-6.0.4`."""
    text = (read_file(pins_file(name), CONFIG_MAX_BYTES) or b"").decode("utf-8", "replace")
    lines = [line.split()[0] for line in text.splitlines() if line[:1].isalpha()]
    parts = [line.partition("==") for line in lines]
    return [f"{package.lower().replace('-', '_')}-{version}" for package, _, version in parts]


def _holds(folder: str, pin: str) -> bool:
    try:
        system.stat(f"{folder}/{pin}.dist-info")
    except (OSError, ValueError):
        return False
    return True
