"""What the trace calls certain is what bash gives, for programs grown from a grammar."""

# More programs than the default can be tried with `TIDEGATE_GROWN=FIRST:COUNT`.

import os
from pathlib import Path

import pytest

from tests.host.shell.grown import grown
from tests.host.shell.probes import disagreements

FIRST, COUNT = map(int, os.environ.get("TIDEGATE_GROWN", "0:240").split(":"))
CHUNKS = 4


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_nothing_certain_is_wrong(chunk: int, tmp_path: Path) -> None:
    programs = [grown(seed) for seed in range(FIRST + chunk, FIRST + COUNT, CHUNKS)]
    found = list(disagreements(programs, tmp_path))
    assert not found, "\n\n".join(found)


def test_a_seed_grows_the_same_program_everywhere() -> None:
    assert grown(3) == grown(3) != grown(4)
