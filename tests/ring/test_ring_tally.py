"""A scheme in Python on a ring that counts: the counts are those of what a ring that computes does.

The oracle watches the ring that computes: every method of a native element is noted, and what
kernels it takes follows from the documentation of the ring (a transform for each limb and change of
basis, a row for each limb and operation), not from the code that counts.
"""

from __future__ import annotations

import importlib.util
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from ringassay.predict import read_account
from ringassay.ring import Ring, RingError, Tally

EXAMPLE = Path(__file__).parents[2] / "examples" / "own_scheme.py"


def example() -> Any:
    spec = importlib.util.spec_from_file_location("own_scheme", EXAMPLE)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class Watched:
    """A native element that notes the kernels that its methods take."""

    def __init__(self, native: Any, limbs: int, seen: Counter[str]) -> None:
        self.native, self.limbs, self.seen = native, limbs, seen

    def __getattr__(self, name: str) -> Any:
        return getattr(self.native, name)

    def _new(self, native: Any) -> Watched:
        return Watched(native, self.limbs, self.seen)

    def _note(self, kernel: str) -> None:
        self.seen[kernel] += self.limbs

    def to(self, basis: str) -> Watched:
        self._convert(self.native.basis, basis)
        return self._new(self.native.to(basis))

    def _convert(self, before: str, after: str) -> None:
        if "crt" in (before, after) and before != after:
            self._note("transform" if after == "crt" else "inverse transform")
        # Powers of two: the powerful and the decoding basis are the same.

    def public(self) -> Watched:
        return self._new(self.native.public())

    def add(self, other: Watched) -> Watched:
        self._note("add")
        return self._new(self.native.add(other.native))

    def sub(self, other: Watched) -> Watched:
        self._note("sub")
        return self._new(self.native.sub(other.native))

    def mul(self, other: Watched) -> Watched:
        for one in (self, other):
            self._convert(one.native.basis, "crt")
        self._note("mul")
        return self._new(self.native.mul(other.native))

    def scale(self, residues: list[int]) -> Watched:
        self._note("scale")
        return self._new(self.native.scale(residues))


class WatchedRing:
    """A native ring whose elements are watched."""

    def __init__(self, native: Any, seen: Counter[str]) -> None:
        self.native, self.seen = native, seen

    def __getattr__(self, name: str) -> Any:
        found = getattr(self.native, name)
        if name not in {"constant", "from_integers", "uniform", "ternary", "gaussian"}:
            return found

        def made(*arguments: Any) -> Watched:
            limbs = len(self.native.moduli)
            if name == "constant":
                self.seen["scale"] += limbs
            return Watched(found(*arguments), limbs, self.seen)

        return made


KERNELS = ("transform", "inverse transform", "add", "sub", "mul", "scale")


def run(module: Any, ring: Ring) -> list[int]:
    scheme = module.Bgv(ring)
    x = scheme.encrypt([i % module.T for i in range(ring.n)])
    y = scheme.encrypt([3] + [0] * (ring.n - 1))
    return scheme.decrypt(scheme.multiply(scheme.add(x, x), y))


def test_the_scheme_works() -> None:
    module = example()
    ring = Ring(512, limbs=2)
    # 2·m·3, coefficient by coefficient: the second message is a constant.
    assert run(module, ring) == [6 * i % module.T for i in range(ring.n)]


@pytest.mark.parametrize(("m", "limbs"), [(512, 1), (512, 3), (4096, 2)])
def test_what_is_counted_is_what_is_computed(m: int, limbs: int) -> None:
    module, seen, tally = example(), Counter[str](), Tally()
    watched = Ring(m, limbs=limbs)
    watched.native = WatchedRing(watched.native, seen)  # type: ignore[assignment]
    run(module, watched)
    assert run(module, Ring(m, limbs=limbs, tally=tally)) == [0] * watched.n
    counted: Counter[str] = Counter()
    for (_, kernel, length), times in tally.calls().items():
        if kernel in KERNELS:
            assert length == m // 2
            counted[kernel] += times
    assert {name: counted[name] for name in KERNELS} == {name: seen[name] for name in KERNELS}
    assert counted["mul"] > 0


def test_functions_are_told_apart() -> None:
    module, tally = example(), Tally()
    ring = Ring(512, limbs=2, tally=tally)
    with tally.function("keys"):
        scheme = module.Bgv(ring)
    for _ in range(3):
        with tally.function("encrypt"):
            x = scheme.encrypt([1] * ring.n)
    with tally.function("multiply"):
        scheme.multiply(x, x)
    account = read_account(tally.account())
    runs = {one.name: one.runs for one in account.functions if one.name}
    assert runs == {"keys": 1, "encrypt": 3, "multiply": 1}
    # Four products of two limbs in each of 256 coefficients.
    assert tally.calls()["multiply", "mul", 256] == 8
    assert sum(one.complexity for one in account.functions) == account.total.complexity
    # Five elements are alive at least: two operands and three parts.
    assert account.total.maximal_bytes >= 5 * 2 * 256 * 8
    assert not account.is_priced


def test_a_tally_says_what_it_does_not_follow() -> None:
    tally = Tally()
    ring, exact = Ring(91, limbs=1, tally=tally), Ring(91, limbs=1)
    x = ring.uniform(seed=1)
    assert ring.backend == "tally"
    assert ring != exact
    for call in (x.residues, x.mul_g, x.div_g, lambda: ring.transforms):
        with pytest.raises(RingError, match="a tally does not follow that"):
            call()
    with pytest.raises(RingError, match="computed and one that is counted"):
        x + exact.uniform(seed=1)
    with pytest.raises(ValueError, match="without spaces"), tally.function("two words"):
        pass


def test_depth_is_a_bound() -> None:
    module = example()
    ring = Ring(512, limbs=2)
    import math

    assert module.depth(ring.n, math.log2(ring.q)) >= 1
    assert module.depth(ring.n, 20) == 0
