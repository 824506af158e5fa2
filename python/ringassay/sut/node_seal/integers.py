"""SEAL's BGV: parameters, client, server and the operations between them.

All primes are 1 mod t: dividing by one leaves a message as it is. SEAL would carry a factor with
each ciphertext otherwise, and multiply both operands of a sum up to a common one, with its noise.
"""

from __future__ import annotations

import array
import math
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from ringassay.sut.errors import Failed
from ringassay.sut.numbers import least_prime_bits, primes_below
from ringassay.sut.packets import Blob
from ringassay.sut.slots import bgv
from ringassay.sut.slots.party import SlotClient, SlotServer
from ringassay.sut.slots.target import Target, key_steps, may_rebuild
from ringassay.sut.texts import KeyParameters
from ringassay.sut.worker import Held, Worker, words_of

MAX_PRIME_BITS = 60
SIGMA = 3.2
MAX_MODULUS_BITS = 32

_TOO_LARGE = 1 << 20
_MAX_ASKED = 1 << 12
_CHECKED = {128: "tc128", 192: "tc192", 256: "tc256"}


def _special_bits(largest: float) -> int:
    """One prime, as large as a digit at least: a digit of several primes has none."""
    if largest > MAX_PRIME_BITS:
        return _TOO_LARGE
    return min(MAX_PRIME_BITS, int(largest) + 6)


def _least_prime_bits(n: int, t: int, count: int) -> int:
    """For so many primes, the lowest and the special one."""
    return least_prime_bits(2 * n * t, count + 2)


BGV = bgv.Library(
    dimensions=(4096, 8192, 16384, 32768),
    max_prime_bits=MAX_PRIME_BITS,
    max_modulus_bits=MAX_MODULUS_BITS,
    sigma=SIGMA,
    special_bits=_special_bits,
    least_levels=1,
    least_prime_bits=_least_prime_bits,
)


def started(node: str, folder: str) -> Worker:
    """The library, of a Node.js and the folder whose node_modules has it."""
    operations = Path(__file__).parent / "operations.cjs"
    # A WebAssembly module may have 4 GiB; what is copied in and out comes on top.
    return Worker([node, "--max-old-space-size=8192", str(operations), folder])


def primes_of(chosen: bgv.BgvParameters) -> list[int]:
    """The primes of the chain, the lowest first, then the special one."""
    sizes = [*map(int, chosen.chain.prime_bits), int(chosen.chain.special_bits)]
    step = 2 * chosen.n * chosen.modulus
    found: list[int] = []
    for bits in sizes:
        found.append(next(prime for prime in primes_below(1 << bits, step) if prime not in found))
    return found


class NodeSealClient(SlotClient):
    """Encrypts with the public key, as any sender would."""

    def __init__(self, node: str, folder: str) -> None:
        super().__init__()
        self._place = (node, folder)
        self._seal: Worker | None = None

    def make_keys(self, params: KeyParameters) -> tuple[Target, list[Blob]]:
        """Choose parameters, make all keys."""
        self._seal = None
        with self.part("choose_ns"):
            chosen = bgv.choose(params, BGV)
            primes = primes_of(chosen)
        known = max((level for level in _CHECKED if level <= chosen.level), default=0)
        checked = _CHECKED.get(known, "none")
        asked: list[int | str] = [chosen.n, chosen.modulus, checked, *primes]
        seal = started(*self._place)
        seal.call("set_up", *asked)
        steps = key_steps(params.batch, chosen.row, rebuild=may_rebuild(params, chosen.row))
        # SEAL counts rotations downwards.
        keys = seal.call("make_keys", *(-step for step in sorted(steps)))
        made = replace(chosen.chain, prime_bits=list(map(math.log2, primes[:-1])))
        noise = bgv.noise_of(chosen.n, chosen.modulus, made, SIGMA)
        self.parameters = {
            **bgv.described(chosen, primes[:-1], SIGMA),
            "security_checked_by_library": f"HE Standard 2018, {known} bits"
            if known
            else "no: its table begins at 128 bits",
            "rotation_keys": len(steps),
            "encryption": "public key",
        }
        self.note("SEAL as WebAssembly: figures say nothing of SEAL itself")
        self._seal = seal
        target = Target(params.batch, chosen.row, chosen.modulus, steps, noise)
        return target, [" ".join(map(str, asked)).encode(), *keys]

    def encrypt_row(self, row: Sequence[int]) -> Blob:
        """The row, into both rows of slots, at the highest level."""
        seal = self._keyed_seal()
        plain = seal.made(0, "encode", blobs=[words_of([*row, *row])])
        return seal.call("save", seal.made(0, "encrypt", plain))[0]

    def decrypt_row(self, ciphertext: Blob) -> Sequence[int]:
        """The first row of slots (and the second behind it)."""
        row = array.array("Q")
        row.frombytes(self._keyed_seal().call("decrypt", blobs=[ciphertext])[0])
        return row

    def _keyed_seal(self) -> Worker:
        if self._seal is None:
            raise Failed("no key yet")
        return self._seal


class NodeSealServer(SlotServer):
    """Runs slot programs under the keys it is sent."""

    def __init__(self, node: str, folder: str) -> None:
        super().__init__()
        self._place = (node, folder)

    def load_keys(self, keys: Sequence[Blob]) -> NodeSealBackend:
        """Load the parameters and all public keys; SEAL checks each against the others."""
        if len(keys) != 4:
            raise Failed(f"a key of 4 chunks behind its target expected, got {len(keys)}")
        words = bytes(keys[0][:_MAX_ASKED]).decode("ascii", "replace").split()
        numbers = [*words[:2], *words[3:]]
        if (
            not all(word.isdigit() for word in numbers)
            or not 5 <= len(words) <= 3 + bgv.MOST_PRIMES
        ):
            raise Failed("the key does not begin with the parameters of this adapter")
        if words[2] not in (*_CHECKED.values(), "none"):
            raise Failed(f"a key of security {words[2]!r}")
        seal = started(*self._place)
        seal.call("set_up", *words)
        seal.call("load_keys", blobs=keys[1:])
        return NodeSealBackend(seal, len(words) - 5)


class NodeSealBackend:
    """Operations on ciphertexts whose two rows of slots hold the same values."""

    def __init__(self, seal: Worker, top: int) -> None:
        self._seal, self._top = seal, top

    def load(self, data: Blob, level: int) -> Held:
        """A ciphertext, with the primes above the level left out."""
        return self._seal.made(level, "load", level, blobs=[data])

    def save(self, a: Held) -> Blob:
        """A result for the client."""
        return self._seal.call("save", a)[0]

    def encode(self, row: Sequence[int], level: int) -> Held:
        """Encode a row of values in [0, t), into both rows; the same for all levels."""
        return self._seal.made(level, "encode", blobs=[words_of([*row, *row])])

    def encrypt_constant(self, plain: Held) -> Held:
        """A public-key encryption."""
        return self._seal.made(self._top, "encrypt", plain)

    def add(self, a: Held, b: Held) -> Held:
        """Sum."""
        return self._seal.made(a.level, "add", a, b, a.level)

    def sub(self, a: Held, b: Held) -> Held:
        """Difference."""
        return self._seal.made(a.level, "sub", a, b, a.level)

    def negate(self, a: Held) -> Held:
        """Negation."""
        return self._seal.made(a.level, "negate", a)

    def add_plain(self, a: Held, plain: Held) -> Held:
        """Sum with an encoded row."""
        return self._seal.made(a.level, "add_plain", a, plain)

    def multiply(self, a: Held, b: Held) -> Held:
        """Product, relinearised."""
        return self._seal.made(a.level, "multiply", a, b)

    def square(self, a: Held) -> Held:
        """Square, relinearised."""
        return self.multiply(a, a)

    def multiply_plain(self, a: Held, plain: Held) -> Held:
        """Product with an encoded row."""
        return self._seal.made(a.level, "multiply_plain", a, plain)

    def rotate(self, a: Held, step: int) -> Held:
        """Both rows rotated upwards; SEAL counts rotations downwards."""
        return self._seal.made(a.level, "rotate", a, -step)

    def lower(self, a: Held, level: int, divide: int) -> Held:
        """`a` at a lower level: primes left out, then the last `divide` above it divided by."""
        return self._seal.made(level, "lower", a, level, divide, a.level)
