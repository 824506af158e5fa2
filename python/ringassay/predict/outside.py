"""A library seen only from outside, predicted by p-calibration over n and limbs.

Key parameters of growing depth and security make a library choose larger rings and moduli. At each
of them the same circuit goes through the protocol: keys, encryption, evaluation, decryption. Curves
through one, two and three of these points then predict the others.
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ringassay.errors import UserError
from ringassay.evaluation.ports import CircuitLike, SessionLike
from ringassay.predict.points import (
    Errors,
    PointsError,
    calibrate_by_points,
    compare,
    spread_points,
)
from ringassay.spaces import APPROXIMATE

STEPS = ("keys", "encrypt", "evaluate", "decrypt")
"""What a sample consists of, ingestion left out: it loads keys, and plans in ways of its own."""

APPLICATION = b"W=2,D=1.1,L=2\nG2:LADD(W0,W1)\nG3:LMUL(G2,W1)"
"""The five functions: keys, encryption, addition, multiplication, decryption."""

REAL_APPLICATION = b"W=2,D=1,L=2,R=1\nG2:LADD(W0,W1)\nG3:LMUL(G2,W1)"
"""The same for libraries that compute with reals."""

PRECISION = 20
"""Bits that are asked for over reals."""

FEWEST = 4
"""A sweep has at least one point more than the longest curve needs."""


class OutsideError(UserError, RuntimeError):
    """Nothing could be measured; the message says why."""

    exit_code = 1


@dataclass(frozen=True)
class Place:
    """What a library chose: the ring's degree, and the primes of the modulus of its keys."""

    n: int
    limbs: int


@dataclass(frozen=True)
class Measured:
    """A place, and what the circuit took there."""

    place: Place
    params: str
    """The key parameters that led there."""
    cpu_ns: tuple[tuple[int, ...], ...]
    """Processor time of each step of `STEPS`, for each sample."""
    key_bytes: int

    @property
    def total_ns(self) -> float:
        """The sum of the steps' medians."""
        return float(sum(statistics.median(step) for step in zip(*self.cpu_ns, strict=True)))

    @property
    def spread(self) -> float:
        """Half the distance between the quartiles of the samples' sums, relative."""
        sums = [sum(sample) for sample in self.cpu_ns]
        if len(sums) < 2:
            return math.nan
        low, _, high = statistics.quantiles(sums, n=4, method="inclusive")
        return (high - low) / 2 / self.total_ns


@dataclass(frozen=True)
class OutsideSweep:
    """Places along one parameter; errors are those at places that gave no point to the curve."""

    name: str
    parameter: str
    measured: tuple[Measured, ...]
    spread: float
    by_points: Mapping[int, Errors]
    """By the number of points of the curve."""


@dataclass(frozen=True)
class Outside:
    """All sweeps of one library."""

    sut: str
    sweeps: tuple[OutsideSweep, ...]
    refused: tuple[str, ...]
    """Key parameters that the library does not serve."""

    def errors(self, points: int) -> Errors:
        """Those of all sweeps together. Raises `PointsError` if none has so many points."""
        found = [sweep.by_points[points] for sweep in self.sweeps if points in sweep.by_points]
        count = sum(errors.count for errors in found)
        if count == 0:
            raise PointsError(f"no sweep has {points} points and others to compare with")
        weigh = [errors.count / count for errors in found]
        return Errors(
            mean=sum(w * errors.mean for w, errors in zip(weigh, found, strict=True)),
            largest=max(errors.largest for errors in found),
            signed=sum(w * errors.signed for w, errors in zip(weigh, found, strict=True)),
            count=count,
        )


def application(hello: Mapping[str, Mapping[str, Any]]) -> bytes:
    """The circuit for a library that has these spaces."""
    spaces = {space for said in hello.values() for space in said.get("spaces", [])}
    return REAL_APPLICATION if "real" in spaces and "gf2" not in spaces else APPLICATION


def settings(depths: Iterable[int], securities: Iterable[int], circuit: CircuitLike) -> list[str]:
    """Key parameters for a circuit, as text (docs/formats.md), smallest first."""
    is_real = circuit.summary()["space"] in APPROXIMATE
    found = []
    for security in securities:
        own = circuit.key_parameters(security, None, PRECISION if is_real else None).decode()
        # Those of fan-in circuits are a security level alone.
        own = own if "=" in own else f"L=1,D=1,K={own}"
        fields = dict(field.split("=", 1) for field in own.split(","))
        for depth in depths:
            fields["D"] = f"{depth}.0"
            found.append(",".join(f"{key}={value}" for key, value in fields.items()))
    return found


def measure(
    session: SessionLike,
    circuit: CircuitLike,
    params: Sequence[str],
    *,
    rounds: int,
    progress: Callable[[int, int], object] = lambda done, total: None,
) -> tuple[list[Measured], list[str]]:
    """What the circuit takes at each place that the library chooses, and what it refuses.

    Of key parameters that lead to the same place the first are kept. All places in turns, round
    after round. Raises `OutsideError` when a step fails.
    """
    found: dict[Place, tuple[str, list[tuple[int, ...]], int]] = {}
    refused: list[str] = []
    total = len(params) * rounds
    for text in params:
        place, sample, key_bytes = _sample(session, circuit, text, known=found.keys())
        if place is None:
            refused.append(text)
        elif sample is not None:
            found[place] = (text, [sample], key_bytes)
        progress(len(refused) + len(found), total)
    total = len(found) * rounds
    for again in range(1, rounds):
        for at, (text, samples, _) in enumerate(found.values()):
            _, sample, _ = _sample(session, circuit, text)
            if sample is not None:
                samples.append(sample)
            progress(again * len(found) + at + 1, total)
    return [
        Measured(place, text, tuple(samples), key_bytes)
        for place, (text, samples, key_bytes) in sorted(
            found.items(), key=lambda item: (item[0].n, item[0].limbs)
        )
    ], refused


def _sample(
    session: SessionLike, circuit: CircuitLike, params: str, known: Iterable[Place] = ()
) -> tuple[Place | None, tuple[int, ...] | None, int]:
    """Where these key parameters lead, what the steps take there unless it is known, key's size."""
    keys = session.keygen(params.encode())
    if keys.outcome == "refused":
        return None, None, 0
    if not keys.ok:
        raise OutsideError(f"key generation at {params}: {keys.outcome}: {dict(keys.detail)}")
    place = _place((keys.report or {}).get("parameters", {}), params)
    if place in known:
        return place, None, 0
    for step in (
        session.ingest(circuit.to_bytes()),
        encrypted := session.encrypt(circuit.random_input(1)),
        evaluated := session.evaluate(),
        decrypted := session.decrypt(),
    ):
        if not step.ok:
            raise OutsideError(f"{params}: {step.outcome}: {dict(step.detail)}")
    sample = (
        keys.client_cpu_ns,
        encrypted.client_cpu_ns,
        evaluated.server_cpu_ns,
        decrypted.client_cpu_ns,
    )
    return place, sample, keys.payload_bytes


def _place(parameters: Mapping[str, object], params: str) -> Place:
    n, primes = parameters.get("n"), parameters.get("q_bits")
    special = parameters.get("p_bits") or []
    if not isinstance(n, int) or not isinstance(primes, list) or not isinstance(special, list):
        raise OutsideError(
            f"the system under test does not report n and q_bits of its key for {params}: "
            "without them there is nothing to calibrate over"
        )
    return Place(n, len(primes) + len(special))


def sweep(sut: str, measured: Sequence[Measured], refused: Sequence[str]) -> Outside:
    """The sweeps along limbs for each n, along n for each number of limbs, and over both.

    Over both, time is taken as n·log2 n times a polynomial in the number of limbs.
    """
    found = []
    sizes = sorted({one.place.n for one in measured})
    for n in sizes:
        own = [one for one in measured if one.place.n == n]
        found.append(_sweep(f"limbs at n = {n}", "limbs", own, _limbs, fewest=FEWEST))
    for limbs in sorted({one.place.limbs for one in measured}):
        own = [one for one in measured if one.place.limbs == limbs]
        found.append(_sweep(f"n with {limbs} limbs", "n", own, _steps, fewest=FEWEST - 1))
    if len(sizes) > 1:
        found.append(_sweep("n and limbs", "both", measured, _limbs, fewest=FEWEST, model=_steps))
    return Outside(sut, tuple(one for one in found if one is not None), tuple(refused))


def _limbs(one: Measured) -> float:
    return float(one.place.limbs)


def _steps(one: Measured) -> float:
    """n·log2 n, as the steps of a transform."""
    return one.place.n * math.log2(one.place.n)


def _sweep(
    name: str,
    parameter: str,
    measured: Sequence[Measured],
    along: Callable[[Measured], float],
    *,
    fewest: int,
    model: Callable[[Measured], float] = lambda one: 1.0,
) -> OutsideSweep | None:
    """Curves in what `along` says, which `model` is multiplied by."""
    xs = sorted({along(one) for one in measured})
    if len(xs) < fewest:
        return None
    by_points = {}
    for count in (1, 2, 3):
        if count >= len(xs):
            break
        chosen = [
            next(one for one in measured if along(one) == x) for x in spread_points(xs, count)
        ]
        known = [(along(one), one.total_ns / model(one)) for one in chosen]
        curve = calibrate_by_points([(0.0, 0.0), *known] if count == 1 else known)
        others = [one for one in measured if one not in chosen]
        by_points[count] = compare((curve(along(one)) * model(one), one.total_ns) for one in others)
    spread = statistics.median(one.spread for one in measured)
    return OutsideSweep(name, parameter, tuple(measured), spread, by_points)
