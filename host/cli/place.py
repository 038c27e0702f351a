"""Where a command of a person runs: the folder, its project, and what their client last gave."""

from __future__ import annotations

import os

from host import paths
from host.here import Here
from host.remembered import options


def working_folder() -> str:
    """Return the folder of the person's shell, as the shell spells it."""
    here = os.getcwd()  # noqa: PTH109  paths are texts here
    spelt = paths.variable("PWD")
    same = os.path.isabs(spelt) and os.path.realpath(spelt) == here  # noqa: PTH117  as above
    return spelt if same else here


def here(client: str, folder: str | None = None) -> Here:
    """Return the place as a hook of the client would meet it in `folder`, by default in this one.

    The client's options are those that the last hook was given: a shell has none.
    """
    return Here(folder or working_folder(), options(paths.state_folder(), client))
