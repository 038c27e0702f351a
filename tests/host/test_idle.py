"""Which commands certainly change no file."""

from __future__ import annotations

import pytest

from host.idle import IDLE, is_idle
from host.shell.programs import PROGRAMS

WRITERS = {
    "sort",
    "uniq",
    "tee",
    "find",
    "env",
    "sed",
    "awk",
    "git",
    "gh",
    "python",
    "xargs",
    "curl",
}


@pytest.mark.parametrize(
    "command",
    [
        "ls -la src",
        "cd src && grep -rn x . | head -5",
        "git status --short; git diff",
        "sed -n 1,5p app.py",
        "",
        None,
    ],
)
def test_idle(command: str | None) -> None:
    assert is_idle(command)


@pytest.mark.parametrize(
    "command",
    [
        "make",
        "ls > app.py",
        "sed -i s/a/b/ app.py",
        "git checkout main",
        "git commit -m x",
        "find . -name '*.py' -delete",
        "rg -l x | xargs sed -i s/a/b/",
        "echo $(make)",
        "cat <(make)",
        "python app.py",
    ],
)
def test_may_change_a_file(command: str) -> None:
    assert not is_idle(command)


def test_no_program_that_writes_is_idle_by_its_name_alone() -> None:
    assert not WRITERS & set(IDLE)
    known = {name for name in IDLE if name in PROGRAMS}
    assert known
    assert not any(PROGRAMS[name].rule is PROGRAMS["tee"].rule for name in known)
