"""The first page: all systems side by side, every cost of an answer in one table."""

from __future__ import annotations

import math

from ringassay.analysis.glance import Glance, Glances, glances
from ringassay.analysis.study import Study
from ringassay.report.document import Cell, Column, Table
from ringassay.report.sections.wording import NONE, amount_cell, count, name, number_cell


def table(study: Study) -> Table | None:
    """The table, None if nothing was right."""
    found = glances(study)
    if not any(row.right for row in found.rows):
        return None
    rows = [_column(row) for row in found.rows]
    return Table(
        "Side by side",
        (Column(""), *(Column(name(row.system), "right") for row in found.rows)),
        tuple((label, *(column[i] for column in rows)) for i, label in enumerate(_LABELS)),
        _note(found),
    )


_LABELS = (
    "right results",
    "security (bits)",
    "key generation",
    "ingestion",
    "encryption",
    "evaluation",
    "decryption",
    "these three",
    "first answer",
    "key",
    "ciphertexts",
    "peak memory",
)


def _column(row: Glance) -> tuple[Cell, ...]:
    """The cells of one system, in the order of _LABELS."""
    times = (
        row.keygen_ns,
        row.ingestion_ns,
        row.encryption_ns,
        row.evaluation_ns,
        row.decryption_ns,
        row.total_ns,
        row.first_answer_ns,
    )
    sizes = (row.key_bytes, row.ciphertext_bytes, row.peak_bytes)
    return (
        Cell(f"{row.right} of {row.judged}", row.right, None if row.right == row.judged else "bad"),
        _security(row.security_bits),
        *(amount_cell(value, "time") for value in times),
        *(amount_cell(value, "size") for value in sizes),
    )


def _security(bits: float) -> Cell:
    if math.isnan(bits):
        return Cell("not verifiable", tone="warning")
    return Cell(NONE) if bits == 0.0 else number_cell(bits)


def _note(found: Glances) -> str:
    over = (
        f"Medians over the {count(found.cases, 'case')} that all of them got right."
        if found.cases
        else "Medians over what each system got right: no case was right on all of them."
    )
    choosing = [row for row in found.rows if row.choose_ns > 0.0]
    apart = " Choosing parameters is no part of key generation." if choosing else ""
    return (
        f"{over} Wall times. Ingestion is that of key and circuit. *These three* are encryption, "
        "evaluation and decryption; *first answer* is everything from nothing: key generation with "
        "choosing parameters, ingestion, and these three. Ciphertexts are those of one input, "
        f"peak memory is the most of client or server.{apart}"
    )
