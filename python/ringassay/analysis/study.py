"""The stored frames joined once, ready for every analysis.

Everything downstream groups by `system`: the SUT's label, with its run behind it where the same
label occurs in several runs that have a circuit in common, or in several versions.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Protocol, TypeVar

import numpy as np
import pandas as pd

from ringassay.analysis.columns import normalised
from ringassay.analysis.first_answers import with_first_answers
from ringassay.analysis.generation import generated

T = TypeVar("T")

_CIRCUIT_FACTS = (
    "family", "kind", "gate", "space", "modulus", "batch", "depth", "requested_depth", "width",
    "levels", "gates", "multiplicative_depth", "d", "plain_bits", "outputs", "magnitude",
)  # fmt: skip
_MARKS = {"T=": "zt", "R=": "real", "C=": "complex"}
"""What of key parameters names a space."""


class Frames(Protocol):
    """What the store hands over: one data frame per kind of row (`ringassay.store.RunData`)."""

    @property
    def runs(self) -> pd.DataFrame:
        """One row per run."""

    @property
    def machines(self) -> pd.DataFrame:
        """One row per machine."""

    @property
    def suts(self) -> pd.DataFrame:
        """One row per run and SUT."""

    @property
    def circuits(self) -> pd.DataFrame:
        """One row per circuit."""

    @property
    def keys(self) -> pd.DataFrame:
        """One row per generated key."""

    @property
    def ingestions(self) -> pd.DataFrame:
        """One row per circuit given to a server."""

    @property
    def evaluations(self) -> pd.DataFrame:
        """One row per evaluation asked for."""

    @property
    def probes(self) -> pd.DataFrame:
        """One row per probe of a key."""

    @property
    def damaged(self) -> Sequence[object]:
        """Rows the store left out because their content does not match its hash."""


@dataclass(frozen=True)
class Study:
    """The joined frames.

    - `circuits` gains `d` (requested depth, else declared) and `plain_bits` (bits of one input).
    - `keys`, `ingestions` and `evaluations` gain `system`; `keys` also `d` (depth asked for) and
      `space`; the other two what is known of the circuit, and of the key `security` (asked),
      `security_bits`, `security_method` and `n` (reported).
    - `keys` gains `generate_ns` and `generate_cpu_ns`: without choosing parameters, where that is
      reported.
    - `ingestions` gains `circuit_ns`: the time for the circuit alone, without the key before it,
      and `circuit_cpu_ns`, known where no key was sent.
    - `evaluations` gains `case` (circuit and input), `ratio` (total time over baseline),
      `bytes_per_bit` (fresh ciphertext over plaintext bits) and `total_cpu_ns`.
    - `evaluations` gains `first_wall_ns` and `first_cpu_ns`: keys and ingestion included
      (`first_answers`).
    - all three have `round`: which time the same was measured; else the repetition.
    - `damaged` counts the stored rows that were left out as damaged.

    The second name of a system that is measured twice is no system of the study. `again` has both
    names as systems, and nothing else; None where nothing was measured twice.
    """

    runs: pd.DataFrame
    machines: pd.DataFrame
    suts: pd.DataFrame
    circuits: pd.DataFrame
    keys: pd.DataFrame
    ingestions: pd.DataFrame
    evaluations: pd.DataFrame
    probes: pd.DataFrame
    damaged: int
    again: Study | None = None

    @property
    def twins(self) -> tuple[tuple[str, str], ...]:
        """Systems beside their second names; those of `again`."""
        rows = self.suts.to_dict("records")
        labels = {(row["run"], row["sut"]): str(row["system"]) for row in rows}
        return tuple(
            (labels[row["run"], row["twin_of"]], str(row["system"]))
            for row in rows
            if (row["run"], row["twin_of"]) in labels
        )

    @property
    def systems(self) -> tuple[str, ...]:
        """The systems in the order of their runs and, within a run, of its suite."""
        return tuple(dict.fromkeys(str(s) for s in self.suts["system"]))

    @cached_property
    def right(self) -> pd.DataFrame:
        """The evaluations whose result was right: only these are timed."""
        return self.evaluations[self.evaluations["outcome"] == "ok"]

    @cached_property
    def asked(self) -> pd.DataFrame:
        """The evaluations that systems were asked for: all but those outside what they declare."""
        return self.evaluations[self.evaluations["outcome"] != "unsupported"]

    def only(self, systems: Collection[str]) -> Study:
        """The same study restricted to some systems, their runs, machines and circuits."""
        again = self.again
        if again is not None:
            names = {name for pair in again.twins if pair[0] in systems for name in pair}
            # With all of them it is the same one, with all that was computed `once`.
            if names != set(again.systems):
                again = again.only(names) if names else None
        return self._where("system", systems, again)

    def of_runs(self, runs: Collection[str]) -> Study:
        """The same study restricted to some runs, their systems, machines and circuits."""
        again = self.again
        # Nothing to leave out: the same one, with all that was computed `once`.
        if again is not None and not set(again.suts["run"]) <= set(runs):
            again = again.of_runs(runs)
        return self._where("run", runs, None if again is None or again.suts.empty else again)

    def _where(self, column: str, values: Collection[str], again: Study | None) -> Study:
        suts, keys, ingestions, evaluations, probes = (
            frame[frame[column].isin(list(values))].reset_index(drop=True)
            for frame in (self.suts, self.keys, self.ingestions, self.evaluations, self.probes)
        )
        runs = self.runs[self.runs["run"].isin(suts["run"])].reset_index(drop=True)
        met = [*evaluations["circuit"].unique(), *ingestions["circuit"].unique()]
        return replace(
            self,
            runs=runs,
            machines=self.machines[self.machines["machine"].isin(runs["machine"])],
            suts=suts,
            circuits=self.circuits[self.circuits["circuit"].isin(met)].reset_index(drop=True),
            keys=keys,
            ingestions=ingestions,
            evaluations=evaluations,
            probes=probes,
            again=again,
        )

    def per_system(self, frame: pd.DataFrame) -> Iterator[tuple[str, pd.DataFrame]]:
        """The parts of `frame` that belong to each system, in order; systems without any too."""
        for system in self.systems:
            yield system, self.of_system(frame, system)

    def of_system(self, frame: pd.DataFrame, system: str) -> pd.DataFrame:
        """The part of `frame` that belongs to a system.

        Those of the frames that every section reads are made once.
        """
        for name in ("right", "asked", "evaluations"):
            if frame is self.__dict__.get(name):
                return self.once(f"parts of {name}", system, lambda: _part(frame, system))
        return _part(frame, system)

    def once(self, what: str, of: Hashable, compute: Callable[[], T]) -> T:
        """`compute()`, which is called when this is first asked for: the frames never change."""
        if (what, of) not in self._found:
            self._found[what, of] = compute()
        found: T = self._found[what, of]
        return found

    @cached_property
    def _found(self) -> dict[tuple[str, Hashable], Any]:
        return {}


def _part(frame: pd.DataFrame, system: str) -> pd.DataFrame:
    return frame[frame["system"] == system]


def grouped(
    frame: pd.DataFrame, columns: Sequence[str]
) -> Iterator[tuple[dict[str, Any], pd.DataFrame]]:
    """Groups of rows equal in `columns`, sorted by them; "not known" is a value like any other.

    Yields the values by column (float or str, as in `normalised`) and the rows.
    """
    for values, rows in frame.groupby(list(columns), dropna=False, sort=True):
        yield dict(zip(columns, values, strict=True)), rows


def prepare(data: Frames) -> Study:
    """Join the frames of one or more runs; missing columns and empty frames are fine."""
    runs = normalised(data.runs, "runs")
    suts = normalised(data.suts, "suts")
    keys = normalised(data.keys, "keys")
    ingestions = normalised(data.ingestions, "ingestions")
    evaluations = normalised(data.evaluations, "evaluations")
    probes = normalised(data.probes, "probes")
    suts = _all_suts(runs, suts, keys, ingestions, evaluations, probes)
    labels = _labels(suts, evaluations)
    circuits = _circuits(normalised(data.circuits, "circuits"))
    keys = _key_space(_named(keys, labels))
    ingestions = _with_key(_with_circuit(_named(ingestions, labels), circuits), keys)
    evaluations = _with_key(_with_circuit(_named(evaluations, labels), circuits), keys)
    whole = Study(
        runs=runs,
        machines=normalised(data.machines, "machines"),
        suts=_named(suts, labels),
        circuits=circuits,
        keys=keys,
        ingestions=_circuit_alone(ingestions),
        evaluations=with_first_answers(_derived(evaluations), keys, ingestions),
        probes=_named(probes, labels),
        damaged=len(data.damaged),
    )
    twins = whole.twins
    if not twins:
        return whole
    second = {second for _, second in twins}
    once = whole.only([system for system in whole.systems if system not in second])
    return replace(
        whole,
        suts=once.suts,
        keys=once.keys,
        ingestions=once.ingestions,
        evaluations=once.evaluations,
        again=whole.only({name for pair in twins for name in pair}),
    )


def _all_suts(runs: pd.DataFrame, suts: pd.DataFrame, *others: pd.DataFrame) -> pd.DataFrame:
    """The SUT rows in the order of the suite, completed by SUTs known from measurements only."""
    seen = pd.concat([f[["run", "sut"]] for f in (suts, *others)], ignore_index=True)
    pairs = seen.drop_duplicates()
    found = normalised(pairs.merge(suts, on=["run", "sut"], how="left"), "suts")
    place = {run: number for number, run in enumerate(dict.fromkeys(runs["run"]))}
    order = pd.DataFrame({"run": found["run"].map(place), "position": found["position"]})
    order = order.sort_values(["run", "position"], kind="stable", na_position="last")
    return found.loc[order.index].reset_index(drop=True)


def _labels(suts: pd.DataFrame, evaluations: pd.DataFrame) -> dict[tuple[str, str], str]:
    runs_of = suts.groupby("sut")["run"].nunique().to_dict() if len(suts) else {}
    whole = {
        str(sut)
        for sut, runs in runs_of.items()
        if runs == 1 or _is_one(str(sut), suts, evaluations)
    }
    return {
        (run, sut): sut if sut in whole else f"{sut} ({run})"
        for run, sut in zip(suts["run"], suts["sut"], strict=True)
    }


def _is_one(sut: str, suts: pd.DataFrame, evaluations: pd.DataFrame) -> bool:
    """Whether one version of a SUT was measured on other circuits in each of its runs: then the
    runs are parts of one measurement, and nothing is to be compared between them."""
    rows = suts[suts["sut"] == sut]
    if rows["twin_of"].isin(suts["sut"]).any():
        return False
    versions = rows[["version", "library_version", "commit"]].drop_duplicates()
    cases = evaluations.loc[evaluations["sut"] == sut, ["run", "circuit"]].drop_duplicates()
    return len(versions) == 1 and len(cases) > 0 and not cases["circuit"].duplicated().any()


def _named(frame: pd.DataFrame, labels: dict[tuple[str, str], str]) -> pd.DataFrame:
    names = [labels[pair] for pair in zip(frame["run"], frame["sut"], strict=True)]
    return frame.assign(system=pd.Series(names, index=frame.index, dtype=object))


def _circuits(frame: pd.DataFrame) -> pd.DataFrame:
    frame = frame.drop_duplicates("circuit").reset_index(drop=True)
    bits_per_slot = np.where(frame["space"] == "zt", np.log2(frame["modulus"].clip(lower=2.0)), 1.0)
    # A real number counts as the double that it is given as, a complex one as two.
    bits_per_slot = np.where(frame["space"] == "real", 64.0, bits_per_slot)
    bits_per_slot = np.where(frame["space"] == "complex", 128.0, bits_per_slot)
    batch = frame["batch"].where(frame["kind"] != "fan-in", frame["batch"].fillna(1.0))
    requested = frame["requested_depth"]
    return frame.assign(
        batch=batch,
        d=requested.where(requested.notna(), frame["depth"]),
        plain_bits=frame["width"] * batch * bits_per_slot,
        outputs=frame["outputs"].fillna(1.0),
    )


def _key_space(keys: pd.DataFrame) -> pd.DataFrame:
    """Keys for integers mod t carry `T=` in their parameters, for reals `R=`, for complex numbers
    `C=` (docs/formats.md)."""
    space = [
        next((space for mark, space in _MARKS.items() if mark in params), "gf2")
        for params in keys["params"]
    ]
    return generated(keys).assign(
        d=keys["depth"],
        space=pd.Series(space, index=keys.index, dtype=object),
        round=0.0,
    )


def _with_circuit(frame: pd.DataFrame, circuits: pd.DataFrame) -> pd.DataFrame:
    facts = circuits[["circuit", *_CIRCUIT_FACTS]]
    joined = frame.merge(facts, on="circuit", how="left")
    text = {c: joined[c].fillna("").astype(object) for c in ("family", "kind", "gate", "space")}
    return joined.assign(**text)


def _with_key(frame: pd.DataFrame, keys: pd.DataFrame) -> pd.DataFrame:
    facts = keys[["run", "sut", "key", "security", "security_bits", "security_method", "n"]]
    facts = facts.drop_duplicates(["run", "sut", "key"], keep="last")
    return frame.merge(facts, on=["run", "sut", "key"], how="left")


def _circuit_alone(frame: pd.DataFrame) -> pd.DataFrame:
    """Adds `circuit_ns`, the ingestion without the key that may have gone before the circuit.

    Where a key was sent it is wall time less sending and loading of the key. It is not known if the
    SUT does not say how long it loaded the key, or if the parts overlapped so much that less than
    the SUT's own computation would be left.
    """
    wall, compute = frame["wall_ns"], frame["compute_ns"].fillna(0.0)
    rest = wall - frame["key_send_ns"] - frame["key_load_ns"]
    alone = wall.where(frame["key_send_ns"].isna(), rest.where(rest > compute))
    cpu = frame["server_cpu_ns"].where(frame["key_send_ns"].isna())
    return frame.assign(circuit_ns=alone, circuit_cpu_ns=cpu, round=0.0)


def _derived(frame: pd.DataFrame) -> pd.DataFrame:
    names = {i: "?" if np.isnan(i) else str(int(i)) for i in frame["input"].unique()}
    inputs = frame["input"].map(names)
    total = frame["total_wall_ns"]
    steps = frame["encrypt_wall_ns"] + frame["evaluate_wall_ns"] + frame["decrypt_wall_ns"]
    total = total.where(total.notna(), steps)
    cpu = frame["encrypt_cpu_ns"] + frame["evaluate_cpu_ns"] + frame["decrypt_cpu_ns"]
    baseline = frame["baseline_ns"]
    return frame.assign(
        case=frame["circuit"].astype(object) + "/" + inputs.astype(object),
        total_wall_ns=total,
        total_cpu_ns=cpu,
        round=frame["round"].fillna(frame["repetition"]).fillna(0.0),
        ratio=total / baseline.where(baseline > 0.0),
        bytes_per_bit=frame["fresh_bytes"] / frame["plain_bits"].where(frame["plain_bits"] > 0.0),
    )
