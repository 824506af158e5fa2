"""What `sut check` says of answers over reals."""

from __future__ import annotations

import pytest

from ringassay.evaluation.conformance import circuits, hello
from ringassay.evaluation.conformance.circuits import Space
from ringassay.evaluation.conformance.explain import explain_reals
from ringassay.evaluation.judgement import Approximate, judge, numbers_of

REALS = Space(None, 5, 128, 2, True)


def test_spaces_that_there_are_are_known() -> None:
    said = {"client": {"spaces": ["real"]}, "server": {"spaces": ["real"]}}
    assert not [one for one in hello.judge(said) if "do not exist" in str(one)]


@pytest.mark.parametrize(
    ("answer", "said", "do"),
    [
        (lambda right: right, None, None),
        (lambda right: [x + 1e-3 for x in right], "bits are right where 15", "larger scale"),
        (lambda right: [x + 3.0 for x in right], "LMUL gave", "rescaled"),
        (lambda right: right[:-1], "4 slots instead of 5", "docs/formats.md"),
        (lambda right: [float("nan")] * 5, "finite", "docs/formats.md"),
    ],
)
def test_each_verdict_is_explained(answer, said, do) -> None:  # type: ignore[no-untyped-def]
    trial = next(circuits.single(REALS, "LMUL"))
    assert isinstance(trial.expected, Approximate)
    (right,) = numbers_of(trial.expected)
    # By hand: the product of the operands, slot by slot.
    a, b = trial.asked.operands
    assert right == pytest.approx([x * y for x, y in zip(a, b, strict=True)], abs=1e-12)
    text = ("[" + ",".join(map(repr, answer(right))) + "]").encode()
    judged = judge(trial.expected, text, trial.expected.tolerance)
    if said is None:
        assert judged.matches
        return
    found = explain_reals(trial.asked, text, judged, trial.expected.tolerance.bits)
    assert said in found[0] and do in found[1], found


def test_a_circuit_of_all_gates_keeps_to_the_levels_of_its_key() -> None:
    whole = circuits.together(REALS, circuits.SIMD)
    assert whole is not None
    taking = [
        name for name in ("LMUL(", "LMULconst(", "LSELECT(") if name in whole.circuit.decode()
    ]
    assert len(taking) == REALS.depth
