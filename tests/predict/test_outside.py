"""A library seen only from outside: places, sweeps, curves."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from ringassay.circuit import Circuit
from ringassay.harness import Session
from ringassay.predict import PointsError
from ringassay.predict.outside import (
    APPLICATION,
    Measured,
    OutsideError,
    Place,
    application,
    measure,
    settings,
    sweep,
)
from ringassay.sut.registry import lookup


def planted(n: int, limbs: int, ns: float) -> Measured:
    return Measured(Place(n, limbs), f"{n}/{limbs}", ((round(ns), 0, 0, 0),) * 2, 0)


def quadratic(limbs: int) -> float:
    return 1e6 * (3 * limbs**2 + 5 * limbs + 7)


def test_a_parabola_is_found_from_three_points() -> None:
    places = [planted(4096, limbs, quadratic(limbs)) for limbs in range(2, 9)]
    found = sweep("planted", places, [])
    (limbs,) = found.sweeps
    assert limbs.name == "limbs at n = 4096"
    assert limbs.by_points[3].largest < 1e-9
    assert limbs.by_points[3].count == 4, "only places that gave no point are compared"
    assert 0.01 < limbs.by_points[2].mean < 0.5
    assert found.errors(3).count == 4
    with pytest.raises(PointsError):
        found.errors(4)


def test_along_n_time_grows_as_transforms_do() -> None:
    sizes = {4096: 12, 8192: 13, 16384: 14, 32768: 15}
    places = [planted(n, 3, 40 * n * log) for n, log in sizes.items()]
    (along,) = sweep("planted", places, []).sweeps
    assert along.parameter == "n"
    assert along.by_points[1].largest < 1e-6


def test_one_curve_serves_several_sizes_of_rings() -> None:
    sizes = {4096: 12, 8192: 13}
    places = [
        planted(n, limbs, n * log * (limbs**2 + 4 * limbs))
        for n, log in sizes.items()
        for limbs in range(2 + log - 12, 8)
    ]
    *single, both = sweep("planted", places, []).sweeps
    assert [one.parameter for one in single] == ["limbs", "limbs"]
    assert both.parameter == "both" and both.by_points[3].largest < 1e-6
    assert both.by_points[3].count == len(places) - 3


@pytest.mark.parametrize("name", ["ringassay-bgv", "ringassay-ckks"])
def test_a_real_library_is_measured_where_it_chooses_to_be(name: str) -> None:
    with Session(lookup(name)) as session:
        circuit = Circuit.parse(application(session.hello))
        texts = settings([1, 2], [128], circuit)
        texts.append(texts[0].replace("D=1.0", "D=1000.0"))
        measured, refused = measure(session, circuit, texts, rounds=2)
    assert refused == texts[-1:]
    assert 1 <= len(measured) <= 2
    for one in measured:
        assert one.place.n >= 1024
        assert one.place.limbs >= 2
        assert len(one.cpu_ns) == 2
        assert one.total_ns > 0
        assert one.key_bytes > 0


def test_what_a_library_hides_cannot_be_calibrated_over() -> None:
    step = SimpleNamespace(outcome="ok", ok=True, report={"parameters": {"n": 1024}})
    session: Any = SimpleNamespace(keygen=lambda params: step)
    with pytest.raises(OutsideError, match="q_bits"):
        measure(session, Circuit.parse(APPLICATION), ["L=2,D=1.0,K=128"], rounds=1)
