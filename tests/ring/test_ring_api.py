"""`ringassay.ring` computes in Z[ζ_m] as the definitions say."""

from __future__ import annotations

import runpy
from pathlib import Path

import numpy as np
import polynomials as oracle
import pytest

from ringassay import _native
from ringassay.ring import Ring, RingError

INDICES = (1, 3, 4, 7, 8, 9, 12, 15, 16, 21, 45, 64, 105)
RNG = np.random.default_rng(1)


def small(ring, bound=50):
    return RNG.integers(-bound, bound + 1, ring.n)


@pytest.mark.parametrize("m", INDICES)
@pytest.mark.parametrize("backend", _native.backends()["available"])
def test_products_are_those_of_polynomials(m, backend):
    ring = Ring(m, limbs=2, bits=40, backend=backend)
    assert ring.backend == backend
    a, b = small(ring), small(ring)
    product = (ring(a) * ring(b)).to("powerful").lift()
    polynomial = oracle.multiply(
        oracle.from_powerful(a.tolist(), m), oracle.from_powerful(b.tolist(), m), m
    )
    assert oracle.from_powerful(product, m) == polynomial


@pytest.mark.parametrize("m", INDICES)
def test_crt_values_are_evaluations_at_roots(m):
    ring = Ring(m, limbs=2, bits=30)
    a = small(ring)
    values = ring(a).to("crt").residues()
    polynomial = oracle.from_powerful(a.tolist(), m)
    exponents = ring.native.crt_exponents()
    assert sorted(exponents) == oracle.units(m)
    for limb, (q, root) in enumerate(zip(ring.moduli, ring.native.roots(), strict=True)):
        points = [pow(root, e, q) for e in exponents]
        assert values[limb].tolist() == [oracle.evaluate(polynomial, x, q) for x in points]


@pytest.mark.parametrize("m", INDICES)
def test_automorphisms_substitute(m):
    ring = Ring(m, limbs=1, bits=30)
    a = small(ring)
    for k in oracle.units(m)[:6]:
        substituted = [0] * (m * m + 1)
        for i, c in enumerate(oracle.from_powerful(a.tolist(), m)):
            substituted[i * k] += c
        for basis in ("powerful", "decoding", "crt"):
            image = ring(a).to(basis).automorphism(k)
            assert image.basis == basis
            lifted = image.to("powerful").lift().tolist()
            assert oracle.from_powerful(lifted, m) == oracle.reduce(substituted, m)


@pytest.mark.parametrize("m", INDICES)
def test_g_and_the_bases(m):
    ring = Ring(m, limbs=2, bits=30)
    a = ring(small(ring))
    odd = [p for p, _ in ring.factors if p != 2]
    g = [1]
    for p in odd:
        one_minus_zeta = [1, *[0] * (m // p - 1), -1]
        g = oracle.multiply(g, one_minus_zeta, m) if m > 1 else g
    expected = oracle.multiply(oracle.from_powerful(a.lift(), m), g, m)
    for basis in ("powerful", "decoding", "crt"):
        product = a.to(basis).mul_g()
        assert product.basis == basis
        assert oracle.from_powerful(product.to("powerful").lift(), m) == expected
        assert product.div_g() == a


def test_embed_and_twace():
    small_ring, big = Ring(9, moduli=[631]), Ring(45, moduli=[631])
    x = small_ring(small(small_ring))
    for basis in ("powerful", "decoding", "crt"):
        up = x.to(basis).embed(big)
        stretched = [0] * 45
        for i, c in enumerate(oracle.from_powerful(x.lift().tolist(), 9)):
            stretched[5 * i] += c
        lifted = up.to("powerful").lift().tolist()
        assert oracle.from_powerful(lifted, 45) == oracle.reduce(stretched, 45)
        assert up.twace(small_ring) == x


def test_operators_mix_bases_and_integers():
    ring = Ring(15, limbs=2, bits=30)
    a, b = ring(small(ring)), ring(small(ring))
    assert (a + b).basis == "powerful"
    assert (a + b.to("decoding")).basis == "powerful"
    assert (a + b.to("crt")).basis == (a * b).basis == "crt"
    assert a - b == -(b - a) == a + (-1) * b
    assert 3 + a - 3 == a == 5 - (5 - a)
    assert a**3 == a * a * a
    assert a**0 == 1
    assert (a * (ring.q + 2)) == a + a
    assert a != b
    assert a != "a"


def test_numpy_in_and_out():
    ring = Ring(20, limbs=3, bits=35)
    a = ring(small(ring))
    array = np.asarray(a)
    assert array.shape == (3, 8)
    assert array.dtype == np.uint64
    assert ring(array) == a
    assert ring(a.to("crt").residues(), basis="crt") == a
    for c, column in zip(a.lift(), array.T.tolist(), strict=True):
        assert c == oracle.crt(column, ring.moduli)


def test_uniform_elements_follow_their_seed():
    ring = Ring(105, limbs=2)
    assert ring.uniform(1) == ring.uniform((1).to_bytes(32, "little")) != ring.uniform(2)
    assert ring.uniform() != ring.uniform()
    assert ring.prefix(1).uniform(1).residues().tolist() == ring.uniform(1).residues()[:1].tolist()


def test_samples_are_small_and_secret():
    ring = Ring(105, limbs=1)
    assert set(ring.ternary(seed=3).lift()) == {-1, 0, 1}
    assert np.count_nonzero(ring.ternary(weight=7, seed=3).lift()) == 7
    assert np.abs(ring.binomial(2, seed=3).lift()).max() <= 2
    error = ring.error(3.2, seed=3)
    assert error.basis == "decoding"
    assert 0 < np.abs(error.lift()).max() < 3.2 * 105 * 6
    assert error.secret
    assert (error + 1).secret
    assert "secret" in repr(error)
    assert str(error.lift()[0]) not in repr(error).partition("element")[0]
    assert not (error + 1).public().secret


def test_slots():
    slots = Ring(21845, bits=45).slots(2)
    assert (slots.count, slots.degree) == (1024, 16)
    assert np.prod([dimension.size for dimension in slots.dimensions]) == 1024


def test_what_cannot_be_is_said():
    with pytest.raises(RingError, match="use"):
        Ring(6)
    with pytest.raises(RingError, match="prime"):
        Ring(8, moduli=[15])
    with pytest.raises(RingError, match="this ring has 1 x 4"):
        Ring(8)(np.zeros((2, 4), dtype=int))
    with pytest.raises(RingError):
        Ring(8)([1, 2, 3])
    with pytest.raises(RingError, match="basis"):
        Ring(8)([1, 2, 3, 4], basis="crt")
    with pytest.raises(RingError):
        Ring(8)(1).to("normal")
    with pytest.raises(RingError):
        Ring(8)(1).automorphism(2)
    with pytest.raises(RingError):
        Ring(8)(1) + Ring(16)(1)
    with pytest.raises(RingError, match="32 bytes"):
        Ring(8).uniform(b"short")
    with pytest.raises(RingError, match="avx1024"):
        Ring(8, backend="avx1024")


def test_reprs_are_short_and_tell():
    ring = Ring(1728, limbs=3)
    assert repr(ring).startswith("<Z_Q[ζ_1728]: n = 576, Q of 147 bits (3 primes), ")
    assert repr(ring(7)).startswith("<[7, 0, 0, 0, …] mod ")
    assert len(repr(ring.uniform())) < 200


def test_the_example_runs():
    example = Path(__file__).parents[2] / "examples" / "ring_lwe.py"
    module = runpy.run_path(str(example))
    secret, public = module["keys"]()
    bits = np.random.default_rng(5).integers(0, 2, module["R"].n)
    assert (module["decrypt"](secret, module["encrypt"](public, bits)) == bits).all()
    other, _ = module["keys"]()
    assert not (module["decrypt"](other, module["encrypt"](public, bits)) == bits).all()


def test_integers_of_any_size_are_reduced_and_nothing_else_is_taken():
    ring = Ring(16, limbs=2, bits=40)
    large = [2**63, -1, 2**200 + 3, 0, 1, 2**64 - 1, -(2**90), 7]
    expected = [[x % q for x in large] for q in ring.moduli]
    for value in (large, tuple(large), np.array(large, dtype=object)):
        for basis in ("powerful", "decoding"):
            assert ring(value, basis).to(basis).residues().tolist() == expected
    words = np.array([2**64 - 1 - i for i in range(8)], dtype=np.uint64)
    assert ring(words).residues().tolist() == [[int(w) % q for w in words] for q in ring.moduli]
    assert ring(np.int64(-5)) == ring(-5)
    assert ring(2**100) == ring([2**100] + [0] * 7)
    assert ring(np.arange(8) > 3) == ring([0] * 4 + [1] * 4)
    for bad in (
        np.linspace(0, 1, 8),
        [1.0] * 8,
        [float("nan")] + [0] * 7,
        ["1"] * 8,
        [None] * 8,
        np.zeros(8, dtype=complex),
        [[1, 2], [3]],
        1.5,
    ):
        with pytest.raises(RingError):
            ring(bad)
    residues = ring(np.arange(8)).residues()
    assert ring(residues) == ring(np.arange(8))
    for entry in (ring.moduli[0], -1, 2**64):
        spoiled = residues.astype(object)
        spoiled[0, 3] = entry
        with pytest.raises(RingError, match="residues modulo"):
            ring(spoiled)
