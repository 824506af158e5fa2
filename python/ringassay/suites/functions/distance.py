"""Hamming distance of 1024 bits, as integers modulo 65537."""

from ringassay.trace import computation


@computation(length=1024, modulus=65537)
def hamming_distance(a, b):
    """Of entries that are 0 or 1: they differ where their difference has a square of one."""
    return ((a - b) ** 2).sum()
