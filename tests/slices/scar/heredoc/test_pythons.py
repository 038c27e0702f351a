"""Which commands take their Python program from a here-document."""

from __future__ import annotations

from typing import Any

import pytest

from slices.scar.heredoc.pythons import bodies

TAKES = [
    "python",
    "python3",
    "python3 -",
    "python3.12 -u",
    "python3 -uB - a b",
    "python3 -X dev -W error -",
    "/usr/bin/python3 -",
    "pypy3",
    "ipython",
    "py -3 -",
    "python.exe -",
    "python /dev/stdin",
    "sudo -u web python3",
    "env A=1 python3 -",
    "timeout 5 python3 -",
    "uv run python",
    "uv run --with requests python3 -",
    "uv run -",
    "poetry run python -",
    "conda run -n env python -",
    "python manage.py shell",
    "docker exec -i web python -",
]
DOES_NOT = [
    "python app.py",
    "python -m app",
    "python -c 'x'",
    "python -uc 'x'",
    'python "$X"',
    "python -u app.py",
    "python manage.py migrate",
    "uv run app.py",
    "uv pip install -r -",
    "cat",
    "pythonic",
    "pip install -r /dev/stdin",
]


@pytest.mark.parametrize("command", TAKES)
def test_takes_its_program_from_its_input(command: str, parsed: Any) -> None:
    found = parsed(f"{command} <<'E'\nprint(1)\nE").fed
    assert "print(1)\n" in [body.text for one in found for body in bodies(one)]


@pytest.mark.parametrize("command", DOES_NOT)
def test_takes_its_program_from_elsewhere(command: str, parsed: Any) -> None:
    found = parsed(f"{command} <<'E'\nprint(1)\nE").fed
    assert [body for one in found for body in bodies(one)] == []


@pytest.mark.parametrize(
    ("body", "text"),
    [("a = $N", "a = _\n"), ("a = '${N:-1}'", "a = '_'\n"), ("a = 1", "a = 1\n"), ("`x`", "`x`\n")],
    ids=["a-variable", "a-variable-in-braces", "nothing", "a-script"],
)
def test_what_the_shell_expands_in_a_body(body: str, text: str, parsed: Any) -> None:
    (one,) = parsed(f"python <<E\n{body}\nE").fed[-1:]
    assert [found.text for found in bodies(one)] == [text]


def test_a_program_of_c_without_a_heredoc_in_it(parsed: Any) -> None:
    (one,) = parsed("python -c 'x' <<E\ny\nE").fed
    assert list(bodies(one)) == []
