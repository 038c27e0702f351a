"""Runs one session of the real client against a scripted model and tells what the model saw."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import TYPE_CHECKING, Any

from attrs import define, field, frozen

from tests.client import mock_api

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

PATH = (
    f"/usr/local/bin:/usr/bin:/bin:{sys.base_prefix}/bin"  # the last: where Python is not in /usr
)
ALLOWED_TOOLS = "Bash Read Edit Write"
SESSION_SECONDS = 240  # for a session that hangs, not a bound on how fast it has to be


@frozen
class Call:
    """One tool call of the scripted model."""

    tool: str
    input: dict[str, Any]


@frozen
class Result:
    """What the model saw of one tool call."""

    text: str
    is_error: bool

    @property
    def denied(self) -> bool:
        """Whether a hook kept the call from running."""
        return self.is_error and self.text.startswith("PreToolUse:")


@frozen
class Session:
    """A session that ended: the results in the order of the calls, and what else was said."""

    results: tuple[Result, ...]
    notes: tuple[str, ...]
    output: str


@define
class Home:
    """A person's machine: home, client config and project folder, all fresh."""

    root: Path
    env: dict[str, str] = field(factory=dict)

    def __attrs_post_init__(self) -> None:
        for folder in (self.home, self.client_config, self.project, self.config, self.state):
            folder.mkdir(parents=True, exist_ok=True)

    @property
    def home(self) -> Path:
        """The person's home folder."""
        return self.root / "home"

    @property
    def client_config(self) -> Path:
        """The client's own config folder."""
        return self.root / "client"

    @property
    def project(self) -> Path:
        """The folder the session starts in."""
        return self.root / "project"

    @property
    def config(self) -> Path:
        """The user config folder (XDG)."""
        return self.root / "config"

    @property
    def state(self) -> Path:
        """The state folder (XDG)."""
        return self.root / "state"

    @property
    def data(self) -> Path:
        """What the client gives a plugin of `--plugin-dir` as its data folder."""
        return self.client_config / "plugins" / "data" / "tidegate-inline"

    def seed(self, data: Path) -> None:
        """Let the plugin find the ready environment `data`."""
        self.data.parent.mkdir(parents=True, exist_ok=True)
        self.data.symlink_to(data)

    def write(self, name: str, content: str) -> Path:
        """Write a file of the project."""
        path = self.project / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content)
        return path

    def environment(self, api_url: str) -> dict[str, str]:
        """Return the client's whole environment: nothing of the caller's leaks in."""
        return {
            "PATH": PATH,
            "LANG": "C.UTF-8",
            "TERM": "dumb",
            "HOME": str(self.home),
            "CLAUDE_CONFIG_DIR": str(self.client_config),
            "XDG_CONFIG_HOME": str(self.config),
            "XDG_STATE_HOME": str(self.state),
            "XDG_CACHE_HOME": str(self.root / "cache"),
            "XDG_DATA_HOME": str(self.root / "share"),
            "ANTHROPIC_API_KEY": "sk-ant-scripted",
            "ANTHROPIC_BASE_URL": api_url,
            "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
            "DISABLE_AUTOUPDATER": "1",
            "DISABLE_TELEMETRY": "1",
            "DISABLE_ERROR_REPORTING": "1",
            "TIDEGATE_HOST": "cold",  # no process outlives a session here
            **self.env,
        }


def bash(command: str) -> Call:
    """Return a call of the shell tool."""
    return Call("Bash", {"command": command})


def read(path: Path, **window: int) -> Call:
    """Return a call of the read tool."""
    return Call("Read", {"file_path": str(path), **window})


def run_session(
    binary: Path,
    home: Home,
    turns: Sequence[Call | Sequence[Call]],
    *,
    plugin: Path | None = None,
) -> Session:
    """Play `turns`, each a call or several calls of one message, and return what came back."""
    messages = [[turn] if isinstance(turn, Call) else list(turn) for turn in turns]
    script = [message(number, calls) for number, calls in enumerate(messages)]
    with mock_api.serve([*script, [mock_api.text("done")]]) as api:
        output = run_client(binary, home, ["-p", "go", *_options(plugin)], api_url=api.url)
    seen = api.requests[-1]["messages"] if api.requests else []
    blocks = [block for message in seen for block in _blocks(message)]
    found = {b["tool_use_id"]: _result(b) for b in blocks if b["type"] == "tool_result"}
    ids = [block["id"] for message in script for block in message]
    missing = [i for i in ids if i not in found]
    assert not missing, f"no result for {missing}\n{output}"
    notes = tuple(
        b["text"] for b in blocks if b["type"] == "text" and "hook additional context" in b["text"]
    )
    return Session(tuple(found[i] for i in ids), notes, output)


def go_on(
    binary: Path, home: Home, prompt: str, reply: mock_api.Message, *, plugin: Path | None = None
) -> str:
    """Go on with the last session by one prompt and one reply, and return what the model got.

    A prompt may be a command of the client, such as `/compact`: the reply is its summary then.
    """
    with mock_api.serve([reply, [mock_api.text("done")]]) as api:
        run_client(binary, home, ["-p", prompt, "--continue", *_options(plugin)], api_url=api.url)
    return json.dumps(api.requests[-1]["messages"] if api.requests else [])


def run_client(
    binary: Path, home: Home, arguments: Sequence[str], *, api_url: str = "http://127.0.0.1:9"
) -> str:
    """Run the client once and return all it printed; a non-zero exit is an error."""
    done = subprocess.run(
        [str(binary), *arguments],
        cwd=home.project,
        env=home.environment(api_url),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=SESSION_SECONDS,
        check=False,
    )
    assert done.returncode == 0, f"exit {done.returncode}: {done.stdout}"
    return done.stdout


def _options(plugin: Path | None) -> list[str]:
    options = ["--output-format", "stream-json", "--verbose", "--include-hook-events"]
    options += ["--allowedTools", ALLOWED_TOOLS]
    return [*options, "--plugin-dir", str(plugin)] if plugin else options


def message(number: int, calls: Sequence[Call]) -> mock_api.Message:
    """Return the model's message of a turn with these calls."""
    return [
        mock_api.tool_use(f"toolu_{number:04d}{position:04d}", call.tool, call.input)
        for position, call in enumerate(calls)
    ]


def _blocks(message: Mapping[str, Any]) -> list[mock_api.Block]:
    content = message["content"]
    return [mock_api.text(content)] if isinstance(content, str) else content


def _result(block: mock_api.Block) -> Result:
    content = block.get("content")
    if not isinstance(content, str):
        content = "".join(part.get("text", "") for part in content or ())
    return Result(content, bool(block.get("is_error")))
