"""The trigger file: most calls pass at once, and in doubt a call is wanted."""

from __future__ import annotations

import marshal
import os
from _imp import source_hash
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from host import paths, triggers
from host.here import Here
from host.hook import Hook
from host.limits import IDLE_MAX_CHARS, TRIGGER_FILE_MAX_BYTES, TRIGGER_FILES_MAX

if TYPE_CHECKING:
    from collections.abc import Callable

    from host.call import EventKind, Tool
    from host.clients import Scope

SHELL: frozenset[Tool] = frozenset({"shell"})
READ: frozenset[Tool] = frozenset({"read"})


def hook(event: EventKind = "tool.call", **declared: object) -> Hook:
    phase = "check" if event == "tool.call" else "after"
    nothing = {"run": lambda *_: None, "on_error": lambda *_: None, "phase": phase}
    return Hook(event=event, **{**nothing, **declared})  # type: ignore[arg-type]


HOOKS = [
    ("guard", hook(tools=SHELL, triggers=("cat", "sed"))),
    ("guard", hook(tools=READ, watched=True)),
    ("guard", hook("session.compact")),
]
WANTED = {
    "a-trigger": "cat a",
    "inside-another-word": "npm run catalog",
    "quotes-inside-the-word": "c'a't a",
    "double-quotes-inside": 'c"at" a',
    "a-backslash-inside": "c\\at a",
    "a-continued-line-inside": "c\\\nat a",
    "escapes-that-spell-anything": "$'\\x63at' a",
}
PASSED = {
    "another-program": "ls -la",
    "empty": "",
    "the-letters-apart": "c a t",
    "lone-surrogates": "ls \udcff\ud800",
}


@pytest.fixture(autouse=True)
def folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    own = {"XDG_STATE_HOME": tmp_path / "state", "XDG_CONFIG_HOME": tmp_path / "config"}
    raw = {name.encode(): str(path).encode() for name, path in own.items()}
    monkeypatch.setattr(paths, "_environ", raw)
    return tmp_path


@pytest.fixture
def written(folders: Path) -> Path:
    triggers.write(HOOKS, triggers.fingerprint())
    return Path(triggers.trigger_file())


def shell(command: str) -> bool:
    return triggers.wants(("tool.call", "shell", command, "s", ""))


@pytest.mark.usefixtures("written")
def test_it_tells_which_hooks_want_a_call(folders: Path) -> None:
    assert triggers.wanted(("tool.call", "shell", "cat a", "s", "")) == frozenset({("guard", 0)})
    assert triggers.wanted(("tool.call", "shell", "ls", "s", "")) == frozenset()
    assert triggers.wanted(("session.compact", "", "", "s", "")) == frozenset({("guard", 2)})
    assert triggers.wanted(("session.start", "", "", "s", "")) is None
    (folders / "config" / "tidegate").mkdir(parents=True)
    (folders / "config" / "tidegate" / "config.json").write_text("{}")
    assert triggers.wanted(("tool.call", "shell", "ls", "s", "")) is None


@pytest.mark.usefixtures("written")
@pytest.mark.parametrize("command", WANTED.values(), ids=WANTED.keys())
def test_wants(command: str) -> None:
    assert shell(command)


@pytest.mark.usefixtures("written")
@pytest.mark.parametrize("command", PASSED.values(), ids=PASSED.keys())
def test_passes(command: str) -> None:
    assert not shell(command)


@pytest.mark.usefixtures("written")
@pytest.mark.parametrize(
    ("event", "tool", "wanted"),
    [
        ("tool.call", "read", False),
        ("tool.call", "write", False),
        ("tool.result", "shell", False),
        ("session.compact", "", True),
        ("session.start", "", True),
        ("session.end", "", False),
        ("", "", False),
    ],
)
def test_event_and_tool_decide_first(event: str, tool: str, wanted: bool) -> None:
    assert triggers.wants((event, tool, "cat", "s", "")) is wanted


def damage(text: str) -> Callable[[Path], object]:
    return lambda file: file.write_text(text)


def put(kept: Any) -> Callable[[Path], object]:
    body = marshal.dumps(kept)
    return lambda file: file.write_bytes(source_hash(triggers._FORMAT, body) + body)


def change(key: str, value: object) -> Callable[[Path], object]:
    def changed(file: Path) -> None:
        put({**(triggers.unpacked(file.read_bytes()) or {}), key: value})(file)

    return changed


def flip(file: Path) -> None:
    raw = file.read_bytes()
    file.write_bytes(raw[:-1] + bytes([raw[-1] ^ 1]))


DOUBTS = {
    "missing": Path.unlink,
    "empty": damage(""),
    "another-text": damage("{}"),
    "torn": lambda file: file.write_bytes(file.read_bytes()[:-9]),
    "a-bit-flipped": flip,
    "a-list": put([]),
    "no-keys": put({}),
    "another-format": change("format", 1),
    "another-interpreter": change("code", "cpython-399"),
    "rows-of-another-shape": change("hooks", [1]),
    "hooks-of-another-type": change("hooks", None),
    "files-of-another-shape": change("files", [1]),
    "too-long": damage("x" * (TRIGGER_FILE_MAX_BYTES + 1)),
    "a-folder": lambda file: (file.unlink(), file.mkdir()),
}


@pytest.mark.parametrize("doubt", DOUBTS.values(), ids=DOUBTS.keys())
def test_doubt_is_the_full_path(written: Path, doubt: Callable[[Path], object]) -> None:
    assert not shell("ls")
    doubt(written)
    assert shell("ls")


def test_a_changed_config_makes_it_stale(folders: Path, written: Path) -> None:
    del written
    config = folders / "config" / "tidegate" / "config.json"
    config.parent.mkdir(parents=True)
    assert not shell("ls")
    config.write_text("{}")
    assert shell("ls")
    triggers.write(HOOKS, triggers.fingerprint())
    assert not shell("ls")
    config.write_text('{"slices": {}}')
    assert shell("ls")


def test_a_change_while_the_config_is_read_makes_it_stale(folders: Path) -> None:
    taken = triggers.fingerprint()
    config = folders / "config" / "tidegate" / "config.json"
    config.parent.mkdir(parents=True)
    config.write_text("{}")
    triggers.write(HOOKS, taken)
    assert shell("ls")


def test_every_slice_counts_in_the_fingerprint() -> None:
    files = {path for path, _ in triggers.fingerprint()}
    root = Path(paths.ROOT)
    assert {str(path) for path in root.glob("slices/[a-z]*/plugin.py")} <= files
    assert str(root / "plugin.json") in files


def test_a_read_is_wanted_where_its_file_is_watched(written: Path) -> None:
    del written
    read = ("tool.call", "read", "/a/b.txt", "s", "")
    watch = Path(triggers.watch_file("guard"))
    watch.parent.mkdir(parents=True)
    for kept, wanted in [
        ('["/a/b.txt"]', True),
        ('["/a/c.txt"]', False),
        ("[]", False),
        ('["*"]', True),
        ("[", True),
        ("{}", True),
        ("", True),
    ]:
        watch.write_text(kept)
        assert triggers.wants(read) is wanted, kept
    watch.unlink()
    watch.mkdir()
    assert triggers.wants(read)


@pytest.mark.parametrize(("command", "wanted"), [("grep 'a\\\\b'", True), ("grep 'a\\b'", False)])
def test_a_trigger_of_signs_that_hide_is_looked_for_as_it_is(command: str, wanted: bool) -> None:
    triggers.write([("scar", hook(triggers=("\\\\",)))], triggers.fingerprint())
    assert shell(command) is wanted


def test_a_hook_with_no_triggers_wants_every_call_of_its_tools() -> None:
    triggers.write([("all", hook(tools=SHELL))], triggers.fingerprint())
    assert shell("ls")
    assert not triggers.wants(("tool.call", "read", "/a", "s", ""))


def test_no_draft_is_left(written: Path) -> None:
    assert [path.name for path in written.parent.iterdir()] == [written.name]
    assert written.stat().st_mode & 0o077 == 0


IDLE = ("ls", "git status", "grep")
NOTHING_TO_DO_WITH = {
    "the-program-alone": "ls",
    "a-program-with-its-subcommand": "git status",
    "words-behind": "git status --short src",
    "several-parts": "cd src && ls -la; git status | grep py",
    "a-text-in-quotes": "grep 'a && b' src",
    "nothing": "",
}
MAY_DO_ANYTHING = {
    "another-program": "make",
    "another-subcommand": "git checkout main",
    "a-longer-word": "lsof",
    "another-part": "ls && make",
    "a-redirection": "ls > files.txt",
    "a-redirection-of-errors": "grep x 2>err.txt",
    "a-substitution": "ls $(make)",
    "backticks": "ls `make`",
    "an-assignment-before-it": "X=1 ls",
    "a-program-of-a-variable": "$X status",
    "an-open-quote": "ls 'x",
}


@pytest.mark.usefixtures("folders")
@pytest.mark.parametrize("event", ["tool.call", "tool.result"])
@pytest.mark.parametrize(
    ("command", "wanted"),
    [
        *(pytest.param(c, False, id=i) for i, c in NOTHING_TO_DO_WITH.items()),
        *(pytest.param(c, True, id=i) for i, c in MAY_DO_ANYTHING.items()),
    ],
)
def test_a_call_that_a_hook_has_nothing_to_do_with(
    event: EventKind, command: str, wanted: bool
) -> None:
    hooks = [("scar", hook(event, tools=SHELL, idle=IDLE))]
    triggers.write(hooks, triggers.fingerprint())
    assert triggers.wants((event, "shell", command, "s", "")) is wanted


@pytest.mark.usefixtures("folders")
def test_another_hook_still_wants_what_one_has_nothing_to_do_with() -> None:
    hooks = [("scar", hook(idle=IDLE)), ("guard", hook(triggers=("ls",)))]
    triggers.write(hooks, triggers.fingerprint())
    assert shell("ls -la")
    assert not shell("git status")


def result_of(command: str, folder: Path, tool: str = "shell") -> bool:
    scope: Scope = (str(folder), -1.0, "", {})
    return triggers.wants_result(("tool.call", tool, command, "s", ""), scope)


def on_results(folder: Path, *hooks: Hook) -> None:
    here = Here(str(folder), {})
    triggers.write([("one", one) for one in hooks], triggers.fingerprint(here), here)


def test_the_result_of_what_changes_no_file_is_of_no_interest(folders: Path) -> None:
    on_results(folders, hook("tool.result", tools=SHELL, idle=IDLE), hook(tools=SHELL))
    assert not result_of("ls -la; git status", folders)
    assert result_of("make", folders)
    assert result_of("cat a", folders)  # it changes none, but the hook may have to do with it
    assert result_of("ls", folders, tool="write")


def test_a_result_is_of_interest_where_a_folder_with_data_is_there(folders: Path) -> None:
    on_results(folders, hook("tool.result", tools=SHELL, watched=True, folders=(".notes",)))
    assert not result_of("ls", folders)
    (folders / ".notes").mkdir()
    assert result_of("ls", folders)


@pytest.mark.parametrize("declared", [{}, {"watched": True}, {"triggers": ("ls",)}])
def test_a_hook_that_says_nothing_of_idle_commands_may_care(
    folders: Path, declared: dict[str, object]
) -> None:
    on_results(folders, hook("tool.result", **declared))
    assert result_of("ls", folders)


def test_a_result_is_of_interest_where_nothing_is_known(folders: Path) -> None:
    assert result_of("ls", folders)
    on_results(folders)
    assert not result_of("ls", folders)
    (folders / "config" / "tidegate").mkdir(parents=True)
    (folders / "config" / "tidegate" / "config.json").write_text("{}")
    assert result_of("ls", folders)


GUARD_OFF = {"guard": ("OPTION_GUARD", "false")}


def ls(folder: Path, options: dict[str, tuple[str, str]] | None = None) -> bool:
    return triggers.wants(
        ("tool.call", "shell", "ls", "s", ""), (str(folder), -1.0, "", options or {})
    )


def keep(folder: Path, options: dict[str, tuple[str, str]] | None = None) -> None:
    here = Here(str(folder), options)
    triggers.write(HOOKS, triggers.fingerprint(here), here)


@pytest.fixture
def repo(folders: Path) -> Path:
    (folders / "repo" / ".git").mkdir(parents=True)
    (folders / "repo" / "src").mkdir()
    return folders / "repo"


def test_a_project_has_a_trigger_file_of_its_own(repo: Path) -> None:
    keep(repo)
    assert not ls(repo)
    assert not ls(repo / "src")
    assert ls(repo.parent)
    keep(repo.parent)
    assert not ls(repo)


def test_so_has_each_set_of_the_client_s_options(repo: Path) -> None:
    keep(repo)
    assert ls(repo, GUARD_OFF)
    keep(repo, GUARD_OFF)
    assert not ls(repo, GUARD_OFF)
    assert not ls(repo)


def test_so_has_each_config_folder_of_a_person(repo: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    keep(repo)
    other = {**vars(paths)["_environ"], b"XDG_CONFIG_HOME": str(repo.parent / "other").encode()}
    monkeypatch.setattr(paths, "_environ", other)
    assert ls(repo)


CHANGES: dict[str, Callable[[Path], object]] = {
    "one-appears-at-the-root": lambda repo: (repo / ".tidegate.json").write_text("{}"),
    "one-appears-nearer": lambda repo: (repo / "src" / ".tidegate.json").write_text("{}"),
    "it-changes": lambda repo: (repo.parent / ".tidegate.json").write_text('{"slices": {}}'),
    "it-goes": lambda repo: (repo.parent / ".tidegate.json").unlink(),
    "a-mark-appears-nearer": lambda repo: (repo / "src" / ".git").mkdir(),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES.keys())
def test_a_change_of_the_project_s_file_is_the_full_path(
    repo: Path, change: Callable[[Path], object]
) -> None:
    (repo.parent / ".tidegate.json").write_text("{}")
    keep(repo / "src")
    assert not ls(repo / "src")
    change(repo)
    assert ls(repo / "src")


def test_a_project_s_file_that_changes_while_it_is_read_makes_it_stale(repo: Path) -> None:
    file = repo / ".tidegate.json"
    file.write_text("{}")
    here = Here(str(repo))
    taken = triggers.fingerprint(here)
    file.write_text('{"slices": {}}')
    triggers.write(HOOKS, taken, here)
    assert ls(repo)


def test_the_oldest_trigger_files_go(folders: Path) -> None:
    for number in range(TRIGGER_FILES_MAX + 3):
        place = folders / str(number)
        place.mkdir()
        keep(place)
        file = Path(triggers.trigger_file(Here(str(place))))
        os.utime(file, (number, number))
    assert ls(folders / "0")
    assert not ls(folders / str(TRIGGER_FILES_MAX + 2))
    kept = list(Path(paths.state_folder()).glob("triggers-*"))
    assert len(kept) == TRIGGER_FILES_MAX


def test_a_long_command_is_not_looked_through_for_idle_words() -> None:
    triggers.write([("a", hook(tools=SHELL, idle=("ls",)))], triggers.fingerprint())
    assert not shell("ls -l; " * 100)
    assert shell("ls -l; " * (IDLE_MAX_CHARS // 7 + 1))
