"""What programs are planned for: the first chunk of the public key (docs/programs.md)."""

from __future__ import annotations

import json
import math
from collections.abc import Collection, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from ringassay.sut.errors import Failed
from ringassay.sut.texts import KeyParameters


@dataclass(frozen=True)
class Noise:
    """How noise grows, in bits (log2).

    It guides planning only: a result is right or wrong by comparison with the plaintext evaluation.
    """

    capacity: Sequence[float]
    """The largest noise that decrypts, by level, the lowest first; one entry: no switching."""
    fresh: float
    """Noise of a fresh encryption."""
    key_switch: float
    """Added by a relinearisation or one rotation step."""
    multiply: tuple[str, float]
    """("sum", bits): (a + b)·2^bits, as in BFV; ("product", bits): a·b·2^bits, as in BGV."""
    multiply_plain: float
    """A product with a row of any entries."""
    periodic_plain: bool = False
    """Whether rows that repeat after p slots grow by sqrt(2p) only."""
    add_plain: float | None = None
    """Added by a sum with a row."""
    floor: float | None = None
    """What switching to a lower level leaves at least."""


@dataclass(frozen=True)
class RealTarget:
    """Vectors of `batch` numbers in cyclic rows of `row` slots, so many levels, keys for `steps`,
    and one for conjugation where numbers are complex."""

    batch: int
    row: int
    levels: int
    steps: Collection[int]
    is_complex: bool = False

    modulus = 0

    def json(self) -> bytes:
        """The declaration."""
        said = {
            "batch": self.batch,
            "row": self.row,
            "levels": self.levels,
            "steps": sorted(self.steps),
        }
        return json.dumps(said | ({"complex": True} if self.is_complex else {})).encode()

    def spread(self, vector: Sequence[Any]) -> list[Any]:
        """The row that holds a vector periodically."""
        return (list(vector) * (self.row // len(vector) + 1))[: self.row]


def parse_target(text: bytes) -> Target | RealTarget:
    """The target of either kind; `Failed` if it is none."""
    try:
        found = json.loads(text)
    except ValueError:
        found = None
    if not isinstance(found, dict) or "levels" not in found:
        return Target.parse(text)
    try:
        return RealTarget(
            found["batch"],
            found["row"],
            found["levels"],
            list(found["steps"]),
            found.get("complex", False) is True,
        )
    except (KeyError, TypeError) as error:
        raise Failed(f"the target declared with the key has no {error}") from error


@dataclass(frozen=True)
class Target:
    """Vectors of `batch` entries in cyclic rows of `row` slots mod `modulus`, keys for `steps`."""

    batch: int
    row: int
    modulus: int
    steps: Collection[int]
    noise: Noise = field(repr=False)

    def json(self) -> bytes:
        """The declaration."""
        noise: dict[str, Any] = {k: v for k, v in asdict(self.noise).items() if v is not None}
        kind, bits = self.noise.multiply
        noise["multiply"] = {kind: bits}
        noise["capacity"] = list(self.noise.capacity)
        return json.dumps(
            {
                "batch": self.batch,
                "row": self.row,
                "modulus": self.modulus,
                "steps": sorted(self.steps),
                "noise": noise,
            }
        ).encode()

    @classmethod
    def parse(cls, text: bytes) -> Target:
        """The inverse of `json`; `Failed` for anything else."""
        try:
            said = json.loads(text)
            noise = said.pop("noise")
            ((kind, bits),) = noise.pop("multiply").items()
            return cls(noise=Noise(multiply=(kind, bits), **noise), **said)
        except (ValueError, TypeError, KeyError, AttributeError) as error:
            raise Failed(f"the key does not begin with a target: {error}") from error

    def spread(self, vector: Sequence[int]) -> list[int]:
        """The row that holds `vector` periodically."""
        return (list(vector) * (self.row // self.batch + 1))[: self.row]


_ROTATION_DEPTH = 0.5  # of LROTATE, and half of that for long vectors (formats.md)
_LONG_BATCH = 600


def may_rebuild(params: KeyParameters, row: int) -> bool:
    """Whether a circuit of this depth can use up the copies of a vector in a row.

    Each rotation on a path costs at most half a vector at one end of the window, and paths that
    lost slots at different ends may meet.
    """
    depth = _ROTATION_DEPTH if params.batch <= _LONG_BATCH else _ROTATION_DEPTH / 2
    rotations = math.ceil(params.depth / depth)
    return row < params.batch * (1 + rotations)


def key_steps(batch: int, row: int, *, rebuild: bool) -> frozenset[int]:
    """The steps to make keys for: vectors of `batch` entries in cyclic rows of `row` slots.

    Powers of two below the batch, in both directions. Where the batch does not divide the row,
    `rebuild` adds the long upward steps that replicate one copy of a vector over the row.
    """
    short = {1 << i for i in range((batch - 1).bit_length())}
    steps = short | {-step for step in short if 2 * step != batch}
    if rebuild and row % batch:
        steps |= {1 << i for i in range((row - 1).bit_length())}
    return frozenset(steps)
