"""The reader accepts what bash accepts: the corpus, pinned cases, and generated mutants."""

# Bash is only ever asked to check (`bash -n`), never to run anything.

import json
import random
import shutil
import subprocess
from pathlib import Path

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from host.shell import parse
from host.shell.syntax import Script

BASH = shutil.which("bash") or "bash"
CORPUS = [
    json.loads(line)
    for line in Path(__file__).with_name("corpus.jsonl").read_text("utf-8").splitlines()
]
SEEDS = [
    "if a; then b; elif c; then d; else e; fi > f",
    'while read -r l; do echo "$l"; done < <(sort x) | tee >(wc)',
    "for i in a b; do x=$((i + 1)); done; for ((i=0; i<3; i++)); do :; done",
    'case $x in (a|b*) c;; "d") e;& *) f;;& esac',
    "f() { local a=(1 2 [3]=x); return; } 2>&1; function g if a; then b; fi",
    "cat <<A <<-'B' && echo\n$x $(y `z`)\nA\n\tq\n\tB\necho",
    "x=$(cat <<E\nhi ) there\nE\n) y=`a \\`b\\`` z+=1 a[i + 1]=2 cmd",
    "[[ -f a && ( $b == @(c|d) || e =~ ^(f|g)$ ) ]] && (( 1 + (2) )) || ! time -p a",
    'echo ${a:-"b c"} "${d/\'e\'/f}" ${#g} ${!h} $[1+2] $\'i\\\'j\' $"k" $((l)) $( (m) )',
    "{ a & b; } {fd}>x 2>&1 >&- &>>y <<< z; coproc n { o; }; select p in q; do r; done",
    "((a) | b); ((c)); $((d) ); <(e) >(f); if ((g)) then h; fi; { [[ i ]] }",
    "declare -a a=(b c) d=e; export f=\"g\"; alias h='i'; eval j=(k)",
    "echo a\\\nb \\\n c # d \\\ne; until f; do g; done &",
]
ALPHABET: list[str] = [
    *"|&;()<>{}[]!$`\"'\\#*?~=+-@:/ \t\nab1",
    *["if ", "fi", "do ", "done", "in ", "case ", "esac", "then ", "<<", "<<-", ";;", "$(", "${"],
    *["$((", "))", "((", "[[ ", " ]]", "\\\n", "function ", "time ", "2>", "<(", "a=(", "EOF\n"],
]
SILENT_STOPS = {
    "test-without-a-term": "[[ ]]",
    "test-ends-after-and": "[[ a && ]]",
    "arithmetic-for-closed-twice-apart": "for (( a ) ) do b; done",
}
KNOWN_MISSES = {
    "semicolons-inside-an-open-parameter": "for ((i=${0; i<3; i)) do :; done",
    "heredoc-of-a-closed-script-inside-a-quote": 'echo "$(cat <<E) (\nb\n)"',
}
BATCHES, BATCH_SIZE = 10, 250
DRIVER = """
for file in "$1"/*.sh; do
    IFS= read -r -d '' command < "$file"
    bash -n -c -- "$command" 2> "$file.err" < /dev/null || echo "${file##*/}"
done
"""


def bash_is_new_enough() -> bool:
    version = subprocess.run(
        [BASH, "-c", 'echo "$((BASH_VERSINFO[0] * 100 + BASH_VERSINFO[1]))"'],
        capture_output=True,
        text=True,
        check=False,
    )
    return version.returncode == 0 and int(version.stdout) >= 502


pytestmark = pytest.mark.skipif(not bash_is_new_enough(), reason="the judge is bash 5.2 or later")


def judge(commands: list[str], folder: Path) -> list[bool]:
    """Ask bash whether it would run each command.

    It refuses with a status, or (a bad `[[`) with nothing but a message; a warning is neither.
    """
    for number, command in enumerate(commands):
        (folder / f"{number:05}.sh").write_bytes(command.encode("utf-8", "surrogateescape"))
    done = subprocess.run(
        [BASH, "-c", DRIVER, "judge", str(folder)],
        capture_output=True,
        text=True,
        check=True,
        env={"PATH": str(Path(BASH).parent), "LC_ALL": "C.UTF-8"},
    )
    refused = set(done.stdout.split())
    verdicts = []
    for number in range(len(commands)):
        script = folder / f"{number:05}.sh"
        message = script.with_name(f"{script.name}.err").read_text("utf-8", "replace")
        verdicts.append(script.name not in refused and is_quiet(message))
    return verdicts


def stops_silently(command: str) -> bool:
    """Tell whether bash gives up on a command with success: it does not see the `)` behind it."""
    argument = (command + "\n)").encode("utf-8", "surrogateescape")
    done = subprocess.run(
        [BASH, "-n", "-c", "--", argument],
        capture_output=True,
        check=False,
        stdin=subprocess.DEVNULL,
    )
    return done.returncode == 0 and not done.stderr


def is_quiet(message: str) -> bool:
    """Tell whether bash complained: every line of a warning begins like one."""
    return not message or "warning: " in message.partition("\n")[0]


def accepts(command: str) -> bool:
    return isinstance(parse(command), Script)


def mutants(generator: random.Random, count: int) -> list[str]:
    pool = SEEDS * 4 + [case["cmd"] for case in CORPUS]
    return [mutant(generator, pool) for _ in range(count)]


def mutant(generator: random.Random, pool: list[str]) -> str:
    text = generator.choice(pool)
    for _ in range(generator.randint(1, 3)):
        text = changed(generator, text, pool)
    return text


def changed(generator: random.Random, text: str, pool: list[str]) -> str:
    at = generator.randint(0, len(text))
    other = generator.randint(at, min(len(text), at + 4))
    change = generator.choice(["delete", "insert", "double", "swap", "replace", "splice"])
    if change == "delete":
        return text[:at] + text[other:]
    if change == "insert":
        return text[:at] + generator.choice(ALPHABET) + text[at:]
    if change == "double":
        return text[:other] + text[at:]
    if change == "swap":
        return text[:at] + text[at + 1 : at + 2] + text[at : at + 1] + text[at + 2 :]
    if change == "replace":
        return text[:at] + generator.choice(ALPHABET) + text[at + 1 :]
    second: str = generator.choice(pool)
    return text[:at] + second[generator.randint(0, len(second)) :]


def test_the_corpus_is_whole() -> None:
    assert len(CORPUS) == 290


@pytest.mark.parametrize("case", CORPUS, ids=[case["id"] for case in CORPUS])
def test_accepts_what_bash_accepts_of_the_corpus(case: dict[str, object]) -> None:
    assert accepts(str(case["cmd"])) == case["bash_accepts"]


@settings(
    derandomize=True,
    database=None,
    deadline=None,
    max_examples=BATCHES,
    phases=[Phase.generate],
)
@given(seed=st.integers(min_value=0, max_value=2**32))
def test_agrees_with_bash_on_mutants(seed: int, tmp_path_factory: pytest.TempPathFactory) -> None:
    commands = mutants(random.Random(seed), BATCH_SIZE)
    verdicts = judge(commands, tmp_path_factory.mktemp("mutants"))
    wrong = [
        (command, verdict)
        for command, verdict in zip(commands, verdicts, strict=True)
        if accepts(command) != verdict and not (verdict and stops_silently(command))
    ]
    for command, verdict in wrong:
        print(f"bash {'accepts' if verdict else 'refuses'} {command!r}")  # noqa: T201 # the report
    assert len(wrong) <= BATCH_SIZE * 0.01


@pytest.mark.parametrize("command", SILENT_STOPS.values(), ids=SILENT_STOPS)
def test_refuses_what_bash_drops_without_a_word(command: str) -> None:
    assert stops_silently(command)
    assert not accepts(command)


@pytest.mark.parametrize("command", KNOWN_MISSES.values(), ids=KNOWN_MISSES)
def test_known_misses_are_still_missed(command: str, tmp_path: Path) -> None:
    assert judge([command], tmp_path) == [not accepts(command)]
