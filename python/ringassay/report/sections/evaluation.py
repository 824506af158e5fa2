"""Homomorphic evaluation (HEtest §6.8, Figure 9)."""

from __future__ import annotations

from ringassay.analysis.dependence import EVALUATION_ON
from ringassay.analysis.metrics import EVALUATION, by_system
from ringassay.analysis.study import Study
from ringassay.analysis.terms import DEPTH, WIDTH
from ringassay.report.document import Section
from ringassay.report.sections.steps import dependence, shares, statistics


def section(study: Study) -> Section | None:
    """The section, None if nothing was evaluated."""
    if not by_system(study, EVALUATION):
        return None
    return Section(
        "Homomorphic evaluation",
        "evaluation",
        (
            *statistics(study, EVALUATION, "evaluation"),
            *shares(study, "evaluation"),
            *dependence(study, EVALUATION_ON, DEPTH, (DEPTH, WIDTH)),
        ),
        "From the first byte of the input ciphertexts to the last byte of the result's, for each "
        "security level. Circuits of a single gate type count in the statistics; the models are "
        "fitted without them.",
    )
