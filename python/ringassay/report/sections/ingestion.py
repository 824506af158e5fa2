"""Circuit ingestion (HEtest §6.6, Table 7), and the key that goes before the first circuit."""

from __future__ import annotations

from ringassay.analysis.dependence import INGESTION_ON
from ringassay.analysis.keyload import KeyTransfer, key_transfers
from ringassay.analysis.metrics import INGESTION, rows_of
from ringassay.analysis.study import Study
from ringassay.analysis.terms import BATCH, BYTES, GATES
from ringassay.report.document import Block, Cell, Column, Paragraph, Section, Subheading, Table
from ringassay.report.sections.steps import dependence, statistics
from ringassay.report.sections.wording import NONE, amount, amount_cell, count, listed, name


def section(study: Study) -> Section | None:
    """The section, None if no circuit was ingested."""
    if rows_of(study, INGESTION)["wall_ns"].isna().all():
        return None
    transfers = key_transfers(study)
    return Section(
        "Circuit ingestion",
        "ingestion",
        (
            *statistics(study, INGESTION, "circuit"),
            *_unknown(transfers),
            *dependence(study, INGESTION_ON, BYTES, (BATCH, GATES)),
            *_keys(transfers),
        ),
        "What the server takes to read a circuit: the answer that it is ready, less sending and "
        "loading of the public key, which goes before the first circuit under it.",
    )


def _unknown(transfers: tuple[KeyTransfer, ...]) -> list[Block]:
    """Which circuits are missing from the figures, and why."""
    told = [f"{count(t.unknown, 'circuit')} of {name(t.system)}" for t in transfers if t.unknown]
    if not told:
        return []
    return [
        Paragraph(
            f"Left out: {listed(told)} that came first under a key, where the circuit's share of "
            "the step is not known (the system does not report how long it loaded the key, or "
            "loading overlapped with reading the circuit)."
        )
    ]


def _keys(transfers: tuple[KeyTransfer, ...]) -> list[Block]:
    if not transfers:
        return []
    dear = max(transfers, key=lambda t: t.step_ns)
    return [
        Subheading("The public key before the first circuit"),
        Paragraph(
            f"The first circuit under a key brings the key with it. For {name(dear.system)} that "
            f"step takes {amount(dear.step_ns, 'time')} in the median"
            + (
                f", against {amount(dear.circuit_ns, 'time')} for a circuit alone."
                if dear.circuit_ns is not None
                else "."
            )
        ),
        Table(
            "Sending and loading the public key, medians",
            (
                Column("system"),
                Column("keys sent", "right"),
                Column("key size", "right"),
                Column("sending", "right"),
                Column("loading", "right"),
                Column("whole step", "right"),
                Column("circuit alone", "right"),
            ),
            tuple(
                (
                    name(t.system),
                    Cell(str(t.keys), t.keys),
                    _size(t.key_bytes),
                    amount_cell(t.send_ns, "time"),
                    _time(t.load_ns),
                    amount_cell(t.step_ns, "time"),
                    _time(t.circuit_ns),
                )
                for t in transfers
            ),
            "Sending is measured; loading is what the system reports, a dash if it reports none.",
        ),
    ]


def _time(value: float | None) -> Cell:
    return Cell(NONE) if value is None else amount_cell(value, "time")


def _size(value: float | None) -> Cell:
    return Cell(NONE) if value is None else amount_cell(value, "size")
