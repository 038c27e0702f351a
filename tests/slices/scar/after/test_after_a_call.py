"""The second arm with real commands, real files and a real repository."""

from __future__ import annotations

import os
import subprocess
from typing import TYPE_CHECKING, Any

import attrs
import pytest

from host.call import Context, SessionEvent, ToolResult
from host.errors import StateError
from host.store import SliceStore
from slices.scar.limits import BROKEN_NAMED_MAX, FILE_MAX_BYTES, SNAPSHOTS_PER_AGENT_MAX

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

BAD = "def f(:\n    pass\n"
GOOD = "def f():\n    pass\n"


@attrs.define
class Session:
    """A session in a folder: each command really runs, between the two arms of the slice."""

    stand: Any
    shell_call: Any
    folder: Path
    calls: int = 0

    def run(self, command: str, **changes: Any) -> str:
        """Return what the model is told after the command."""
        call = self.before(command)
        environment = {"PATH": os.environ["PATH"], "HOME": str(self.folder)}
        done = subprocess.run(
            ["bash", "-c", command],
            check=False,
            cwd=self.folder,
            env=environment,
            capture_output=True,
        )
        return self.after(call, failed=done.returncode != 0, **changes)

    def before(self, command: str) -> Any:
        self.calls += 1
        call = self.shell_call(command, str(self.folder), call_id=f"call-{self.calls}")
        decision = self.stand.decide(call)
        assert decision.failures == ()
        assert decision.verdict == "run"
        return call

    def after(self, call: Any, **changes: Any) -> str:
        decision = self.stand.decide(ToolResult(call, **changes))
        assert decision.failures == ()
        return "\n".join(s.answer.text for s in decision.said if isinstance(s.answer, Context))

    def write(self, name: str, data: str | bytes) -> Path:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data.encode() if isinstance(data, str) else data)
        return path

    def git(self, *words: str) -> None:
        identity = ["-c", "user.name=t", "-c", "user.email=t@example.org"]
        subprocess.run(
            ["git", "-C", str(self.folder), *identity, *words], check=True, capture_output=True
        )

    def commit(self) -> None:
        """Commit everything, and let the index be later than the files."""
        self.git("init", "-q")
        self.git("add", "-A")
        self.git("commit", "-qm", "all")
        old = 1_700_000_000
        for path in self.folder.rglob("*"):
            if path.is_file() and ".git" not in path.parts:
                os.utime(path, (old, old))
        self.git("update-index", "--refresh")


@pytest.fixture
def session(tmp_path: Path, stand_of: Callable[..., Any], shell_call: Any) -> Session:
    folder = tmp_path.resolve() / "project"
    folder.mkdir()
    return Session(stand_of("scar"), shell_call, folder)


@pytest.fixture
def repository(session: Session) -> Session:
    session.write("app.py", GOOD)
    session.write("src/pkg/mod.py", GOOD)
    session.write("data.json", "{}")
    session.write("pyproject.toml", "a = 1\n")
    session.write("old.py", BAD)
    session.write("gen.sh", "printf 'def f(:\\n' > src/pkg/mod.py\n")
    session.commit()
    return session


def test_a_file_that_the_command_writes(session: Session) -> None:
    said = session.run("printf 'def f(:\\n' > app.py")
    assert f"{session.folder}/app.py:1: invalid syntax" in said


def test_a_file_that_the_command_only_names(session: Session) -> None:
    session.write("app.py", GOOD)
    assert f"{session.folder}/app.py:1: " in session.run("sed -i 's/()/(/' app.py")


def test_shell_authored_text_with_halved_backslashes(session: Session) -> None:
    said = session.run("printf '%s\\n' \"x = 'a\\\\'\" > pat.py")
    assert "pat.py:1: unterminated string literal" in said


def test_a_command_that_names_no_file(repository: Session) -> None:
    said = repository.run("sh gen.sh")
    assert f"{repository.folder}/src/pkg/mod.py:1: " in said
    assert "not known" not in said


def test_a_new_file_beside_tracked_ones(repository: Session) -> None:
    repository.write("make.sh", "printf 'def f(:\\n' > src/pkg/new.py\n")
    said = repository.run("sh make.sh")
    assert "src/pkg/new.py:1: " in said


def test_a_new_file_in_a_new_folder(repository: Session) -> None:
    repository.write("make.sh", "mkdir -p src/a/b && printf 'def f(:\\n' > src/a/b/new.py\n")
    assert "src/a/b/new.py:1: " in repository.run("sh make.sh")


def test_a_folder_that_tools_fill_is_passed_over(repository: Session) -> None:
    repository.write("make.sh", "mkdir -p .venv/x && printf 'def f(:\\n' > .venv/x/new.py\n")
    assert repository.run("sh make.sh") == ""


def test_without_a_repository_files_are_found_too(session: Session) -> None:
    session.write("deep/down/mod.py", GOOD)
    session.write("gen.sh", "printf 'def f(:\\n' > deep/down/mod.py\n")
    said = session.run("sh gen.sh")
    assert "deep/down/mod.py:1: " in said
    assert "(whether it parsed before is not known)" in said


def test_a_command_that_failed(session: Session) -> None:
    said = session.run("printf 'def f(:\\n' > app.py; false")
    assert "app.py:1: " in said


def test_a_file_that_was_broken_before_and_is_named(session: Session) -> None:
    session.write("app.py", BAD)
    assert session.run("sed -i 's/pass/return/' app.py") == ""


def test_a_committed_file_that_was_broken_before(repository: Session) -> None:
    repository.write("touch.sh", "printf 'def g(:\\n' > old.py\n")
    assert repository.run("sh touch.sh") == ""


def test_an_unsaved_file_that_was_broken_before(repository: Session) -> None:
    repository.write("app.py", BAD)
    repository.write("touch.sh", "printf 'def g(:\\n' > app.py\n")
    assert repository.run("sh touch.sh") == ""


def test_a_broken_file_that_the_command_does_not_change(repository: Session) -> None:
    repository.write("app.py", BAD)
    assert repository.run("python3 --version app.py") == ""


def test_a_change_that_is_committed_in_the_same_call(repository: Session) -> None:
    said = repository.run(
        "sh gen.sh && git add -A && git -c user.name=t -c user.email=t@t commit -qm x"
    )
    assert "src/pkg/mod.py:1: " in said


def test_a_broken_file_of_the_past_that_is_committed_again(repository: Session) -> None:
    repository.write("touch.sh", "printf 'def g(:\\n' > old.py\n")
    commit = "git add -A && git -c user.name=t -c user.email=t@t commit -qm x"
    assert repository.run(f"sh touch.sh && {commit}") == ""


def test_a_move_that_keeps_the_times(repository: Session) -> None:
    stale = repository.write("stale.txt", BAD)
    os.utime(stale, (1_000_000_000, 1_000_000_000))
    assert "app.py:1: " in repository.run("mv stale.txt app.py")


@pytest.mark.parametrize(
    ("name", "text", "told"),
    [
        ("data.json", '{"a": 1,}', "data.json:1: "),
        ("data.json", "", "data.json:1: "),
        ("pyproject.toml", "a = \n", "pyproject.toml:1: "),
        ("stubs.pyi", "def f(: ...\n", "stubs.pyi:1: "),
    ],
    ids=["json", "json-that-was-emptied", "toml", "stubs"],
)
def test_other_languages(session: Session, name: str, text: str, told: str) -> None:
    session.write(name, {"data.json": "{}", "pyproject.toml": "a = 1", "stubs.pyi": ""}[name])
    session.write("new", text)
    assert told in session.run(f"cp new {name}")


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("tsconfig.json", b"// comments are allowed here\n{}"),
        ("app.md", b"def f(:"),
        ("app.py", b"# -*- coding: latin-1 -*-\nx = '\xe9'\n"),
        ("app.py", b"\xef\xbb\xbfx = 1\n"),
        ("data.json", b"\xef\xbb\xbf{}"),
        ("app.py", b"x = '\\d'\n"),
        ("app.py", b"\n"),
    ],
    ids=[
        "json-with-comments",
        "another-ending",
        "declared-encoding",
        "byte-order-mark",
        "byte-order-mark-in-json",
        "an-odd-escape",
        "an-empty-file",
    ],
)
def test_what_is_no_broken_file(session: Session, name: str, data: bytes) -> None:
    session.write("new", data)
    assert session.run(f"cp new {name}") == ""


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (b"x = '\xff'\n", "app.py:1: "),
        (b"x = 1\0\n", "app.py:1: "),
        (b"def f(", "app.py:1: '(' was never closed"),
        (b"# -*- coding: no-such -*-\nx = 1\n", "app.py:1: unknown encoding"),
    ],
    ids=["not-utf", "a-nul", "half-written", "unknown-encoding"],
)
def test_odd_bytes_are_told(session: Session, data: bytes, told: str) -> None:
    session.write("new", data)
    assert told in session.run("cp new app.py")


@pytest.mark.parametrize(
    "command",
    [
        "rm -f app.py",
        "rm app.py; mkfifo app.py",
        "rm app.py; ln -s /dev/zero app.py",
        "rm app.py; ln -s app.py app.py",
        "rm app.py; mkdir app.py",
        "chmod 000 app.py",
        f"head -c {FILE_MAX_BYTES + 1} /dev/zero > app.py",
    ],
    ids=["gone", "pipe", "device", "loop", "folder", "no-permission", "huge"],
)
def test_what_cannot_be_judged_holds_nothing_up(session: Session, command: str) -> None:
    session.write("app.py", GOOD)
    assert session.run(command) == ""


@pytest.mark.parametrize("name", ["\udcff.py", "a\nb.py", "ü.py"])
def test_odd_names(session: Session, name: str) -> None:
    session.write("new", BAD)
    call = session.before("sh gen.sh")
    (session.folder / os.fsdecode(os.fsencode(name))).write_text(BAD)
    assert ".py:1: " in session.after(call)


def test_nesting_too_deep_for_the_parser_is_no_fault(session: Session) -> None:
    session.write("new", "[" * 100_000)
    assert session.run("cp new data.json") == ""


def test_a_damaged_index_is_no_index(repository: Session) -> None:
    (repository.folder / ".git/index").write_bytes(b"DIRC\0\0\0\2\0\0\0\x09cut")
    assert "app.py:1: " in repository.run("printf 'def f(:\\n' > app.py")


def test_an_index_of_version_four(repository: Session) -> None:
    repository.git("update-index", "--index-version", "4")
    assert "src/pkg/mod.py:1: " in repository.run("sh gen.sh")


def test_a_linked_work_tree(repository: Session, tmp_path: Path) -> None:
    other = tmp_path.resolve() / "other"
    repository.git("worktree", "add", "-q", str(other))
    there = attrs.evolve(repository, folder=other)
    assert f"{other}/src/pkg/mod.py:1: " in there.run("sh gen.sh")


def test_the_folder_of_the_call_counts_and_not_the_one_after_it(repository: Session) -> None:
    call = repository.before("cd src && printf 'def f(:\\n' > pkg/mod.py")
    repository.write("src/pkg/mod.py", BAD)
    moved = attrs.evolve(call, cwd=str(repository.folder / "src"))
    assert "src/pkg/mod.py:1: " in repository.after(moved)


def test_without_a_snapshot_the_time_of_the_call_counts(session: Session) -> None:
    session.write("app.py", BAD)
    call = session.shell_call("sed -i s/a/b/ app.py", str(session.folder), call_id="unseen")
    said = session.after(call, seconds=0.5)
    assert "(whether it parsed before is not known)" in said
    assert "no-snapshot" in session.stand.counts()


def test_without_a_snapshot_and_a_time_nothing_is_told(session: Session) -> None:
    session.write("app.py", BAD)
    call = session.shell_call("sed -i s/a/b/ app.py", str(session.folder), call_id="unseen")
    assert session.after(call) == ""


def test_a_state_that_cannot_be_used(session: Session, tmp_path: Path) -> None:
    (tmp_path / "state").write_text("a file where the folder should be")
    assert "app.py:1: " in session.run("printf 'def f(:\\n' > app.py", seconds=0.1)
    assert set(session.stand.counts()) == {"no-snapshot", "broken-file"}


def test_a_listing_is_not_looked_at(session: Session) -> None:
    call = session.before("ls app.py")
    session.write("app.py", BAD)
    assert session.after(call, seconds=1.0) == ""
    assert session.stand.counts() == []


def test_a_denied_call_leaves_no_snapshot(session: Session) -> None:
    call = session.shell_call("cat > app.py <<'E'\nx\nE", str(session.folder), call_id="c")
    assert session.stand.decide(call).verdict == "deny"
    assert snapshots(session) == 0


def test_a_snapshot_is_used_once(session: Session) -> None:
    session.run("true x")
    call = session.before("make")
    assert snapshots(session) == 1
    session.after(call)
    assert snapshots(session) == 0


def test_snapshots_of_calls_that_never_end_do_not_pile_up(session: Session) -> None:
    for _ in range(SNAPSHOTS_PER_AGENT_MAX + 3):
        session.before("make")
    assert snapshots(session) == SNAPSHOTS_PER_AGENT_MAX


def test_old_snapshots_go_when_a_session_starts(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("slices.scar.after.snapshot.SNAPSHOT_MAX_SECONDS", -1)
    session.before("make")
    session.stand.decide(SessionEvent("claude-code", "session.start", "other", "/", "", "startup"))
    assert snapshots(session) == 0


def snapshots(session: Session) -> int:
    desk = session.stand.desks[-1]
    return len(desk.store("scar").list("call\n"))


def test_past_the_bound_before_a_call_the_past_is_not_known(
    repository: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("slices.scar.after.snapshot.BYTES_PARSED_BEFORE_MAX", 1)
    repository.write("app.py", GOOD + "\n")
    repository.write("src/pkg/mod.py", GOOD + "\n")
    said = repository.run("printf 'def f(:\\n' | tee app.py src/pkg/mod.py")
    assert "app.py:1: invalid syntax (Python 3" in said
    assert said.count("(whether it parsed before is not known)") == 1


def test_past_the_bounds_after_a_call_the_rest_is_not_looked_at(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("slices.scar.after.look.FILES_PARSED_MAX", 2)
    said = session.run("for n in a b c; do printf 'def f(:\\n' > $n.py; done")
    assert said.count(".py:1: ") == 2
    monkeypatch.setattr("slices.scar.after.look.BYTES_PARSED_MAX", 1)
    said = session.run("for n in d e; do printf 'def f(:\\n' > $n.py; done")
    assert said.count(".py:1: ") == 1


def test_so_many_files_are_named_and_the_rest_counted(session: Session) -> None:
    names = " ".join(f"f{n}.py" for n in range(BROKEN_NAMED_MAX + 2))
    said = session.run(f"for n in {names}; do printf 'def f(:\\n' > $n; done")
    assert said.count(".py:1: ") == BROKEN_NAMED_MAX
    assert "  and 2 more" in said


@pytest.mark.parametrize("broken", ["get", "list"])
def test_a_store_that_fails(broken: str, session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        message = "/state.db"
        raise StateError(message, "disk full", "Make room.")

    monkeypatch.setattr(SliceStore, broken, fail)
    assert "app.py:1: " in session.run("printf 'def f(:\\n' > app.py", seconds=0.1)
    session.stand.decide(SessionEvent("claude-code", "session.start", "s", "/", "", "startup"))
    assert "no-snapshot" in session.stand.counts()


def test_a_file_on_another_machine_is_not_looked_at(session: Session) -> None:
    session.write("app.py", GOOD)
    call = session.before("ssh web 'touch /app.py'; scp x web:app.py")
    assert session.after(call) == ""


def test_a_command_that_cannot_be_read_names_nothing(session: Session) -> None:
    call = session.before("sed -i 's/x/y/ app.py")
    session.write("app.py", BAD)
    assert "app.py:1: " in session.after(call)


def test_an_unknown_folder_is_not_looked_through(session: Session) -> None:
    call = attrs.evolve(session.shell_call("make x", ""), call_id="c")
    assert session.stand.decide(call).verdict == "run"
    assert session.after(call) == ""
