"""What notebooks show of vectors of integers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ringassay.notebook import bar, card, facts

if TYPE_CHECKING:
    from ringassay.he.integers.ciphertext import Ciphertext
    from ringassay.he.integers.parameters import Parameters

NOISE, MARGIN, ROOM = "#c0392b", "#e8a87c", "#7fb685"
"""Colours: noise as it is on average, what is kept for related operands, what is left."""


def parameters(shown: Parameters) -> str:
    """Index, moduli, security."""
    below = "" if shown.is_secure is not False else " — BELOW what was asked for"
    rows = [
        ("index m, degree n", f"{shown.m}, {shown.n}"),
        ("plaintext modulus t", shown.plaintext),
        ("slots", f"{shown.slots}, vectors of {shown.length}"),
        ("log2 Q, log2 P", f"{shown.log2_q:.1f}, {shown.log2_p:.1f}"),
        ("security", f"{shown.security_bits:.1f} bits{below}"),
        ("secret, error", f"{shown.facts['secret']}; {shown.facts['error']}"),
    ]
    return card(f"{shown.scheme} parameters", shown.security, facts(rows))


def ciphertext(shown: Ciphertext) -> str:
    """A bar: how much of the modulus is noise."""
    noise = shown.noise
    room = noise.budget_bits
    # The bar is log2 Q long; below one bit nothing would be seen.
    average = min(max(noise.noise_bits, 0.0), noise.modulus_bits)
    margin = max(min(noise.bound_bits, noise.modulus_bits) - average, 0.0)
    parts = [
        (f"noise on average: {noise.noise_bits:.1f} bits", average, NOISE),
        (f"kept for related operands: up to {noise.bound_bits:.1f} bits", margin, MARGIN),
        (f"room: {room:.1f} bits", max(noise.modulus_bits - average - margin, 0.0), ROOM),
    ]
    said = f"{room:.1f} bits of noise budget left" if room > 0 else "decryption is not guaranteed"
    headline = (
        f"ciphertext of {shown.parameters.length} entries modulo {shown.parameters.plaintext}"
    )
    note = (
        f"noise {noise.noise_bits:.1f} bits (bound {noise.bound_bits:.1f}) of "
        f"{noise.modulus_bits:.1f} bits of Q: {said}"
    )
    return card(headline, note, bar(parts, note))
