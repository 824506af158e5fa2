"""Refreshed ciphertexts: more products in a row than a chain has levels."""

from __future__ import annotations

import os
import signal
import threading
import time

import numpy as np
import pytest

from ringassay import bgv, ckks
from ringassay.circuit import Circuit
from ringassay.trace import trace

LENGTH = 8


@pytest.fixture(scope="module")
def parameters():
    return ckks.choose(depth=3, length=LENGTH, degree=1024, insist=True, refresh=True)


@pytest.fixture(scope="module")
def keys(parameters):
    return parameters.keys(refresh=True)


def test_more_products_than_levels(parameters, keys):
    assert parameters.refreshes
    x = np.array([0.5, -0.25, 0.875, -1, 1, 0.125, 0, 0.75])
    a = keys.encrypt(x)
    for _ in range(10):
        a, x = -1.5 * (a * a) + 0.9, 0.9 - 1.5 * x * x
        if a.noise.level < 2:
            a = a.within(1).refresh()
            assert a.noise.level == 3
        assert np.all(np.abs(keys.decrypt(a) - x) <= a.noise.worst_error)
    assert np.allclose(keys.decrypt(a), x, atol=1e-3)


def test_complex_vectors(parameters, keys):
    z = np.exp(1j * np.arange(LENGTH)) * 0.7
    fresh = keys.encrypt(z).refresh()
    assert np.allclose(keys.decrypt(fresh), z, atol=1e-3)


def test_parameters_say_what_is_published(parameters):
    names = [key["name"] for key in parameters.facts["keys"]]
    assert "keys of the refresh" in names and "the key to the sparse secret" in names
    assert "probability 2^-" in "\n".join(parameters.facts["explanation"])
    assert not ckks.choose(depth=1, degree=1024, insist=True).refreshes


def test_what_is_refused(parameters, keys):
    bare = parameters.keys().encrypt(np.zeros(LENGTH))
    with pytest.raises(ckks.MissingKeyError, match="refresh=True"):
        bare.refresh()
    with pytest.raises(ckks.OperandError, match="within"):
        (keys.encrypt(np.ones(LENGTH)) + 1).refresh()
    with pytest.raises(ckks.ParametersError, match="refresh=True"):
        ckks.choose(depth=1, degree=1024, insist=True).keys(refresh=True)
    for wrong in (
        {"depth": 0},
        {"depth": 99},
        {"depth": 1, "precision": 20},
        {"depth": 1, "ring": "conjugate-invariant"},
        {"depth": 1, "degree": 1024},
        {"depth": 1, "range": 0},
    ):
        with pytest.raises(ckks.SchemeError):
            ckks.choose(**wrong, refresh=True)
    with pytest.raises(TypeError):
        bgv.choose(length=4, depth=1, plaintext=257, index=256, insist=True).keys(refresh=True)


def test_numbers_at_the_bound_and_operands_left_alone(keys):
    one_hot = np.eye(1, LENGTH)[0]
    for x in (np.ones(LENGTH), -np.ones(LENGTH), one_hot, np.zeros(LENGTH)):
        a = keys.encrypt(x)
        saved = a.save()
        fresh = a.refresh()
        assert np.all(np.abs(keys.decrypt(fresh) - x) <= fresh.noise.worst_error)
        assert np.all(np.abs(keys.decrypt(fresh.refresh()) - x) <= 2 * fresh.noise.worst_error)
        assert a.save() == saved


def test_a_child_of_fork_refreshes(keys):
    x = np.linspace(-1, 1, LENGTH)
    a = keys.encrypt(x)
    child = os.fork()
    if child == 0:
        os._exit(0 if np.allclose(keys.decrypt(a.refresh()), x, atol=1e-2) else 1)
    assert os.waitpid(child, 0)[1] == 0


def test_making_keys_is_interrupted():
    large = ckks.choose(depth=1, degree=2**14, insist=True, refresh=True)
    started = time.process_time()
    threading.Timer(2, os.kill, (os.getpid(), signal.SIGINT)).start()
    with pytest.raises(KeyboardInterrupt):
        large.keys(refresh=True)
    assert time.process_time() - started < 4


def deep(wires: int, depth: int) -> Circuit:
    """x0·x1·x1·…, so many products."""
    gates = [f"G0:LMUL(W0,W{wires - 1})"]
    gates += [f"G{k}:LMUL(G{k - 1},W{wires - 1})" for k in range(1, depth)]
    text = f"W={wires},D={depth},L={LENGTH},R=1\n" + "\n".join(gates)
    return Circuit.parse(text.encode())


def test_circuits_of_any_depth(parameters, keys):
    circuit = deep(2, 9)
    with pytest.raises(ckks.SchemeError, match="too deep"):
        parameters.keys().evaluation.compile(circuit)
    program = keys.evaluation.compile(circuit)
    x = np.array([0.5, -0.25, 0.875, -1, 1, 0.125, 0, 0.75])
    y = np.array([1, -1, 1, -1, 0.9, 1, -0.8, -1])
    output = program([keys.encrypt(x), keys.encrypt(y)])
    assert np.all(np.abs(keys.decrypt(output) - x * y**9) <= output.noise.worst_error)
    assert output.noise.worst_error < 0.05
    large = keys.encrypt(np.full(LENGTH, 0.5)) + 1
    with pytest.raises(ckks.OperandError, match="within"):
        program([large, keys.encrypt(y)])


def test_traced_functions_are_refreshed(keys):
    def power(x):
        for _ in range(4):
            x = x * x
        return x

    x = np.linspace(-1, 1, LENGTH)
    circuit = trace(power, LENGTH, bound=1).circuit
    output = keys.evaluation.compile(circuit)([keys.encrypt(x)])
    assert np.allclose(keys.decrypt(output), x**16, atol=1e-2)


def test_saved_keys(parameters, keys, tmp_path):
    path = tmp_path / "refresh.keys"
    keys.evaluation.save_refresh(path)
    assert [file.name for file in tmp_path.iterdir()] == ["refresh.keys"]
    load = parameters.load_evaluation_keys
    evaluation = load(keys.evaluation.save())
    evaluation.load_refresh(path)
    a = keys.encrypt(np.full(LENGTH, 0.25))
    assert a.using(evaluation).refresh().save() == a.refresh().save()
    with pytest.raises(ckks.SchemeError):
        evaluation.load_refresh(path)
    # Parameters that were loaded know the keys as well.
    loaded = ckks.Parameters.load(parameters.save(), LENGTH)
    loaded.load_evaluation_keys(keys.evaluation.save()).load_refresh(path)
    whole = path.read_bytes()
    for content in (whole[:-1], b"", whole[:100], whole + b"x"):
        path.write_bytes(content)
        with pytest.raises(ckks.SchemeError):
            load(keys.evaluation.save()).load_refresh(path)
    with pytest.raises(FileNotFoundError):
        load(keys.evaluation.save()).load_refresh(tmp_path / "none")
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(OSError, match="a pipe"):
        load(keys.evaluation.save()).load_refresh(tmp_path / "pipe")
    with pytest.raises(ckks.MissingKeyError):
        load(keys.evaluation.save()).save_refresh(tmp_path / "others")
    assert not (tmp_path / "others").exists()
