"""The decision at the end of a command: on the terminal, as JSON, as Markdown."""

from __future__ import annotations

import math
import re
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ringassay.cli.output import out

if TYPE_CHECKING:
    from ringassay.analysis import Study
    from ringassay.analysis.arithmetic import Part
    from ringassay.analysis.decision import Pairing
    from ringassay.report.document import Table

MarkdownOption = Annotated[
    bool,
    typer.Option("--markdown", help="Print the decision as Markdown, for a pull request."),
]

_NARROW = 100
"""Columns below which systems stand side by side instead of one below the other."""
_SPECIAL = re.compile(r"([\\`*_{}\[\]()<>#+!|~@&-])")


def show(study: Study, *, markdown: bool = False) -> None:
    """Prints tables and sentences; nothing where nothing was asked."""
    from ringassay.analysis.arithmetic import parts
    from ringassay.analysis.decision import decide
    from ringassay.report.sections.choosing import sentences
    from ringassay.report.sections.decision import best, table

    kinds = parts(study)
    decisions = [(part.label, decide(part.study, len(kinds))) for part in kinds]
    leaders = best(decisions)
    tables = [(table(decision, label), sentences(decision)) for label, decision in decisions]
    precise = _precision(study)
    if markdown:
        texts = [as_markdown(found, told) for found, told in tables if found is not None]
        if texts and leaders is not None:
            texts.insert(0, as_markdown(leaders, []))
        if texts and precise is not None:
            texts.append(as_markdown(precise, []))
        if texts:
            out.lines("\n\n".join(texts), fold=False)
        return
    if precise is not None:
        _printed(precise)
    for found, told in tables:
        if found is None:
            continue
        if len(tables) > 1:
            out.print()
            out.print(_plain(found.caption))
        _printed(found)
        for text in (found.note, *told):
            out.print()
            out.print(_plain(text))
    if leaders is not None and len(tables) > 1:
        _printed(leaders)
        out.print()
        out.print(_plain(leaders.note))


def _precision(study: Study) -> Table | None:
    """The bits of answers over reals, if there are any."""
    from ringassay.analysis.precision import precisions
    from ringassay.report.sections.precision import table

    rows = precisions(study)
    return table(rows) if any(row.score.judged for row in rows) else None


def _printed(found: Table) -> None:
    heads, rows = _texts(found)
    if out.width < _NARROW:
        heads, *rows = (list(column) for column in zip(heads, *rows, strict=True))
    out.print()
    out.table(heads, rows)


def figures(study: Study) -> dict[str, Any]:
    """The decision for programs: figures, resolved differences, choices, sentences.

    Where several kinds of arithmetic were measured, those of the first, which `kind` names; the
    others stand under their names.
    """
    from ringassay.analysis.arithmetic import parts
    from ringassay.analysis.precision import precisions

    first, *others = parts(study)
    found = _figures(first) | {part.kind: _figures(part) for part in others}
    precise = [asdict(row) | {"spare_bits": row.spare_bits} for row in precisions(study)]
    if precise:
        found["precision"] = precise
    known: dict[str, Any] = _finite(found)
    return known


def _figures(part: Part) -> dict[str, Any]:
    from ringassay.analysis.decision import decide
    from ringassay.report.sections.choosing import scope_words, sentences

    decision = decide(part.study)
    systems = [
        asdict(c.glance)
        | {
            "standing": c.standing,
            "wrong": c.wrong,
            "failed": c.failed,
            "unsupported": c.unsupported,
            "asked_bits": c.asked_bits,
        }
        for c in decision.contenders
    ]
    return {
        "kind": part.kind,
        "cases": decision.cases,
        "circuits": decision.circuits,
        "holds_for": scope_words(decision) if decision.cases else None,
        "systems": systems,
        "differences": [asdict(difference) for difference in decision.differences],
        "contradicted": [asdict(difference) for difference in decision.mixed],
        "pairs": [_pair(pairing) for pairing in decision.pairings],
        "choices": [asdict(choice) for choice in decision.choices],
        "best": [asdict(lead) for lead in decision.leads],
        "sentences": [_plain(text) for text in sentences(decision)],
    }


def _pair(pairing: Pairing) -> dict[str, Any]:
    """Two systems: what they deliver, and each aspect compared, first over second."""
    return {
        "first": pairing.first,
        "second": pairing.second,
        "compared": pairing.compared,
        "security": None if pairing.excess is None else asdict(pairing.excess),
        "reservations": [asdict(one) for one in pairing.reservations],
        "aspects": [
            {
                "aspect": paired.aspect.label,
                "verdict": paired.verdict,
                "ratio": paired.decided.ratio,
                "interval": None
                if paired.decided.interval is None or paired.aspect.quantity == "size"
                else asdict(paired.decided.interval),
                "sums": paired.sums,
                "clock": None if paired.clock is None else paired.clock.ratio,
                "units": paired.decided.units,
                "scope": paired.scope,
            }
            for paired in pairing.aspects
        ],
    }


def as_markdown(found: Table, told: list[str]) -> str:
    """Table and sentences as GitHub's Markdown; what a system calls itself stays plain text."""
    heads, rows = _texts(found)
    rule = ["---" if column.align == "left" else "---:" for column in found.columns]
    body = [[escaped(cell) for cell in row] for row in (heads, *rows)]
    lines = [f"| {' | '.join(row)} |" for row in (body[0], rule, *body[1:])]
    items = [f"- {escaped(_plain(text))}" for text in told]
    return "\n".join([*lines, "", *items, "", escaped(_plain(found.note))])


def _texts(found: Table) -> tuple[list[str], list[list[str]]]:
    heads = [
        f"{column.label} {column.unit}" if column.unit else column.label for column in found.columns
    ]
    return heads, [[_plain(cell.text) for cell in row] for row in found.cells()]


def _plain(text: str) -> str:
    from ringassay.report.markup.inline import plain

    return plain(text).replace("\u00a0", " ").replace("\u202f", " ")


def escaped(text: str) -> str:
    """Text for GitHub's Markdown, where it stays text: no markup, mention or link."""
    return _SPECIAL.sub(r"\\\1", " ".join(text.split()))


def _finite(value: Any) -> Any:
    """`value` with None for what JSON has no number for."""
    if isinstance(value, dict):
        return {key: _finite(entry) for key, entry in value.items()}
    if isinstance(value, list | tuple):
        return [_finite(entry) for entry in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value
