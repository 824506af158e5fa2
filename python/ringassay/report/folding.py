"""What a section shows at once, and what a reader opens: a run's report fits a dozen screens."""

from __future__ import annotations

from dataclasses import dataclass, replace

from ringassay.report.document import (
    Block,
    Callout,
    Details,
    Figure,
    Items,
    Paragraph,
    Section,
    Subheading,
    Table,
)
from ringassay.report.sections.correctness import SERVED


@dataclass(frozen=True)
class Rule:
    """What stays in view: callouts, and the first block of each of these kinds.

    The rest goes into details called `title`; what stands below a subheading into details of its
    own, called as the subheading is.
    """

    shown: tuple[type[Block], ...]
    title: str
    caption: str | None = None
    """How captions begin of which all tables stay in view."""


_STEP = Rule((Paragraph,), "Distribution and figures")
_RULES = {
    "measured": Rule((Paragraph,), "The circuits"),
    "correctness": Rule((Items,), "Family by family", caption=SERVED),
    "secrecy": Rule((Table,), "Probe by probe"),
    "metrics": Rule((Table,), "Location and spread, system by system"),
    "total-time": Rule((Figure,), "Ratios to the plaintext baseline"),
    "gates": Rule((Table,), "In detail"),
    "key-generation": _STEP,
    "ingestion": _STEP,
    "encryption": _STEP,
    "evaluation": Rule((Paragraph, Figure), "Distribution and further figures"),
    "decryption": _STEP,
    "sizes": Rule((Paragraph,), "By system and batch size"),
    "resources": Rule((Paragraph,), "Parts of each step, CPU and memory"),
    "floor": Rule((Paragraph,), "Quantity by quantity"),
    "comparison": Rule((Paragraph,), "In detail", caption="CPU time of an answer"),
    "parameters": Rule((Paragraph,), "All parameters, claims and estimates"),
    "failures": Rule((Paragraph, Table), "In detail"),
    "circumstances": Rule((Paragraph,), "Runs, machines and systems"),
    "methods": Rule((), "What is timed, compared and fitted"),
}


def folded(section: Section) -> Section:
    """The section with its details folded; open where something in it is bad."""
    rule = _RULES.get(section.anchor)
    if rule is None:
        return section
    bad = any(isinstance(block, Callout) and block.kind == "bad" for block in section.blocks)
    wanted = set(rule.shown)
    shown: list[Block] = []
    title, groups = "", {"": list[Block]()}
    for block in section.blocks:
        if isinstance(block, Subheading):
            title = block.text
            groups.setdefault(title, [])
        elif not title and (_is_kept(block, rule) or type(block) in wanted):
            wanted.discard(type(block))
            shown.append(block)
        else:
            groups[title].append(block)
    details = [
        Details(title or rule.title, tuple(blocks), bad)
        for title, blocks in groups.items()
        if blocks
    ]
    return replace(section, blocks=(*shown, *details))


def _is_kept(block: Block, rule: Rule) -> bool:
    if isinstance(block, Table):
        return rule.caption is not None and block.caption.startswith(rule.caption)
    return isinstance(block, Callout)
