"""What did not go well, grouped by what happened, and what the SUTs want the reader to know."""

from __future__ import annotations

import json
from dataclasses import dataclass

import pandas as pd

from ringassay.analysis.correctness import OUTCOMES
from ringassay.analysis.study import Study, grouped


@dataclass(frozen=True)
class Failure:
    """Rows of one system that ended alike at the same step; `detail` is that of the first."""

    system: str
    step: str
    outcome: str
    count: int
    families: tuple[str, ...]
    detail: str


def failures(study: Study) -> tuple[Failure, ...]:
    """Everything that is not ok: keys, ingestions and evaluations, most frequent first."""
    frames = (
        study.keys.assign(step="key generation", family=""),
        study.ingestions.assign(step="ingestion"),
        study.evaluations.assign(step=study.evaluations["stage"].replace("", "result")),
    )
    found = []
    for frame in frames:
        bad = frame[(frame["outcome"] != "ok") & (frame["outcome"] != "")]
        bad = bad.assign(reason=[reason(detail) for detail in bad["detail"]])
        for group, rows in grouped(bad, ("system", "step", "outcome", "reason")):
            families = tuple(sorted({str(f) for f in rows["family"] if f}))
            found.append(
                Failure(
                    group["system"],
                    group["step"],
                    group["outcome"],
                    len(rows),
                    families,
                    group["reason"],
                )
            )
    place = {system: number for number, system in enumerate(study.systems)}
    rank = {outcome: number for number, outcome in enumerate(OUTCOMES)}
    return tuple(
        sorted(
            found,
            key=lambda f: (place[f.system], rank.get(f.outcome, len(rank)), -f.count, f.step),
        )
    )


def reason(detail: str) -> str:
    """One line from a row's detail: its message if it has one, else its other facts in order.

    The tail of standard error is left to its own listing (`stderr_tails`).
    """
    facts = _object(detail)
    if facts is None:
        return detail.strip()
    message = facts.get("message")
    if isinstance(message, str) and message:
        return message
    shown = (
        f"{key} {value if isinstance(value, str) else json.dumps(value)}"
        for key, value in facts.items()
        if not key.startswith("stderr") and value not in (None, "", [], {})
    )
    return ", ".join(shown)


def stderr_tails(study: Study, limit: int = 3) -> tuple[tuple[str, str], ...]:
    """(system, last words on standard error) of the first distinct failures of each system."""
    found: dict[str, list[str]] = {}
    for frame in (study.keys, study.ingestions, study.evaluations):
        bad = frame[~frame["outcome"].isin(["ok", ""])]
        for system, detail in zip(bad["system"], bad["detail"], strict=True):
            facts = _object(detail) or {}
            tail = next((v for k, v in facts.items() if k.startswith("stderr")), "")
            tails = found.setdefault(system, [])
            if isinstance(tail, str) and tail.strip() and tail not in tails and len(tails) < limit:
                tails.append(tail)
    return tuple((system, tail) for system, tails in found.items() for tail in tails)


def notes(study: Study) -> tuple[tuple[str, str, int], ...]:
    """(system, note, how often) that SUTs gave with keys or circuits, each once."""
    said: dict[tuple[str, str], int] = {}
    for frame in (study.keys, study.ingestions):
        for system, text in zip(frame["system"], frame["notes"], strict=True):
            for note in _notes(text):
                said[system, note] = said.get((system, note), 0) + 1
    place = {system: number for number, system in enumerate(study.systems)}
    ordered = sorted(said.items(), key=lambda item: place[item[0][0]])
    return tuple((system, note, count) for (system, note), count in ordered)


def _notes(text: str) -> list[str]:
    try:
        value = json.loads(text)
    except ValueError:
        return []
    return [n for n in value if isinstance(n, str)] if isinstance(value, list) else []


def _object(text: str) -> dict[str, object] | None:
    try:
        value = json.loads(text)
    except ValueError:
        return None
    return value if isinstance(value, dict) else None


def unasked(study: Study) -> pd.DataFrame:
    """Keys that failed, whose circuits may therefore have no evaluation at all."""
    asked = study.evaluations[["run", "sut", "key"]].drop_duplicates()
    bad = study.keys[~study.keys["outcome"].isin(["ok", ""])]
    merged = bad.merge(asked, on=["run", "sut", "key"], how="left", indicator=True)
    return merged[merged["_merge"] == "left_only"].drop(columns="_merge")
