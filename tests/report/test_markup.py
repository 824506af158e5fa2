"""Markup: what it reads, what it leaves alone, what it makes visible."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ringassay.report.document import literal
from ringassay.report.html.text import mathml
from ringassay.report.latex.text import displayed
from ringassay.report.markup import formula, inline, visible
from ringassay.report.markup.inline import Code, Emphasis, Math, Text
from ringassay.report.markup.sortkey import column_keys, sort_key


def test_spans() -> None:
    assert inline.parse("a `b` *c* d") == (
        Text("a "),
        Code("b"),
        Text(" "),
        Emphasis("c"),
        Text(" d"),
    )
    (span,) = inline.parse("$x^2$")
    assert isinstance(span, Math)


@pytest.mark.parametrize(
    "text",
    [
        "costs $5 and $6",
        "2 * 3 * 4",
        "a * b*",
        "`",
        "$",
        "*",
        "**",
        "$$",
        r"$\write18{ls}$",
        "$ x$",
    ],
)
def test_what_is_no_markup_stays(text: str) -> None:
    assert inline.parse(text) == (Text(text),)


@settings(max_examples=2_000)
@given(st.text(alphabet=st.characters(min_codepoint=0x20, max_codepoint=0x7E)))
def test_literal_is_literal(text: str) -> None:
    assert inline.plain(literal(text)) == text
    if text:
        assert inline.parse(literal(text)) == (Text(text),)
        assert inline.parse(f"`{literal(text)}`") == (Code(text),)


@settings(max_examples=2_000)
@given(st.text())
def test_nothing_invisible_remains(text: str) -> None:
    shown = visible.inline(text)
    assert shown.isprintable() or set(shown) & set("\u00a0\u202f\u2009")
    assert all(c >= " " for c in shown)
    listed = visible.listing(text)
    assert all(c >= " " or c == "\n" for c in listed)
    shown.encode("utf-8")


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("\x1b[1;31mred\x1b[0m", "red"),
        ("\x1b]0;t\x07", "␛]0;t␇"),
        ("a\u202eb", "a⟨U+202E⟩b"),
        ("a\x00b", "a␀b"),
        ("one\r\ntwo", "one two"),
        ("e\u0301", "e\u0301"),
        ("\u0301" * 5, "\u0301" * 3 + "⟨U+0301⟩" * 2),
        ("\ud800", "⟨U+D800⟩"),
    ],
)
def test_visible(text: str, shown: str) -> None:
    assert visible.inline(text) == shown


def test_long_texts_are_cut_and_say_so() -> None:
    assert visible.inline("x" * 5_000).endswith("… (1000 more characters)")
    shown = visible.listing("a" * 20_000 + "the end")
    assert "(4007 characters left out)" in shown
    assert shown.endswith("the end")


@pytest.mark.parametrize(
    ("source", "mathml_", "latex"),
    [
        ("x", "<mrow><mi>x</mi></mrow>", "x"),
        (
            "d^2",
            "<mrow><msup><mi>d</mi><mn>2</mn></msup></mrow>",
            "{d}^{2}",
        ),
        (
            r"\frac{1}{n}",
            "<mrow><mfrac><mrow><mn>1</mn></mrow><mrow><mi>n</mi></mrow></mfrac></mrow>",
            r"\frac{1}{n}",
        ),
        ("a<b", "<mrow><mi>a</mi><mo>&lt;</mo><mi>b</mi></mrow>", "a<b"),
        (r"\text{a_b%}", "<mrow><mtext>a_b%</mtext></mrow>", r"\text{a\_b\%}"),
        ("ℓ ≤ 2", "<mrow><mi>ℓ</mi><mo>≤</mo><mn>2</mn></mrow>", r"\ell \le 2"),
        ("x_i^2", "<mrow><msubsup><mi>x</mi><mi>i</mi><mn>2</mn></msubsup></mrow>", "{x}_{i}^{2}"),
    ],
)
def test_formula(source: str, mathml_: str, latex: str) -> None:
    assert str(mathml(formula.parse(source))) == f"<math>{mathml_}</math>"
    assert displayed(source) == f"\\[\n{latex}\n\\]"


@pytest.mark.parametrize(
    "source",
    [
        r"\write18{x}",
        r"\input{x}",
        r"\def\x{}",
        r"\csname x\endcsname",
        "{",
        "}",
        "x^",
        "x^2^3",
        "x__y",
        r"\frac{1}",
        r"\text{\write}",
        r"\text",
        "a & b",
        "a # b",
        "a ~ b",
        "{" * 100 + "}" * 100,
        r"\sqrt" * 5_000 + "x",
        "%",
        "中",
    ],
)
def test_formula_outside_the_subset(source: str) -> None:
    with pytest.raises(formula.FormulaError, match="expected"):
        formula.parse(source)


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("12", 12.0),
        ("−3.5", -3.5),
        ("1 582", 1582.0),
        ("52\u202f600×", 52600.0),
        ("1,234,567", 1234567.0),
        ("980 µs", 980e-6),
        ("1.2 ms", 1.2e-3),
        ("2 min", 120.0),
        ("5.41 KB", 5410.0),
        ("1 MiB", 2.0**20),
        ("3.1×10⁻⁵", 3.1e-5),
        ("2.02 · 10^8", 2.02e8),
        ("10⁶", 1e6),
        ("1.14e+03", 1140.0),
        ("99.8 %", 99.8),
        ("< 3 s", 3.0),
        ("ok", None),
        ("", None),
        ("–", None),
        ("4, 10, 20", None),
        ("9" * 500, None),
    ],
)
def test_sort_key(text: str, key: float | None) -> None:
    got = sort_key(text)
    assert got == (pytest.approx(key) if key is not None else None)


def test_column_is_numeric_or_not() -> None:
    assert column_keys(["1 ms", "–", "2 s"], [None] * 3) == [0.001, None, 2.0]
    assert column_keys(["1 ms", "crash", "2 s"], [None] * 3) == [None] * 3
    assert column_keys(["b", "a"], [2.0, 1.0]) == [2.0, 1.0]
