"""Finds the chain of primes with which each library is fastest, and prints it as TOML.

    python benches/chains.py N13 BFV            # one shape and scheme; --libraries SEAL,Lattigo

Every chain keeps to the levels and the modulus of `best_chains.toml`. Of each number of primes the
smallest that carry the levels are found by trying; then digits, that is primes of P, as far as the
modulus allows. The three that promise the fewest transforms are measured in turns: a product,
relinearised (in CKKS and BGV rescaled), and a rotation. What is printed belongs into
`python/ringassay/bench/beside/best_chains.toml`.
"""

from __future__ import annotations

import argparse
import math
import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace
from statistics import median
from typing import Any

from ringassay.bench import LATTICE_SHAPES, PeersError
from ringassay.bench.beside.best_chains import Aim, Chain, aim
from ringassay.bench.beside.lattice_shapes import LatticeShape
from ringassay.bench.beside.program import SINGLE, Library, Program

MOST_BITS = {"ringassay": 49, "SEAL": 60, "Lattigo": 60, "OpenFHE": 60}
"""The largest primes: ours for vector kernels, the others by their own limits."""

WIDTH = 7
"""So many bits below those of the shared chain the size of primes is looked for."""

NUMBERS = 2
"""Of primes that are tried, the fewest that carry the levels first."""

FINALISTS, ROUNDS, SAMPLE_US = 3, 7, 20_000


@dataclass(frozen=True)
class Tried:
    """A chain that a library takes, with what it says of it."""

    chain: Chain
    facts: dict[str, Any]

    @property
    def log2_qp(self) -> float:
        """Of Q and P together."""
        return float(self.facts["log2_q"] + self.facts["log2_p"])

    @property
    def transforms(self) -> int:
        """Those of a key switch, of one limb each."""
        limbs, special = self.facts["limbs"], self.facts["special_limbs"]
        return int((self.facts["digits"] + 2) * (limbs + special))


class Search:
    """One library at one shape in one scheme."""

    def __init__(self, shape: LatticeShape, scheme: str, library: Library, wanted: Aim) -> None:
        self.shape, self.scheme, self.library, self.aim = shape, scheme, library, wanted
        self.operations = ["multiply" if scheme == "BFV" else "multiply_rescale", "rotate"]

    def start(self, chain: Chain) -> Program:
        """The library with a chain. Raises `PeersError` where it does not take it."""
        one = replace(self.shape, best={(self.scheme, self.library.name): chain})
        asked = one.asked(self.scheme, SAMPLE_US, self.library.name)
        return Program(self.library, {**asked, "operations": self.operations})

    def tried(self, chain: Chain) -> Tried | None:
        """A chain that is taken, has the levels and keeps to the modulus."""
        try:
            program = self.start(chain)
        except PeersError as error:
            print(f"#   {said(chain)}: {error}", file=sys.stderr)
            return None
        facts = program.facts
        program.kill()
        found = Tried(chain, facts)
        print(
            f"#   {said(chain)}: {facts['levels']} levels, log2 QP {found.log2_qp:.1f}",
            file=sys.stderr,
        )
        fits = facts["levels"] >= self.aim.levels and found.log2_qp < self.aim.log2_qp + 0.5
        return found if fits else None

    def found(self) -> Iterator[Tried]:
        """What is taken, by numbers of primes and of digits."""
        if self.library.name == "OpenFHE" and self.scheme == "BFV":
            yield from self.by_depth()
            return
        for q_bits in self.moduli():
            for special in self.specials(q_bits):
                chain = self.chain(q_bits, special)
                found = self.tried(chain) if self.fits(chain) else None
                if found:
                    yield found

    def by_depth(self) -> Iterator[Tried]:
        """OpenFHE's BFV makes its primes, of one size, from a depth."""
        for size in (60, 56, 52):
            for depth in range(1, self.aim.levels + 1):
                tried = [self.of_depth(depth, size, digits) for digits in range(1, depth + 3)]
                # What it refuses for one number of digits it may accept for another.
                found = [one for one in map(self.tried, tried) if one is not None]
                for one in found:
                    limbs, special = one.facts["limbs"], one.facts["special_limbs"]
                    made = replace(one.chain, q_bits=(size,) * limbs, p_bits=(60,) * special)
                    yield replace(one, chain=made)
                if found:
                    break

    def of_depth(self, depth: int, size: int, digits: int) -> Chain:
        """What it is asked for; how many primes it makes of it, only it knows."""
        settings = {
            "MultiplicativeDepth": depth,
            "ScalingModSize": size,
            "NumLargeDigits": digits,
            # 4 % less for a product at the top than the default, HPSPOVERQLEVELED.
            "MultiplicationTechnique": "HPSPOVERQ",
        }
        return Chain((size,) * depth, (60,), settings)

    def fits(self, chain: Chain) -> bool:
        """Whether it can keep to the modulus, before it is tried."""
        return sum(chain.q_bits) + sum(chain.p_bits) <= self.aim.log2_qp

    def moduli(self) -> Iterator[tuple[int, ...]]:
        """Primes of Q: in CKKS those of the scale, else the smallest of each number."""
        if self.scheme == "CKKS":
            yield self.shape.reals.q_bits
            return
        most, numbers = MOST_BITS[self.library.name], 0
        # The chain that is the same for all shows about how much the levels take.
        shared = sum(self.shape.integers.q_bits)
        for limbs in range(math.ceil(0.93 * shared / most), len(self.shape.integers.q_bits) + 2):
            high = min(most, math.ceil(shared / limbs) + 1)
            if not self.carries(limbs, high):
                continue
            low = high - WIDTH
            while low < high:
                middle = (low + high) // 2
                low, high = (low, middle) if self.carries(limbs, middle) else (middle + 1, high)
            yield (high,) * limbs
            numbers += 1
            if numbers == NUMBERS:
                return

    def carries(self, limbs: int, bits: int) -> bool:
        """Whether so many primes of a size have the levels, without regard to the modulus."""
        whole = replace(self.aim, log2_qp=math.inf)
        other = Search(self.shape, self.scheme, self.library, whole)
        return other.tried(self.chain((bits,) * limbs, 1)) is not None

    def specials(self, q_bits: tuple[int, ...]) -> range:
        """Numbers of primes of P."""
        return range(1, 2 if self.library.name == "SEAL" else len(q_bits) + 1)

    def chain(self, q_bits: tuple[int, ...], special: int) -> Chain:
        """Primes of P as large as a digit needs, of as many primes as P has."""
        digits = [q_bits[i : i + special] for i in range(0, len(q_bits), special)]
        size = math.ceil(max(map(sum, digits)) / special)
        # Lattigo and SEAL want another prime, which may be of the same size.
        p_bits = (min(size + (self.scheme == "CKKS" and special > 1), 60),) * special
        if self.library.name != "OpenFHE":
            return Chain(q_bits, p_bits)
        settings: dict[str, Any] = {
            "MultiplicativeDepth": len(q_bits) - 1,
            "ScalingModSize": self.shape.log2_scale if self.scheme == "CKKS" else max(q_bits),
            "FirstModSize": q_bits[0],
            "NumLargeDigits": len(digits),
        }
        return Chain(q_bits, p_bits, {**settings, "ScalingTechnique": "FIXEDMANUAL"})


def said(chain: Chain) -> str:
    """In one line."""
    return f"{list(chain.q_bits)} {list(chain.p_bits)} {dict(chain.settings) or ''}"


def measured(search: Search, finalists: list[Tried]) -> list[float]:
    """Milliseconds of a product and a rotation of each, measured in turns."""
    running = [search.start(one.chain) for one in finalists]
    try:
        rounds = [[sum(one.round().values()) for one in running] for _ in range(ROUNDS)]
    finally:
        for one in running:
            one.kill()
    return [median(column) / 1e6 for column in zip(*rounds, strict=True)]


def main() -> None:
    """Searches what its arguments name."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("shape", choices=("N13", "N14", "N15"))
    parser.add_argument("scheme", choices=("CKKS", "BFV", "BGV"))
    parser.add_argument("--libraries", default=",".join(MOST_BITS))
    asked = parser.parse_args()
    for library in SINGLE:
        if library.name not in asked.libraries.split(","):
            continue
        shape, wanted = LATTICE_SHAPES[asked.shape], aim(asked.shape, asked.scheme)
        search = Search(shape, asked.scheme, library, wanted)
        finalists = sorted(search.found(), key=lambda one: one.transforms)[:FINALISTS]
        if not finalists:
            print(f"# {library.name}: nothing keeps to {wanted}", flush=True)
            continue
        times = measured(search, finalists)
        for one, ms in zip(finalists, times, strict=True):
            print(f"# {library.name}, {said(one.chain)}: {ms:.3g} ms, {one.transforms} transforms")
        best = finalists[times.index(min(times))].chain
        print("[[chain]]")
        print(f'shape = "{asked.shape}"\nscheme = "{asked.scheme}"\nlibrary = "{library.name}"')
        print(f"q_bits = {list(best.q_bits)}\np_bits = {list(best.p_bits)}")
        if best.settings:
            pairs = (
                f'{name} = "{v}"' if isinstance(v, str) else f"{name} = {v}"
                for name, v in best.settings.items()
            )
            print(f"settings = {{ {', '.join(pairs)} }}")
        print(flush=True)


main()
