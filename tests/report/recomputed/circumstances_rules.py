"""What a report says of secrecy, failures and circumstances, computed from the tables."""

from __future__ import annotations

import json
import math
import re
from pathlib import Path

import numpy as np
import pandas as pd
from scipy import stats

from .reading import NUMBER, agree, listed
from .report_rules import NAMES, PERCENT, RULES, rule
from .tables import Tables

__all__ = ["RULES"]

# Secrecy, security


@rule(
    r"Not probed: the run was made without probes, or by a version that had none\. That "
    r"anything is "
    r"encrypted is what the systems say\."
)
def _not_probed(_said: re.Match[str], t: Tables) -> None:
    assert t.probes.empty


@rule(r"(?P<system>[\w-]+) encrypts nothing, and says so\.")
def _nothing(said: re.Match[str], t: Tables) -> None:
    assert t.scheme(said["system"]) == "plaintext"


@rule(
    rf"(?P<systems>{NAMES}) delivers? at least the security asked with every key; the least is "
    rf"(?P<least>{NUMBER}) bits\."
)
def _security(said: re.Match[str], t: Tables) -> None:
    """The estimate is no column; it is made again from the parameters by the Rust estimator."""
    systems = listed(said["systems"])
    assert set(systems) <= set(t.systems)
    keys = t.ok_keys[t.ok_keys["sut"].isin(systems)]
    assert float(said["least"]) >= keys["security"].max() - 0.1


# Failures


@rule(
    r"(?P<system>[\w-]+): (?P<note>.*?)"
    r"(?: \(and (?P<more>\d+) notes? like it, with other "
    r"numbers\))?"
)
def _note(said: re.Match[str], t: Tables) -> None:
    def shape(note: str) -> str:
        return re.sub(r"\d[\d.,]*(?:\s*,\s*\d[\d.]*)*", "0", note)

    assert said["system"] in t.systems
    notes = set()
    for frame in (t.keys, t.ingestions):
        for text in frame.loc[frame["sut"] == said["system"], "notes"].dropna():
            notes |= set(json.loads(text))
    flat = {re.sub(r"\s+", " ", note).strip(): note for note in notes}
    assert said["note"] in flat, said["note"]
    like = {note for note in notes if shape(note) == shape(flat[said["note"]])}
    assert int(said["more"] or 0) == len(like) - 1, sorted(like)


@rule(
    r"(?P<n>\d+) failed keys? left circuits without any evaluation; those circuits are not counted "
    r"among the evaluations above\."
)
def _lost(said: re.Match[str], t: Tables) -> None:
    failed = t.keys[t.keys["outcome"] != "ok"]
    used = set(zip(t.evaluations["run"], t.evaluations["sut"], t.evaluations["key"], strict=True))
    keys = zip(failed["run"], failed["sut"], failed["key"], strict=True)
    lost = [one for one in keys if one not in used]
    assert int(said["n"]) == len(lost)


@rule(r"Nothing failed: every key, circuit and evaluation ended as it should\.")
def _none_failed(_said: re.Match[str], t: Tables) -> None:
    for frame in (t.keys, t.ingestions):
        assert (frame["outcome"] == "ok").all()
    assert t.evaluations["outcome"].isin(("ok", "unsupported")).all()


# Circumstances


def _crowded(t: Tables) -> pd.Series:
    """Whether more tasks wanted to run than there are CPUs; the harness is half of one."""
    load = t.evaluations["load1"].dropna()
    return load > _cores(t) + 0.5


def _cores(t: Tables) -> int:
    total = 0
    for part in str(t.runs["affinity"].iloc[0]).split(","):
        first, _, last = part.partition("-")
        total += int(last or first) - int(first) + 1
    return total


@rule(
    rf"Run (?P<run>[\w-]+) had a load up to (?P<most>{NUMBER}) on (?P<cores>\d+) cores? during "
    rf"(?P<share>{PERCENT}) of its evaluations: (?:CPU times are uncertain by (?P<more>{PERCENT}) "
    rf"more, (?P<why>[\w ]+)|(?:two measurements|rounds) of one system differ by no more than "
    r"chance)\."
)
def _load(said: re.Match[str], t: Tables) -> None:
    assert said["run"] == t.runs["run"].iloc[0]
    load = t.evaluations["load1"].dropna()
    agree(said["most"], float(load.max()))
    assert int(said["cores"]) == _cores(t)
    agree(said["share"], float(_crowded(t).mean()))
    if said["why"] == "as nothing was measured twice":
        assert said["more"] == "200 %"


@rule(
    r"Each input of each circuit was measured (?P<times>once|twice|\d+ times|\d+ to \d+ times) per "
    r"system\. There was no warm-up: every measurement is kept, the first of a process included\. "
    r"Start-up of the processes is not part of any step\. Times are on the monotonic clock\."
)
def _sampling(said: re.Match[str], t: Tables) -> None:
    counts = t.evaluations.groupby(["run", "sut", "circuit", "input"]).size()
    low, high = counts.min(), counts.max()
    words = {1: "once", 2: "twice"}
    assert said["times"] == (
        words.get(high, f"{high} times") if low == high else f"{low} to {high} times"
    )
    assert (t.runs["warm_up"] == 0).all()


@rule(
    r"(?P<before>.*?) ?(?P<cpu>[^.]+), (?P<cores>\d+) cores(?P<load>, under load)? "
    r"\(Circumstances\)\."
)
def _caption(said: re.Match[str], t: Tables) -> None:
    point = re.fullmatch(
        r"A point below the line: a circuit that took ([\w-]+) less time\.", said["before"]
    )
    assert said["before"] in CAPTIONS or (point and point[1] in t.systems), said["before"]
    assert said["cpu"] == t.machines["cpu_model"].iloc[0]
    assert int(said["cores"]) == _cores(t)
    assert (said["load"] is not None) == bool(_crowded(t).any())


CAPTIONS = {
    "A pattern here is what the formula does not know. One point per circuit or key.",
    "",
    "Each curve is sorted by itself: the fastest evaluation of one system need not be that of "
    "another.",
    "The ratio is taken for each evaluation, then its percentiles.",
    "Median, with the 5th and 95th percentile; the gates alone where the system reports that.",
    "One point per circuit or key: the median over inputs and repetitions.",
}
"""What notes of figures say before the circumstances."""

CONSTANT = Path(__file__).parent / "constant.txt"
RULES.constant(*CONSTANT.read_text().splitlines())


# Figures in large type


@rule(
    rf"(?P<times>{NUMBER})× the time of plaintext evaluation, (?P<system>[\w-]+): geometric mean"
    rf"(?:, 95 %: (?P<low>{NUMBER}) to (?P<high>{NUMBER}))?"
)
def _overhead(said: re.Match[str], t: Tables) -> None:
    rows = t.right[t.right["sut"] == said["system"]]
    units = np.log(rows["total_wall_ns"] / rows["baseline_ns"]).groupby(rows["circuit"]).mean()
    agree(said["times"], float(np.exp(units.mean())))
    if said["low"]:
        error = units.std(ddof=1) / math.sqrt(len(units))
        half = stats.t.ppf(0.975, len(units) - 1) * error
        agree(said["low"], float(np.exp(units.mean() - half)))
        agree(said["high"], float(np.exp(units.mean() + half)))
    else:
        assert len(units) < 5


@rule(rf"(?P<bits>{NUMBER}) bits least security delivered: by one estimator")
def _least(said: re.Match[str], t: Tables) -> None:
    bits = t.ok_keys["security_bits"]
    agree(said["bits"], float(bits[bits > 0.0].min()), 4)
