"""Sets up the core's and the slices' packages once: pinned, verified, in place as a whole."""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

from host import extras
from host.environment import DRAFT_PREFIX, FAILURE_FILE, LOCK_FILE, REQUIREMENTS, key, ready
from host.last_resort import enabled
from host.limits import NOTE_MAX_BYTES, SETUP_STEP_SECONDS
from host.paths import ROOT, environment_folders

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    Say = Callable[[str], None]

_PIP = ("--disable-pip-version-check", "--no-input", "--quiet")
_ONLY_WHEELS = ("--require-hashes", "--only-binary", ":all:", "--no-deps")
_MISLEADING = ("PIP_USER", "PIP_TARGET", "PIP_PREFIX", "PIP_ROOT", "PIP_REQUIRE_VIRTUALENV")
_CHECK = "import sys; sys.path.insert(0, sys.argv[1]); import attrs, attr, pluggy"
_LAST_LINES = 4


class SetUpError(Exception):
    """The set-up did not work; the message says what failed and how to mend it."""


def ensure(say: Say) -> str:
    """Return the ready `site-packages`, setting it up first where it is missing.

    Waits for another process that is at it. Raises `SetUpError`.
    """
    if site := ready():
        return site
    folder = writable_folder()
    with _locked(folder, wait=True):
        if site := ready():
            return site
        say(f"setting up the environment in {folder} (once)")
        build(folder)
        say("the environment is ready")
    return ready()


def ensure_slice(name: str, say: Say) -> str:
    """Return where the packages of a slice are, "" for none of its own; set them up if missing.

    Raises `SetUpError`.
    """
    if (site := extras.site_of(name)) is not None:
        return site
    folder = writable_folder()
    with _locked(folder, wait=True):
        if extras.site_of(name) is None:
            say(f"setting up the packages of {name} in {folder} (once)")
            build(folder, name)
            say(f"the packages of {name} are ready")
    return extras.site_of(name) or ""


def in_background(slices: Sequence[str] = ()) -> int:
    """Set up for the hook entry: in silence, and not where another process is at it already.

    Without any slices named, those are set up that are on wherever a call happens.
    """
    try:
        folder = writable_folder()
        with _locked(folder, wait=False):
            if not ready():
                build(folder)
            for name in extras.missing(list(slices) or enabled()):
                build(folder, name)
    except (BlockingIOError, SetUpError):
        return 1
    return 0


def build(folder: Path, name: str = "") -> None:
    """Build the core's environment, or a slice's, under `folder`, whose lock is held.

    Raises `SetUpError`. A failure's message is kept for the next session's start.
    """
    try:
        _build(folder, name)
    except SetUpError as error:
        with contextlib.suppress(OSError):
            _write(folder / FAILURE_FILE, str(error))
        raise
    (folder / FAILURE_FILE).unlink(missing_ok=True)


def writable_folder() -> Path:
    """Return the best folder for an environment that this user can write to."""
    tried = environment_folders()
    for folder in map(Path, tried):
        with contextlib.suppress(OSError):
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            if os.access(folder, os.W_OK | os.X_OK):
                return folder
    message = f"none of these folders can be written to: {', '.join(tried)}"
    raise SetUpError(message)


def _build(folder: Path, name: str) -> None:
    draft = folder / f"{DRAFT_PREFIX}{os.getpid()}"
    try:
        final = folder / (extras.folder_name(name) if name else key())
        _sweep(folder, "", "")
        draft.mkdir(mode=0o700)
        pins = extras.pins_file(name) if name else REQUIREMENTS
        _install(draft / "venv", draft / "site-packages", pins)
        _verify(draft / "site-packages", name)
        shutil.rmtree(draft / "venv", ignore_errors=True)
        shutil.rmtree(final, ignore_errors=True)
        draft.rename(final)
    except OSError as error:
        raise SetUpError(str(error)) from error
    finally:
        shutil.rmtree(draft, ignore_errors=True)
    _sweep(folder, f"slice-{name}-" if name else f"{sys.implementation.name}-", final.name)
    _compile()


def _sweep(folder: Path, replaced: str, keep: str) -> None:
    """Remove drafts that a killed set-up left, and what has a replaced name but `keep`."""
    for entry in folder.iterdir():
        old = replaced and entry.name.startswith(replaced) and entry.name != keep
        if old or entry.name.startswith(DRAFT_PREFIX):
            shutil.rmtree(entry, ignore_errors=True)


def _install(venv: Path, site: Path, pins: str) -> None:
    """Install with the interpreter's own pip, or with one from a virtual environment."""
    if _works([sys.executable, "-I", "-m", "pip", "--version"]):
        _pip(sys.executable, site, pins)
        return
    try:
        _run([sys.executable, "-I", "-m", "venv", str(venv)])
    except SetUpError as error:
        message = (
            f"{sys.executable} has neither pip nor ensurepip. Install one (on Debian and Ubuntu: "
            f"apt-get install python3-venv) and run {ROOT}/bin/tidegate setup. ({error})"
        )
        raise SetUpError(message) from error
    _pip(str(venv / "bin" / "python"), site, pins)


def _pip(python: str, site: Path, pins: str) -> None:
    command = [python, "-I", "-m", "pip", "install", *_PIP, *_ONLY_WHEELS]
    try:
        _run([*command, "--target", str(site), "-r", pins])
    except SetUpError as error:
        message = (
            f"pip could not install the packages of {pins}. With a connection to your "
            f"package index, run {ROOT}/bin/tidegate setup. ({error})"
        )
        raise SetUpError(message) from error


def _verify(site: Path, name: str) -> None:
    if name:
        if lacking := extras.lacking(name, str(site)):
            message = f"the installer left out {', '.join(lacking)}"
            raise SetUpError(message)
        return
    _run([sys.executable, "-I", "-S", "-c", _CHECK, str(site)])


def _compile() -> None:
    """Compile the plugin's own modules, so that the first call need not; it also works without."""
    folders = [f"{ROOT}/host", f"{ROOT}/slices"]
    with contextlib.suppress(SetUpError):
        _run([sys.executable, "-I", "-S", "-m", "compileall", "-q", *folders])


def _works(command: list[str]) -> bool:
    with contextlib.suppress(SetUpError):
        _run(command)
        return True
    return False


def _run(command: list[str]) -> None:
    environment = {k: v for k, v in os.environ.items() if k not in _MISLEADING}
    try:
        done = subprocess.run(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            cwd=ROOT,
            env=environment,
            timeout=SETUP_STEP_SECONDS,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise SetUpError(str(error)) from error
    if done.returncode:
        text = done.stdout.decode("utf-8", "replace").strip()
        last = text[-NOTE_MAX_BYTES:].splitlines()[-_LAST_LINES:]
        raise SetUpError(" / ".join(last) or f"exit code {done.returncode}: {' '.join(command)}")


@contextlib.contextmanager
def _locked(folder: Path, *, wait: bool) -> Iterator[None]:
    """Hold the set-up's lock; with no `wait`, raises BlockingIOError where another holds it."""
    descriptor = os.open(folder / LOCK_FILE, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        _lock(descriptor, wait=wait)
        yield
    finally:
        os.close(descriptor)


def _lock(descriptor: int, *, wait: bool) -> None:
    try:
        import fcntl
    except ImportError:  # Windows
        return
    fcntl.flock(descriptor, fcntl.LOCK_EX if wait else fcntl.LOCK_EX | fcntl.LOCK_NB)


def _write(path: Path, text: str) -> None:
    stamp = time.strftime("(%Y-%m-%d %H:%M:%S)")
    path.write_text(f"{text[:NOTE_MAX_BYTES]}\n{stamp}\n", "utf-8", "replace")
