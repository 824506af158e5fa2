"""A metric over the runs of a store, system by system.

Only runs that measured the same can be put in a row: the same suite, on the same machine, each in
full. The value of a run is the geometric mean, over the circuits that all of these runs got right,
of the median of each: so that a circuit that failed once does not look like a change.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pandas as pd

from ringassay.analysis.changes import Change, changes
from ringassay.analysis.correctness import NOT_JUDGED
from ringassay.analysis.study import Study
from ringassay.analysis.watched import Watched, with_memory


@dataclass(frozen=True)
class Moment:
    """The metric in one run."""

    run: str
    label: str
    started_at: str
    commit: str
    value: float


@dataclass(frozen=True)
class Series:
    """A system over the runs, oldest first. `changes` counts places in `moments`.

    `units` is the number of circuits (or keys) that all of its runs have in common; `partial` says
    that this are not all that some run has.
    """

    system: str
    moments: tuple[Moment, ...]
    changes: tuple[Change, ...]
    units: int
    partial: bool

    @property
    def change_at(self) -> dict[int, Change]:
        """The changes by their place."""
        return {change.at: change for change in self.changes}


def comparable(runs: pd.DataFrame) -> tuple[list[str], dict[str, str]]:
    """Of the runs given (oldest first) those that can be put in a row with the last finished one,
    and why the others cannot."""
    finished = runs[runs["state"] == "finished"]
    if finished.empty:
        return [], {str(run): "not finished" for run in runs["run"]}
    last = finished.iloc[-1]
    kept, left = [], {}
    for row in runs.to_dict("records"):
        if row["state"] != "finished":
            left[str(row["run"])] = "not finished"
        elif row["suite_hash"] != last["suite_hash"]:
            left[str(row["run"])] = f"another suite ({row['suite']})"
        elif row["machine"] != last["machine"]:
            left[str(row["run"])] = "another machine"
        else:
            kept.append(str(row["run"]))
    return kept, left


def history(study: Study, metric: Watched) -> tuple[Series, ...]:
    """The metric of every system over the runs of a study, systems of one name together."""
    measured = with_memory(study)
    names = list(dict.fromkeys(str(sut) for sut in measured.suts["sut"]))
    found = (_series(measured, metric, name) for name in names)
    return tuple(one for one in found if one.moments)


def _series(study: Study, metric: Watched, sut: str) -> Series:
    values, units, is_partial = _values(study, metric, sut)
    runs = [row for row in study.runs.to_dict("records") if str(row["run"]) in values]
    moments = tuple(
        Moment(
            str(row["run"]),
            str(row["label"]),
            str(row["started_at"]),
            str(row["commit"]),
            values[str(row["run"])],
        )
        for row in runs
    )
    counted = metric.kind in {"size", "right"}
    series = [moment.value for moment in moments]
    return Series(sut, moments, changes(series, counted=counted), units, is_partial)


def _values(study: Study, metric: Watched, sut: str) -> tuple[dict[str, float], int, bool]:
    """Run to value, the number of units they are over, and whether some run has more."""
    if metric.aspect is None:
        return _right(study, sut)
    frame: pd.DataFrame = getattr(study, metric.aspect.frame)
    column = metric.aspect.cpu or metric.aspect.column
    rows = frame[(frame["sut"] == sut) & (frame["outcome"] == "ok") & (frame[column] > 0.0)]
    table = rows.pivot_table(
        index=metric.aspect.unit, columns="run", values=column, aggfunc="median"
    )
    common = table.dropna()
    if common.empty:
        return {}, 0, False
    means = np.exp(np.log(common.astype(float)).mean())
    return (
        {str(run): float(value) for run, value in means.items()},
        len(common),
        len(common) < len(table),
    )


def _right(study: Study, sut: str) -> tuple[dict[str, float], int, bool]:
    rows = study.evaluations[study.evaluations["sut"] == sut]
    judged = rows[~rows["outcome"].isin(NOT_JUDGED)]
    shares = (judged["outcome"] == "ok").groupby(judged["run"]).mean()
    return (
        {str(run): float(share) for run, share in shares.items()},
        int(judged["circuit"].nunique()),
        False,
    )
