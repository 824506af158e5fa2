"""How the figures were computed."""

from __future__ import annotations

from ringassay.analysis.locations import LOG_UNITS, MEAN_UNITS, MEDIAN_UNITS
from ringassay.analysis.regression import MIN_DESIGN_POINTS, MIN_POINTS
from ringassay.analysis.study import Study
from ringassay.report.document import Items, Section
from ringassay.report.sections.describing import OUTLIERS


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
                    "*Means* have the hull of Student's interval and Cox's of a log-normal mean, "
                    "*medians* interpolated order statistics (Hettmansperger and Sheather). Both "
                    "take one value per circuit. No interval is given for the mean of fewer than "
                    f"{MEAN_UNITS} circuits and the median of fewer than {MEDIAN_UNITS}. "
                    f"{OUTLIERS}",
                    "*Ratios* to the baseline are taken case by case. Their geometric mean is the "
                    "exponential of the mean logarithm, and so are the ends of its interval: "
                    f"Student's, over circuits, of which it takes {LOG_UNITS}.",
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
                    "*Comparisons* pair cases that both systems got right in the same round. CPU "
                    "time decides. A typical ratio of times is the centre of the circuits' ratios "
                    "by signed ranks that are capped at the median, so that slow spells of the "
                    "machine hardly move it (Hodges and Lehmann; Policello and Hettmansperger); "
                    "its interval counts rounds as well as circuits. A difference is claimed if "
                    "the interval excludes 1 at p < 0.05 after Holm's correction for the number "
                    "of aspects, if the exact test of signed ranks agrees, and if it exceeds what "
                    "the run can tell apart.",
                )
            ),
        ),
    )
