"""What each sentence of advice says, computed from its JSON and, of a proof, from the export."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from typing import Any

import numpy as np

from .reading import AMOUNT, NUMBER, Rules, agree, listed
from .tables import Tables

RULES = Rules()
rule = RULES.rule

ONCE, EACH = ("keys", "ingest"), ("encrypt", "evaluate", "decrypt")
STEPS = {
    "key generation": "keys", "ingestion": "ingest", "encryption": "encrypt",
    "evaluation": "evaluate", "decryption": "decrypt",
}  # fmt: skip


@dataclass(frozen=True)
class Said:
    """Advice as `ringassay advise --json` prints it, and the exported run of its proof."""

    json: dict[str, Any]
    tables: Tables | None = None

    @property
    def inputs(self) -> int:
        return int(self.json["limits"]["inputs"])

    @property
    def ranking(self) -> list[dict[str, Any]]:
        return self.json["ranking"]  # type: ignore[no-any-return]

    def named(self, label: str) -> dict[str, Any]:
        (found,) = [one for one in self.ranking if one["label"] == label]
        return found  # type: ignore[no-any-return]

    def total(self, one: dict[str, Any], inputs: int | None = None) -> float:
        ns = one["cost"]["ns"]
        each = sum(ns[step] for step in EACH)
        return float(sum(ns[step] for step in ONCE) + (inputs or self.inputs) * each)

    @property
    def first(self) -> dict[str, Any]:
        """The fastest of those that may be recommended; of all, where none may."""
        may = [one for one in self.ranking if one["shipped"]] or self.ranking
        return min(may, key=self.total)

    def unsure(self, a: dict[str, Any], b: dict[str, Any], inputs: int) -> bool:
        """docs/advise.md: a difference within 1.645 standard deviations."""

        def error(one: dict[str, Any]) -> float:
            ns = one["cost"]["ns"]
            evaluation = max(0.065, (one["error"] or 0.0) / 0.6745)
            rest = sum(ns[step] for step in ONCE) + inputs * (ns["encrypt"] + ns["decrypt"])
            return float(0.065 * rest + evaluation * inputs * ns["evaluate"])

        difference = self.total(a, inputs) - self.total(b, inputs)
        return abs(difference) <= 1.645 * math.hypot(error(a), error(b))


@rule(
    rf"(?P<verb>Use|Nothing is recommended\.) (?P<label>.+?) \((?P<text>[^()]*)\): "
    rf"(?P<total>{AMOUNT}(?: {AMOUNT})?) of processor time for "
    rf"(?P<inputs>one input|\d+ inputs), most of it (?P<step>[a-z ]+) "
    rf"\((?P<most>{AMOUNT})(?: each)?\); evaluation (?P<evaluation>{AMOUNT}), peak memory "
    rf"(?P<peak>{AMOUNT}), keys (?P<keys>{AMOUNT}), (?P<sent>{AMOUNT}) of ciphertexts for an input"
    rf"(?:; (?P<security>\d+) bits of security)?(?:; at least (?P<precision>\d+) bits of "
    rf"precision)?"
    rf"(?:; wrong with a probability of at most 2\^(?P<failure>-?\d+))?"
    rf"(?:; not counted: choosing these parameters, once for all keys, takes "
    rf"(?P<search>{AMOUNT}))?\."
)
def _use(said: re.Match[str], a: Said) -> None:
    best = a.first
    assert best["label"] == said["label"]
    assert (said["verb"] == "Use") == best["shipped"]
    assert said["inputs"] == ("one input" if a.inputs == 1 else f"{a.inputs} inputs")
    cost, ns = best["cost"], best["cost"]["ns"]
    agree(said["total"], a.total(best))
    times = {step: ns[step] * (a.inputs if step in EACH else 1) for step in ns}
    assert times[STEPS[said["step"]]] == max(times.values())
    agree(said["most"], ns[STEPS[said["step"]]])
    agree(said["evaluation"], ns["evaluate"])
    for name, field in (
        ("peak", "peak_bytes"),
        ("keys", "key_bytes"),
        ("sent", "ciphertext_bytes"),
    ):
        agree(said[name], cost[field])
    for name, value in (("security", "security_bits"), ("precision", "precision_bits")):
        assert (said[name] is None) == (best[value] is None)
        assert said[name] is None or int(said[name]) == math.floor(best[value] + 1e-9)
    search = cost["search_ns"]
    assert (said["search"] is not None) == (search is not None and search > 0.1 * a.total(best))
    if said["search"]:
        agree(said["search"], search)


@rule(
    rf"(?P<label>.+?) \((?P<text>[^()]*)\) takes (?P<ratio>{NUMBER}) times as long, because "
    rf"(?P<step>[a-z ]+) takes (?P<second>{AMOUNT}), not (?P<first>{AMOUNT})"
    rf"(?:; its evaluation is faster \((?P<evaluation>{AMOUNT})\))?"
    rf"(?:; it needs less memory \((?P<peak>{AMOUNT})\))?"
    rf"(?:; it has (?P<price>\d+) bits? of security more \((?P<security>\d+) bits\))?\."
)
def _compared(said: re.Match[str], a: Said) -> None:
    best, other = a.first, a.named(said["label"])
    agree(said["ratio"], a.total(other) / a.total(best))
    ns, least = other["cost"]["ns"], best["cost"]["ns"]
    grows = {step: (ns[step] - least[step]) * (a.inputs if step in EACH else 1) for step in ns}
    step, slower = STEPS[said["step"]], a.total(other) >= a.total(best)
    assert grows[step] == (max if slower else min)(grows.values())
    agree(said["second"], ns[step])
    agree(said["first"], least[step])
    assert (said["evaluation"] is not None) == (ns["evaluate"] < least["evaluate"] / 1.15)
    if said["evaluation"]:
        agree(said["evaluation"], ns["evaluate"])
    peak, most = other["cost"]["peak_bytes"], best["cost"]["peak_bytes"]
    assert (said["peak"] is not None) == (peak < most / 1.15)
    if said["peak"]:
        agree(said["peak"], peak)
    bits, least_bits = other["security_bits"], best["security_bits"]
    more = None if bits is None or least_bits is None else bits - least_bits
    assert (said["price"] is not None) == (more is not None and more > 3)
    if said["price"] and more is not None:
        assert abs(int(said["price"]) - more) < 1
        assert abs(int(said["security"]) - bits) < 1


@rule(r"(?P<labels>.+) are too close for a prediction: `--prove (?P<n>\d+)` decides between them\.")
def _close(said: re.Match[str], a: Said) -> None:
    ranked, first = sorted(a.ranking, key=a.total), a.first
    close = [one["label"] for one in ranked if one is not first and a.unsure(first, one, a.inputs)]
    assert set(listed(said["labels"])) == {first["label"], *close}
    labels = [one["label"] for one in ranked[: int(said["n"])]]
    assert {first["label"], *close} <= set(labels) and labels[-1] in (first["label"], *close)


@rule(
    r"Whether (?P<labels>.+?) encrypts? is not shown, and none of these is recommended: "
    r"predictions probe nothing, `ringassay run` does\."
)
def _foreign(said: re.Match[str], a: Said) -> None:
    assert listed(said["labels"]) == [one["label"] for one in a.ranking if not one["shipped"]]


@rule(r"(?P<label>.+) takes the least for any number of inputs under one key\.")
def _always(said: re.Match[str], a: Said) -> None:
    for inputs in (1, 2, 3, 10, 100, 10**4, 10**7):
        assert a.total(a.named(said["label"]), inputs) == min(
            a.total(one, inputs) for one in a.ranking
        )


@rule(r"Under one key (?P<first>.+?) takes the least for few inputs(?P<changes>; .*)\.")
def _changes(said: re.Match[str], a: Said) -> None:
    now = a.named(said["first"])
    assert a.total(now, 1) == min(a.total(one, 1) for one in a.ranking)
    parts = re.findall(r"; from (\d+) inputs? on (.+?) \(([^()]*)\)(?=;|$)", said["changes"])
    assert parts
    for number, label, within in parts:
        inputs, after = int(number), a.named(label)
        assert a.total(after, inputs) < a.total(now, inputs)
        assert inputs == 1 or a.total(after, inputs - 1) >= a.total(now, inputs - 1)
        assert a.total(after, inputs) == min(a.total(one, inputs) for one in a.ranking)
        ends = [int(one) for one in re.findall(r"\d+", within)]
        if within.startswith("within the errors"):
            earliest, latest = ends
            assert earliest == 1 or not a.unsure(now, after, earliest - 1)
            assert not a.unsure(now, after, latest)
            assert earliest == inputs or a.unsure(now, after, earliest)
            assert latest == inputs or a.unsure(now, after, latest - 1)
        elif within.startswith("from"):
            assert a.unsure(now, after, 10**8)
        else:
            assert within == "predictions are sure of that"
            assert not a.unsure(now, after, inputs)
        now = after


@rule(r"No system runs this computation within the limits; each is excluded below\.")
def _nothing(_said: re.Match[str], a: Said) -> None:
    assert not a.ranking and a.json["excluded"]


@rule(r"(?P<label>.+) is excluded: it (?P<reason>.*?)\.?")
@rule(r"(?P<label>.+?) are excluded: each (?P<reason>.*?)\.?")
def _excluded(said: re.Match[str], a: Said) -> None:
    labels = [
        one["label"]
        for one in a.json["excluded"]
        if one["reason"].rstrip(".") == said["reason"].rstrip(".")
    ]
    *most, last = labels
    assert said["label"] == (f"{', '.join(most)} and {last}" if most else last)


# The proof


def _executed(a: Said, system: str) -> dict[str, float]:
    """Medians of what was executed, from the export; keys without the search for parameters."""
    assert a.tables is not None
    keys = a.tables.keys[a.tables.keys["sut"] == system]
    search = keys["choose_ns"]
    share = (search / keys["compute_ns"]).clip(0.0, 1.0)
    searched = np.minimum(search, share * keys["client_cpu_ns"]).fillna(0.0)
    ingestions = a.tables.ingestions[a.tables.ingestions["sut"] == system]
    own = a.tables.evaluations[a.tables.evaluations["sut"] == system]
    once = (keys["client_cpu_ns"] - searched).median() + ingestions["server_cpu_ns"].median()
    each = sum(own[f"{step}_cpu_ns"].median() for step in EACH)
    return {
        "total": once + a.inputs * each,
        "peak": own["evaluate_peak_bytes"].median(),
        "right": (own["outcome"] == "ok").sum(),
        "answers": len(own),
        "precision": own["precision_bits"].min(),
    }


@rule(
    rf"(?P<label>.+), executed: (?P<total>{AMOUNT}(?: {AMOUNT})?), (?P<right>\d+) of "
    rf"(?P<answers>\d+) "
    rf"answers right(?:; predicted (?P<predicted>{AMOUNT}(?: {AMOUNT})?) "
    rf"\((?P<error>[+-]{NUMBER} %)\))?(?:; peak memory (?P<peak>{AMOUNT}) "
    rf"\((?P<memory>[+-]{NUMBER} %)\))?(?:; (?P<precision>{NUMBER}) bits of precision)?"
    rf"(?:; (?P<failure>[^;]+))?\."
)
def _proven(said: re.Match[str], a: Said) -> None:
    one = a.named(said["label"])
    truth = _executed(a, one["system"])
    agree(said["total"], truth["total"])
    assert (int(said["right"]), int(said["answers"])) == (truth["right"], truth["answers"])
    assert (said["failure"] is not None) == (truth["right"] < truth["answers"])
    if said["predicted"]:
        agree(said["predicted"], a.total(one))
        agree(said["error"].lstrip("+"), a.total(one) / truth["total"] - 1.0)
    if said["peak"]:
        agree(said["peak"], truth["peak"])
        agree(said["memory"].lstrip("+"), one["cost"]["peak_bytes"] / truth["peak"] - 1.0)
    if said["precision"]:
        assert abs(float(said["precision"]) - truth["precision"]) <= 0.0501


PLACES = {"first": 1, "second": 2, "third": 3}


@rule(
    r"The best of those executed, (?P<label>.+), was predicted (?:(?P<place>first|second|third)|"
    r"number (?P<number>\d+)) \(run (?P<runs>.+)\)\."
)
def _best(said: re.Match[str], a: Said) -> None:
    executed = {
        one["system"]: _executed(a, one["system"])
        for one in a.ranking
        if one["system"] in set(a.tables.keys["sut"])  # type: ignore[union-attr]
    }
    right = {name: one for name, one in executed.items() if one["right"] == one["answers"]}
    best = min(right, key=lambda name: right[name]["total"])
    assert a.named(said["label"])["system"] == best
    place = PLACES[said["place"]] if said["place"] else int(said["number"])
    order = [one["system"] for one in sorted(a.ranking, key=a.total)]
    assert order.index(best) + 1 == place
    assert listed(said["runs"]) == a.json["proof"]["runs"]


@rule(r"Nothing that was executed gave right answers only\.")
def _none(_said: re.Match[str], a: Said) -> None:
    for system in set(a.tables.keys["sut"]):  # type: ignore[union-attr]
        one = _executed(a, system)
        assert one["right"] < one["answers"] or one["answers"] == 0


@rule(r"(?P<label>.+) failed: (?P<failure>.+)\.")
def _failed(said: re.Match[str], a: Said) -> None:
    one = a.named(said["label"])
    assert a.tables is not None
    own = a.tables.evaluations[a.tables.evaluations["sut"] == one["system"]]
    keys = a.tables.keys[a.tables.keys["sut"] == one["system"]]
    outcome = said["failure"].split(" at ")[0]
    outcomes = {*own["outcome"], *keys["outcome"]}
    assert outcome in outcomes or (not outcomes and said["failure"] == "nothing was measured")
