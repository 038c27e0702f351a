import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from host.call import SessionEvent, ToolCall
from slices.guard import valve
from slices.guard.calls import ReadCall
from slices.guard.limits import WATCHED_MAX_CHARACTERS
from slices.guard.operands import File

PAGE = ReadCall(File("/p/page", "/p/page", 1))
OTHER = ReadCall(File("/p/other", "/p/other", 1))


def print_call(agent: str = "", session: str = "s") -> ToolCall:
    return ToolCall("claude-code", "shell", session, "/p", agent=agent, command="cat")


def read_call(path: str | None, agent: str = "", session: str = "s", cwd: str = "/p") -> ToolCall:
    return ToolCall("claude-code", "read", session, cwd, agent=agent, path=path)


def compacted(agent: str = "", session: str = "s") -> SessionEvent:
    return SessionEvent("claude-code", "session.compact", session, "/p", agent, "compact")


def started(source: str) -> SessionEvent:
    return SessionEvent("claude-code", "session.start", "s", "/p", source=source)


def opened(host: Any, *files: ReadCall, **who: str) -> bool:
    return valve.lets_through(print_call(**who), files or (PAGE,), host)


def test_the_first_print_is_held(host: Any) -> None:
    assert not opened(host)
    assert host.counts == []


def test_a_second_print_without_a_read_is_held(host: Any) -> None:
    opened(host)
    assert not opened(host)


def test_a_read_before_the_first_print_does_not_count(host: Any) -> None:
    valve.note_read(read_call("/p/page"), host)
    assert not opened(host)


def test_a_print_after_deny_and_read_goes_through_and_is_counted(host: Any) -> None:
    opened(host)
    valve.note_read(read_call("/p/page"), host)
    assert opened(host)
    assert host.counts == ["valve"]


def test_it_stays_open_for_the_next_print(host: Any) -> None:
    opened(host)
    valve.note_read(read_call("/p/page"), host)
    assert opened(host)
    assert opened(host)


def test_reads_of_other_files_do_not_count(host: Any) -> None:
    opened(host)
    valve.note_read(read_call("/p/other"), host)
    valve.note_read(read_call("/p/page2"), host)
    valve.note_read(read_call(None), host)
    valve.note_read(read_call("/p/pa\0ge"), host)
    assert not opened(host)


@pytest.mark.parametrize("who", [{"agent": "a"}, {"session": "t"}], ids=["agent", "session"])
def test_what_another_did_does_not_count(host: Any, who: dict[str, str]) -> None:
    opened(host)
    valve.note_read(read_call("/p/page", **who), host)
    assert not opened(host)
    valve.note_read(read_call("/p/page"), host)
    assert not opened(host, **who)


def test_all_files_of_a_command_have_to_be_read(host: Any) -> None:
    opened(host, PAGE, OTHER)
    valve.note_read(read_call("/p/page"), host)
    assert not opened(host, PAGE, OTHER)
    assert opened(host, PAGE)
    valve.note_read(read_call("/p/other"), host)
    assert opened(host, PAGE, OTHER)


def test_a_link_is_the_file_it_points_to(host: Any, tmp_path: Path) -> None:
    (tmp_path / "page").write_text("x")
    (tmp_path / "link").symlink_to("page")
    real = os.path.realpath(tmp_path / "page")
    opened(host, ReadCall(File(f"{tmp_path}/link", real, 1)))
    assert {"link", "page"} <= set(host.store.watched)
    valve.note_read(read_call(f"{tmp_path}/page"), host)
    assert opened(host, ReadCall(File(f"{tmp_path}/link", real, 1)))


def test_a_relative_path_is_read_from_the_folder_of_the_call(host: Any) -> None:
    opened(host)
    valve.note_read(read_call("page"), host)
    assert opened(host)


def test_a_name_with_a_blank_stays_watched(host: Any) -> None:
    opened(host, ReadCall(File("/p/my page", "/p/my page", 1)))
    opened(host)
    assert {"my page", "page"} <= set(host.store.watched)


def test_a_compaction_of_the_session_starts_all_its_agents_afresh(host: Any) -> None:
    for agent in ("", "a"):
        opened(host, agent=agent)
        valve.note_read(read_call("/p/page", agent), host)
    valve.start_afresh(compacted(), host)
    assert not opened(host)
    assert not opened(host, agent="a")


def test_a_compaction_of_one_agent_leaves_the_others(host: Any) -> None:
    for agent in ("", "a"):
        opened(host, agent=agent)
        valve.note_read(read_call("/p/page", agent), host)
    valve.start_afresh(compacted("a"), host)
    assert opened(host)
    assert not opened(host, agent="a")


def test_another_session_is_left_alone(host: Any) -> None:
    opened(host)
    valve.note_read(read_call("/p/page"), host)
    valve.start_afresh(compacted(session=""), host)
    valve.start_afresh(compacted(session="s2"), host)
    assert opened(host)


@pytest.mark.parametrize(
    ("source", "still_open"),
    [("compact", False), ("clear", False), ("startup", True), ("resume", True), ("", True)],
)
def test_how_a_session_starts(host: Any, source: str, still_open: bool) -> None:
    opened(host)
    valve.note_read(read_call("/p/page"), host)
    valve.start_afresh(started(source), host)
    assert opened(host) is still_open


@pytest.mark.parametrize(
    "act",
    [
        lambda host: valve.note_read(read_call("/p/page"), host),
        lambda host: valve.start_afresh(compacted(), host),
        opened,
    ],
    ids=["read", "compaction", "print"],
)
def test_a_broken_state_keeps_it_shut_and_is_counted(
    host: Any, act: Callable[[Any], object]
) -> None:
    opened(host)
    valve.note_read(read_call("/p/page"), host)
    host.store.broken = True
    assert not act(host)
    assert host.counts == ["valve-lost"]


@pytest.mark.parametrize("name", ["a\nb", "\ud800", "表", "a\\b"])
def test_names_of_any_kind(host: Any, name: str) -> None:
    file = ReadCall(File(f"/p/{name}", f"/p/{name}", 1))
    opened(host, file)
    assert name in host.store.watched
    assert all("\n" not in key.split("\n", 2)[2] for key in host.store.kept if "\n" in key)


def test_the_watched_names_are_those_of_denied_files_the_newest_last(host: Any) -> None:
    opened(host, PAGE)
    opened(host, OTHER)
    opened(host, PAGE)
    assert host.store.watched == ("other", "page")


def test_the_watched_names_stay_within_their_bound(host: Any) -> None:
    names = [f"{n:04d}-{'x' * 200}" for n in range(400)]
    for name in names:
        opened(host, ReadCall(File(f"/p/{name}", f"/p/{name}", 1)))
    kept = host.store.watched
    assert kept == tuple(names[-len(kept) :])
    assert WATCHED_MAX_CHARACTERS - 300 < len("\n".join(kept)) <= WATCHED_MAX_CHARACTERS
