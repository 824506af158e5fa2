"""From advice to a document."""

from __future__ import annotations

from ringassay.advice.verdict import Advice
from ringassay.report.document import Document, literal
from ringassay.report.sections import advice


def build_advice(found: Advice) -> Document:
    """A report on which systems run a computation, and what it takes there."""
    computation = found.computation
    sections = (
        advice.ranking(found),
        advice.proof(found),
        advice.exclusions(found),
        advice.circumstances(found),
    )
    return Document(
        title=f"Advice on {literal(computation.name)}",
        subtitle=f"Which system runs {literal(computation.origin)}, predicted"
        + (" and executed" if found.proof is not None else ""),
        summary=advice.summary(found),
        sections=tuple(section for section in sections if section is not None),
        meta={"Key parameters": literal(computation.params)},
        identities=tuple(literal(one.label) for one in found.ranking),
    )
