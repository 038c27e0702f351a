"""What people can set for sembr."""

from __future__ import annotations

from attrs import frozen


@frozen
class Options:
    """The options of the slice, as `plugin.json` and the person's file give them."""

    files: bool = True
    git: bool = True
    gh: bool = True
    unspaced: bool = True


DESCRIBE = {
    "files": "Put sentences of Markdown files on lines of their own.",
    "git": "Do so in the messages of commits and tags, and in notes.",
    "gh": "Do so in the bodies of pull requests, issues, comments and releases.",
    "unspaced": "Break after a sentence of Chinese or Japanese, where no space stands.",
}
