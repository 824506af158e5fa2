"""Figures of other implementations of BGV: facts with their origin.

Those of HElib that come with ringassay (`helib_bgv.toml`) were measured on another machine: they
stand beside ours, and nothing is divided by them. A user's own, in the same form with the machine
named, are compared with rows that were measured on that machine.
"""

from __future__ import annotations

import json
import tomllib
from dataclasses import asdict, dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from ringassay.errors import UserError
from ringassay.store import Benchmark

HELIB = "HElib"
"""How the label of figures begins that stand for what HElib can do."""

BEST_BUILD = "NTL_ENABLE_AVX_FFT=on"
"""The option of NTL without which transforms, most of HElib's time, take no vector instructions."""

_STOCK = (
    "{label!r} stands for HElib at its best: say `build`, with " + BEST_BUILD + " among its options"
    " (`ringassay --page libraries`); figures of a stock build need another label, 'stock HElib' "
    "say"
)


class FiguresError(UserError, ValueError):
    """A file of figures that is none."""


@dataclass(frozen=True)
class TheirSet:
    """A parameter set of theirs with what it takes."""

    name: str
    m: int
    depth: int
    log2_q: float
    log2_p: float
    estimated_bits: float
    """Its security, by their own formula."""
    ciphertext_bytes: int
    """Saved."""
    keys_bytes: int
    """The public key with all key-switching keys, saved."""
    stock_us: dict[str, float]
    best_us: dict[str, float]
    """The fastest build that was measured; of `stock_only` there is only one."""
    memory_bytes: int | None = None
    """The most that a process with all keys took."""
    stock_only: tuple[str, ...] = ()
    """Operations that only a stock build was measured at: nothing is concluded from these."""


@dataclass(frozen=True)
class Figures:
    """What was measured of one implementation, and under which circumstances."""

    label: str
    origin: str
    """Builds, threads, clock, conditions."""
    machine: str | None
    """The processor as `ringassay doctor` names it; None: not one that may be compared."""
    sets: dict[str, TheirSet]
    build: str | None = None
    """Of HElib: how NTL was configured."""

    def are_of(self, benchmark: Benchmark) -> bool:
        """Whether they were measured on the machine of a benchmark."""
        return self.machine is not None and self.machine == benchmark.machine.cpu_model

    def to_json(self) -> dict[str, Any]:
        """As a benchmark keeps them in its settings."""
        return asdict(self)


@cache
def helib_figures() -> Figures:
    """Those that come with ringassay, of another machine."""
    text = (files(__package__) / "helib_bgv.toml").read_text("utf-8")
    return read_figures(text)


@cache
def helib_sets() -> dict[str, TheirSet]:
    """HElib's sets by name."""
    return helib_figures().sets


def read_figures(text: str) -> Figures:
    """Figures in the form of `helib_bgv.toml`. Raises `FiguresError`, with what is wrong."""
    try:
        document = tomllib.loads(text)
        label, machine, build = (
            str(document["label"]),
            document.get("machine"),
            document.get("build"),
        )
        of_helib = label.startswith(HELIB)
        sets = {entry["name"]: _set(entry, of_helib) for entry in document["set"]}
        if of_helib and BEST_BUILD not in str(build):
            raise ValueError(_STOCK.format(label=label))
        return Figures(
            label,
            str(document["origin"]),
            None if machine is None else str(machine),
            sets,
            None if build is None else str(build),
        )
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        what = f"{error} is missing" if isinstance(error, KeyError) else str(error)
        raise FiguresError(f"no figures: {what}; `ringassay --page bgv` shows the form") from error


def figures_of(benchmark: Benchmark) -> list[Figures]:
    """What stands beside a benchmark: HElib's figures, and those that its user gave."""
    own = json.loads(benchmark.settings).get("figures")
    found = [helib_figures()]
    if own is not None:
        sets = {name: _stored(entry) for name, entry in own.pop("sets").items()}
        found.append(Figures(**own, sets=sets))
    return found


def _stored(entry: dict[str, Any]) -> TheirSet:
    """A set as a benchmark keeps it; JSON has no tuples."""
    stock_only = tuple(entry.pop("stock_only", ()))
    return TheirSet(**entry, stock_only=stock_only)


def _set(entry: dict[str, Any], of_helib: bool) -> TheirSet:
    """A set; of HElib an operation with one time is of a stock build."""
    rest = {key: value for key, value in entry.items() if key != "figures"}
    times = {str(name): [float(us) for us in all_us] for name, *all_us in entry["figures"]}
    if not all(all_us and min(all_us) > 0 for all_us in times.values()):
        raise ValueError(f"set {entry['name']}: a figure is a name and times in µs above 0")
    return TheirSet(
        **rest,
        stock_us={name: all_us[0] for name, all_us in times.items()},
        best_us={name: min(all_us) for name, all_us in times.items()},
        stock_only=tuple(name for name, all_us in times.items() if of_helib and len(all_us) == 1),
    )
