"""Encryption (HEtest §6.7, Table 7)."""

from __future__ import annotations

from ringassay.analysis.dependence import ENCRYPTION_ON
from ringassay.analysis.metrics import ENCRYPTION, by_system
from ringassay.analysis.study import Study
from ringassay.analysis.terms import DEPTH, WIDTH
from ringassay.report.document import Block, Section
from ringassay.report.sections.plots import by_batch
from ringassay.report.sections.steps import dependence, shares, statistics


def section(study: Study) -> Section | None:
    """The section, None if nothing was encrypted."""
    if not by_system(study, ENCRYPTION):
        return None
    blocks: list[Block] = [
        *statistics(study, ENCRYPTION, "input"),
        *shares(study, "encryption"),
    ]
    blocks += by_batch(study, ENCRYPTION, "Encryption time of one input by batch size")
    return Section(
        "Encryption",
        "encryption",
        (*blocks, *dependence(study, ENCRYPTION_ON, WIDTH, (WIDTH, DEPTH))),
        "From the first byte of the plaintext input, all $w$ wires of it, to the last byte of the "
        "ciphertexts.",
    )
