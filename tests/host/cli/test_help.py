"""Each command's help tells what its words mean and which codes it ends with."""

from __future__ import annotations

import argparse
import importlib
from importlib.util import find_spec
from typing import TYPE_CHECKING

import pytest

from host.cli.__main__ import COMMANDS
from host.last_resort import names

if TYPE_CHECKING:
    from collections.abc import Iterator

WITH_COMMANDS = [name for name in names() if find_spec(f"slices.{name}.cli")]
OF_SLICES = [
    f"slices.{name}.cli.{command.replace('-', '_')}"
    for name in WITH_COMMANDS
    for command in importlib.import_module(f"slices.{name}.cli").COMMANDS
]
ALL = [f"host.cli.{command.replace('-', '_')}" for command in COMMANDS] + OF_SLICES


def parsers(parser: argparse.ArgumentParser) -> Iterator[argparse.ArgumentParser]:
    """Yield the parser and those of its sub-commands."""
    yield parser
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for below in action.choices.values():
                yield from parsers(below)


@pytest.mark.parametrize("module", ALL)
def test_the_help_is_whole(module: str) -> None:
    parser = argparse.ArgumentParser(prog="tool")
    importlib.import_module(module).arguments(parser)
    assert "Exit code: 0" in parser.format_help()
    for one in parsers(parser):
        words = one._actions
        silent = [
            action.dest
            for action in words
            if not action.help and not isinstance(action, argparse._SubParsersAction)
        ]
        assert silent == [], one.prog
