"""What a scar's file may hold: everything wrong is said at once, and the others count."""

from __future__ import annotations

import os
import tomllib
from pathlib import Path

import pytest

from slices.scar import limits
from slices.scar.own import schema
from slices.scar.own.places import Place
from slices.scar.own.read import files, read
from slices.scar.own.template import TEMPLATE
from tests.slices.scar.own.conftest import CASES, HEAD, PUSH, WHEN

KEYS = ", ".join(schema.TOP)
OF_WHEN = ", ".join(schema.WHEN)


def problems(text: str) -> list[str]:
    return [str(one) for one in schema.problems(tomllib.loads(text), "F")]


WRONG: dict[str, tuple[str, list[str]]] = {
    "action-of-another-kind": (
        PUSH.replace('"deny"', '"allow"'),
        ['F: at action: expected one of these (deny, ask, context), got "allow".'],
    ),
    "action-misspelt": (
        PUSH.replace('"deny"', '"contxt"'),
        [
            (
                'F: at action: expected one of these (deny, ask, context), got "contxt".'
                ' Did you mean "context"?'
            )
        ],
    ),
    "event-that-is-none": (
        'event = "tool.results"\n' + PUSH,
        [
            (
                "F: at event: expected one of these (tool.call, tool.result),"
                ' got "tool.results". Did you mean "tool.result"?'
            )
        ],
    ),
    "the-end-of-a-call-that-is-to-run": (
        PUSH.replace('command = "git push"\n', 'command = "git push"\nfailed = true\n'),
        [
            (
                'F: at must_pass[0].failed: expected event = "tool.result" beside it,'
                " got a call that is to run."
            ),
        ],
    ),
    "key-misspelt": (
        PUSH.replace("message", "mesage"),
        [
            f'F: at mesage: expected a key ({KEYS}), got "mesage". Did you mean "message"?',
            "F: at message: expected a value, got none.",
        ],
    ),
    "key-of-a-table-misspelt": (
        PUSH.replace("program =", "programs ="),
        [
            (
                f'F: at when[0].programs: expected a key ({OF_WHEN}), got "programs".'
                ' Did you mean "program"?'
            )
        ],
    ),
    "no-origin-and-no-end": (
        PUSH.replace('origin = "It happened."\n', "").replace('"The server refuses it."', '" "'),
        [
            'F: at retire_when: expected a text that says something, got " ".',
            "F: at origin: expected a value, got none.",
        ],
    ),
    "no-cases": (
        HEAD + WHEN,
        [
            "F: at must_block: expected a value, got none.",
            "F: at must_pass: expected a value, got none.",
        ],
    ),
    "a-case-without-a-command": (
        PUSH.replace('command = "git push"\n', 'platform = "beos"\n'),
        [
            (
                "F: at must_pass[0].platform: expected one of these (linux, macos, windows),"
                ' got "beos".'
            ),
            "F: at must_pass[0].command: expected a value, got none.",
        ],
    ),
    "a-case-without-a-phrase": (
        PUSH.replace('"plain"', '"Case 1"'),
        ['F: at must_pass[0].id: expected lower-case words joined by dashes, got "Case 1".'],
    ),
    "patterns-that-are-none": (
        PUSH.replace('["git"]', '"git"').replace('"push",', '"push", 1, [], ["", "[[:digit:]]"],'),
        [
            'F: at when[0].program: expected a list of patterns, got "git".',
            "F: at when[0].arguments[1]: expected a pattern, got 1.",
            "F: at when[0].arguments[2]: expected a list of patterns, got a list.",
            'F: at when[0].arguments[3][0]: expected a pattern, got "".',
            (
                "F: at when[0].arguments[3][1]: expected a pattern without named classes,"
                ' got "[[:digit:]]".'
            ),
        ],
    ),
    "tables-that-are-none": (
        "when = 1\n" + HEAD + CASES,
        ["F: at when: expected a list of tables [[when]], got 1."],
    ),
    "an-empty-table": (
        HEAD + "[[when]]\n" + CASES,
        [f"F: at when[0]: expected one of {OF_WHEN}, got an empty table."],
    ),
    "facts-that-are-none": (
        HEAD + '[[when]]\nheredoc = { quoted = "no", lines = ["x"] }\n' + CASES,
        [
            'F: at when[0].heredoc.quoted: expected true or false, got "no".',
            (
                "F: at when[0].heredoc.lines: expected a key (present, quoted, delimiter, line),"
                ' got "lines". Did you mean "line"?'
            ),
        ],
    ),
    "version-and-platforms": (
        'version = true\nplatforms = ["linux", 7]\n' + PUSH,
        [
            "F: at version: expected a whole number from 1, got true.",
            "F: at platforms[1]: expected linux, macos, windows, got 7.",
        ],
    ),
    "numbers-past-all-bounds-and-a-date": (
        PUSH.replace('"deny"', "2026-01-02").replace('"It happened."', "0x" + "f" * 5000)
        + "[[must_pass]]\nid = 12:00:00\ncommand = nan\n",
        [
            (
                "F: at origin: expected a text that says something,"
                " got a number of more than 63 bits."
            ),
            "F: at action: expected deny, ask, context, got a date.",
            "F: at must_pass[1].id: expected lower-case words joined by dashes, got a time.",
            "F: at must_pass[1].command: expected a command, got nan.",
        ],
    ),
    "too-large-a-version": (
        "version = 0x" + "f" * 5000 + "\n" + PUSH,
        ["F: at version: expected a whole number from 1, got a number of more than 63 bits."],
    ),
    "too-long": (
        PUSH.replace("It happened.", "x" * (limits.OWN_TEXT_MAX_CHARACTERS + 1))
        .replace('"push"', f'"{"p" * (limits.PATTERN_MAX_CHARACTERS + 1)}"')
        .replace('"git push"', f'"{"g" * (limits.OWN_CASE_MAX_CHARACTERS + 1)}"'),
        [
            "F: at origin: expected at most 2000 characters, got 2001.",
            "F: at when[0].arguments[0]: expected at most 200 characters, got 201.",
            "F: at must_pass[0].command: expected at most 2000 characters, got 2001.",
        ],
    ),
    "too-many-patterns": (
        PUSH.replace('["git"]', str([f"p{n}" for n in range(limits.OWN_PATTERNS_MAX - 2)])),
        ["F: at when: expected at most 64 patterns in all, got 65."],
    ),
    "too-many-tables": (
        HEAD + '[[when]]\nprogram = ["a"]\n' * (limits.OWN_WHENS_MAX + 1) + CASES,
        ["F: at when: expected at most 16 tables [[when]], got 17."],
    ),
}


@pytest.mark.parametrize(("text", "said"), WRONG.values(), ids=WRONG.keys())
def test_what_is_wrong_is_said_all_at_once(text: str, said: list[str]) -> None:
    assert problems(text) == said


@pytest.mark.parametrize("action", ["deny", "ask"])
def test_after_a_call_nothing_can_be_stopped(action: str, place: Place) -> None:
    text = 'event = "tool.result"\n' + PUSH.replace('"deny"', f'"{action}"')
    (Path(place.path) / "late.toml").write_text(text)
    (found,) = [read(one, ()) for one in files(place)[0]]
    assert [one.at for one in found.problems] == ["action"]
    assert found.scar is None


def test_a_sound_one_has_no_problem() -> None:
    assert problems(PUSH) == []
    assert problems(TEMPLATE) == []


@pytest.fixture
def place(tmp_path: Path) -> Place:
    root = tmp_path.resolve()
    (root / ".tidegate/scars").mkdir(parents=True)
    return Place(f"{root}/.tidegate/scars", str(root))


def put(place: Place, name: str, data: str | bytes) -> None:
    raw = data if isinstance(data, bytes) else data.encode()
    Path(place.path, name).write_bytes(raw)


def said_of(place: Place) -> list[str]:
    found, problems = files(place)
    of_files = (problem for one in found for problem in read(one, ("backticks",)).problems)
    return [str(one).replace(place.path, "") for one in (*problems, *of_files)]


UNREADABLE: dict[str, tuple[str, str | bytes, str]] = {
    "no-toml": (
        "a.toml",
        "title =",
        "/a.toml: expected TOML, got invalid value (at end of document).",
    ),
    "a-number-of-too-many-digits": (
        "a.toml",
        "version = " + "9" * 5000,
        "/a.toml: expected TOML, got exceeds the limit",
    ),
    "no-utf-8": ("a.toml", b'title = "\xff"', "/a.toml: expected UTF-8, got the byte 0xff."),
    "too-long": ("a.toml", "#" * 8193, "/a.toml: expected at most 8192 bytes, got more."),
    "too-deep": (
        "a.toml",
        "a = " + "[" * 4000,
        "/a.toml: expected TOML, got lists or tables too deep in one another.",
    ),
    "a-name-of-odd-letters": (
        "Force Push.toml",
        PUSH,
        '/Force Push.toml: expected a name of lower-case words joined by dashes, got "Force Push".',
    ),
    "a-name-of-a-shipped-one": (
        "backticks.toml",
        PUSH,
        '/backticks.toml: expected a name that no shipped scar has, got "backticks".',
    ),
    "a-case-twice": (
        "a.toml",
        PUSH.replace('"plain"', '"forced"'),
        "/a.toml: at cases: expected ids that are phrases, each once, got 'forced'.",
    ),
    "a-case-that-passes": (
        "a.toml",
        PUSH.replace("git push --force", "git pull --force"),
        "/a.toml: at must_block.forced: expected blocked, got passed.",
    ),
    "a-case-that-is-blocked": (
        "a.toml",
        PUSH.replace('"git push"', '"git push -f"'),
        "/a.toml: at must_pass.plain: expected passed, got blocked.",
    ),
    "a-case-that-is-no-command": (
        "a.toml",
        PUSH.replace('"git push"', "'''git \"push'''"),
        "/a.toml: at must_pass.plain: expected passed, got unreadable:",
    ),
}


@pytest.mark.parametrize(("name", "data", "said"), UNREADABLE.values(), ids=UNREADABLE.keys())
def test_what_does_not_load_is_named(name: str, data: str | bytes, said: str, place: Place) -> None:
    put(place, name, data)
    (problem,) = said_of(place)
    assert problem.startswith(said)


def test_the_others_load(place: Place) -> None:
    put(place, "a.toml", "x")
    put(place, "b.toml", PUSH)
    put(place, "notes.md", "no scar")
    found, _ = files(place)
    reads = [read(one, ()) for one in found]
    assert [one.scar.id if one.scar else None for one in reads] == [None, "b"]


def test_a_folder_of_too_many(place: Place) -> None:
    for number in range(limits.OWN_FILES_MAX + 1):
        put(place, f"n{number:02}.toml", PUSH)
    found, (problem,) = files(place)
    assert len(found) == limits.OWN_FILES_MAX
    assert str(problem).endswith("expected at most 32 scars, got 33, and the rest is not read.")


def test_a_link_of_a_project_is_not_followed(place: Place, tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("key = 1")
    Path(place.path, "a.toml").symlink_to(tmp_path / "secret")
    assert said_of(place) == ["/a.toml: expected a plain file, got a link."]


def test_a_folder_that_leads_out_of_the_project_is_not_read(tmp_path: Path) -> None:
    (tmp_path / "else").mkdir()
    (tmp_path / "p/.tidegate").mkdir(parents=True)
    (tmp_path / "p/.tidegate/scars").symlink_to(tmp_path / "else")
    root = str(tmp_path / "p")
    found, (problem,) = files(Place(f"{root}/.tidegate/scars", root))
    assert found == ()
    assert "expected a folder inside" in str(problem)


def test_a_pipe_is_not_waited_for(place: Place) -> None:
    os.mkfifo(f"{place.path}/a.toml")
    assert any("at title: expected a value, got none." in one for one in said_of(place))


def test_no_folder_is_no_problem(tmp_path: Path) -> None:
    assert files(Place(str(tmp_path / "none"), None)) == ((), ())


def test_a_file_in_its_place_is_no_problem(tmp_path: Path) -> None:
    (tmp_path / "scars").write_text("x")
    assert files(Place(str(tmp_path / "scars"), None)) == ((), ())


def test_the_template_shows_every_key() -> None:
    keys = (*schema.TOP, *schema.WHEN, *schema.HEREDOC, *schema.CASE)
    shown = [key for key in keys if key in TEMPLATE]
    assert [key for key in keys if key not in shown] == ["version"]


def test_the_scar_on_the_page_is_sound_and_every_key_is_on_it(place: Place) -> None:
    page = (Path(__file__).parents[4] / "slices/scar/README.md").read_text("utf-8")
    put(place, "a.toml", page.split("```toml\n")[1].split("```")[0])
    assert said_of(place) == []
    assert [key for key in (*schema.WHEN, *schema.HEREDOC) if f"`{key}`" not in page] == []
