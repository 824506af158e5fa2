"""What an evaluation measures, as a versioned TOML file says it (docs/suites.md)."""

from __future__ import annotations

import re
from collections import Counter
from decimal import Decimal
from typing import Annotated, Any, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, StrictBool, model_validator

from ringassay.evaluation.documents import (
    DocumentError,
    decimal,
    parse_toml,
    validated,
)
from ringassay.evaluation.family import SIMD_GATES, Family, Gate, GateDepth, Whole
from ringassay.evaluation.given import CircuitFile, Expression, Function, Library, Own
from ringassay.store.canonical import canonical_json, sha256_hex

MAX_CASES = 10_000_000
"""Circuits times inputs times repetitions of one suite, at most."""

OWN = ("circuit", "expression", "library", "function")
"""The tables of circuits of one's own, in the order in which they count."""

Positive = Annotated[Whole, Field(ge=1, le=10**15)]
Seconds = Annotated[float, Field(gt=0, le=10**7, allow_inf_nan=False)]


class SuiteError(DocumentError):
    """A suite that cannot be used; the message names file, field and what is allowed."""


class SuiteBounds(BaseModel):
    """Bounds on a SUT; what is not set keeps the harness's default."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    start_s: Seconds | None = None
    keygen_s: Seconds | None = None
    ingest_s: Seconds | None = None
    encrypt_s: Seconds | None = None
    evaluate_s: Seconds | None = None
    decrypt_s: Seconds | None = None
    memory_bytes: Positive | None = None
    packet_bytes: Annotated[Whole, Field(ge=1, le=1 << 32)] | None = None
    processes: Annotated[Whole, Field(ge=1, le=1 << 20)] | None = None
    text_bytes: Annotated[Whole, Field(ge=1, le=1 << 32)] | None = None
    file_bytes: Positive | None = None
    scratch_bytes: Positive | None = None
    network: StrictBool | None = None
    files: StrictBool | None = None

    def values(self) -> dict[str, float | int]:
        """The bounds that are set, by the harness's names."""
        return self.model_dump(exclude_none=True)

    def openings(self) -> tuple[str, ...]:
        """What they take away from the isolation of every system, a line each."""
        said = []
        if self.files:
            said.append("every system reads and writes what you can ([bounds] files of the suite)")
        if self.network:
            said.append(
                "every system reaches this machine's network ([bounds] network of the suite)"
            )
        return tuple(said)


class Suite(BaseModel):
    """A whole suite. Equal suites have equal `content_hash`, whatever file they came from."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    version: Literal[1]
    name: Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9_.-]{0,63}$")]
    title: Annotated[str, Field(max_length=200)] = ""
    seed: Annotated[Whole, Field(ge=0, lt=1 << 63)]
    security: Annotated[Whole, Field(ge=1, le=512)]
    repetitions: Annotated[Whole, Field(ge=1, le=10_000)] = 1
    warm_up: Annotated[Whole, Field(ge=0, le=1000)] = 0
    key_sharing: Literal["circuit", "point", "batch"] = "circuit"
    aa: Annotated[str, Field(min_length=1, max_length=64)] | None = None
    suts: Annotated[tuple[str, ...], Field(min_length=1, max_length=100)]
    bounds: SuiteBounds = SuiteBounds()
    depths: dict[Gate, GateDepth] = {}
    family: Annotated[tuple[Family, ...], Field(max_length=1000)] = ()
    circuit: Annotated[tuple[CircuitFile, ...], Field(max_length=100_000)] = ()
    expression: Annotated[tuple[Expression, ...], Field(max_length=10_000)] = ()
    library: Annotated[tuple[Library, ...], Field(max_length=10_000)] = ()
    function: Annotated[tuple[Function, ...], Field(max_length=10_000)] = ()

    @property
    def content_hash(self) -> str:
        """SHA-256, 64 hexadecimal digits, over everything but the title; of files their content
        counts, not where they lie."""
        return sha256_hex(canonical_json(_without_paths(self._content())).encode("ascii"))

    def to_json(self) -> str:
        """Canonical JSON of everything but the title; `suite_from_json` reads it."""
        return canonical_json(self._content())

    def _content(self) -> dict[str, Any]:
        content = self.model_dump(exclude={"title"}, exclude_none=True)
        # Left out where empty: runs of before can be resumed.
        return {
            name: value for name, value in content.items() if value or name not in ("family", *OWN)
        }

    @property
    def own(self) -> tuple[Own, ...]:
        """The circuits of one's own, in the suite's order."""
        return tuple(one for name in OWN for one in getattr(self, name))

    def at_security(self, bits: int) -> Self:
        """The same suite at another λ, also where a circuit has a key of its own."""
        changed = {
            name: tuple(
                one if one.key is None else one.model_copy(update={"key": _at(one.key, bits)})
                for one in getattr(self, name)
            )
            for name in OWN
        }
        return self.model_copy(update={"security": bits, **changed})

    @model_validator(mode="after")
    def _consistent(self) -> Self:
        for what, names in (
            ("family", [family.name for family in self.family]),
            (f"family, {_and(OWN)}", [one.name for one in (*self.family, *self.own)]),
            ("SUT", list(self.suts)),
        ):
            twice = [name for name, count in Counter(names).items() if count > 1]
            if twice:
                raise ValueError(f"two entries of {what} are called {twice[0]!r}")
        if not self.family and not self.own:
            tables = ", ".join(f"[[{name}]]" for name in ("family", *OWN[:-1]))
            raise ValueError(f"at least one {tables} or [[{OWN[-1]}]] is needed")
        if self.cases() > MAX_CASES:
            raise ValueError(f"{self.cases()} cases per SUT, at most {MAX_CASES} are possible")
        return self

    def circuit_count(self) -> int:
        """Circuits of all families, and those of one's own."""
        return len(self.own) + sum(one.count() * one.circuits for one in self.family)

    def input_counts(self) -> list[int]:
        """How many inputs each circuit has, in the suite's order."""
        generated = [
            family.inputs for family in self.family for _ in range(family.count() * family.circuits)
        ]
        return generated + [one.input_count for one in self.own]

    def cases(self) -> int:
        """Stored evaluations per SUT: circuits times inputs times repetitions."""
        each = (item.count() * item.circuits * item.inputs for item in self.family)
        return (sum(each) + sum(one.input_count for one in self.own)) * self.repetitions


def _and(names: tuple[str, ...]) -> str:
    return " and ".join((", ".join(names[:-1]), names[-1]))


def _at(key: str, bits: int) -> str:
    """Key parameters with another λ."""
    return re.sub(r"K=\d+", f"K={bits}", key) if "=" in key else str(bits)


def _without_paths(content: Any) -> Any:
    """What a file is called, and whether values are in one at all, is no part of the content."""
    if isinstance(content, dict):
        if {"path", "sha256"} <= set(content) <= {"path", "sha256", "text", "rows"}:
            rows = content.get("rows")
            return content["sha256"] if rows is None else [content["sha256"], rows]
        return {
            name: _without_paths(value)
            for name, value in content.items()
            if name != "answer_entries"  # follows from the computation
        }
    if isinstance(content, (list, tuple)):
        return [_without_paths(value) for value in content]
    return content


def parse_suite(text: str, origin: str = "suite") -> Suite:
    """Reads a suite from TOML; `origin` names it in errors. Raises `SuiteError`."""
    return validated(Suite, parse_toml(text, origin, SuiteError), origin, SuiteError)


def suite_from_json(text: str, title: str = "") -> Suite:
    """The suite behind `Suite.to_json`. Raises `SuiteError`."""
    import json  # noqa: PLC0415

    document = json.loads(text, parse_float=decimal)
    for gate, depth in document.get("depths", {}).items():
        document["depths"][gate] = Decimal(depth)
    for family in document.get("family", ()):
        if "depth" in family:
            family["depth"] = [Decimal(depth) for depth in family["depth"]]
        for point in family.get("point", ()):
            if "depth" in point:
                point["depth"] = Decimal(point["depth"])
    return validated(Suite, {**document, "title": title}, "stored suite", SuiteError)


__all__ = [
    "SIMD_GATES",
    "Suite",
    "SuiteBounds",
    "SuiteError",
    "parse_suite",
    "suite_from_json",
]
