"""What is loaded, and when: a call that another slice wants costs this one next to nothing."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from slices.scar.spelling import may_concern, plain

ROOT = Path(__file__).parents[3]
HEAVY = ("slices.scar.contract", "slices.scar.predicate", "slices.scar.after", "ast", "inspect")


def loaded(code: str) -> set[str]:
    """Return the modules that a fresh interpreter has loaded after the code."""
    lines = ("import sys", "from host.call import ToolCall", code, "print(*sys.modules, sep='\\n')")
    done = subprocess.run(
        [sys.executable, "-c", "\n".join(lines)],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    )
    return set(done.stdout.split())


def test_the_declaration_loads_no_scar_and_no_parser() -> None:
    with_attrs = loaded("import host.hook, host.hookspecs")
    found = loaded("from slices.scar import plugin\nplugin.tidegate_slice()") - with_attrs
    assert not {name for name in found if name.startswith(HEAVY)}


def test_a_print_that_another_slice_wants_loads_nothing_either() -> None:
    call = "call = ToolCall('c', 'shell', 's', '/', command='cat a.py', call_id='1')"
    before = loaded(f"from slices.scar import arms\n{call}")
    found = loaded(f"from slices.scar import arms\n{call}\narms.check(call, 0)\narms.note(call, 0)")
    assert found == before


@pytest.mark.parametrize(
    ("command", "concerns"),
    [
        ("cat > a <<E", True),
        ("cat > a '<'<E", True),
        ("cat > a <\\\n<E", True),
        ("eval $'cat \\x3c\\x3cE'", True),
        ('git commit -m "a `b`"', True),
        ("echo $(x)", True),
        ("grep 'a\\\\b' f", True),
        ("grep 'a\\b' f", False),
        ("cat a.py", False),
        ("", False),
        (None, False),
    ],
    ids=[
        "plain",
        "in-quotes",
        "joined-lines",
        "escapes",
        "backquotes",
        "parentheses",
        "two-backslashes",
        "one-backslash",
        "a-print",
        "empty",
        "none",
    ],
)
def test_what_may_concern_the_slice(command: str | None, concerns: bool) -> None:
    assert may_concern(command) is concerns


def test_a_plain_text_has_no_quotes() -> None:
    assert plain("a'b'\"c\"\\d\\\ne") == "abcde"
