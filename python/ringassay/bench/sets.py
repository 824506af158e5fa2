"""The parameter sets of `ringassay bench bgv`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ringassay.he.integers.request import integer_request

if TYPE_CHECKING:
    from ringassay import _native


@dataclass(frozen=True)
class SetSpec:
    """A parameter set as it is asked for."""

    name: str
    length: int
    """Entries of a vector."""
    depth: float
    """In HEtest's units."""
    slack: float = 1.0
    """Depth in reserve beside it."""
    plaintext: int = 2
    security_bits: float = 128.0
    index: int | None = None
    """None: chosen freely."""
    most_log2_qp: float | None = None
    rotation_keys: int | None = None
    """The largest number of rotation keys."""

    @property
    def is_insisted(self) -> bool:
        """Whether the modulus is what security is bounded by: then any is accepted."""
        return self.most_log2_qp is not None

    def request(self, *, for_this_machine: bool = False) -> _native._IntegerRequest:
        """For the compiled module; an index that is searched for may be ranked by this machine."""
        return integer_request(
            self.length,
            self.depth,
            security=self.security_bits,
            plaintext=self.plaintext,
            index=self.index,
            slack=self.slack,
            insist=self.is_insisted,
            rotation_keys=self.rotation_keys,
            most_log2_qp=self.most_log2_qp,
            for_this_machine=for_this_machine and self.index is None,
        )


def _like_helib(
    name: str, length: int, depth: int, m: int, log2_qp: float, *, rotation_keys: int | None = None
) -> SetSpec:
    """HElib's index, the depth that it reaches, at most its modulus: so at least its security."""
    return SetSpec(
        name,
        length,
        depth,
        slack=0.0,
        index=m,
        most_log2_qp=log2_qp,
        rotation_keys=rotation_keys,
    )


HELIB = (
    _like_helib("A", 378, 8, 5461, 162 + 52, rotation_keys=20),
    _like_helib("B", 630, 14, 8191, 270 + 52),
    _like_helib("C", 600, 18, 13981, 353 + 116, rotation_keys=26),
    _like_helib("D", 682, 23, 15709, 447 + 110),
    _like_helib("E", 682, 24, 15709, 471 + 116),
    _like_helib("F", 1024, 16, 21845, 323 + 106),
)
"""The rows of HElib's table: index, depth, log2 Q + log2 P; few rotation keys, to be small.

The depth is that to which HElib was seen to decrypt products in a row: 16 in row F.
"""

FREE = (
    SetSpec("free-378-7", 378, 7),
    SetSpec("free-630-12", 630, 12),
    SetSpec("free-600-18", 600, 18),
    SetSpec("free-682-24", 682, 24),
)
"""Each length and depth of the HEtest paper's Table 4, chosen freely at 128 bits."""

LONG = (SetSpec("free-1285-60", 1285, 60),)
"""The last of them, with keys of gigabytes."""

POWERS_OF_TWO = (
    SetSpec("N12", 1 << 11, 1, slack=0.0, plaintext=65537, index=1 << 13),
    SetSpec("N13", 1 << 12, 3, slack=0.0, plaintext=65537, index=1 << 14),
    SetSpec("N14", 1 << 13, 8, slack=0.0, plaintext=65537, index=1 << 15),
)
"""t = 65537, N = 2^12, 2^13 and 2^14, at 128 bits: the most products in a row that it allows."""

SETS = {spec.name: spec for spec in (*HELIB, *FREE, *POWERS_OF_TWO, *LONG)}
"""All sets by name."""

USUAL = tuple(spec.name for spec in (*HELIB, *FREE, *POWERS_OF_TWO))
QUICK = ("A", "free-378-7", "N13")
