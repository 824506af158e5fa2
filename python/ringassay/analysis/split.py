"""What a step's wall time consists of, and how much CPU and memory it took.

The harness sees sending, waiting and receiving; a SUT that speaks protocol 2 adds its own
computation. Sending and receiving may overlap with computation where a SUT streams, so the parts
need not add up for such a SUT; `rest_ns` is never below zero.
"""

from __future__ import annotations

from dataclasses import dataclass

import pandas as pd

from ringassay.analysis.study import Study


@dataclass(frozen=True)
class _Source:
    step: str
    frame: str
    prefix: str
    process: str
    cpu: str
    peak: str


_SOURCES = (
    _Source("key generation", "keys", "", "client", "client_cpu_ns", "client_peak_bytes"),
    _Source("ingestion", "ingestions", "", "server", "server_cpu_ns", "server_peak_bytes"),
    *(
        _Source(label, "evaluations", f"{step}_", process, f"{step}_cpu_ns", f"{step}_peak_bytes")
        for step, label, process in (
            ("encrypt", "encryption", "client"),
            ("evaluate", "evaluation", "server"),
            ("decrypt", "decryption", "client"),
        )
    ),
)


@dataclass(frozen=True)
class Split:
    """Mean duration of a step and of its parts, in ns; None where nothing was reported.

    `transfer_ns` is sending plus receiving. `rest_ns` is what neither computation nor transfer
    explains: start-up of threads, parsing, the pipe, the scheduler. `cores` is CPU time per wall
    time, over the steps for which both are known. `peak_bytes` is that of `peaks`.
    """

    system: str
    step: str
    process: str
    count: int
    wall_ns: float
    transfer_ns: float | None
    wait_ns: float | None
    compute_ns: float | None
    cores: float | None
    peak_bytes: float | None

    @property
    def rest_ns(self) -> float | None:
        """Wall time that is neither the SUT's computation nor transfer."""
        if self.compute_ns is None:
            return None
        return max(0.0, self.wall_ns - self.compute_ns - (self.transfer_ns or 0.0))


@dataclass(frozen=True)
class Peak:
    """The most memory that a program took in a step of one kind: over all that were measured, those
    that brought a key or ended in a failure included, since the memory was taken all the same."""

    system: str
    step: str
    process: str
    peak_bytes: float


def peaks(study: Study) -> tuple[Peak, ...]:
    """One for each system and step whose memory was seen."""
    found = []
    for source in _SOURCES:
        frame: pd.DataFrame = getattr(study, source.frame)
        for system, part in study.per_system(frame):
            most = part[source.peak].max()
            if not pd.isna(most):
                found.append(Peak(system, source.step, source.process, float(most)))
    return tuple(found)


def splits(study: Study) -> tuple[Split, ...]:
    """One split per system and step, over the rows that went well."""
    found = []
    most = {(one.system, one.step): one.peak_bytes for one in peaks(study)}
    for source in _SOURCES:
        frame = _generation(study.keys) if source.frame == "keys" else getattr(study, source.frame)
        rows = frame[frame["outcome"] == "ok"]
        for system, part in study.per_system(rows):
            wall = part[f"{source.prefix}wall_ns"]
            if not wall.notna().any():
                continue
            peak = most.get((system, source.step))
            found.append(_split(system, source, _without_key(part), peak))
    place = {system: number for number, system in enumerate(study.systems)}
    return tuple(sorted(found, key=lambda split: place[split.system]))


def _generation(keys: pd.DataFrame) -> pd.DataFrame:
    """Keys without the search for parameters, which is no part of making them."""
    chosen = keys["choose_ns"].fillna(0.0)
    return keys.assign(
        wall_ns=keys["generate_ns"],
        compute_ns=(keys["compute_ns"] - chosen).clip(lower=0.0),
        client_cpu_ns=keys["generate_cpu_ns"],
    )


def _without_key(rows: pd.DataFrame) -> pd.DataFrame:
    """Ingestions that brought no key, if there are any: a key's transfer is not the circuit's."""
    if "key_send_ns" not in rows or rows["key_send_ns"].notna().all():
        return rows
    return rows[rows["key_send_ns"].isna()]


def _split(system: str, source: _Source, rows: pd.DataFrame, peak: float | None) -> Split:
    wall = rows[f"{source.prefix}wall_ns"]
    cpu = rows[source.cpu]
    both = cpu.notna() & (wall > 0.0)
    return Split(
        system=system,
        step=source.step,
        process=source.process,
        count=int(wall.notna().sum()),
        wall_ns=float(wall.mean()),
        transfer_ns=_mean(rows[f"{source.prefix}send_ns"] + rows[f"{source.prefix}receive_ns"]),
        wait_ns=_mean(rows[f"{source.prefix}wait_ns"]),
        compute_ns=_mean(rows[f"{source.prefix}compute_ns"]),
        cores=float(cpu[both].sum() / wall[both].sum()) if both.any() else None,
        peak_bytes=peak,
    )


def _mean(values: pd.Series) -> float | None:
    return float(values.mean()) if values.notna().any() else None
