"""The tree of each construct, in a compact notation, and what is refused."""

from typing import Any

import attrs
import pytest

from host.shell import parse
from host.shell.grammar.quotes import ansi_value
from host.shell.limits import COMMAND_MAX_CHARACTERS
from host.shell.syntax import (
    Arithmetic,
    ArrayLiteral,
    Assignment,
    ExtendedPattern,
    HereDocument,
    ListItem,
    Parameter,
    Pipeline,
    Redirection,
    Script,
    SimpleCommand,
    Substitution,
    Text,
    Unreadable,
    Word,
)

NAMES = {"ArithmeticCommand": "arith", "ArithmeticFor": "arithfor", "Conditional": "test"}


def show(node: object) -> str:
    """Write a node: `[a b]` is a simple command, `'…'` quoted text, `$(…)` a script."""
    if isinstance(node, tuple):
        return " ".join(show(child) for child in node)
    if isinstance(node, str):
        return node
    shower = SHOWERS.get(type(node))
    return shower(node) if shower else show_compound(node)


def show_compound(node: Any) -> str:
    name = NAMES.get(type(node).__name__, type(node).__name__.lower())
    values = [
        value
        for field in attrs.fields(type(node))
        if field.name not in ("start", "end")
        and (value := getattr(node, field.name)) not in ((), None)
    ]
    return f"{name}({', '.join(show(value) for value in values)})"


def show_item(node: ListItem) -> str:
    text = show(node.pipelines[0])
    for operator, pipeline in zip(node.operators, node.pipelines[1:], strict=True):
        text += f" {operator} {show(pipeline)}"
    return text + " &" * node.background


def show_pipeline(node: Pipeline) -> str:
    text = "! " * node.negated + "time " * node.timed
    for operator, command in zip(("", *node.operators), node.commands, strict=bool(node.commands)):
        text += f" {operator} {show(command)}" if operator else show(command)
    return text.rstrip()


def show_simple(node: SimpleCommand) -> str:
    return f"[{show((*node.assignments, *node.words, *node.redirections))}]"


def show_word(node: Word) -> str:
    return "".join(show(part) for part in node.parts)


def show_text(node: Text) -> str:
    return f"'{node.value}'" if node.quoted else node.value


def show_parameter(node: Parameter) -> str:
    text = f"${{{node.prefix}{node.name}|{node.operation}}}" + "".join(map(show, node.nested))
    return f'"{text}"' if node.quoted else text


def show_arithmetic(node: Arithmetic) -> str:
    return f"(({node.text}))" + "".join(map(show, node.nested))


def show_substitution(node: Substitution) -> str:
    mark = {"command": "$", "backquote": "`", "input": "<", "output": ">"}[node.kind]
    text = f"{mark}({show(node.body)}{'?' if node.unreadable else ''})"
    return f'"{text}"' if node.quoted else text


def show_assignment(node: Assignment) -> str:
    index = "" if node.index is None else f"[{node.index}]"
    value = show(node.value) if node.array is None else f"({show(node.array)})"
    return f"{node.name}{index}{'+' * node.append}:={value}" + "".join(map(show, node.nested))


def show_redirection(node: Redirection) -> str:
    text = f"{node.descriptor or ''}{node.operator}{show(node.target)}"
    return text + (show(node.document) if node.document else "")


def show_document(node: HereDocument) -> str:
    mark = "raw" if node.quoted else "doc"
    return f"{mark}({node.delimiter!r}, {node.body!r})" + "".join(map(show, node.nested))


SHOWERS: dict[type, Any] = {
    ListItem: show_item,
    Pipeline: show_pipeline,
    SimpleCommand: show_simple,
    Word: show_word,
    Text: show_text,
    Parameter: show_parameter,
    Arithmetic: show_arithmetic,
    Substitution: show_substitution,
    ExtendedPattern: lambda node: node.text + "".join(map(show, node.nested)),
    ArrayLiteral: lambda node: f"({show(node.words)})",
    Assignment: show_assignment,
    Redirection: show_redirection,
    HereDocument: show_document,
}

TREES = {
    "nothing": ("", ""),
    "only-a-comment": ("# a; b", ""),
    "words": ("echo a  b", "[echo a b]"),
    "list": ("a; b\nc &d", "[a] [b] [c] & [d]"),
    "and-or": ("a && b ||\n c", "[a] && [b] || [c]"),
    "pipeline": ("! a | b |& c", "! [a] | [b] |& [c]"),
    "double-negation": ("! ! a", "[a]"),
    "timed": ("time -p -- a", "time [a]"),
    "time-after-a-bar-is-a-word": ("a | time b", "[a] | [time b]"),
    "bang-alone": ("! ", "!"),
    "subshell-with-redirection": ("(a; b) > f", "subshell([a] [b], >f)"),
    "group": ("{ a; } 2>&1", "group([a], 2>&1)"),
    "brace-is-a-word-elsewhere": ("echo } {a} {", "[echo } {a} {]"),
    "reserved-words-as-arguments": ("echo if then fi", "[echo if then fi]"),
    "reserved-word-after-assignment": ("a=1 if", "[a:=1 if]"),
    "if": (
        "if a; then b; elif c; then d; else e; fi",
        "if([a] [b] [c] [d], [e])",
    ),
    "while": ("while a; do b; done < f", "loop(while, [a], [b], <f)"),
    "until": ("until a\ndo b\ndone", "loop(until, [a], [b])"),
    "for-in": ("for i in a $b; do c; done", "for(for, i, a ${b|}, [c])"),
    "for-without-in": ("for i; do c; done", "for(for, i, [c])"),
    "for-with-braces": ("for i in a; { b; }", "for(for, i, a, [b])"),
    "select": ("select i in a; do b; done", "for(select, i, a, [b])"),
    "for-arithmetic": (
        "for ((i=0; i<$(a); i++)) do b; done",
        'arithfor(i=0; i<$(a); i++, [b], "$([a])")',
    ),
    "case": (
        "case $x in a|'b') c;; (if) d;& *) ;;& esac",
        "case(${x|}, casearm(a 'b', [c], ;;) casearm(if, [d], ;&) casearm(*, ;;&))",
    ),
    "case-in-a-substitution": ("$(case a in b) c;; esac)", "[$(case(a, casearm(b, [c], ;;)))]"),
    "arithmetic-command": ("((1 + $(a)))", 'arith(1 + $(a), "$([a])")'),
    "two-subshells": ("((a) | b)", "subshell(subshell([a]) | [b])"),
    "function": ("f() { a; } > g", "function(f, group([a], >g))"),
    "function-keyword": ("function f if a; then b; fi", "function(f, if([a] [b]))"),
    "function-keyword-subshell": ("function f (a)", "function(f, subshell([a]))"),
    "coproc": ("coproc a b", "coprocess([a b])"),
    "coproc-named": ("coproc n { a; }", "coprocess(n, group([a]))"),
    "test": ("[[ ! -f a && ( b < c ) ]]", "test(! -f a && ( b < c ))"),
    "test-pattern": ("[[ a == b@(c|$(d)) ]]", "test(a == b@(c|$(d))$([d]))"),
    "test-regex": ("[[ a =~ ^(b c)|d$ ]]", "test(a =~ ^(b c)|d$)"),
    "redirections": (
        "a <b >c >>d >|e <>f 2>&1 <&- &>g &>>h <<<i {j}>k",
        "[a <b >c >>d >|e <>f 2>&1 <&- &>g &>>h <<<i {j}>k]",
    ),
    "digit-apart-is-a-word": ("echo 2 >f", "[echo 2 >f]"),
    "assignments": (
        'a=1 b+="2" c[i + 1]=3 d=(x [1]=y)',
        "[a:=1 b+:='2' c[i + 1]:=3 d:=(x (([1]))=y)]",
    ),
    "assignment-after-redirection": ("a=1 >f b=2 c", "[a:=1 b:=2 c >f]"),
    "assignment-as-argument": ("echo a=1", "[echo a=1]"),
    "declared-array": ("declare -a a=(b c)", "[declare -a a=(b c)]"),
    "single-quotes": ("echo 'a\\' b", "[echo 'a\\' b]"),
    "double-quotes": ('echo "a\\$b\\c $x" ""', "[echo 'a$b\\c '\"${x|}\" '']"),
    "ansi-quotes": ("echo $'a\\tb\\x41\\'' $\"c\"", "[echo 'a\tbA'' 'c']"),
    "escapes": ("echo a\\ b\\", "[echo a' 'b'\\']"),
    "parameters": (
        "$a $1 ${b} ${#c} ${!d} ${e[1]} ${f:-g} $$ $",
        "[${a|} ${1|} ${b|} ${#c|} ${!d|} ${e[1]|} ${f|:-g} ${$|} $]",
    ),
    "parameter-with-quotes": ('"${a:-\'}\'"$(b)"}"', '["${a|:-\'}\'"$(b)"}"$([b])""]'),
    "arithmetic": ("$((1+$(a))) $[2]", '[((1+$(a)))"$([a])" ((2))]'),
    "script-that-looks-arithmetic": ("$((a); b)", "[$(subshell([a]) [b])]"),
    "backquotes": ("`a \\`b\\``", "[`([a `([b])])]"),
    "backquotes-unreadable": ("`a (`", "[`(?)]"),
    "process-substitutions": ("a <(b) >(c)", "[a <([b]) >([c])]"),
    "heredoc": (
        "a <<E; b\nx $(c) `d`\nE\n",
        "[a <<Edoc('E', 'x $(c) `d`\\n')\"$([c])\"\"`([d])\"] [b]",
    ),
    "heredoc-quoted": ("a <<'E F'\n$(b)\nE F", "[a <<'E F'raw('E F', '$(b)\\n')]"),
    "heredoc-quoted-in-part": ('a <<E"O"F\nx\nEOF', "[a <<E'O'Fraw('EOF', 'x\\n')]"),
    "heredoc-tabs": ("a <<-E\n\t\tx\n\tE", "[a <<-Edoc('E', 'x\\n')]"),
    "heredoc-joined-lines": ("a <<E\nx\\\ny\nE", "[a <<Edoc('E', 'xy\\n')]"),
    "heredoc-without-an-end": ("a <<E\nx", "[a <<Edoc('E', 'x')]"),
    "two-heredocs": ("a <<A <<B\n1\nA\n2\nB", "[a <<Adoc('A', '1\\n') <<Bdoc('B', '2\\n')]"),
    "heredoc-in-a-substitution": (
        "a \"$(b <<'E'\n)'\nE\n)\"",
        "[a \"$([b <<'E'raw('E', \")'\\n\")])\"]",
    ),
    "heredoc-of-a-script-that-ends-before-it": (
        "a $(b <<E) c\nd\nE\ne",
        "[a $([b <<Edoc('E', 'd\\n')]) c] [e]",
    ),
    "joined-operators": ("a &\\\n& b\\\nc", "[a] && [bc]"),
    "carriage-return-is-ordinary": ("a\r", "[a\r]"),
    "surrogates": ("echo \udcff", "[echo \udcff]"),
}

REFUSED = {
    "open-quote": "echo 'a",
    "open-backquote": "echo `a\\`",
    "open-ansi-quote": "echo $'a\\",
    "open-brace": "echo ${a",
    "empty-group": "{ }",
    "empty-subshell": "()",
    "lone-closing-word": "fi",
    "separator-first": "; a",
    "extended-pattern-outside-a-test": "echo @(a|b)",
    "pattern-set-on-a-line-before": "shopt -s extglob\necho @(a)",
    "array-as-argument": "echo a=(1)",
    "redirection-without-a-target": "a >",
    "arithmetic-for-with-two-parts": "for ((a; b)) do c; done",
    "nul": "a\0b",
}


def tree(command: str) -> str:
    script = parse(command)
    assert isinstance(script, Script), script
    return show(script.body)


@pytest.mark.parametrize(("command", "expected"), TREES.values(), ids=TREES)
def test_reads(command: str, expected: str) -> None:
    assert tree(command) == expected


@pytest.mark.parametrize("command", REFUSED.values(), ids=REFUSED)
def test_refuses(command: str) -> None:
    refusal = parse(command)
    assert isinstance(refusal, Unreadable)
    assert refusal.why.endswith(".")


def test_refuses_a_command_past_the_bound() -> None:
    assert isinstance(parse("a" * (COMMAND_MAX_CHARACTERS + 1)), Unreadable)


def test_reads_a_word_of_a_million_characters() -> None:
    assert tree("a" * 1_000_000) == f"[{'a' * 1_000_000}]"


@pytest.mark.parametrize(
    ("body", "value"),
    [
        ("a", "a"),
        ("\\101\\x42\\u0043\\U00000044", "ABCD"),
        ("\\xc3\\xa9", "é"),
        ("\\xff", "\udcff"),
        ("\\cA\\c?\\c\\\\", "\x01\x7f\x1c"),
        ("\\e\\E\\a\\?\\z", "\x1b\x1b\a?\\z"),
        ("a\\0b", "a"),
        ("\\x", "\\x"),
        ("\\x{41}", "A"),
        ("\\c", "\\c"),
        ("\\777", "\udcff"),
        ("\\ud800", "\udced\udca0\udc80"),
        ("\\U00110000", "\udcf4\udc90\udc80\udc80"),
        ("\\Uffffffff", ""),
    ],
    ids=[
        *["plain", "numbers", "utf8", "byte", "control", "letters", "nul", "no-digits", "braced"],
        *["control-alone", "octal-above-a-byte", "surrogate", "beyond-unicode", "beyond-utf8"],
    ],
)
def test_decodes_ansi_quotes(body: str, value: str) -> None:
    assert ansi_value(body) == value
