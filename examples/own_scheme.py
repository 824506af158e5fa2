"""BGV without relinearisation (ePrint 2011/277, section 3), executed or counted by one text.

c_0 + c_1·s + … + c_d·s^d = m + t·v modulo Q. For reading: no parameters are chosen for security.
"""

import math

from ringassay.predict import read_account
from ringassay.ring import Element, Ring, Tally

T, SIGMA = 17, 3.2


class Bgv:
    def __init__(self, ring: Ring) -> None:
        self.ring, self.s, a = ring, ring.ternary().to("crt"), ring.uniform()
        self.key = ((a * self.s + T * ring.error(SIGMA)).public(), -a)

    def encrypt(self, message: list[int]) -> list[Element]:
        u = self.ring.ternary()
        b, a = (x * u + T * self.ring.error(SIGMA) for x in self.key)
        return [(b + self.ring(message)).public(), a.public()]

    def add(self, x: list[Element], y: list[Element]) -> list[Element]:
        return [a + b for a, b in zip(x, y, strict=True)]

    def multiply(self, x: list[Element], y: list[Element]) -> list[Element]:
        product = [self.ring.zero().to("crt")] * (len(x) + len(y) - 1)
        for i, a in enumerate(x):
            for j, b in enumerate(y):
                product[i + j] = product[i + j] + a * b
        return product

    def decrypt(self, x: list[Element]) -> list[int]:
        *rest, phase = x
        for c in reversed(rest):
            phase = phase * self.s + c
        return [int(c) % T for c in phase.to("powerful").lift()]


def depth(n: int, log2_q: float) -> int:
    """Squarings that decrypt: noise V = t(1/2 + B(2n + 1)), B = 9.2σ, becomes nV²; below Q/2."""
    v, level = math.log2(T * (0.5 + 9.2 * SIGMA * (2 * n + 1))), 0
    while (v := math.log2(n) + 2 * v) < log2_q - 1:
        level += 1
    return level


if __name__ == "__main__":
    R = Ring(4096, limbs=2, tally=(tally := Tally()))
    with tally.function("keys"):
        scheme = Bgv(R)
    with tally.function("encrypt"):
        x = scheme.encrypt([1] * R.n)
    with tally.function("multiply"):
        scheme.multiply(x, x)
    print("depth", depth(R.n, math.log2(R.q)))
    for one in read_account(tally.account()).functions:
        print(f"{one.name}: {one.complexity:,.0f} word multiplications, {one.maximal_bytes} B")
