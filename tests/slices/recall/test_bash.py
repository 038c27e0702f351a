"""Real bash is the judge: what it opens by a literal path brings the note, and no other file's."""

from __future__ import annotations

import os
import subprocess
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, given, seed, settings
from hypothesis import strategies as st

if TYPE_CHECKING:
    from collections.abc import Sequence

SHIM = """#!/bin/sh
for one; do case $one in -*) ;; *) [ -f "$one" ] && ( cd -P "$(dirname "$one")" && \
printf '%s\\n' "$(pwd -P)/$(basename "$one")" >>"$LOG" ) ;; esac; done
exit 0
"""
PROGRAMS = ("show", "edit", "count")
NAMES = ("a.txt", "b c.txt", "x[1].txt", "it's.md", "$v.md", "a.txt.bak")
FOLDERS = ("", "one", "one/two", "three four")
files = st.tuples(st.sampled_from(FOLDERS), st.sampled_from(NAMES)).map(
    lambda pair: f"{pair[0]}/{pair[1]}" if pair[0] else pair[1]
)


def single(path: str) -> str:
    return "'" + path.replace("'", "'\\''") + "'"


def double(path: str) -> str:
    return '"' + path.replace("\\", "\\\\").replace("$", "\\$") + '"'


def escaped(path: str) -> str:
    return "".join(c if c.isalnum() or c in "./" else f"\\{c}" for c in path)


quoting = st.sampled_from([single, double, escaped])
spelling = st.sampled_from(["{}", "./{}", "one/../{}", "@TOP@/{}", "one/./..//{}"])


@st.composite
def words(draw: st.DrawFn) -> str:
    path = draw(spelling).format(draw(files))
    quote = draw(quoting)
    if path.startswith("@TOP@"):
        return "@TOP@" + quote(path[len("@TOP@") :])
    return quote(path)


@st.composite
def parts(draw: st.DrawFn) -> str:
    word, program = draw(words()), draw(st.sampled_from(PROGRAMS))
    form = draw(
        st.sampled_from(
            [
                "{p} {w}",
                "{p} -n {w} | cat",
                'V={w}; {p} "$V"',
                "(cd one && {p} {w})",
                "cd one; {p} {w}; cd ..",
                "env X=1 {p} {w}",
                'for f in {w} none; do {p} "$f"; done',
                'for f in one/*.md *.txt; do {p} "$f"; done',
                'for f in ./*[st].* {w}; do {p} "$f"; done',
                "{p} one/tw?/*.txt x[1].txt",
                "if true; then {p} {w}; fi",
                "{{ {p} {w}; }} 2>/dev/null",
                '{p} "$({p} {w})"',
                "true && {p} {w} || false",
                "cat <<E >/dev/null\n{w}\nE",
                "# {w}",
                "echo nothing",
            ]
        )
    )
    return form.format(p=program, w=word)


commands = st.lists(parts(), min_size=1, max_size=3).map("\n".join)


@pytest.fixture(scope="module")
def shims() -> Any:
    with tempfile.TemporaryDirectory(prefix="tidegate-shims-") as folder:
        for name in PROGRAMS:
            path = Path(folder) / name
            path.write_text(SHIM)
            path.chmod(0o755)
        yield folder


def opened(command: str, project: Path, shims: str) -> set[str]:
    """Return the project's files that the shims were given by bash."""
    log = project.parent / "log"
    log.unlink(missing_ok=True)
    environment = {"PATH": f"{shims}:/usr/bin:/bin", "LOG": str(log)}
    subprocess.run(
        ["bash", "--norc", "--noprofile", "-c", command],
        cwd=project,
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=False,
    )
    return set(log.read_text().splitlines()) if log.exists() else set()


def filled(bench: Any, anchored: Sequence[str]) -> dict[str, str]:
    """Make the tree, tie a note to each of some files, and return the files' notes."""
    for folder in FOLDERS:
        for name in NAMES:
            bench.file(f"{folder}/{name}" if folder else name)
    notes = {}
    for number, name in enumerate(anchored):
        bench.note(f"n{number}", name.replace("'", "''"))
        notes[os.path.realpath(bench.project / name)] = f"n{number}"
    return notes


@seed(20260101)
@settings(
    max_examples=60,
    deadline=None,
    database=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(command=commands, anchored=st.lists(files, min_size=8, max_size=16, unique=True))
def test_a_note_comes_for_each_file_that_bash_opens_and_for_no_other(
    command: str, anchored: list[str], bench: Any, shims: str
) -> None:
    with tempfile.TemporaryDirectory(dir=bench.root) as folder:
        fresh = type(bench)(Path(folder), bench.member)
        (fresh.project / ".git").mkdir(parents=True)
        notes = filled(fresh, anchored)
        placed = command.replace("@TOP@", str(fresh.project))
        told = fresh.told(fresh.shell(placed, session=folder))
        seen = opened(placed, fresh.project, shims)
    assert sorted(told) == sorted({notes[path] for path in seen if path in notes})
