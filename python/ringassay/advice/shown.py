"""What notebooks show of advice."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ringassay.advice.sentences import by_reason
from ringassay.advice.tables import (
    EXCLUDED,
    proof_columns,
    proof_rows,
    ranking_columns,
    ranking_rows,
)
from ringassay.notebook import card, table

if TYPE_CHECKING:
    from ringassay.advice.verdict import Advice


def advice(shown: Advice) -> str:
    """The answer, the ranking, the proof, what was excluded."""
    body = table(ranking_columns(shown), ranking_rows(shown))
    if shown.proof is not None:
        body += card("Executed", "", table(proof_columns(), proof_rows(shown.proof, shown.limits)))
    rows = [(", ".join(names), reason) for reason, names in by_reason(shown.excluded)]
    if rows:
        body += card("Excluded", "", table(EXCLUDED, rows))
    said = shown.sentences
    return card(f"{shown.computation.name}: {said[0]}", " ".join(said[1:]), body)
