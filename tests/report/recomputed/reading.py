"""Sentences of a document as plain text, and the figures in them as numbers."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from ringassay.report.document import (
    Block,
    Callout,
    Details,
    Document,
    Figure,
    Items,
    KeyFigures,
    Paragraph,
    Subheading,
    Table,
    walk,
)
from ringassay.report.markup import inline


@dataclass(frozen=True)
class Text:
    """A text of a report, and where it stands."""

    section: str
    kind: str
    text: str


def texts(document: Document) -> Iterator[Text]:
    """Every text but the cells of tables, plots and listings, in reading order."""
    parts = [("summary", "", document.summary)]
    parts += [(one.anchor, one.intro, one.blocks) for one in document.sections]
    yield Text("head", "subtitle", plain(document.subtitle))
    for label, said in document.meta.items():
        yield Text("head", label, plain(said))
    for section, intro, blocks in parts:
        found = [("intro", intro)] if intro else []
        found += [pair for block in walk(blocks) for pair in _of(block)]
        for kind, text in found:
            if text:
                yield Text(section, kind, plain(text))


def _of(block: Block) -> Iterator[tuple[str, str]]:
    match block:
        case Paragraph() | Callout():
            yield "sentence", block.text
        case Items():
            for item in block.items:
                yield "sentence", item
        case Subheading():
            yield "title", block.text
        case KeyFigures():
            for one in block.items:
                yield "figure", f"{one.value} {one.label}: {one.note}"
        case Details():
            yield "title", block.title
        case Table() | Figure():
            yield "title", block.caption
            yield "note", block.note


def plain(text: str) -> str:
    """Without markup; digits together, units behind a space."""
    said = inline.plain(text).replace("\u202f", "").replace("\u00a0", " ")
    said = re.sub(r"×10([⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+)", lambda found: f"e{found[1].translate(_RAISED)}", said)
    return re.sub(r"\s+", " ", said).strip()


_RAISED = str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789")

NUMBER = r"-?\d+(?:\.\d+)?(?:e-?\d+)?"
"""In a pattern."""

_UNITS = {
    "ns": 1.0, "µs": 1e3, "ms": 1e6, "s": 1e9, "min": 60e9, "h": 3600e9,
    "B": 1.0, "kB": 1e3, "MB": 1e6, "GB": 1e9, "": 1.0, "%": 0.01,
}  # fmt: skip

AMOUNT = rf"{NUMBER} (?:ns|µs|ms|s|min|h|B|kB|MB|GB)"


def said(text: str) -> float:
    """What `28.8 ms`, `99.8 %`, `3 min 20 s` or `44600` says, in ns, bytes or as a share."""
    total = 0.0
    for number, unit in re.findall(rf"({NUMBER}) ?(ns|µs|ms|min|s|h|kB|MB|GB|B|%)?", text):
        total += float(number) * _UNITS[unit]
    return total


def agree(text: str, value: float, digits: int = 3) -> None:
    """The text says the value, rounded to so many digits (shares: to a tenth of a percent)."""
    written = said(text)
    if text.startswith("under "):
        assert 0.0 < value < written, f"{text!r} is said, {value!r} is right"
        return
    if "%" in text:
        unit = 10.0 ** -(2 + max(1, len(text.partition(".")[2].rstrip(" %"))))
    else:
        unit = 10.0 ** (math.floor(math.log10(abs(value))) + 1 - digits) if value else 0.0
    if " h " in text:
        unit = 60e9
    assert abs(written - value) <= 0.5001 * unit + 1e-12, f"{text!r} is said, {value!r} is right"


def pairs(text: str, names: list[str], value: str) -> dict[str, str]:
    """`a 1 ms, b 2 ms and c 3 ms` by name; nothing may be left over."""
    one = rf"({'|'.join(sorted(map(re.escape, names), key=len, reverse=True))}) ({value})"
    rest = re.sub(one, "", text)
    assert not rest.replace(",", "").replace("and", "").strip(), f"left over: {rest!r}"
    return dict(re.findall(one, text))


def listed(text: str) -> list[str]:
    """`a, b and c` as a list."""
    return [part for part in re.split(r", | and ", text) if part]


Check = Callable[[re.Match[str], Any], None]


@dataclass(frozen=True)
class Rule:
    """A kind of sentence."""

    pattern: re.Pattern[str]
    check: Check


class Rules:
    """A table of rules, and what checks a sentence with them."""

    def __init__(self) -> None:
        self.rules: list[Rule] = []

    def rule(self, pattern: str) -> Callable[[Check], Check]:
        """Adds a rule for what the whole pattern matches."""

        def add(check: Check) -> Check:
            self.rules.append(Rule(re.compile(pattern), check))
            return check

        return add

    def constant(self, *sentences: str) -> None:
        """Adds sentences that say the same in every report; they are texts, no patterns."""
        for sentence in sentences:
            self.rules.append(Rule(re.compile(re.escape(sentence)), lambda _match, _tables: None))

    def check(self, text: str, tables: Any) -> bool:
        """Whether a rule is for it; raises AssertionError where it says something false."""
        for rule in self.rules:
            found = rule.pattern.fullmatch(text)
            if found is not None:
                rule.check(found, tables)
                return True
        return False
