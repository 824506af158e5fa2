"""Whether a circuit lies within what a SUT declares (docs/protocol.md, HELLO)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, TypeGuard

from ringassay.evaluation.keygroups import KeyParameters
from ringassay.store.records import StoredCircuit


def unsupported_reason(
    hello: Mapping[str, Mapping[str, Any]], circuit: StoredCircuit, params: KeyParameters
) -> str | None:
    """Why the circuit is not sent, or None. A SUT that declares nothing is sent everything;
    what client and server declare must hold for both."""
    for role, said in hello.items():
        for reason in _reasons(said, circuit, params):
            return f"the {role} declares {reason}"
    if circuit.outputs > 1 and not hello:
        return (
            f"nothing is declared, and the circuit has {circuit.outputs} outputs: the original "
            "protocol has one"
        )
    return None


def _reasons(
    said: Mapping[str, Any], circuit: StoredCircuit, params: KeyParameters
) -> Iterator[str]:
    spaces = said.get("spaces")
    if isinstance(spaces, list) and circuit.space not in spaces:
        yield f"spaces {', '.join(map(str, spaces)) or 'none'}; the circuit is {circuit.space}"
    gates = said.get("gates")
    if isinstance(gates, list):
        missing = [gate for gate in circuit.gate_names if gate not in gates]
        if missing:
            yield f"no gate {', '.join(missing)}"
    limits = said.get("limits")
    if not isinstance(limits, Mapping):
        limits = {}
    outputs = limits.get("max_outputs")
    outputs = outputs if _number(outputs) else 1
    if circuit.outputs > outputs:
        yield f"max_outputs {outputs:g}; the circuit has {circuit.outputs}"
    depth = max(float(params.depth or 0), circuit.depth)
    for name, value in (
        ("max_batch", circuit.batch),
        ("max_depth", depth),
        ("max_modulus", circuit.modulus),
        ("max_security", params.security),
    ):
        limit = limits.get(name)
        if _number(limit) and value is not None and value > limit:
            yield f"{name} {limit}; the circuit needs {_written(value)}"
    least = limits.get("min_modulus")
    if _number(least) and circuit.modulus is not None and circuit.modulus < least:
        yield f"min_modulus {least}; the circuit has {circuit.modulus}"


def _written(value: float) -> str:
    """A modulus with all of its digits, a depth with those that it has."""
    return str(value) if isinstance(value, int) else f"{value:g}"


def _number(value: object) -> TypeGuard[float]:
    return isinstance(value, (int, float)) and not isinstance(value, bool)
