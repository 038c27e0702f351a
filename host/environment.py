"""The runtime environment: where it is, and whether it is ready; builtin modules only."""

# Each Python version and set of pins has a folder of its own with a `site-packages` in it. A
# folder under its final name is complete: a set-up builds under another name and renames.

import sys

from host.bare import read_file, system
from host.limits import CONFIG_MAX_BYTES
from host.paths import ROOT, environment_folders

REQUIREMENTS = f"{ROOT}/requirements/runtime.txt"
INTERPRETER_FILE = "interpreter"
FAILURE_FILE = "set-up-failed"
LOCK_FILE = "set-up.lock"
DRAFT_PREFIX = "new-"


def key(pins_file: str = "") -> str:
    """Return the name of the environment that this interpreter and these pins need.

    By default they are the core's. Raises OSError where the pins cannot be read.
    """
    import _imp

    pins_file = pins_file or REQUIREMENTS
    pins = read_file(pins_file, CONFIG_MAX_BYTES)
    if pins is None:
        message = f"{pins_file} cannot be read"
        raise OSError(message)
    return f"{sys.implementation.cache_tag}-{_imp.source_hash(0, pins).hex()}"


def site_packages(folder: str) -> str:
    """Return where the packages of the environment under `folder` lie."""
    return f"{folder}/{key()}/site-packages"


def ready() -> str:
    """Return the `site-packages` of the first environment that is there, or ""."""
    for folder in environment_folders():
        site = site_packages(folder)
        try:
            system.stat(f"{site}/pluggy")
            system.stat(f"{site}/attrs")
        except OSError:
            continue
        return site
    return ""


def failure() -> str:
    """Return what the last set-up that failed said, or ""."""
    for folder in environment_folders():
        kept = read_file(f"{folder}/{FAILURE_FILE}", CONFIG_MAX_BYTES)
        if kept:
            return kept.decode("utf-8", "replace").strip()
    return ""
