"""What the body of a Python here-document writes, judged on its syntax tree; nothing is run."""

from __future__ import annotations

import ast
import warnings
from typing import TYPE_CHECKING

from host.errors import BudgetSpent
from slices.scar.heredoc.interpreter import Interpreter
from slices.scar.limits import BODY_MAX_CHARACTERS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from slices.scar.heredoc.sinks import Written


def written_in(body: str, argv: Sequence[str | None] = ()) -> tuple[Written, ...]:
    """Return what the body writes, each once; nothing where it is no Python.

    `argv` are the program's arguments, None for one that is not certain.
    Raises `BudgetSpent` for a body past its bounds.
    """
    if len(body) > BODY_MAX_CHARACTERS:
        message = f"a Python body of more than {BODY_MAX_CHARACTERS} characters"
        raise BudgetSpent(message)
    tree = _tree(body)
    if tree is None:
        return ()
    interpreter = Interpreter(argv)
    interpreter.run(tree)
    return tuple(dict.fromkeys(interpreter.written))


def _tree(body: str) -> ast.Module | None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # an odd escape in the body is no concern of ours
        try:
            return ast.parse(body)
        except (SyntaxError, ValueError):  # Python would run nothing of it
            return None
