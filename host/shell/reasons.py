"""The sentences that say why a command string cannot be read."""

_SHOWN_CHARACTERS = 20


def unclosed(opening: str) -> str:
    """Say that something is still open at the end."""
    return f"The command ends inside {opening} that is never closed."


def unexpected(text: str) -> str:
    """Say that the grammar does not allow this token here; "" is the end of the command."""
    if not text:
        return "The command ends where the shell expects more."
    shown = "a line break" if text == "\n" else repr(text[:_SHOWN_CHARACTERS])
    return f"The shell would stop with a syntax error near {shown}."


def past_bound(count: int, unit: str) -> str:
    """Say that a bound of `limits.py` was passed."""
    return f"The command is past the bound of {count} {unit}."


def null_character() -> str:
    """Say that no argument can hold a NUL character, so that the command cannot be started."""
    return "The command holds a NUL character."


def arithmetic_parts() -> str:
    """Say that `for ((…))` needs three expressions."""
    return "A for loop with (( needs exactly two semicolons in it."
