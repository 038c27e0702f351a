"""The cases of `heredoc-py`: the spellings of its write forms, and what only looks like one."""

from __future__ import annotations

from slices.scar.contract import Case

NARROW = {"width": "narrow"}


def _case(name: str, *lines: str) -> Case:
    return Case(name, "\n".join(lines) + "\n")


def _narrow(name: str, *lines: str) -> Case:
    return Case(name, "\n".join(lines) + "\n", NARROW)


def _python(name: str, *lines: str) -> Case:
    """Return the case of a Python here-document."""
    return _case(name, "python3 - <<'PY'", *lines, "PY")


_REDIRECTIONS = (
    _case("cat-into-a-file", "cat > app.py <<'EOF'", "x = 1", "EOF"),
    _case("redirection-behind-the-heredoc", "cat <<'EOF' > src/app.py", "x = 1", "EOF"),
    _case("redirection-before-the-program", "> app.py cat <<'EOF'", "x = 1", "EOF"),
    _case("no-blank-around-the-redirection", "cat<<EOF>app.py", "x = 1", "EOF"),
    _case("appended", "cat >> app.py <<'EOF'", "x = 1", "EOF"),
    _case("past-noclobber", "cat >| app.py <<'EOF'", "x = 1", "EOF"),
    _case("read-write-open", "cat 1<>app.py <<'EOF'", "x = 1", "EOF"),
    _case("both-outputs", "cat &> app.py <<'EOF'", "x = 1", "EOF"),
    _case("both-outputs-appended", "cat &>> app.py <<'EOF'", "x = 1", "EOF"),
    _case("both-outputs-in-the-old-spelling", "cat >& app.py <<'EOF'", "x = 1", "EOF"),
    _case("descriptor-spelt-out", "cat 1> app.py <<'EOF'", "x = 1", "EOF"),
    _case("quoted-target", "cat > 'my app'/\"app\".py <<'EOF'", "x = 1", "EOF"),
    _case("target-in-upper-case", "cat > APP.PY <<'EOF'", "x = 1", "EOF"),
    _case("target-of-a-variable", "F=app.py", "cat > \"$F\" <<'EOF'", "x = 1", "EOF"),
    _case("unknown-folder-known-name", "cat > \"$DIR/app.py\" <<'EOF'", "x = 1", "EOF"),
    _case("behind-a-folder-change", "cd src && cat > app.py <<'EOF'", "x = 1", "EOF"),
    _case("behind-mkdir", "mkdir -p a && cat > a/b.py <<'EOF'", "x = 1", "EOF"),
    _case("tabs-taken-off", "cat > app.py <<-EOF", "\tx = 1", "\tEOF"),
    _case("delimiter-of-odd-letters", "cat > app.py <<'---8<---'", "x = 1", "---8<---"),
    _case("printed-substitution", "printf '%s' \"$(cat <<'EOF'", "x", "EOF", ')" > app.py'),
    _case("kept-in-a-variable", "X=$(cat <<'EOF'", "x", "EOF", ")", 'echo "$X" > app.py'),
    _case("kept-by-export", "export X=$(cat <<EOF", "x", "EOF", ')\necho "${X}" | tee app.py'),
    _case("read-into-a-variable", "read -r -d '' X <<'EOF'", "x", "EOF", 'echo "$X" > app.py'),
    _case("read-into-an-array", "mapfile -t <<EOF", "x", "EOF", 'echo "${MAPFILE[@]}" > app.py'),
    _case("handed-on-by-a-variable", "X=$(cat <<E", "x", "E", ')\nY=$X; cat > app.py <<< "$Y"'),
    _case("added-to-a-variable", "X=a; X+=$(cat <<E", "x", "E", ')\necho "$X" > app.py'),
    _case("second-heredoc", "cat <<'EO'F > notes.md", "x", "EOF", "cat > app.py <<X", "y = 1", "X"),
    _case("broken-and-run", "cat > job.py <<'EOF'", "def f(:", "  pass", "EOF", "python3 job.py"),
    _case("escaped-path", "cat > conv.py <<'EOF'", "sep = 'C:\\\\\\\\tmp'", "EOF"),
)

_COMPOUNDS = (
    _case("group", "{ cat <<'EOF'", "x = 1", "EOF", "} > app.py"),
    _case("subshell", "(cd src && cat > app.py <<'EOF'", "x = 1", "EOF", ")"),
    _case("subshell-with-a-redirection", "(echo '# top'; cat <<'EOF'", "x", "EOF", ") > app.py"),
    _case("loop-that-reads", "while read l; do echo $l; done > a.py <<'EOF'", "x = 1", "EOF"),
    _case("loop-over-names", "for f in a b; do cat > $f.py <<'EOF'", "x = 1", "EOF", "done"),
    _case("branch", "if [ ! -f app.py ]; then cat > app.py <<'EOF'", "x = 1", "EOF", "fi"),
    _case("function", "put() { cat > app.py; }", "put <<'EOF'", "x = 1", "EOF"),
    _case("function-into-a-file", "text() { cat <<'EOF'", "x", "EOF", "}", "text > app.py"),
    _case("function-into-a-pipe", "text() { cat <<'EOF'", "x", "EOF", "}", "text | tee app.py"),
    _case("background", "cat > app.py <<'EOF' &", "x = 1", "EOF"),
    _case("bash-heredoc", "bash <<'EOF'", "cat > app.py <<X", "y = 1", "X", "EOF"),
    _case("bash-string", "bash -c 'cat > app.py' <<'EOF'", "x = 1", "EOF"),
    _case("eval-string", "eval 'cat > app.py' <<'EOF'", "x = 1", "EOF"),
    _case("remote-shell", "ssh web 'cat > app/app.py' <<'EOF'", "x = 1", "EOF"),
    _case("container", "docker exec -i web sh -c 'cat > /a.py' <<'EOF'", "x = 1", "EOF"),
)

_PROGRAMS = (
    _case("tee", "tee app.py <<'EOF'", "x = 1", "EOF"),
    _case("tee-append", "tee --append app.py <<'EOF'", "x = 1", "EOF"),
    _case("tee-of-several-files", "tee notes.md app.py > /dev/null <<'EOF'", "x = 1", "EOF"),
    _case("tee-in-a-pipe", "cat <<'EOF' | tee app.py", "x = 1", "EOF"),
    _case("tee-as-root", "sudo tee /opt/app.py > /dev/null <<'EOF'", "x = 1", "EOF"),
    _case("tee-in-a-process-substitution", "cat > >(tee app.py) <<'EOF'", "x = 1", "EOF"),
    _case("sed-in-a-pipe", "cat <<'EOF' | sed s/@/x/ > app.py", "@ = 1", "EOF"),
    _case("pipe-of-three", "cat <<'EOF' | tr a b | sponge app.py", "x = 1", "EOF"),
    _case("envsubst", "envsubst > app.py <<'EOF'", "x = 1", "EOF"),
    _case("decoded", "base64 -d <<'EOF' > app.py", "eCA9IDEK", "EOF"),
    _case("sort-into-a-file", "sort -o app.py <<'EOF'", "x = 1", "EOF"),
    _case("hex-dump-reversed", "xxd -r -p - app.py <<'EOF'", "78", "EOF"),
    _case("blocks", "dd of=app.py <<'EOF'", "x = 1", "EOF"),
    _case("blocks-quietly", "dd if=/dev/stdin of=app.py status=none <<'EOF'", "x = 1", "EOF"),
    _case("install", "install -m 755 /dev/stdin bin/app.py <<'EOF'", "x = 1", "EOF"),
    _case("copy-of-the-input", "cp /dev/stdin app.py <<'EOF'", "x = 1", "EOF"),
    _case("line-editor", "ed -s app.py <<'EOF'", "1d", "w", "q", "EOF"),
    _case("screen-editor-in-line-mode", "ex -s app.py <<'EOF'", "1d", "x", "EOF"),
    _case("moved-into-place", "cat > app.tmp <<'EOF'", "x = 1", "EOF", "mv app.tmp app.py"),
    _case("patch-of-a-named-file", "patch app.py <<'EOF'", "@@ -1 +1 @@", "-x", "+y", "EOF"),
    _case(
        "patch-by-its-headers",
        "patch -p1 <<'EOF'",
        "--- a/app.py\t2024-01-01",
        "+++ b/app.py\t2024-01-02",
        "@@ -1 +1 @@",
        "-x",
        "+y",
        "EOF",
    ),
    _case(
        "git-apply",
        "git apply --whitespace=nowarn - <<'EOF'",
        "diff --git a/app.py b/app.py",
        "--- a/app.py",
        "+++ b/app.py",
        "@@ -1 +1 @@",
        "-x",
        "+y",
        "EOF",
    ),
    _case("git-am", "git am <<'EOF'", "Subject: x", "--- a/app.py", "+++ b/app.py", "EOF"),
    _case(
        "apply-patch",
        "apply_patch <<'EOF'",
        "*** Begin Patch",
        "*** Update File: src/app.py",
        "@@",
        "-x",
        "+y",
        "*** End Patch",
        "EOF",
    ),
)

_PYTHON = (
    _python("python-open", "with open('app.py', 'w') as f:", "    f.write('x = 1')"),
    _python("python-open-by-keyword", "open(file='app.py', mode='a').write('x')"),
    _python("python-open-of-a-name", "p = 'src/' + 'app.py'", "open(p, 'r+').write('x')"),
    _python("python-open-in-a-function", "def put(p):", "    open(p, 'w')", "put('app.py')"),
    _python("python-open-of-an-f-string", "d = 'src'", "open(f'{d}/app.py', 'wb')"),
    _python("python-open-in-a-loop", "for n in ['a.md', 'b.py']:", "    open(n, 'w')"),
    _python("python-open-of-a-table", "t = {'a.py': 'x'}", "for n in t:", "    open(n, 'w')"),
    _python("python-open-of-a-join", "import os", "open(os.path.join('src', 'app.py'), 'w')"),
    _python("python-codecs-open", "import codecs", "codecs.open('app.py', 'w', 'utf-8')"),
    _python("python-os-open", "import os", "os.open('app.py', os.O_WRONLY | os.O_CREAT)"),
    _python(
        "python-edit-in-place",
        "from pathlib import Path",
        "p = Path('src') / 'app.py'",
        "s = p.read_text()",
        "p.write_text(s.replace('a', 'b'))",
    ),
    _python("python-bytes", "import pathlib", "pathlib.Path('app.py').write_bytes(b'x')"),
    _python(
        "python-path-open",
        "import pathlib as pl",
        "pl.Path('src').joinpath('app.py').open('w').write('x')",
    ),
    _python(
        "python-glob",
        "from pathlib import Path",
        "for p in Path('.').rglob('*.py'):",
        "    p.write_text(p.read_text())",
    ),
    _python("python-os-replace", "import os", "os.replace('app.tmp', 'app.py')"),
    _python("python-os-rename", "from os import rename", "rename('app.tmp', 'app.py')"),
    _python("python-shutil-copy", "import shutil", "shutil.copy('app.txt', 'app.py')"),
    _python("python-shutil-move", "from shutil import move as mv", "mv('a.txt', 'src/app.py')"),
    _python("python-path-rename", "from pathlib import Path", "Path('a.txt').rename('app.py')"),
    _python(
        "python-fileinput",
        "import fileinput",
        "for line in fileinput.input('app.py', inplace=True):",
        "    print(line)",
    ),
    _case("python-without-a-dash", "python <<'EOF'", "open('app.py', 'w')", "EOF"),
    _case("python-of-a-version", "python3.12 -u - x <<'EOF'", "open('app.py', 'w')", "EOF"),
    _case("python-by-uv", "uv run python - <<'EOF'", "open('app.py', 'w')", "EOF"),
    _case(
        "python-of-an-argument",
        "python3 - app.py <<'EOF'",
        "import sys",
        "open(sys.argv[1], 'w')",
        "EOF",
    ),
    _case("python-in-a-pipe", "cat <<'EOF' | python3", "open('app.py', 'w')", "EOF"),
    _case("python-in-an-argument", "python3 -c \"$(cat <<'EOF'", "open('a.py', 'w')", "EOF", ')"'),
    _case("python-output-into-a-file", "python3 - > gen.py <<'EOF'", "print('x = 1')", "EOF"),
    _case("python-of-an-open-delimiter", "python3 - <<EOF", "open('$D/app.py', 'w')", "EOF"),
)

_NARROW = (
    Case("narrow-backslashes-on-windows", "cat > a.py <<'E'\ns = '\\\\d'\nE\n", NARROW, "windows"),
    _narrow("narrow-open-delimiter-with-a-dollar", "cat > a.py <<EOF", "x = '$HOME'", "EOF"),
    _narrow("narrow-open-delimiter-with-a-backtick", "cat > a.py <<EOF", "# `x`", "EOF"),
    _narrow("narrow-open-delimiter-with-a-backslash", "cat > a.py <<EOF", "x = 'a\\nb'", "EOF"),
    _narrow("narrow-open-delimiter-with-a-joined-line", "cat > a.py <<EOF", "x = \\", "1", "EOF"),
)

MUST_BLOCK = (*_REDIRECTIONS, *_COMPOUNDS, *_PROGRAMS, *_PYTHON, *_NARROW)

_OTHER_TARGETS = (
    _case("notes-that-name-a-file", "cat > notes.md <<'EOF'", "see app.py", "EOF"),
    _case("index-of-files", "cat <<'EOF' > INDEX.md", "- [app](src/app.py)", "EOF"),
    _case("commit-message", "git commit -F - <<'EOF'", "Fix app.py > out.py", "EOF"),
    _case("message-of-a-substitution", "git commit -m \"$(cat <<'EOF'", "app.py", "EOF", ')"'),
    _case("pull-request-text", "gh pr create --body \"$(cat <<'EOF'", "a.py", "EOF", ')"'),
    _case("usage-on-the-error-output", "cat >&2 <<EOF", "usage: run app.py > out", "EOF"),
    _case("usage-with-the-heredoc-first", "cat <<EOF >&2", "see tool.py", "EOF"),
    _case("process-substitution", "cat > >(wc -l) <<'EOF'", "app.py", "EOF"),
    _case("into-a-variable", "x=$(cat <<'EOF'", "app.py", "EOF", ")"),
    _case("printed", "cat <<'EOF'", "open('app.py', 'w')", "EOF"),
    _case("thrown-away", "cat > /dev/null <<'EOF'", "app.py", "EOF"),
    _case("stub-of-types-by-another-ending", "cat > app.py.md <<'EOF'", "x", "EOF"),
    _case("json-that-names-a-file", "cat > run.json <<'EOF'", '{"main": "app.py"}', "EOF"),
    _case("shell-script-that-runs-a-file", "cat > run.sh <<'EOF'", "python app.py", "EOF"),
    _case("makefile", "tee Makefile <<'EOF'", "all:", "\tpython app.py > out.py", "EOF"),
    _case("folder-with-such-a-name", "cat > app.py/notes.md <<'EOF'", "x", "EOF"),
    _case("errors-into-a-file", "cat 2> app.py <<'EOF'", "x", "EOF"),
    _case("unknown-target", "cat > \"$F\" <<'EOF'", "see app.py", "EOF"),
    _case("tee-of-a-log", "python app.py <<'EOF' | tee app.log", "1", "EOF"),
    _case("dockerfile-from-input", "docker build - <<'EOF'", "COPY app.py /", "EOF"),
    _case("query", "psql -f - <<'EOF'", "select 'app.py'", "EOF"),
    _case("odd-delimiter-hides-no-target", "cat > a.md <<'X > app.py'", "x", "X > app.py"),
    _case("comment-behind-the-command", "cat > a.md <<'EOF' # app.py", "x", "EOF"),
)

_NO_HEREDOC = (
    Case("printing-program", "python3 -c \"print('x\\\\\\\\y')\""),
    Case("shift", "echo $((1 << 2)) > out.py"),
    Case("here-string", "cat > app.py <<< 'x = 1'"),
    Case("printf-into-a-file", "printf '%s\\n' 'a\\\\\\\\b' > pat.py"),
    Case("echo-into-a-file", "echo 'x = 1' > app.py"),
    Case("sed-in-place", "sed -i 's/a/b/' app.py"),
    Case("generator", "python gen.py > out.py"),
    Case("mention-in-quotes", "echo \"cat > app.py <<'EOF'\""),
)

_BESIDE = (
    _case("variable-into-another-file", "X=$(cat <<E", "app.py", "E", ')\necho "$X" > a.md'),
    _case("variable-of-another-value", "X=$(cat <<E", "x", "E", ')\nX=y; echo "$X" > app.py'),
    _case("another-variable", "X=$(cat <<E", "x", "E", ')\necho "$Y" > app.py'),
    _case("variable-beside-a-generator", "X=$(cat <<E", "x", "E", ")\npython gen.py > out.py"),
    _case("length-of-a-variable", "X=$(cat <<E", "x", "E", ")\necho ${#X} > app.py"),
    _case("variable-as-a-message", "X=$(cat <<E", "x", "E", ')\ngit commit -m "$X" app.py'),
    _case("run-beside-a-heredoc", "cat > a.md <<'EOF'", "x", "EOF", "python app.py > o.txt"),
    _case("write-beside-a-heredoc", "cat > a.md <<'EOF'", "x", "EOF", "python gen.py > out.py"),
    _case("file-fed-with-data", "python app.py <<'EOF'", "1 2 3", "EOF"),
    _case("module-fed-with-data", "python -m app <<'EOF'", "open('app.py', 'w')", "EOF"),
    _case("program-of-c-fed-with-data", "python -c 'x' <<'EOF'", "open('a.py', 'w')", "EOF"),
    _case("tests-of-one-file", "xargs pytest <<'EOF'", "tests/test_app.py", "EOF"),
    _case("files-from-a-list", "git add --pathspec-from-file=- <<'EOF'", "app.py", "EOF"),
    _case(
        "patch-that-is-only-tried",
        "git apply --check <<'EOF'",
        "--- a/app.py",
        "+++ b/app.py",
        "EOF",
    ),
    _case(
        "patch-of-notes",
        "git apply <<'EOF'",
        "--- a/a.md",
        "+++ b/a.md",
        "@@ -1 +1 @@",
        "-+++ b/app.py",
        "+x",
        "EOF",
    ),
    _case("patch-that-deletes", "git apply <<'EOF'", "--- a/app.py", "+++ /dev/null", "EOF"),
    _case("copy-between-files", "cp a.txt app.py <<'EOF'", "x", "EOF"),
    _case("blocks-of-a-file", "dd if=a.txt of=app.py <<'EOF'", "x", "EOF"),
    _case(
        "own-input-inside-a-fed-loop",
        "while read f; do sort < $f > out.py; done <<'EOF'",
        "a",
        "EOF",
    ),
    _case("bash-heredoc-that-runs", "bash <<'EOF'", "python app.py > out.txt", "EOF"),
    _case("bash-heredoc-that-generates", "bash <<'EOF'", "python gen.py > out.py", "EOF"),
    _case("another-file-moved", "cat > a.md <<'EOF'", "x", "EOF", "mv b.tmp app.py"),
    _case("notes-moved-into-place", "cat > a.tmp <<'EOF'", "app.py", "EOF", "mv a.tmp a.md"),
    _case("function-that-is-fed-notes", "put() { cat > a.md; }", "put <<'EOF'", "app.py", "EOF"),
)

_PYTHON_PASSES = (
    _python("python-reads", "print(open('app.py').read())"),
    _python("python-reads-by-mode", "open('app.py', 'rb')", "open('app.py', mode='r')"),
    _python("python-reads-a-path", "from pathlib import Path", "Path('app.py').read_text()"),
    _python("python-writes-notes", "open('notes.md', 'w').write(open('app.py').read())"),
    _python("python-names-a-file", "print('app.py', 'w')"),
    _python("python-text-of-a-call", "s = \"open('app.py', 'w')\"", "print(s)"),
    _python("python-comment", "# open('app.py', 'w')", "print(1)"),
    _python("python-text-replaced", "s = 'x'.replace('app.py', 'b.py')", "print(s)"),
    _python(
        "python-name-given-anew",
        "p = 'app.py'",
        "print(open(p).read())",
        "p = 'a.md'",
        "open(p, 'w')",
    ),
    _python("python-copies-away", "import shutil", "shutil.copy('app.py', 'app.py.bak')"),
    _python("python-parses", "import ast", "ast.parse(open('app.py').read())"),
    _python("python-unknown-path", "import sys", "open(sys.argv[1], 'w')"),
    _case(
        "python-of-another-argument",
        "python3 - app.py a.md <<'EOF'",
        "import sys",
        "open(sys.argv[2], 'w')",
        "EOF",
    ),
    _python("python-os-open-to-read", "import os", "os.open('app.py', os.O_RDONLY)"),
    _python(
        "python-another-ending",
        "from pathlib import Path",
        "Path('app.py').with_suffix('.txt').write_text('x')",
    ),
    _python(
        "python-folder-of-a-file",
        "from pathlib import Path",
        "(Path('src/app.py').parent / 'notes.md').write_text('x')",
    ),
    _python(
        "python-fileinput-that-reads",
        "import fileinput",
        "for line in fileinput.input('app.py'):",
        "    print(line)",
    ),
    _python("python-that-is-none", "def f(:", "open('app.py', 'w')"),
)

_NARROW_PASSES = (
    _narrow("narrow-plain-text", "cat > app.py <<'EOF'", "x = 1", "EOF"),
    _narrow("narrow-open-delimiter-plain-text", "cat > app.py <<EOF", "x = 1", "EOF"),
    _narrow("narrow-backslashes-elsewhere", "cat > app.py <<'EOF'", "s = '\\\\d'", "EOF"),
    _narrow("narrow-dollar-under-quotes", "cat > app.py <<'EOF'", "x = '$HOME'", "EOF"),
    Case("narrow-single-backslashes-on-windows", "cat > a.py <<'E'\n'\\n'\nE\n", NARROW, "windows"),
)

MUST_PASS = (*_OTHER_TARGETS, *_NO_HEREDOC, *_BESIDE, *_PYTHON_PASSES, *_NARROW_PASSES)
