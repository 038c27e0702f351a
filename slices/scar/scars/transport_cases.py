r"""The cases of `transport`: where runs of backslashes stand, and what arrives as it was sent."""

from __future__ import annotations

from slices.scar.contract import Case


def _on_windows(name: str, command: str) -> Case:
    return Case(name, command, platform="windows")


MUST_BLOCK = (
    _on_windows("two-backslashes-in-a-pattern", r"grep 'C:\\tmp' notes.txt"),
    _on_windows("three-backslashes", r"printf '%s' 'a\\\b'"),
    _on_windows("four-backslashes", r"printf '%s' 'a\\\\b'"),
    _on_windows("double-quotes-do-not-help", r'grep "C:\\tmp" notes.txt'),
    _on_windows("program-in-an-argument", r'''python3 -c "print('x\\y')"'''),
    _on_windows("program-of-node", r"node -e 'console.log(1) // \\d'"),
    _on_windows("sed-script", r"sed -i 's/\\n/ /' notes.txt"),
    _on_windows("jq-filter", r"jq 'gsub(\"\\\\d\"; \"\")' a.json"),
    _on_windows("perl-pattern", r"perl -pe 's/\\/\//g' a.txt"),
    _on_windows("awk-separator", r"awk -F'\\|' '{ print $2 }' a.txt"),
    _on_windows("ripgrep-pattern", r"rg '\\bword\\b' src"),
    _on_windows("share-of-a-server", r"ls '\\server\share'"),
    _on_windows("body-of-a-heredoc", "cat > a.md <<'EOF'\nC:\\\\tmp\nEOF\n"),
    _on_windows("unquoted", r"echo a\\\\b"),
    _on_windows("second-run-of-two", r"""echo "a\\" 'b\\c'"""),
    _on_windows("run-at-the-end", "echo a\\\\"),
    _on_windows("run-before-a-single-quote", r"printf '%s' 'a\\'"),
    _on_windows("run-in-a-comment", "make # C:\\\\tmp"),
    Case("transport-switched-on", r"grep 'C:\\tmp' notes.txt", {"transport": "on"}),
)

MUST_PASS = (
    _on_windows("no-backslash", "git status"),
    _on_windows("one-backslash", r"grep '\bword\b' notes.txt"),
    _on_windows("many-single-backslashes", r"sed 's/\(a\)\(b\)/\2\1/' a.txt"),
    _on_windows("two-before-a-double-quote", r'echo "a\\"'),
    _on_windows("three-before-a-double-quote", r'echo "a\\\"b"'),
    _on_windows("four-before-a-double-quote", r'echo "a\\\\"'),
    _on_windows("windows-path", r"cmd.exe /c 'dir C:\tmp'"),
    _on_windows("line-goes-on", "make \\\n  all"),
    _on_windows("escaped-blank", r"cat my\ file.txt"),
    _on_windows("heredoc-of-single-backslashes", "cat > a.md <<'EOF'\n\\d\\w\nEOF\n"),
    Case("another-platform", r"grep 'C:\\tmp' notes.txt"),
    Case("a-mac", r"grep 'C:\\tmp' notes.txt", platform="macos"),
    Case("transport-switched-off", r"grep 'C:\\tmp' a", {"transport": "off"}, "windows"),
)
