"""Sweeps: points of schemes along one parameter, as a versioned TOML file lists them."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, model_validator

from ringassay.evaluation.documents import (
    DocumentError,
    parse_toml,
    read_document,
    validated,
)
from ringassay.schemes import multiprecision_key

if TYPE_CHECKING:
    from ringassay._native import Applied

PAGE = "`ringassay --page explore`"

SchemeName = Annotated[str, AfterValidator(multiprecision_key)]
Parameter = Literal["log2_q", "log2_w", "t"]


@dataclass(frozen=True)
class SweepPoint:
    """Parameters of one execution."""

    scheme: str
    n: int
    log2_q: int
    log2_w: int
    t: int
    expression: str | None = None
    """What is executed instead of each basic function once."""
    circuit: str | None = None
    """Likewise, the text of a circuit file."""
    index: int | None = None
    """BGV and BFV: the ring's index, from which all else follows with t and depth."""
    depth: float | None = None
    """BGV and BFV: the depth that parameters serve, in HEtest's units."""

    def to_dict(self) -> dict[str, str | int]:
        """As `ringassay-runtime execute` reads it."""
        return {name: value for name, value in asdict(self).items() if value is not None}

    def applied(self) -> Applied:
        """As the compiled module reads it."""
        circuit = None if self.circuit is None else self.circuit.encode()
        return {
            "scheme": self.scheme,
            "n": self.n,
            "log2_q": self.log2_q,
            "log2_w": self.log2_w,
            "t": self.t,
            "index": self.index,
            "depth": self.depth,
            "expression": self.expression,
            "circuit": circuit,
        }


class Steps(BaseModel):
    """Evenly spaced values, both ends among them."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    start: Annotated[int, Field(alias="from", ge=1, le=1 << 40)]
    to: Annotated[int, Field(ge=1, le=1 << 40)]
    step: Annotated[int, Field(ge=1)] = 1

    @model_validator(mode="after")
    def _few(self) -> Steps:
        if not self.start <= self.to or (self.to - self.start) // self.step > 10_000:
            raise ValueError("from may not exceed to, with at most 10,000 values between them")
        return self


class Sweep(BaseModel):
    """One parameter varies, the others stay."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    scheme: SchemeName
    parameter: Parameter
    values: Steps | Annotated[tuple[int, ...], Field(min_length=1, max_length=10_000)]
    n: Annotated[int, Field(ge=2, le=1 << 17)]
    log2_q: Annotated[int, Field(ge=3, le=511)] | None = None
    log2_w: Annotated[int, Field(ge=1, le=48)] = 1
    t: Annotated[int, Field(ge=2, lt=1 << 60)] = 2

    @model_validator(mode="after")
    def _modulus(self) -> Sweep:
        if (self.log2_q is None) != (self.parameter == "log2_q"):
            raise ValueError("log2_q is either the parameter of a sweep, or given once")
        return self

    @property
    def name(self) -> str:
        """Scheme and parameter."""
        return f"{self.scheme} {self.parameter}"

    def places(self) -> tuple[int, ...]:
        """The values of the parameter."""
        if isinstance(self.values, Steps):
            return tuple(range(self.values.start, self.values.to + 1, self.values.step))
        return self.values

    def points(self, expression: str | None = None) -> list[SweepPoint]:
        """The points, in the order of the values."""
        fixed = {"log2_q": self.log2_q or 0, "log2_w": self.log2_w, "t": self.t}
        rows = [fixed | {self.parameter: value} for value in self.places()]
        return [
            SweepPoint(
                self.scheme, self.n, row["log2_q"], row["log2_w"], row["t"], expression=expression
            )
            for row in rows
        ]


class Sweeps(BaseModel):
    """All sweeps of one comparison."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    version: Literal[1]
    name: Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9_.-]{0,63}$")]
    title: Annotated[str, Field(max_length=200)] = ""
    expression: Annotated[str, Field(min_length=1, max_length=1 << 20)] | None = None
    """What is executed at each point; without it each basic function once."""
    sweep: Annotated[tuple[Sweep, ...], Field(min_length=1, max_length=100)]

    def points(self) -> list[SweepPoint]:
        """The points of all sweeps, one sweep after the other."""
        return [point for sweep in self.sweep for point in sweep.points(self.expression)]


class SweepsError(DocumentError):
    """Sweeps that cannot be read; the message names file, field and what is allowed."""


def load_sweeps(path: str | Path) -> Sweeps:
    """Reads a file of sweeps. Raises `SweepsError`."""
    origin = str(Path(path))
    text = read_document(path, SweepsError, "sweeps")
    return validated(Sweeps, parse_toml(text, origin, SweepsError), origin, SweepsError, PAGE)
