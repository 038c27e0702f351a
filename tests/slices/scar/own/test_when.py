"""Each key of a table [[when]]: which commands it holds for."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest

from slices.scar.own import build, schema
from slices.scar.own.places import Place
from tests.slices.scar.own.conftest import CASES, HEAD

TABLES: dict[str, tuple[str, list[str], list[str]]] = {
    "program": (
        'program = ["git", "hg*"]',
        ["git push", "/usr/bin/git push", "sudo git push", "cd x && hgview", "bash -c 'git log'"],
        ["digit", "echo git", '"$P" push', "git() { :; }; git x"],
    ),
    "arguments": (
        'program = ["git"]\narguments = ["push", ["-f", "--force*"]]',
        ["git push -f", "git -C x push --force-with-lease=a", "git push 'o' \"--force\""],
        ["git push", "git -f", "git commit -m 'push -f'", 'git push "$OPTIONS"'],
    ),
    "argument-in-part-uncertain": (
        'program = ["git"]\narguments = ["--author=*"]',
        ['git commit --author="$ME"', "git commit --author=me"],
        ["git commit --author me"],
    ),
    "argument-that-is-a-pattern": (
        'program = ["rm"]\narguments = ["[*]"]',
        ["rm *", "rm -rf *"],
        ["rm a", "rm a*"],
    ),
    "without": (
        'program = ["git"]\nwithout = ["--dry-run", "-n"]',
        ["git push"],
        ["git push --dry-run", "git push -n"],
    ),
    "redirects-to-a-name": (
        'redirects_to = ["*.lock"]',
        ["x > a.lock", "x >> src/a.lock", "x &> /tmp/a.lock", 'x > "$D/a.lock"'],
        ["x < a.lock", "x a.lock", "x > a.locks", "x 2>&1"],
    ),
    "redirects-to-a-path": (
        'redirects_to = ["src/**/*.c"]',
        ["x > src/a.c", "cd src && x > b/a.c", "x > /p/src/a.c"],
        ["x > a.c", "x > /src/a.c", 'x > "$D/src/a.c"'],
    ),
    "writes": (
        'writes = ["*.sql"]',
        ["sed -i s/a/b/ a.sql", "cp x a.sql", "echo > a.sql", "tee a.sql"],
        ["cat a.sql", "sed s/a/b/ a.sql", "mytool a.sql"],
    ),
    "reads": (
        'reads = ["~/.ssh/*"]',
        ["cat ~/.ssh/key", "cat < ~/.ssh/key"],
        ["cp a ~/.ssh/key", "cat .ssh/key", "cat ~/.ssh/a/b"],
    ),
    "files": (
        'files = ["/etc/**"]',
        ["cat /etc/a/b", "echo > /etc/a", "sh /etc/run"],
        ["cat etc/a", "mytool /etc/a"],
    ),
    "heredoc-present": (
        'program = ["psql"]\nheredoc = { present = true }',
        ["psql <<E\nx\nE"],
        ["psql", "psql < a", "cat <<E | psql\nx\nE"],
    ),
    "heredoc-absent": (
        'program = ["psql"]\nheredoc = { present = false }',
        ["psql", "psql < a"],
        ["psql <<E\nx\nE"],
    ),
    "heredoc-open": (
        "heredoc = { quoted = false }",
        ["cat <<E\nx\nE"],
        ["cat <<'E'\nx\nE", "cat"],
    ),
    "heredoc-delimiter": (
        'heredoc = { delimiter = ["EOF*"] }',
        ["cat <<EOF\nx\nEOF", "cat <<'EOF2'\nx\nEOF2"],
        ["cat <<X\nEOF\nX"],
    ),
    "heredoc-line": (
        'heredoc = { line = ["drop table*", "truncate *"] }',
        ["psql <<E\nselect 1;\ndrop table a;\nE", "psql <<E\ntruncate a;\nE"],
        ["psql <<E\nselect 'drop table';\nE", "psql -c 'drop table a'"],
    ),
    "two-tables": (
        'program = ["a"]\narguments = ["x"]\n[[when]]\nprogram = ["b"]\nwithout = ["x"]',
        ["a x", "b", "b y", "a; b"],
        ["a", "b x", "a y && b x"],
    ),
    "one-command-for-everything": (
        'program = ["a"]\narguments = ["x"]\nredirects_to = ["f"]',
        ["a x > f"],
        ["a x; b > f", "a > f; b x", "a y > f"],
    ),
}


def scar_of(table: str, root: str | None = "/p") -> Any:
    raw = tomllib.loads(f"{HEAD}[[when]]\n{table}\n{CASES}")
    assert schema.problems(raw, "F") == ()
    return build.scar("own", raw, Place("/p/.tidegate/scars", root))


@pytest.mark.parametrize(("table", "blocked", "passed"), TABLES.values(), ids=TABLES.keys())
def test_which_commands_a_table_holds_for(
    table: str, blocked: list[str], passed: list[str], parsed: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("host.paths.home", lambda: "/h")
    scar = scar_of(table)
    assert [command for command in blocked if not scar.hits(parsed(command))] == []
    assert [command for command in passed if scar.hits(parsed(command))] == []


def test_the_root_of_a_scar_of_the_persons_is_that_of_the_session(parsed: Any) -> None:
    scar = scar_of('writes = ["src/*.c"]', root=None)
    assert scar.hits(parsed("echo > src/a.c"))
    assert not scar.hits(parsed("echo > /q/src/a.c"))


def test_signs_in_the_name_of_the_root_mean_themselves(parsed: Any) -> None:
    scar = scar_of('writes = ["a.c/*"]', root="/p[1]*")
    assert scar.hits(parsed("echo > '/p[1]*/a.c/b'"))
    assert not scar.hits(parsed("echo > /p1x/a.c/b"))


def test_each_part_is_a_mutant() -> None:
    table = 'program = ["git", "hg"]\narguments = ["push", ["-f", "--force"]]\nwithout = ["-n"]'
    scar = scar_of(f'{table}\nheredoc = {{ present = true, line = ["a", "b"] }}')
    assert [mutant.name for mutant in scar.predicate.mutants()] == [
        "without the source: when 1",
        "without the clause: when 1: program",
        "when 1: program, without: git",
        "when 1: program, without: hg",
        "without the clause: when 1: argument push",
        "without the clause: when 1: argument -f or --force",
        "when 1: argument -f or --force, without: -f",
        "when 1: argument -f or --force, without: --force",
        "without the clause: when 1: without -n",
        "without the clause: when 1: heredoc present",
        "without the clause: when 1: heredoc line",
        "when 1: heredoc line, without: a",
        "when 1: heredoc line, without: b",
    ]
