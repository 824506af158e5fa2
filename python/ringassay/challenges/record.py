"""Records of NIST's randomness beacon, from files: nothing is fetched."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Self

from ringassay import _native
from ringassay.challenges.errors import ChallengeError, translated
from ringassay.files import open_file

MAX_BYTES = 64 << 10
"""No record has more."""


@dataclass(frozen=True)
class Record:
    """A value of the beacon: 64 bytes, and its time in seconds since 1970 where that is known."""

    value: bytes
    time: int | None = None

    def __post_init__(self) -> None:
        """Refuses values of another length."""
        if len(self.value) != 64:
            raise ChallengeError(f"a value of the beacon has 64 bytes, not {len(self.value)}")

    @classmethod
    def read(cls, path: str | Path) -> Self:
        """The record in a file: XML of the beacon 1.0, JSON of 2.0, or 128 hexadecimal digits.

        That the value is the hash of the other fields is checked, the signature among them is not.
        Raises `ChallengeError`, or `OSError` if the file cannot be read.
        """
        with open_file(Path(path)) as file:
            content = file.read(MAX_BYTES + 1)
        try:
            with translated():
                value, time = _native.beacon_record(content)
        except ChallengeError as error:
            raise ChallengeError(f"{path}: {error}") from error
        return cls(value, time)
