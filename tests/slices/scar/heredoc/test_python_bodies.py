"""What a Python body writes, by its syntax tree."""

from __future__ import annotations

import tracemalloc

import pytest

from host.errors import BudgetSpent
from slices.scar.heredoc.python_bodies import written_in
from slices.scar.heredoc.sinks import SINKS
from slices.scar.limits import BODY_MAX_CHARACTERS, BODY_TEXTS_MAX, BODY_WORK_MAX_STEPS

PATH = "from pathlib import Path\n"

WRITES: dict[str, tuple[str, list[str]]] = {
    "open-for-writing": ("open('a.py', 'w')", ["a.py"]),
    "open-to-create": ("open('a.py', 'x')", ["a.py"]),
    "open-to-change": ("open('a.py', 'r+')", ["a.py"]),
    "io-open": ("import io\nio.open('a.py', mode='wt')", ["a.py"]),
    "open-under-another-name": ("from io import open as o\no('a.py', 'w')", ["a.py"]),
    "open-in-a-with": (
        "with open('a.py', 'w') as f, open('b.py') as g:\n    f.write(g.read())",
        ["a.py"],
    ),
    "open-async": ("async def f():\n    async with g():\n        open('a.py', 'w')", ["a.py"]),
    "mode-of-a-name": ("m = 'w'\nopen('a.py', m)", ["a.py"]),
    "mode-of-either": ("open('a.py', 'w' if x else 'a')", ["a.py"]),
    "path-of-a-name": ("p = 'a.py'\nq = p\nopen(q, 'w')", ["a.py"]),
    "path-of-one-of-several-names": ("p, q = 'a.py', 'b.py'\nopen(q, 'w')", ["b.py"]),
    "path-of-a-starred-list": ("p, *q = ['a.py', 'b.py']\nopen(p, 'w')", ["a.py"]),
    "path-of-a-longer-list": ("p, *q = ['a.py', 'b.py', 'c']\nopen(p, 'w')", ["a.py", "b.py", "c"]),
    "path-added-up": ("p = 'src/'\np += 'a.py'\nopen(p, 'w')", ["src/a.py"]),
    "path-with-an-annotation": ("p: str = 'a.py'\nopen(p, 'w')", ["a.py"]),
    "path-by-a-walrus": ("open((p := 'a.py'), 'w')\nopen(p, 'a')", ["a.py"]),
    "path-of-an-f-string": ("n = 'a'\nopen(f'{n}.py', 'w')", ["a.py"]),
    "path-of-an-f-string-with-a-hole": ("open(f'{n}/a.py', 'w')", ["${_}/a.py"]),
    "path-of-a-formatted-field": ("n = 1\nopen(f'{n:03}.py', 'w')", ["${_}.py"]),
    "path-of-a-format": ("open('{}/a.py'.format('src'), 'w')", ["src/a.py"]),
    "path-of-a-percent": ("open('%s.py' % 'a', 'w')", ["a.py"]),
    "path-in-either-branch": (
        "if x:\n    p = 'a.py'\nelse:\n    p = 'b.py'\nopen(p, 'w')",
        ["a.py", "b.py"],
    ),
    "path-after-a-failure": (
        "try:\n    p = 'a.py'\nexcept E:\n    p = 'b.py'\nopen(p, 'w')",
        ["a.py", "b.py"],
    ),
    "path-of-a-match": ("match x:\n    case 1:\n        open('a.py', 'w')", ["a.py"]),
    "path-of-a-default": ("p = x or 'a.py'\nopen(p, 'w')", ["a.py"]),
    "loop-over-a-list": ("for p in ['a.py', 'b.py']:\n    open(p, 'w')", ["a.py", "b.py"]),
    "loop-over-a-split-text": ("for p in 'a.py b.py'.split():\n    open(p, 'w')", ["a.py", "b.py"]),
    "loop-over-lines": (
        "for p in '''a.py\nb.py'''.splitlines():\n    open(p, 'w')",
        ["a.py", "b.py"],
    ),
    "loop-over-pairs": ("for p, s in [('a.py', 'x')]:\n    open(p, 'w').write(s)", ["a.py"]),
    "loop-over-a-table": ("t = {'a.py': 'x'}\nfor p, s in t.items():\n    open(p, 'w')", ["a.py"]),
    "loop-over-keys": ("for p in {'a.py': 1}.keys():\n    open(p, 'w')", ["a.py"]),
    "loop-over-values": ("for p in {1: 'a.py'}.values():\n    open(p, 'w')", ["a.py"]),
    "loop-over-numbered": ("for i, p in enumerate(['a.py']):\n    open(p, 'w')", ["a.py"]),
    "loop-over-both": ("for p, s in zip(['a.py'], ['x']):\n    open(p, 'w')", ["a.py"]),
    "loop-over-sorted": ("for p in sorted({'a.py'}):\n    open(p, 'w')", ["a.py"]),
    "loop-of-a-comprehension": ("[open(p, 'w') for p in ['a.py'] if p]", ["a.py"]),
    "loop-over-a-comprehension": (
        "for p in [d + '.py' for d in ['a']]:\n    open(p, 'w')",
        ["a.py"],
    ),
    "loop-over-found-files": (
        "import glob\nfor p in glob.glob('src/*.py'):\n    open(p, 'w')",
        ["src/*.py"],
    ),
    "list-that-grows": ("t = []\nt.append('a.py')\nfor p in t:\n    open(p, 'w')", ["a.py"]),
    "table-that-grows": ("t = {}\nt['a.py'] = 'x'\nfor p in t:\n    open(p, 'w')", ["a.py"]),
    "element-of-a-list": ("t = ['a.py', 'b.py']\nopen(t[1], 'w')", ["b.py"]),
    "entry-of-a-table": ("t = {'k': 'a.py'}\nopen(t['k'], 'w')", ["a.py"]),
    "function-of-the-body": ("def f(p, m='w'):\n    open(p, m)\nf('a.py')", ["a.py"]),
    "function-by-keyword": ("def f(*, p):\n    open(p, 'w')\nf(p='a.py')", ["a.py"]),
    "function-that-gives-a-path": ("def f():\n    return 'a.py'\nopen(f(), 'w')", ["a.py"]),
    "function-that-nobody-calls": ("def f():\n    open('a.py', 'w')", ["a.py"]),
    "function-that-calls-itself": ("def f(p):\n    open(p, 'w')\n    f(p)\nf('a.py')", ["a.py"]),
    "method": ("class C:\n    def f(self):\n        open('a.py', 'w')", ["a.py"]),
    "attribute-of-an-object": (
        "class C:\n    def f(s):\n        s.p = 'a.py'\n        open(s.p, 'w')",
        ["a.py"],
    ),
    "lambda": ("f = lambda: open('a.py', 'w')", ["a.py"]),
    "main-guard": (
        "def main():\n    open('a.py', 'w')\nif __name__ == '__main__':\n    main()",
        ["a.py"],
    ),
    "os-path-join": ("import os.path as p\nopen(p.join('src', 'a.py'), 'w')", ["src/a.py"]),
    "os-path-join-of-an-absolute-path": (
        "import os\nopen(os.path.join('src', '/a.py'), 'w')",
        ["/a.py"],
    ),
    "os-path-dirname": (
        "import os\nd = os.path.dirname('src/b.md')\nopen(d + '/a.py', 'w')",
        ["src/a.py"],
    ),
    "os-open": ("import os\nos.open('a.py', os.O_RDWR)", ["a.py"]),
    "path-open": (PATH + "Path('a.py').open('w')", ["a.py"]),
    "path-open-by-keyword": (PATH + "Path('a.py').open(mode='a')", ["a.py"]),
    "path-write-text": (PATH + "(Path('src') / 'a.py').write_text('x')", ["src/a.py"]),
    "path-of-several-parts": (PATH + "Path('src', 'a.py').write_text('x')", ["src/a.py"]),
    "path-below-an-unknown-one": (PATH + "(ROOT / 'a.py').write_text('x')", ["${_}/a.py"]),
    "path-below-this-folder": (PATH + "(Path.cwd() / 'a.py').write_text('x')", ["a.py"]),
    "path-resolved": (PATH + "Path('a.py').resolve().write_bytes(b'')", ["a.py"]),
    "path-with-a-suffix": (PATH + "Path('a.md').with_suffix('.py').write_text('x')", ["a.py"]),
    "path-with-a-name": (PATH + "Path('src/b.md').with_name('a.py').write_text('x')", ["src/a.py"]),
    "path-below-a-parent": (
        PATH + "(Path('src/b.md').parent / 'a.py').write_text('x')",
        ["src/a.py"],
    ),
    "path-of-a-stem": (PATH + "p = Path('a.md')\nPath(p.stem + '.py').write_text('x')", ["a.py"]),
    "path-as-text": (PATH + "open(str(Path('a.py')), 'w')", ["a.py"]),
    "path-replaced-in": ("open('a.md'.replace('.md', '.py'), 'w')", ["a.py"]),
    "path-of-joined-texts": ("open('/'.join(['src', 'a.py']), 'w')", ["src/a.py"]),
    "path-rename": (PATH + "Path('a.tmp').rename('a.py')", ["a.py"]),
    "path-replace": (PATH + "Path('a.tmp').replace(Path('a.py'))", ["a.py"]),
    "os-rename": ("import os\nos.rename('a.tmp', dst='a.py')", ["a.py"]),
    "shutil-move-into-a-folder": ("import shutil\nshutil.move('b/a.py', 'src/')", ["src/a.py"]),
    "fileinput-of-a-list": ("import fileinput\nfileinput.input(['a.py'], inplace=1)", ["a.py"]),
}

NOTHING: dict[str, str] = {
    "a-read": "open('a.py')",
    "a-read-by-mode": "open('a.py', 'rb')",
    "an-unknown-mode": "open('a.py', m)",
    "a-path-open-to-read": PATH + "Path('a.py').open()",
    "a-replaced-text": "'x'.replace('b', 'a.py')",
    "a-renamed-column": "df.rename(columns={'a': 'a.py'}, inplace=True)",
    "an-open-of-something-else": "archive.open('a.py', 'w')",
    "a-function-named-open": "def open(p, m):\n    pass\nopen('a.py', 'w')",
    "a-name-given-anew": "p = 'a.py'\np = x\nopen(p, 'w')",
    "no-python": "def f(:",
    "a-nul": "open('a.py', 'w')\0",
    "an-odd-escape": "'\\d'",
    "nothing": "",
}


@pytest.mark.parametrize(("body", "paths"), WRITES.values(), ids=WRITES.keys())
def test_what_is_written(body: str, paths: list[str]) -> None:
    assert [one.path for one in written_in(body)] == paths


@pytest.mark.parametrize("body", NOTHING.values(), ids=NOTHING.keys())
def test_nothing_is_written(body: str) -> None:
    assert written_in(body) == ()


def test_each_form_is_named() -> None:
    bodies = [body for body, _ in WRITES.values()]
    assert {one.form for body in bodies for one in written_in(body)} == set(SINKS)


def test_a_body_that_is_too_long() -> None:
    with pytest.raises(BudgetSpent, match=str(BODY_MAX_CHARACTERS)):
        written_in("#" * (BODY_MAX_CHARACTERS + 1))


def test_a_body_that_is_too_much_work() -> None:
    with pytest.raises(BudgetSpent, match=str(BODY_WORK_MAX_STEPS)):
        written_in("x\n" * BODY_WORK_MAX_STEPS)


def test_functions_that_call_each_other_without_end_are_a_bounded_work() -> None:
    calls = "\n    ".join(["f()"] * 100)
    with pytest.raises(BudgetSpent):
        written_in(f"def f():\n    {calls}\nf()")


@pytest.mark.parametrize(
    "step",
    [
        "p = p + p",
        "p += p",
        "p = p / p",
        "p = f'{p}{p}'",
        "p = '%s%s' % p",
        "p = '{0}{0}'.format(p)",
        "p = p.replace('x', p)",
        "p = p.join([p, p])",
        "p = q + r",
    ],
)
def test_texts_that_grow_without_end_are_a_bounded_memory(step: str) -> None:
    long = "x" * (BODY_MAX_CHARACTERS // 4)
    head = f"p = 'x'\nq = r = '{long}'\n"
    tracemalloc.start()
    try:
        assert written_in(f"{head}{step}\n" + f"{step}\n" * 80 + "open('a.py', 'w')")
        _, peak_bytes = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak_bytes < 256 * BODY_MAX_CHARACTERS


def test_a_name_keeps_so_many_texts() -> None:
    names = [f"f{n}.py" for n in range(BODY_TEXTS_MAX + 5)]
    assert len(written_in(f"for p in {names}:\n    open(p, 'w')")) == BODY_TEXTS_MAX


@pytest.mark.parametrize(
    "body",
    [
        "import sys\nopen(sys.argv[1], 'w')",
        "from sys import argv\nopen(argv[1], 'w')",
        "import sys as s\n_, p, *q = s.argv\nopen(p, 'w')",
        "import sys\nfor p in sys.argv[1:]:\n    open(p, 'w')",
    ],
)
def test_arguments_are_known(body: str) -> None:
    assert "a.py" in [one.path for one in written_in(body, ("-", "a.py", None))]


def test_an_argument_that_is_not_certain() -> None:
    assert written_in("import sys\nopen(sys.argv[1], 'w')", ("-", None)) == ()
