"""What one system needs over another, computed from the rows of the tables."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

import pandas as pd
from scipy import stats

from ranked import beyond_chance, typical

from .tables import Tables

SIZES = {
    "key size": "key_bytes",
    "fresh ciphertexts": "fresh_bytes",
    "evaluated ciphertext": "evaluated_bytes",
}
ENOUGH = 6
"""Measurements that it takes to claim a difference of times."""


def kinds(t: Tables) -> Iterator[Tables]:
    """The tables of bits, of integers and of reals; all of them first."""
    yield t
    spaces = t.circuits.groupby(t.circuits["space"].isin(["real", "complex"]), sort=True)
    for _, circuits in spaces:
        yield t.of_circuits(set(circuits["circuit"]))
    for _, circuits in t.circuits.groupby("space"):
        yield t.of_circuits(set(circuits["circuit"]))


def rows(t: Tables, aspect: str) -> pd.DataFrame:
    """The right rows of a quantity, with `unit`, `case` and `value`."""
    params = t.keys.drop_duplicates(["sut", "key"])[["sut", "key", "params", "security"]]
    if aspect in ("key size", "key generation"):
        found = t.ok_keys.copy()
        search = found["choose_ns"].fillna(0.0)
        computed = (found["client_cpu_ns"] - search).where(search < found["client_cpu_ns"])
        found["value"] = found["key_bytes"] if aspect == "key size" else computed
        found["unit"] = found["params"] + "@" + found["security"].astype(str)
        found["case"] = found["unit"]
        return found
    found = t.evaluations[t.evaluations["outcome"] == "ok"].merge(params, on=["sut", "key"])
    found["unit"] = found["circuit"] + "@" + found["security"].astype(str)
    parts = ["unit", "input", "repetition"]
    found["case"] = found[parts].astype(str).agg("/".join, axis=1)
    match aspect:
        case "encryption" | "evaluation" | "decryption":
            step = {"encryption": "encrypt", "evaluation": "evaluate", "decryption": "decrypt"}
            found["value"] = found[f"{step[aspect]}_cpu_ns"]
            found["clock"] = found[f"{step[aspect]}_wall_ns"]
        case "total time" | "first answer":
            steps = ("encrypt", "evaluate", "decrypt")
            found["value"] = sum(found[f"{step}_cpu_ns"] for step in steps)
            found["clock"] = found["total_wall_ns"]
            if aspect == "first answer":
                found = _first(t, found)
        case _:
            found["value"] = found[SIZES[aspect]]
    return found


def _first(t: Tables, found: pd.DataFrame) -> pd.DataFrame:
    """With keys and ingestion, that of the key shared by all circuits under it."""
    taken = t.ingestions[t.ingestions["outcome"] == "ok"].copy()
    for column in ("key_send_ns", "key_load_ns"):
        taken[column] = taken[column].fillna(0.0)
        taken[f"most_{column}"] = taken.groupby(["sut", "key"])[column].transform("max")
    taken["more"] = taken["server_cpu_ns"] - taken["key_load_ns"] + taken["most_key_load_ns"]
    sent = taken["key_send_ns"] + taken["key_load_ns"]
    most = sent.groupby([taken["sut"], taken["key"]]).transform("max")
    taken["more_clock"] = taken["wall_ns"] - sent + most
    made = t.keys[["sut", "key", "client_cpu_ns", "wall_ns"]]
    found = found.merge(taken[["sut", "key", "circuit", "more", "more_clock"]], how="left")
    found = found.merge(made, on=["sut", "key"], how="left", suffixes=("", "_key"))
    found["value"] += found["more"] + found["client_cpu_ns"]
    found["clock"] += found["more_clock"] + found["wall_ns"]
    found["unit"] = found["params"] + "@" + found["security"].astype(str)
    return found


class Pair:
    """One system over another in one quantity, on the cases that both (or all) got right."""

    def __init__(
        self, t: Tables, over: str, under: str, aspect: str, among: Sequence[str] = ()
    ) -> None:
        if among:
            t = t.answered_by_all(among)
        self.is_size = aspect in SIZES
        self._by_key = aspect in ("key size", "key generation", "first answer")
        found = rows(t, aspect)
        self._sides = [found[found["sut"] == name] for name in (over, under)]
        self.units, self.sums, self.logs = self._of("value")
        self.clock = self.units
        if "clock" in found:
            self.clock = self._of("clock")[0]

    def _of(self, column: str) -> tuple[pd.Series, float, pd.Series]:
        sides = [
            one[one[column] > 0.0].groupby(["unit", "case"])[column].median() for one in self._sides
        ]
        both = pd.concat(sides, axis=1, join="inner", keys=["over", "under"])
        logs = (both["over"] / both["under"]).map(math.log)
        means = both.groupby(level="unit").mean().sum()
        units = logs.groupby(level="unit").mean()
        return units, float(means["over"] / means["under"]) if len(both) else math.nan, logs

    def sample(self, logs: pd.Series, units: pd.Series) -> pd.Series:
        """Units, or of fewer than six circuits their inputs, together over the circuits."""
        if len(units) >= ENOUGH or self.is_size or self._by_key:
            return units
        # The first input that both got right of each circuit together, then the second.
        parts = logs.index.get_level_values("case").str.split("/", expand=True)
        at = pd.DataFrame({"unit": parts.get_level_values(0), "log": logs.to_numpy()})
        at["input"] = parts.get_level_values(1)
        at["round"] = parts.get_level_values(2)
        at["input"] = at.groupby("unit")["input"].rank(method="dense")
        table = at.groupby(["input", "round", "unit"])["log"].mean().unstack()
        return table.dropna().mean(axis=1)

    @property
    def measured(self) -> pd.Series:
        return self.sample(self.logs, self.units)

    def located(self) -> tuple[float, float, float]:
        """The typical ratio and its interval; NaN where there is none."""
        sample = self.measured.to_numpy(dtype=float)
        least = 5 if self._by_key or len(self.units) >= ENOUGH else 2
        if self.is_size:
            return math.exp(float(sample.mean())), math.nan, math.nan
        centre, low, high = map(math.exp, typical(sample, least))
        return centre, low, high

    def is_clear(self, among: int, widened: float = 0.0) -> bool:
        """Whether the interval, widened by a difference of logarithms, leaves 1 out, and the p
        value does so by itself of so many; for fewer than 20 measurements."""
        sample = self.measured.to_numpy(dtype=float)
        centre, low, high = map(math.log, self.located())
        p = float(stats.ttest_1samp(sample, 0.0).pvalue)
        end = low if centre > 0.0 else high
        return abs(centre) > math.hypot(centre - end, widened) and p * among <= 0.05

    def beyond_chance(self, *, clock: bool = False) -> float:
        """How much of the difference chance does not explain."""
        return math.expm1(beyond_chance(self.clock if clock else self.units))

    def by_the_clock(self) -> float:
        _, _, logs = self._of("clock")
        return math.exp(typical(self.sample(logs, self.clock))[0])
