"""Each slice's crude test with its deny, as data for a client that tests by itself."""

from host.last_resort import crude_of
from host.paths import ROOT, config_file
from host.refusals import NO_ANSWER, host_broke

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import TypedDict

    class Row(TypedDict):
        """What one slice looks for in a command, and the reason of its deny."""

        name: str
        first_words: list[str]
        without: list[str]
        all_of: list[str]
        reason: str


def rows(names: "Iterable[str]", file: str = "", root: str = ROOT) -> "list[Row]":
    """Return a row for each of these slices that looks for anything at all.

    `file` is the person's config file and `root` the folder of tidegate, as the reasons name them.
    """
    return [row for name in names if (row := _row(name, file or config_file(), root))]


def _row(name: str, file: str, root: str) -> "Row | None":
    crude = crude_of(name)
    if crude is None or not (crude.get("first_words") or crude.get("all_of")):
        return None
    return {
        "name": name,
        "first_words": list(crude.get("first_words", ())),
        "without": list(crude.get("without", ())),
        "all_of": list(crude.get("all_of", ())),
        "reason": host_broke(name, "crash", NO_ANSWER, file=file, root=root),
    }
