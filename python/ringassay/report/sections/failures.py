"""What did not go well, and what the systems want the reader to know."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ringassay.analysis import failures
from ringassay.analysis.study import Study
from ringassay.report.document import (
    Block,
    Cell,
    Column,
    Items,
    Listing,
    Paragraph,
    Section,
    Subheading,
    Table,
    literal,
)
from ringassay.report.sections.wording import NONE, count, listed, name

_CLIP = 300
# A number, or a list of them.
_NUMBER = re.compile(r"\d[\d.,]*(?:\s*,\s*\d[\d.]*)*")


def section(study: Study) -> Section | None:
    """The section; without anything to tell it says so in one line. None for an empty study."""
    if study.evaluations.empty and study.keys.empty:
        return None
    found = failures.failures(study)
    blocks: list[Block] = []
    if found:
        blocks.append(_table(found))
        blocks += [
            Listing(tail, f"Standard error of {name(system)}")
            for system, tail in failures.stderr_tails(study)
        ]
    else:
        blocks.append(
            Paragraph("Nothing failed: every key, circuit and evaluation ended as it should.")
        )
    lost = failures.unasked(study)
    if len(lost):
        blocks.append(
            Paragraph(
                f"{count(len(lost), 'failed key')} left circuits without any evaluation; those "
                "circuits are not counted among the evaluations above."
            )
        )
    notes = failures.notes(study)
    if notes:
        blocks.append(Subheading("What the systems say"))
        blocks.append(Items(tuple(_alike(notes))))
    return Section("Failures and notes", "failures", tuple(blocks))


def _alike(notes: tuple[tuple[str, str, int], ...]) -> Iterator[str]:
    """One line for all notes of a system that differ in their numbers alone: the first of them."""
    families: dict[tuple[str, str], list[str]] = {}
    for system, note, _ in notes:
        families.setdefault((system, _NUMBER.sub("0", note)), []).append(note)
    for (system, _), members in families.items():
        more = (
            f" (and {count(len(members) - 1, 'note')} like it, with other numbers)"
            if len(members) > 1
            else ""
        )
        yield f"{name(system)}: {literal(members[0])}{more}"


def _table(found: tuple[failures.Failure, ...]) -> Table:
    return Table(
        "Outcomes other than ok",
        (
            Column("system"),
            Column("outcome"),
            Column("step"),
            Column("count", "right"),
            Column("families"),
            Column("what happened"),
        ),
        tuple(
            (
                name(f.system),
                f.outcome,
                f.step,
                Cell(str(f.count), f.count),
                listed([literal(family) for family in f.families]) or NONE,
                literal(f.detail if len(f.detail) <= _CLIP else f"{f.detail[:_CLIP]} …") or NONE,
            )
            for f in found
        ),
    )
