"""Limits, order and the sentences that say why."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from ringassay.advice import advising
from ringassay.advice.figures import Assessed, Candidate, Cost, Excluded, Limits, Step
from ringassay.advice.proof import Proof, Proven
from ringassay.advice.ranking import difference, judge
from ringassay.advice.sentences import answer, exclusions, proof
from ringassay.advice.words import size, time
from ringassay.circuit import Circuit

S = 1e9


def candidate(name: str, **changes: object) -> Candidate:
    steps: dict[Step, float] = {
        "keys": 1 * S,
        "ingest": 0.1 * S,
        "encrypt": 0.2 * S,
        "evaluate": 2 * S,
        "decrypt": 0.05 * S,
    }
    made = Candidate(
        system=name,
        label=name.upper(),
        ours=False,
        provable=True,
        cost=Cost(steps, peak_bytes=5e8, key_bytes=1e8, ciphertext_bytes=1e6),
        basis="runs",
        error=0.03,
        parameters={"n": 8192, "m": 16384, "log2_qp": 200.4},
        security_bits=140.0,
        security_how="primal",
    )
    return replace(made, **changes)  # type: ignore[arg-type]


def taking(name: str, **steps: float) -> Candidate:
    one = candidate(name)
    return replace(one, cost=replace(one.cost, ns={**one.cost.ns, **steps}))  # type: ignore[arg-type]


def test_the_fastest_comes_first_and_inputs_count() -> None:
    quick_keys = taking("a", keys=0.1 * S, evaluate=3 * S)
    quick_evaluation = taking("b", keys=5 * S, evaluate=1 * S)
    found = Assessed(candidates=[quick_evaluation, quick_keys])
    first, _ = judge(found, Limits())
    many, _ = judge(found, Limits(inputs=10))
    assert [one.system for one in first] == ["a", "b"]
    assert [one.system for one in many] == ["b", "a"]


def test_inputs_count_in_every_sentence_and_limit() -> None:
    """Keys take 4.9 s more, each evaluation 1 s: from the fifth input on that is the reason."""
    quick, slow = taking("a", keys=0.1 * S), taking("b", keys=5 * S, evaluate=3 * S)
    assert difference(quick, slow, Limits()).step == "keys"
    assert difference(quick, slow, Limits(inputs=10)).step == "evaluate"
    # 1 s of keys, 0.1 s of ingestion, and 2.25 s for each input.
    (once,) = judge(Assessed(candidates=[candidate("a")]), Limits(seconds=20))[0]
    assert once.cost.total_ns(1) == pytest.approx(3.35 * S)
    assert once.cost.total_ns(10) == pytest.approx(23.6 * S)
    (left_out,) = judge(Assessed(candidates=[candidate("a")]), Limits(seconds=20, inputs=10))[1]
    assert left_out.reason == "takes 23.6 s, 20.0 s are allowed"


def test_what_nobody_probed_is_compared_and_not_recommended() -> None:
    """A cipher of base64 is always the fastest."""
    base64 = replace(taking("base64", evaluate=0.01 * S), shipped=False)
    said = answer([base64, candidate("seal"), candidate("openfhe")], Limits())
    assert said[0].startswith("Use SEAL (")
    assert any(text.startswith("BASE64 (") for text in said)
    assert "SEAL and OPENFHE are too close for a prediction: `--prove 3`" in " ".join(said)
    assert said[-1].startswith("Whether BASE64 encrypts is not shown, and none of these is rec")
    alone = answer([base64], Limits())
    assert alone[0].startswith("Nothing is recommended. BASE64 (")
    assert alone[-1] == said[-1]


def test_the_inputs_asked_for_are_those_that_advice_ranks_by(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    quick_keys = taking("a", keys=0.1 * S, evaluate=3 * S)
    slow_keys = taking("b", keys=5 * S, evaluate=1 * S)
    # Candidates are as given: making them takes minutes of calibration.
    made = Assessed(candidates=[slow_keys, quick_keys])
    monkeypatch.setattr(advising, "assess", lambda _computation, _tools: made)

    def best(inputs: int) -> str:
        circuit = Circuit.parse(b"W=2,D=2.0,L=4,T=17\nG2:LMUL(W0,W1)")
        found = advising.advise(circuit, inputs=inputs, store=str(tmp_path / "x.db"))
        assert found.limits.inputs == inputs
        return found.ranking[0].system

    assert [best(1), best(10)] == ["a", "b"]


@pytest.mark.parametrize(
    ("limits", "changes", "reason"),
    [
        (Limits(128), {"security_bits": 112.3}, "has 112 bits of security, 128 bits are asked for"),
        (Limits(128), {"security_bits": None}, "has a security that cannot be estimated: primal"),
        (
            Limits(128, precision_bits=20),
            {"precision_bits": 17.9},
            "leaves 17 bits of precision, 20 bits are asked for",
        ),
        (
            Limits(128, memory_bytes=4e8),
            {},
            "needs 500 MB of memory, 400 MB are allowed",
        ),
        (Limits(128, seconds=3), {}, "takes 3.35 s, 3.00 s are allowed"),
    ],
)
def test_a_limit_excludes_with_its_figures(
    limits: Limits, changes: dict[str, object], reason: str
) -> None:
    ranked, excluded = judge(Assessed(candidates=[candidate("seal", **changes)]), limits)
    assert ranked == []
    assert [(one.system, one.reason) for one in excluded] == [("seal", reason)]
    assert excluded[0].candidate is not None, "its figures stay"
    assert answer([], limits) == [
        "No system runs this computation within the limits; each is excluded below."
    ]


def test_at_the_limit_nothing_is_excluded() -> None:
    limits = Limits(140.05, precision_bits=20, memory_bytes=5e8, seconds=3.35)
    ranked, _ = judge(Assessed(candidates=[candidate("seal", precision_bits=20.0)]), limits)
    assert len(ranked) == 1


def test_ciphertexts_that_no_packet_holds_exclude() -> None:
    one = candidate("seal")
    large = replace(one, cost=replace(one.cost, ciphertext_bytes=2.0**31))
    _, excluded = judge(Assessed(candidates=[large]), Limits())
    assert "2.15 GB of ciphertexts" in excluded[0].reason


def test_the_answer_says_why() -> None:
    first = taking("a", keys=0.1 * S)
    second = taking("b", keys=4 * S, evaluate=1 * S)
    said = answer([first, second], Limits())
    assert said[0].startswith(
        "Use A (n = 8192, log2 q = 200): 2.45 s of processor time for one input, most of it "
        "evaluation (2.00 s)"
    )
    assert "B (n = 8192, log2 q = 200) takes 2.18 times as long" in said[1]
    assert "because key generation takes 4.00 s, not 100 ms" in said[1]
    assert "its evaluation is faster (1.00 s)" in said[1]
    assert said[2].startswith("Under one key A takes the least for few inputs; from ")
    assert len(said) == 3


def test_a_search_for_parameters_is_told_beside_the_total() -> None:
    one = taking("a", keys=0.4 * S)
    searching = replace(one, cost=replace(one.cost, search_ns=9.96 * S))
    assert searching.cost.total_ns(1) == one.cost.total_ns(1)
    (said,) = answer([searching], Limits())
    assert "2.75 s of processor time for one input" in said
    assert "not counted: choosing these parameters, once for all keys, takes 9.96 s." in said
    # Who searches longest is not ranked for it.
    ranked, _ = judge(Assessed(candidates=[taking("b", keys=0.5 * S), searching]), Limits())
    assert [candidate.system for candidate in ranked] == ["a", "b"]


def test_what_is_close_is_left_to_a_proof() -> None:
    said = answer([taking("a"), taking("b", keys=1.1 * S)], Limits())
    assert "A and B are too close for a prediction: `--prove 2` decides between them." in said


def test_exclusions_are_sentences() -> None:
    found = exclusions([Excluded("fv", "FV", "computes with integers, not with reals")])
    assert found == ["FV is excluded: it computes with integers, not with reals."]


def test_what_one_reason_excludes_is_one_sentence() -> None:
    reasons = {"a": "is slow", "b": "cannot run here; do: `x`", "c": "is slow", "d": "is slow"}
    found = exclusions([Excluded(name, name.upper(), why) for name, why in reasons.items()])
    assert found == [
        "A, C and D are excluded: each is slow.",
        "B is excluded: it cannot run here; do: `x`",
    ]


def proven(one: Candidate, rank: int, total: float, place: int | None) -> Proven:
    truth = replace(
        one.cost, ns={**one.cost.ns, "keys": total - (sum(one.cost.ns.values()) - 1 * S)}
    )
    return Proven(one, rank, place, truth, 3, 3, None, None)


def test_a_proof_says_whether_the_best_was_predicted() -> None:
    a, b = taking("a"), taking("b", evaluate=2.2 * S)
    found = Proof(("run",), (proven(a, 1, 4.0 * S, 2), proven(b, 2, 3.9 * S, 1)))
    assert found.best is not None and found.best.candidate is b
    assert found.proven[0].total_error(1) == pytest.approx(3.35 / 4.0 - 1)
    said = proof(found, Limits())
    assert said[-1] == "The best of those executed, B, was predicted second (run run)."
    assert said[0] == (
        "A, executed: 4.00 s, 3 of 3 answers right; predicted 3.35 s (-16.2 %); peak memory 500 MB "
        "(+0.0 %)."
    )


def test_a_failure_is_no_rank() -> None:
    failed = Proven(candidate("a"), 1, None, None, 0, 3, None, "crash at evaluate")
    said = proof(Proof(("run",), (failed,)), Limits())
    assert said[0] == "A failed: crash at evaluate."
    assert said[-1] == "Nothing that was executed gave right answers only."


def test_figures_have_units() -> None:
    assert [time(ns) for ns in (5, 1234, 1.5e6, 59.96e9, 200e9, 7300e9, 28197e9)] == [
        "5 ns", "1.23 µs", "1.50 ms", "60.0 s", "3 min 20 s", "2 h 2 min", "7 h 50 min",
    ]  # fmt: skip
    assert [size(count) for count in (12, 1999, 5e6, 3.25e9)] == [
        "12.0 B", "2.00 kB", "5.00 MB", "3.25 GB",
    ]  # fmt: skip


def test_the_price_in_bits_of_what_is_faster_is_named() -> None:
    """As in reports (`security.asked`): three bits are none."""
    fast = candidate("fast")
    strong = replace(taking("strong", evaluate=4 * S), security_bits=180.0)
    near = replace(taking("near", evaluate=4 * S), security_bits=142.9)
    ranking, excluded = judge(Assessed(candidates=[strong, near, fast]), Limits(128))
    assert not excluded and ranking[0] is fast
    said = {one.split()[0]: one for one in answer(ranking, Limits(128))}
    assert "it has 40 bits of security more (180 bits)" in said["STRONG"]
    assert "security" not in said["NEAR"]
