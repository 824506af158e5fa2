"""Private look-up: the inner loop of private information retrieval."""

import numpy as np

from ringassay.trace import Vectors, computation

LENGTH = 4096
TABLE = np.random.default_rng(2).integers(0, 65537, (4, LENGTH))


@computation(length=LENGTH, modulus=65537)
def select_entry(selection: Vectors(4)):
    """One of 16384 public entries, by an encrypted vector of zeros and a single one."""
    products = [part * row for part, row in zip(selection, TABLE, strict=True)]
    return sum(products[1:], products[0]).sum()


@computation(length=256, modulus=257)
def entry_at(index):
    """Entry index[k] of 16 public entries, for 256 indices at once: compared with every place."""
    table = TABLE[0, :16] % 257
    total = 0
    for place, entry in enumerate(table):
        total = total + (index == place) * entry
    return total
