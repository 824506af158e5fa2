"""Under which circumstances figures are measured: what may vary from run to run on one machine."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

from ringassay.errors import UserError
from ringassay.store.canonical import canonical_json
from ringassay.store.checkout import Checkout, probe_checkout

_CPUS = Path("/sys/devices/system/cpu")

NO_CHECKOUT = "not from a checkout"


class CircumstancesError(UserError, ValueError):
    """This process cannot measure as the environment asks."""


@dataclass(frozen=True)
class Circumstances:
    """What a run, a benchmark or a calibration was made with, on a machine."""

    version: str
    """Of ringassay."""
    commit: str | None
    """The git commit of ringassay; `-modified` behind it where files differ from that commit. None
    where it does not run from a checkout."""
    built_from: str | None
    """The commit that the compiled parts were built from, likewise; None where none was stated."""
    build_profile: str
    """`release`, or `debug` where the compiler does not optimise."""
    compiler: str | None
    """Of the compiled parts."""
    kernels: str
    """A digest of the kernels' and the ring's sources: equal digests compute alike."""
    backend: str
    """The vector instructions that the compiled module uses."""
    threads: int
    """On which the compiled module computes."""
    affinity: str
    """The CPUs that may be used: `0-3,8`."""
    governors: str | None
    """The frequency governor of each of them; None where the kernel shows none."""

    def to_json(self) -> str:
        """Canonical JSON: equal texts for equal circumstances."""
        return canonical_json(asdict(self))

    @classmethod
    def from_json(cls, text: str) -> Circumstances:
        """What `to_json` wrote, by this or another version: what it did not know is None."""
        stored: Mapping[str, Any] = json.loads(text)
        known: dict[str, Any] = {field.name: stored.get(field.name) for field in fields(cls)}
        return cls(**known)

    @property
    def label(self) -> str:
        """Version and commit in words."""
        return f"{self.version}, {f'commit {self.commit}' if self.commit else NO_CHECKOUT}"

    def shown(self) -> dict[str, str | int]:
        """Every fact but the version, in words where there is none."""
        instead = {"commit": NO_CHECKOUT, "governors": "not shown by the kernel"}
        facts = {name: value for name, value in asdict(self).items() if name != "version"}
        return {
            name: value if value is not None else instead.get(name, "not stated")
            for name, value in facts.items()
        }

    def differences(self, now: Circumstances) -> tuple[str, ...]:
        """In what others differ, in words: `affinity: 0-1, now 0`."""
        return tuple(
            f"{field.name.replace('_', ' ')}: {then or 'not known'}, now {other or 'not known'}"
            for field in fields(self)
            if (then := getattr(self, field.name)) != (other := getattr(now, field.name))
        )


def probe_circumstances(cpus: Path = _CPUS) -> Circumstances:
    """Those of this process.

    Raises `CircumstancesError` when the environment asks for a backend that cannot be had.
    """
    from ringassay import _native  # noqa: PLC0415 - reading a store does not need it

    try:
        backend = _native.backends()["chosen"]
    except ValueError as error:
        raise CircumstancesError(str(error)) from error
    build = _native.build_facts()
    checkout = probe_checkout(Path(_native.__file__))
    usable = sorted(os.sched_getaffinity(0))
    return Circumstances(
        version=_native.__version__,
        commit=commit_label(checkout),
        built_from=build["commit"],
        build_profile=build["profile"],
        compiler=build["compiler"],
        kernels=build["kernels"],
        backend=backend,
        threads=build["threads"],
        affinity=ranges(usable),
        governors=_governors(usable, cpus),
    )


def commit_label(checkout: Checkout | None) -> str | None:
    """The commit, and whether files differ from it."""
    if checkout is None:
        return None
    return f"{checkout.commit}-modified" if checkout.is_modified else checkout.commit


def ranges(numbers: Iterable[int]) -> str:
    """Ascending numbers as Linux lists CPUs: `0-3,8`."""
    return ",".join(
        str(first) if first == last else f"{first}-{last}" for first, last in _runs(numbers)
    )


def _runs(numbers: Iterable[int]) -> Iterator[tuple[int, int]]:
    found: list[int] = []
    for number in numbers:
        if found and number != found[-1] + 1:
            yield found[0], found[-1]
            found = []
        found.append(number)
    if found:
        yield found[0], found[-1]


def _governors(usable: Iterable[int], cpus: Path) -> str | None:
    """`performance` where all have it, else `performance on 0-3; powersave on 4,5`."""
    by_governor: dict[str, list[int]] = {}
    for cpu in usable:
        try:
            text = (cpus / f"cpu{cpu}" / "cpufreq" / "scaling_governor").read_text("utf-8")
        except OSError:
            text = ""
        by_governor.setdefault(text.strip() or "not shown", []).append(cpu)
    if set(by_governor) == {"not shown"}:
        return None
    if len(by_governor) == 1:
        return next(iter(by_governor))
    return "; ".join(f"{name} on {ranges(own)}" for name, own in sorted(by_governor.items()))
