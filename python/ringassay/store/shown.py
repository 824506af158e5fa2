"""What notebooks show of stored runs."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pandas as pd

from ringassay.notebook import Plot, card, table

if TYPE_CHECKING:
    from ringassay.store.frames import RunData


def summary(data: RunData) -> pd.DataFrame:
    """A row for each run and system: cases, right ones, medians of what a case takes."""
    evaluations = data.evaluations
    grouped = evaluations.groupby(["run", "sut"], sort=False)
    right = evaluations["outcome"].eq("ok").groupby([evaluations["run"], evaluations["sut"]])
    found = grouped.agg(
        cases=("outcome", "size"),
        encrypt_ms=("encrypt_wall_ns", "median"),
        evaluate_ms=("evaluate_wall_ns", "median"),
        decrypt_ms=("decrypt_wall_ns", "median"),
        ciphertext_bytes=("evaluated_bytes", "median"),
    )
    found.insert(1, "right", right.sum())
    for column in ("encrypt_ms", "evaluate_ms", "decrypt_ms"):
        found[column] = found[column].astype("Float64") / 1e6
    return found.reset_index()


def html(data: RunData) -> str:
    """The summary as a table."""
    names = ", ".join(dict.fromkeys(data.runs["suite"].astype(str)))
    rows = [
        (
            row["run"],
            row["sut"],
            f"{row['right']} of {row['cases']}",
            *(_number(row[f"{step}_ms"], "ms") for step in ("encrypt", "evaluate", "decrypt")),
            _number(row["ciphertext_bytes"] / 1000, "kB"),
        )
        for row in summary(data).to_dict("records")
    ]
    columns = ("run", "system", "right", "encrypt", "evaluate", "decrypt", "result")
    damaged = f"; {len(data.damaged)} damaged rows left out" if data.damaged else ""
    note = (
        f"medians of a case{damaged}; `ringassay report` and `ringassay compare` say what differs"
    )
    return card(f"{len(data.runs)} run(s) of {names or 'nothing'}", note, table(columns, rows))


def plot(data: RunData, column: str) -> Plot:
    """One column of the evaluations, a box for each system."""
    evaluations = data.evaluations
    if column not in evaluations or evaluations[column].dtype.kind not in "if":
        numbers = [str(name) for name in evaluations if evaluations[name].dtype.kind in "if"]
        raise ValueError(f"{column!r} is no column of numbers: {', '.join(numbers)}")
    drawn = Plot(", ".join(dict.fromkeys(data.runs["suite"].astype(str))), "", column)
    many = evaluations["run"].nunique() > 1
    boxes = {}
    for (run, sut), values in evaluations.groupby(["run", "sut"], sort=False)[column]:
        known = values.dropna().astype(float).tolist()
        if known:
            boxes[f"{sut} ({run})" if many else str(sut)] = known
    drawn.axes.boxplot(list(boxes.values()), tick_labels=list(boxes))
    if boxes and min(map(min, boxes.values())) > 0:
        drawn.axes.set_yscale("log")
    return drawn


def _number(value: float, unit: str) -> str:
    return "" if pd.isna(value) else f"{value:.3g} {unit}"
