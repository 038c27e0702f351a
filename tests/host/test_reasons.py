from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from host import paths, reasons

TEXTS = {
    "after-a-call-the-handler-broke": lambda: reasons.handler_broke_after(
        "scar", "exception", "ValueError: x"
    ),
    "before-a-call-the-handler-broke": lambda: reasons.handler_broke("guard", "time-out", "8 s"),
    "config-faults-over-the-last-good-one": lambda: reasons.config_problems(
        ("c.json: at slices.gaurd: expected a slice.",), kept=True
    ),
    "config-faults-over-the-defaults": lambda: reasons.config_problems(
        tuple(f"problem {n}" for n in range(22)), kept=False
    ),
    "corrupt-state": lambda: reasons.state_set_aside("/s/state.db", "/s/state.db.corrupt-1"),
    "a-project-that-loosens": lambda: reasons.project_refused(
        ("/p/.tidegate.json: at slices.guard.enabled: expected true, got false.",), "/p"
    ),
    "left-out": lambda: reasons.left_out(("recall", "scar"), 1234),
    "one-of-several-reasons": lambda: reasons.headed("guard", "no"),
    "slice-broke": lambda: reasons.broke("guard", "exception", "ValueError: x"),
    "slice-did-not-load": lambda: reasons.not_loaded("guard", "no module x", guarded=True),
    "slice-did-not-load-and-nothing-guards": lambda: reasons.not_loaded(
        "guard", "no module x", guarded=False
    ),
    "another-distribution-is-gone": lambda: reasons.outside_gone("spell", "spell 1.0", "/data"),
    "another-distribution-does-not-fit": lambda: reasons.unfit_outside("a", "b 1.0", "no page"),
    "packages-are-not-installed": lambda: reasons.not_installed("recall"),
    "state-broken": lambda: reasons.state_broken("/s/state.db: is locked. Wait."),
    "state-is-full": lambda: reasons.state_mend(13, "/s/state.db"),
    "state-is-locked": lambda: reasons.state_mend(5, "/s/state.db"),
    "state-is-odd": lambda: reasons.state_mend(1, "/s/state.db"),
    "state-is-read-only": lambda: reasons.state_mend(8, "/s/state.db"),
}
SNAPSHOTS = Path(__file__).parent / "snapshots" / "reasons"


@pytest.mark.parametrize("name", TEXTS)
def test_the_words(name: str, snapshot: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(paths, "config_file", lambda: "<config>/config.json")
    monkeypatch.setattr(paths, "ROOT", "<tidegate>")
    snapshot.snapshot_dir = SNAPSHOTS

    snapshot.assert_match(TEXTS[name]() + "\n", f"{name}.txt")


def test_every_snapshot_has_its_case() -> None:
    assert {file.stem for file in SNAPSHOTS.iterdir()} == set(TEXTS)


def test_every_text_has_its_snapshot() -> None:
    public = {name for name, value in vars(reasons).items() if callable(value) and name[0] != "_"}
    used = {name for text in TEXTS.values() for name in text.__code__.co_names}

    # The door and the page stand inside others; the crude deny is the last resort's own text.
    assert public - used == {"door", "docs", "crude_deny"}
