"""Circuit ingestion (HEtest §6.6, Table 7)."""

from __future__ import annotations

from ringassay.analysis.dependence import INGESTION_ON
from ringassay.analysis.metrics import INGESTION, by_system
from ringassay.analysis.study import Study
from ringassay.analysis.terms import BATCH, BYTES, GATES
from ringassay.report.document import Section
from ringassay.report.sections.steps import dependence, shares, statistics


def section(study: Study) -> Section | None:
    """The section, None if no circuit was ingested."""
    if not by_system(study, INGESTION):
        return None
    return Section(
        "Circuit ingestion",
        "ingestion",
        (
            *statistics(study, INGESTION, "circuit"),
            *shares(study, "ingestion"),
            *dependence(study, INGESTION_ON, BYTES, (BATCH, GATES)),
        ),
        "From the first byte of the circuit to the answer that the server is ready. The public key "
        "is sent before and not timed.",
    )
