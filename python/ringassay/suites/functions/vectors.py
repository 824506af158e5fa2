"""Vectors and matrices of integers modulo 65537."""

import numpy as np

from ringassay.trace import Vectors, computation


@computation(length=1024, modulus=65537)
def sum_of_vectors(a, b):
    """Entry by entry."""
    return a + b


@computation(length=1024, modulus=65537)
def product_of_vectors(a, b):
    """Entry by entry."""
    return a * b


@computation(length=1024, modulus=65537)
def dot(a, b):
    """The sum of the products of the entries."""
    return a.dot(b)


MATRIX = np.random.default_rng(64).integers(-128, 128, (64, 64))


@computation(length=64, modulus=65537)
def matrix_times_vector(x):
    """A public matrix: that of a layer of a network, say."""
    return MATRIX @ x


N = 8
ROW, COLUMN = np.divmod(np.arange(N * N), N)


@computation(length=N * N, modulus=65537)
def matrix_product(a, b):
    """Both matrices encrypted, row by row in one vector each (Jiang and others, 2018/1041).

    Entry (i, j) of the k-th term is a[i, i + j + k] * b[i + j + k, j].
    """
    skewed_a = a[ROW * N + (ROW + COLUMN) % N]
    skewed_b = b[(ROW + COLUMN) % N * N + COLUMN]
    total = 0
    for k in range(N):
        total = total + skewed_a[ROW * N + (COLUMN + k) % N] * np.roll(skewed_b, -k * N)
    return total


@computation(length=256, modulus=65537)
def matrix_times_many(rows: Vectors(16), x):
    """An encrypted matrix, a row to a vector."""
    return np.stack([row.dot(x) for row in rows])
