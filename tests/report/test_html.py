"""The HTML rendering: well formed, self-contained, unharmed by hostile strings."""

from __future__ import annotations

import base64
import gzip
import hashlib
import json
import re
from pathlib import Path
from urllib.parse import unquote_to_bytes
from xml.etree import ElementTree

import plotly
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ringassay.report.document import (
    Axis,
    BarPlot,
    Block,
    Callout,
    Cell,
    Column,
    Document,
    Figure,
    Formula,
    Items,
    KeyFigure,
    KeyFigures,
    Listing,
    Paragraph,
    Section,
    Series,
    Subheading,
    Table,
)
from ringassay.report.html.render import render
from ringassay.report.html.text import html
from ringassay.report.plots.compose import compose
from ringassay.report.plots.looks import Looks
from ringassay.report.plots.vector import draw
from ringassay.report.render import render_html

from . import sample
from .page_reader import Page, skeleton

ANY_TEXT = st.one_of(
    st.sampled_from(sample.HOSTILE),
    st.text(max_size=60),
    st.text(alphabet="<>&\"'/=`$*\\{}% \x00\x1b\u202e\ud800ax", max_size=60),
)


def blocks(text: str) -> tuple[Block, ...]:
    """Every block that can hold `text`, wherever it can hold it."""
    axis = Axis(text, text)
    return (
        Paragraph(text),
        Items((text,)),
        Subheading(text),
        Callout("bad", text),
        KeyFigures((KeyFigure(text, text, text),)),
        Table(text, (Column(text, "right", text),), ((text,), (Cell(text, 1.0, "good"),)), text),
        Figure(text, BarPlot(axis, axis, (Series(text, (text,), (1.0,), notes=(text,)),)), text),
        Formula(text, text),
        Listing(text, text),
    )


def page_of(text: str) -> str:
    section = Section(text, "a", blocks(text), text)
    return render(Document(text, text, blocks(text), (section,), {text: text}))


def test_page_is_well_formed(page: str) -> None:
    parsed = Page(page)
    assert parsed.errors == []
    identifiers = [attributes["id"] for _, attributes in parsed.elements if "id" in attributes]
    assert len(identifiers) == len(set(identifiers))


def test_every_link_leads_somewhere(page: str) -> None:
    parsed = Page(page)
    identifiers = {attributes.get("id") for _, attributes in parsed.elements}
    links = [str(attributes["href"]) for tag, attributes in parsed.elements if tag == "a"]
    assert links
    assert {link[1:] for link in links} <= identifiers


def test_nothing_is_fetched(page: str) -> None:
    for tag, attributes in Page(page).elements:
        assert tag not in ("link", "iframe", "object", "embed", "base")
        source = attributes.get("src") or ""
        assert not source or source.startswith("data:image/svg+xml,")
    style = page[page.index("<style>") : page.index("</style>")]
    assert "url(" not in style
    assert "@import" not in style


def test_drawings_are_whole_and_shorter_than_in_base64(page: str, document: Document) -> None:
    """Beside the drawings themselves, element by element, white space counting once."""
    head, addresses = "data:image/svg+xml,", []
    for tag, attributes in Page(page).elements:
        if tag == "img":
            address = str(attributes["src"])
            assert not set(address) & set("\"'<>&#"), "would need escaping"
            addresses.append(address.removeprefix(head))

    def parts(svg: bytes) -> list[list[str]]:
        return [
            [
                " ".join(text.split())
                for text in (one.tag, one.text or "", *one.attrib, *one.attrib.values())
            ]
            for one in ElementTree.fromstring(svg).iter()
        ]

    identities = Looks(document)
    expected = [draw(compose(one.plot, identities), "svg") for one in document.figures()]
    assert expected and len(addresses) == len(expected)
    for address, svg in zip(addresses, expected, strict=True):
        assert parts(unquote_to_bytes(address)) == parts(svg)
    in_base64 = sum(len(base64.b64encode(svg)) for svg in expected)
    assert sum(map(len, addresses)) < 0.9 * in_base64


def test_policy_names_exactly_our_scripts(page: str) -> None:
    parsed = Page(page)
    policy = next(str(a["content"]) for t, a in parsed.elements if "http-equiv" in a)
    allowed = set(re.findall(r"'sha256-[^']+'", policy))
    executable = [
        source
        for source, (_, attributes) in zip(
            parsed.scripts, [e for e in parsed.elements if e[0] == "script"], strict=True
        )
        if attributes.get("type") is None
    ]
    hashes = {
        f"'sha256-{base64.b64encode(hashlib.sha256(source.encode()).digest()).decode()}'"
        for source in executable
    }
    assert hashes == allowed
    assert len(executable) == 2
    assert "default-src 'none'" in policy


def test_plotly_arrives_whole(page: str) -> None:
    parsed = Page(page)
    scripts = [e for e in parsed.elements if e[0] == "script"]
    index = next(i for i, (_, attributes) in enumerate(scripts) if attributes.get("id") == "plotly")
    original = Path(plotly.__file__).parent / "package_data" / "plotly.min.js"
    assert gzip.decompress(base64.b64decode(parsed.scripts[index])) == original.read_bytes()


def test_no_button_uploads() -> None:
    script = (Path(__file__).parents[2] / "python/ringassay/report/html/assets/page.js").read_text()
    buttons = re.search(r"modeBarButtons: (.+?),\n    toImage", script, re.DOTALL)
    assert buttons is not None
    assert set(re.findall(r'"(\w+)"', buttons[1])) == {
        "toImage",
        "orbitRotation",
        "zoom3d",
        "resetCameraDefault3d",
        "zoom2d",
        "pan2d",
        "resetScale2d",
    }


def test_same_document_same_page(document: Document, page: str) -> None:
    assert render(sample.document()) == page
    assert render(document) == page


@pytest.mark.parametrize("text", sample.HOSTILE, ids=range(len(sample.HOSTILE)))
def test_hostile_string_adds_no_element(text: str) -> None:
    harmless = "harmless"
    page = page_of(text)
    assert Page(page).errors == []
    ours = {"script", "img", "code", "em", "math", "mrow", "mi", "mo", "mn", "mtext", "mspace"}
    ours |= {"msup", "msub", "msubsup", "mfrac", "msqrt", "mover", "b"}
    inline = ours - {"script", "img"}

    def without_inline(source: str) -> list[tuple[str, tuple[str, ...]]]:
        # Sort keys depend on whether the text is a number; inline elements on its markup.
        return [
            (tag, tuple(a for a in names if a != "data-key"))
            for tag, names in skeleton(source)
            if tag not in inline
        ]

    expected = without_inline(page_of(harmless))
    got = without_inline(page)
    if not text:
        expected = [e for e in expected if e[0] not in ("p", "dd", "small", "figcaption")]
        got = [e for e in got if e[0] not in ("p", "dd", "small", "figcaption")]
    assert got == expected


@settings(max_examples=2_000, deadline=None)
@given(ANY_TEXT)
def test_inline_text_is_only_our_elements(text: str) -> None:
    parsed = Page(str(html(text)))
    assert parsed.errors == []
    allowed = {"code", "em", "math", "mrow", "mi", "mo", "mn", "mtext", "mspace", "b"}
    allowed |= {"msup", "msub", "msubsup", "mfrac", "msqrt", "mover"}
    for tag, attributes in parsed.elements:
        assert tag in allowed
        assert set(attributes) <= {"width", "display"}
    assert not re.search(r"[\x00-\x1f\x7f-\x9f\u200b-\u200f\u202a-\u202e\u2066-\u2069]", html(text))


@settings(max_examples=15, deadline=None)
@given(ANY_TEXT)
def test_any_text_leaves_page_whole(text: str) -> None:
    page = page_of(text)
    parsed = Page(page)
    assert parsed.errors == []
    page.encode("utf-8")
    # The theme, the page, the palette, plotly, and two figures.
    assert sum(tag == "script" for tag, _ in parsed.elements) == 6


def test_figure_data_is_json_and_has_no_colours(page: str) -> None:
    parsed = Page(page)
    scripts = [e for e in parsed.elements if e[0] == "script"]
    found = [
        json.loads(source)
        for source, (_, attributes) in zip(parsed.scripts, scripts, strict=True)
        if attributes.get("type") == "application/json" and attributes.get("id") is None
    ]
    assert len(found) == len(sample.plots()) + len(sample.edge_plots())
    for figure in found:
        colours = list(_colours(figure, ""))
        assert colours
        assert all(colour[0] == "@" or colour == "Cividis" for colour in colours)


def _colours(value: object, key: str) -> list[str]:
    if isinstance(value, dict):
        return [c for k, v in value.items() for c in _colours(v, k)]
    if isinstance(value, list):
        return [c for item in value for c in _colours(item, key)]
    is_colour = isinstance(value, str) and re.search(r"color(scale)?$", key)
    return [str(value)] if is_colour else []


def test_numbers_sort_as_numbers(page: str) -> None:
    keys = [
        float(str(attributes["data-key"]))
        for tag, attributes in Page(page).elements
        if tag == "td" and "data-key" in attributes
    ]
    assert len(keys) > 200


def test_file_is_written_whole(document: Document, page: str, tmp_path: Path) -> None:
    target = tmp_path / "deep" / "report.html"
    render_html(document, target)
    assert target.read_text(encoding="utf-8") == page
    assert [path.name for path in target.parent.iterdir()] == ["report.html"]


def test_details_are_closed_unless_they_are_open(page: str) -> None:
    details = [a for tag, a in Page(page).elements if tag == "details" and a.get("class") == "more"]
    assert ["open" in one for one in details] == [False, True]
    assert page.index("What one") < page.index("Folded away.") < page.index("Twice folded.")
