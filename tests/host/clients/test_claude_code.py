from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import attrs
import pytest

from host import paths
from host.call import (
    Ask,
    Context,
    Decision,
    Deny,
    Edit,
    Rewrite,
    Said,
    SessionEvent,
    ToolCall,
    ToolResult,
)
from host.clients import claude_code
from host.errors import BadEvent
from host.merge import units

EVENTS = Path(paths.ROOT) / "tests" / "events" / "claude_code"
SESSION = "3f0c8a52-5d0e-4f4b-9a53-0d8b1f0c6b11"


def event(name: str, **changes: Any) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((EVENTS / f"{name}.json").read_text(encoding="utf-8"))
    return found | changes


def occasion(name: str, **changes: Any) -> Any:
    return claude_code.read(event(name, **changes))


def answer(name: str, *answers: Any, **fields: Any) -> dict[str, Any]:
    said = tuple(Said(f"slice{n}", one) for n, one in enumerate(answers))
    text = claude_code.write(Decision(said, **fields), occasion(name))
    written: dict[str, Any] = json.loads(text or "{}")
    return written


def test_the_module_needs_builtin_modules_only() -> None:
    code = (
        "import sys; sys.path.insert(0, sys.argv[1]); before = set(sys.modules)\n"
        "from host.clients import claude_code as c\n"
        "e = {'hook_event_name': 'PreToolUse', 'tool_name': 'Bash'}\n"
        "e['tool_input'] = {'command': 'x'}\n"
        "c.glance(e); c.refuse('r', e); c.tell('t'); c.blocks('')\n"
        "loaded = {m for m in set(sys.modules) - before if not m.startswith('host')}\n"
        "print(sorted(loaded - set(sys.builtin_module_names)))"
    )
    command = [sys.executable, "-I", "-S", "-c", code, paths.ROOT]
    run = subprocess.run(command, capture_output=True, text=True, check=True)

    # `_json` is a C extension of the standard library, built in or not as the build chose.
    assert run.stdout.strip() in ("[]", "['_json']")


@pytest.mark.parametrize(
    ("name", "call"),
    [
        ("pre_bash", {"tool": "shell", "command": "cat README.md"}),
        ("pre_read", {"tool": "read", "path": "/repo/README.md"}),
        ("pre_write", {"tool": "write", "path": "/repo/docs/a.md", "content": "One. Two.\n"}),
        (
            "pre_edit",
            {
                "tool": "edit",
                "path": "/repo/a.py",
                "edits": (Edit("x = 1", "x = 2", everywhere=True),),
            },
        ),
        (
            "pre_multi_edit",
            {
                "tool": "multi_edit",
                "path": "/repo/a.py",
                "edits": (Edit("a", "b"), Edit("c", "d", everywhere=True)),
            },
        ),
        ("pre_notebook_edit", {"tool": "notebook", "path": "/repo/n.ipynb", "content": "1 + 1"}),
    ],
)
def test_a_call_is_read(name: str, call: dict[str, Any]) -> None:
    given = event(name)

    assert claude_code.read(given) == ToolCall(
        client="claude-code",
        session=SESSION,
        cwd="/repo",
        call_id="toolu_01",
        tool_name=given["tool_name"],
        input=given["tool_input"],
        **call,
    )


def test_a_sub_agent_is_told_apart() -> None:
    call = occasion("pre_bash_in_sub_agent")

    assert (call.agent, call.agent_type) == ("a1b2c3", "Explore")


@pytest.mark.parametrize(
    ("name", "output", "failed"),
    [
        ("post_bash", "hello\nwarning", False),
        ("post_failed_bash", "Exit code 3\nout\nerr", True),
        ("post_write", "", False),
    ],
)
def test_a_result_is_read(name: str, output: str, failed: bool) -> None:
    result = occasion(name)

    assert isinstance(result, ToolResult)
    assert (result.output, result.failed) == (output, failed)
    assert result.call.event == "tool.call"


@pytest.mark.parametrize("response", [None, 7, [], {}, {"stdout": 7, "stderr": None}, "text"])
def test_a_response_of_any_shape_is_read(response: Any) -> None:
    expected = response if isinstance(response, str) else ""

    assert occasion("post_bash", tool_response=response).output == expected
    assert occasion("post_failed_bash", error=response).output == expected


@pytest.mark.parametrize(
    ("name", "kind", "source"),
    [
        ("session_start", "session.start", "startup"),
        ("pre_compact", "session.compact", "compact"),
        ("session_end", "session.end", "clear"),
    ],
)
def test_a_session_event_is_read(name: str, kind: Any, source: str) -> None:
    assert occasion(name) == SessionEvent("claude-code", kind, SESSION, "/repo", source=source)


@pytest.mark.parametrize(
    "given",
    [
        event("pre_web_fetch"),
        event("user_prompt"),
        {},
        {"tool_input": None},
    ],
    ids=[
        "unknown-tool",
        "unknown-event",
        "empty",
        "nothing-known",
    ],
)
def test_what_no_slice_can_hook_is_nothing(given: dict[str, Any]) -> None:
    assert claude_code.read(given) is None
    assert claude_code.glance(given) == ("", "", "", *claude_code.glance(given)[3:])


@pytest.mark.parametrize(
    ("name", "change", "fault"),
    [
        pytest.param("pre_bash", {"tool_name": ["Bash"]}, "tool_name", id="tool-is-a-list"),
        pytest.param("pre_bash", {"hook_event_name": 1}, "hook_event", id="event-is-a-number"),
        pytest.param("pre_bash", {"hook_event_name": None}, "hook_event", id="no-event"),
        pytest.param("pre_bash", {"tool_name": None}, "tool_name", id="no-tool"),
        pytest.param("post_bash", {"tool_name": None}, "tool_name", id="no-tool-of-a-result"),
        pytest.param("pre_bash", {"tool_input": None}, "tool_input", id="no-input"),
        pytest.param("pre_bash", {"tool_input": ["ls"]}, "tool_input", id="input-is-a-list"),
        pytest.param("pre_bash", {"tool_input": {}}, "command", id="no-command"),
        pytest.param("pre_bash", {"tool_input": {"command": None}}, "command", id="null-command"),
        pytest.param(
            "pre_bash", {"tool_input": {"command": ["ls"]}}, "command", id="command-is-a-list"
        ),
        pytest.param("pre_bash", {"session_id": 7}, "session_id", id="session-is-a-number"),
        pytest.param("pre_bash", {"cwd": []}, "cwd", id="folder-is-a-list"),
        pytest.param("pre_bash", {"agent_id": {}}, "agent_id", id="agent-is-an-object"),
        pytest.param(
            "pre_read", {"tool_input": {"file_path": 1}}, "file_path", id="path-is-a-number"
        ),
        pytest.param("pre_read", {"tool_input": {}}, "file_path", id="no-path"),
        pytest.param(
            "pre_edit",
            {"tool_input": {"file_path": "a", "old_string": 1}},
            "old_string",
            id="edit-of-a-number",
        ),
        pytest.param(
            "pre_multi_edit",
            {"tool_input": {"file_path": "a", "edits": "b"}},
            "edits",
            id="edits-are-a-text",
        ),
        pytest.param(
            "pre_multi_edit",
            {"tool_input": {"file_path": "a", "edits": [1]}},
            "edits",
            id="an-edit-is-a-number",
        ),
        pytest.param(
            "pre_multi_edit",
            {"tool_input": {"file_path": "a", "edits": [{"new_string": []}]}},
            "new_string",
            id="an-edit-holds-a-list",
        ),
        pytest.param("session_start", {"source": 1}, "source", id="source-is-a-number"),
    ],
)
def test_a_value_of_the_wrong_type_is_a_bad_event(
    name: str, change: dict[str, Any], fault: str
) -> None:
    given = event(name, **change)

    with pytest.raises(BadEvent, match=fault) as caught:
        claude_code.read(given)
    assert claude_code.glance(given) == str(caught.value)


@pytest.mark.parametrize("took", [10**400, -1, -0.5, float("nan"), float("inf"), True, "7", [], {}])
def test_a_duration_that_is_none_is_unknown(took: object) -> None:
    assert claude_code.scope(event("post_bash", duration_ms=took))[1] == -1.0
    result = claude_code.read(event("post_bash", duration_ms=took))
    assert isinstance(result, ToolResult)
    assert result.seconds is None


def test_what_is_missing_is_unknown() -> None:
    given = {"hook_event_name": "PreToolUse", "tool_name": "Bash", "tool_input": {"command": "ls"}}
    call = claude_code.read(given)

    assert isinstance(call, ToolCall)
    assert (call.session, call.cwd, call.agent) == ("", "", "")
    assert claude_code.read(given | {"session_id": None, "cwd": None}) == call


@pytest.mark.parametrize(
    ("path", "cwd", "absolute"),
    [
        ("/a/./b/../c", "/repo", "/a/c"),
        ("b/c", "/repo", "/repo/b/c"),
        ("../x", "/repo", "/x"),
        ("b", "", None),
        ("b", "relative", None),
        ("/a", "", "/a"),
    ],
)
def test_a_path_is_found_from_the_events_folder(path: str, cwd: str, absolute: str | None) -> None:
    assert occasion("pre_read", tool_input={"file_path": path}, cwd=cwd).path == absolute


@pytest.mark.parametrize(
    ("name", "glance"),
    [
        ("pre_bash", ("tool.call", "shell", "cat README.md", SESSION, "")),
        ("pre_bash_in_sub_agent", ("tool.call", "shell", "cat README.md", SESSION, "a1b2c3")),
        ("pre_write", ("tool.call", "write", "docs/a.md", SESSION, "")),
        ("pre_notebook_edit", ("tool.call", "notebook", "/repo/n.ipynb", SESSION, "")),
        ("post_failed_bash", ("tool.result", "shell", "false", SESSION, "")),
        ("pre_compact", ("session.compact", "", "", SESSION, "")),
    ],
)
def test_a_glance_is_the_little_that_triggers_need(name: str, glance: tuple[str, ...]) -> None:
    assert claude_code.glance(event(name)) == glance


@pytest.mark.parametrize("name", [file.stem for file in sorted(EVENTS.glob("*.json"))])
def test_nothing_to_say_is_nothing_at_all(name: str) -> None:
    found = occasion(name)

    assert found is None or claude_code.write(Decision(), found) == ""


def test_a_deny_carries_its_reason_and_the_contexts() -> None:
    assert answer("pre_bash", Deny("no"), Context("know this")) == {
        "hookSpecificOutput": {
            "hookEventName": "PreToolUse",
            "permissionDecision": "deny",
            "permissionDecisionReason": "no",
            "additionalContext": "know this",
        }
    }


def test_several_denies_are_one_reason_with_their_slices_names() -> None:
    output = answer("pre_bash", Deny("one"), Ask("sure?"), Deny("two"))["hookSpecificOutput"]

    assert output["permissionDecision"] == "deny"
    assert output["permissionDecisionReason"] == "[slice0]\none\n\n[slice2]\ntwo"


def test_an_ask_carries_its_reason() -> None:
    output = answer("pre_bash", Ask("sure?"))["hookSpecificOutput"]

    assert (output["permissionDecision"], output["permissionDecisionReason"]) == ("ask", "sure?")


def test_contexts_are_joined_in_order() -> None:
    output = answer("pre_bash", Context("one"), Context("two"))["hookSpecificOutput"]

    assert output == {"hookEventName": "PreToolUse", "additionalContext": "one\n\ntwo"}


@pytest.mark.parametrize(
    ("name", "change", "updated"),
    [
        ("pre_bash", {"command": "ls"}, {"command": "ls"}),
        ("pre_write", {"content": "One.\nTwo.\n"}, {"content": "One.\nTwo.\n"}),
        ("pre_write", {"path": "/repo/b.md"}, {"file_path": "/repo/b.md"}),
        (
            "pre_notebook_edit",
            {"path": "/n", "content": "2"},
            {"notebook_path": "/n", "new_source": "2"},
        ),
        (
            "pre_edit",
            {"edits": (Edit("x = 1", "x = 3", everywhere=True),)},
            {"new_string": "x = 3"},
        ),
        ("pre_edit", {"edits": (Edit("y", "x = 2"),)}, {"old_string": "y", "replace_all": False}),
        (
            "pre_multi_edit",
            {"edits": (Edit("a", "b"), Edit("c", "e", everywhere=True))},
            {
                "edits": [
                    {"old_string": "a", "new_string": "b", "note": "kept"},
                    {"old_string": "c", "new_string": "e", "replace_all": True},
                ]
            },
        ),
    ],
    ids=["command", "content", "path", "cell", "edit", "edit-of-all-fields", "edits"],
)
def test_a_rewrite_answers_with_the_whole_input(
    name: str, change: dict[str, Any], updated: dict[str, Any]
) -> None:
    call = occasion(name)
    new = attrs.evolve(call, **change)

    assert answer(name, Rewrite(new, "tidied"), call=new)["hookSpecificOutput"] == {
        "hookEventName": "PreToolUse",
        "updatedInput": {**call.input, **updated},
        "additionalContext": "tidied",
    }


@pytest.mark.parametrize(
    ("name", "spelled"),
    [
        ("post_bash", "PostToolUse"),
        ("post_failed_bash", "PostToolUseFailure"),
        ("session_start", "SessionStart"),
    ],
)
def test_after_a_call_there_is_context_only(name: str, spelled: str) -> None:
    output = answer(name, Context("late"), Deny("never"))["hookSpecificOutput"]

    assert output == {"hookEventName": spelled, "additionalContext": "late"}


@pytest.mark.parametrize("name", ["pre_compact", "session_end"])
def test_an_event_without_a_place_for_it_says_nothing(name: str) -> None:
    assert answer(name, Context("lost"), notices=("lost",)) == {}
    assert claude_code.can_tell(occasion(name)) is False


@pytest.mark.parametrize("name", ["pre_bash", "post_bash", "session_start"])
def test_notices_are_for_the_person(name: str) -> None:
    assert answer(name, notices=("one", "two")) == {"systemMessage": "one\n\ntwo"}


def test_long_contexts_are_cut_below_the_clients_bound() -> None:
    output = answer("pre_bash", Context("a" * 9_000), Context("\U0001f600" * 9_000))
    text = output["hookSpecificOutput"]["additionalContext"]

    assert units(text) < 10_000
    assert text.endswith("more characters from slice1 left out]")


def test_long_reasons_are_cut_below_the_clients_bound() -> None:
    output = answer("pre_bash", Deny("a" * 30_000), Deny("b" * 30_000))["hookSpecificOutput"]

    assert units(output["permissionDecisionReason"]) <= 40_000
    assert output["permissionDecision"] == "deny"


@pytest.mark.parametrize("text", ['"\\\n\0\x1f', "ü", "\U0001f600", "\ud800", "\u2028"], ids=ascii)
def test_any_text_is_one_line_of_ascii_json(text: str) -> None:
    for written in (
        claude_code.write(Decision((Said("a", Deny(text)),)), occasion("pre_bash")),
        claude_code.refuse(text, event("pre_bash")),
    ):
        assert written.isascii()
        assert "\n" not in written
        assert json.loads(written)["hookSpecificOutput"]["permissionDecisionReason"] == text
    assert json.loads(claude_code.tell(text)) == {"systemMessage": text}


def test_a_refusal_is_the_deny_that_write_would_give() -> None:
    written = claude_code.write(Decision((Said("a", Deny("no")),)), occasion("pre_bash"))

    assert claude_code.refuse("no", event("pre_bash")) == written
    assert claude_code.refuse("no", {}) == written


def test_a_refusal_after_the_call_is_for_the_person() -> None:
    assert json.loads(claude_code.refuse("no", event("post_bash"))) == {"systemMessage": "no"}


def test_what_blocks() -> None:
    call = occasion("pre_bash")
    words = '"permissionDecision":"deny"'

    assert claude_code.blocks(claude_code.refuse("no", {}))
    assert claude_code.blocks(claude_code.write(Decision((Said("a", Ask("?")),)), call))
    assert not claude_code.blocks("")
    assert not claude_code.blocks(claude_code.tell(words))
    assert not claude_code.blocks(
        claude_code.write(
            Decision((Said("a", Context(words)),), call=attrs.evolve(call, command="x")), call
        )
    )


@pytest.mark.parametrize(
    ("path", "offset", "limit", "spelled"),
    [
        ("/abs/README.md", 3, 10, 'Read(file_path="/abs/README.md", offset=3, limit=10)'),
        ("/abs/a b.md", None, None, 'Read(file_path="/abs/a b.md")'),
        ("/abs/ü.md", 1, None, 'Read(file_path="/abs/ü.md", offset=1)'),
        ('/abs/"\n\\', None, 5, 'Read(file_path="/abs/\\"\\n\\\\", limit=5)'),
    ],
)
def test_a_read_is_spelled_as_the_model_calls_it(
    path: str, offset: int | None, limit: int | None, spelled: str
) -> None:
    assert claude_code.read_call(path, offset, limit) == spelled


def test_a_write_and_an_edit_are_spelled_as_the_model_calls_them() -> None:
    path = '/abs/"ü.md'
    assert claude_code.write_call(path) == 'Write(file_path="/abs/\\"ü.md", content=…)'
    assert claude_code.edit_call(path) == (
        'Edit(file_path="/abs/\\"ü.md", old_string=…, new_string=…)'
    )
