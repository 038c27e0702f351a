"""The whole stack in this process: an event's bytes in, the client's answer out."""

# Only the hook entry's own processes are left out, which would cost a hundred times as much a
# call.

from __future__ import annotations

import itertools
import json
import os
import re
import subprocess
from typing import TYPE_CHECKING, Any

from attrs import define, field, frozen

from host import environment, front, house, judge, paths
from host.clients import load
from host.last_resort import names
from host.unsupervised import Done

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

    from host.question import Question

CLIENT = load("claude-code")
_IDS = itertools.count()
ANCHORS = {
    "config": "deploy/config.yaml",
    "root-config": "config.yaml",
    "claude": "CLAUDE.md",
    "orders": "src/dbt/models/stg_orders.sql",
    "there": "build1:/repo/deploy/config.yaml",
}
"""The project's notes and the one file that each is tied to."""

LONG_AGO = 1_700_000_000
CONFIG_TEXT = "timeout: 30\n"
FILES = {
    "app.py": "x = 1\n",
    "deploy/config.yaml": CONFIG_TEXT,
    "deploy/other.yaml": "other\n",
    "config.yaml": "root\n",
    "CLAUDE.md": "rules\n",
    "docs/CLAUDE-notes.md": "notes\n",
    "docs/ACCESS.md": "".join(f"line {n}\n" for n in range(1, 61)),
    "src/dbt/models/stg_orders.sql": "select 1\n",
    "head": "a name like a program's\n",
}


@frozen
class Answer:
    """What the client was told about one event."""

    raw: str
    output: dict[str, Any]

    @property
    def verdict(self) -> str:
        """`run`, `deny`, `ask` or `rewrite`."""
        if "permissionDecision" in self.output:
            return str(self.output["permissionDecision"])
        return "rewrite" if "updatedInput" in self.output else "run"

    @property
    def reason(self) -> str:
        """The reason of a deny or of a question."""
        return str(self.output.get("permissionDecisionReason", ""))

    @property
    def context(self) -> str:
        """What the model is told beside the call."""
        return str(self.output.get("additionalContext", ""))

    @property
    def by(self) -> list[str]:
        """The slices whose reasons stand in the answer, in its order."""
        found = re.findall(r"\bslices/(\w+)/README\.md", self.reason)
        return list(dict.fromkeys(found))

    @property
    def notes(self) -> list[str]:
        """The notes that the answer brings, by id."""
        return sorted(re.findall(r"^Note ([^,\n]+),", self.context, re.MULTILINE))


@define
class Whole:
    """One person's machine with a project, on which every slice of this copy is on."""

    root: Path
    session: str = field(factory=lambda: f"session-{next(_IDS)}")
    complaints: list[str] = field(factory=list)

    @property
    def project(self) -> Path:
        """The project's folder."""
        return self.root / "repo"

    def file(self, name: str, text: str = "text\n") -> Path:
        """Write a file of the project, as if long ago: no call is to be taken for its cause."""
        path = self.project / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        _age(path)
        return path

    def note(self, name: str, anchor: str, severity: str = "caution") -> None:
        """Tie a note to a file of the project."""
        head = f"---\nanchors: ['{anchor}']\nseverity: {severity}\n---\n"
        path = self.file(f".tidegate/notes/{name}.md", f"{head}Mind {name}.\n")
        _age(path.parent)  # what is of just now is read at every call

    def configure(self, **slices: dict[str, Any]) -> None:
        """Write the person's configuration: every slice on, and what is given laid over that."""
        on = {name: {"enabled": True} | slices.get(name, {}) for name in names()}
        file = self.root / "config/tidegate/config.json"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps({"slices": on}))
        _age(file)

    def send(self, raw: bytes) -> Answer:
        """Send an event as it stands, and let happen what comes after its answer.

        Nothing may break on the way: the last resort would let most calls run without a word.
        """
        late: list[Any] = []
        answer = front.decide("claude_code", CLIENT, raw, late)
        for step in late:
            step()
        assert self.complaints == []
        return Answer(answer, json.loads(answer or "{}").get("hookSpecificOutput", {}))

    def ask(self, command: str, **changes: Any) -> Answer:
        """Send a call of the shell tool."""
        return self.tool("Bash", {"command": command}, **changes)

    def tool(self, name: str, given: dict[str, Any], **changes: Any) -> Answer:
        """Send a call of a tool."""
        call = {"tool_name": name, "tool_input": given, "tool_use_id": f"toolu_{next(_IDS)}"}
        return self.event("PreToolUse", **{**call, **changes})

    def start(self) -> None:
        """Begin the session: from then on the front passes what no slice wants."""
        assert self.event("SessionStart", source="startup").raw == ""

    def event(self, name: str, **fields: Any) -> Answer:
        """Send an event of the session."""
        common = {"hook_event_name": name, "session_id": self.session, "cwd": str(self.project)}
        return self.send(json.dumps(common | fields).encode())

    def run(self, command: str, **changes: Any) -> tuple[Answer, Answer]:
        """Let bash run a command between the events that the client sends for it.

        Return what was said before it and after it.
        """
        call: dict[str, Any] = {"tool_use_id": f"toolu_{next(_IDS)}"}
        before = self.ask(command, **call, **changes)
        assert before.verdict == "run"
        done = subprocess.run(
            ["bash", "--norc", "--noprofile", "-c", command],
            cwd=self.project,
            env={"PATH": os.environ["PATH"], "HOME": str(self.root / "home")},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )
        call |= {"tool_name": "Bash", "tool_input": {"command": command}, "duration_ms": 1}
        if done.returncode:
            told = {"error": f"Exit code {done.returncode}\n{done.stdout}\n{done.stderr}"}
            return before, self.event("PostToolUseFailure", **call, **told, **changes)
        response = {"stdout": done.stdout, "stderr": done.stderr, "interrupted": False}
        return before, self.event("PostToolUse", **call, tool_response=response, **changes)

    def placed(self, text: str) -> str:
        """Put this machine's paths into a text of a case."""
        return text.replace("@TOP@", str(self.project)).replace("@ROOT@", str(self.root))


def _age(path: Path) -> None:
    """Set back a path's times, each time to another moment: a change has to be seen as one."""
    then = LONG_AGO + next(_IDS)
    os.utime(path, (then, then))


def fill(root: Path) -> Path:
    """Make a machine below `root` with a project, its files and its notes."""
    whole = Whole(root)
    (whole.project / ".git").mkdir(parents=True)
    for name, text in FILES.items():
        whole.file(name, text)
    for name, anchor in ANCHORS.items():
        whole.note(name, anchor)
    (root / "link-to-repo").symlink_to("repo")
    whole.configure()
    return root


def take_over(root: Path, monkeypatch: pytest.MonkeyPatch) -> Whole:
    """Let the host find the machine below `root` in place of the real one."""
    own = {"HOME": root / "home", "XDG_STATE_HOME": root / "state"}
    own |= {"XDG_CONFIG_HOME": root / "config"}
    raw = {name.encode(): str(path).encode() for name, path in own.items()}
    whole = Whole(root)
    monkeypatch.setattr(paths, "_environ", {**raw, b"TIDEGATE_HOST": b"cold"})
    monkeypatch.setattr(environment, "ready", lambda: "/site-packages")
    monkeypatch.setattr(judge, "judge", _here)
    monkeypatch.setattr(front, "complain", whole.complaints.append)
    return whole


def _here(question: Question, *_: object) -> judge.Verdict:
    outcome = house.answer(question.name, question.event, wanted=question.wanted)
    return judge.Verdict(answered=Done(outcome.text, outcome.after))
