"""Bash is the judge: what it executes, and where, is what the trace says."""

# Each command runs in a tree of its own with nothing on PATH but programs that log their arguments
# and folder. Wrappers and shells among them then run what they are given, so that nested commands
# are judged too.

import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from host.shell import parse, trace
from host.shell.command import Command, Setting, Value
from host.shell.syntax import Script

BASH = shutil.which("bash") or "/bin/bash"
LOGGED = ["ls", "prog", "git", "sed", "grep", "head", "tail", "wc", "python3", "sort", "make", "rm"]
LOGGED += ["ssh", "docker", "sudo", "tee", "cp", "mv", "mkdir", "touch", "tool", "jq"]
PASSED_ON = ["env", "timeout", "nohup", "nice", "xargs", "find", "bash", "sh", "cat", "stdbuf"]
SPOKEN = {"echo": 'builtin echo "$@"', "printf": 'builtin printf "$@"', "pwd": "builtin pwd"}
SPOKEN |= {"true": "exit 0", "false": "exit 1", "test": 'builtin test "$@"', "[": 'builtin [ "$@"'}
LOG = """#!{bash} -p
name=${{0#{bin}/}}
printf '%s\\0' "$(($# + 1))" "$PWD" "$name" "$@" >>"$TRACE_LOG"
"""
BUILTIN_NAMES = """
cd pushd popd dirs exec . source eval export set unset read wait builtin command alias shopt
trap exit let declare typeset local readonly break continue return shift : mapfile f g h
time printf enable getopts
"""
BUILTINS = set(BUILTIN_NAMES.split())

CASES = {
    "arithmetic-that-assigns": [
        "X=1; ls ${Y:=$((X=2))} $X",
        "X=1; ls ${Y:-$((X=2))} $X; ls $X",
        "X=1; Y=a; ls ${Y/a/$((X=2))} $X",
        "X=1; Y=abc; ls ${Y:0:X=2} $X",
        "X=1; ls ${V:-${Y:=b}} $Y",
        "X=1; A=(a b c); ls ${A[X++]} $X",
        'X=1; A=(a b c); ls "${A[@]:X=0:1}" $X',
        "X=1; A[X=5]=3; ls $X",
        "X=1; declare A[X=5]=3; ls $X",
        "X=1; A=(a); unset 'A[X=0]'; ls $X",
        "X=1; A=([X=5]=a); ls $X",
        "X=1; [[ X=7 -eq 7 ]]; ls $X",
        "X=1; [[ -v A[X=5] ]]; ls $X",
        "X=1; for i in 1 2 3 4; do A[X=5]=3; done; ls $X",
        "X=1; while prog $X; do A=([X=5]=a); break; done; ls $X",
        "X=1; while prog $X; do [[ X=7 -eq 7 ]]; break; done; ls $X",
        "X=1; while prog $X; do : ${A[X=3]}; break; done; ls $X",
        "a=1; ls ${X:-a=b} $a; [[ a=2 == b ]]; ls $a",
    ],
    "traps-between-commands": [
        "trap 'cd src' DEBUG; ls a",
        "trap 'cd src' ERR; false; ls a",
        "X=0; trap 'X=1' ERR; false; ls $X",
        "X=0; trap 'X=1' SIGUSR1; kill -USR1 $$; ls $X",
        "X=0; trap 'X=1' err; X=2; false; ls $X",
        "trap 'echo failed' ERR; cd src; ls a",
        "trap 'exit 3' ERR; false; ls a",
        "trap '' ERR; trap - ERR; cd src; ls a",
        "X=0; trap 'X=1' EXIT; ls $X",
    ],
    "names-and-arguments-of-the-shell": [
        "local X=5; ls $X",
        "X=1; local X; ls x$X",
        'set - a b; ls "$@"',
        'set -- a; set -; ls "$@"',
    ],
    "words": [
        "ls a b",
        "ls 'a b' \"c d\" e\\ f",
        "ls a''b \"\" ''",
        "ls $'a\\tb' $\"c\"",
        "ls \\$HOME '$HOME' \"\\$HOME\"",
        "ls a\\\nb",
        "ls # no\nwc x",
        'ls "a\\b" "a\\\\b" \'a\\b\'',
        "ls ~ ~/x a~ '~' \"~/x\" \\~ x=~/y --x=~/y a:~",
        "A=~/x:~/y; ls $A",
        "ls ~+ ~+/x ~nosuchuser/x",
        "cd src; ls ~- ~-/x",
        "ls !x {} [ ] [a",
        'l"s" a',
        "'ls' a",
    ],
    "braces": [
        "ls {a,b}{1,2}",
        "ls x{a,b,}y",
        "ls {1..5} {01..10..3} {5..1..2} {a..e..2} {-1..1}",
        "ls {a} {a,b {} {,} a{,b}",
        "ls \\{a,b} '{a,b}' {a,'b,c'} {a\\,b,c}",
        "ls {a,b{c,d}} {{a,b},c} {a{b,c}} {{a,b}",
        "x=1; ls {$x,b} ${x}{a,b}",
        "xa=P; xb=Q; ls $x{a,b}",
        'ls "{a,b}"{c,d}',
        "ls {a..c}{1..2} {1..a}",
        "set +B; ls {a,b}",
        "ls {a,b}=~/x",
        "A={a,b}; ls $A",
        "ls /{x,y}/{1,2}.txt",
    ],
    "variables": [
        'F=a.txt; ls $F "$F" ${F}x',
        'F=\'a b\'; ls $F "$F" x$F"y"',
        "F=' a '; ls x${F}y $F",
        'F=; ls a$F $F "$F"',
        "F=1 ls $F",
        "F=1; F=2 ls $F; ls $F",
        "A=1 B=$A; ls $B",
        "A=x; A+=y; ls $A",
        "A=x; unset A; ls a $A b",
        "export A=x B='y z'; ls $A $B",
        "x='a b'; export A=$x; ls \"$A\"",
        "readonly A=x; ls $A",
        "declare A=x; ls $A",
        "declare -i A=1+2; ls $A",
        "declare -u A=x; ls $A",
        'a=(x \'y z\' w); ls ${a[1]} "${a[1]}" "${a[@]}" ${a[@]} "${a[*]}" $a ${#a[@]}',
        'a=(x); a[1]=y; ls "${a[@]}"',
        'a=(x); a+=(y z); ls "${a[@]}"',
        "F=dir/file.tar.gz; ls ${F##*/} ${F%/*} ${F%.gz} ${F%%.*} ${F#dir/} ${F%.*}",
        "F=a-b-c; ls ${F/-/_} ${F//-/_} ${F:2} ${F:0:3} ${#F} ${F^^} ${F^}",
        "F=x; ls ${F:-y} ${F:+z} ${F:=w}",
        "unset F; ls ${F:-y} a${F:+z} ${F-w} ${F:=w} $F",
        "F=; ls ${F:-y} ${F-y} ${F:+z} b",
        'unset F; ls "${F:-a b}" ${F:-a b}',
        "F='*.txt'; ls \"$F\" $F",
        "read -r F <<< 'x y'; ls \"$F\"",
        "F=a; (F=b; ls $F); ls $F",
        "F=a; F=b | cat; ls $F",
        "F=a; { F=b; }; ls $F",
        "F=a; x=$(F=b); ls $F",
        "F=a; true && F=b; ls $F",
        "F=a; false && F=b; ls $F",
        'F=a; prog && F=b; ls "$F"',
        'F=a; prog || F=b; ls "$F"',
        "F=a; if prog; then F=b; else F=b; fi; ls $F",
        "F=a; if prog; then F=b; fi; ls $F",
        "F=a; if false; then F=b; fi; ls $F",
        "F=a; case x in x) F=b;; esac; ls $F",
        "F=a; for i in 1 2; do F=$F$i; done; ls $F $i",
        "F=a; for i in 1 2; do ls $F; F=b; break; done; ls $F",
        "F=a; while prog; do F=b; break; done; ls $F",
        "F=a; F=b & wait; ls $F",
        'set -- x \'y z\'; ls $1 "$2" "$@" $# "$*"; shift; ls "$1"',
        "set -f; ls *.txt",
        'IFS=,; F=a,b; ls $F "$F"',
        "IFS=, read -r a b <<< x,y; F='p q'; ls $F",
        "F=a; printf -v F b; ls $F",
        "F=a; eval 'F=b'; ls $F",
        "F=a; G=F; ls ${!G}",
        "declare -n R=F; F=a; R=b; ls $F",
        "F=a; ((F=1)); ls $F",
        "i=1; ls $((i++)) $i",
        "i=1; let i=2; ls $i",
        "mapfile -t F <<< x; ls $F",
        "F=a; unset 'F'; ls x$F",
        "F=a; . ./lib.sh; ls $F",
        'ls "$HOME/x" $PWD',
        "HOME=/else; ls ~ $HOME",
        "ls \"$(echo a b)\" $(echo c d) $(printf '%s\\n' 'e f')",
        "ls \"$(cat <<'EOF'\nx $y\n\nEOF\n)\"",
        "A=$(echo q); ls $A",
        'ls "$(pwd)/a"',
        "ls `echo a`",
        "echo() { :; }; ls x$(echo a)",
        "trap 'ls end' EXIT; ls a",
    ],
    "functions": [
        "f() { ls \"$1\"; }; f 'a b'; f c",
        "f() { cd src; }; f; ls",
        "f() ( cd src; ls ); f; ls",
        "f() { local F=b; ls $F; }; F=a; f; ls $F",
        "f() { F=b; }; F=a; f; ls $F",
        "f() { return 1; ls no; }; f || ls yes",
        "f() { ls; }; g() { f; cd src; f; }; g; ls",
        "f() { ls \"$@\"; }; f x 'y z'",
        "f() { ls $#; shift; ls $1; }; f a b; ls",
        "f() { prog || return; cd src; }; f; ls",
        "prog() { ls in-prog; }; prog",
        'ls() { command ls "$@" x; }; ls a',
        "f() { f2() { ls two; }; }; f; f2",
        "if prog; then f() { ls a; }; fi; f",
        "f() { ls a; }; f() { ls b; }; f",
        "f() { ls $F; }; F=x f",
        "f() { ls; }; unset -f f; ls z",
        "f() { for i in a b; do ls $i; return; done; }; f; ls $i",
    ],
    "loops": [
        "for f in a 'b c'; do ls $f \"$f\"; done",
        "for f in {1..3}; do ls $f; done",
        'for f in *.txt; do ls "$f"; done',
        "for f in a b; do for g in 1 2; do ls $f$g; done; done",
        "for f in; do ls $f; done; ls z",
        "for f in a b c; do if [ $f = b ]; then continue; fi; ls $f; done",
        "for d in src deploy; do cd $d; ls; cd ..; done; ls",
        "for d in src deploy; do (cd $d && ls); done; ls",
        "for d in src sub; do cd $d; ls; done; ls",
        'while read -r l; do ls "$l"; done < a.txt',
        'cat a.txt | while read -r l; do ls "$l"; F=x; done; ls z$F',
        "i=0; while [ $i -lt 2 ]; do ls $i; i=$((i+1)); done",
        "until ls; do cd src; done; ls",
        "for ((i=0; i<2; i++)); do ls $i; done",
        "set -- a b; for x; do ls $x; done",
        "while :; do cd src; break; done; ls",
        "select x in a b; do ls $x; break; done <<< 1",
        "case a in a) cd src;; b) cd deploy;; esac; ls",
        "case a in a) F=1;& b) ls $F;; esac",
        "case a in a) F=1;;& *) ls q$F;; esac",
        "if cd src; then ls; else ls no; fi; ls",
        "if cd nosuch; then ls no; else ls; fi; ls",
        "if ! cd nosuch; then ls; fi",
    ],
    "folders": [
        "cd src; ls; cd ..; ls",
        "cd src && ls",
        "cd nosuch; ls",
        "cd nosuch && ls; ls x",
        "cd nosuch || ls",
        "cd src || exit; ls",
        "cd nosuch || exit; ls",
        "cd nosuch || { ls no; exit 1; }; ls yes",
        "cd src/sub/..; ls",
        "cd nosuch/../src; ls",
        "cd ./src/./sub//; ls",
        "cd; ls",
        "cd ~; ls",
        "cd -; ls",
        "cd src; cd -; ls",
        "cd src; cd sub; cd -; ls",
        "cd -- src; ls",
        "cd -L src; ls",
        "cd -P link; ls; cd ..; ls",
        "cd link; ls; cd sub; ls; cd ../..; ls",
        "cd a.txt; ls",
        "cd src sub; ls",
        "cd ''; ls",
        'cd "$HOME"; ls',
        'cd "$NOPE"; ls',
        "cd $(echo src); ls",
        "cd src*; ls",
        "cd 'my dir'; ls; cd ../src; ls",
        "(cd src; ls); ls",
        "{ cd src; }; ls",
        "cd src | cat; ls",
        "cd src & wait; ls",
        "x=$(cd src; ls); ls $x",
        "ls <(cd src; ls z)",
        "cd src; (cd sub; ls); ls; cd ..; ls",
        "prog && cd src; ls",
        "prog || cd src; ls",
        "false || cd src; ls",
        "true && cd src; ls",
        "false && cd src; ls",
        "! cd src; ls",
        "pushd src; ls; popd; ls",
        "pushd src; pushd sub; ls; popd; ls; popd; ls",
        "pushd src; pushd; ls; pushd; ls",
        "pushd; ls",
        "popd; ls",
        "pushd src; pushd ../deploy; pushd +1; ls; pushd -0; ls; popd +1; ls; popd; ls",
        "pushd nosuch; ls",
        "pushd src; dirs -c; popd; ls",
        "CDPATH=$PWD/src; cd sub; ls",
        "CDPATH=$PWD/src cd sub; ls",
        "HOME=$PWD/src cd; ls",
        "mkdir made && cd made && ls",
        "mkdir made; cd made; ls",
        "/bin/mkdir -p made; cd made; ls",
        "/bin/rmdir empty; cd empty; ls",
        "rm -r empty; cd empty; ls",
        "find empty -name x; cd src; ls",
        "find . -name empty -delete; cd empty; ls",
        "command cd src; ls",
        "builtin cd src; ls",
        "eval 'cd src'; ls",
        "eval cd src; ls",
        "$CMD cd src; ls",
        "C=cd; $C src; ls",
        "env cd src; ls",
        "cd src < nosuch; ls",
        "cd src > /dev/null; ls",
        "{ cd src; ls; } < nosuch; ls",
        "set -e; cd src; ls",
        "PWD=/x; ls $PWD; cd src; ls $PWD",
        "cd src; ls $OLDPWD",
        "unset OLDPWD; cd -; ls",
        "cd src; exit; ls",
        "cd src; return; ls",
        "exec ls; ls no",
        "cd src; exec ls",
        "alias ls='ls -l'; ls a",
        "shopt -s expand_aliases\nalias q='ls -l'\nq a",
        "cd() { command cd src; }; cd deploy; ls",
        "cd src && prog || cd deploy; ls",
        "[ -d src ] && cd src; ls",
        "test -d nosuch && cd nosuch; ls",
        "cd src; cd /; ls; cd ..; ls",
        "cd ../..; ls",
    ],
    "nested": [
        "bash -c 'ls a; cd src; ls'; ls",
        "bash -c 'ls $1 $2 $#' x a 'b c'",
        "bash -ec 'prog; ls'",
        "bash -o pipefail -c 'ls a'",
        "bash +x -c 'ls a'",
        'bash -c "ls $HOME/x"',
        "F=a; bash -c 'ls x$F'",
        "F=a bash -c 'ls $F'",
        "export F=a; bash -c 'ls $F'",
        "F=a; export F; bash -c 'ls \"$F\"'",
        "F='a b'; bash -c \"ls $F\"",
        "sh -c 'ls a; cd src && ls'",
        "sh -c 'ls {a,b}'",
        "sh -c 'F=\"a b\"; ls $F'",
        "bash <<'EOF'\nls a\ncd src\nls\nEOF",
        "bash -s x y <<'EOF'\nls $1\nEOF",
        "F=q; bash <<EOF\nls $F a\nls \\$HOME\nEOF",
        "bash <<< 'ls a'",
        "bash -c 'bash -s' <<'EOF'\nls z\nEOF",
        "echo 'ls a' | bash",
        "bash ./script.sh a",
        "cd src; bash -c 'ls'; bash -c 'cd sub && ls'",
        "eval ls a 'b c'",
        "eval 'ls \"a b\"; ls c'",
        'eval "ls $HOME"',
        "A='ls x'; eval $A",
        "command ls a",
        "command -v ls; ls b",
        "env ls a",
        "env F=a ls $F",
        "env F=a bash -c 'ls $F'",
        "env -u F ls a",
        "env -u F bash -c 'ls x$F'",
        "env -C src ls",
        "env -C src bash -c 'ls; cd sub; ls'",
        "env -S 'ls a b'",
        "timeout 5 ls a",
        "timeout -s TERM 5 ls a",
        "timeout --signal=TERM 5 bash -c 'ls a'",
        "nohup ls a",
        "nice -n 5 ls a",
        "nice ls a",
        "stdbuf -oL ls a",
        "timeout 5 nice env F=1 ls a",
        "time ls a",
        "time bash -c 'ls a'",
        "! ls a",
        "xargs ls a < a.txt",
        "xargs -n 1 ls < a.txt",
        "xargs -I {} ls x{} y < a.txt",
        "find src -name '*.py' -exec ls -l {} \\;",
        "find src -name '*.py' -exec ls {} +",
        "find src -name '*.py' -exec bash -c 'ls \"$1\"' _ {} \\;",
        "trap 'ls bye' EXIT; cd src",
        "coproc ls a; wait",
        "ls b; (ls c; bash -c '(ls d)')",
        "bash -c 'exit 1'; ls",
        "bash -c 'F=a; (cd src; ls $F)'; ls",
    ],
    "redirections": [
        "ls > out",
        "ls >> out 2> err",
        "ls &> out",
        "ls >& out",
        "ls 2>&1 > out",
        "F=out; ls > $F",
        "F='o ut'; ls > \"$F\"",
        "cd src; ls > out",
        "{ ls; cat a.txt; } > out",
        "(cd src; ls > out) > out",
        "for i in a b; do ls > $i.out; done",
        "ls > a{b,}",
        "> out",
        "exec 3> out; ls >&3",
        "cat <<'EOF' > out\nx\nEOF",
        "cat > out <<EOF\n$HOME $(ls z)\nEOF",
        "bash -c 'ls > out'",
        "bash -c 'cd src; ls > out' > err",
        "if prog; then ls; fi > out",
        "while read -r l; do ls; done < a.txt > out",
        "f() { ls; } > out; f",
        "ls 1<> out",
        "ls > ~/out",
        "ls > out > err",
        "ls a > $PWD/out",
        "tool | cat > out",
        "ls < nosuch; ls b",
    ],
}


@pytest.fixture(scope="module")
def shims(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("bin")
    log = LOG.format(bash=BASH, bin=folder)
    bodies = dict.fromkeys(LOGGED, "") | SPOKEN
    for name in PASSED_ON:
        bodies[name] = f'exec {shutil.which(name) or "/bin/false"} "$@"'
    for name, body in bodies.items():
        (folder / name).write_text(f"{log}{body}\n")
        (folder / name).chmod(0o755)
    (folder / "start.sh").write_text("enable -n echo printf pwd test [ true false kill\n")
    return folder


def plant(root: Path) -> Path:
    repo = root / "repo"
    for name in ("src/sub", "deploy", "my dir", "empty"):
        (repo / name).mkdir(parents=True)
    (root / "home").mkdir()
    (repo / "link").symlink_to("src")
    (repo / "a.txt").write_text("alpha\nbeta\n")
    (repo / "b.txt").write_text("b\n")
    (repo / "src/app.py").write_text("x = 1\n")
    (repo / "lib.sh").write_text("F=lib\n")
    (repo / "script.sh").write_text('ls "in script" "$1"\n')
    return repo


def executed(command: str, root: Path, shims: Path) -> list[tuple[str, list[str]]]:
    """The folder and argument list of each program that bash started."""
    log = root / "log"
    log.touch()
    subprocess.run(
        [BASH, "-c", command],
        cwd=root / "repo",
        env={
            "PATH": str(shims),
            "HOME": str(root / "home"),
            "TRACE_LOG": str(log),
            "BASH_ENV": str(shims / "start.sh"),
        },
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=60,
        check=False,
    )
    return list(records(log.read_bytes().decode().split("\0")))


def records(fields: list[str]) -> Iterator[tuple[str, list[str]]]:
    at = 0
    while fields[at]:
        count = int(fields[at])
        yield fields[at + 1], fields[at + 2 : at + 2 + count]
        at += 2 + count


def fits(values: tuple[Value, ...], argv: list[str]) -> bool:
    if not values:
        return not argv
    first = values[0]
    if first.many or first.pattern is not None:
        return any(fits(values[1:], argv[n:]) for n in range(len(argv) + 1))
    return bool(argv) and first.text in {None, argv[0]} and fits(values[1:], argv[1:])


def disagreements(command: str, root: Path, shims: Path) -> list[object]:
    repo = plant(root)
    script = parse(command)
    assert isinstance(script, Script), command
    commands = trace.trace(script, Setting(str(repo), {"HOME": str(root / "home")}))
    assert isinstance(commands, tuple)
    before = set(root.rglob("*"))
    runs = executed(command, root, shims)
    made = {str(p) for p in root.rglob("*") if p not in before and p.is_file()} - {f"{root}/log"}
    found: list[object] = [
        run for run in runs if shown(run, commands) == (run[1] in PINNED.get(command, []))
    ]
    found += [c for c in commands if surely_runs(c) and not happened(c, runs)]
    if command in REDIRECTION_FAILS:
        found = [one for one in found if not isinstance(one, Command)]
    named = {use.path for c in commands for use in c.files if use.use == "write"}
    return found + [path for path in made if path not in named]


def shown(run: tuple[str, list[str]], commands: tuple[Command, ...]) -> bool:
    folder, argv = run
    return any(fits(c.arguments, argv) and c.folder in {None, folder} for c in commands)


def surely_runs(command: Command) -> bool:
    if command.function_call:
        return False
    if command.place.conditional or not command.arguments or command.program in BUILTINS:
        return False
    return not (command.arguments[0].text or "/").startswith("/")


def happened(command: Command, runs: list[tuple[str, list[str]]]) -> bool:
    return any(
        fits(command.arguments, argv) and command.folder in {None, folder} for folder, argv in runs
    )


REDIRECTION_FAILS = {
    "{ cd src; ls; } < nosuch; ls",
    "ls > a{b,}",
    "ls < nosuch; ls b",
}
"""Commands of which a part does not run, since bash cannot open a file for it."""
PINNED = {"bash ./script.sh a": [["ls", "in script", "a"]]}
"""Known misses: what a script file runs is not in the command."""


@pytest.mark.parametrize("subject", CASES)
def test_bash_executes_what_the_trace_says(subject: str, tmp_path: Path, shims: Path) -> None:
    found = {}
    for index, command in enumerate(CASES[subject]):
        root = tmp_path / str(index)
        wrong = disagreements(command, root, shims)
        if wrong:
            found[command] = wrong
    assert not found, "\n".join(f"{command!r}: {wrong}" for command, wrong in found.items())


def test_there_are_enough_commands() -> None:
    assert sum(map(len, CASES.values())) > 250
