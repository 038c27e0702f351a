"""The commands that certainly change no file: there is nothing to look at after them."""

from host.crude import does_only

IDLE = (
    *("ls", "pwd", "cat", "head", "tail", "wc", "nl", "tac", "sed -n", "less", "file", "stat"),
    *("grep", "egrep", "fgrep", "rg", "ag", "jq", "cut", "tr", "diff", "cmp", "comm", "column"),
    *("echo", "printf", "which", "type", "date", "whoami", "id", "uname", "hostname", "printenv"),
    *("basename", "dirname", "realpath", "readlink", "du", "df", "tree", "ps", "sleep", "true"),
    *("md5sum", "sha1sum", "sha256sum", "cksum"),
    *("git status", "git log", "git diff", "git show", "git branch", "git blame", "git rev-parse"),
    *("git ls-files", "git remote", "git describe", "git grep", "git cat-file", "git add"),
    *("gh pr view", "gh pr list", "gh pr checks", "gh issue view", "gh issue list", "gh run view"),
)
"""First words; with a redirection or a substitution the command counts all the same."""


def is_idle(command: "str | None") -> bool:
    """Tell whether the command certainly changes no file."""
    return command is None or does_only(IDLE, command)
