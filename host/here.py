"""Where a call happens, as far as configuration goes: its project, and the client's options."""

# Builtin modules only, since the front asks on every call.

from host.bare import system
from host.limits import PARENTS_MAX

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    Options = Mapping[str, tuple[str, str]]
    """Per key in lower case: the environment variable's name, and its value."""

PROJECT_FILE = ".tidegate.json"
_MARKS = (".tidegate", ".git")


class Here:
    """The place of one call.

    `root` is the project: the nearest folder, from the call's upwards, that holds a project file,
    `.tidegate` or `.git`, or else the call's own folder; "" where that is not known. `file` is the
    nearest project file, "" where there is none. `options` are what the client gives.
    """

    __slots__ = ("file", "options", "root")

    def __init__(self, folder: str = "", options: "Options | None" = None) -> None:
        self.root, self.file = _find(folder.replace("\\", "/"))
        self.options: Options = options or {}

    @property
    def mark(self) -> str:
        """A text that differs where the configuration of two places may."""
        given = [f"{variable}={value}" for variable, value in sorted(self.options.values())]
        return "\0".join((self.root, *given))


def within(root: str, folder: str) -> bool:
    """Tell whether `root` is `folder` or lies below it, by the spelling of the two."""
    top = folder.rstrip("/")
    return bool(root) and (root.rstrip("/") == top or root.startswith(f"{top}/"))


def _find(folder: str) -> tuple[str, str]:
    root = ""
    place = folder.rstrip("/")
    for _ in range(PARENTS_MAX):
        if not place and not folder.startswith("/"):
            break
        if _is_there(f"{place}/{PROJECT_FILE}"):
            return root or place or "/", f"{place}/{PROJECT_FILE}"
        if not root and any(_is_there(f"{place}/{mark}") for mark in _MARKS):
            root = place or "/"
        if not place:
            break
        place = place.rpartition("/")[0]
    return root or folder, ""


def _is_there(path: str) -> bool:
    """Tell whether anything has this name: a link that leads nowhere is a fault, not no file."""
    try:
        system.lstat(path)
    except (OSError, ValueError):
        return False
    return True


NOWHERE = Here()
