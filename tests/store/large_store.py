"""Builds a store of many rows and measures how long commands take that read it.

    python tests/store/large_store.py --rows 100000 [--runs 1] [--store FILE] [--command NAME]...

Four systems, one of them measured twice, and the plaintext baseline evaluate circuits of bits and
of integers: families of several depths and widths, and families of single gates. Costs are made
up, seeded, and grow with depth and width; a few answers are wrong or missing. Rows are written
through the store's own tables, sealed like those of a measurement, but all rows of a run in one
transaction. Each command is a process of its own, timed from its start to its end, first as the
first one that reads the store (nothing is known of it), then once more.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
from sqlalchemy import Connection, insert

from ringassay.store import RunWriter, Store, probe_machine
from ringassay.store.canonical import canonical_json, sha256_hex
from ringassay.store.integrity import seal
from ringassay.store.records import (
    CircuitPlace,
    CircuitRecord,
    Identity,
    InputRecord,
    RunRecord,
    SutRecord,
)
from ringassay.store.schema import evaluations, ingestions, keys, probes

SPEEDS = {
    "plaintext": 1e-4, "seal-bfv": 1.0, "openfhe-bgv": 1.6, "lattigo-bgv": 2.3, "helib-bgv": 3.1,
}  # fmt: skip
"""How many times as much a system needs."""

TWIN, SECOND = "seal-bfv", "seal-bfv (again)"
INPUTS, REPETITIONS = 5, 4
GATES = ("LADD", "LADDconst", "LMUL", "LMULconst", "LROTATE", "LSELECT")
POINTS = [(batch, d, w) for batch in (378, 630) for d in (2, 4, 6, 8) for w in (4, 10, 20, 50)]
STEPS = {"encrypt": "client", "evaluate": "server", "decrypt": "client"}
COMMANDS = ("show", "compare", "history", "report")


def build(path: Path, rows: int, runs: int = 1, seed: int = 1) -> list[str]:
    """A store of about `rows` evaluations in `runs` runs of the same circuits; their names."""
    systems = len(SPEEDS) + 1
    circuits = max(2, round(rows / runs / (systems * INPUTS * REPETITIONS)))
    names = []
    with Store(path) as store:
        for number in range(runs):
            rng = np.random.default_rng((seed, number))
            names.append(_run(store, circuits, rng, label=f"r{number}"))
    return names


def _run(store: Store, circuits: int, rng: np.random.Generator, label: str) -> str:
    suite = canonical_json({"name": "large", "warm_up": 1, "repetitions": REPETITIONS})
    record = RunRecord("large", sha256_hex(suite.encode()), suite, 7, 128, "1.0.0", label=label)
    suts = [SutRecord(name, canonical_json({"client": [name]})) for name in SPEEDS]
    suts.append(SutRecord(SECOND, suts[1].command, twin_of=TWIN))
    with RunWriter.start(store, record, suts, probe_machine()) as writer:
        for one in suts:
            scheme = "none" if one.sut == "plaintext" else "BGV"
            hello = {role: {"encrypts": scheme != "none"} for role in ("client", "server")}
            said = Identity("1.0", one.sut, "4.1", scheme, 2, canonical_json(hello))
            writer.identify(one.sut, said)
        made = [_circuit(writer, place, rng) for place in range(circuits)]

        def work(connection: Connection) -> None:
            for table, found in _measured(writer, [one.sut for one in suts], made, rng):
                connection.execute(insert(table), [seal(table, row) for row in found])

        store.write(work)
        writer.end(finished=True)
    return writer.run


def _circuit(writer: RunWriter, place: int, rng: np.random.Generator) -> dict[str, Any]:
    space = ("gf2", "zt")[place % 2]
    single = place % 4 == 3
    gate = GATES[place // 4 % len(GATES)] if single else None
    batch, d, w = (378, 5, 100) if single else POINTS[place // 2 % len(POINTS)]
    family = f"single-{gate}-{space}" if single else f"mixed-{space}-{batch}"
    text = f"W={w},D={d},L={batch},{place}".encode()
    counts = {gate: w * d} if gate else {"LADD": w * d // 2, "LMUL": w * d - w * d // 2}
    record = CircuitRecord(
        recipe=canonical_json({"seed": place}), text=text, dialect="simd", family=family,
        kind="single" if single else "mixed", gate=gate, space=space,
        modulus=65537 if space == "zt" else None, batch=batch, depth=d + 0.2,
        requested_depth=float(d), width=w, levels=d, gates=w * d, multiplicative_depth=d,
        counts=counts,
    )  # fmt: skip
    params = f"L={batch},D={d},K=128" + (",T=65537" if space == "zt" else "")
    inputs = [
        InputRecord(i, i, 512, f"{place}/{i}".encode(), _bits(rng, batch), 2000 + 50 * w * d, 5)
        for i in range(INPUTS)
    ]
    name = writer.add_circuit(CircuitPlace(place, canonical_json({"d": d}), params), record, inputs)
    return {"circuit": name, "params": params, "batch": batch, "d": d, "w": w, "space": space}


def _bits(rng: np.random.Generator, slots: int) -> str:
    return "".join(map(str, rng.integers(0, 2, slots)))


def _measured(
    writer: RunWriter, suts: list[str], made: list[dict[str, Any]], rng: np.random.Generator
) -> Iterator[tuple[Any, list[dict[str, Any]]]]:
    """The rows of each table."""
    run = {"run": writer.run}
    asked = {one["params"]: one for one in made}
    speed = SPEEDS | {SECOND: SPEEDS[TWIN]}
    pairs = [(sut, params) for sut in suts for params in asked]
    yield keys, [run | _key(writer, *pair, asked[pair[1]], speed, rng) for pair in pairs]
    yield (
        probes,
        [
            run
            | {"sut": sut, "key": writer.key_id(sut, params), "probe": probe, "params": params}
            | {
                "result": "passed",
                "reason": "as it should be",
                "at": "2026-01-02T03:04:05.000+00:00",
            }
            for sut, params in pairs
            for probe in ("fresh", "altered")
            if sut != "plaintext"
        ],
    )
    yield (
        ingestions,
        [
            run
            | {"sut": sut, "circuit": one["circuit"], "key": writer.key_id(sut, one["params"])}
            | {"outcome": "ok", "detail": "{}", "circuit_bytes": 900, "server_cpu_ns": 10**6}
            | {
                "server_peak_bytes": 3 * 10**8,
                **_split("", speed[sut] * 1e6 * rng.uniform(0.9, 1.1)),
            }
            for sut in suts
            for one in made
        ],
    )
    sequence = iter(range(10**9))
    yield (
        evaluations,
        [
            run | _case(writer, sut, one, i, repetition, next(sequence), speed[sut], rng)
            for one in made
            for repetition in range(REPETITIONS)
            for sut in rng.permutation(suts).tolist()
            for i in range(INPUTS)
        ],
    )


def _split(prefix: str, wall: float) -> dict[str, int]:
    shares = {"wall": 1.0, "send": 0.02, "wait": 0.9, "receive": 0.08, "compute": 0.85}
    return {f"{prefix}{part}_ns": round(share * wall) for part, share in shares.items()}


def _key(
    writer: RunWriter, sut: str, params: str, one: dict[str, Any], speed: dict[str, float],
    rng: np.random.Generator,
) -> dict[str, Any]:  # fmt: skip
    wall = speed[sut] * 5e7 * one["d"] * rng.lognormal(0, 0.05)
    return {
        "key": writer.key_id(sut, params), "sut": sut, "params": params, "security": 128,
        "batch": one["batch"], "depth": float(one["d"]), "outcome": "ok", "detail": "{}",
        **_split("", wall), "client_cpu_ns": round(wall), "client_peak_bytes": 2 * 10**8,
        "key_bytes": 10**6 * one["d"], "parameters": canonical_json({"n": 16384}), "n": 16384,
        "m": 32768, "log2_q": 360.0, "log2_qp": 420.0, "t": 65537, "security_bits": 130.0,
        "security_method": "table", "secret": "ternary", "error": "Gaussian 3.2", "notes": "[]",
    }  # fmt: skip


def _case(
    writer: RunWriter, sut: str, one: dict[str, Any], index: int, repetition: int, sequence: int,
    speed: float, rng: np.random.Generator,
) -> dict[str, Any]:  # fmt: skip
    d, w = one["d"], one["w"]
    work = {"encrypt": 1e6 + 5e5 * w, "evaluate": 1e7 + 4e6 * w * d, "decrypt": 3e6 + 2e5 * d}
    row: dict[str, Any] = {
        "sut": sut, "circuit": one["circuit"], "input": index, "repetition": repetition,
        "key": writer.key_id(sut, one["params"]), "outcome": "ok", "detail": "{}", "stage": "",
        "matches": True, "output_hash": sha256_hex(f"{one['circuit']}/{index}".encode()),
        "wrong_slots": 0, "fresh_bytes": 20000 * w * d, "evaluated_bytes": 22000 * d,
        "input_bytes": w * (one["batch"] + 1), "at": "2026-01-02T03:04:05.678+00:00",
        "load1": 0.7, "sequence": sequence, "started_at": "2026-01-02T03:04:05.123+00:00",
        "steal_ns": 0,
    }  # fmt: skip
    for step, role in STEPS.items():
        wall = speed * work[step] * rng.lognormal(0, 0.05)
        cpu, peak = f"{step}_cpu_ns", f"{step}_peak_bytes"
        row |= {**_split(f"{step}_", wall), cpu: round(1.1 * wall), peak: 4 * 10**8}
        if role == "server":
            row |= {"evaluate_compute_cpu_ns": round(0.85 * wall)}
            row |= {"evaluate_load_ns": round(0.05 * wall), "evaluate_save_ns": round(0.01 * wall)}
    if sut == "lattigo-bgv" and rng.random() < 0.002:
        row |= {"outcome": "wrong", "matches": False, "got": "0" * one["batch"], "wrong_slots": 9}
        row |= {"output_hash": "00" * 32, "detail": canonical_json({"slots": [1, 2, 3]})}
    elif sut == "openfhe-bgv" and rng.random() < 0.002:
        row |= {name: None for name in row if name.startswith(("evaluate_", "decrypt_"))}
        row |= {"outcome": "timeout", "stage": "evaluate", "matches": None, "output_hash": None}
        row |= {"wrong_slots": None, "detail": canonical_json({"stderr": "too slow", "limit": 9})}
    return row


def arguments(command: str, store: Path, out: Path) -> list[str]:
    """How `command` is called on all runs of the store."""
    return {
        "show": ["show"],
        "compare": ["compare", "seal-bfv", "openfhe-bgv", "--out", str(out / "c"), "--force"],
        "history": ["store", "history", "evaluation"],
        "report": ["report", "--out", str(out / "r"), "--force"],
    }[command] + ["--store", str(store)]


def measure(store: Path, command: str, environment: dict[str, str], out: Path) -> dict[str, Any]:
    """One call: seconds by the clock and of CPU time, and bytes of what it wrote."""
    called = [sys.executable, "-m", "ringassay.cli.entry", *arguments(command, store, out)]
    begin, before = time.monotonic(), _processor_seconds()
    ended = subprocess.run(called, env=environment, capture_output=True, text=True, check=False)
    seconds, used = time.monotonic() - begin, _processor_seconds() - before
    if ended.returncode not in (0, 1):
        raise SystemExit(f"{command}: exit code {ended.returncode}\n{ended.stderr}")
    page = out / {"report": "r", "compare": "c"}.get(command, "-") / "report.html"
    found = {"command": command, "seconds": round(seconds, 2), "cpu_seconds": round(used, 2)}
    return found | ({"html_bytes": page.stat().st_size} if page.exists() else {})


def _processor_seconds() -> float:
    """Of all children that have ended."""
    used = os.times()
    return used.children_user + used.children_system


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--rows", type=int, default=100_000)
    options.add_argument("--runs", type=int, default=1)
    options.add_argument("--store", type=Path, help="kept, and used again if it is there")
    options.add_argument("--command", action="append", choices=COMMANDS)
    given = options.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        store = given.store or Path(folder) / "large.db"
        if not store.exists():
            build(store, given.rows, given.runs)
        print(json.dumps({"store_bytes": store.stat().st_size}))
        for command in given.command or COMMANDS:
            with tempfile.TemporaryDirectory(dir=folder) as fresh:
                environment = os.environ | {"XDG_CACHE_HOME": fresh}
                for reading in ("first", "again"):
                    found = measure(store, command, environment, Path(folder))
                    print(json.dumps({"reading": reading, **found}), flush=True)


if __name__ == "__main__":
    main()
