"""Which circuits share a key.

Key generation is the dearest step of many libraries. Circuits whose key parameters are equal
always share one key; a suite may let more share (`key_sharing`): the circuits of one point, or
all circuits of one batch width and plaintext space, under the parameters of the deepest of them.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal

from ringassay.spaces import APPROXIMATE
from ringassay.store.records import StoredCircuit


@dataclass(frozen=True)
class KeyParameters:
    """What the text of key parameters says (docs/formats.md, Key parameters)."""

    text: str
    security: int
    batch: int | None
    depth: Decimal | None

    @classmethod
    def read(cls, text: str) -> KeyParameters:
        """Reads `L=5,D=4.0,K=80[,T=t]`, or a lone security level as for fan-in circuits."""
        if "=" not in text:
            return cls(text, int(text), None, None)
        fields = dict(part.split("=", 1) for part in text.split(","))
        return cls(text, int(fields["K"]), int(fields["L"]), Decimal(fields["D"]))


@dataclass(frozen=True)
class KeyGroup:
    """Circuits evaluated under one key."""

    params: KeyParameters
    circuits: tuple[StoredCircuit, ...]


def group_by_key(circuits: Iterable[StoredCircuit], sharing: str) -> list[KeyGroup]:
    """Groups in the order in which their first circuit comes in the suite.

    `sharing` is `circuit`, `point` or `batch`, as in a suite.
    """
    members: dict[tuple[object, ...], list[StoredCircuit]] = {}
    for circuit in circuits:
        members.setdefault(_shared(circuit, sharing), []).append(circuit)
    chosen = [(_deepest(group), group) for group in members.values()]
    merged: dict[str, tuple[KeyParameters, list[StoredCircuit]]] = {}
    for params, group in chosen:
        merged.setdefault(params.text, (params, []))[1].extend(group)
    return [
        KeyGroup(params, tuple(sorted(group, key=lambda circuit: circuit.position)))
        for params, group in merged.values()
    ]


def _shared(circuit: StoredCircuit, sharing: str) -> tuple[object, ...]:
    space = (circuit.space, circuit.modulus, circuit.batch, circuit.kind == "fan-in")
    if sharing == "batch":
        return space
    if sharing == "point":
        return (*space, circuit.family, circuit.point)
    return (circuit.own_params,)


def _real(group: list[str]) -> str:
    """Key parameters for circuits over numbers that serve all: of each figure the largest."""
    fields = [dict(part.split("=", 1) for part in text.split(",")) for text in group]
    return ",".join(f"{name}={max((one[name] for one in fields), key=float)}" for name in fields[0])


def _deepest(group: list[StoredCircuit]) -> KeyParameters:
    if group[0].space in APPROXIMATE:
        return KeyParameters.read(_real([circuit.own_params for circuit in group]))
    params = [KeyParameters.read(circuit.own_params) for circuit in group]
    return max(params, key=lambda item: item.depth or Decimal(0))
