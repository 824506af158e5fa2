"""The exported tables, read with pandas, and the rows that sentences speak of."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from pathlib import Path

import pandas as pd

NOT_JUDGED = ("unsupported", "interrupted", "harness-error")


class Tables:
    """CSV files as `ringassay store export` writes them."""

    def __init__(self, folder: Path) -> None:
        read = {file.stem: pd.read_csv(file) for file in folder.glob("*.csv")}
        self.runs, self.machines, self.circuits = read["runs"], read["machines"], read["circuits"]
        self.probes = read["probes"]
        suts = read["suts"].sort_values("position")
        self.twins = suts[suts["twin_of"].notna()]
        second = set(self.twins["sut"])
        self.suts = suts[~suts["sut"].isin(second)]
        self.keys, self.ingestions, self.evaluations = (
            read[name][~read[name]["sut"].isin(second)]
            for name in ("keys", "ingestions", "evaluations")
        )
        self.every_evaluation = read["evaluations"]
        self.every_key, self.every_ingestion = read["keys"], read["ingestions"]

    @property
    def systems(self) -> list[str]:
        return list(dict.fromkeys(self.suts["sut"]))

    def scheme(self, system: str) -> str:
        return str(self.suts.loc[self.suts["sut"] == system, "scheme"].iloc[0])

    @cached_property
    def asked(self) -> pd.DataFrame:
        return self.evaluations[self.evaluations["outcome"] != "unsupported"]

    @cached_property
    def judged(self) -> pd.DataFrame:
        return self.evaluations[~self.evaluations["outcome"].isin(NOT_JUDGED)]

    @cached_property
    def right(self) -> pd.DataFrame:
        rows = self.evaluations[self.evaluations["outcome"] == "ok"]
        facts = self.circuits[["circuit", "space", "modulus", "width", "batch", "kind", "n_LADD"]]
        return rows.merge(facts, on="circuit")

    @cached_property
    def ok_keys(self) -> pd.DataFrame:
        """Key generations that went well, with times that leave the search out."""
        keys = self.keys[self.keys["outcome"] == "ok"].copy()
        search = keys["choose_ns"].fillna(0.0)
        keys["made_ns"] = keys["wall_ns"] - search
        keys["computed_ns"] = (keys["compute_ns"] - search).clip(lower=0.0)
        return keys

    @cached_property
    def ok_ingestions(self) -> pd.DataFrame:
        """Ingestions that went well; `alone_ns` is the circuit's part, where that is known."""
        rows = self.ingestions[self.ingestions["outcome"] == "ok"].copy()
        rest = rows["wall_ns"] - rows["key_send_ns"] - rows["key_load_ns"]
        rest = rest.where(rest > rows["compute_ns"].fillna(0.0))
        rows["alone_ns"] = rows["wall_ns"].where(rows["key_send_ns"].isna(), rest)
        return rows

    def only(self, systems: list[str]) -> Tables:
        """Those of some systems, for a comparison."""
        found = object.__new__(Tables)
        found.__dict__.update({name: frame for name, frame in vars(self).items() if name in _GIVEN})
        for name in ("suts", "keys", "ingestions", "evaluations"):
            frame = getattr(self, name)
            setattr(found, name, frame[frame["sut"].isin(systems)])
        return found

    def of_circuits(self, circuits: set[str]) -> Tables:
        """Those of some circuits, and of the keys that these are evaluated under."""
        found = self.only(self.systems)
        for name in ("circuits", "ingestions", "evaluations"):
            frame = getattr(self, name)
            setattr(found, name, frame[frame["circuit"].isin(circuits)])
        used = found.evaluations[["sut", "key"]].drop_duplicates()
        found.keys = self.keys.merge(used, on=["sut", "key"])
        return found

    def with_twins(self) -> Tables:
        """With the second names of systems that were measured twice."""
        found = self.only(self.systems)
        found.keys, found.ingestions = self.every_key, self.every_ingestion
        found.evaluations = self.every_evaluation
        return found

    def answered_by_all(self, systems: Sequence[str]) -> Tables:
        """Those of the cases that all of these got right."""
        right = self.evaluations[self.evaluations["outcome"] == "ok"]
        right = right.merge(self.keys[["sut", "key", "security"]], on=["sut", "key"])
        case = ["circuit", "input", "repetition", "security"]
        among = right[right["sut"].isin(systems)]
        common = among.groupby(case)["sut"].nunique() == len(systems)
        kept = right.merge(common[common].reset_index()[case], on=case)
        found = self.only(self.systems)
        found.evaluations = kept.drop(columns="security")
        for name, by in (("keys", ["sut", "key"]), ("ingestions", ["sut", "key", "circuit"])):
            frame = getattr(self, name).merge(kept[by].drop_duplicates(), on=by)
            setattr(found, name, frame)
        return found


_GIVEN = {
    "runs", "machines", "circuits", "probes", "twins", "every_evaluation", "every_key",
    "every_ingestion",
}  # fmt: skip
