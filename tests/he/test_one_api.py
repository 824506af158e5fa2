"""One set of names for BGV, BFV and CKKS, and one direction of all their rotations."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from ringassay import bfv, bgv, ckks
from ringassay.circuit import Circuit
from ringassay.he import ciphertext, keys, parameters
from ringassay.trace import trace

LENGTH = 8
INTEGERS = {"index": 256, "insist": True, "plaintext": 257, "length": LENGTH, "depth": 3}
MODULES = {"bgv": bgv, "bfv": bfv, "ckks": ckks}


@pytest.fixture(scope="module", params=MODULES)
def scheme(request) -> tuple[Any, Any, np.ndarray]:
    """Parameters, keys, a vector."""
    if request.param == "ckks":
        chosen: Any = ckks.choose(depth=3, precision=12, length=LENGTH, degree=1024, insist=True)
        x: Any = np.linspace(-0.75, 0.75, LENGTH)
    else:
        chosen = MODULES[request.param].choose(**INTEGERS)
        x = np.arange(3, 3 + LENGTH)
    return chosen, chosen.keys(), x


def _same(found: Any, wanted: Any) -> bool:
    return bool(np.allclose(np.asarray(found), wanted, atol=2**-8))


def _entries(x: Any) -> Any:
    return x % 257 if np.asarray(x).dtype.kind == "i" else x


def test_positive_amounts_rotate_to_the_left(scheme):
    chosen, made, x = scheme
    a = made.encrypt(x)
    for amount in (0, 1, 3, -1, LENGTH, LENGTH + 2, -2 * LENGTH - 1):
        assert _same(made.decrypt(a.rotate(amount)), np.roll(x, -amount)), amount
    # numpy counts the other way, on ciphertexts as well.
    assert _same(made.decrypt(np.roll(a, 3)), np.roll(x, 3))
    own = chosen.keys(rotations=[3])
    assert own.evaluation.rotations <= 2
    assert _same(own.decrypt(own.encrypt(x).rotate(3)), np.roll(x, -3))


def test_gates_of_circuits_count_to_the_right():
    circuit = Circuit.parse(b"W=1,D=1,L=8,T=257\nG1:LROTATE(W0,3)")
    x = np.arange(8)
    for module in (bgv, bfv):
        own = module.choose(**INTEGERS).keys(rotations=circuit)
        program = own.evaluation.compile(circuit)
        assert _same(own.decrypt(program([own.encrypt(x)])), np.roll(x, 3))
        assert _same(own.decrypt(own.encrypt(x).rotate(-3)), np.roll(x, 3))


def test_traced_functions_roll_as_numpy_does():
    traced = trace(lambda x: np.roll(x, 3), LENGTH, 257)
    answer = traced.circuit.evaluator().evaluate(traced.input_text(np.arange(LENGTH)))
    assert answer == b"[5,6,7,0,1,2,3,4]"


def test_what_does_the_same_is_called_the_same(scheme):
    _, made, x = scheme
    a, b = made.encrypt(x), made.encrypt(x[::-1].copy())
    assert _same(made.decrypt(a**3), _entries(x**3))
    assert _same(made.decrypt(a * a), _entries(x * x))
    mask = np.arange(LENGTH) % 2
    assert _same(made.decrypt(a.select(b, mask)), np.where(mask == 1, x, x[::-1]))
    with pytest.raises(bgv.VectorError, match="0 and 1"):
        a.select(b, np.full(LENGTH, 2))
    noise, after = a.noise, (a * b).noise
    assert isinstance(noise, ciphertext.Noise)
    assert noise.budget_bits == a.budget_bits > after.budget_bits > 0
    assert (noise.parts, noise.modulus_bits >= after.modulus_bits) == (2, True)
    largest = a
    with pytest.raises(bgv.NoiseBudgetError):
        while True:
            largest = largest + largest
    assert (largest.insisting() + largest).budget_bits <= 0 < largest.budget_bits


def test_keys_are_asked_for_in_one_way(scheme):
    chosen, made, x = scheme
    none = chosen.keys(rotation_keys=0)
    assert none.evaluation.rotations == 0 < made.evaluation.rotations
    with pytest.raises(bgv.MissingKeyError):
        none.encrypt(x).rotate(1)
    with pytest.raises(bgv.VectorError, match="give one"):
        chosen.keys(rotation_keys=1, rotations=[1])
    assert isinstance(made, keys.Keys)
    assert isinstance(chosen, parameters.Parameters)


def test_too_few_rotation_keys_are_refused():
    chosen = ckks.choose(depth=1, precision=12, length=8, degree=1024, insist=True)
    with pytest.raises(ckks.ParametersError, match="that takes 3"):
        chosen.keys(rotation_keys=2)
    assert chosen.keys(rotation_keys=3).evaluation.rotations == 3


def test_all_public_names_are_listed():
    for module in MODULES.values():
        assert set(module.__all__) <= set(dir(module))
        assert {"Ciphertext", "Keys", "Noise", "SchemeError", "choose"} <= set(dir(module))
    public = {name for name in dir(ciphertext.Ciphertext) if not name.startswith("_")}
    for module in MODULES.values():
        assert public <= set(dir(module.Ciphertext))


def test_circuits_are_compiled(scheme):
    _, made, x = scheme
    y = x[::-1].copy()

    def function(a, b):
        return a * b + np.roll(a, 2) - 3 * b

    if x.dtype.kind == "f":
        traced = trace(function, LENGTH, bound=1.0)
    else:
        traced = trace(function, LENGTH, 257)
    program = made.evaluation.compile(traced.circuit)
    assert isinstance(program, bgv.Program)
    assert "product" in program.plan
    wanted = _entries(function(x, y))
    found = program([made.encrypt(x), made.encrypt(y)])
    assert _same(made.decrypt(found), wanted)
    if x.dtype.kind == "f":  # the result is a ciphertext like any other
        assert _same(made.decrypt(found + found.rotate(1)), wanted + np.roll(wanted, -1))
    assert _same(
        made.decrypt(ckks.evaluate(traced.circuit, [made.encrypt(x), made.encrypt(y)])), wanted
    )


def test_circuits_over_numbers():
    chosen = ckks.choose(depth=3, precision=12, length=8, degree=1024, insist=True)
    made = chosen.keys()
    x = np.linspace(-0.75, 0.75, 8)
    traced = trace(lambda a: a * a * a, 8, bound=1.0)
    program = made.evaluation.compile(traced.circuit)
    found = program([made.encrypt(x)])
    assert _same(made.decrypt(found), x**3)
    assert found.noise.level == 1  # as high as operators would leave it
    with pytest.raises(ckks.SchemeError):
        program([found])
    with pytest.raises(ckks.SchemeError):
        program([made.encrypt(x), made.encrypt(x)])
    odd = ckks.choose(depth=3, precision=12, length=5, degree=1024, insist=True).keys()
    with pytest.raises(ckks.UnfitCircuitError, match="length=8"):
        odd.evaluation.compile(trace(lambda a: a * a, 5, bound=1.0).circuit)
    with pytest.raises(ckks.UnfitCircuitError):
        made.evaluation.compile(trace(lambda a: a * a, 8, 257).circuit)
    without = chosen.keys(rotation_keys=0).evaluation
    with pytest.raises(ckks.SchemeError, match="otat"):
        without.compile(trace(lambda a: np.roll(a, 1), 8, bound=1.0).circuit)
