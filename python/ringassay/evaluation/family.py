"""One family of circuits in a suite: what is generated, at which points."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from decimal import Decimal
from typing import Annotated, Any, Literal, Self

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, StrictBool, model_validator

from ringassay.spaces import APPROXIMATE

SIMD_GATES = (
    "LADD", "LADDconst", "LMUL", "LMULconst", "LROTATE", "LSELECT", "LSUB", "LNEG", "LPOLY",
    "LCONJ",
)  # fmt: skip
"""The gates of batched circuits."""

ZT_ONLY = ("LSUB", "LNEG")
"""Those of them that do not exist over bits."""

APPLICATIONS = (
    "dot", "matrix-vector", "logistic-3", "logistic-7", "logistic-15", "logistic-regression",
    "network", "spectrum",
)  # fmt: skip
"""Computations over real or complex numbers, known weights drawn from the seed."""

COMPLEX_APPLICATIONS = ("dot", "matrix-vector", "network", "spectrum")
"""Those of them that are for complex numbers; all but the last are for reals as well."""

FAN_IN_GATES = ("AND", "OR", "XOR")
"""The gates of single-bit circuits."""

Gate = Literal[
    "LADD", "LADDconst", "LMUL", "LMULconst", "LROTATE", "LSELECT", "LSUB", "LNEG", "LPOLY", "LCONJ"
]  # fmt: skip
AnyGate = Gate | Literal["AND", "OR", "XOR"]

DIMENSIONS: dict[tuple[str, int | None], tuple[tuple[str, ...], tuple[str, ...]]] = {
    ("mixed", None): (("batch", "depth", "width"), ()),
    ("single", None): (("gate", "batch", "levels", "width"), ()),
    ("application", None): (("batch",), ("size",)),
    ("fan-in", 1): (("width", "gates"), ("gate",)),
    ("fan-in", 2): (("width", "gates", "xor_gates"), ("gate",)),
    ("fan-in", 3): (("width", "levels"), ("gate",)),
}
"""Kind and variant to their dimensions: those a point must have, and those it may have."""


MAX_POINTS = 100_000
"""Points of a family, at most: bounded before they are made."""


def _listed(value: Any) -> Any:
    return value if isinstance(value, (list, tuple)) else [value]


def _whole(value: Any) -> Any:
    if isinstance(value, bool) or not isinstance(value, int):
        raise ValueError("a whole number without quotes or decimal point is needed")
    return value


def _decimal(value: Any) -> Any:
    if isinstance(value, bool) or not isinstance(value, (int, float, Decimal)):
        raise ValueError("a number without quotes is needed")
    number = Decimal(str(value))
    if number.is_finite() and -number.as_tuple().exponent > 2:  # type: ignore[operator]
        raise ValueError("at most two digits after the point are possible")
    return number.normalize() if number.is_finite() else number


Whole = Annotated[int, BeforeValidator(_whole)]
Depth = Annotated[Decimal, BeforeValidator(_decimal), Field(gt=0, le=1000)]
GateDepth = Annotated[Decimal, BeforeValidator(_decimal), Field(ge=0, le=1000)]
Batch = Annotated[Whole, Field(ge=1, le=1 << 17)]
Width = Annotated[Whole, Field(ge=1, le=10**6)]
Levels = Annotated[Whole, Field(ge=1, le=10**6)]
Gates = Annotated[Whole, Field(ge=1, le=10**7)]
Share = Annotated[Whole, Field(ge=1, le=1024)]
Weight = Annotated[Whole, Field(ge=0, le=10**6)]


class Point(BaseModel):
    """One combination of dimensions; circuits of one point differ by their seeds alone."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    gate: AnyGate | None = None
    batch: Batch | None = None
    depth: Depth | None = None
    levels: Levels | None = None
    gates: Gates | None = None
    xor_gates: Gates | None = None
    width: Width | None = None
    size: Batch | None = None

    def values(self) -> dict[str, Any]:
        """The dimensions that are set."""
        return self.model_dump(exclude_none=True)


def _lists(of: Any) -> Any:
    return Annotated[
        tuple[of, ...],
        BeforeValidator(_listed),
        Field(min_length=1, max_length=1000),
    ]


class Family(BaseModel):
    """A set of circuits: `circuits` for each point, each with `inputs` random inputs.

    The points are either every combination of the lists named as `Point`'s fields, or those
    written out as `[[family.point]]`. Shares are in 1024ths: `ones`, of ones in the inputs;
    `share` and `xor_share`, of a level that a fan-in gate takes on average. `outputs` are drawn for
    each circuit, as many as there are gates of its depth. Over real and complex numbers inputs are
    at most `bound` in absolute value, and answers have to be right to `precision` bits of their
    magnitude.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    name: Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9_.-]{0,63}$")]
    kind: Literal["mixed", "single", "fan-in", "application"]
    space: Literal["gf2", "zt", "real", "complex"] = "gf2"
    modulus: Annotated[Whole, Field(ge=2, lt=1 << 62)] | None = None
    bound: Annotated[float, Field(gt=0, le=2.0**40, allow_inf_nan=False)] | None = None
    precision: Annotated[Whole, Field(ge=1, le=50)] | None = None
    application: str | None = None
    variant: Annotated[Whole, Field(ge=1, le=3)] | None = None
    circuits: Annotated[Whole, Field(ge=1, le=100_000)] = 1
    inputs: Annotated[Whole, Field(ge=1, le=100_000)] = 1
    distribution: dict[Gate, Weight] | None = None
    avoid_constant: StrictBool = False
    ones: Share = 512
    share: Share | None = None
    xor_share: Share | None = None
    outputs: Annotated[Whole, Field(ge=1, le=1 << 16)] | None = None
    gate: _lists(AnyGate) | None = None  # type: ignore[valid-type]
    batch: _lists(Batch) | None = None  # type: ignore[valid-type]
    depth: _lists(Depth) | None = None  # type: ignore[valid-type]
    levels: _lists(Levels) | None = None  # type: ignore[valid-type]
    gates: _lists(Gates) | None = None  # type: ignore[valid-type]
    xor_gates: _lists(Gates) | None = None  # type: ignore[valid-type]
    width: _lists(Width) | None = None  # type: ignore[valid-type]
    size: _lists(Batch) | None = None  # type: ignore[valid-type]
    point: tuple[Point, ...] | None = None

    def points(self) -> list[Point]:
        """The points in the order of the suite: written ones as written, lists crossed with the
        last dimension running fastest."""
        return list(self.point) if self.point is not None else list(self._crossed())

    def count(self) -> int:
        """How many points there are; none is drawn for it."""
        if self.point is not None:
            return len(self.point)
        return math.prod(len(values) for values in self._given().values())

    def first(self, most: int) -> list[Point]:
        """The first points."""
        return list(itertools.islice(self.point or self._crossed(), most))

    def _given(self) -> dict[str, tuple[Any, ...]]:
        lists = {name: getattr(self, name) for name in Point.model_fields}
        return {name: values for name, values in lists.items() if values is not None}

    def _crossed(self) -> Iterator[Point]:
        given = self._given()
        for values in itertools.product(*given.values()):
            yield Point(**dict(zip(given, values, strict=True)))

    @model_validator(mode="after")
    def _consistent(self) -> Self:
        crossed = math.prod(len(values) for values in self._given().values())
        if crossed > MAX_POINTS:
            raise ValueError(
                f"its lists cross to {crossed} points, at most {MAX_POINTS} are possible"
            )
        for problem in itertools.chain(
            self._real_problems(), self._space_problems(), self._point_problems()
        ):
            raise ValueError(problem)
        return self

    def _real_problems(self) -> Iterator[str]:
        is_number = self.space in APPROXIMATE
        if is_number and (self.bound is None or self.precision is None):
            yield (
                f"space {self.space} needs bound, the largest absolute value of inputs, and "
                "precision, the bits that answers have to have: for example bound = 1.0, "
                "precision = 20"
            )
        if not is_number and (self.bound is not None or self.precision is not None):
            yield (
                "bound and precision belong to spaces real and complex: remove them, or set "
                'space = "real"'
            )
        if (self.kind == "application") != (self.application is not None):
            yield f"application ({', '.join(APPLICATIONS)}) belongs to kind application"
        elif self.application is not None and self.application not in APPLICATIONS:
            yield f"there is no application {self.application!r}: {', '.join(APPLICATIONS)}"
        elif self.space == "real" and self.application == "spectrum":
            yield 'a spectrum is one of complex numbers: set space = "complex"'
        elif self.space == "complex" and self.application not in (*COMPLEX_APPLICATIONS, None):
            yield f"applications over complex numbers are {', '.join(COMPLEX_APPLICATIONS)}"
        if self.kind == "application" and not is_number:
            yield 'applications compute with numbers: set space = "real" or "complex"'

    def _space_problems(self) -> Iterator[str]:
        if self.space == "zt" and self.modulus is None:
            yield "space zt needs modulus (2 up to 2^62 - 1), for example modulus = 65537"
        if self.space != "zt" and self.modulus is not None:
            yield 'modulus belongs to space zt: remove it, or set space = "zt"'
        if self.kind == "fan-in" and self.space != "gf2":
            yield 'fan-in circuits work on single bits: set space = "gf2"'
        if (self.kind == "fan-in") != (self.variant is not None):
            yield "variant (1, 2 or 3) belongs to kind fan-in, and is needed there"
        if self.distribution is not None and self.kind != "mixed":
            yield "distribution belongs to kind mixed"
        if self.distribution is not None and not any(self.distribution.values()):
            yield "distribution gives no gate a weight above 0"
        yield from self._gate_problems()
        if self.kind != "fan-in" and (self.share is not None or self.xor_share is not None):
            yield "share and xor_share belong to kind fan-in"
        if self.kind == "fan-in" and self.outputs not in (None, 1):
            yield "outputs belongs to mixed and single circuits: a fan-in circuit has one"
        if self.kind == "fan-in" and self.avoid_constant:
            yield "avoid_constant belongs to mixed and single circuits: fan-in gates are balanced"

    def _gate_problems(self) -> Iterator[str]:
        used: set[str] = {gate for gate, weight in (self.distribution or {}).items() if weight}
        used |= {point.gate for point in self.point or () if point.gate} | set(self.gate or ())
        if self.space == "gf2" and used & set(ZT_ONLY):
            yield f"{' and '.join(ZT_ONLY)} exist in spaces zt, real and complex only"
        if self.space not in APPROXIMATE and "LPOLY" in used:
            yield "LPOLY exists in spaces real and complex only"
        if self.space != "complex" and "LCONJ" in used:
            yield "LCONJ exists in space complex only"
        allowed = FAN_IN_GATES if self.kind == "fan-in" else SIMD_GATES
        if used - set(allowed):
            yield f"kind {self.kind} has the gates {', '.join(allowed)}"

    def _point_problems(self) -> Iterator[str]:
        if (self.kind, self.variant) not in DIMENSIONS:
            return  # reported with the space
        needed, possible = DIMENSIONS[self.kind, self.variant]
        lists = self._given()
        if self.point is not None and lists:
            yield f"give either [[family.point]] or lists ({', '.join(sorted(lists))}), not both"
            return
        # All points of crossed lists have the same dimensions.
        written = [set(point.values()) for point in self.point or ()]
        for present in written or [set(lists)]:
            for name in needed:
                if name not in present:
                    yield f"kind {self.kind} needs {', '.join(needed)}: {name} is missing"
            for name in sorted(present - set(needed) - set(possible)):
                yield (
                    f"{name} does not belong to kind {self.kind}, which has "
                    f"{', '.join(needed + possible)}"
                )
        seen = [tuple(sorted(point.values().items())) for point in self.point or ()]
        for values in (seen, *lists.values()):
            if len(set(values)) == len(values):
                continue
            yield "the same point occurs twice: raise circuits instead"
