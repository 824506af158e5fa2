"""Textbook ring-LWE encryption over the ring of index m = 1728 (ePrint 2013/293 §8.2).

Bits are the coefficients of a polynomial; the key is (a, b = a·s + 2e), a ciphertext of μ is
(u, v) = (a·r + 2e', b·r + 2e'' + μ), and v - u·s = μ + 2·(e·r + e'' - e'·s) is small: its
coefficients modulo Q, taken as integers near 0, are μ modulo 2.

For reading, not for use: no parameters were chosen for security.
"""

import numpy as np

from ringassay.ring import Element, Ring

R = Ring(1728, limbs=1, bits=40)


def keys() -> tuple[Element, tuple[Element, Element]]:
    a, s = R.uniform(), R.ternary()
    return s, (a, (a * s + 2 * R.error()).public())


def encrypt(key: tuple[Element, Element], bits: np.ndarray) -> tuple[Element, Element]:
    a, b = key
    r = R.ternary()
    return (a * r + 2 * R.error()).public(), (b * r + 2 * R.error() + R(bits)).public()


def decrypt(s: Element, ciphertext: tuple[Element, Element]) -> np.ndarray:
    u, v = ciphertext
    return np.asarray((v - u * s).to("powerful").lift()) % 2


if __name__ == "__main__":
    secret, public = keys()
    bits = np.random.default_rng().integers(0, 2, R.n)
    ciphertext = encrypt(public, bits)
    print(f"{R!r}\n{ciphertext[0]!r}\n{R.n} bits, {sum(decrypt(secret, ciphertext) != bits)} wrong")
