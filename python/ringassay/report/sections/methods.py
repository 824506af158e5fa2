"""How the figures were computed."""

from __future__ import annotations

from ringassay.analysis.intervals import MIN_CLUSTERS, RESAMPLES
from ringassay.analysis.regression import MIN_DESIGN_POINTS, MIN_POINTS
from ringassay.analysis.study import Study
from ringassay.report.document import Items, Section


def section(study: Study) -> Section | None:
    """The section, None for an empty study."""
    if study.evaluations.empty:
        return None
    return Section(
        "Methods",
        "methods",
        (
            Items(
                (
                    "*What is timed.* Only rows that went well: evaluations with a right result, "
                    "keys and circuits without a failure. Each step runs from before the first "
                    "byte of the request is written to after the last byte of the answer is read.",
                    "*Rates* have exact intervals (Clopper and Pearson). Without an error in $n$ "
                    "the error rate is at most $1 - 0.05^{1/n}$, about $3/n$, with 95\u00a0% "
                    "confidence.",
                    f"*Means and medians* have bootstrap intervals (bias corrected and "
                    f"accelerated, {RESAMPLES} resamples, fixed seed) that draw whole circuits, "
                    f"and none with fewer than {MIN_CLUSTERS} of them.",
                    "*Ratios* are taken case by case. Their geometric mean is the exponential of "
                    "the mean logarithm, and so are the ends of its interval.",
                    "*Formulas* are fitted by least squares to one point per circuit or key, the "
                    "median over inputs and repetitions. Every combination of the candidate terms "
                    "competes in three forms: spread of constant size, spread in proportion to "
                    "the value, and a power law. The extended Bayesian information criterion "
                    "chooses. A formula needs at least "
                    f"{MIN_POINTS} points at {MIN_DESIGN_POINTS} different settings, and three "
                    "settings per coefficient beyond the second.",
                    "$r^2$ is the share of variance explained on the scale of the form (weighted "
                    "for proportional spread, logarithmic for a power law); the predicted $r^2$ "
                    "leaves each point out of the fit that predicts it.",
                    "*Comparisons* pair cases that both systems got right; the sign test is exact "
                    "and two-sided. With many comparisons one in twenty at p < 0.05 is chance.",
                )
            ),
        ),
    )
