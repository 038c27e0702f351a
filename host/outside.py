"""The slices of other distributions, as they were last found; builtin modules only."""

# No call looks for them: `host/discovery.py` does, for the commands of a person, and keeps it
# here.

import sys

from host.bare import read_file, system
from host.decode import read_object
from host.limits import CONFIG_MAX_BYTES
from host.paths import ROOT, data_folder

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

FORMAT = 1


class Outside:
    """A slice of another distribution.

    `package` is its import name, and `site` the folder that holds it. `origin` names the
    distribution and its version. `crude` is its crude test as it was when it was found.
    """

    __slots__ = ("crude", "name", "origin", "package", "site")

    def __init__(self, row: "dict[str, Any]") -> None:
        self.name, self.origin = str(row["name"]), str(row["origin"])
        self.package, self.site = str(row["package"]), str(row["site"])
        self.crude: dict[str, Any] = dict(row["crude"])

    @property
    def folder(self) -> str:
        """The folder of the slice's modules."""
        return f"{self.site}/{self.package.replace('.', '/')}"

    @property
    def is_there(self) -> bool:
        """Whether its distribution is still where it was found."""
        return _is_there(f"{self.folder}/plugin.py")


def site() -> str:
    """Return the folder into which a person installs distributions with slices."""
    return f"{data_folder()}/slices"


def kept_file() -> str:
    """Return the file that holds what was found."""
    return f"{data_folder()}/slices.json"


def found() -> "dict[str, Outside]":
    """Return the slices that were found, by their names; none where the file is not sound.

    A slice of this repo goes before one of its name.
    """
    raw = read_file(kept_file(), CONFIG_MAX_BYTES)
    kept = read_object(raw) if raw else ""
    if isinstance(kept, str) or kept.get("format") != FORMAT:
        return {}
    try:
        rows = [Outside(row) for row in kept["slices"]]
    except (KeyError, TypeError, ValueError):
        return {}
    return {row.name: row for row in rows if not is_ours(row.name)}


def find(name: str) -> "Outside | None":
    """Return the slice of another distribution that has this name."""
    return None if is_ours(name) else found().get(name)


def package_of(name: str) -> str:
    """Return the import name of a slice's package; its distribution's folder is on the path then.

    It comes last there, so that it hides nothing of the host's or of the library's.
    """
    one = find(name)
    if one is None:
        return f"slices.{name}"
    if one.site not in sys.path:
        sys.path.append(one.site)
    if sys.path_importer_cache.get(one.site, one) is None:
        # A process that outlives a call takes a folder that was missing once as missing for good.
        del sys.path_importer_cache[one.site]
    return one.package


def folder_of(name: str) -> str:
    """Return the folder of a slice's modules and its page."""
    one = find(name)
    return f"{ROOT}/slices/{name}" if one is None else one.folder


def is_ours(name: str) -> bool:
    """Tell whether this repo has a slice of the name."""
    return _is_there(f"{ROOT}/slices/{name}")


def _is_there(path: str) -> bool:
    try:
        system.stat(path)
    except (OSError, ValueError):
        return False
    return True
