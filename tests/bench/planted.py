"""Rows of a benchmark with planted figures."""

from __future__ import annotations

import math
from dataclasses import replace

from benchmark_rows import ROW, ring_benchmark
from ringassay.store import Benchmark, BenchmarkRow, ParameterSet

CONSTANT_NS = 0.125
"""What a planted power-of-two transform takes for each coefficient and layer."""


def planted_rows() -> tuple[BenchmarkRow, ...]:
    """A row of each kind, growth exactly as the models have it."""
    powers = [
        replace(ROW, operation=what, basis=basis, m=2 << k, n=1 << k, median_ns=time)
        for what, basis in (("crt", "powerful"), ("crt_inverse", "crt"))
        for k in range(10, 18)
        for time in (CONSTANT_NS * (1 << k) * k,)
    ]
    limbs = [
        replace(ROW, m=1 << 15, n=1 << 14, limbs=k, median_ns=500.0 + 20_000.0 * k)
        for k in (2, 4, 8, 16)
    ]
    one = replace(ROW, m=1 << 15, n=1 << 14, median_ns=20_500.0)
    threads = [replace(limbs[-1], threads=2, clock="wall", median_ns=limbs[-1].median_ns / 1.6)]
    return (
        ROW,
        replace(ROW, operation="multiply", basis="crt", median_ns=100.0),
        replace(ROW, operation="twace", m=728, m_big=2912, n=1152, median_ns=30.0),
        replace(ROW, library="plain", median_ns=50_000.0),
        replace(ROW, operation="butterfly", basis="none", m=2, n=1, median_ns=CONSTANT_NS),
        *[row for row in powers if row.n != 1 << 14 or row.operation != "crt"],
        one,
        *limbs,
        *threads,
        replace(ROW, library="ringassay-ntt", m=2048, n=1024, median_ns=900.0),
        replace(ROW, library="peer", m=2048, n=1024, median_ns=1800.0),
    )


def planted_benchmark() -> Benchmark:
    """A whole benchmark of them."""
    return ring_benchmark(*planted_rows())


def time_of(n: int) -> float:
    """The planted time of a transform."""
    return CONSTANT_NS * n * math.log2(n)


SET = ParameterSet(
    name="A",
    scheme="bgv",
    m=5461,
    n=5292,
    plaintext=2,
    slots=378,
    length=378,
    depth=7.0,
    limbs=4,
    log2_q=160.0,
    special_limbs=1,
    log2_p=50.0,
    modulus_bits=50,
    digits=4,
    secret="ternary",
    error="spherical",
    security_bits=83.5,
    security="by some attack",
    is_secure=False,
    helib_bits=79.5,
    log2_failure=-1000.0,
    rotation_hints=64,
    automorphisms=2,
    ciphertext_memory_bytes=300_000,
    ciphertext_saved_bytes=200_000,
    seeded_ciphertext_memory_bytes=300_000,
    seeded_ciphertext_saved_bytes=100_000,
    public_key_memory_bytes=2_000_000,
    public_key_saved_bytes=1_000_000,
    relinearisation_hint_memory_bytes=400_000,
    relinearisation_hint_saved_bytes=200_000,
    all_hints_memory_bytes=26_000_000,
    all_hints_saved_bytes=13_000_000,
)


def planted_bgv(us: dict[str, float]) -> Benchmark:
    """A benchmark of one set with these times, in microseconds."""
    rows = [
        replace(
            ROW, operation=what, basis="none", m=5461, n=5292, parameter_set="A",
            median_ns=time * 1000,
        )
        for what, time in us.items()
    ]  # fmt: skip
    return replace(planted_benchmark(), kind="bgv", rows=tuple(rows), sets=(SET,))
