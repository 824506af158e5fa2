"""Synthetic runs with planted costs, in the frames that the store hands to the analysis.

A cost is a function of depth d, width w and batch size; spread is multiplicative and seeded.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
import pandas as pd

from ringassay.analysis.columns import NUMBERS, TEXT
from ringassay.evaluation.probing.verdict import PROBES

MS = 1e6
Cost = Callable[[float, float, float], float]

# The points of HEtest's Table 4.
TABLE_4 = tuple(
    (batch, d, w)
    for batch, depths, widths in (
        (378, (6, 7), (4, 10, 20, 50, 100, 1000)),
        (630, (12,), (4, 10, 20, 50, 100, 200)),
        (600, (18,), (4, 10, 20, 50, 100)),
        (682, (21, 24), (4, 10, 20, 50, 100)),
    )
    for d in depths
    for w in widths
)


@dataclass(frozen=True)
class Frames:
    """The eight frames of `ringassay.store.RunData`."""

    runs: pd.DataFrame
    machines: pd.DataFrame
    suts: pd.DataFrame
    circuits: pd.DataFrame
    keys: pd.DataFrame
    ingestions: pd.DataFrame
    evaluations: pd.DataFrame
    probes: pd.DataFrame = field(default_factory=lambda: pd.DataFrame({"run": [], "sut": []}))
    damaged: tuple[object, ...] = ()


@dataclass(frozen=True)
class Costs:
    """Planted costs of a synthetic SUT in ns and bytes; all depend on (d, w, batch)."""

    keygen: Cost = lambda d, w, n: 50 * MS + 2 * MS * d * d
    encrypt: Cost = lambda d, w, n: 1 * MS + 0.5 * MS * w
    evaluate: Cost = lambda d, w, n: 10 * MS + 4 * MS * w * d
    decrypt: Cost = lambda d, w, n: 3 * MS + 0.2 * MS * d
    key_bytes: Cost = lambda d, w, n: 1e5 * d * d + 1e6
    wire_bytes: Cost = lambda d, w, n: 2e4 * d + 100 * n


@dataclass(frozen=True)
class Sut:
    """A synthetic SUT."""

    label: str
    costs: Costs = field(default_factory=Costs)
    spread: float = 0.02
    security_bits: float = 128.0
    method: str = "HomomorphicEncryption.org table"
    protocol: int = 2
    log2_qp: float = 420.0
    scheme: str = "BFV"


def empty() -> Frames:
    """A run of which nothing is stored yet."""
    return Frames(
        **{
            name: pd.DataFrame({column: [] for column in (*TEXT[name], *NUMBERS[name])})
            for name in TEXT
        }
    )


def run(
    suts: Sequence[Sut] = (Sut("seal"),),
    points: Sequence[tuple[int, int, int]] = TABLE_4,
    *,
    inputs: int = 3,
    repetitions: int = 1,
    security: int = 128,
    single_gates: Sequence[str] = (),
    kind: str = "mixed",
    space: str = "gf2",
    seed: int = 1,
    name: str = "run-1",
    load1: float = 0.7,
    probed: bool = True,
) -> Frames:
    """A complete run in which everything went well; the probes of the first key of each, too."""
    rng = np.random.default_rng(seed)
    circuits = [_circuit(i, p, kind, space, "") for i, p in enumerate(points)]
    circuits += [
        _circuit(1000 + 10 * i + j, (batch, 5, 100), "single", space, gate)
        for i, gate in enumerate(single_gates)
        for j, batch in enumerate((6, 42))
    ]
    keys, ingestions, evaluations = [], [], []
    for sut in suts:
        for batch, d in sorted({(c["batch"], c["requested_depth"]) for c in circuits}):
            keys.append(_key(name, sut, batch, d, security, rng))
        for c in circuits:
            key = f"{sut.label}-{c['batch']}-{c['requested_depth']}"
            ingestions.append(_ingestion(name, sut, key, c, rng))
            for i in range(inputs):
                for r in range(repetitions):
                    evaluations.append(_evaluation(name, sut, key, c, i, r, load1, rng))
    return Frames(
        runs=pd.DataFrame(
            [
                {
                    "run": name, "suite": "demo", "suite_hash": "ab12", "seed": seed,
                    "security": security, "started_at": "2026-01-02T03:04:05Z",
                    "state": "finished", "resumed": 0, "version": "0.1.0", "machine": "m1",
                }
            ]
        ),
        machines=pd.DataFrame(
            [
                {
                    "machine": "m1", "cpu_model": "Example CPU", "cores": 2, "simd": "avx2",
                    "memory_bytes": 8 << 30, "kernel": "6.1", "os": "Debian 12",
                    "governor": "performance", "python": "3.11", "load_at_start": 0.1,
                }
            ]
        ),
        suts=pd.DataFrame([_sut(name, s) for s in suts]),
        circuits=pd.DataFrame(circuits),
        keys=pd.DataFrame(keys),
        ingestions=pd.DataFrame(ingestions),
        evaluations=pd.DataFrame(evaluations),
        probes=pd.DataFrame(_probes(name, suts, keys) if probed else {"run": [], "sut": []}),
    )  # fmt: skip


def with_outcomes(frames: Frames, outcomes: dict[int, str]) -> Frames:
    """The same run, with the outcome of some evaluations (by row) replaced."""
    changed = frames.evaluations.copy()
    for row, outcome in outcomes.items():
        changed.loc[row, "outcome"] = outcome
        if outcome == "wrong":
            changed.loc[row, ["expected", "got"]] = ["10110", "10111"]
            changed.loc[row, "wrong_slots"] = 1
        elif outcome != "ok":
            changed.loc[row, "stage"] = "evaluate"
            changed.loc[row, "detail"] = json.dumps({"signal": "SIGSEGV", "stderr": "boom $x"})
            changed.loc[row, ["decrypt_wall_ns", "total_wall_ns", "evaluate_wall_ns"]] = np.nan
    return replace(frames, evaluations=changed)


def _sut(run_name: str, sut: Sut) -> dict[str, object]:
    return {
        "run": run_name, "sut": sut.label, "version": "1.0", "library": sut.label.upper(),
        "library_version": "4.1", "scheme": sut.scheme, "protocol": sut.protocol, "hello": "{}",
        "command": "{}",
    }  # fmt: skip


def _probes(
    run_name: str, suts: Sequence[Sut], keys: Sequence[dict[str, object]]
) -> list[dict[str, object]]:
    """Every probe of the first key of each system that encrypts, passed."""
    first = {str(key["sut"]): key for key in reversed(keys)}
    return [
        {
            "run": run_name, "sut": sut.label, "key": key["key"], "params": key["params"],
            "probe": probe, "circuit": "", "result": "passed", "reason": "",
        }
        for sut in suts
        if (key := first.get(sut.label)) is not None and sut.security_bits != 0.0
        for probe in PROBES
    ]  # fmt: skip


def _circuit(
    number: int, point: tuple[int, int, int], kind: str, space: str, gate: str
) -> dict[str, object]:
    batch, d, w = point
    gates = w * d
    family = f"single-{gate}" if kind == "single" else f"{kind}-{batch}"
    return {
        "circuit": f"c{number:04d}", "family": family, "kind": kind, "gate": gate, "space": space,
        "modulus": 65537 if space == "zt" else None, "batch": batch, "depth": d + 0.2,
        "requested_depth": float(d), "width": w, "levels": d, "gates": gates,
        "multiplicative_depth": d, "circuit_bytes": 30 * gates + gates * batch // 3,
        f"n_{gate or 'LMUL'}": gates,
    }  # fmt: skip


def _noisy(rng: np.random.Generator, spread: float, value: float) -> float:
    return float(np.round(value * np.exp(rng.normal(0.0, spread))))


def _parts(prefix: str, wall: float) -> dict[str, float]:
    return {
        f"{prefix}wall_ns": wall, f"{prefix}send_ns": 0.02 * wall, f"{prefix}wait_ns": 0.9 * wall,
        f"{prefix}receive_ns": 0.08 * wall, f"{prefix}compute_ns": 0.85 * wall,
    }  # fmt: skip


def _key(
    run_name: str, sut: Sut, batch: int, d: float, security: int, rng: np.random.Generator
) -> dict[str, object]:
    wall = _noisy(rng, sut.spread, sut.costs.keygen(d, 0, batch))
    return {
        "run": run_name, "sut": sut.label, "key": f"{sut.label}-{batch}-{d}",
        "params": f"L={batch},D={d},K={security}", "security": security, "batch": batch,
        "depth": d, "outcome": "ok", "detail": "{}", **_parts("", wall),
        "client_cpu_ns": wall * 0.9, "client_peak_bytes": 2e8,
        "key_bytes": round(sut.costs.key_bytes(d, 0, batch)),
        "parameters": json.dumps({"n": 16384}), "n": 16384, "m": 32768,
        "log2_q": sut.log2_qp - 60.0, "log2_qp": sut.log2_qp, "t": 65537,
        "security_bits": sut.security_bits,
        "security_method": sut.method, "secret": "ternary", "error": "Gaussian 3.2",
        "notes": json.dumps(["gf2 is mapped to t = 65537 by XOR as (a-b)^2"]),
    }  # fmt: skip


def _ingestion(
    run_name: str, sut: Sut, key: str, c: dict[str, object], rng: np.random.Generator
) -> dict[str, object]:
    size = float(str(c["circuit_bytes"]))
    wall = _noisy(rng, sut.spread, 2e5 + 40.0 * size)
    return {
        "run": run_name, "sut": sut.label, "key": key, "circuit": c["circuit"], "outcome": "ok",
        "detail": "{}", **_parts("", wall), "server_cpu_ns": wall, "server_peak_bytes": 3e8,
        "circuit_bytes": size, "notes": "[]",
    }  # fmt: skip


def _evaluation(
    run_name: str, sut: Sut, key: str, c: dict[str, object], index: int, repetition: int,
    load1: float, rng: np.random.Generator,
) -> dict[str, object]:  # fmt: skip
    d, w, batch = (float(str(c[k])) for k in ("requested_depth", "width", "batch"))
    costs = sut.costs
    walls = {
        step: _noisy(rng, sut.spread, cost(d, w, batch))
        for step, cost in (
            ("encrypt", costs.encrypt), ("evaluate", costs.evaluate), ("decrypt", costs.decrypt),
        )
    }  # fmt: skip
    row: dict[str, object] = {
        "run": run_name, "sut": sut.label, "key": key, "circuit": c["circuit"], "input": index,
        "repetition": repetition, "outcome": "ok", "detail": "{}", "stage": "",
        "expected": "10110", "got": "10110", "wrong_slots": 0,
        "fresh_bytes": round(w * costs.wire_bytes(d, w, batch)),
        "evaluated_bytes": round(costs.wire_bytes(d, w, batch) * 1.1),
        "input_bytes": w * (batch + 1) + 1, "total_wall_ns": sum(walls.values()),
        "baseline_ns": _noisy(rng, 0.05, 2000.0 + 50.0 * w * d),
        "at": "2026-01-02T03:05:00Z", "load1": load1,
    }  # fmt: skip
    for step, wall in walls.items():
        row |= _parts(f"{step}_", wall)
        row |= {f"{step}_cpu_ns": 1.5 * wall, f"{step}_peak_bytes": 4e8}
    wall = walls["evaluate"]
    row |= {
        "evaluate_compute_cpu_ns": 0.85 * wall, "evaluate_load_ns": 0.05 * wall,
        "evaluate_save_ns": 0.01 * wall,
    }  # fmt: skip
    return row
