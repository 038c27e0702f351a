"""Where everything lies: environment, state, config and cached data; builtin modules only."""

import sys

if sys.platform == "win32":
    from nt import environ as _environ
    from nt import listdir
else:
    from posix import environ as _environ
    from posix import listdir

ROOT = __file__.replace("\\", "/").rsplit("/", 2)[0]
PLUGIN_FILE = f"{ROOT}/plugin.json"
_DATA_VARIABLE = "CLAUDE_PLUGIN_DATA"  # kept by the client across updates of the plugin


def variable(name: str) -> str:
    """Return the environment variable `name`, or "" where it is unset.

    `os.environ` is not imported here: `os` costs a quarter of a bare start.
    """
    if sys.platform == "win32":
        return _environ.get(name, "")
    return _environ.get(name.encode(), b"").decode("utf-8", "surrogateescape")


def variables(prefix: str) -> dict[str, str]:
    """Return the environment variables whose names begin with `prefix`."""
    if sys.platform == "win32":
        return {name: text for name, text in _environ.items() if name.startswith(prefix)}
    begin = prefix.encode()
    names = (name.decode("ascii", "replace") for name in _environ if name.startswith(begin))
    return {name: variable(name) for name in names}


def home() -> str:
    """Return the person's home folder, from `HOME` or the user database, or ""."""
    found = variable("HOME") or variable("USERPROFILE")
    if found.startswith("/") or (found and sys.platform == "win32"):
        return found
    if sys.platform == "win32":
        return ""
    import posix
    import pwd

    try:
        return pwd.getpwuid(posix.getuid()).pw_dir
    except KeyError:
        return ""


def state_folder() -> str:
    """Return the folder of the ledger, the slices' state, the trigger and watch files.

    `$XDG_STATE_HOME/tidegate`, by default `~/.local/state/tidegate`; a relative value is
    ignored, as the XDG base directory specification asks. Without a home it lies in the repo.
    """
    return _user_folder("XDG_STATE_HOME", ".local/state") or f"{ROOT}/.tidegate/state"


def data_folder() -> str:
    """Return the folder of what a person installs beside tidegate, and of what was found there.

    `$XDG_DATA_HOME/tidegate`, by default `~/.local/share/tidegate`.
    """
    return _user_folder("XDG_DATA_HOME", ".local/share") or f"{ROOT}/.tidegate/data"


def config_folder() -> str:
    """Return the folder of the person's own config, on the platform's usual place.

    `$XDG_CONFIG_HOME` wins everywhere, so that a test or a person can move it.
    """
    explicit = variable("XDG_CONFIG_HOME")
    if explicit.startswith("/"):
        return f"{explicit}/tidegate"
    if sys.platform == "win32":
        return f"{variable('APPDATA') or home()}/tidegate"
    usual = "Library/Application Support" if sys.platform == "darwin" else ".config"
    return _user_folder("XDG_CONFIG_HOME", usual) or f"{ROOT}/.tidegate/config"


def config_file() -> str:
    """Return the path of the person's own config file."""
    return f"{config_folder()}/config.json"


def environment_folders() -> tuple[str, ...]:
    """Return where an environment may lie, best place first.

    The client's data folder, then the repo's own, then the state folder (for a repo that this
    user cannot write to).
    """
    data = variable(_DATA_VARIABLE)
    first = (data,) if data.startswith("/") or (data and sys.platform == "win32") else ()
    return (*first, f"{ROOT}/.tidegate/env", f"{state_folder()}/env")


def slice_names(root: str = ROOT) -> list[str]:
    """Return the names of the slices that lie in the repo at `root`, sorted; none it cannot list.

    A folder without a name for Python, or with one that begins with `_`, is no slice.
    """
    try:
        names = listdir(f"{root}/slices")
    except OSError:
        return []
    return sorted(name for name in names if name.isidentifier() and not name.startswith("_"))


def _user_folder(name: str, usual: str) -> str:
    explicit = variable(name)
    if explicit.startswith("/"):
        return f"{explicit}/tidegate"
    at = home()
    return f"{at}/{usual}/tidegate" if at else ""
