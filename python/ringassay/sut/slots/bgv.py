"""Parameters for libraries with BGV: one rule, with the library's bounds as data.

The smallest of the library's ring dimensions with slots for the batch at which a modulus chain that
carries every circuit of the depth is secure, special primes included; there the fewest levels, and
for them the fewest digits of key switching (docs/programs.md). What carries a depth is found with
the noise model by which programs are planned: the costliest chains of gates are followed down the
levels. The Go kit (`adapters/go/kit/bgv`) has the same rule and model, for libraries whose primes
are free to choose; here the library makes the primes, of sizes that are chosen.

Noise is a bound of |v(ζ)|, v = m + t·e, over the roots ζ of X^n + 1 (the canonical embedding:
Halevi and Shoup, ePrint 2020/1481, section 3), heuristic and average case, in bits.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from ringassay.sut import security
from ringassay.sut.errors import Refused
from ringassay.sut.numbers import is_prime
from ringassay.sut.slots.bfv import FAN_IN_DEPTH, GF2_MODULUS
from ringassay.sut.slots.target import Noise
from ringassay.sut.texts import KeyParameters

_TAIL, _TAIL_PRODUCT = 6, 20
"""A value at a root exceeds so many deviations with probability 2^-52; a product of two 2^-54."""

_RESERVE_BITS = 2.0
_FIRST_ROOM_BITS = 5.0
_MOST_LEVELS = 48
MOST_PRIMES = _MOST_LEVELS + 2
"""Of a chain, with the lowest and a special one."""

_SLACK = 1e-9


@dataclass(frozen=True)
class Library:
    """What a library takes."""

    dimensions: tuple[int, ...]
    """Ring dimensions n, ascending, all with slots that rotate in two rows."""
    max_prime_bits: int
    max_modulus_bits: int
    sigma: float
    """Deviation of errors; secrets are uniform ternary."""
    special_bits: Callable[[float], int]
    """By the size of the largest digit: that of the special primes together."""
    least_levels: int
    """The fewest primes that it makes above the lowest."""
    least_prime_bits: Callable[[int, int, int], int]
    """By n, t and a number: the least size at which it has so many primes that are 1 mod 2nt."""
    centred_plaintexts: bool = True
    """Whether the coefficients of encoded rows lie about 0, and not in [0, t)."""


@dataclass(frozen=True)
class Chain:
    """Sizes of primes, the lowest first, and how keys are switched."""

    prime_bits: Sequence[float]
    digits: int
    special_bits: float
    """Of all special primes together."""

    @property
    def log2_qp(self) -> float:
        """Size of the whole modulus."""
        return sum(self.prime_bits) + self.special_bits


@dataclass(frozen=True)
class BgvParameters:
    """What the scheme is set up with."""

    n: int
    chain: Chain
    modulus: int
    level: int
    """The row of the security table they were chosen by."""

    @property
    def row(self) -> int:
        """Slots that rotate cyclically: half of the slots."""
        return self.n // 2


def choose(params: KeyParameters, library: Library) -> BgvParameters:
    """The smallest parameters that serve `params`; `Refused`, with what would fit, if none do."""
    level = security.level_for(params.security)
    if level is None:
        raise Refused(f"security of {params.security} bits: at most {security.LEVELS[-1]}")
    t = GF2_MODULUS if params.modulus is None else params.modulus
    if t.bit_length() > library.max_modulus_bits:
        most = library.max_modulus_bits
        raise Refused(f"T = {t}: the library's plaintext modulus has at most {most} bits here")
    usable = [n for n in library.dimensions if n // 2 >= params.batch]
    if not usable:
        raise Refused(f"batch {params.batch}: at most {library.dimensions[-1] // 2} slots")
    fitting = [n for n in usable if t % (2 * n) == 1]
    if not fitting or not is_prime(t):
        raise Refused(
            f"T = {t}: batching needs a prime that is 1 mod {2 * usable[0]}, such as {GF2_MODULUS}"
        )
    depth = FAN_IN_DEPTH if params.fan_in else params.depth
    for n in fitting:
        most = security.max_log2_qp(n, level)
        suffices = partial(carries, depth=depth, batch=params.batch, row=n // 2)
        chain = _at(n, t, most, library, suffices)
        if chain is not None:
            return BgvParameters(n, chain, t, level)
    most = security.max_log2_qp(fitting[-1], level)
    raise Refused(
        f"depth {depth:g} takes more than the {most} bits of modulus that n = {fitting[-1]} has "
        f"at {level}-bit security: ask for a smaller depth"
    )


def described(chosen: BgvParameters, primes: Sequence[int], sigma: float) -> dict[str, Any]:
    """Parameters as a REPORT names them: of the primes that the library made, lowest first."""
    bits = [math.log2(prime) for prime in primes]
    made = replace(chosen.chain, prime_bits=bits)
    return {
        "scheme": "BGV",
        "n": chosen.n,
        "m": 2 * chosen.n,
        "t": chosen.modulus,
        "log2_q": round(sum(bits), 2),
        "log2_qp": round(made.log2_qp, 2),
        "q_bits": [round(size, 2) for size in bits],
        "p_bits": [round(made.special_bits, 2)],
        "levels": len(primes) - 1,
        "key_switch_digits": made.digits,
        "secret": "ternary",
        "error": f"sigma {sigma:g}",
        "security_bits": security.level_of(chosen.n, made.log2_qp),
        "security_method": security.METHOD,
    }


def noise_of(n: int, t: int, chain: Chain, sigma: float, *, centred: bool = True) -> Noise:
    """The model, for primes of these sizes; `centred`: `Library.centred_plaintexts`."""
    prime_bits, digits = chain.prime_bits, chain.digits
    rounding = _TAIL_PRODUCT * math.sqrt(n / 12 * (1 + 2 * n / 3))
    floor = math.log2(t * rounding)
    # Public-key encryption modulo Q: t (v·e + e_0 + s·e_1), with ternary v and s.
    encryption = math.log2(t * _TAIL_PRODUCT * sigma * n * math.sqrt(4 / 3))
    plain = math.log2(_TAIL * t * math.sqrt(n / 12))
    size = math.ceil(len(prime_bits) / digits)
    largest = max(sum(prime_bits[i : i + size]) for i in range(0, len(prime_bits), size))
    # Digits are raised to the whole modulus without correction: up to `size` times as large.
    per_digit = (
        size * _TAIL_PRODUCT * n * sigma / math.sqrt(12) * 2 ** (largest - chain.special_bits)
    )
    capacity, room = [], -_RESERVE_BITS
    for bits in prime_bits:
        room += bits
        capacity.append(room)
    return Noise(
        capacity=capacity,
        fresh=_sum(encryption, plain),
        key_switch=math.log2(t * (rounding + per_digit * math.sqrt(digits))),
        multiply=("product", 0.0),
        multiply_plain=plain if centred else math.log2(t * n / 2),
        periodic_plain=centred,
        add_plain=plain,
        floor=floor,
    )


def _at(
    n: int, t: int, most: int, library: Library, suffices: Callable[[Noise], bool]
) -> Chain | None:
    """The fewest levels at one ring dimension, if any number is secure and suffices."""
    floor = noise_of(n, t, Chain([1.0], 1, 1.0), library.sigma).floor
    assert floor is not None
    least = library.least_prime_bits(n, t, 1)
    first = float(min(library.max_prime_bits, max(least, math.ceil(floor + _FIRST_ROOM_BITS))))
    for levels in range(library.least_levels, _MOST_LEVELS + 1):
        # A product of operands at the floor is there again after a division by this.
        above = float(max(math.ceil(floor + 1), library.least_prime_bits(n, t, max(levels, 1))))
        sizes = (first, *[above] * levels)
        if above > library.max_prime_bits or sum(sizes) > most:
            return None
        for digits in range(1, len(sizes) + 1):
            group = math.ceil(len(sizes) / digits)
            largest = max(sum(sizes[i : i + group]) for i in range(0, len(sizes), group))
            special = float(library.special_bits(largest))
            if math.ceil(len(sizes) / group) != digits or sum(sizes) + special > most:
                continue
            chain = Chain(sizes, digits, special)
            centred = library.centred_plaintexts
            if suffices(noise_of(n, t, chain, library.sigma, centred=centred)):
                return chain
            break
    return None


_Gate = Callable[[Noise, float], float]


def carries(noise: Noise, depth: float, batch: int, row: int) -> bool:
    """Whether the model carries every circuit of a depth (docs/formats.md, Depth of a gate).

    Chains of one kind of gate and alternations of two are followed: a circuit that spends its depth
    in any other way loses less for each unit of it.
    """
    if noise.periodic_plain and row % batch == 0:  # then every row repeats after `batch` slots
        saved = math.log2(row / batch) / 2
        noise = replace(noise, multiply_plain=noise.multiply_plain - saved)
    rotation = [_switched] * ((max(batch - 1, 0).bit_length() + 1) // 2)
    for cost, gates in (
        (1.0, [_product]),
        (0.5, [_plain_product]),
        (0.6, [_doubled, _plain_product, _doubled]),
        (1.5, [_product, _plain_product]),
        (2.0, [_product, _plain_product, _plain_product]),
        (1.6, [_product, _doubled, _plain_product, _doubled]),
        (0.25, rotation),
        (0.1, [_doubled]),
    ):
        level, bits = len(noise.capacity) - 1, noise.fresh
        for _ in range(math.floor(depth / cost + _SLACK)):
            for gate in gates:
                level, bits = _after(gate, noise, level, bits)
        for _ in range(math.floor(math.fmod(depth + _SLACK, cost) / 0.5)):
            level, bits = _after(_plain_product, noise, level, bits)
        if bits > noise.capacity[level]:
            return False
    return True


def _doubled(_: Noise, bits: float) -> float:
    return bits + 1


def _product(noise: Noise, bits: float) -> float:
    return _sum(2 * bits, noise.key_switch)


def _plain_product(noise: Noise, bits: float) -> float:
    return bits + noise.multiply_plain


def _switched(noise: Noise, bits: float) -> float:
    return _sum(bits, noise.key_switch)


def _after(gate: _Gate, noise: Noise, level: int, bits: float) -> tuple[int, float]:
    """Level and noise of a gate's result, at the level that the planner would choose."""
    worth = 0.5  # bits of room that a level is worth
    chosen = level, gate(noise, bits)
    most = noise.capacity[level] - chosen[1]
    for lower in range(level - 1, -1, -1):
        result = gate(noise, _lowered(noise, level, lower, bits))
        room = noise.capacity[lower] - result
        if room <= most - worth:
            break
        chosen, most = (lower, result), max(most, room)
    return chosen


def _lowered(noise: Noise, level: int, lower: int, bits: float) -> float:
    """Noise after going down: primes left out, then the last ones divided by, where worth it."""
    assert noise.floor is not None
    best = bits
    for above in range(lower + 1, level + 1):
        size = noise.capacity[above] - noise.capacity[lower]
        after = _sum(bits - size, noise.floor)
        if after < best - 0.5:
            best = after
    return best


def _sum(a: float, b: float) -> float:
    """log2(2^a + 2^b)."""
    return max(a, b) + math.log2(1 + 2 ** -abs(a - b))
