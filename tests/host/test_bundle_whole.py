"""The bundle of the whole stack: what was found elsewhere is found in it next time."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from host.bundle import read_body, stamp
from host.bundle_file import headed
from tests.host.machine import PYTHON, REPO

if TYPE_CHECKING:
    from collections.abc import Callable

pytestmark = pytest.mark.skipif(not hasattr(os, "geteuid"), reason="needs owners of files")

PROGRAM = """
import sys
root, site, *names = sys.argv[1:]
sys.path.insert(0, root)
sys.path.append(site)
from host import bundle_whole
from host.bundle_whole import Whole
bundle_whole.BUNDLE_MODULES_MAX = 10
whole = Whole(site).use()
for name in names:
    if name == "--":
        whole.answered()
        continue
    module = __import__(name, fromlist=["x"])
    taken = type(module.__spec__.loader).__name__ == "_Loader"
    print(module.__name__, module.WORD, "bundle" if taken else "file")
    assert module.__file__ == module.__spec__.origin
    assert module.__spec__.parent == module.__package__
whole.save()
"""


class Site:
    """A folder of modules, and a state folder."""

    def __init__(self, place: Path) -> None:
        self.folder = place / "site"
        self.state = place / "state"
        (self.folder / "pack").mkdir(parents=True)
        for name in ("one", "two", "pack/__init__", "pack/inner"):
            self.write(name, "old")

    def write(self, name: str, word: str) -> None:
        text = f"import colorsys\nWORD = {word!r}\n"
        (self.folder / f"{name}.py").write_text(text)

    def run(self, *names: str) -> list[str]:
        command = [PYTHON, "-I", "-S", "-c", PROGRAM, str(REPO), str(self.folder), *names]
        environment = {"XDG_STATE_HOME": str(self.state)}
        said = subprocess.check_output(command, env=environment, text=True)
        return said.splitlines()

    def bundle(self) -> Path:
        (file,) = (self.state / "tidegate").glob("whole-*")
        return file


@pytest.fixture
def site(tmp_path: Path) -> Site:
    one = Site(tmp_path)
    assert one.run("one", "pack.inner") == ["one old file", "pack.inner old file"]
    return one


def test_what_was_loaded_is_in_the_bundle(site: Site) -> None:
    assert site.run("one", "pack.inner", "pack") == [
        "one old bundle",
        "pack.inner old bundle",
        "pack old bundle",
    ]
    assert site.bundle().stat().st_mode & 0o777 == 0o600


def test_the_librarys_modules_are_in_it_too(site: Site) -> None:
    assert {"colorsys", "pack", "one"} <= set(read_body(str(site.bundle()))[0][1])


def test_it_grows_and_is_not_written_without_need(site: Site) -> None:
    before = stamp(str(site.bundle()))
    site.run("pack.inner")
    assert stamp(str(site.bundle())) == before
    assert site.run("two") == ["two old file"]
    assert site.run("two", "one") == ["two old bundle", "one old bundle"]


def shared(site: Site) -> set[str]:
    """Return the modules of the site that lie in one piece."""
    together, _ = read_body(str(site.bundle()))[0][2]
    return set(together) & {"one", "two", "pack", "pack.inner"}


def test_what_each_call_needed_for_its_answer_lies_together(tmp_path: Path) -> None:
    site = Site(tmp_path)
    site.run("one", "pack.inner", "--", "two")
    assert shared(site) == set()  # without a bundle far more may be loaded than with one
    assert site.run("one", "pack.inner", "--") == ["one old bundle", "pack.inner old bundle"]
    assert shared(site) == {"one", "pack", "pack.inner"}
    assert site.run("pack.inner", "--", "two") == ["pack.inner old bundle", "two old bundle"]
    assert shared(site) == {"pack", "pack.inner"}
    before = stamp(str(site.bundle()))
    assert site.run("pack.inner", "one", "--") == ["pack.inner old bundle", "one old bundle"]
    assert site.run("one") == ["one old bundle"]  # a call that does not count
    assert stamp(str(site.bundle())) == before


def test_what_changed_lies_together_again(tmp_path: Path) -> None:
    site = Site(tmp_path)
    for _ in range(2):
        site.run("one", "pack", "--")
    site.write("one", "newer")
    assert site.run("one", "pack", "--") == ["one newer file", "pack old bundle"]
    assert shared(site) == {"one", "pack"}
    assert site.run("one", "pack", "--") == ["one newer bundle", "pack old bundle"]


def test_what_changed_is_read_anew(site: Site) -> None:
    site.write("one", "newer")
    assert site.run("one", "pack.inner") == ["one newer file", "pack.inner old bundle"]
    assert site.run("one") == ["one newer bundle"]


def test_what_went_is_gone(site: Site) -> None:
    (site.folder / "one.py").unlink()
    with pytest.raises(subprocess.CalledProcessError):
        site.run("one")


def test_another_site_has_a_bundle_of_its_own(site: Site) -> None:
    site.folder = Path(shutil.copytree(site.folder, site.folder.with_name("another")))
    assert site.run("one") == ["one old file"]
    assert len(list((site.state / "tidegate").glob("whole-*"))) == 2


def test_past_its_bound_it_keeps_what_is_in_use(site: Site) -> None:
    for number in range(9):
        site.write(f"more{number}", "old")
        site.run(f"more{number}")
    assert site.run("more8", "one") == ["more8 old bundle", "one old file"]


def rewritten(change: Callable[[bytes], bytes]) -> Callable[[Path], object]:
    return lambda file: file.write_bytes(change(file.read_bytes()))


def head(raw: bytes) -> bytes:
    return raw[: 16 + int.from_bytes(raw[8:16], "little")]


def with_body(body: Any) -> Callable[[Path], object]:
    return lambda file: file.write_bytes(headed(body))


SHAPES: dict[str, Any] = {
    "of-a-front": (compile("", "x", "exec"), ("/root", (), {})),
    "of-no-pair": {"one": 1, "two": 2, "three": 3},
    "of-one-value": 1,
    "of-another-kind": ("front", {}, (frozenset(), (0, 0, b""))),
    "of-an-older-shape": ("whole", {}),
}
UNSOUND = {
    **{f"the-body-{name}": with_body(body) for name, body in SHAPES.items()},
    "empty": rewritten(lambda _: b""),
    "torn": rewritten(lambda raw: raw[:99]),
    "a-bit-flipped": rewritten(lambda raw: raw[:99] + bytes([raw[99] ^ 1]) + raw[100:]),
    "without-the-code": rewritten(head),
    "other-code": rewritten(lambda raw: head(raw).ljust(len(raw), b"\0")),
    "writable-by-the-group": lambda file: file.chmod(0o660),
    "writable-by-all": lambda file: file.chmod(0o606),
}


@pytest.mark.parametrize("spoil", UNSOUND.values(), ids=UNSOUND.keys())
def test_an_unsound_bundle_is_passed_over_and_made_anew(
    site: Site, spoil: Callable[[Path], object]
) -> None:
    spoil(site.bundle())
    assert site.run("pack.inner") == ["pack.inner old file"]
    assert site.run("pack.inner") == ["pack.inner old bundle"]


BROKEN = """
try:
    import broken
except ValueError as error:
    assert str(error) == "at line 2"
    assert error.__traceback__.tb_next.tb_frame.f_globals["__name__"] != "__main__"
    assert "broken" not in sys.modules
WORD = "-"
"""


def test_a_module_that_breaks_does_so_each_time(site: Site) -> None:
    site.write("late", "old")
    (site.folder / "broken.py").write_text("import late\nraise ValueError('at line 2')\n")
    (site.folder / "one.py").write_text(f"import sys\n{BROKEN}")
    for _ in range(3):
        assert site.run("one")[0].startswith("one - ")


CIRCLE = "import two\nWORD = two.__name__\n"


def test_modules_that_import_each_other(site: Site) -> None:
    (site.folder / "one.py").write_text(CIRCLE)
    (site.folder / "two.py").write_text("import one\nWORD = one.__spec__.name\n")
    assert site.run("one") == ["one two file"]
    assert site.run("one", "two") == ["one two bundle", "two one bundle"]


THREADED = """
import _thread, time
done = []
def other():
    import pack.inner
    done.append(pack.inner.WORD)
_thread.start_new_thread(other, ())
import pack.inner
while not done:
    time.sleep(0.001)
WORD = done[0]
"""


def test_a_second_thread_may_import_too(site: Site) -> None:
    (site.folder / "one.py").write_text(THREADED)
    for way in ("file", "bundle"):
        assert site.run("one") == [f"one old {way}"]


def test_a_state_folder_that_cannot_be_written_is_no_failure(site: Site) -> None:
    shutil.rmtree(site.state)
    site.state.write_text("no folder")
    assert site.run("one") == ["one old file"]
