"""Decryption (HEtest §6.7, Table 7)."""

from __future__ import annotations

from ringassay.analysis.dependence import DECRYPTION_ON
from ringassay.analysis.metrics import DECRYPTION, by_system
from ringassay.analysis.study import Study
from ringassay.analysis.terms import BATCH, DEPTH
from ringassay.report.document import Section
from ringassay.report.sections.steps import dependence, shares, statistics


def section(study: Study) -> Section | None:
    """The section, None if nothing was decrypted."""
    if not by_system(study, DECRYPTION):
        return None
    return Section(
        "Decryption",
        "decryption",
        (
            *statistics(study, DECRYPTION, "result"),
            *shares(study, "decryption"),
            *dependence(study, DECRYPTION_ON, DEPTH, (DEPTH, BATCH)),
        ),
        "From the first byte of the result's ciphertext to the last byte of the plaintext.",
    )
