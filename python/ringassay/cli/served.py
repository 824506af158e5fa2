"""`ringassay show --served`: which system served which computation, and why not."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ringassay.cli.decided import escaped
from ringassay.cli.output import emit_json, out

if TYPE_CHECKING:
    from ringassay.analysis.served import Service
    from ringassay.store import RunData


def show_served(
    data: RunData, suts: Sequence[str] | None, *, as_json: bool, markdown: bool
) -> None:
    """A row for each computation, a column for each system, and below it the reasons."""
    from ringassay.analysis import prepare
    from ringassay.analysis.served import computations, services

    study = prepare(data)
    found = [one for one in services(study) if not suts or one.system in suts]
    if as_json:
        emit_json([_facts(one) for one in found])
        return
    systems = list(dict.fromkeys(one.system for one in found))
    cells = {(one.system, one.computation): one.words for one in found}
    rows = [
        (computation, *(cells.get((system, computation), "–") for system in systems))
        for computation in computations(study)
        if any((system, computation) in cells for system in systems)
    ]
    columns = ("computation", *systems)
    reasons: dict[tuple[str, str], list[str]] = {}
    for one in found:
        if one.reason:
            reasons.setdefault((one.system, one.reason), []).append(one.computation)
    lines = [f"{system}, {', '.join(names)}: {said}" for (system, said), names in reasons.items()]
    if markdown:
        table = [f"| {' | '.join(map(escaped, row))} |" for row in (columns, *rows)]
        table.insert(1, f"| {' | '.join('---' for _ in columns)} |")
        items = [f"- {escaped(line)}" for line in lines]
        for line in (*table, "", *items):
            out.print(line, fold=False)
        return
    out.table(columns, rows)
    for line in lines:
        out.print(line)


def _facts(one: Service) -> dict[str, object]:
    return {
        "system": one.system,
        "computation": one.computation,
        "right": one.score.right,
        "asked": one.score.asked,
        "outcomes": one.score.outcomes,
        "evaluate_cpu_ns": one.evaluate_ns,
        "reason": one.reason,
    }
