"""`tidegate new-slice`: the folders and entries of a new slice, from the template."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING

from host import documents, last_resort, newdistribution, newslice, outside, shipped
from host.bare import write_file
from host.cli.terminal import complain
from host.errors import unusable
from host.paths import ROOT
from host.setup import SetUpError, ensure_slice

if TYPE_CHECKING:
    import argparse

FINE, WRONG_USE = 0, 2
_CLIENT = "claude_code"


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command line."""
    parser.add_argument("name", metavar="NAME", help="lower-case letters, digits and _")
    parser.add_argument(
        "--summary",
        metavar="TEXT",
        default=newslice.SUMMARY,
        help="what it does, for the index: begins with a verb, no full stop",
    )
    parser.add_argument(
        "--distribution",
        metavar="FOLDER",
        help="make it a distribution of its own in a new folder, and change nothing here",
    )
    parser.epilog = "Exit code: 0 made, 2 wrong use, or a file that cannot be written."


def run(options: argparse.Namespace) -> int:
    """Make the slice and name each file."""
    if options.distribution is not None:
        return _distribution(options.name, Path(options.distribution), options.summary)
    try:
        files = newslice.planned(Path(ROOT), options.name, options.summary)
        newslice.write(files)
    except newslice.NewSliceError as error:
        complain(str(error))
        return WRONG_USE
    except OSError as error:
        complain(unusable(error))
        return WRONG_USE
    made = [(file.path, file.changed) for file in files]
    if text := shipped.text(options.name, _CLIENT):
        file = shipped.path(options.name, _CLIENT)
        write_file(file, text.encode("ascii"))
        made.append((Path(file), False))
    for path, changed in made:
        print(f"{'changed' if changed else 'made'} {path.relative_to(ROOT)}")
    print(_made_from_the_code())
    print("Its tests pass as they are. Next: docs/adding-a-slice.md")
    return FINE


def _distribution(name: str, folder: Path, summary: str) -> int:
    try:
        files = newdistribution.planned(Path(ROOT), name, folder, summary)
        newslice.write(files)
    except newslice.NewSliceError as error:
        complain(str(error))
        return WRONG_USE
    except OSError as error:
        complain(unusable(error))
        return WRONG_USE
    for file in files:
        print(f"made {file.path}")
    where = shlex.quote(outside.site())
    # As a whole path: pip takes a bare name for one of the package index.
    what = shlex.quote(str(folder.absolute()))
    print(f"To install it: python3 -m pip install --target {where} {what}")
    print(f"Then: {shlex.quote(ROOT)}/bin/tidegate enable {name}")
    return FINE


def _made_from_the_code() -> str:
    """Write the pages that list what all slices declare, and say what came of it."""
    try:
        for name in last_resort.names():
            ensure_slice(name, complain)
        documents.write()
    except (ImportError, SetUpError) as error:
        return f"not changed: what `make docs` makes of the code, since a slice is broken ({error})"
    return "changed what `make docs` makes of the code: controls, bounds, schema, the mod's data"
