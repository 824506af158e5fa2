"""What is said of who may be chosen and of who needs less: summary, comparison, floor."""

from __future__ import annotations

import math
import re
from collections.abc import Callable

import pandas as pd

from .circumstances_rules import RULES, _crowded
from .pairs import ENOUGH, Pair, kinds
from .reading import NUMBER, agree, listed
from .report_rules import NAMES, PERCENT, _none_wrong
from .tables import Tables

rule = RULES.rule
ASPECTS = {
    "an answer under a key that exists": "total time",
    "a first answer from nothing": "first answer",
    "size of fresh ciphertexts": "fresh ciphertexts",
    "size of an evaluated ciphertext": "evaluated ciphertext",
}
RECOMPUTED = (
    "key size", "fresh ciphertexts", "evaluated ciphertext", "encryption", "evaluation",
    "decryption", "total time", "first answer",
)  # fmt: skip
"""Quantities whose figures are computed here; of key generation and ingestion only who is named."""

RULES.constant(
    "One system was measured twice, under two names, in turns with all others. What its two names "
    "differ by beyond chance, any two systems would seem to differ by.",
    "The centre of the ratios of units (circuits; keys for their generation) by signed ranks, its "
    "95 % interval, and the floor: what of the difference is beyond chance, and no less than 2 %.",
    "In brackets stands the next system, with how many times as much that needs: of times the "
    "interval (95 %) of the typical ratio of CPU times, of sizes the geometric mean. All deliver "
    "the security asked for, and answered everything right.",
    "Compared are cases that both systems got right at the same security level asked. The unit is "
    "the circuit: one ratio per circuit, the centre of these, and an interval over circuits and "
    "rounds. Fewer than six circuits stand for themselves alone, and the interval is over inputs "
    "and rounds. CPU time decides who needs less; the wall clock stands beside it. A difference in "
    "times is claimed only if interval and test agree, after correction for the number of aspects, "
    "and if nothing disturbed the measurement; sizes are counted.",
    "Encryption, evaluation and decryption, typical ratio of circuits that both got right. Below 1 "
    "the row needs less. In brackets: no difference is claimed, for the reason that the details "
    "give. Security may differ: see there, too.",
)


def of_some_kind(t: Tables, check: Callable[[Tables], None]) -> None:
    """The sentence is true of all circuits, or of those of one kind of arithmetic."""
    failed = []
    for part in kinds(t):
        try:
            return check(part)
        except AssertionError as error:
            failed.append(str(error))
    raise AssertionError("true of no kind of arithmetic: " + "; ".join(failed))


# Who is right


@rule(
    rf"(?:Not everything is right\. Right results: (?P<each>.+)|All (?P<all>\d+) results of "
    rf"(?P<systems>{NAMES}) are right\. With 95 % confidence each of them errs in fewer than "
    rf"(?P<bound>{PERCENT}) of such evaluations)\.(?: Refused: (?P<refused>.+)\.)?"
)
def _rates(said: re.Match[str], t: Tables) -> None:
    delivered = t.judged[t.judged["outcome"] != "refused"] if said["all"] else t.judged
    right = delivered["outcome"].eq("ok").groupby(delivered["sut"]).agg(["sum", "size"])
    if said["all"]:
        assert (right["sum"] == right["size"]).all() and int(said["all"]) == right["sum"].sum()
        agree(said["bound"], _none_wrong(int(right["size"].min())))
    else:
        told = re.findall(r"([\w-]+) (\d+) of (\d+)", said["each"])
        assert {name: (int(a), int(b)) for name, a, b in told} == {
            str(name): (int(row["sum"]), int(row["size"])) for name, row in right.iterrows()
        }
        assert any(a != b for _, a, b in told)
    for name, refused, asked in re.findall(r"([\w-]+) (\d+) of (\d+)", said["refused"] or ""):
        of = t.judged[t.judged["sut"] == name]["outcome"]
        assert (int(refused), int(asked)) == (int((of == "refused").sum()), len(of))


_WRONG = ("wrong", "malformed", "imprecise", "not-finite", "flaky")
"""Outcomes that deliver an answer which is none."""
_UNANSWERED = {
    "timeout": "timed out", "crash": "crashed", "failed": "failed", "refused": "refused",
    "protocol": "broke the protocol", "resource": "ran out of memory", "start-failed":
    "did not start",
}  # fmt: skip


@rule(r"(?P<system>[\w-]+) is no candidate: (?P<why>.+)\.")
def _no_candidate(said: re.Match[str], t: Tables) -> None:
    def check(part: Tables) -> None:
        of = part.judged[part.judged["sut"] == said["system"]]["outcome"]
        found = re.fullmatch(r"(\d+) of (\d+) results? (?:was|were) wrong", said["why"])
        if found:
            wrong = int(of.isin(_WRONG).sum())
            assert (int(found[1]), int(found[2])) == (wrong, len(of)), (wrong, len(of))
        elif said["why"] == "it gave no right result":
            assert len(of) and not (of == "ok").any()
        elif said["why"] == "it does not encrypt":
            assert part.scheme(said["system"]) in ("none", "plaintext", "plain")
        else:
            raise AssertionError(f"no rule for the reason {said['why']!r}")

    of_some_kind(t, check)


@rule(
    r"(?P<system>[\w-]+) is not chosen: (?:it answered (?P<right>\d+) of (?P<n>\d+) evaluations? "
    r"\((?P<ends>[^)]*)\))?(?: and )?(?:it does not support (?P<other>\d+) (?:further )?"
    r"evaluations?)?\."
)
def _not_chosen(said: re.Match[str], t: Tables) -> None:
    def check(part: Tables) -> None:
        of = part.evaluations[part.evaluations["sut"] == said["system"]]["outcome"]
        judged = part.judged[part.judged["sut"] == said["system"]]["outcome"]
        assert int(said["other"] or 0) == int((of == "unsupported").sum())
        if said["right"]:
            assert (int(said["right"]), int(said["n"])) == (
                int((judged == "ok").sum()),
                len(judged),
            )
            for many, how in re.findall(r"(\d+) ([a-z ]+?)(?:,| and |$)", said["ends"]):
                kind = next(key for key, words in _UNANSWERED.items() if words == how)
                assert int(many) == int((judged == kind).sum()), how

    of_some_kind(t, check)


_NEEDED = {
    "randomised", "hidden", "varied", "follows", "elsewhere", "tampered", "other-key",
}  # fmt: skip


def shown(t: Tables, system: str) -> bool:
    """docs/protocol.md: every probe that is needed passed for a key, and none failed for any."""
    own = t.probes[t.probes["sut"] == system]
    passed = own[own["result"] == "passed"].groupby("key")["probe"].agg(set)
    return bool((own["result"] != "failed").all()) and any(found >= _NEEDED for found in passed)


@rule(r"(?:Not chosen\. )?Whether (?P<systems>.+?) encrypts? is not shown: (?P<why>.+)\.")
def _unshown(said: re.Match[str], t: Tables) -> None:
    for system in listed(said["systems"]):
        assert not shown(t, system)
        own = t.probes[t.probes["sut"] == system]
        assert (said["why"] == "no probe was made") == own.empty
        assert own.empty or any(reason in said["why"] for reason in own["reason"] if reason)


def _may_be_chosen(t: Tables, system: str) -> bool:
    outcomes = t.evaluations[t.evaluations["sut"] == system]["outcome"]
    keys = t.keys[(t.keys["sut"] == system) & (t.keys["outcome"] == "ok")]
    return (
        shown(t, system) and len(outcomes) > 0 and bool((outcomes == "ok").all()) and len(keys) > 0
    )


@rule(
    r"(?P<system>[\w-]+) is the only one that encrypts as far as probed, answered everything right "
    r"and is not weaker than asked\."
)
def _only_one(said: re.Match[str], t: Tables) -> None:
    def check(part: Tables) -> None:
        able = [system for system in t.systems if _may_be_chosen(part, system)]
        assert able == [said["system"]], able

    of_some_kind(t, check)


# Who needs less


@rule(
    rf"For (?P<scope>this computation|these \d+ computations|circuits of th(?:is family|ese "
    rf"families)), choose (?P<system>[\w-]+)(?: rather than (?P<over>{NAMES}))? if what counts is "
    rf"(?P<gains>.+?)\. (?P<security>It is not weaker than .+|The price is security: .+)\."
)
def _choice(said: re.Match[str], t: Tables) -> None:
    def check(part: Tables) -> None:
        circuits = part.right["circuit"].nunique()
        assert _may_be_chosen(part, said["system"])
        among = [system for system in t.systems if _may_be_chosen(part, system)]
        if many := re.search(r"\d+", said["scope"]):
            assert int(many[0]) == circuits < ENOUGH
        elif said["scope"] == "this computation":
            assert circuits == 1
        else:
            assert circuits >= ENOUGH
        assert said["security"].startswith("It is not weaker") == (
            _most_below(part, said["system"], among) <= 3.0
        )
        _gains(said["gains"], said["system"], part, among)

    of_some_kind(t, check)


@rule(
    r"On the (?P<n>\d+) cases? that (?:both|all compared) answered, (?P<more>[\w-]+) needs more "
    r"than (?P<less>[\w-]+) in (?P<gains>.+)\."
)
def _told_beside(said: re.Match[str], t: Tables) -> None:
    def check(part: Tables) -> None:
        among = [said["less"], said["more"]]
        common = part.answered_by_all(among)
        assert int(said["n"]) * len(among) == len(
            common.evaluations[common.evaluations["sut"].isin(among)]
        )
        gains = re.sub(r"\((?=\d)", f"({said['more']} needs ", said["gains"])
        _gains(gains, said["less"], part, among)

    of_some_kind(t, check)


@rule(
    rf"Between (?P<less>[\w-]+) and (?P<more>[\w-]+) nobody is chosen for (?P<what>[a-z ]+): "
    rf"[\w-]+ typically needs (?P<factor>{NUMBER}) times as much(?: \((?P<low>{NUMBER}) to "
    rf"(?P<high>{NUMBER})\))?, but (?P<but>.+)\.(?: A few long computations outweigh the typical "
    r"one\.)?"
)
def _contradicted(said: re.Match[str], t: Tables) -> None:
    aspect = ASPECTS.get(said["what"], said["what"])
    if aspect not in RECOMPUTED:
        return

    def check(part: Tables) -> None:
        among = [system for system in t.systems if _may_be_chosen(part, system)]
        pair = Pair(part, said["more"], said["less"], aspect, among)
        centre, low, high = _widened(part, pair, aspect)
        agree(said["factor"], centre)
        if said["low"]:
            agree(said["low"], low)
            agree(said["high"], high)
        if clock := re.search(rf"({NUMBER}) times as much by the clock", said["but"]):
            agree(clock[1], pair.by_the_clock())
        if in_sum := re.search(rf"({NUMBER}) times as much in sum", said["but"]):
            agree(in_sum[1], pair.sums)

    of_some_kind(t, check)


@rule(
    rf"For (?:this computation|these \d+ computations|circuits of th(?:is family|ese families)), "
    rf"nothing measured here decides between (?P<systems>{NAMES})(?:: .+)?\."
)
def _undecided(said: re.Match[str], t: Tables) -> None:
    def check(part: Tables) -> None:
        able = [system for system in t.systems if _may_be_chosen(part, system)]
        assert listed(said["systems"]) == able

    of_some_kind(t, check)


@rule(r"Times of (?P<first>[\w-]+) and (?P<second>[\w-]+) are not told apart in everything: .+\.")
def _withheld(said: re.Match[str], t: Tables) -> None:
    assert {said["first"], said["second"]} <= set(t.systems) and _crowded(t).mean() > 0.05


def _gains(text: str, less: str, t: Tables, among: list[str]) -> None:
    """`key size (b needs 1.39 times as much, 1.34 in sum), …`: each of them, and all less than 1
    where it would be the other way round."""
    told = re.findall(
        rf"([a-z ]+) \(([\w-]+)(?:, the next,)? needs ({NUMBER}) times as much"
        rf"(?:, ({NUMBER}) to ({NUMBER}))?(?:, ({NUMBER}) in sum)?(?:, for (\d+) keys?)?\)",
        text,
    )
    assert told and len(told) == text.count("("), text
    for words, more, factor, low, high, in_sum, keys in told:
        named = re.sub(r"^(?:,|or|and)? ?(?:or |and )?", "", words.strip())
        aspect = ASPECTS.get(named, named)
        if aspect not in RECOMPUTED:
            continue
        pair = Pair(t, more, less, aspect, among)
        centre, *ends = _widened(t, pair, aspect)
        agree(factor, centre)
        assert centre > 1.0, (aspect, centre)
        if low:
            agree(low, ends[0])
            agree(high, ends[1])
            assert ends[0] > 1.0
        else:
            assert pair.is_size, f"{aspect} without an interval"
            assert pair.units.min() >= -1e-9
        if in_sum:
            agree(in_sum, pair.sums)
        if keys:
            assert int(keys) == len(pair.units)


def _most_below(t: Tables, system: str, others: list[str]) -> float:
    """By how many bits it lies below one of the others for the same request, at most."""
    keys = t.ok_keys.groupby(["sut", "params", "security"])["security_bits"].min().unstack("sut")
    below = [0.0]
    for other in set(others) & set(keys.columns) - {system}:
        below.append(float((keys[other] - keys[system]).max()))
    return max(below)


@rule(
    r"Asked for the same (?P<times>once|twice|\d+ times), (?P<each>.+?)\. "
    r"(?P<price>Neither is weaker than the other|For the same request .+)\."
)
def _side_by_side(said: re.Match[str], t: Tables) -> None:
    told = re.findall(
        rf"([\w-]+) delivers ({NUMBER})(?: to ({NUMBER}))? bits of security, in the mean "
        rf"({NUMBER}) (more|fewer) than asked",
        said["each"],
    )
    assert len(told) == 2
    names = [one[0] for one in told]
    keys = t.ok_keys[t.ok_keys["sut"].isin(names)]
    least = keys.groupby(["params", "security", "sut"])["security_bits"].min().unstack("sut")
    both = least.dropna()
    assert len(both) == {"once": 1, "twice": 2}.get(
        said["times"], int((re.findall(r"\d+", said["times"]) or [0])[0])
    )
    for name, low, high, excess, sign in told:
        bits = both[name].to_numpy(dtype=float)
        agree(low, float(bits.min()), 4)
        agree(high or low, float(bits.max()), 4)
        asked = both.index.get_level_values("security").to_numpy(dtype=float)
        # Systems round what they say of themselves to hundredths of a bit.
        said_excess = float(excess) * (1 if sign == "more" else -1)
        assert abs(said_excess - float((bits - asked).mean())) < 0.02
    apart = (both[names[0]] - both[names[1]]).abs().max()
    assert said["price"].startswith("Neither") == (apart <= 3.0)


@rule(r"(?P<claims>(?:[\w-]+ needs less than [\w-]+ in |They are exactly equal in |For |In ).+)")
def _claims(said: re.Match[str], t: Tables) -> None:
    """Every sentence of a pair; the pair is known from those that name it."""
    pair = re.search(r"([\w-]+) needs less than ([\w-]+) in", said["claims"])
    for one in re.split(r"(?<=[^\d ])\. (?=[A-Z]|[\w-]+ needs less)", said["claims"].rstrip(".")):
        if found := re.fullmatch(r"([\w-]+) needs less than ([\w-]+) in (.+)", one):
            for aspect, factor in re.findall(
                rf"([a-z ]+?) \(by a factor of ({NUMBER})[^)]*\)", found[3]
            ):
                named = re.sub(r"^(?:, |and | and )+", "", aspect).strip()
                if named in RECOMPUTED:
                    agree(factor, Pair(t, found[2], found[1], named).located()[0])
        elif found := re.fullmatch(r"For (.+) there are too few measurements to say more .+", one):
            for aspect in set(listed(found[1])) & set(RECOMPUTED) if pair else ():
                sides = pair[1], pair[2]
                assert len(Pair(t, *sides, aspect).measured) < ENOUGH, aspect
        elif found := re.fullmatch(r"They are exactly equal in (.+)", one):
            for aspect in listed(found[1]) if pair else ():
                assert (Pair(t, pair[1], pair[2], aspect).units == 0.0).all(), aspect
        elif found := re.fullmatch(r"In (.+) each needs less for some circuits", one):
            for aspect in listed(found[1]) if pair else ():
                units = Pair(t, pair[1], pair[2], aspect).units
                assert units.min() < 0.0 < units.max(), aspect
        elif found := re.fullmatch(r"In (.+) the data show no difference beyond chance", one):
            for aspect in set(listed(found[1])) & set(RECOMPUTED) if pair else ():
                between = Pair(t, pair[1], pair[2], aspect)
                assert not between.is_clear(_TIMES, _twins(t, aspect)), aspect
        else:
            assert re.fullmatch(
                rf"In .+ (?:they lie within 1 % of each other|a difference below {PERCENT} is not "
                r"resolved here.*|no difference is claimed: .+)",
                one,
            ), one


_TOTALS = {
    "encryption, evaluation and decryption together": "total time",
    "a first answer, key generation and ingestion included": "first answer",
}
_WHAT = "|".join(map(re.escape, _TOTALS))


@rule(
    rf"(?P<totals>(?:[\w-]+ (?:used {NUMBER} times the|needs less) (?:CPU )?time .+?\. )+)"
    rf"(?P<price>Neither is weaker than the other|For the same request .+)\."
)
def _headline(said: re.Match[str], t: Tables) -> None:
    told = re.split(r"(?<=[a-z)])\. ", said["totals"].strip().rstrip("."))
    for one in told:
        used = re.fullmatch(
            rf"(?P<first>[\w-]+) used (?P<ratio>{NUMBER}) times the CPU time of "
            rf"(?P<second>[\w-]+) for (?P<what>{_WHAT}) "
            rf"(?P<where>[^(]+(?:\(\d+ measurements?\))?)(?P<beside> \(.+\))?; .+",
            one,
        )
        less = re.fullmatch(
            rf"(?P<second>[\w-]+) needs less CPU time than (?P<first>[\w-]+) for "
            rf"(?P<what>{_WHAT}): [\w-]+ needs (?P<ratio>{NUMBER}) times as much"
            rf"(?P<beside> \([^)]+\))?, (?P<where>.+)",
            one,
        )
        found = used or less
        assert found is not None, f"no rule for {one!r}"
        pair = Pair(t, found["first"], found["second"], _TOTALS[found["what"]])
        centre, low, high = _widened(t, pair, _TOTALS[found["what"]])
        agree(found["ratio"], centre)
        beside = found["beside"] or ""
        if ends := re.search(rf"interval ({NUMBER}) to ({NUMBER})", beside):
            agree(ends[1], low)
            agree(ends[2], high)
        else:
            assert math.isnan(low)
        if clock := re.search(rf"by the clock ({NUMBER}) times", beside):
            agree(clock[1], pair.by_the_clock())
        many = re.search(r"\d+", found["where"])
        assert many is not None and int(many[0]) == len(pair.measured), found["where"]


_TIMES = 7
"""Times that are compared, and corrected for together."""


def _twins(t: Tables, aspect: str) -> float:
    """What the two names of a system differ by, as a difference of logarithms; 0 in quiet."""
    if not len(t.twins) or _crowded(t).mean() <= 0.05:
        return 0.0
    name, of = t.twins[["sut", "twin_of"]].iloc[0]
    aspect = "total time" if aspect == "first answer" else aspect
    return math.log1p(Pair(t.with_twins(), name, of, aspect).beyond_chance())


def _widened(t: Tables, pair: Pair, aspect: str) -> tuple[float, float, float]:
    """The typical ratio and its interval, as far apart as a loaded machine makes its ends."""
    centre, low, high = pair.located()
    if pair.is_size or math.isnan(low):
        return centre, low, high
    more, apart = _assumed(t), _twins(t, aspect)
    below = math.hypot(math.log(centre / low), apart)
    above = math.hypot(math.log(high / centre), apart)
    return centre, centre * math.exp(-below) / more, centre * math.exp(above) * more


def _assumed(t: Tables) -> float:
    """How many times farther off the ends of a CPU time's interval are where the machine was loaded
    and nothing was measured twice."""
    again = len(t.twins) or t.evaluations["round"].nunique() > 1
    return 3.0 if _crowded(t).mean() > 0.05 and not again else 1.0


# What the run can tell apart


@rule(
    rf"Differences below (?P<cpu>{PERCENT}) of CPU time and (?P<wall>{PERCENT}) of wall time are "
    r"not resolved here \((?P<system>[\w-]+) measured twice on (?P<n>\d+) circuits?, total time\)\."
)
def _floor(said: re.Match[str], t: Tables) -> None:
    twin = t.twins[t.twins["twin_of"] == said["system"]]["sut"].iloc[0]
    pair = Pair(t.with_twins(), twin, said["system"], "total time")
    agree(said["cpu"], max(0.02, pair.beyond_chance()))
    agree(said["wall"], max(0.02, pair.beyond_chance(clock=True)))
    assert int(said["n"]) == len(pair.units)


@rule(
    r"Medians over the (?P<n>\d+) cases? that all (?P<who>candidates|systems compared) got right; "
    r"wall times\. Security is what our estimator gives, ingestion that of key and circuit, a "
    r"ciphertext those of one input, peak the most memory of client or server in any step\.(?: ▾ "
    r"marks the least of the candidates, where that is resolved\.)?(?: In brackets: over fewer "
    r"cases, not to be compared\.)?"
)
def _medians(said: re.Match[str], t: Tables) -> None:
    def check(part: Tables) -> None:
        able = [system for system in t.systems if _may_be_chosen(part, system)]
        hidden = [s for s in t.systems if part.scheme(s) not in ("none", "plaintext", "plain")]
        sets = [able] if said["who"] == "candidates" else [able, *_several(hidden), hidden]
        counts = {_cases(part, among) for among in sets if among}
        assert int(said["n"]) in counts, (said["n"], counts)

    of_some_kind(t, check)


def _several(systems: list[str]) -> list[list[str]]:
    return [[s for s in systems if s != left] for left in systems] + [[s] for s in systems]


def _cases(t: Tables, among: list[str]) -> int:
    common: pd.DataFrame = t.answered_by_all(among).evaluations
    return len(common[common["sut"] == among[0]])


@rule(
    r"Times are CPU times\. A ratio below 1 means that (?P<a>[\w-]+) needs less\. Wins count the "
    r"units in which (?P<b>[\w-]+) : (?P<c>[\w-]+) needs less\. p is corrected for the number of "
    r"aspects \(Holm\); that of signed ranks is not\."
)
def _table_note(said: re.Match[str], t: Tables) -> None:
    assert said["a"] == said["b"] and {said["b"], said["c"]} <= set(t.systems)


@rule(
    rf"(?P<systems>{NAMES}) (?:does|do) not encrypt\. The ratio is the price of encryption, not a "
    r"difference between libraries\."
)
def _bare(said: re.Match[str], t: Tables) -> None:
    for system in listed(said["systems"]):
        assert t.scheme(system) in ("none", "plaintext", "plain"), system
