"""The kept code of generated methods: taken where it is sound, compiled where it is not."""

from __future__ import annotations

import collections
import marshal
import os
import re
import subprocess
import sys
import typing
from pathlib import Path
from typing import TYPE_CHECKING, Any

import attr
import attrs
import pytest
from attr import _make, _next_gen

from host import generated
from host.generated import Kept

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

REPO = Path(__file__).resolve().parents[2]
SCRIPT = "answer = 6 * 7"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "state" / "generated.bin"


@pytest.fixture
def restored() -> Iterator[None]:
    before = vars(_make)["attrs"]
    yield
    vars(_make)["attrs"] = vars(_next_gen)["attrs"] = before
    del vars(_make)["compile"], vars(typing)["compile"]
    del vars(collections)["eval"]
    generated._compiler.compile = generated._compile_pattern


def run(kept: Kept, script: str = SCRIPT) -> object:
    names: dict[str, object] = {}
    exec(kept.compile(script, "<generated>", "exec"), names)
    return names["answer"]


def saved(file: Path) -> Kept:
    kept = Kept(str(file))
    assert run(kept) == 42
    kept.save()
    return Kept(str(file))


def test_code_is_compiled_once(file: Path) -> None:
    again = saved(file)
    assert run(again) == 42
    assert not again.missed
    assert file.stat().st_mode & 0o777 == 0o600


def test_another_script_or_name_is_other_code(file: Path) -> None:
    again = saved(file)
    assert run(again, "answer = 1") == 1
    assert again.missed
    assert again.compile(SCRIPT, "<other>", "exec").co_filename == "<other>"


def test_nothing_is_written_without_need(file: Path) -> None:
    again = saved(file)
    file.unlink()
    run(again)
    again.save()
    assert not file.exists()


def test_the_file_does_not_grow_without_end(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(generated, "GENERATED_CODE_MAX", 4)
    for numbers in ((0, 1, 2, 3), (0, 1, 2)):
        kept = Kept(str(file))
        for number in numbers:
            run(kept, f"answer = {number}")
        kept.save(counts=True)
    again = Kept(str(file))
    assert len(again) == 4
    for number in (0, 1, 2, 5):
        run(again, f"answer = {number}")
    again.save()
    assert len(Kept(str(file))) == 4
    assert not is_kept(Kept(str(file)), 3)


def is_kept(kept: Kept, number: int) -> bool:
    run(kept, f"answer = {number}")
    return not kept.missed


def test_what_each_process_used_lies_together(file: Path) -> None:
    def process(*numbers: int, counts: bool = True) -> int:
        kept = Kept(str(file))
        for number in numbers:
            run(kept, f"answer = {number}")
        kept.save(counts=counts)
        again = Kept(str(file))
        assert not again._together.keys() & again._alone.keys()
        return len(again._together)

    assert process(0, 1, 2, 3) == 0  # it found nothing, and may have used far more than others do
    assert process(1, 2, 3) == 3
    assert process(2, 3) == 2
    assert process(1, 2, 3) == 2
    assert process(3, 8, counts=False) == 2
    assert process(2, 3, 9) == 3


def test_the_salt_of_a_hash_makes_no_other_code(file: Path) -> None:
    script = "answer = hash((\n        {salt},\n        1,\n))"
    kept = Kept(str(file))
    for salt in (-12, 99):
        run(kept, script.format(salt=salt))
    assert len(kept) == 1
    run(kept, script.format(salt=1) + " + 1")
    assert len(kept) == 2


def test_the_same_classes_of_two_processes_are_the_same_code(file: Path) -> None:
    program = (
        "import sys; sys.path[:0] = sys.argv[1:3]; from host import generated\n"
        "kept = generated.use(lambda _: generated.Kept(sys.argv[3]))\n"
        "import attrs\n"
        "attrs.make_class('One', {'x': attrs.field(default=1)}, frozen=True)\n"
        "print(kept.missed); kept.save()"
    )
    site = str(Path(str(attr.__file__)).parents[1])
    command = [sys.executable, "-I", "-S", "-c", program, str(REPO), site, str(file)]
    said = [subprocess.check_output(command, text=True).strip() for _ in range(2)]
    assert said == ["True", "False"]


def flipped(raw: bytes) -> bytes:
    return raw[:-1] + bytes([raw[-1] ^ 1])


def with_sum(body: bytes) -> bytes:
    return generated._sum(body) + body


WRONG: dict[str, Callable[[bytes], bytes]] = {
    "empty": lambda _: b"",
    "torn": lambda raw: raw[: len(raw) // 2],
    "a-bit-flipped": flipped,
    "no-pair": lambda _: with_sum(marshal.dumps([1])),
    "no-dictionaries": lambda _: with_sum(marshal.dumps((1, 2))),
    "other-values": lambda raw: with_sum(
        marshal.dumps(tuple(dict.fromkeys(part, "no code") for part in marshal.loads(raw[8:])))
    ),
}


@pytest.mark.parametrize("spoil", WRONG.values(), ids=WRONG.keys())
def test_a_file_that_is_not_sound_is_compiled_anew(
    file: Path, spoil: Callable[[bytes], bytes]
) -> None:
    saved(file)
    file.write_bytes(spoil(file.read_bytes()))
    again = Kept(str(file))
    assert run(again) == 42
    assert again.missed
    again.save()
    assert not Kept(str(file)).missed


def test_a_folder_that_cannot_be_written_is_no_failure() -> None:
    kept = Kept("/dev/null/generated.bin")
    assert run(kept) == 42
    kept.save()


@pytest.mark.usefixtures("restored")
def test_attrs_asks_it(file: Path) -> None:
    kept = generated.use(lambda _: Kept(str(file)))
    one = attrs.make_class("One", {"x": attrs.field(default=1)}, frozen=True)
    assert one() == one(1)
    assert kept.missed
    before = len(kept)
    assert before
    attrs.make_class("One", {"x": attrs.field(default=1)}, frozen=True)
    assert len(kept) == before


MODULE = """
import re
WORD = re.compile("(?P<first>[a-c]+)|([^x]{2,}?)(?i:k)", re.MULTILINE)
def late(word): return re.compile("never-" + word)
late("kept")
def own(): return re.compile("kept|too")
own()
"""


@pytest.fixture
def asked(file: Path, monkeypatch: pytest.MonkeyPatch) -> Kept:
    kept = Kept(str(file))
    monkeypatch.setattr(generated._compiler, "compile", kept.pattern)
    return kept


def pattern_of_module() -> re.Pattern[str]:
    re.purge()
    names: dict[str, Any] = {}
    exec(MODULE, names)
    found: re.Pattern[str] = names["WORD"]
    return found


def test_a_modules_patterns_are_compiled_once(
    asked: Kept, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = pattern_of_module()
    assert len(asked) == 2
    asked.save()
    again = Kept(str(file))
    monkeypatch.setattr(generated._compiler, "compile", again.pattern)
    found = pattern_of_module()
    assert not again.missed
    assert (found, found.flags, found.groupindex) == (first, first.flags, first.groupindex)
    assert [match.groups() for match in found.finditer("ab-zzK")] == [("ab", None), (None, "-zz")]


def test_named_tuples_are_compiled_once(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[Any] = []
    for missed in (True, False):
        kept = Kept(str(file))
        monkeypatch.setitem(vars(collections), "eval", kept.evaluate)
        made.append(collections.namedtuple("Pair", "a b", defaults=(7,)))  # noqa: PYI024  as untyped
        assert kept.missed is missed
        kept.save()
    for pair in made:
        assert repr(pair(1)) == "Pair(a=1, b=7)"
        assert pair.__new__.__code__.co_filename == "<string>"


@pytest.mark.usefixtures("asked")
def test_a_pattern_that_is_none_is_as_wrong_as_ever() -> None:
    with pytest.raises(re.error, match="unterminated"):
        exec("import re; re.compile('(')")


def test_other_patterns_are_left_alone(asked: Kept) -> None:
    re.purge()
    exec("import re; re.compile(b'bytes')")
    assert re.compile("|".join("late")).match("a")
    assert not len(asked)


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="needs owners of files")
def test_a_file_that_others_can_write_to_is_not_read(file: Path) -> None:
    saved(file)
    file.chmod(0o622)
    assert not len(Kept(str(file)))
