"""The small texts a client reads and writes: key parameters, inputs, outputs (docs/formats.md)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ringassay.sut.complexes import format_complex, parse_complex
from ringassay.sut.errors import FormatError

Vector = list[Any]
"""One value per slot: 0 or 1 for gf2, 0 <= value < T for zt, a float, a complex number."""

MAX_BATCH = 1 << 17
"""The largest batch of the formats."""

_NUMBER = re.compile(r"0|[1-9][0-9]{0,18}")
_DECIMAL = re.compile(r"(?:0|[1-9][0-9]{0,8})(?:\.[0-9]{1,9})?")
_REAL = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?")
_INPUT_VALUES = re.compile(r"[\[\]0-9, \t]*")


@dataclass(frozen=True)
class RealParameters:
    """What a key for real or complex numbers is made for: R or C, P, M and G of docs/formats.md."""

    bound: float
    """R or C: the largest absolute value of an input."""
    precision: float
    """P: bits by which errors have to stay below an answer's magnitude."""
    magnitude: float
    """M: the largest absolute value of anything that is computed."""
    gain: float
    """G: bits by which errors grow in the worst case, relative to an answer's magnitude."""
    is_complex: bool = False
    """Whether numbers are complex: C in place of R."""


@dataclass(frozen=True)
class KeyParameters:
    """What a key is made for.

    `modulus` is T for zt and None for gf2. Fan-in circuits (`fan_in`) name the security alone:
    their batch is 1, and their depth is not known in advance (0).
    """

    security: int
    batch: int = 1
    depth: float = 0.0
    modulus: int | None = None
    fan_in: bool = False
    reals: RealParameters | None = None
    """For circuits over real or complex numbers."""

    @classmethod
    def parse(cls, text: bytes) -> KeyParameters:
        """Read `L=5,D=4.0,K=128`, the same with `T=65537` or `R=1,P=20,M=3.5,G=2.5`, or `128`.

        Over complex numbers there is a C in place of R.
        """
        line = text.decode("ascii", "replace").strip()
        if _NUMBER.fullmatch(line):
            return cls(security=int(line), fan_in=True)
        fields: dict[str, str] = {}
        for part in line.split(","):
            name, equals, value = (piece.strip() for piece in part.partition("="))
            form = _DECIMAL if name in ("D", "P", "G") else _REAL if name in "RCM" else _NUMBER
            if name not in (*"LDKTRCPMG",) or not equals or name in fields:
                raise _bad(
                    f"key parameters: L=, D=, K= and perhaps T=, or R= or C=, P=, M= and G=, once "
                    f"each, not {part!r}"
                )
            if not form.fullmatch(value):
                raise _bad(f"key parameters: a number after {name}=, not {value!r}")
            fields[name] = value
        if not {"L", "D", "K"} <= fields.keys():
            raise _bad(f"key parameters: L=, D= and K=, not {line!r}")
        batch = int(fields["L"])
        if not 1 <= batch <= MAX_BATCH:
            raise _bad(f"key parameters: 1 <= L <= {MAX_BATCH}, not {batch}")
        reals = [fields[name] for name in "RCPMG" if name in fields]
        bounds = [name for name in "RC" if name in fields]
        if len(reals) not in (0, 4) or len(bounds) != bool(reals) or (reals and "T" in fields):
            raise _bad(
                f"key parameters: R= or C=, P=, M= and G= together and without T=, not {line!r}"
            )
        modulus = int(fields["T"]) if "T" in fields else None
        if modulus is not None and not 2 <= modulus < 1 << 62:
            raise _bad(f"key parameters: 2 <= T < 2^62, not {modulus}")
        asked = None
        if reals:
            bound, precision, magnitude, gain = map(float, reals)
            asked = RealParameters(bound, precision, magnitude, gain, bounds == ["C"])
        return cls(int(fields["K"]), batch, float(fields["D"]), modulus, reals=asked)


def parse_input(text: bytes, params: KeyParameters) -> list[Vector]:
    """Read an input: one vector per wire, each of `params.batch` values below the modulus."""
    line = text.decode("ascii", "replace").strip()
    if params.reals is not None:
        return _real_input(line, params.batch, params.reals)
    if not _INPUT_VALUES.fullmatch(line) or not (line.startswith("[") and line.endswith("]")):
        raise _bad("an input: digits, commas and brackets, from [ to ]")
    body = "".join(line[1:-1].split())
    if params.fan_in:
        vectors = [[bit] for bit in _bits(body.replace(",", ""))]
    elif params.modulus is None:
        vectors = [_bits(part) for part in body.split(",")]
    else:
        vectors = [_values(part, params.modulus) for part in _lists(body)]
    for wire, vector in enumerate(vectors):
        if len(vector) != params.batch:
            raise _bad(f"an input: {params.batch} values for W{wire}, not {len(vector)}")
    return vectors


def format_output(vectors: Sequence[Vector], params: KeyParameters) -> bytes:
    """Write outputs, `00100` for bits, `[1,2,3]` for integers, with semicolons between them."""
    return ";".join(_vector(vector, params) for vector in vectors).encode()


_MARGIN = 1 + 1e-12
"""By how much the absolute value of a complex number may be rounded up."""


def _real_input(line: str, batch: int, asked: RealParameters) -> list[Vector]:
    bound = asked.bound

    def number(part: str) -> float | complex:
        if asked.is_complex:
            found = parse_complex(part)
            if found is None or abs(found) > bound * _MARGIN:
                raise _bad(f"an input: numbers of at most {bound:g}, not {part[:40]!r}")
            return found
        if not _REAL.fullmatch(part) or abs(float(part)) > bound:
            raise _bad(f"an input: numbers from -{bound:g} to {bound:g}, not {part[:40]!r}")
        return float(part)

    body = "".join(line.split())
    if not (body.startswith("[[") and body.endswith("]]")):
        raise _bad("an input: vectors in brackets within brackets")
    vectors: list[Vector] = []
    for wire, text in enumerate(body[2:-2].split("],[")):
        parts = text.split(",")
        if len(parts) != batch:
            raise _bad(f"an input: {batch} values for W{wire}, not {len(parts)}")
        vectors.append([number(part) for part in parts])
    return vectors


def _vector(vector: Vector, params: KeyParameters) -> str:
    if params.reals is not None and params.reals.is_complex:
        return "[" + ",".join(map(format_complex, map(complex, vector))) + "]"
    if params.reals is not None:
        return "[" + ",".join(map(repr, map(float, vector))) + "]"
    if params.modulus is None:
        return "".join("1" if value else "0" for value in vector)
    return "[" + ",".join(map(str, vector)) + "]"


def _lists(body: str) -> list[str]:
    """The vectors of a zt input's body, each from within its brackets."""
    if not (body.startswith("[") and body.endswith("]")):
        raise _bad("an input: each vector in brackets")
    return body[1:-1].split("],[")


def _bits(text: str) -> Vector:
    if not text or text.strip("01"):
        raise _bad(f"an input: bits, not {text[:40]!r}")
    return [1 if digit == "1" else 0 for digit in text]


def _values(text: str, modulus: int) -> Vector:
    parts = text.split(",")
    for part in parts:
        if not _NUMBER.fullmatch(part) or int(part) >= modulus:
            raise _bad(f"an input: integers below {modulus}, not {part[:40]!r}")
    return [int(part) for part in parts]


def _bad(expected: str) -> FormatError:
    return FormatError(f"expected {expected}")
