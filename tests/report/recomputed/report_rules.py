"""What each sentence of a report says, computed from the tables."""

from __future__ import annotations

import json
import re

import numpy as np
import pandas as pd
from scipy import stats

from .reading import AMOUNT, NUMBER, Rules, agree, listed, pairs
from .tables import Tables

RULES = Rules()
rule = RULES.rule
PERCENT = rf"(?:under )?{NUMBER} %"
NAMES = r"[\w.@ -]+(?:, [\w.@ -]+)*(?: and [\w.@ -]+)?"


# Head, what was measured


@rule(rf"(?P<systems>{NAMES}): (?P<n>\d+) evaluations? of (?P<m>\d+) circuits?")
def _subtitle(said: re.Match[str], t: Tables) -> None:
    assert listed(said["systems"]) == t.systems
    assert int(said["n"]) == len(t.asked)
    assert int(said["m"]) == t.asked["circuit"].nunique()


@rule(
    rf"(?P<systems>.+) (?:was|were) run on the suite (?P<suite>[\w-]+)\. There (?:is|are) "
    rf"(?P<n>\d+) evaluations? of (?P<m>\d+) circuits?\.(?: (?P<declined>\d+) more (?:was|were) "
    rf"not "
    rf"asked for: [^.]*\.)?(?: Machine: (?P<cpu>.+?), (?P<cores>\d+) cores?, "
    rf"(?P<memory>{AMOUNT}) of memory\.)?(?: Details are under Circumstances\.)?"
)
def _measured(said: re.Match[str], t: Tables) -> None:
    names = [re.sub(r" \(.*", "", one) for one in re.split(r"(?<=\)), | and ", said["systems"])]
    assert names == t.systems
    assert said["suite"] == t.runs["suite"].iloc[0]
    assert int(said["n"]) == len(t.asked)
    assert int(said["m"]) == t.asked["circuit"].nunique()
    assert int(said["declined"] or 0) == len(t.evaluations) - len(t.asked)
    if said["cpu"]:
        machine = t.machines.iloc[0]
        assert said["cpu"] == machine["cpu_model"]
        assert int(said["cores"]) == machine["cores"]
        agree(said["memory"], machine["memory_bytes"])


# Correctness


def _none_wrong(n: int) -> float:
    """The error rate that n without an error bound with 95 % confidence."""
    return 1.0 - 0.05 ** (1.0 / n)


@rule(
    rf"No error: (?P<each>.+)\. With 95 % confidence each of them errs in fewer than "
    rf"(?P<bound>{PERCENT}) of such evaluations\."
)
def _no_error(said: re.Match[str], t: Tables) -> None:
    told = pairs(said["each"], t.systems, r"\d+ of \d+")
    counts = []
    for system, text in told.items():
        judged = t.judged[t.judged["sut"] == system]
        right = (judged["outcome"] == "ok").sum()
        assert text == f"{right} of {len(judged)}" and right == len(judged)
        counts.append(len(judged))
    agree(said["bound"], _none_wrong(min(counts)))


@rule(
    rf"All (?P<n>\d+) results of (?P<systems>.+) are right\. With 95 % confidence each of them "
    rf"errs "
    rf"in fewer than (?P<bound>{PERCENT}) of such evaluations\."
)
def _all_right(said: re.Match[str], t: Tables) -> None:
    systems = listed(said["systems"])
    judged = t.judged[t.judged["sut"].isin(systems)]
    assert int(said["n"]) == len(judged) == (judged["outcome"] == "ok").sum()
    agree(said["bound"], _none_wrong(judged.groupby("sut").size().min()))


@rule(
    rf"(?P<system>[\w-]+): all (?P<n>\d+) results right, on (?P<circuits>\d+) circuits?\. "
    rf"With 95 % confidence fewer than (?P<bound>{PERCENT}) of such results are wrong\."
)
def _one_right(said: re.Match[str], t: Tables) -> None:
    judged = t.judged[t.judged["sut"] == said["system"]]
    assert int(said["n"]) == len(judged) == (judged["outcome"] == "ok").sum()
    assert int(said["circuits"]) == judged["circuit"].nunique()
    agree(said["bound"], _none_wrong(len(judged)))


DELIVERED = ("ok", "imprecise", "wrong", "not-finite", "malformed", "flaky")


@rule(
    rf"(?P<system>[\w-]+): (?P<right>\d+) of (?P<n>\d+) evaluations right, (?P<rate>{PERCENT}) "
    rf"\(exact 95 % interval (?P<low>{PERCENT}) to (?P<high>{PERCENT})\)\."
    rf"(?: (?:(?P<wrong>\d+) delivered results? (?:is|are) not right)?(?: and )?"
    rf"(?:(?P<failed>\d+) evaluations? gave no result)?\.)?"
    rf"(?P<sound> Every result it delivered is right\..*)?"
)
def _some_wrong(said: re.Match[str], t: Tables) -> None:
    judged = t.judged[t.judged["sut"] == said["system"]]
    right = int((judged["outcome"] == "ok").sum())
    delivered = int(judged["outcome"].isin(DELIVERED).sum())
    assert (int(said["right"]), int(said["n"])) == (right, len(judged))
    assert int(said["wrong"] or 0) == delivered - right
    assert int(said["failed"] or 0) == len(judged) - delivered
    assert (said["sound"] is not None) == (delivered == right and right > 0)
    agree(said["rate"], right / len(judged))
    _exact(said, right, len(judged))


def _exact(said: re.Match[str], right: int, n: int) -> None:
    interval = stats.binomtest(right, n).proportion_ci(0.95, "exact")
    agree(said["low"], interval.low)
    agree(said["high"], interval.high)


@rule(
    rf"(?P<system>[\w-]+): evaluation accuracy (?P<rate>{PERCENT}), (?P<right>\d+) of (?P<n>\d+) "
    rf"\(exact 95 % interval (?P<low>{PERCENT}) to (?P<high>{PERCENT})\)\."
)
def _accuracy(said: re.Match[str], t: Tables) -> None:
    judged = t.judged[t.judged["sut"] == said["system"]]
    right = int((judged["outcome"] == "ok").sum())
    assert (int(said["right"]), int(said["n"])) == (right, len(judged))
    agree(said["rate"], right / len(judged))
    _exact(said, right, len(judged))


@rule(
    rf"The bounds treat evaluations as independent\. Taking the circuit as the unit, "
    rf"(?P<n>\d+) circuits? without an error bound the share of circuits computed wrongly by "
    rf"(?P<bound>{PERCENT})\."
)
def _independence(said: re.Match[str], t: Tables) -> None:
    wrong = t.judged["outcome"].isin(DELIVERED) & (t.judged["outcome"] != "ok")
    per = t.judged[~t.judged["sut"].isin(t.judged.loc[wrong, "sut"])]
    counts = set(per[per["outcome"] == "ok"].groupby("sut")["circuit"].nunique())
    assert int(said["n"]) in counts
    agree(said["bound"], _none_wrong(int(said["n"])))


WORDS = ("Zero", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten")


@rule(
    r"(?P<n>\w+) delivered results? (?:is|are) not right\. The seed regenerates the suite, and "
    r"with "
    r"it the circuit and the input of each row\."
)
def _wrong(said: re.Match[str], t: Tables) -> None:
    wrong = t.judged["outcome"].isin(DELIVERED) & (t.judged["outcome"] != "ok")
    told = WORDS.index(said["n"]) if said["n"] in WORDS else int(said["n"])
    assert told == wrong.sum()


# Steps


def _medians(
    said: re.Match[str], t: Tables, frame: pd.DataFrame, column: str, *, per: str | None = None
) -> None:
    told = pairs(said["each"], t.systems, rf"{AMOUNT}")
    counts = []
    for system in t.systems:
        rows = frame[frame["sut"] == system]
        values = rows[column].dropna()
        assert (system in told) == (len(values) > 0), system
        if len(values):
            agree(told[system], float(np.median(values)))
            counts.append(len(values))
    low, high = said["low"], said["high"]
    assert int(high) == max(counts) and int(low or high) == min(counts), counts


def _over(what: str, noun: str) -> str:
    return (
        rf"Median {what}: (?P<each>.+), over (?:(?P<low>\d+) to )?(?P<high>\d+) {noun}(?: each)?\."
    )


@rule(_over("key generation time", "keys?"))
def _key_time(said: re.Match[str], t: Tables) -> None:
    _medians(said, t, t.ok_keys, "made_ns")


@rule(_over("key size", "keys?"))
def _key_size(said: re.Match[str], t: Tables) -> None:
    _medians(said, t, t.ok_keys, "key_bytes")


@rule(_over("ingestion time", "circuits?"))
def _ingestion(said: re.Match[str], t: Tables) -> None:
    _medians(said, t, t.ok_ingestions, "alone_ns")


@rule(_over("encryption time", "inputs?"))
def _encryption(said: re.Match[str], t: Tables) -> None:
    _medians(said, t, t.right, "encrypt_wall_ns")


@rule(_over("evaluation time", "evaluations?"))
def _evaluation(said: re.Match[str], t: Tables) -> None:
    _medians(said, t, t.right, "evaluate_wall_ns")


@rule(_over("decryption time", "results?"))
def _decryption(said: re.Match[str], t: Tables) -> None:
    _medians(said, t, t.right, "decrypt_wall_ns")


@rule(_over("ciphertext size per bit", "inputs?"))
def _per_bit(said: re.Match[str], t: Tables) -> None:
    rows = t.right
    bits = np.where(rows["space"] == "zt", np.log2(rows["modulus"].fillna(2.0)), 1.0)
    bits = np.where(rows["space"] == "real", 64.0, bits)
    wide = rows.assign(per_bit=rows["fresh_bytes"] / (bits * rows["width"] * rows["batch"]))
    _medians(said, t, wide, "per_bit")


@rule(r"Computation as a share of this time, by the systems' own account: (?P<each>.+)\.")
def _share(said: re.Match[str], t: Tables) -> None:
    """The step is that of the section: one of them has these shares for all systems."""
    told = pairs(said["each"], t.systems, PERCENT)
    steps = {
        "key generation": (t.ok_keys, "made_ns", "computed_ns"),
        **{
            step: (
                t.evaluations[t.evaluations["outcome"] == "ok"],
                f"{step}_wall_ns",
                f"{step}_compute_ns",
            )
            for step in ("encrypt", "evaluate", "decrypt")
        },
    }
    wrong = []
    for frame, wall, compute in steps.values():
        try:
            for system, text in told.items():
                rows = frame[frame["sut"] == system]
                agree(text, float(rows[compute].mean() / rows[wall].mean()))
            return
        except AssertionError as error:
            wrong.append(str(error))
    raise AssertionError(f"of no step: {wrong}")


# Ingestion


@rule(
    r"Left out: (?P<each>.+) that came first under a key, where the circuit's share of the step is "
    r"not known \(the system does not report how long it loaded the key, or loading overlapped "
    r"with "
    r"reading the circuit\)\."
)
def _left_out(said: re.Match[str], t: Tables) -> None:
    told = dict(
        re.findall(r"(\d+) circuits? of ([\w-]+)", said["each"])[i][::-1]
        for i in range(len(listed(said["each"])))
    )
    rows = t.ok_ingestions
    unknown = rows[rows["key_send_ns"].notna() & rows["alone_ns"].isna()].groupby("sut").size()
    assert {system: int(n) for system, n in told.items()} == unknown.to_dict()


@rule(
    rf"The first circuit under a key brings the key with it\. For (?P<system>[\w-]+) that step "
    rf"takes "
    rf"(?P<step>{AMOUNT}) in the median(?:, against (?P<alone>{AMOUNT}) for a circuit alone)?\."
)
def _key_before(said: re.Match[str], t: Tables) -> None:
    rows = t.ok_ingestions
    keyed = rows[rows["key_send_ns"].notna()].groupby("sut")["wall_ns"].median()
    assert said["system"] == keyed.idxmax()
    agree(said["step"], keyed.max())
    alone = rows.loc[rows["sut"] == said["system"], "alone_ns"].median()
    assert (said["alone"] is None) == bool(pd.isna(alone))
    if said["alone"]:
        agree(said["alone"], alone)


# Sizes


@rule(
    r"How the clients encrypt, by their own account: (?P<each>.+)\. A fresh ciphertext under the "
    r"secret key can carry a seed in place of its random half, which about halves its size: fresh "
    r"sizes of different modes are not to be compared as such\."
)
def _modes(said: re.Match[str], t: Tables) -> None:
    for part in said["each"].split("; "):
        system, _, mode = part.partition(" ")
        keys = t.ok_keys.loc[t.ok_keys["sut"] == system, "parameters"].dropna()
        modes = {json.loads(text).get("encryption") for text in keys} - {None}
        assert mode == (" or ".join(sorted(modes)) if modes else "does not say"), part


# Resources


@rule(rf"(?:[\w-]+ takes at most {AMOUNT} in the \w+(?: and {AMOUNT} in the \w+)?\. ?)+")
def _memory(said: re.Match[str], t: Tables) -> None:
    """Over every step that was measured, whatever became of it, those with a key included."""
    told = re.findall(r"([\w-]+) takes at most ([^.]*(?:\.\d[^.]*)*)\.(?: |$)", said[0])
    assert {system for system, _ in told} <= set(t.systems)
    for system, text in told:
        keys = t.keys.loc[t.keys["sut"] == system, "client_peak_bytes"]
        ingestions = t.ingestions.loc[t.ingestions["sut"] == system, "server_peak_bytes"]
        own = t.evaluations[t.evaluations["sut"] == system]
        most = {
            "client": max(
                keys.max(), own["encrypt_peak_bytes"].max(), own["decrypt_peak_bytes"].max()
            ),
            "server": max(ingestions.max(), own["evaluate_peak_bytes"].max()),
        }
        for amount, role in re.findall(rf"({AMOUNT}) in the (client|server)", text):
            agree(amount, most[role])


# Precision


@rule(
    r"“Wrong at most”: the exact one-sided 95 % bound of the share of delivered answers that are "
    r"not right; n counts evaluations, not slots, since the slots of a ciphertext fail together\. "
    r"Bits are those of answers that are numbers; 100 bits stand for no error\."
    r"(?: Left out, for they never err: (?P<systems>.+)\.)?"
)
def _precision(said: re.Match[str], t: Tables) -> None:
    real = t.right[t.right["space"].isin(("real", "complex"))]
    for system in listed(said["systems"] or ""):
        assert (real.loc[real["sut"] == system, "precision_bits"] == 100.0).all()
    assert (t.evaluations["precision_bits"].dropna() <= 100.0).all()


# Intervals


def _order_statistics() -> int:
    """How many values it takes for the smallest and the largest to hold the median with 95 %."""
    return next(n for n in range(2, 100) if 1.0 - 2.0 * 0.5**n >= 0.95)


_OUTLIERS = (
    r"The interval of a mean does not hold where one circuit in (?P<far>\d+) takes ten times as "
    r"long as the others: of (?P<few>\d+) circuits it then covers (?P<covers>\d+)\s%\."
)


@rule(
    r"The intervals are those of the median and of the mean over circuits \(keys for key "
    r"generation\); of fewer than (?P<mean>\d+) a mean has no interval, of fewer than "
    r"(?P<median>\d+) a median\. They say how a figure would vary with other circuits drawn alike, "
    r"not how it repeats on one circuit\. That of the median holds whatever the distribution\. "
    + _OUTLIERS
)
@rule(
    r"Means have the hull of Student's interval and Cox's of a log-normal mean, medians "
    r"interpolated "
    r"order statistics \(Hettmansperger and Sheather\)\. Both take one value per circuit\. No "
    r"interval is given for the mean of fewer than (?P<mean>\d+) circuits and the median of fewer "
    r"than (?P<median>\d+)\. " + _OUTLIERS
)
def _units(said: re.Match[str], _t: Tables) -> None:
    """Two sentences that say the same; that of the mean is a decision (docs/methods.md).

    A sample that holds none of the outliers cannot hold the mean: as often as that, at the least.
    """
    assert int(said["median"]) == _order_statistics()
    assert int(said["mean"]) == 8
    none = (1.0 - 1.0 / int(said["far"])) ** int(said["few"])
    assert int(said["covers"]) / 100.0 <= 1.0 - none + 0.02


# Total time


def _student(logs: np.ndarray) -> tuple[float, float]:
    low, high = stats.t.interval(0.95, len(logs) - 1, loc=logs.mean(), scale=stats.sem(logs))
    return float(np.exp(low)), float(np.exp(high))


@rule(
    rf"(?P<system>[\w-]+) takes (?P<geometric>{NUMBER}) times as long as the plaintext baseline in "
    rf"the geometric mean(?: \(95 % interval (?P<low>{NUMBER}) to (?P<high>{NUMBER})\))? and "
    rf"(?P<mean>{NUMBER}) times in the arithmetic mean; the middle nine tenths of the ratios lie "
    rf"between (?P<p5>{NUMBER}) and (?P<p95>{NUMBER})(?:; .*)?\."
)
def _overhead(said: re.Match[str], t: Tables) -> None:
    rows = t.right[(t.right["sut"] == said["system"]) & (t.right["baseline_ns"] > 0)]
    ratio = rows["total_wall_ns"] / rows["baseline_ns"]
    logs = np.log(ratio).groupby(rows["circuit"]).mean().to_numpy()
    agree(said["geometric"], float(np.exp(logs.mean())))
    agree(said["mean"], float(ratio.mean()))
    agree(said["p5"], float(np.percentile(ratio, 5)))
    agree(said["p95"], float(np.percentile(ratio, 95)))
    if said["low"] and rows["round"].nunique() < 2:
        low, high = _student(logs)
        agree(said["low"], low)
        agree(said["high"], high)


# Gates


@rule(
    r"D is the number of levels, for which the key was made; gates is what a circuit has after "
    r"unused ones are dropped\.(?: Ring dimension n: (?P<each>.+)\.)?"
)
def _dimensions(said: re.Match[str], t: Tables) -> None:
    for values, system in re.findall(r"([\d, to]+?) \(([\w-]+)\)", said["each"] or ""):
        known = set(t.ok_keys.loc[t.ok_keys["sut"] == system, "n"].dropna().astype(int))
        numbers = {int(one) for one in re.findall(r"\d+", values)}
        assert numbers <= known, (system, numbers, known)
