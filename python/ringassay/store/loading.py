"""Reading runs for analysis, checked on the way (`checking`)."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from sqlalchemy import Table

from ringassay.spaces import APPROXIMATE
from ringassay.store import loaded
from ringassay.store.answers import delivered
from ringassay.store.checking import Checker, has_ended
from ringassay.store.circumstances import Circumstances
from ringassay.store.contents import Contents, Row
from ringassay.store.contents import columns as column_names
from ringassay.store.errors import UnknownRunError
from ringassay.store.figures import CASE_STEPS
from ringassay.store.frames import RunData, frame_of
from ringassay.store.hello import build_facts
from ringassay.store.schema import (
    baselines,
    circuits,
    evaluations,
    ingestions,
    keys,
    machines,
    probes,
    runs,
    suts,
)
from ringassay.store.store import Store

Columns = dict[str, Sequence[Any]]
"""Column to its values, one for each row."""


def load(store: Store, run_ids: Sequence[str], *, strict: bool = True) -> RunData:
    """The runs named in `run_ids` (identifiers as `Store.find` returns them).

    With `strict`, a damaged row raises `CorruptStoreError`; without, such rows are left out and
    listed in `RunData.damaged`. Rows that are sealed but hold what nobody writes (a negative time,
    an outcome that there is not) are always left out and listed there. Frames of large runs are
    kept for the next time (`loaded`). Raises `UnknownRunError` for a run that is not there.
    """
    checker = Checker(store)
    named = sorted(set(run_ids))
    key = checker.key_of_frames(named)
    before = loaded.recall(key)
    if before is not None and checker.is_unchanged():
        return RunData(**before, damaged=())
    found = store.read(lambda connection: [checker.read(connection, run) for run in named])
    missing = [one.run for one in found if not one.rows["runs"]]
    bad = (*checker.damaged, *checker.left_out)
    if missing and not any(item.table == "runs" for item in bad):
        raise UnknownRunError(f"{', '.join(missing)}: no such run in {store.label}")
    if strict:
        checker.refuse_damaged()
        if len(missing) == len(found) and found:
            checker.refuse_nothing_left(missing)
    frames = {
        "runs": _columns(_runs(store, found)),
        "machines": _columns(_machines(found)),
        "suts": _columns([row | build_facts(row["hello"]) for row in _records(found, suts)]),
        "circuits": _columns(_records(found, circuits)),
        "keys": _columns(_records(found, keys)),
        "ingestions": _columns(_records(found, ingestions)),
        "evaluations": _evaluations(found),
        "probes": _columns(_records(found, probes)),
    }
    made = {name: frame_of(name, columns) for name, columns in frames.items()}
    if not bad and all(map(has_ended, found)) and checker.is_unchanged():
        loaded.keep(key, made)
    return RunData(**made, damaged=bad)


def _records(found: list[Contents], table: Table) -> list[dict[str, Any]]:
    """The rows of a table, each once: runs share machines and circuits."""
    key = [column.name for column in table.primary_key]
    rows = (row for one in found for row in one.records(table))
    return list({tuple(row[name] for name in key): row for row in rows}.values())


def _columns(rows: list[dict[str, Any]]) -> Columns:
    names = dict.fromkeys(name for row in rows for name in row)
    return {name: [row.get(name) for row in rows] for name in names}


def _runs(store: Store, found: list[Contents]) -> list[dict[str, Any]]:
    return [
        row
        | _sampling(row["suite_json"])
        | _circumstances(row["circumstances"])
        | {"state": store.state_of(row["run"], row["state"])}
        for row in _records(found, runs)
    ]


def _machines(found: list[Contents]) -> list[dict[str, Any]]:
    """A machine's own record has no load: shown is the highest at the start of these runs."""
    loads: dict[str, float] = {}
    for run in _records(found, runs):
        loads[run["machine"]] = max(loads.get(run["machine"], 0.0), run["load_at_start"])
    return [
        row | {"load_at_start": loads[row["machine"]]}
        for row in _records(found, machines)
        if row["machine"] in loads
    ]


def _evaluations(found: list[Contents]) -> Columns:
    """With what is stored once per input, and what follows from the rest.

    Column by column: these are nearly all rows of a run.
    """
    names = column_names(evaluations)
    rows = [row for one in found for row in one.rows["evaluations"]]
    if not rows:
        return dict.fromkeys(names, ())
    columns: Columns = dict(zip(names, zip(*rows, strict=True), strict=True))
    plain = {
        (row["run"], row["circuit"], row["input"]): (row["expected"], row["baseline_ns"])
        for row in _records(found, baselines)
    }
    exact = {row["circuit"] for row in _records(found, circuits) if row["space"] not in APPROXIMATE}
    cases = zip(columns["run"], columns["circuit"], columns["input"], strict=True)
    beside = [plain.get(case, (None, None)) for case in cases]
    columns["expected"] = [expected for expected, _ in beside]
    columns["baseline_ns"] = [baseline_ns for _, baseline_ns in beside]
    walls = zip(*(columns[f"{step}_wall_ns"] for step in CASE_STEPS), strict=True)
    columns["total_wall_ns"] = [None if None in parts else sum(parts) for parts in walls]
    # Where no order is stored, repetitions followed one another in place.
    turns = zip(columns["sequence"], columns["repetition"], strict=True)
    columns["round"] = [None if sequence is None else turn for sequence, turn in turns]
    columns["got"] = _got(rows, columns, exact)
    return columns


def _got(rows: list[Row], columns: Columns, exact: set[str]) -> list[str | None]:
    """What was delivered. Over numbers what is right is near the expected answer, not the same."""
    names = column_names(evaluations)
    told = zip(*(columns[name] for name in ("matches", "got", "expected", "circuit")), strict=True)
    return [
        got
        if not matches
        else expected
        if circuit in exact
        else delivered(dict(zip(names, row, strict=True)))
        for row, (matches, got, expected, circuit) in zip(rows, told, strict=True)
    ]


def _sampling(suite_json: str) -> dict[str, int | None]:
    """How often a run's suite has each case measured, and how often before that without."""
    suite = json.loads(suite_json)
    asked = {name: suite.get(name) for name in ("warm_up", "repetitions")}
    return {name: value if isinstance(value, int) else None for name, value in asked.items()}


def _circumstances(stored: str | None) -> dict[str, Any]:
    """The facts that are columns of `runs`, all missing for a run of older days.

    What was looked for and not found is said in words: missing is what nobody recorded.
    """
    return {} if stored is None else Circumstances.from_json(stored).shown()
