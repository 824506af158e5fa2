"""What SEAL takes, as data for the choice of parameters."""

from ringassay.sut.slots.bfv import Library

SEAL = Library(
    dimensions=(4096, 8192, 16384, 32768),  # that it checks and that hold more than one level
    max_prime_bits=60,
    max_modulus_bits=60,
    fresh_bits=9.5,  # after the switch away from the special prime
    margin_bits=2.0,
)
"""Noise is counted so that SEAL's "invariant noise budget" is log2(q) - log2(t) - noise."""
