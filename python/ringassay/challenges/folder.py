"""Challenges as folders: generated, found, read."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ringassay import _native
from ringassay.challenges.errors import ChallengeError, Progress, translated
from ringassay.challenges.parameters import Parameters

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

ENDING = ".challenge"


@dataclass(frozen=True)
class Challenge:
    """A challenge as its folder has it. Nothing of it is checked but its own file: see `verify`."""

    folder: Path
    number: int
    instances: int
    epoch: int
    """The time of the beacon's record that chooses, in seconds since 1970."""
    offset: int
    """Which of the record's 64 bytes chooses."""
    parameters: Parameters
    opened: tuple[int, ...]
    """The instances whose secret is in the folder."""

    def samples(self, instance: int) -> list[tuple[NDArray[Any], NDArray[Any]]]:
        """The pairs (a, b) of an instance: coefficients in the decoding basis, in the files' order.

        int64, but float64 for b of continuous ring-LWE. Raises `ChallengeError`.
        """
        with translated():
            return _native.challenge_samples(self.folder, instance)

    def secret(self, instance: int) -> NDArray[np.int64] | None:
        """The secret in the same basis and order; `None` where it is not in the folder."""
        with translated():
            return _native.challenge_secret(self.folder, instance)

    def exponents(self) -> NDArray[np.int64]:
        """For each position of a coefficient, the exponent of ζ_m in the powerful basis there."""
        with translated():
            return _native.challenge_exponents(self.parameters.native)

    def as_json(self) -> dict[str, Any]:
        """What its own file says, and which secrets there are."""
        said = {"folder": str(self.folder), "number": self.number, "instances": self.instances}
        said |= {"epoch": self.epoch, "offset": self.offset, "opened": list(self.opened)}
        return said | self.parameters.as_json()


def generate(
    parameters: Parameters,
    parent: str | Path = ".",
    *,
    epoch: int,
    number: int = 0,
    instances: int = 32,
    offset: int = 0,
    annotation: str = "own",
    progress: Progress | None = None,
) -> Path:
    """Generates a challenge in a new folder below `parent`, which appears when it is complete.

    `epoch`: when the beacon will publish the record that chooses, in seconds since 1970, a multiple
    of 60; `offset`: which of its bytes. `annotation`: the end of the folder's name, letters, digits
    and hyphens. Secrets are readable by their owner alone; each instance has a seed of its own from
    the operating system. Raises `ChallengeError`, or `OSError` if nothing can be written.
    """
    with translated():
        made = _native.generate_challenge(
            Path(parent),
            parameters.native,
            number,
            instances,
            epoch,
            offset,
            annotation,
            progress,
        )
    return Path(made)


def read(folder: str | Path) -> Challenge:
    """The challenge in a folder. Raises `ChallengeError`, or `OSError`."""
    path = Path(folder)
    with translated():
        said = _native.read_challenge(path)
    parameters = Parameters.of(said["parameters"])
    facts = (said["number"], said["instances"], said["epoch"], said["offset"])
    return Challenge(path, *facts, parameters, tuple(said["opened"]))


def find(folder: str | Path = ".") -> list[Path]:
    """The folders of challenges: this one, or those directly below it, by name."""
    path = Path(folder)
    if not path.is_dir():
        raise ChallengeError(f"{folder} is no folder")
    if _has_challenge(path):
        return [path]
    return sorted(one for one in path.iterdir() if _is_folder(one) and _has_challenge(one))


def _is_folder(path: Path) -> bool:
    return path.is_dir() and not path.is_symlink() and not path.name.startswith(".")


def _has_challenge(path: Path) -> bool:
    try:
        return any(one.name.endswith(ENDING) for one in path.iterdir())
    except PermissionError:
        return False
