"""Markdown documents for property tests: real shapes in any nesting, and soup."""

from __future__ import annotations

from hypothesis import strategies as st

SENTENCES = [
    "The house stands.",
    "It holds `a. B` and *an. Em* too.",
    "See [a link. Two](https://x.example/a.%20B 'A t. Title') now!",
    "Is <https://x.example/a.B> here?",
    "Go to https://x.example/a.b?c=D.E today.",
    "**Bold. Text** stands out.",
    "Dr. Foo met e.g. Mr. B. Bar in the U.S. Army.",
    "It costs 3.50 or 4. Then more.",
    "No. 5 is Fig. 3 on p. 12.",
    "He said \u201cYes. No.\u201d and left.",
    '"What?" he asked.',
    "Use <b>in. Line</b> HTML<br>here.",
    "The price is $5. And $6.",
    "A formula $a. B$ and ~~gone. Gone~~.",
    "An image ![alt. Text](i.png) is here.",
    "A note.[^1] And one more.",
    "第一句。第二句\uff01真的吗\uff1f是的。",
    "日本語の文。「引用。」終わり。",
    "한국어 문장. 다음 문장.",
    "مرحبا بالعالم. كيف حالك؟ جيد.",
    "זה משפט. זה עוד אחד.",
    "हिन्दी वाक्य। दूसरा वाक्य।",
    "Ein Satz, z.B. Dieser. Noch einer.",
    "An entity &amp; here. And \\* one. More\\",
    "It ends with a slash.\\",
    "Wait... What?!",
    "A bar | here. And there.",
    "{{ a. B }} and {#id. X}.",
    "[ref. One][r] and [r]. Done.",
    "The end",
    "etc. And so on.",
]
TRAPS = [
    *("- Foo.", "+ bar.", "* Baz.", "# H.", "1. One.", "2) Two.", "> Q.", "| T.", "=", "==="),
    *("---", "```", "~~~", "***", "___", "<div>", "[r]: /u.", "[^2]: F.", ": D.", ":::", "$$"),
    *("%", "A) X.", "iv. Y.", "{.c}", "!!! n", "    x.", "\tX.", "<!-- c. D -->", "</b>", "&"),
    *("\\", "\\[", "![", "import x."),
]
JOINS = [" ", " ", " ", " ", "  ", "\t", "\n", "  \n", "\\\n", ""]

sentence = st.sampled_from(SENTENCES)
trap = st.sampled_from(TRAPS)
words = st.text(alphabet="aB .!?。\n`*_[]()<>#-+|=:~$\\&'\"1", max_size=30)


@st.composite
def paragraph(draw: st.DrawFn) -> str:
    """Draw sentences of a paragraph, with every join that an author may make."""
    parts = draw(st.lists(st.one_of(sentence, sentence, sentence, trap), min_size=1, max_size=6))
    return "".join(p + draw(st.sampled_from(JOINS)) for p in parts[:-1]) + parts[-1]


@st.composite
def fenced(draw: st.DrawFn) -> str:
    fence = draw(st.sampled_from(["```", "~~~~", "```text"]))
    return f"{fence}\n{draw(paragraph())}\n{fence[:4].rstrip('t')}"


@st.composite
def table(draw: st.DrawFn) -> str:
    cells = [draw(sentence) for _ in range(4)]
    return f"| {cells[0]} | {cells[1]} |\n| --- | :-: |\n| {cells[2]} | {cells[3]} |"


@st.composite
def nested(draw: st.DrawFn, inner: st.SearchStrategy[str]) -> str:
    """Draw a list or a quote around other blocks; some lines are lazy."""
    marker = draw(st.sampled_from(["- ", "* ", "1. ", "10) ", "> ", ">", "-   ", "- [ ] ", "-\t"]))
    body = "\n\n".join(draw(st.lists(inner, min_size=1, max_size=3)))
    rest = marker if marker.startswith(">") else " " * len(marker)
    lines = body.split("\n")
    lazy = draw(st.sampled_from([0, 0, 0, 1]))
    tail = [(rest if line or rest[0] == ">" else "") + line for line in lines[1:]]
    if lazy:
        tail = [line.lstrip("> ") if n == 0 else line for n, line in enumerate(tail)]
    return "\n".join([marker + lines[0], *tail])


plain_block = st.one_of(
    paragraph(),
    paragraph(),
    paragraph(),
    fenced(),
    table(),
    words,
    st.builds("{} {}".format, st.sampled_from(["#", "###"]), sentence),
    st.builds("{}\n{}".format, paragraph(), st.sampled_from(["===", "---", "--|--"])),
    st.builds("<div>\n{}\n</div>".format, paragraph()),
    st.builds("<details>\n\n{}\n\n</details>".format, paragraph()),
    st.builds("    {}".format, paragraph()),
    st.builds("[^1]: {}\n\n    {}".format, sentence, paragraph()),
    st.builds("[r]: /u 'A t. {}'".format, sentence),
    st.builds("$$\n{}\n$$".format, paragraph()),
    st.builds(":::note\n{}\n:::".format, paragraph()),
    st.builds('!!! note "A. B"\n    {}'.format, paragraph()),
    st.builds("term\n: {}".format, paragraph()),
    st.just("* * *"),
)
block = st.recursive(plain_block, nested, max_leaves=6)
front = st.sampled_from(
    ["", "", "", "---\ntitle: A b. C d.\n---\n\n", "+++\nt = 'A b. C'\n+++\n\n"]
)


@st.composite
def documents(draw: st.DrawFn) -> str:
    """Draw a whole document, in one of the two line endings, with or without a last one."""
    gap = st.sampled_from(["\n\n", "\n\n", "\n\n\n", "\n"])
    parts = draw(st.lists(block, min_size=1, max_size=5))
    text = draw(front) + "".join(part + draw(gap) for part in parts)
    text = draw(st.sampled_from([text, text, text.rstrip("\n")]))
    return draw(st.sampled_from([text, text, text.replace("\n", "\r\n")]))
