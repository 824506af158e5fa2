"""Refreshed ciphertexts: more products in a row than a chain has levels."""

from __future__ import annotations

import os
import signal
import threading
import time

import numpy as np
import pytest

from ringassay import bgv, ckks

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
    started = time.monotonic()
    threading.Timer(2, os.kill, (os.getpid(), signal.SIGINT)).start()
    with pytest.raises(KeyboardInterrupt):
        large.keys(refresh=True)
    assert time.monotonic() - started < 4
