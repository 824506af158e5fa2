"""The header in front of an evaluated ciphertext: where and how to read its slots."""

from __future__ import annotations

import struct
from dataclasses import dataclass

from ringassay.sut.errors import Failed
from ringassay.sut.packets import Blob

_FORM = struct.Struct("<4sBBHIq")
_MAGIC = b"slot"
_VERSION = 1
SIZE_BYTES = _FORM.size


@dataclass(frozen=True)
class Header:
    """How to read a result.

    Slot j, for j in `offset` .. `offset` + batch, holds entry j mod batch. With `parity` the
    entry is an integer in [`lowest`, `lowest` + t) whose parity is the result; without, it is the
    result.
    """

    offset: int
    parity: bool
    lowest: int = 0

    def pack(self) -> bytes:
        """The 20 bytes of the header."""
        return _FORM.pack(_MAGIC, _VERSION, self.parity, 0, self.offset, self.lowest)

    @classmethod
    def unpack(cls, data: Blob) -> Header:
        """Read a header; `Failed` if it is not one."""
        if len(data) != SIZE_BYTES:
            raise Failed(f"a result header of {SIZE_BYTES} bytes expected, got {len(data)}")
        magic, version, parity, zero, offset, lowest = _FORM.unpack(data)
        if magic != _MAGIC or version != _VERSION or parity > 1 or zero:
            raise Failed("the result does not start with a header of this version")
        return cls(offset, bool(parity), lowest)

    def read(self, value: int, modulus: int) -> int:
        """The result in a slot that decrypted to `value`, 0 <= value < modulus."""
        if not self.parity:
            return value
        return ((value - self.lowest) % modulus + self.lowest) & 1
