"""Why each scar exists and when it goes, apart from the scar, so that a declaration loads none."""

from __future__ import annotations

from host.hook import Control

HEREDOC_PY = Control(
    name="heredoc-py",
    incident=(
        "On Windows the client hands a command to the shell through MSVCRT quoting and an MSYS2"
        " decoder that halves runs of backslashes, so escapes in string literals change: 8 syntax"
        " errors in .py files in 6 sessions within three days."
    ),
    evidence=(
        "39 of 43 here-document writes of the record worked, so about sixteen blocks were"
        " unnecessary for one that was necessary. The habit failed in three ways: the transport,"
        " an unquoted delimiter, and a delimiter inside the body."
    ),
    remove_when=(
        "The client hands commands over byte for byte on every platform, and a quarter of a year of"
        " the ledger shows no block that was necessary."
    ),
)

TRANSPORT = Control(
    name="transport",
    incident=(
        "On Windows the client hands a command to the shell of Git through MSVCRT quoting and an"
        " MSYS2 decoder that halves runs of backslashes, whatever quotes stand around them. The"
        " command then does something else than was asked for, often with exit code 0."
    ),
    evidence=(
        "1,060 calls of the record changed on the way. 730 of them hold no here-document: they are"
        " arguments of python -c, sed, grep and jq, which a rule about here-documents does not see."
    ),
    remove_when=(
        "The client hands commands over byte for byte: a command that prints a run of four"
        " backslashes prints all four on Windows with the shell of Git."
    ),
)

STDIN_HANG = Control(
    name="stdin-hang",
    incident=(
        "An agent ran python - with its program as here-document, and </dev/null beside it so that"
        " nothing would wait for input. Both are descriptor 0: the call hung until its time-out, or"
        " the interpreter got an empty program and ended with exit code 0."
    ),
    evidence=(
        "The shell connects them in order and the last one wins: python - <<EOF </dev/null prints"
        " nothing, and in make | python - <<EOF nobody reads what make prints."
    ),
    remove_when=(
        "A quarter of a year of the ledger shows exposures and no block, on every model in use."
    ),
)

BACKTICKS = Control(
    name="backticks",
    incident=(
        "Commit messages, pull request texts and issue comments were written in Markdown inside"
        " double quotes. The shell ran each code span and put its output into the text."
    ),
    evidence=(
        "A message that says `make clean` in double quotes runs make clean. Where no such command"
        " exists the word is lost from the text, and the call still ends with exit code 0."
    ),
    remove_when=(
        "A quarter of a year of the ledger shows exposures and no block, on every model in use."
    ),
)

ORIGINS = (HEREDOC_PY, TRANSPORT, STDIN_HANG, BACKTICKS)
"""One per scar that ships, in the catalogue's order."""
