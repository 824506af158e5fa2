"""Key generation (HEtest §6.5, Table 6, Figure 9)."""

from __future__ import annotations

from ringassay.analysis.dependence import KEY_SIZE_ON, KEY_TIME_ON
from ringassay.analysis.metrics import KEY_SIZE, KEY_TIME, by_system
from ringassay.analysis.secrecy import in_the_clear
from ringassay.analysis.sizes import KeySize, key_sizes
from ringassay.analysis.study import Study
from ringassay.analysis.terms import BATCH, DEPTH
from ringassay.report.document import Block, Cell, Column, Section, Subheading, Table
from ringassay.report.sections.steps import dependence, shares, statistics
from ringassay.report.sections.wording import amount_cell, exact_cell, name


def section(study: Study) -> Section | None:
    """The section, None if no key was generated."""
    if not by_system(study, KEY_TIME):
        return None
    blocks: list[Block] = [
        *statistics(study, KEY_TIME, "key"),
        *shares(study, "key generation"),
        *dependence(study, KEY_TIME_ON, DEPTH, (DEPTH, BATCH)),
    ]
    if by_system(study, KEY_SIZE):
        blocks += [
            Subheading("Key size"),
            *statistics(study, KEY_SIZE, "key"),
            *_sizes(study),
            *dependence(study, KEY_SIZE_ON, DEPTH, (DEPTH, BATCH)),
        ]
    return Section(
        "Key generation",
        "key-generation",
        tuple(blocks),
        "From the request with depth $d$, batch size $\\ell$ and security level to the last byte "
        "of the public key. The public key holds what the server needs, evaluation keys included.",
    )


def _sizes(study: Study) -> tuple[Table, ...]:
    """The keys of the systems that encrypt: others have none worth a table."""
    rows = tuple(row for row in key_sizes(study) if not in_the_clear(study, row.system))
    return (_table(rows),) if rows else ()


def _table(rows: tuple[KeySize, ...]) -> Table:
    return Table(
        "Public keys by depth and batch size",
        (
            Column("system"),
            Column("K", "right"),
            Column("d", "right"),
            Column("ℓ", "right"),
            Column("keys", "right"),
            Column("mean size", "right"),
            Column("min", "right"),
            Column("max", "right"),
            Column("median time", "right"),
        ),
        tuple(
            (
                name(r.system),
                exact_cell(r.security),
                exact_cell(r.depth),
                exact_cell(r.batch),
                Cell(str(r.count), r.count),
                *(amount_cell(v, "size") for v in (r.mean_bytes, r.min_bytes, r.max_bytes)),
                amount_cell(r.median_ns, "time"),
            )
            for r in rows
        ),
    )
