"""The tree of the shell grammar: what a command string says before anything is expanded."""

# Names are those of the POSIX shell grammar and the bash manual. Every node carries the half-open
# span of source characters it came from: `source[node.start:node.end]`.

from __future__ import annotations

from typing import Literal

from attrs import frozen


@frozen
class Text:
    """Characters that stand for themselves.

    `quoted` is true inside any quotes and after a backslash: such text is neither a pattern nor
    split nor a reserved word. The span takes in a backslash, single quotes and `$'…'`; double
    quotes stand outside the spans of the parts between them.
    """

    start: int
    end: int
    value: str
    quoted: bool = False


@frozen
class Parameter:
    """`$name`, `${name}` or `${name<operator>…}`.

    `operation` is the source text after the name inside the braces ("" for a plain value), and
    `name` carries a subscript if there is one (`a[1]`). `prefix` is `#` or `!` where given.
    """

    start: int
    end: int
    name: str
    operation: str = ""
    prefix: str = ""
    quoted: bool = False
    nested: tuple[Substitution, ...] = ()


@frozen
class Arithmetic:
    """`$((…))` or `$[…]`: its text, and the substitutions inside it."""

    start: int
    end: int
    text: str
    quoted: bool = False
    nested: tuple[Substitution, ...] = ()


@frozen
class Substitution:
    """`$(…)`, backquotes, `<(…)` or `>(…)`: a script that runs to make a word.

    `source` is None where the spans in `body` count in the same text as this node's own. Backquotes
    with backslashes to take out are read from another text: then `source` is that text, and spans
    in `body` count in it. Bash reads backquotes, `$((…)…)` and the body of a here-document only
    when it runs them: `unreadable` says why it will refuse such a script, and `body` is empty then.
    """

    start: int
    end: int
    kind: Literal["command", "backquote", "input", "output"]
    body: tuple[ListItem, ...]
    quoted: bool = False
    source: str | None = None
    unreadable: str | None = None


@frozen
class ExtendedPattern:
    """`@(…)`, `?(…)`, `*(…)`, `+(…)` or `!(…)` in `[[ … ]]`: its source text.

    A group `(…)` of the regular expression after `=~` is one too.
    """

    start: int
    end: int
    text: str
    nested: tuple[Substitution, ...] = ()


@frozen
class ArrayLiteral:
    """`(words)` after `name=` in an argument of `declare` and its like."""

    start: int
    end: int
    words: tuple[Word, ...]

    @property
    def nested(self) -> tuple[Substitution, ...]:
        """The substitutions in its words."""
        return tuple(node for word in self.words for node in word.substitutions)


Part = Text | Parameter | Arithmetic | Substitution | ExtendedPattern | ArrayLiteral


@frozen
class Word:
    """A word: its parts in order. Braces, tilde and patterns are still text in it.

    The subscript of `name[…]` at the start of a command is an `Arithmetic` part.
    """

    start: int
    end: int
    parts: tuple[Part, ...]

    @property
    def literal(self) -> str | None:
        """The text of a word made of nothing but text, quotes taken off; else None."""
        pieces = []
        for part in self.parts:
            if not isinstance(part, Text):
                return None
            pieces.append(part.value)
        return "".join(pieces)

    @property
    def substitutions(self) -> tuple[Substitution, ...]:
        """Every script in the word, those inside expansions too, in source order."""
        found: list[Substitution] = []
        for part in self.parts:
            if isinstance(part, Substitution):
                found.append(part)
            elif not isinstance(part, Text):
                found.extend(part.nested)
        return tuple(found)


@frozen
class Assignment:
    """`name=word`, `name+=word`, `name[index]=word` or `name=(words)`.

    `nested` holds the substitutions of the index.
    """

    start: int
    end: int
    name: str
    value: Word | None
    index: str | None = None
    append: bool = False
    array: tuple[Word, ...] | None = None
    nested: tuple[Substitution, ...] = ()


@frozen
class HereDocument:
    """The body that a `<<` or `<<-` redirection reads.

    `body` is the text as the shell delivers it before expansion (tabs stripped for `<<-`, a
    backslash-newline joined where the delimiter is unquoted); `start` and `end` span its source
    lines, the delimiter's line left out. `nested` holds the substitutions of an unquoted body.
    """

    start: int
    end: int
    delimiter: str
    quoted: bool
    body: str
    nested: tuple[Substitution, ...] = ()


RedirectionOperator = Literal[
    "<", ">", ">>", ">|", "<>", "<&", ">&", "&>", "&>>", "<<", "<<-", "<<<"
]


@frozen
class Redirection:
    """One redirection: operator, descriptor (digits or `{name}`) if written, target word.

    For a here-document, `target` is the delimiter word and `document` its body.
    """

    start: int
    end: int
    operator: RedirectionOperator
    descriptor: str | None
    target: Word
    document: HereDocument | None = None


@frozen
class SimpleCommand:
    """Assignments, words and redirections; a command with no words only assigns or redirects."""

    start: int
    end: int
    assignments: tuple[Assignment, ...]
    words: tuple[Word, ...]
    redirections: tuple[Redirection, ...]


@frozen
class Subshell:
    """`( list )`."""

    start: int
    end: int
    body: tuple[ListItem, ...]
    redirections: tuple[Redirection, ...] = ()


@frozen
class Group:
    """`{ list; }`."""

    start: int
    end: int
    body: tuple[ListItem, ...]
    redirections: tuple[Redirection, ...] = ()


@frozen
class If:
    """`if`: the (condition, body) branches in order, and the `else` list if there is one."""

    start: int
    end: int
    branches: tuple[tuple[tuple[ListItem, ...], tuple[ListItem, ...]], ...]
    otherwise: tuple[ListItem, ...] | None = None
    redirections: tuple[Redirection, ...] = ()


@frozen
class Loop:
    """`while` or `until`."""

    start: int
    end: int
    kind: Literal["while", "until"]
    condition: tuple[ListItem, ...]
    body: tuple[ListItem, ...]
    redirections: tuple[Redirection, ...] = ()


@frozen
class For:
    """`for name in words` or `select name in words`; `words` is None where `in` is left out."""

    start: int
    end: int
    kind: Literal["for", "select"]
    name: str
    words: tuple[Word, ...] | None
    body: tuple[ListItem, ...]
    redirections: tuple[Redirection, ...] = ()


@frozen
class ArithmeticFor:
    """`for ((…;…;…))`: its three texts as one, and the body."""

    start: int
    end: int
    text: str
    body: tuple[ListItem, ...]
    nested: tuple[Substitution, ...] = ()
    redirections: tuple[Redirection, ...] = ()


@frozen
class CaseArm:
    """One arm of a `case`: patterns, body, and the terminator that decides what follows."""

    patterns: tuple[Word, ...]
    body: tuple[ListItem, ...]
    terminator: Literal[";;", ";&", ";;&"]


@frozen
class Case:
    """`case word in … esac`."""

    start: int
    end: int
    subject: Word
    arms: tuple[CaseArm, ...]
    redirections: tuple[Redirection, ...] = ()


@frozen
class ArithmeticCommand:
    """`((…))`."""

    start: int
    end: int
    text: str
    nested: tuple[Substitution, ...] = ()
    redirections: tuple[Redirection, ...] = ()


@frozen
class Conditional:
    """`[[ … ]]`: the words in it, operators included."""

    start: int
    end: int
    words: tuple[Word, ...]
    redirections: tuple[Redirection, ...] = ()


@frozen
class Function:
    """A function definition: the body runs only when the function is called."""

    start: int
    end: int
    name: str
    body: Command


@frozen
class Coprocess:
    """`coproc`: a command that runs beside the shell."""

    start: int
    end: int
    name: str | None
    body: Command


@frozen
class Pipeline:
    """One or more commands joined by `|` or `|&`; none after a `!` or `time` that stands alone."""

    start: int
    end: int
    commands: tuple[Command, ...]
    operators: tuple[Literal["|", "|&"], ...] = ()
    negated: bool = False
    timed: bool = False


Command = (
    SimpleCommand
    | Subshell
    | Group
    | If
    | Loop
    | For
    | ArithmeticFor
    | Case
    | ArithmeticCommand
    | Conditional
    | Function
    | Coprocess
)


@frozen
class ListItem:
    """An and-or list: pipelines, the operators between them, and whether `&` ends it."""

    start: int
    end: int
    pipelines: tuple[Pipeline, ...]
    operators: tuple[Literal["&&", "||"], ...] = ()
    background: bool = False


@frozen
class Script:
    """A whole command string, read."""

    source: str
    body: tuple[ListItem, ...]


@frozen
class Unreadable:
    """A command string that bash would refuse, or that is past a bound; `why` is for people."""

    why: str
