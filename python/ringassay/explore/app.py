"""What is explored, as a versioned TOML file says it (docs/explore.md)."""

from __future__ import annotations

import math
from collections import Counter
from pathlib import Path
from typing import Annotated, Any, Literal, Self

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, model_validator

from ringassay import _native
from ringassay.evaluation.documents import (
    DocumentError,
    parse_toml,
    read_document,
    validated,
)
from ringassay.explore.ranges import Degrees, Index, Logarithms, Moduli
from ringassay.schemes import RNS, catalogue, is_approximate, known_key, scheme_keys
from ringassay.store.canonical import canonical_json, sha256_hex

MAX_POINTS = 5_000_000
"""Points of one exploration, at most."""

PAGE = "`ringassay --page explore`"

SchemeName = Annotated[str, AfterValidator(known_key)]
Parameter = Literal["n", "log2_q", "log2_w", "t"]

PARAMETERS: tuple[Parameter, ...] = ("n", "log2_q", "log2_w", "t")
"""In the order of a block's grid."""


class AppError(DocumentError):
    """An exploration that cannot be made; the message names file, field and what is allowed."""


def _listed(value: Any) -> Any:
    return value if isinstance(value, (list, tuple)) else [value]


Secret = Annotated[
    str, Field(pattern=r"^(ternary|sparse-[1-9]\d{0,6}|gaussian-\d{1,6}(\.\d{1,6})?)$")
]


class Application(BaseModel):
    """The computation: an expression, or a circuit file beside the app's file."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    expression: Annotated[str, Field(min_length=1, max_length=1 << 20)] | None = None
    circuit: Annotated[str, Field(min_length=1, max_length=1000)] | None = None
    modulus: Annotated[int, Field(ge=2, lt=1 << 60)] | None = None
    """Where no scheme is named: t of an expression's values; by default 2."""
    text: Annotated[str, Field(max_length=1 << 22)] | None = None
    """The circuit file's own text, once it has been read for schemes that are run on shapes."""

    @model_validator(mode="after")
    def _one(self) -> Self:
        if (self.expression is None) == (self.circuit is None):
            raise ValueError("either an expression or a circuit file is needed")
        return self


class Constraints(BaseModel):
    """What a point has to satisfy beside the application's depth."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    security_bits: Annotated[float, Field(ge=0, le=512)] = 128
    log2_failure: Annotated[float, Field(ge=-1000, le=0)] | None = None
    seconds: Annotated[float, Field(gt=0, le=10**9)] | None = None
    memory_bytes: Annotated[int, Field(gt=0, le=10**18)] | None = None


class Block(BaseModel):
    """Points of one scheme: every combination of the values of its parameters.

    Of BGV and BFV: every index with every t. Without indices, `settled` takes those that the search
    for parameters offers; n then stays empty, as log2_q does: they follow from the index and depth.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    scheme: SchemeName
    name: Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9_.-]{0,63}$")] = ""
    formula: str = ""
    n: Degrees = ()
    log2_q: Logarithms = ()
    log2_w: Logarithms = (1.0,)
    t: Moduli = (2,)
    secret: Annotated[
        tuple[Secret, ...], BeforeValidator(_listed), Field(min_length=1, max_length=100)
    ] = ("ternary",)
    error_std: Literal["2*sqrt(n)"] | Annotated[float, Field(gt=0, le=10**9)] = "2*sqrt(n)"
    index: Annotated[tuple[Index, ...], BeforeValidator(_listed)] | None = None
    """BGV and BFV: indices m of cyclotomic rings."""
    depth: Annotated[float, Field(ge=0, le=1000)] | None = None
    """BGV and BFV: the depth that parameters serve, in HEtest's units; by default the circuit's."""
    refused: str | None = None
    """Why there is no point, where the search for parameters found none."""

    @model_validator(mode="before")
    @classmethod
    def _named(cls, given: Any) -> Any:
        if not isinstance(given, dict):
            return given
        scheme = given.get("scheme")
        if not isinstance(scheme, str):
            return given
        known = catalogue().get(scheme)
        # The sharpest formula that is a bound for any circuit.
        return {"name": scheme, "formula": (known and known.bound) or "", **given}

    @model_validator(mode="after")
    def _known(self) -> Self:
        if is_approximate(self.scheme):
            raise ValueError(f"{self.scheme} computes with real numbers: integers are explored")
        if self.is_rns:
            if self.n or self.log2_q or self.secret != ("ternary",) or self.formula:
                raise ValueError(
                    f"{self.scheme} takes t, index and depth: primes, secrets and errors are those "
                    "that its own search chooses"
                )
            return self
        if self.refused is None and not (self.n and self.log2_q):
            raise ValueError(f"{self.scheme} needs n and log2_q")
        if self.index is not None or self.depth is not None:
            raise ValueError(
                f"index and depth are for {', '.join(scheme_keys(RNS))}, not {self.scheme}"
            )
        known = [name for name, _, _ in _native.depth_formulas(self.scheme)]
        if self.formula not in known:
            raise ValueError(
                f"{self.scheme} has no depth formula {self.formula!r}: choose from "
                f"{', '.join(known)}"
            )
        return self

    @property
    def is_rns(self) -> bool:
        """Whether the scheme is one over the RNS ring."""
        return catalogue()[self.scheme].ring == RNS

    def values(self, parameter: Parameter) -> tuple[float, ...]:
        """The values of a parameter; of one that follows from others a stand-in."""
        if not self.is_rns or parameter == "t":
            return tuple(map(float, getattr(self, parameter)))
        return tuple(map(float, _native.totients(self.index or ()))) if parameter == "n" else (0.0,)

    @property
    def std(self) -> float | None:
        """The errors' standard deviation; `None` for 2√n."""
        return None if isinstance(self.error_std, str) else self.error_std

    @property
    def shape(self) -> tuple[int, int, int, int]:
        """Values of n, log2 q, log2 w and t."""
        if self.is_rns:
            return len(self.index or ()), 1, 1, len(self.t)
        return len(self.n), len(self.log2_q), len(self.log2_w), len(self.t)

    def points(self) -> int:
        """Points of the block."""
        return len(self.secret) * math.prod(self.shape)


class Step(BaseModel):
    """One parameter chosen while the others stay."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    parameter: Parameter
    choose: Literal["smallest", "cheapest", "stagnation", "secure"]
    improvement: Annotated[float, Field(ge=0, lt=1)] = 0.01
    """Stagnation: the share by which the next value has to improve on this one."""


class Study(BaseModel):
    """A walk through a block, one parameter after the other, as PAnTHErS' authors do it."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    name: Annotated[str, Field(min_length=1, max_length=64)]
    block: str
    start: dict[Parameter, Annotated[float, Field(ge=1, le=1 << 62, allow_inf_nan=False)]]
    steps: Annotated[tuple[Step, ...], Field(min_length=1, max_length=20)]


class App(BaseModel):
    """A whole exploration. Equal ones have equal `content_hash`, whatever file they came from."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    version: Literal[1]
    name: Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9_.-]{0,63}$")]
    title: Annotated[str, Field(max_length=200)] = ""
    application: Application
    constraints: Constraints = Constraints()
    scheme: Annotated[tuple[Block, ...], Field(max_length=100)] = ()
    """None: every scheme, at the parameters that its own search offers (`settled`)."""
    study: Annotated[tuple[Study, ...], Field(max_length=20)] = ()

    @model_validator(mode="after")
    def _consistent(self) -> Self:
        twice = [name for name, n in Counter(block.name for block in self.scheme).items() if n > 1]
        if twice:
            raise ValueError(f"two entries of scheme are called {twice[0]!r}: give them a name")
        if self.points() > MAX_POINTS:
            raise ValueError(f"{self.points()} points, at most {MAX_POINTS} are possible")
        for study in self.study:
            block = next((block for block in self.scheme if block.name == study.block), None)
            if block is None:
                raise ValueError(f"study {study.name!r}: no scheme is called {study.block!r}")
            if block.is_rns:
                raise ValueError(f"study {study.name!r}: {block.scheme} has no grid to walk")
            missing = sorted({"n", "log2_q", "log2_w", "t"} - set(study.start))
            if missing:
                raise ValueError(f"study {study.name!r}: start lacks {', '.join(missing)}")
            if study.start["n"] > 1 << 20:
                raise ValueError(f"study {study.name!r}: n may be at most 2^20")
            for step in study.steps:
                if step.choose == "secure" and step.parameter != "n":
                    raise ValueError(f"study {study.name!r}: only n is chosen to be secure")
        return self

    def points(self) -> int:
        """Points of all blocks."""
        return sum(block.points() for block in self.scheme)

    def to_json(self) -> str:
        """Canonical JSON of everything but the title."""
        written = self.model_dump(exclude={"title"}, exclude_none=True)
        for block in written["scheme"]:
            # Of BGV and BFV they follow from the index; an empty range cannot be read.
            for name in ("n", "log2_q"):
                if not block[name]:
                    del block[name]
        return canonical_json(written)

    @property
    def content_hash(self) -> str:
        """SHA-256, 64 hexadecimal digits, over `to_json`."""
        return sha256_hex(self.to_json().encode("ascii"))


def load_app(path: str | Path) -> App:
    """Reads an app file. Raises `AppError`."""
    return parse_app(read_document(path, AppError, "an exploration"), str(Path(path)))


def parse_app(text: str, origin: str = "exploration") -> App:
    """Reads an exploration from TOML; `origin` names it in errors. Raises `AppError`."""
    return validated(App, parse_toml(text, origin, AppError), origin, AppError, PAGE)


def app_from_json(text: str) -> App:
    """The exploration behind `App.to_json`. Raises `AppError`."""
    import json  # noqa: PLC0415

    return validated(App, json.loads(text), "stored exploration", AppError, PAGE)
