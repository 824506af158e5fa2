"""What stood around the programs of each system while they were measured."""

from __future__ import annotations

import json
from typing import Any

from ringassay.analysis.study import Study
from ringassay.harness.isolation import PROTECTIONS, told
from ringassay.report.document import Column, Table, literal
from ringassay.report.sections.wording import NONE


def protections(study: Study) -> Table | None:
    """A line for each protection, a column for each system; None where nothing is known of any."""
    noted = {
        f"*{literal(row['system'])}*": json.loads(row["isolation"] or "[]")
        for row in study.suts.to_dict("records")
    }
    if not any(noted.values()):
        return None
    rows = tuple(
        (literal(name), literal(meaning), *(_standing(name, told) for told in noted.values()))
        for name, meaning in PROTECTIONS.items()
    )
    heads = ("protection", "meaning", *noted)
    return Table("Protections", tuple(Column(head) for head in heads), rows)


def _standing(name: str, sessions: list[dict[str, Any]]) -> str:
    """In words; several where sessions or programs differ."""
    found = dict.fromkeys(
        told(standings.get(name)) for session in sessions for standings in session.values()
    )
    return literal("; ".join(found)) if found else NONE
