"""Reading runs for analysis: every row checked against its hash on the way."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from contextlib import closing
from typing import Any

from sqlalchemy import Connection, Table, select

from ringassay.spaces import APPROXIMATE
from ringassay.store.answers import delivered
from ringassay.store.circumstances import Circumstances
from ringassay.store.engine import translated
from ringassay.store.errors import CorruptStoreError, UnknownRunError
from ringassay.store.figures import CASE_STEPS
from ringassay.store.frames import RunData, make_frame
from ringassay.store.hello import build_facts
from ringassay.store.integrity import Damage, damage_of, key_of
from ringassay.store.migrate import raw_connection
from ringassay.store.schema import (
    baselines,
    circuits,
    evaluations,
    ingestions,
    keys,
    machines,
    probes,
    run_circuits,
    runs,
    suts,
)
from ringassay.store.store import Store

Rows = list[dict[str, Any]]


def load(store: Store, run_ids: Sequence[str], *, strict: bool = True) -> RunData:
    """The runs named in `run_ids` (identifiers as `Store.find` returns them).

    With `strict`, a damaged row raises `CorruptStoreError`; without, such rows are left out and
    listed in `RunData.damaged`. Raises `UnknownRunError` for a run that is not there.
    """
    _check_indexes(store)
    damaged: list[Damage] = []
    read = store.read(lambda connection: _read(connection, list(run_ids), damaged))
    missing = sorted(set(run_ids) - {row["run"] for row in read["runs"]})
    hurt = [item for item in damaged if item.table == "runs"]
    if missing and not hurt:
        raise UnknownRunError(f"{', '.join(missing)}: no such run in {store.label}")
    if damaged and strict:
        shown = "; ".join(str(item) for item in damaged[:5])
        more = f" and {len(damaged) - 5} more" if len(damaged) > 5 else ""
        raise CorruptStoreError(f"{store.label}: {len(damaged)} damaged rows: {shown}{more}")
    for row in read["runs"]:
        row["state"] = store.state_of(row["run"], row["state"])
    return RunData(
        **{name: make_frame(name, rows) for name, rows in read.items()}, damaged=tuple(damaged)
    )


def _check_indexes(store: Store) -> None:
    """A damaged index would hide whole rows, which no row hash can notice."""
    if store.location.file is None:
        return
    with translated(store.location), closing(raw_connection(store.location)) as connection:
        found = connection.execute("PRAGMA integrity_check(1)").fetchone()
    if found is None or found[0] != "ok":
        raise CorruptStoreError(
            f"{store.label} is damaged ({found[0] if found else 'no answer'}); it was not changed"
        )


def _read(connection: Connection, run_ids: list[str], damaged: list[Damage]) -> dict[str, Rows]:
    def sound(table: Table, *where: Any) -> Rows:
        columns = [column for column in table.columns if column.name != "text_zlib"]
        rows = []
        for found in connection.execute(select(*columns).where(*where)).mappings():
            row = dict(found)
            damage = damage_of(table, row)
            if damage is None:
                rows.append(row)
            else:
                damaged.append(damage)
        return rows

    of_runs = sound(runs, runs.c.run.in_(run_ids))
    used = select(run_circuits.c.circuit).where(run_circuits.c.run.in_(run_ids))
    sound(run_circuits, run_circuits.c.run.in_(run_ids))
    plain = sound(baselines, baselines.c.run.in_(run_ids))
    baseline = {(row["run"], row["circuit"], row["input"]): row for row in plain}
    of_machines = sound(machines, machines.c.machine.in_({row["machine"] for row in of_runs}))
    for row in of_machines:
        # A machine's own record has no load: shown is the highest at the start of these runs.
        loads = [run["load_at_start"] for run in of_runs if run["machine"] == row["machine"]]
        row["load_at_start"] = max(loads)
    for row in of_runs:
        row.update(_sampling(row["suite_json"]))
        row.update(_circumstances(row["circumstances"]))
    of_suts = sound(suts, suts.c.run.in_(run_ids))
    for row in of_suts:
        row.update(build_facts(row["hello"]))
    of_circuits = sound(circuits, circuits.c.circuit.in_(used))
    for row in of_circuits:
        row["outputs"] = row["outputs"] or 1
    exact = {row["circuit"] for row in of_circuits if row["space"] not in APPROXIMATE}
    cases = []
    for row in sound(evaluations, evaluations.c.run.in_(run_ids)):
        try:
            answer = delivered(row)
        except CorruptStoreError as error:
            damaged.append(Damage("evaluations", key_of(evaluations, row), str(error)))
            continue
        _complete(row, baseline.get((row["run"], row["circuit"], row["input"])))
        if row["matches"]:
            # Over numbers what is right is near the expected answer, not the same.
            row["got"] = row["expected"] if row["circuit"] in exact else answer
        cases.append(row)
    return {
        "runs": of_runs,
        "machines": of_machines,
        "suts": of_suts,
        "circuits": of_circuits,
        "keys": sound(keys, keys.c.run.in_(run_ids)),
        "ingestions": sound(ingestions, ingestions.c.run.in_(run_ids)),
        "evaluations": cases,
        "probes": sound(probes, probes.c.run.in_(run_ids)),
    }


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


def _complete(row: dict[str, Any], baseline: Mapping[str, Any] | None) -> None:
    """Adds what is stored once per input, and what follows from the rest."""
    walls = [row[f"{step}_wall_ns"] for step in CASE_STEPS]
    row["total_wall_ns"] = None if None in walls else sum(walls)
    row["expected"] = baseline["expected"] if baseline else None
    row["baseline_ns"] = baseline["baseline_ns"] if baseline else None
    # Where no order is stored, repetitions followed one another in place.
    row["round"] = None if row["sequence"] is None else row["repetition"]
