"""What leaves a value certain and what does not, each row with what its probe shows."""

# Bash runs the rows too: none may show a value that it does not give.

from collections.abc import Callable
from pathlib import Path

from host.shell.command import Command, Value
from tests.host.shell.probes import disagreements

Trace = Callable[[str], tuple[Command, ...]]
ShowValue = Callable[[Value], str]

CASES = {
    "keyword-assignments": ("set -k; p 1 a x=1", "a *"),
    "keyword-assignments-by-name": ("set -o keyword; p 1 a x=1", "a *"),
    "keyword-assignments-by-shopt": ("shopt -so keyword; p 1 a x=1", "a *"),
    "keyword-assignments-of-another-shell": ("bash -kc 'p 1 a x=1'", "a *"),
    "subscript-in-test": ("x=1; test -v 'a[x=5]'; p 1 $x", "*"),
    "subscript-in-bracket": ("x=1; [ -v 'a[x=5]' ]; p 1 $x", "*"),
    "subscript-in-conditional": ("x=1; [[ -v a[x=5] ]]; p 1 $x", "*"),
    "subscript-in-unset": ("x=1; unset 'a[x=5]'; p 1 $x", "*"),
    "subscript-in-printf": ("x=1; printf -v 'a[x=5]' q; p 1 $x", "*"),
    "subscript-in-read": ("x=1; read 'a[x=5]' <<< q; p 1 $x", "*"),
    "subscript-in-declare": ("x=1; declare 'a[x=5]=q'; p 1 $x", "*"),
    "subscript-in-a-value": ("x=1; : ${a[x=5]}; p 1 $x", "*"),
    "subscript-of-an-element": ("x=1; a=([x=5]=q); p 1 $x", "*"),
    "subscript-behind-a-name": ("n='a[x=5]'; x=1; : ${!n}; p 1 $x", "*"),
    "let": ("x=1; let x=5; p 1 $x", "*"),
    "substring-offset": ("v=abc; x=1; : ${v:x=1}; p 1 $x", "*"),
    "a-value-is-evaluated": ("x='y=5'; y=1; p 1 $((x)) $y", "? *"),
    "a-value-of-a-value-is-evaluated": ("z=x; x='y=5'; y=1; : $((z+1)); p 1 $y", "*"),
    "an-element-is-evaluated": ("a=(0 'y=5'); y=1; : $((a[1])); p 1 $y", "*"),
    "a-value-is-evaluated-in-a-comparison": ("x='y=5'; y=1; [[ $x -eq 5 ]]; p 1 $y", "*"),
    "a-word-is-evaluated-in-a-comparison": ("x='y=5'; y=1; [[ x -eq 5 ]]; p 1 $y", "*"),
    "a-value-is-evaluated-in-a-loop": ("x='y=5'; y=1; while n; do ((x)); done; p 1 $y", "*"),
    "an-unknown-value-may-assign-anything": ("y=1; read x <<< y=5; : $((x)); p 1 $y", "*"),
    "an-integer-evaluates-what-it-takes": ("declare -i x; y=1; x='y=5'; p 1 $y", "*"),
    "an-integer-evaluates-in-a-for": ("declare -i x; y=1; for x in y=5; do :; done; p 1 $y", "*"),
    "joined-text-may-assign": ("l=y r==5; y=1; : $(($l$r)); p 1 $y", "*"),
    "a-counter-assigns-itself-only": ("y=1; i=0; i=$((i+1)); ((i++)); ((i < 5)); p 1 $y", "1"),
    "a-counter-of-a-loop": ("y=1; i=0; while n $i; do i=$((i+1)); done; p 1 $y", "1"),
    "a-counter-in-a-comparison": ("y=1; i=$((2*3)); [[ $i -gt 3 ]]; p 1 $y", "1"),
    "a-counted-output": ("y=1; i=$(n | wc -l); : $((i+1)) $(( $(n | wc -l) )); p 1 $y", "1"),
    "a-count-of-arguments": ("y=1; (($# > 0)); [[ $# -eq 0 ]]; p 1 $y", "1"),
    "a-number-as-a-subscript": ("y=1; a=(b c); : ${a[1]}; p 1 $y ${a[1]}", "1 c"),
    "a-division-may-end-the-line": ("x=1\n: $((1/0)); x=2\np 1 $x", "*"),
    "a-division-ends-its-line-only": ("x=1\n: $((4/2))\nx=2\np 1 $x", "2"),
    "a-division-ends-a-function": ("f() { local y; : $((1/0)); x=2; }\nx=1\nf; x=3\np 1 $x", "*"),
    "a-division-in-eval-ends-there": ("x=1; eval ': $((1/0)); x=2'; p 1 $x", "*"),
    "a-readonly-name-ends-the-line": ("readonly r=1; x=1\nr=2; x=2\np 1 $x", "*"),
    "a-bad-name-ends-the-line": ("v='b c'; x=1\n: ${!v:=5}; x=2\np 1 $x", "*"),
    "an-addition-does-not-end-it": ("x=1; i=0\n: $((i+1)); x=2\np 1 $x", "2"),
    "words-come-before-assignments": ("x=1; x=$x bash -c 'p 1 $x' u $((x=5))", "*"),
    "what-words-assign-stays": ("x=1; z=1 p 0 $((x=5)); p 1 $x", "*"),
    "its-own-assignment-does-not-stay": ("x=1; x=2 p 0; x=3 :; p 1 $x", "1"),
    "its-own-assignment-stays-exported": ("x=1; x=2 export x; p 1 $x", "*"),
    "a-local-takes-the-call's-assignment": ("f() { local x; p 1 $x; }; x=5 f", "*"),
    "unset-uncovers-the-outer": ("f() { unset x; p 1 $x; }; x=0; x=5 f", "*"),
    "unset-uncovers-a-caller's": ("f() { local x=1; g; p 1 $x; }; g() { unset x; }; x=0; f", "*"),
    "a-descriptor-variable": ("x=1; : {x}> /dev/null; p 1 $x", "*"),
    "an-expanded-here-document": ("x=1; : <<E\n$((x=5))\nE\np 1 $x", "*"),
    "a-plain-here-document": ("x=1; : <<E\n$HOME ${x:-y} a=b\nE\np 1 $x", "1"),
    "a-redirected-group": ("x=1; { :; } <<< $((x=5)); p 1 $x", "*"),
    "a-case-pattern": ("x=1; case a in $((x=5))) ;; esac; p 1 $x", "*"),
    "an-array-keeps-its-other-elements": ('x=(a b); x=c; p 1 "${x[@]}"', "c b"),
    "an-array-of-unknown-length": ('mapfile x <<< 1; x=c; p 1 $x "${x[@]}"', "c *"),
    "a-declared-list-in-quotes": ("declare -a x='(a b)'; p 1 $x", "*"),
    "options-local-to-a-function": ("f() { local -; set -f; }; f; p 1 *", "<*>"),
    "braces-of-a-declaration": ("declare x={u,v}; export y={a,b}c; p 1 $x $y", "v bc"),
    "braces-of-a-declaration-in-a-loop": (
        "x1=a; while n; do declare x{1,2}=b; done; p 1 $x1",
        "*",
    ),
    "uncertain-braces-expand": ("x=1; : {1..9999}$((x=5)); p 1 $x", "*"),
    "braces-that-make-a-command": ("x=1; while n; do {read,x} <<< 2; done; p 1 $x", "*"),
    "a-value-that-names-itself": ("y=y; x=1\n: $((y+1)); x=2\np 1 $x", "*"),
    "a-part-of-a-text-beyond-ascii": ("x=aé; p 1 ${x:1} ${x%?} ${x%é}", "* * a"),
    "braces-that-make-a-variable": ("ab=q; p 1 {a$,}{ab,c}", "*"),
    "braces-behind-a-dollar": ("p 1 {a,b}$ {$/,c}", "a$ b$ $/ c"),
    "braces-switched-off-by-shopt": ("shopt -uo braceexpand; p 1 {a,b}", "*"),
    "an-option's-name-behind-more-letters": ("set -oe noglob a; p 1 $1", "a"),
    "an-unknown-option": ("set -- a; set -Z b\np 1 $1", "*"),
    "too-many-shifts": ("set -- a b\nshift 1 2; x=1\np 1 $1 $x", "a *"),
    "a-global-behind-a-local": (
        "f() { local x=1; declare -g x=2; p 1 $x; }; x=0; f; p 2",
        "*",
    ),
    "a-trap-that-changes-arguments": ("trap 'set -- x' DEBUG; set -- a; p 1 $1", "*"),
    "a-trap-that-counts": ("x=1; trap '((x++))' DEBUG; p 1 $x", "*"),
    "a-nested-shell-counts-its-level": ("export SHLVL=5; bash -c 'p 1 $SHLVL'", "*"),
    "a-nested-shell-has-no-prompt": ("export PS1=x; bash -c 'p 1 $PS1'", "*"),
    "an-exported-function-is-there": ("cd() { :; }; export -f cd; bash -c 'cd d; p 1 a'", "a"),
    "a-name-read-from-a-variable": ('x=1; v=x; n 0 || read "$(n)$v" <<< 5; p 1 $x', "*"),
    "a-callback-of-mapfile": ("x=1; mapfile -C 'x=5;:' -c 1 a <<< b; p 1 $x", "*"),
    "a-prompt's-expansion": ("x=1; v='$((x=5))'; : ${v@P}; p 1 $x", "*"),
    "a-script-that-is-sourced": (
        "source /dev/stdin k <<< 'x=$1; return; x=2'; p 1 $x",
        "k",
    ),
    "sh-may-not-append": ("sh -c 'x=1; x+=2; p 1 $x'", "*"),
    "sh-may-not-declare": ("sh -c 'x=1; declare x=2; p 1 $x'", "*"),
    "sh-may-split-a-declaration": ("sh -c 'y=a; export x=$y z=b; p 1 $x $z'", "* b"),
    "sh-may-keep-a-local": ("sh -c 'f() { local x; p 1 $x; }; x=1; f'", "*"),
    "sh-may-not-source": ("sh -c 'x=1; source /dev/stdin <<E\nx=2\nE\np 1 $x'", "*"),
    "sh-may-not-know-a-tilde": ("sh -c 'p 1 ~+ ~'", "? /home/u"),
    "sh-may-not-translate": ('sh -c \'p 1 $"a" "a"\'', "? a"),
    "zsh-may-read-on": ("zsh -c 'x=/a/b; p 1 \"$x[1]\" $x:h =ls'", "? * ?"),
    "an-octal-subscript": ("a=(0 1); a[010]=x; p 1 ${a[8]} ${a[010]} ${a[1]}", "* * *"),
    "an-octal-offset-ends-the-line": ("v=abc; x=1\n: ${v:08}; x=2\np 1 $x", "*"),
    "arguments-behind-a-pattern": ("bash -c 'p 1 $1 ${2-q}' * x", "* *"),
    "a-sign-in-compgen": ("x=1; compgen -W '$((x=5))'; p 1 $x", "*"),
}


def test_bash_gives_what_is_certain(tmp_path: Path) -> None:
    found = list(disagreements([program for program, _ in CASES.values()], tmp_path))
    assert not found, "\n\n".join(found)


def test_what_stays_certain(traced: Trace, shown: ShowValue) -> None:
    found = {name: probe(traced(program), shown) for name, (program, _) in CASES.items()}
    assert found == {name: values for name, (_, values) in CASES.items()}


def probe(commands: tuple[Command, ...], shown: ShowValue) -> str:
    (found,) = [c for c in commands if [v.text for v in c.arguments[:2]] == ["p", "1"]]
    return " ".join(map(shown, found.arguments[2:]))
