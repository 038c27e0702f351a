"""Claude Code: its events in the host's words, and the host's decisions as its hooks answer."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

    from host.call import Decision, Edit, Occasion, Said, SessionEvent, Tool, ToolCall, ToolResult
    from host.clients import Glance, Scope
    from host.here import Options

_CALL = "PreToolUse"
_RESULT = "PostToolUse"
_FAILED = "PostToolUseFailure"
_START = "SessionStart"
_EVENTS = {
    _CALL: "tool.call",
    _RESULT: "tool.result",
    _FAILED: "tool.result",
    _START: "session.start",
    "PreCompact": "session.compact",
    "SessionEnd": "session.end",
}
_TOOLS: "Mapping[str, Tool]" = {
    "Bash": "shell",
    "Read": "read",
    "Write": "write",
    "Edit": "edit",
    "MultiEdit": "multi_edit",
    "NotebookEdit": "notebook",
}
_OPTION = "CLAUDE_PLUGIN_OPTION_"
_LONGEST_MS = 10**12  # thirty years; a whole number of any length is JSON, but not always a float
_PATH_KEYS = {"notebook": "notebook_path"}
_CONTENT_KEYS = {"write": "content", "notebook": "new_source"}
_COMMON_TEXTS = ("session_id", "cwd", "agent_id", "agent_type", "tool_use_id", "source", "reason")
_INPUT_TEXTS = ("command", "file_path", "notebook_path", "content", "new_source")
_EDIT_TEXTS = ("old_string", "new_string")


def glance(event: "dict[str, Any]") -> "Glance | str":
    """Return event kind, tool kind, command or path, session and agent; or what is wrong."""
    kind, tool = _kinds(event)
    if fault := _misnamed(event) or (_fault(event, tool) if kind else ""):
        return fault
    given = event["tool_input"] if tool else {}
    key = "command" if tool == "shell" else _path_key(tool)
    return kind, tool, _text(given, key), _text(event, "session_id"), _text(event, "agent_id")


def scope(event: "dict[str, Any]") -> "Scope":
    """Return the folder, the seconds that the call took or -1, the rules' folder, the options."""
    took = _seconds(event)
    return _text(event, "cwd"), -1.0 if took is None else took, rules_folder(), options()


def options() -> "Options":
    """Return the plugin's options that are set, from the environment that the client gives a hook.

    An option that is not set has no variable, whatever its default in the manifest.
    """
    from host.paths import variables

    given = variables(_OPTION)
    return {name.removeprefix(_OPTION).lower(): (name, text) for name, text in given.items()}


def refuse(reason: str, event: "dict[str, Any]") -> str:
    """Return the deny of a call, or a text for the person after any other event."""
    name = event.get("hook_event_name")
    if isinstance(name, str) and name != _CALL:
        return tell(reason)
    output = '"hookEventName":"PreToolUse","permissionDecision":"deny"'
    return f'{{"hookSpecificOutput":{{{output},"permissionDecisionReason":{_quote(reason)}}}}}'


def ask(reason: str) -> str:
    """Return an answer that has the person decide about a call; with nobody there it is a deny."""
    output = '"hookEventName":"PreToolUse","permissionDecision":"ask"'
    return f'{{"hookSpecificOutput":{{{output},"permissionDecisionReason":{_quote(reason)}}}}}'


def is_no_shell_call(raw: bytes, find: "Callable[[bytes, str], list[str]]") -> bool:
    """Tell whether an event that cannot be read certainly is something else.

    What stands inside of the tool's input tells nothing of the event.
    """
    head = raw.partition(b'"tool_input"')[0]
    names, tools = find(head, "hook_event_name"), find(head, "tool_name")
    return bool(names and _CALL not in names) or bool(tools and "Bash" not in tools)


def tell(text: str) -> str:
    """Return an answer that only shows the person `text`."""
    return f'{{"systemMessage":{_quote(text)}}}'


def start_text() -> str:
    """Return what stands in the raw event of a session's start: inside a text it is escaped."""
    return f'"{_START}"'


def blocks(answer: str) -> bool:
    """Tell whether this answer keeps the call from running."""
    return '"permissionDecision":' in answer


def read(event: "dict[str, Any]") -> "Occasion | None":
    """Return the event in the host's words, or None for an event or tool that no slice can hook.

    Raises `BadEvent` where a value has the wrong type or a tool's input is missing: such a call is
    for the crude tests. A missing `cwd` (null is missing too) is an unknown folder, a missing
    session the session "".
    """
    kind, tool = _kinds(event)
    if fault := _misnamed(event) or (_fault(event, tool) if kind else ""):
        from host.errors import BadEvent

        raise BadEvent(fault)
    if not kind:
        return None
    if not tool:
        return _session_event(event, kind)
    call = _call(event, tool)
    return call if kind == "tool.call" else _result(event, call)


def can_tell(occasion: "Occasion") -> bool:
    """Tell whether the answer to this event may carry a text for the person."""
    return occasion.event not in ("session.compact", "session.end")


def write(decision: "Decision", occasion: "Occasion") -> str:
    """Return the answer as JSON, or "" where there is nothing to say; never an allow."""
    output = _output(decision, occasion)
    answer: dict[str, Any] = {}
    if output:
        answer["hookSpecificOutput"] = {"hookEventName": _event_name(occasion), **output}
    if decision.notices and can_tell(occasion):
        answer["systemMessage"] = "\n\n".join(decision.notices)
    if not answer:
        return ""
    import json

    return json.dumps(answer, separators=(",", ":"))


def rules_folder() -> str:
    """Return where a project's path-scoped rules lie (`paths` in their front matter)."""
    return ".claude/rules"


def read_call(path: str, offset: "int | None", limit: "int | None") -> str:
    """Return the call of the Read tool for `limit` lines of `path` from line `offset`."""
    import json

    given = {"file_path": json.dumps(path, ensure_ascii=False), "offset": offset, "limit": limit}
    words = [f"{key}={value}" for key, value in given.items() if value is not None]
    return f"Read({', '.join(words)})"


def write_call(path: str) -> str:
    """Return the call of the Write tool for the whole of `path`."""
    import json

    return f"Write(file_path={json.dumps(path, ensure_ascii=False)}, content=…)"


def edit_call(path: str) -> str:
    """Return the call of the Edit tool for a part of `path`."""
    import json

    return f"Edit(file_path={json.dumps(path, ensure_ascii=False)}, old_string=…, new_string=…)"


def _kinds(event: "dict[str, Any]") -> "tuple[str, Tool | str]":
    """Return event kind and tool kind; both "" for what no slice can hook."""
    name, tool_name = event.get("hook_event_name"), event.get("tool_name")
    kind = _EVENTS.get(name, "") if isinstance(name, str) else ""
    if not kind.startswith("tool."):
        return kind, ""
    tool = _TOOLS.get(tool_name, "") if isinstance(tool_name, str) else ""
    return (kind, tool) if tool else ("", "")


def _misnamed(event: "dict[str, Any]") -> str:
    """Return which name is no text or missing, so that nobody knows what the event is; or "".

    A tool's event has both: without the one, a call would pass as what no slice can hook.
    """
    name, tool = event.get("hook_event_name"), event.get("tool_name")
    if not isinstance(name, str) and (name is not None or tool is not None):
        return "hook_event_name is no text"
    if not isinstance(tool, str) and (tool is not None or name in (_CALL, _RESULT, _FAILED)):
        return "tool_name is no text"
    return ""


def _fault(event: "dict[str, Any]", tool: str) -> str:
    """Return what makes the event unreadable, or ""."""
    if wrong := _not_texts(event, _COMMON_TEXTS):
        return wrong
    if not tool:
        return ""
    given = event.get("tool_input")
    if not isinstance(given, dict):
        return "tool_input is no object"
    needed = "command" if tool == "shell" else _path_key(tool)
    if given.get(needed) is None:
        return f"tool_input has no {needed}"
    return _not_texts(given, _INPUT_TEXTS) or _bad_edits(given, tool)


def _bad_edits(given: "dict[str, Any]", tool: str) -> str:
    if tool == "edit":
        return _not_texts(given, _EDIT_TEXTS)
    edits = (given.get("edits") or []) if tool == "multi_edit" else []
    if not isinstance(edits, list) or not all(isinstance(edit, dict) for edit in edits):
        return "edits is no list of objects"
    return next((wrong for edit in edits if (wrong := _not_texts(edit, _EDIT_TEXTS))), "")


def _not_texts(values: "dict[str, Any]", keys: "tuple[str, ...]") -> str:
    wrong = [key for key in keys if not isinstance(values.get(key), str | None)]
    return f"{wrong[0]} is no text" if wrong else ""


def _text(values: "Mapping[str, Any]", key: str) -> str:
    return values.get(key) or ""


def _call(event: "dict[str, Any]", tool: "Tool | str") -> "ToolCall":
    from host.call import ToolCall

    given = event["tool_input"]
    cwd = _text(event, "cwd")
    return ToolCall(
        client="claude-code",
        tool=_TOOLS[event["tool_name"]],
        session=_text(event, "session_id"),
        cwd=cwd,
        agent=_text(event, "agent_id"),
        agent_type=_text(event, "agent_type"),
        call_id=_text(event, "tool_use_id"),
        tool_name=event["tool_name"],
        command=given["command"] if tool == "shell" else None,
        path=None if tool == "shell" else _absolute(given[_path_key(tool)], cwd),
        content=given.get(_CONTENT_KEYS.get(tool, "")),
        edits=tuple(_edit(edit) for edit in _edits(given, tool)),
        input=given,
    )


def _result(event: "dict[str, Any]", call: "ToolCall") -> "ToolResult":
    from host.call import ToolResult

    took = _seconds(event)
    if event["hook_event_name"] == _FAILED:
        error = event.get("error")
        output = error if isinstance(error, str) else ""
        return ToolResult(call, output, failed=True, seconds=took)
    response = event.get("tool_response")
    if isinstance(response, dict):
        streams = [response.get("stdout"), response.get("stderr")]
        output = "\n".join(text for text in streams if text and type(text) is str)
        return ToolResult(call, output, seconds=took)
    return ToolResult(call, response if isinstance(response, str) else "", seconds=took)


def _seconds(event: "dict[str, Any]") -> "float | None":
    took = event.get("duration_ms")
    if not isinstance(took, int | float) or isinstance(took, bool):
        return None
    return took / 1000 if 0 <= took <= _LONGEST_MS else None


def _session_event(event: "dict[str, Any]", kind: str) -> "SessionEvent":
    from typing import cast

    from host.call import EventKind, SessionEvent

    came_about = _text(event, "source") or _text(event, "reason")
    return SessionEvent(
        client="claude-code",
        event=cast("EventKind", kind),
        session=_text(event, "session_id"),
        cwd=_text(event, "cwd"),
        agent=_text(event, "agent_id"),
        source="compact" if kind == "session.compact" else came_about,
    )


def _absolute(path: str, cwd: str) -> "str | None":
    """Return the path as it is found from the event's folder, never from the hook's own."""
    import os.path

    joined = os.path.join(cwd, path)  # noqa: PTH118  pathlib costs more than a bare start
    if not os.path.isabs(joined):  # noqa: PTH117  as above
        return None
    return os.path.normpath(joined)


def _path_key(tool: str) -> str:
    return _PATH_KEYS.get(tool, "file_path")


def _edits(given: "Mapping[str, Any]", tool: str) -> "list[dict[str, Any]]":
    if tool == "edit":
        return [dict(given)]
    return (given.get("edits") or []) if tool == "multi_edit" else []


def _edit(given: "dict[str, Any]") -> "Edit":
    from host.call import Edit

    everywhere = given.get("replace_all") is True
    return Edit(_text(given, "old_string"), _text(given, "new_string"), everywhere)


def _output(decision: "Decision", occasion: "Occasion") -> "dict[str, Any]":
    """Return what the client acts on; a compaction and an end can carry nothing."""
    from host.limits import CONTEXT_MAX_UNITS
    from host.merge import fit

    if not can_tell(occasion):
        return {}
    output = _verdict(decision, occasion)
    if context := fit(decision.told, CONTEXT_MAX_UNITS):
        output["additionalContext"] = context
    return output


def _verdict(decision: "Decision", occasion: "Occasion") -> "dict[str, Any]":
    from host.call import ToolCall

    if not isinstance(occasion, ToolCall):
        return {}
    output: dict[str, Any] = {}
    if decision.denies or decision.asks:
        said = decision.denies or decision.asks
        output["permissionDecision"] = "deny" if decision.denies else "ask"
        output["permissionDecisionReason"] = _reason(said)
    if decision.call is not None:
        output["updatedInput"] = _updated(occasion, decision.call)
    return output


def _reason(said: "tuple[Said, ...]") -> str:
    from host.limits import REASON_MAX_UNITS
    from host.merge import fit, headed

    return fit(headed(said), REASON_MAX_UNITS)


def _updated(old: "ToolCall", new: "ToolCall") -> "dict[str, Any]":
    """Lay the changed fields over the whole input as it came."""
    given = dict(old.input)
    if new.command != old.command:
        given["command"] = new.command
    if new.path != old.path:
        given[_path_key(old.tool)] = new.path
    if new.content != old.content:
        given[_CONTENT_KEYS[old.tool]] = new.content
    if new.edits != old.edits:
        pairs = zip(_edits(given, old.tool), old.edits, new.edits, strict=True)
        edits = [_laid_over(*pair) for pair in pairs]
        given = edits[0] if old.tool == "edit" else {**given, "edits": edits}
    return given


def _laid_over(given: "dict[str, Any]", old: "Edit", new: "Edit") -> "dict[str, Any]":
    changed = dict(given)
    if new.old != old.old:
        changed["old_string"] = new.old
    if new.new != old.new:
        changed["new_string"] = new.new
    if new.everywhere != old.everywhere:
        changed["replace_all"] = new.everywhere
    return changed


def _event_name(occasion: "Occasion") -> str:
    from host.call import ToolCall, ToolResult

    if isinstance(occasion, ToolCall):
        return _CALL
    if isinstance(occasion, ToolResult):
        return _FAILED if occasion.failed else _RESULT
    return _START


def _quote(text: str) -> str:
    from host.decode import quote

    return quote(text)
