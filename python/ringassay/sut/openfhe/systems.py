"""The systems under test that OpenFHE makes, by scheme."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from ringassay.sut.bit_party import MAX_BATCH
from ringassay.sut.circuits import read_circuit
from ringassay.sut.kit import (
    FAN_IN_GATES,
    REAL_GATES,
    ZT_GATES,
    Circuit,
    Client,
    Refused,
    Server,
)
from ringassay.sut.openfhe import gates, integers, reals


def _planned_elsewhere(_: bytes) -> Circuit:
    raise Refused("circuits come as slot programs: this Python has no planner")


@dataclass(frozen=True)
class System:
    """Client and server of a scheme, and what they take."""

    client: Callable[[], Client]
    server: Callable[[], Server]
    spaces: Sequence[str]
    gates: Sequence[str]
    limits: Mapping[str, int]
    is_planned: bool = True
    """Whether it takes slot programs."""
    parse_circuit: Callable[[bytes], Circuit] = field(default=_planned_elsewhere)


def system(scheme: str) -> System:
    """That of `bgv`, `bfv`, `ckks` or `binfhe`."""
    if scheme == "binfhe":
        limits = {"max_batch": MAX_BATCH}
        return System(gates.GateClient, gates.GateServer, ("gf2",), (), limits, False, read_circuit)
    if scheme == "ckks":
        limits = {"max_batch": reals.CKKS.dimensions[-1] // 2}
        return System(reals.RealClient, reals.RealServer, ("real",), REAL_GATES, limits)
    return System(
        lambda: integers.IntegerClient(scheme),
        integers.IntegerServer,
        ("gf2", "zt"),
        (*ZT_GATES, *FAN_IN_GATES),
        {
            "max_batch": integers.BFV.dimensions[-1] // 2,
            "min_modulus": 2 * integers.BFV.dimensions[0] + 1,
            "max_modulus": (1 << integers.MAX_MODULUS_BITS[scheme]) - 1,
        },
    )
