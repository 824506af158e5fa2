"""The files of challenges, read and written by another program: nothing of ringassay is used here.

The messages are those of the published Challenges.proto and Lol.proto (protocol buffers, version
2), the decoding basis that of the toolkit of Lyubashevsky, Peikert and Regev (2013, §6): dual,
under the trace, to the conjugate of the powerful basis, and scaled by m̂/g. Elements are multiplied
by their values in the canonical embedding, in floating point; for powers of two by Kronecker
substitution.
"""

from __future__ import annotations

import math
import struct
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

KINDS = {"rlwec": 5, "rlwed": 6, "rlwr": 7}


def varint(value: int) -> bytes:
    out = bytearray()
    value &= 2**64 - 1
    while value >= 0x80:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes([*out, value])


def field(number: int, value: int | float | bytes) -> bytes:
    match value:
        case float():
            return varint(number << 3 | 1) + struct.pack("<d", value)
        case bytes():
            return varint(number << 3 | 2) + varint(len(value)) + value
        case _:
            return varint(number << 3) + varint(value)


def zigzag(value: int) -> int:
    return 2 * value if value >= 0 else -2 * value - 1


def unzigzag(value: int) -> int:
    return value // 2 if value % 2 == 0 else -(value + 1) // 2


def fields(data: bytes) -> Iterator[tuple[int, Any]]:
    place = 0

    def number() -> int:
        nonlocal place
        value = shift = 0
        while True:
            byte = data[place]
            place += 1
            value |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                return value

    while place < len(data):
        key = number()
        match key & 7:
            case 0:
                yield key >> 3, number()
            case 1:
                yield key >> 3, struct.unpack_from("<d", data, place)[0]
                place += 8
            case 2:
                size = number()
                yield key >> 3, data[place : place + size]
                place += size
            case other:
                raise ValueError(f"type {other}")


def one(data: bytes) -> dict[int, Any]:
    return dict(fields(data))


@dataclass(frozen=True)
class Problem:
    """Parameters: kind `rlwec`, `rlwed` or `rlwr`; for the last, p in place of svar."""

    kind: str
    m: int
    q: int
    samples: int
    svar: float = 0.0
    p: int = 0

    @property
    def bound(self) -> float:
        n, m_hat = len(exponents(self.m)), self.m // 2 if self.m % 2 == 0 else self.m
        x = 1 / (2 * math.pi)
        while True:
            inner = 0.5 + math.log(2 * math.pi * x) / 2 + 25 * math.log(2) / n
            if abs(inner / math.pi - x) < 1e-4:
                break
            x = inner / math.pi
        c2 = inner / math.pi
        b = m_hat * n * self.svar * c2
        f = 2 ** len(odd_primes(self.m)) * n * c2
        return b if self.kind == "rlwec" else math.ceil(f + b + 2 * math.sqrt(b * f))

    def message(self, bound: float | None = None) -> bytes:
        start = field(1, self.m) + field(2, self.q)
        if self.kind == "rlwr":
            return start + field(3, self.p) + field(4, self.samples)
        bound = self.bound if bound is None else bound
        rest = field(4, float(bound) if self.kind == "rlwec" else int(bound))
        return start + field(3, self.svar) + rest + field(5, self.samples)

    @classmethod
    def read(cls, kind: str, data: bytes) -> tuple[Problem, float | None]:
        said = one(data)
        if kind == "rlwr":
            return cls(kind, said[1], said[2], said[4], p=said[3]), None
        return cls(kind, said[1], said[2], said[5], svar=said[3]), said[4]

    def stem(self, number: int, annotation: str) -> str:
        p = f"-p{self.p}" if self.kind == "rlwr" else ""
        parts = f"{self.kind}-m{self.m}-q{self.q}{p}-l{self.samples}"
        return f"chall-id{number:04d}-{parts}-{annotation}"


def factors(m: int) -> list[tuple[int, int]]:
    """Prime and power of each."""
    found, p = [], 2
    while m > 1:
        power = 1
        while m % p == 0:
            m, power = m // p, power * p
        if power > 1:
            found.append((p, power))
        p += 1
    return found


def odd_primes(m: int) -> list[int]:
    return [p for p, _ in factors(m) if p > 2]


@cache
def exponents(m: int) -> tuple[int, ...]:
    """Of ζ_m at each position: digits reversed in each prime power, the smallest prime fastest."""
    found = [0]
    for p, power in factors(m):
        along = []
        for position in range(power // p * (p - 1)):
            digits, rest, base = [], position, p - 1
            for _ in range(round(math.log(power, p))):
                digits.append(rest % base)
                rest, base = rest // base, p
            # The first digit is that of the highest weight.
            along.append(sum(d * power // p ** (i + 1) for i, d in enumerate(digits)))
        found = [(x + e * (m // power)) % m for e in along for x in found]
    return tuple(found)


@cache
def embedding(m: int) -> tuple[NDArray[Any], NDArray[Any]]:
    """The values of the decoding basis (places times coefficients), and of g."""
    units = np.array([k for k in range(1, m) if math.gcd(k, m) == 1] or [1])
    zeta = np.exp(2j * np.pi * np.outer(units, exponents(m)) / m)
    g = np.ones(len(units), dtype=complex)
    for p in odd_primes(m):
        g *= 1 - np.exp(2j * np.pi * units / p)
    m_hat = m // 2 if m % 2 == 0 else m
    # Σ_k d_i(k)·conj(ζ_j(k)) = δ: the inverse of the conjugate's transpose.
    dual = np.linalg.inv(zeta.conj().T)
    return dual * (m_hat / g)[:, None], g


def product(m: int, q: int, a: NDArray[Any], s: NDArray[Any]) -> NDArray[Any]:
    """a·s mod q, from 0 to q - 1."""
    if m & (m - 1) == 0:
        return _negacyclic(m, q, a, s)
    basis, _ = embedding(m)
    values = (basis @ _near(a, q)) * (basis @ _near(s, q))
    found = np.linalg.solve(basis, values)
    rounded = np.rint(found.real)
    assert np.abs(found - rounded).max() < 0.1, "floating point does not reach so far"
    return rounded.astype(np.int64) % q


def _near(x: NDArray[Any], q: int) -> NDArray[Any]:
    x = np.asarray(x) % q
    return np.where(2 * x >= q, x - q, x).astype(float)


def _negacyclic(m: int, q: int, a: NDArray[Any], s: NDArray[Any]) -> NDArray[Any]:
    n = m // 2
    order, width = np.array(exponents(m)), 96 // 8

    def packed(x: NDArray[Any]) -> int:
        natural = np.empty(n, dtype=object)
        natural[order] = np.asarray(x) % q
        return int.from_bytes(b"".join(int(c).to_bytes(width, "little") for c in natural), "little")

    whole = (packed(a) * packed(s)).to_bytes(2 * n * width, "little")
    c = [int.from_bytes(whole[i * width :][:width], "little") for i in range(2 * n)]
    return np.array([(c[i] - c[i + n]) % q for i in range(n)], dtype=np.int64)[order]


def norm(m: int, e: NDArray[Any]) -> float:
    """‖g·e‖²/m̂."""
    basis, g = embedding(m)
    m_hat = m // 2 if m % 2 == 0 else m
    return float((np.abs(g * (basis @ e)) ** 2).sum() / m_hat)


def element(m: int, q: int, x: NDArray[Any]) -> bytes:
    start = field(1, m) + field(2, q)
    if x.dtype.kind == "f":
        return start + b"".join(field(3, float(c)) for c in x)
    return start + b"".join(field(3, zigzag(int(c))) for c in x)


def read_element(data: bytes) -> tuple[int, int, NDArray[Any]]:
    m = q = 0
    values: list[Any] = []
    for number, value in fields(data):
        match number:
            case 1:
                m = value
            case 2:
                q = value
            case 3:
                values.append(value if isinstance(value, float) else unzigzag(value))
    return m, q, np.array(values)


def is_right(problem: Problem, a: NDArray[Any], b: NDArray[Any], s: NDArray[Any]) -> bool:
    """Whether a sample is one of `problem` with this secret."""
    exact = product(problem.m, problem.q, a, s)
    if problem.kind == "rlwr":
        q, p = problem.q, problem.p
        rounded = [(2 * int(x) * p + q) // (2 * q) % p for x in exact]
        return bool(np.array_equal(np.array(rounded), b % p))
    e = b - exact
    e = e - problem.q * np.rint(e / problem.q)
    return norm(problem.m, e) <= problem.bound * (1 + 1e-9)


@dataclass
class Folder:
    """A challenge's files, as another program reads them."""

    problem: Problem
    bound: float | None
    number: int
    instances: int
    epoch: int
    offset: int
    samples: list[list[tuple[NDArray[Any], NDArray[Any]]]]
    secrets: list[NDArray[Any] | None]


def read_folder(path: Path) -> Folder:
    """Reads all files and compares what they repeat."""
    (name,) = path.glob("*.challenge")
    said = one(name.read_bytes())
    (kind,) = (kind for kind, number in KINDS.items() if number in said)
    problem, bound = Problem.read(kind, said[KINDS[kind]])
    found = Folder(problem, bound, said[1], said[2], said[3], said[4], [], [])
    assert name.stem == problem.stem(found.number, name.stem.rpartition("-")[2])
    modulus = problem.p if kind == "rlwr" else problem.q
    for i in range(found.instances):
        data = (path / f"{name.stem}-{i:02X}.instance").read_bytes()
        head = one(data)
        assert (head[1], head[2]) == (found.number, i)
        assert Problem.read(kind, head[3]) == (problem, bound)
        samples = []
        for number, value in fields(data):
            if number == 4:
                a, b = (read_element(one(value)[k]) for k in (1, 2))
                assert (a[:2], b[:2]) == ((problem.m, problem.q), (problem.m, modulus))
                samples.append((a[2], b[2]))
        assert len(samples) == problem.samples
        found.samples.append(samples)
        file = path / f"{name.stem}-{i:02X}.secret"
        if file.exists():
            head = one(file.read_bytes())
            m, q, s = read_element(head[6])
            assert (head[1], head[2], head[3], head[4]) == (found.number, i, m, q)
            assert len(head[5]) == 32
            found.secrets.append(s)
        else:
            found.secrets.append(None)
    return found


def draw_error(problem: Problem, rng: np.random.Generator) -> NDArray[Any]:
    """A spherical Gaussian in the canonical embedding, rounded for `rlwed`."""
    basis, g = embedding(problem.m)
    n, m_hat = len(g), problem.m // 2 if problem.m % 2 == 0 else problem.m
    half = rng.standard_normal((n // 2, 2)) @ np.array([1, 1j]) / math.sqrt(2)
    # Units ascend: the place of k and that of m - k are mirrored, with conjugate values.
    places = np.concatenate([half, half[::-1].conj()])
    # An element with these values of g·e, but for the phase of g, which turns no Gaussian.
    e = np.linalg.solve(basis, places * math.sqrt(problem.svar / (2 * math.pi)) * m_hat / np.abs(g))
    assert np.abs(e.imag).max() < 1e-6 * max(1.0, float(np.abs(e.real).max()))
    return e.real if problem.kind == "rlwec" else np.rint(e.real)


def write_folder(
    parent: Path,
    problem: Problem,
    rng: np.random.Generator,
    *,
    number: int = 9,
    instances: int = 2,
    bound: float | None = None,
) -> Path:
    """A challenge with all its secrets; seeds that our generator has nothing to do with."""
    stem = problem.stem(number, "foreign")
    folder = parent / stem
    folder.mkdir()
    m, q, n = problem.m, problem.q, len(exponents(problem.m))
    said = problem.message(bound)
    head = field(1, number) + field(2, instances) + field(3, 1471449900) + field(4, 5)
    (folder / f"{stem}.challenge").write_bytes(head + field(KINDS[problem.kind], said))
    for i in range(instances):
        s = _near(rng.integers(0, q, n), q).astype(np.int64)
        samples = b""
        for _ in range(problem.samples):
            a = _near(rng.integers(0, q, n), q).astype(np.int64)
            exact = product(m, q, a, s)
            if problem.kind == "rlwr":
                right = np.array([(2 * int(x) * problem.p + q) // (2 * q) for x in exact])
                b, modulus = right % problem.p, problem.p
            else:
                b, modulus = exact + draw_error(problem, rng), q
                b = b - q * np.rint(b / q)
                b = b if problem.kind == "rlwec" else b.astype(np.int64)
            samples += field(4, field(1, element(m, q, a)) + field(2, element(m, modulus, b)))
        start = field(1, number) + field(2, i)
        (folder / f"{stem}-{i:02X}.instance").write_bytes(start + field(3, said) + samples)
        seed = field(5, rng.bytes(32))
        start += field(3, m) + field(4, q)
        (folder / f"{stem}-{i:02X}.secret").write_bytes(start + seed + field(6, element(m, q, s)))
    return folder
