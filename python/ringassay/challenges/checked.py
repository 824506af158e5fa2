"""Cut and choose: every instance is checked, one secret is removed."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from ringassay import _native
from ringassay.challenges.errors import ChallengeError, Progress, translated
from ringassay.challenges.parameters import Parameters
from ringassay.challenges.record import Record


@dataclass(frozen=True)
class Verified:
    """What a check of a whole challenge found right."""

    parameters: Parameters
    opened: tuple[int, ...]
    """The instances whose secret was checked."""
    closed: tuple[int, ...]
    """The instances without a secret."""
    p_values: tuple[float, ...]
    """Of χ² tests: the coefficients of a of each instance, its errors (continuous ring-LWE), and
    all secrets; each where there is enough of it. Uniform on [0, 1] for a right challenge."""

    @property
    def doubt(self) -> float | None:
        """The smallest p value, times how many there are: the chance of one as small."""
        if not self.p_values:
            return None
        return min(1.0, min(self.p_values) * len(self.p_values))


def verify(
    folder: str | Path,
    record: Record | None = None,
    *,
    foreign: bool = False,
    progress: Progress | None = None,
) -> Verified:
    """Checks every file of a challenge (docs/challenges.md says what).

    With the beacon's record, the secret that it chooses has to be absent and every other one there.
    `foreign`: another program's challenge, whose samples do not follow from their seeds by our
    generator. Raises `WrongChallengeError`, which names the file; `ChallengeError` where there is
    no challenge.
    """
    value, time = (None, None) if record is None else (record.value, record.time)
    with translated():
        found = _native.verify_challenge(Path(folder), value, time, foreign, progress)
    return Verified(
        Parameters.of(found["parameters"]),
        tuple(found["opened"]),
        tuple(found["closed"]),
        tuple(found["p_values"]),
    )


def suppress(
    folder: str | Path,
    record: Record,
    *,
    foreign: bool = False,
    progress: Progress | None = None,
) -> int:
    """Removes the secret that the beacon chooses, after `verify` of all; its instance.

    The file is unlinked: its bytes may remain on the disk. If anything is wrong or missing, or the
    record is of another time than the challenge names, nothing is removed. Raises as `verify`.
    """
    if not isinstance(record, Record):
        raise ChallengeError("the record of the beacon is a Record: Record.read(path) reads one")
    with translated():
        return _native.suppress_secret(Path(folder), record.value, record.time, foreign, progress)
