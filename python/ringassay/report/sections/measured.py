"""What was measured: systems, circuits, machine."""

from __future__ import annotations

import math
from collections.abc import Hashable, Mapping
from typing import Any

import pandas as pd

from ringassay.analysis.study import Study, grouped
from ringassay.report.document import Block, Cell, Column, Paragraph, Section, Table, literal
from ringassay.report.plots.units import number, quantity
from ringassay.report.sections.wording import NONE, count, listed, name


def section(study: Study) -> Section | None:
    """The section, None for an empty study."""
    if study.runs.empty and study.evaluations.empty:
        return None
    blocks: list[Block] = [Paragraph(_overview(study))]
    if len(study.circuits):
        blocks.append(_circuits(study.circuits))
    return Section("What was measured", "measured", tuple(blocks))


def _overview(study: Study) -> str:
    systems = [_system(row) for row in study.suts.to_dict("records")]
    suites = list(dict.fromkeys(str(s) for s in study.runs["suite"] if s))
    sentences = []
    if systems:
        suite = f" on the suite {listed([name(s) for s in suites])}" if suites else ""
        sentences.append(f"{listed(systems)} {'was' if len(systems) == 1 else 'were'} run{suite}.")
    sentences.append(
        f"There {'is' if len(study.asked) == 1 else 'are'} "
        f"{count(len(study.asked), 'evaluation')} of "
        f"{count(len(study.circuits), 'circuit')}."
    )
    left_out = len(study.evaluations) - len(study.asked)
    if left_out:
        verb = "was" if left_out == 1 else "were"
        sentences.append(
            f"{number(float(left_out))} more {verb} not asked for: by what they declare, the "
            "systems do not do them."
        )
    for row in study.machines.to_dict("records"):
        facts = [
            f"{literal(row['cpu_model'])}" if row["cpu_model"] else "",
            count(int(row["cores"]), "core") if math.isfinite(row["cores"]) else "",
            quantity(row["memory_bytes"], "B", 3) + " of memory"
            if math.isfinite(row["memory_bytes"])
            else "",
        ]
        known = ", ".join(fact for fact in facts if fact)
        if known:
            sentences.append(f"Machine: {known}.")
    sentences.append("Details are under *Circumstances*.")
    return " ".join(sentences)


def _system(row: Mapping[Hashable, Any]) -> str:
    facts = [
        " ".join(str(row[c]) for c in ("library", "library_version") if row[c]),
        str(row["scheme"]),
    ]
    known = ", ".join(literal(fact) for fact in facts if fact)
    return f"{name(str(row['system']))} ({known})" if known else name(str(row["system"]))


def _circuits(circuits: pd.DataFrame) -> Table:
    rows: list[tuple[str | Cell, ...]] = []
    for group, part in grouped(circuits, ("family", "kind", "space", "modulus", "batch")):
        rows.append(
            (
                literal(group["family"]) or NONE,
                literal(group["kind"]) or NONE,
                _space(group["space"], group["modulus"]),
                Cell(number(group["batch"]), group["batch"]),
                _span(part["d"].fillna(part["levels"])),
                _span(part["width"]),
                _span(part["gates"]),
                _span(part["multiplicative_depth"]),
                Cell(str(len(part)), len(part)),
            )
        )
    return Table(
        "Circuits",
        (
            Column("family"),
            Column("kind"),
            Column("space"),
            Column("ℓ", "right"),
            Column("d", "right"),
            Column("w", "right"),
            Column("gates", "right"),
            Column("mult. depth", "right"),
            Column("circuits", "right"),
        ),
        tuple(rows),
        "Batch size $\\ell$, depth $d$ asked for (for circuits of a single gate type the number of "
        "levels), width $w$; mult. depth counts multiplications of two ciphertexts on a path.",
    )


def _space(space: str, modulus: float) -> str:
    if space == "zt" and math.isfinite(modulus):
        return f"integers mod {number(modulus, 20)}"
    named = {"gf2": "bits", "zt": "integers mod t", "complex": "complex numbers"}
    return named.get(space, literal(space) or NONE)


def _span(values: pd.Series) -> Cell:
    """All values if they are few, else their range."""
    known = sorted({float(v) for v in values.dropna()})
    if not known:
        return Cell(NONE)
    if len(known) <= 3:
        return Cell(listed([number(v) for v in known]), known[0])
    return Cell(f"{number(known[0])} to {number(known[-1])}", known[0])
