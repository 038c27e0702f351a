"""The tables of the slices' specifications, row by row, and the project in which they hold."""

# The real client plays them in a session of its own; the whole stack in one process does the same.

from __future__ import annotations

import os
import socket
from pathlib import Path

LINES = 30
FILES = {
    "notes.txt": "".join(f"line {n}\n" for n in range(1, LINES + 1)),
    "sub/inner.txt": "inner\n",
    "with blank.txt": "blank\n",
    "-dash.txt": "dash\n",
    "empty.txt": "",
    "big.json": "x\n" * (128 * 1024) + "x",  # a byte over what is read as a whole
}
GENERATED = (
    *(
        f"{folder}/made.txt"
        for folder in (
            "node_modules",
            ".git",
            "dist",
            "build",
            "target",
            "coverage",
            ".next",
            "out",
            "__pycache__",
            "sub/build/deep",
        )
    ),
    "app.log",
    "app.js.map",
    "Cargo.lock",
    "app.min.js",
    "app.min.css",
    "app.tsbuildinfo",
    "package-lock.json",
    "bun.lock",
    "bun.lockb",
)

NOTES, INNER = "notes.txt", "sub/inner.txt"
Read = tuple[str, int | None, int | None]
"""File, offset and limit of a read call."""

# command -> the read calls that the reason names, in order
PRINTS: dict[str, list[Read]] = {
    "cat notes.txt": [(NOTES, None, None)],
    "sed -n 2,4p notes.txt": [(NOTES, 2, 3)],
    "sed -n 5p notes.txt": [(NOTES, 5, 1)],
    "head notes.txt": [(NOTES, 1, 10)],
    "head -n 3 notes.txt": [(NOTES, 1, 3)],
    "head -3 notes.txt": [(NOTES, 1, 3)],
    "tail -n +4 notes.txt": [(NOTES, 4, None)],
    "tail notes.txt": [(NOTES, 21, 10)],
    "tail -n 3 notes.txt": [(NOTES, 28, 3)],
    "tail -3 notes.txt": [(NOTES, 28, 3)],
    # equivalent spellings
    "head -n7 notes.txt": [(NOTES, 1, 7)],
    "head --lines=7 notes.txt": [(NOTES, 1, 7)],
    "head --lines 7 notes.txt": [(NOTES, 1, 7)],
    "tail --lines=3 notes.txt": [(NOTES, 28, 3)],
    "tail --lines +4 notes.txt": [(NOTES, 4, None)],
    "sed --quiet 2,4p notes.txt": [(NOTES, 2, 3)],
    "sed --silent '2,4p' notes.txt": [(NOTES, 2, 3)],
    "sed -n '2,4p' -- notes.txt": [(NOTES, 2, 3)],
    'cat "notes.txt"': [(NOTES, None, None)],
    "cat no'tes'.txt": [(NOTES, None, None)],
    "cat $'notes.txt'": [(NOTES, None, None)],
    'cat "with blank.txt"': [("with blank.txt", None, None)],
    "cat with\\ blank.txt": [("with blank.txt", None, None)],
    "cat -- notes.txt": [(NOTES, None, None)],
    "cat -- -dash.txt": [("-dash.txt", None, None)],
    "command cat notes.txt": [(NOTES, None, None)],
    "/bin/cat notes.txt": [(NOTES, None, None)],
    "cat \\\nnotes.txt": [(NOTES, None, None)],
    # values that are certain
    "F=notes.txt; cat $F": [(NOTES, None, None)],
    'cat "$PWD/notes.txt"': [(NOTES, None, None)],
    "cat {notes,empty}.txt": [(NOTES, None, None), ("empty.txt", None, None)],
    # parts, comments, folders
    "cat notes.txt  # all of it": [(NOTES, None, None)],
    "cat notes.txt; head -n 2 notes.txt": [(NOTES, None, None), (NOTES, 1, 2)],
    "cat notes.txt && cat sub/inner.txt": [(NOTES, None, None), (INNER, None, None)],
    "cat notes.txt || tail -3 notes.txt": [(NOTES, None, None), (NOTES, 28, 3)],
    "cat notes.txt & head -2 notes.txt": [(NOTES, None, None), (NOTES, 1, 2)],
    "cat notes.txt\nsed -n 1p sub/inner.txt": [(NOTES, None, None), (INNER, 1, 1)],
    "cd sub && cat inner.txt": [(INNER, None, None)],
    "cd sub; cat inner.txt; cd ..; cat notes.txt": [(INNER, None, None), (NOTES, None, None)],
    "cd sub && cat ../notes.txt": [(NOTES, None, None)],
    # what the limits leave out
    "cat big.json": [("big.json", None, None)],
    "tail -n 3 huge.txt": [("huge.txt", None, None)],
}

RUNS = (
    # here-documents, quotes, substitutions, values that are not certain, redirections
    "cat <<E\nbody\nE",
    "cat notes.txt <<E\nbody\nE",
    "cat <<< word",
    "cat 'notes.txt",
    "cat $(echo notes.txt)",
    "cat `echo notes.txt`",
    "cat <(echo word)",
    "cat $NOT_SET_ANYWHERE notes.txt",
    "cat not*.txt",
    "cat notes.tx?",
    "cat {notes,$NOT_SET_ANYWHERE}.txt",
    "cat ~nobody-of-that-name/notes.txt",
    "cat notes.txt > copy.txt",
    "cat notes.txt 2>/dev/null",
    "cat < notes.txt",
    # other work, pipes, the background
    "ls; cat notes.txt",
    "cat notes.txt && true",
    "cat notes.txt | wc -l",
    "cat notes.txt | head -n 1",
    "true & cat notes.txt",
    "echo cat notes.txt",
    "git --version",
    # folders that are not known
    "cd - && cat notes.txt",
    'cd "$NOT_SET_ANYWHERE/"; cat notes.txt',
    "cd no-such-folder; cat notes.txt",
    # operands that are no files
    "cat no-such-file.txt",
    "cat sub",
    "cat queue",
    "cat socket",
    "head -n 1 /dev/null",
    # generated files
    *(f"cat {name}" for name in GENERATED),
    # an empty file and a count
    "tail -n 3 empty.txt",
    # other forms
    "cat -A notes.txt",
    "head -c 20 notes.txt",
    "sed -n '/line 3/p' notes.txt",
    "tail -f --pid=4194303 notes.txt",
    "cat",
    # a generated file from inside, where the session then stays
    "cd node_modules && cat made.txt",
)

ANCHORED = "deploy/config.yaml"
THERE = "buildhost:/srv/{n}/deploy/config.yaml"

# A row has a folder `rN` of its own in the place of the project's root, with a note `rN` on its
# deploy/config.yaml, one on its `my dir/notes.txt`, and one on THERE.
DELIVERS = (
    "cat r{n}/deploy/config.yaml",
    "grep -n timeout r{n}/deploy/config.yaml | head",
    "cat r{n}/deploy/../deploy/config.yaml 2>/dev/null",
    "sed -i 's/30/60/' r{n}/deploy/config.yaml",
    "echo 'retries: 3' >>r{n}/deploy/config.yaml",
    "cat <<EOF > r{n}/deploy/config.yaml\ntimeout: 30\nEOF",
    'cat "r{n}/my dir/notes.txt"',
    "CONFIG=r{n}/deploy/config.yaml ./run.sh",
    "cat r{n}/deploy/*.yaml",
    "cd r{n}/deploy && cat config.yaml",
    "F=r{n}/deploy/config.yaml; cat $F",
    "for f in r{n}/deploy/*.yaml; do cat $f; done",
    "ssh buildhost \"sed -i 's/30/60/' /srv/{n}/deploy/config.yaml\"",
)
SILENT = (
    "cat r{n}/my dir/notes.txt",
    "ls -la && git status",
    "cat $CONF",
    "cat $(git ls-files)",
    "find r{n} -name config.yaml | xargs cat",
    "python3 build.py",
    "grep -rn timeout r{n}/deploy/",
    "ssh buildhost cat r{n}/deploy/config.yaml",
    "cat <<'EOF'\nr{n}/deploy/config.yaml\nEOF",
    "cat 'unbalanced r{n}/deploy/config.yaml",
)

BLOCKED = (
    # heredoc-py
    "cat > app.py <<'EOF'\nsep = 'C:\\\\tmp'\nEOF",
    "tee --append app.py <<'EOF'\nsep = 'C:\\\\tmp'\nEOF",
    "cat 1<>app.py <<'EOF'\nx\nEOF",
    "{ cat <<'EOF'\nx = 1\nEOF\n} > app.py",
    "cat <<'EOF' | tee app.py\nx = 1\nEOF",
    "python3 - <<'EOF'\nfrom pathlib import Path\np = Path('app.py')\np.write_text('x')\nEOF",
    "python3 - <<'EOF'\nwith open('app.py', 'w') as f:\n    f.write('x')\nEOF",
    "bash <<'EOF'\ncat > app.py <<X\ny = 1\nX\nEOF",
    # stdin-hang
    "python3 - <<'EOF' </dev/null\nprint(1)\nEOF",
    "cat notes.txt | python3 - <<'EOF'\nprint(1)\nEOF",
    # backticks
    'git commit -m "Fix `touch made.txt` now"',
    'git tag -m "Fix `touch made.txt` now" v1',
    'gh pr create --title Fix --body "Run `touch made.txt` now"',
    'gh pr create --title "Run `touch made.txt` now" --body x',
    'gh issue create --title Fix --body "Run `touch made.txt` now"',
    'gh issue create --title "Run `touch made.txt` now"',
    'echo "Run `touch made.txt` first"',
    'curl -d "Run `touch made.txt` first" http://127.0.0.1:9/',
    'git commit -m "Escape $(template) now"',
)
PASSED = (
    # heredoc-py: the file is no target of a write
    "cat > index.md <<'EOF'\n- [app](app.py)\nEOF",
    "cat >&2 <<'EOF'\nusage: run app.py > out\nEOF",
    "python3 - <<'EOF'\nprint(open('given.py').read())\nEOF",
    # stdin-hang
    "python3 - <<'EOF' >/dev/null\nprint(1)\nEOF",
    "cat notes.txt | python3 -c 'print(input())'",
    # backticks: single quotes, a file, output that is meant
    "git commit -q --allow-empty -m 'Fix `touch made.txt` now'",
    "git commit -q --allow-empty -F notes.txt",
    "gh pr create --title Fix --body-file notes.txt",
    "gh issue create --title Fix --body 'Run `touch made.txt` now'",
    "echo 'Run `touch made.txt` first'",
    'echo "today is $(date)"',
    "curl -d @notes.txt http://127.0.0.1:9/",
)
# where the way to the shell halves backslashes
CHANGED_ON_THE_WAY = (
    r"""python3 -c "print('a\\b')" """,
    r"grep -c 'a\\b' notes.txt",
    r"sed -n 's/\\/x/p' notes.txt",
    r"jq -n '\"a\\\\b\"'",
    "cat > a.md <<'EOF'\na\\\\b\nEOF",
)
AS_SENT = (r"grep -c 'a\b' notes.txt", r'printf "a\\"', r"sed -n 's/\(l\)\(i\)/\2\1/p' notes.txt")

TWICE_DENIED = "cat given.py; head -n 1 notes.txt"
"""A call that two slices deny: it prints files, and the project has a scar for one of them."""

OUTLINE = "Ask for the outline: tool outline given.py."
_SCAR = f"""\
title = "A print of the given module"
origin = "A print of it came back cut, and the rest was guessed."
evidence = "One wrong change, taken back."
action = "deny"
message = "{OUTLINE}"
retire_when = "The module is split."

[[when]]
program = ["cat"]
arguments = ["given.py"]

[[must_block]]
id = "whole"
command = "cat given.py"

[[must_pass]]
id = "another"
command = "cat other.py"
"""


def fill(project: Path) -> None:
    """Make the files of every table."""
    for name, text in FILES.items():
        write(project / name, text)
    for name in GENERATED:
        write(project / name, "made\n")
    write(project / "given.py", "given = 1\n")
    write(project / ".tidegate/scars/outline.toml", _SCAR)
    with (project / "huge.txt").open("wb") as huge:
        huge.truncate(4 * 1024 * 1024 + 1)
    os.mkfifo(project / "queue")
    _bind(project)
    for number in range(len(rows())):
        row = project / f"r{number}"
        anchors = [f"{row.name}/{ANCHORED}", f"{row.name}/my dir/notes.txt", THERE]
        for name in (ANCHORED, "my dir/notes.txt"):
            write(row / name, "timeout: 30\n")
        listed = "".join(f"  - '{anchor.format(n=number)}'\n" for anchor in anchors)
        note = f"---\nanchors:\n{listed}---\nMind row {number}.\n"
        write(project / f".tidegate/notes/{row.name}.md", note)


def rows() -> list[str]:
    """Return the commands of recall's table, each in the folder of its own."""
    return [command.replace("{n}", str(n)) for n, command in enumerate((*DELIVERS, *SILENT))]


def write(path: Path, text: str) -> None:
    """Write a file and the folders above it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


def _bind(folder: Path) -> None:
    """Make a socket; its address has to be short, so it is given from inside the folder."""
    before = Path.cwd()
    os.chdir(folder)
    try:
        with socket.socket(socket.AF_UNIX) as one:
            one.bind("socket")
    finally:
        os.chdir(before)
