"""The rule for parameters of libraries with BGV, and the noise model behind it."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from ringassay.sut import security
from ringassay.sut.errors import Refused
from ringassay.sut.slots import bgv
from ringassay.sut.slots.target import Noise
from ringassay.sut.texts import KeyParameters

LIBRARY = bgv.Library(
    dimensions=(4096, 8192, 16384, 32768),
    max_prime_bits=60,
    max_modulus_bits=32,
    sigma=3.2,
    special_bits=lambda digit: 60 * math.ceil(digit / 60),
    least_levels=0,
    least_prime_bits=lambda n, t, count: (2 * n * t).bit_length() + 5,
)


@pytest.mark.parametrize("level", security.LEVELS)
@pytest.mark.parametrize("batch", [1, 6, 64, 378])
def test_choices_are_secure_and_carry_the_depth(level: int, batch: int) -> None:
    for depth in (0.0, 1.0, 2.5, 4.0):
        try:
            chosen = bgv.choose(KeyParameters(level, batch, depth, 65537), LIBRARY)
        except Refused:
            # Only where even a chain for depth 1 is more than the largest ring holds.
            assert level == 256 and depth > 1
            continue
        chain = chosen.chain
        assert chain.log2_qp <= security.max_log2_qp(chosen.n, level)
        assert chosen.row >= batch and 65537 % (2 * chosen.n) == 1
        noise = bgv.noise_of(chosen.n, 65537, chain, LIBRARY.sigma)
        assert bgv.carries(noise, depth, batch, chosen.row)
        fewer = chain.prime_bits[:-1]
        if fewer:  # the fewest levels: one less does not carry it, whatever the digits
            small = bgv.noise_of(chosen.n, 65537, bgv.Chain(fewer, len(fewer), 60.0), LIBRARY.sigma)
            assert not bgv.carries(small, depth, batch, chosen.row) or chain.digits == 1


def test_plaintexts_that_are_not_centred_cost_more() -> None:
    """Their mean of t/2 counts n times, however often a row repeats."""
    chain = bgv.Chain((60.0, 60.0), 2, 60.0)
    centred = bgv.noise_of(8192, 65537, chain, 3.2)
    other = bgv.noise_of(8192, 65537, chain, 3.2, centred=False)
    assert other.multiply_plain == pytest.approx(math.log2(65537) + 12)
    assert other.multiply_plain > centred.multiply_plain + 4
    assert centred.periodic_plain and not other.periodic_plain
    assert other.fresh == centred.fresh and other.add_plain == centred.add_plain
    chosen = [
        bgv.choose(KeyParameters(128, 64, 4.0, 65537), library).chain
        for library in (LIBRARY, replace(LIBRARY, centred_plaintexts=False))
    ]
    assert chosen[0].log2_qp <= chosen[1].log2_qp


def test_deeper_circuits_take_no_smaller_modulus() -> None:
    sizes = [
        sum(bgv.choose(KeyParameters(128, 6, depth, 65537), LIBRARY).chain.prime_bits)
        for depth in (0.5, 1.0, 2.0, 3.0, 4.0, 6.0)
    ]
    assert sizes == sorted(sizes) and sizes[0] < sizes[-1]


def test_a_chain_of_products_ends_where_the_model_says() -> None:
    """By hand: three primes of 40 bits, a floor of 30; each product squares, then divides."""
    noise = Noise(
        capacity=[38.0, 78.0, 118.0],
        fresh=30.0,
        key_switch=20.0,
        multiply=("product", 0.0),
        multiply_plain=25.0,
        floor=30.0,
    )
    # Fresh 30 -> 60 at the top; divided once: 30 (20 and the floor), squared 60 below 78; divided
    # again 30, squared 60 above 38.
    assert bgv.carries(noise, 2.0, 1, 1) is False  # 2 alternates with plain products: 60 + 50
    only_products = Noise(**{**vars(noise), "multiply_plain": 0.0})
    assert bgv.carries(only_products, 2.0, 1, 1)
    assert not bgv.carries(only_products, 3.0, 1, 1)


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (KeyParameters(300, 6, 2.0, 65537), "at most 256"),
        (KeyParameters(128, 40000, 2.0, 65537), "at most 16384 slots"),
        (KeyParameters(128, 6, 2.0, 65539), "1 mod 8192"),
        (KeyParameters(128, 6, 2.0, (1 << 40) + 1), "at most 32 bits"),
        (KeyParameters(128, 6, 400.0, 65537), "ask for a smaller depth"),
    ],
)
def test_what_cannot_be_had_is_refused_with_what_can(asked: KeyParameters, said: str) -> None:
    with pytest.raises(Refused, match=said):
        bgv.choose(asked, LIBRARY)
