"""The plugin's skills as the real client shows them to the model."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.client import mock_api
from tests.client.install import REPO
from tests.client.session import Home, run_client

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.client

SKILLS = sorted(path.parent.name for path in REPO.glob("skills/*/SKILL.md"))


def shown(client: Path, home: Home, name: str) -> str:
    """Return all that the model is told once it has loaded a skill."""
    script = [[mock_api.tool_use("toolu_1", "Skill", {"skill": f"tidegate:{name}"})]]
    options = ["--allowedTools", "Skill", "--plugin-dir", str(REPO)]
    with mock_api.serve([*script, [mock_api.text("done")]]) as api:
        run_client(client, home, ["-p", "go", *options], api_url=api.url)
    return repr(api.requests[-1]["messages"])


@pytest.mark.parametrize("name", SKILLS)
def test_a_skill_names_the_command_where_it_is(client: Path, home: Home, name: str) -> None:
    text = shown(client, home, name)
    assert f"{REPO}/bin/tidegate " in text
    assert "${CLAUDE" not in text


def test_there_are_skills() -> None:
    assert SKILLS
