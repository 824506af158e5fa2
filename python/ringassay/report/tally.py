"""From a tally to a document."""

from __future__ import annotations

from ringassay.explore.sentences import point_text
from ringassay.predict.account import Account
from ringassay.predict.sweeps import SweepPoint
from ringassay.report.document import Document, Listing, literal
from ringassay.report.sections import tally
from ringassay.schemes import scheme_name


def build_tally(account: Account, point: SweepPoint) -> Document:
    """A report on what an application counts at a point."""
    what = "each basic function once"
    if point.expression is not None or point.circuit is not None:
        what = "keys, encryptions of the inputs, a circuit, one decryption"
    listing = () if point.expression is None else (Listing(point.expression, "The application"),)
    return Document(
        title=f"{scheme_name(point.scheme)}, counted",
        subtitle=f"{literal(point_text(point.to_dict()))}: {what}; nothing is executed",
        summary=(*listing, *tally.summary(account)),
        sections=tally.sections(account),
    )
