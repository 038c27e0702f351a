"""The project in which recall's cases run: files, links, and the notes that are anchored there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pathlib import Path

FILES = (
    "deploy/config.yaml",
    "deploy/other.yaml",
    "deploy/deep/nested.yaml",
    "config.yaml",
    "app.py",
    "my dir/notes.txt",
    "my",
    "dir/notes.txt",
    "CLAUDE.md",
    "docs/CLAUDE-notes.md",
    "src/dbt/models/stg_orders.sql",
    "src/gen/[id]/page.tsx",
    "lib/one.ts",
    "lib/deep/two.ts",
    "run.sh",
    "plain.txt",
)
NOTES = {
    "config": ["deploy/config.yaml"],
    "root-config": ["config.yaml"],
    "spaced": ["my dir/notes.txt"],
    "claude": ["CLAUDE.md"],
    "orders": ["src/dbt/models/stg_orders.sql"],
    "page": ["src/gen/[id]/page.tsx"],
    "script": ["run.sh"],
    "lib": ["lib/**"],
    "built": ["buildhost:/srv/app/deploy/config.yaml"],
    "built-logs": ["buildhost:/var/log/app/*.log"],
    "one": ["build1:/repo/deploy/config.yaml"],
    "pod": ["pod-7:/etc/app.yaml"],
}
OUTSIDE = {"etc": "etc/app.yaml"}
LINKS = {
    "deploy-link": "deploy",
    "link-to-config.yaml": "deploy/config.yaml",
    "current.yaml": "deploy/other.yaml",
}


def make(bench: Any) -> None:
    """Fill the project of a bench."""
    for name in FILES:
        bench.file(name)
    for name, target in LINKS.items():
        (bench.project / name).symlink_to(target)
    (bench.root / "link-to-repo").symlink_to("repo")
    outside: Path = bench.root / "etc/app.yaml"
    outside.parent.mkdir()
    outside.write_text("text\n")
    bench.age(outside)
    for name, anchors in NOTES.items():
        bench.note(name, *anchors)
    bench.note("outside", str(outside), mine=True)
