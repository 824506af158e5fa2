"""From predictions and the truth to a document."""

from __future__ import annotations

from ringassay.predict.outside import Outside
from ringassay.predict.stored_run import RunComparison
from ringassay.predict.sweeps import Sweeps
from ringassay.predict.table import Comparison
from ringassay.report.document import Document, literal
from ringassay.report.sections import prediction


def build_sweeps(found: Comparison, sweeps: Sweeps) -> Document:
    """A report on sweeps: the paper's Table I."""
    errors = {row.name: row.time for row in found.rows}
    return Document(
        title=literal(sweeps.title or sweeps.name),
        subtitle=f"{_executed(sweeps)}: predicted from tallies, and executed",
        summary=(*prediction.sweeps_summary(found), prediction.aims(errors)),
        sections=prediction.sweeps_sections(found, sweeps),
    )


def _executed(sweeps: Sweeps) -> str:
    if sweeps.expression is None:
        return "Keys, encryption, sum, product, decryption"
    return f"Keys, encryptions, {literal(sweeps.expression)}, decryption"


def build_run(found: RunComparison) -> Document:
    """A report on a stored run, predicted."""
    return Document(
        title=f"Run {literal(found.run)}, predicted",
        subtitle="Every circuit planned anew, its tally priced; no figure of the run enters",
        summary=(),
        sections=(prediction.run_section(found),),
    )


def build_outside(found: Outside) -> Document:
    """A report on a library seen from outside."""
    return Document(
        title=f"{literal(found.sut)}, predicted from a few executions",
        subtitle="Curves through one, two and three measured points",
        summary=(),
        sections=(prediction.outside_section(found),),
    )
