"""Texts for git and gh in shell commands, through the real phases."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from slices.sembr import limits
from tests.slices.sembr.stands import sembr

if TYPE_CHECKING:
    from collections.abc import Callable

Ask = Any
BODY = "Sub ject.\n\nOne here. Two there.\n"
BROKEN = BODY.replace(". Two", ".\nTwo")
PLAIN = "One here. Two there.\n"
PLAIN_BROKEN = "One here.\nTwo there.\n"


@pytest.fixture
def ask(stand_of: Callable[..., Any], shell_call: Callable[..., Any]) -> Ask:
    """Return a function that gives the command which would run."""
    stand = sembr(stand_of)

    def run(command: str, **options: bool) -> str:
        decision = stand.with_options(**options).decide(shell_call(command, "/"))
        assert decision.failures == ()
        return command if decision.call is None else decision.call.command

    run.stand = stand  # type: ignore[attr-defined]
    return run


GIT = [
    "git commit -F - <<'EOF'\n@EOF",
    "git commit -F- <<'EOF'\n@EOF\n",
    "git commit -F- <<'EOF'\n@",  # the end of the command ends the body too
    "git commit --file - <<'EOF'\n@EOF",
    "git commit --file=- <<'EOF'\n@EOF",
    "git commit -F /dev/stdin <<'EOF'\n@EOF",
    "git commit -aF - <<'EOF'\n@EOF",
    "git commit <<'EOF' -q -F - 2>&1 >/dev/null\n@EOF",
    'git commit -F - <<"EOF"\n@EOF',
    "git commit -F - <<\\EOF\n@EOF",
    "git commit -m \"$(cat <<'EOF'\n@EOF\n)\"",
    "git commit -am \"$(cat <<'EOF'\n@EOF\n)\" --no-verify",
    "git commit -m\"$(cat <<'EOF'\n@EOF\n)\"",
    "git commit --message \"$(cat <<'EOF'\n@EOF\n)\"",
    "git commit --message=\"$(cat - <<'EOF'\n@EOF\n)\"",
    "git -C sub -c user.name=x --no-pager commit -F - <<'EOF'\n@EOF",
    "/usr/bin/git commit -F - <<'EOF'\n@EOF",
    "GIT_AUTHOR_NAME=x git commit -F - <<'EOF'\n@EOF",
    "cd sub && git add . && git commit -F - <<'EOF' && git push\n@EOF\n",
    "if true; then git commit -F - <<'EOF'\n@EOF\nfi",
    "(git commit -F - <<'EOF'\n@EOF\n)",
    "f() { git commit -F - <<'EOF'\n@EOF\n}\nf",
    "git tag -a v1 -F - <<'EOF'\n@EOF",
    "git tag -a v1 -m \"$(cat <<'EOF'\n@EOF\n)\"",
    "echo 'A b. C d.'; git commit -F - <<'EOF'; echo \"E f. G h.\"\n@EOF\necho 'I j. K l.'",
]
PROSE = [
    "git notes add -F - <<'EOF'\n@EOF",
    "git notes append -m \"$(cat <<'EOF'\n@EOF\n)\" HEAD",
    "gh pr create --title 'A b. C d.' --body \"$(cat <<'EOF'\n@EOF\n)\"",
    "gh pr create -t x -b \"$(cat <<'EOF'\n@EOF\n)\"",
    "gh pr edit 3 --body=\"$(cat <<'EOF'\n@EOF\n)\"",
    "gh pr comment 3 --body-file - <<'EOF'\n@EOF",
    "gh pr comment 3 -F - <<'EOF'\n@EOF",
    "gh issue create --title x --body-file=- <<'EOF'\n@EOF",
    "gh issue edit 3 -F- <<'EOF'\n@EOF",
    "gh issue comment 3 -b \"$(cat <<'EOF'\n@EOF\n)\"",
    "gh release create v1 --notes \"$(cat <<'EOF'\n@EOF\n)\"",
    "gh release create v1 --notes-file - <<'EOF'\n@EOF",
    "gh release edit v1 -n \"$(cat <<'EOF'\n@EOF\n)\"",
]
KEPT = [
    "git commit -F - <<EOF\n@EOF",
    "git commit -F file <<'EOF'\n@EOF",
    "git commit -t - <<'EOF'\n@EOF",
    "git commit -F - < file",
    "git commit -F - <<< 'A.\n\nOne here. Two there.'",
    "git commit -F - <<'EOF' < file\n@EOF",
    "git commit -F - 3<<'EOF'\n@EOF",
    "git commit -m $(cat <<'EOF'\n@EOF\n)",
    "git commit -m \"x $(cat <<'EOF'\n@EOF\n)\"",
    "git commit -m \"$(cat <<'EOF'\n@EOF\n) x\"",
    "git commit -m \"$(cat <<'EOF' | tr a b\n@EOF\n)\"",
    "git commit -m \"$(cat x - <<'EOF'\n@EOF\n)\"",
    "git commit -m \"$(cat <<'EOF'; date\n@EOF\n)\"",
    "git commit -m \"$(LC_ALL=C cat <<'EOF'\n@EOF\n)\"",
    "git commit -m \"$(tac <<'EOF'\n@EOF\n)\"",
    'git commit -m "$(cat <<EOF\n@EOF\n)"',
    "git commit -m \"`cat <<'EOF'\n@EOF\n`\"",
    "git commit --author \"$(cat <<'EOF'\n@EOF\n)\"",
    "git commit --message\"$(cat <<'EOF'\n@EOF\n)\"",
    "git() { cat; }; git commit -F - <<'EOF'\n@EOF",
    "cat() { tac; }; git commit -m \"$(cat <<'EOF'\n@EOF\n)\"",
    "git log -F - <<'EOF'\n@EOF",
    "git apply - <<'EOF'\n@EOF",
    "git notes show -F - <<'EOF'\n@EOF",
    "gh pr view -b \"$(cat <<'EOF'\n@EOF\n)\"",
    "gh pr create --title \"$(cat <<'EOF'\n@EOF\n)\"",
    "gh api -F - <<'EOF'\n@EOF",
    "cat > README.md <<'EOF'\n@EOF",
    "python3 - <<'EOF'\n# git commit -F - One here. Two there.\n@EOF",
    "bash -c 'git commit -F - <<\"EOF\"\n@EOF'",
    "$GIT commit -F - <<'EOF'\n@EOF",
    "git $X -F - <<'EOF'\n@EOF",
    "git commit -F - <<'EOF' &&& x\n@EOF",
]


@pytest.mark.parametrize("command", GIT)
def test_a_message_is_rewritten_and_nothing_else(ask: Ask, command: str) -> None:
    assert ask(command.replace("@", BODY)) == command.replace("@", BROKEN)


@pytest.mark.parametrize("command", PROSE)
def test_a_text_without_a_subject_is_rewritten_as_a_whole(ask: Ask, command: str) -> None:
    assert ask(command.replace("@", PLAIN)) == command.replace("@", PLAIN_BROKEN)


@pytest.mark.parametrize("command", KEPT)
def test_other_commands_are_left_alone(ask: Ask, command: str) -> None:
    given = command.replace("@", f"{BODY}\n{PLAIN}")
    assert ask(given) == given


MESSAGES = {
    "a-subject-of-two-sentences": ("One here. Two there.\n", None),
    "a-subject-on-two-lines": ("One here.\nTwo there. Three.\n", None),
    "blank-lines-before-the-subject": ("\n\nOne here. Two there.\n", None),
    "a-blank-line-of-blanks": (f"Sub.\n  \n{PLAIN}", f"Sub.\n  \n{PLAIN_BROKEN}"),
    "trailers": (f"Sub.\n\n{PLAIN}\nSigned-off-by: Dr. A. Foo B. Bar. Baz <x@y>\n", ...),
    "trailers-after-a-blank-end": (f"Sub.\n\n{PLAIN}\nFixes: it. And that. So.\n\n", ...),
    "a-cherry-pick": (f"Sub.\n\n{PLAIN}\n(cherry picked from commit a. B)\nOne. Two.\n", ...),
    "trailers-alone": ("Sub.\n\nFixes: one here. Two there.\n", None),
    "a-list": ("Sub.\n\n- One here. Two there.\n", "Sub.\n\n- One here.\n  Two there.\n"),
    "an-indented-block": ("Sub.\n\n    One here. Two there.\n", None),
    "the-delimiter-at-the-start-of-a-sentence": ("Sub.\n\nOne here. EOF\n", None),
}


@pytest.mark.parametrize(("before", "after"), MESSAGES.values(), ids=MESSAGES.keys())
def test_subject_and_trailers_stay(ask: Ask, before: str, after: Any) -> None:
    wanted = before.replace(PLAIN, PLAIN_BROKEN) if after is ... else after or before
    assert ask(f"git commit -F - <<'EOF'\n{before}EOF") == f"git commit -F - <<'EOF'\n{wanted}EOF"


def test_tabs_before_the_body_stay(ask: Ask) -> None:
    head, tail = "if :; then\n\tgit commit -F - <<-'EOF'\n\tSub.\n\n", "\n\tEOF\nfi"
    before = f"{head}\t\tOne here. Two.\n\n\t- Ab. Cd e.{tail}"
    after = f"{head}\t\tOne here.\n\t\tTwo.\n\n\t- Ab.\n\t  Cd e.{tail}"
    assert ask(before) == after


def test_several_texts_of_one_command(ask: Ask) -> None:
    commit = f"git commit -F - <<'EOF'\n{BODY}EOF\n"
    body = f"gh pr create --body \"$(cat <<'EOF'\n{PLAIN}EOF\n)\"\n"
    given = commit + body + commit
    assert ask(given) == given.replace(". Two", ".\nTwo")
    assert ask(given, gh=False) == commit.replace(". Two", ".\nTwo") + body + commit.replace(
        ". Two", ".\nTwo"
    )
    assert ask(given, git=False) == commit + body.replace(". Two", ".\nTwo") + commit


def test_a_text_that_is_fine_is_left_beside_one_that_is_not(ask: Ask) -> None:
    fine = "git commit -F - <<'EOF'\nSub.\n\nOne.\nEOF\n"
    given = fine + f"git commit -F - <<'EOF'\n{BODY}EOF\n"
    assert ask(given) == given.replace(". Two", ".\nTwo")


def test_what_is_after_other_letters_is_at_the_same_place(ask: Ask) -> None:
    given = f"echo '第一句。第二句。 é' && git commit -F - <<'EOF'\n{BODY}EOF"
    assert ask(given) == given.replace(". Two", ".\nTwo")


def test_more_texts_than_the_bound_are_left_alone(ask: Ask) -> None:
    one = f"git notes add -F - <<'EOF'\n{PLAIN}EOF\n"
    result = ask(one * (limits.TARGETS_MAX + 1))
    assert result == one.replace(". Two", ".\nTwo") * limits.TARGETS_MAX + one


def test_a_command_past_the_bound_is_left_alone(ask: Ask) -> None:
    given = f"git notes add -F - <<'EOF'\n{PLAIN}EOF\n#"
    assert ask(given) != given
    given += "x" * limits.COMMAND_MAX_CHARACTERS
    assert ask(given) == given


def test_what_cannot_be_proven_is_counted(ask: Ask) -> None:
    given = "git notes add -F - <<'EOF'\nOne here. EOF\nEOF"
    assert ask(given) == given
    assert ask.stand.counts() == ["unproven"]


def test_the_context_says_whose_text_it_was(stand_of: Any, shell_call: Any) -> None:
    command = f"git notes add -F - <<'EOF'\n{PLAIN}EOF\ngh pr edit -F - <<'EOF'\n{PLAIN}EOF\n"
    (text,) = sembr(stand_of).decide(shell_call(command, "/")).contexts
    assert "added 2 line breaks to the text for gh and git" in text
