"""What people can set for _template."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import frozen

if TYPE_CHECKING:
    from collections.abc import Mapping


@frozen
class Options:
    """The options of the slice, as `plugin.json` and the person's file give them: none yet."""


DESCRIBE: Mapping[str, str] = {}
