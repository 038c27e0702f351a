from __future__ import annotations

import ast
import re
import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from host import paths

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(paths.ROOT)
CLIENT_WORDS = re.compile(
    r"\b(PreToolUse|PostToolUse|PostToolUseFailure|SessionStart|PreCompact|SessionEnd"
    r"|hookSpecificOutput|hookEventName|hook_event_name|permissionDecision|permissionDecisionReason"
    r"|updatedInput|additionalContext|systemMessage|tool_input|tool_response|file_path"
    r"|notebook_path|old_string|new_string|session_id|Bash|MultiEdit|NotebookEdit)\b"
)
SPEAKS_CLIENT = ("host/clients/", "host/cli/demo.py")  # the demo plays the client's part
ANSWERS = {"Deny", "Ask", "Context"}


def sources(root: Path, *folders: str) -> Iterator[tuple[str, ast.Module]]:
    for folder in folders:
        for file in sorted((root / folder).rglob("*.py")):
            yield file.relative_to(root).as_posix(), ast.parse(file.read_text(encoding="utf-8"))


def imported(tree: ast.Module) -> Iterator[tuple[int, str]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from ((node.lineno, f"{node.module}.{alias.name}") for alias in node.names)


def host_imports_of_slices(root: Path) -> list[str]:
    return [
        f"{file}:{line} imports {name}"
        for file, tree in sources(root, "host")
        for line, name in imported(tree)
        if name.split(".")[0] == "slices"
    ]


def relative_imports(root: Path) -> list[str]:
    """Return them: the other rules read absolute names only."""
    return [
        f"{file}:{node.lineno} imports relatively"
        for file, tree in sources(root, "host", "slices")
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.level
    ]


def slice_imports_of_others(root: Path) -> list[str]:
    found = []
    for file, tree in sources(root, "slices"):
        own = file.split("/")[1]
        for line, name in imported(tree):
            top, _, rest = name.partition(".")
            if top == "tests" or (top == "slices" and rest.split(".")[0] != own):
                found.append(f"{file}:{line} imports {name}")
    return found


def client_words(root: Path) -> list[str]:
    return [
        f"{file}:{line} says {word}"
        for file, tree in sources(root, "host")
        if not file.startswith(SPEAKS_CLIENT)
        for line, text in spelled(tree)
        for word in CLIENT_WORDS.findall(text)
    ]


def spelled(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Yield every string and every name of a module.

    In a documentation string, "Bash" is the shell at the beginning of a sentence.
    """
    docs = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            text = node.value.replace("Bash", "bash") if id(node) in docs else node.value
            yield node.lineno, text
        elif isinstance(node, ast.Name):
            yield node.lineno, node.id
        elif isinstance(node, ast.Attribute):
            yield node.lineno, node.attr
        elif isinstance(node, ast.keyword | ast.arg):
            yield node.lineno, node.arg or ""


def texts_outside_reasons(root: Path) -> list[str]:
    return [
        f"{file}:{node.lineno} holds the text of a {name}"
        for file, tree in sources(root, "host", "slices")
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        and (name := getattr(node.func, "id", getattr(node.func, "attr", ""))) in ANSWERS
        and any(map(is_text, (*node.args, *(keyword.value for keyword in node.keywords))))
    ]


def is_text(node: ast.expr) -> bool:
    return any(
        isinstance(inner, ast.JoinedStr)
        or (isinstance(inner, ast.Constant) and isinstance(inner.value, str))
        for inner in ast.walk(node)
        if not isinstance(node, ast.Call)
    )


RULES = {
    "host-imports-no-slice": host_imports_of_slices,
    "imports-are-absolute": relative_imports,
    "slices-import-host-and-themselves": slice_imports_of_others,
    "client-words-stay-with-the-clients": client_words,
    "texts-stand-in-reasons": texts_outside_reasons,
}


@pytest.mark.parametrize("rule", list(RULES))
def test_a_layer_holds(rule: str) -> None:
    assert RULES[rule](ROOT) == []


@pytest.mark.parametrize(
    ("rule", "file", "line"),
    [
        ("host-imports-no-slice", "host/phases.py", "from slices.guard import judge"),
        ("host-imports-no-slice", "host/cli/__init__.py", "import slices.guard.judge as judge"),
        ("host-imports-no-slice", "host/house.py", "def f():\n    import slices"),
        ("imports-are-absolute", "host/house.py", "from . import phases"),
        ("slices-import-host-and-themselves", "slices/_template/plugin.py", "import slices.recall"),
        (
            "slices-import-host-and-themselves",
            "slices/_template/plugin.py",
            "from slices import recall",
        ),
        ("client-words-stay-with-the-clients", "host/phases.py", "X = {'tool_input': 1}"),
        ("client-words-stay-with-the-clients", "host/house.py", "def f(file_path): ..."),
        ("client-words-stay-with-the-clients", "host/reasons.py", "X = f'use {1} Bash call'"),
        ("client-words-stay-with-the-clients", "host/merge.py", "X.permissionDecision = 1"),
        ("texts-stand-in-reasons", "host/phases.py", "X = Deny('no')"),
        ("texts-stand-in-reasons", "slices/_template/judge.py", "X = call.Deny(reason=f'no {1}')"),
        ("texts-stand-in-reasons", "slices/_template/judge.py", "X = Context('a' + b)"),
    ],
    ids=lambda value: value if " " not in value else "planted",
)
def test_a_planted_violation_is_found(tmp_path: Path, rule: str, file: str, line: str) -> None:
    (tmp_path / file).parent.mkdir(parents=True)
    shutil.copy(ROOT / file, tmp_path / file)
    before = RULES[rule](tmp_path)
    with (tmp_path / file).open("a", encoding="utf-8") as planted:
        planted.write(f"\n{line}\n")

    found = [violation for violation in RULES[rule](tmp_path) if violation not in before]
    assert len(found) == 1
    assert found[0].startswith(f"{file}:")
