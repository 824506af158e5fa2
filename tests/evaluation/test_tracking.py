"""Estimates of the time that a run still takes, on a clock that the test moves."""

from __future__ import annotations

import pytest

import ringassay.evaluation.tracking as module
from ringassay.evaluation.progress import CaseDone, StepDone, SutStarted
from ringassay.evaluation.tracking import Tracker


class Played:
    """A run of which every second is known."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.seconds = 0.0
        monkeypatch.setattr(module.time, "monotonic", lambda: self.seconds)
        self.seen: list[CaseDone] = []
        self.tracker = Tracker(lambda e: self.seen.append(e) if isinstance(e, CaseDone) else None)

    def turn(
        self, sut: str, block: str, *, key_s: float, ingest_s: float, case_s: float, cases: int
    ) -> None:
        self.tracker.begin(sut, block)
        if key_s:
            self.seconds += key_s
            self.tracker.emit(SutStarted(sut, int(key_s * 0.25e9), {}))
            self.tracker.emit(StepDone(sut, "keygen", "", "ok", int(key_s * 0.75e9)))
        self.seconds += ingest_s
        self.tracker.emit(StepDone(sut, "ingest", "c", "ok", int(ingest_s * 1e9)))
        for _ in range(cases):
            self.seconds += case_s
            self.tracker.case(CaseDone(sut, "c", "f", 0, 0, "ok", "", 0, 0, None))
        self.tracker.pause(sut)

    @property
    def eta_s(self) -> float | None:
        return self.seen[-1].eta_s


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> Played:
    return Played(monkeypatch)


def test_a_key_is_not_made_for_every_case(played: Played) -> None:
    """A minute for the key and a second for a case: sixteen more cases are sixteen seconds."""
    played.tracker.expect("seal", 17, 0)
    played.tracker.plan([("seal", "key")] * 17)
    played.turn("seal", "key", key_s=60, ingest_s=0, case_s=1, cases=1)
    assert played.eta_s == pytest.approx(16)


def test_each_system_at_its_own_pace_also_after_a_change(played: Played) -> None:
    turns = [(sut, key) for key in ("a", "b") for _ in range(8) for sut in ("fast", "slow")]
    for sut in ("fast", "slow"):
        played.tracker.expect(sut, 32, 0)
    played.tracker.plan(turns)
    paces = {"fast": (1.0, 0.125, 0.25), "slow": (64.0, 2.0, 8.0)}
    begun, ends, told = set(), [], []
    for sut, key in turns:
        key_s, ingest_s, case_s = paces[sut]
        new = (sut, key) not in begun
        begun.add((sut, key))
        played.turn(sut, key, key_s=key_s if new else 0, ingest_s=ingest_s, case_s=case_s, cases=2)
        told.append(played.eta_s)
        ends.append(played.seconds)
    # Nothing is said of a system that was not seen; then the truth, for all is regular.
    assert told[0] is None
    for end, eta_s in list(zip(ends, told, strict=True))[1:]:
        assert eta_s == pytest.approx(ends[-1] - end)
    assert (played.seen[-1].done, played.seen[-1].total) == (64, 64)


def test_nobodys_time_is_not_counted(played: Played) -> None:
    played.tracker.expect("slow", 4, 2)
    played.tracker.plan([("slow", "key")] * 2)
    played.turn("slow", "key", key_s=0, ingest_s=0, case_s=10, cases=1)
    played.seconds += 1000
    assert played.eta_s == 10
    played.turn("slow", "key", key_s=0, ingest_s=0, case_s=10, cases=1)
    assert played.eta_s == 0


def test_a_second_name_has_the_pace_of_the_first(played: Played) -> None:
    played.tracker.expect("seal", 4, 0)
    played.tracker.expect("seal again", 2, 0, like="seal")
    played.tracker.plan([("seal", "key"), ("seal", "key"), ("seal again", "key")])
    played.turn("seal", "key", key_s=30, ingest_s=1, case_s=2, cases=2)
    assert played.eta_s == pytest.approx((1 + 4) + (30 + 1 + 4))
