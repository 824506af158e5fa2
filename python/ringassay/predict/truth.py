"""The truth: points executed by `ringassay-runtime execute`, in turns with a calibration."""

from __future__ import annotations

import json
import statistics
import subprocess
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ringassay.errors import UserError
from ringassay.predict.sweeps import SweepPoint
from ringassay.sut.programs import RUNTIME, runtime

VERB = "execute"


class TruthError(UserError):
    """Points cannot be executed."""

    exit_code = 1


@dataclass
class Truth:
    """What was measured at a point."""

    cpu_ns: list[list[float]] = field(default_factory=list)
    """For each execution, processor time of each basic function."""
    wall_ns: list[list[float]] = field(default_factory=list)
    peak_bytes: float = float("nan")
    """The most memory beyond the ring's own tables."""
    is_right: bool | None = None
    """Whether a circuit's result is that in the clear; `None` for each basic function once."""
    error: str | None = None

    @property
    def total_ns(self) -> float:
        """The median over executions of the time of all functions, on the processor."""
        return statistics.median(map(sum, self.cpu_ns))

    @property
    def function_medians(self) -> tuple[float, ...]:
        """Likewise, of each function."""
        return tuple(map(statistics.median, zip(*self.cpu_ns, strict=True)))

    @property
    def wall_total_ns(self) -> float:
        """Likewise, the time that passed."""
        return statistics.median(map(sum, self.wall_ns))

    @property
    def spread(self) -> float:
        """Half the distance between the quartiles of the totals, relative."""
        totals = [sum(sample) for sample in self.cpu_ns]
        if len(totals) < 2:
            return float("nan")
        low, _, high = statistics.quantiles(totals, n=4, method="inclusive")
        return (high - low) / 2 / self.total_ns


@dataclass
class Truths:
    """All points, and the kernels measured between them."""

    points: list[Truth]
    calibration: str | None = None
    """JSON; `None` while it is not finished."""
    executed: bool = field(default=True, compare=False)
    """Whether that was just now, not read from a log."""

    def add(self, line: dict[str, Any]) -> None:
        """One line of the program."""
        if "calibration" in line:
            self.calibration = line["calibration"]
            return
        truth = self.points[line["point"]]
        if "error" in line:
            truth.error = line["error"]
        elif "peak_bytes" in line:
            truth.peak_bytes = float(line["peak_bytes"])
            truth.is_right = line.get("right")
        else:
            truth.cpu_ns.append(line["cpu_ns"])
            truth.wall_ns.append(line["wall_ns"])


def execute(
    points: Sequence[SweepPoint],
    *,
    rounds: int,
    repeats: int,
    kernel_rounds: int,
    journal: Path | None = None,
    progress: Callable[[int, int], object] | None = None,
) -> Truths:
    """Executes all points, round after round, `kernel_rounds` of the kernels in each round.

    What is measured is appended to `journal`, a line of JSON for each execution; where that file
    is complete already, nothing is executed. Raises `TruthError`.
    """
    order = {
        "points": [point.to_dict() for point in points],
        "rounds": rounds,
        "repeats": repeats,
        "kernel_rounds": kernel_rounds,
    }
    stored = _stored(journal, order)
    if stored is not None:
        return stored
    truths = Truths([Truth() for _ in points])
    done, total = 0, len(points) * rounds * repeats
    with (journal or Path("/dev/null")).open("w") as written:
        written.write(json.dumps({"order": order}) + "\n")
        for line in _lines(order):
            written.write(json.dumps(line) + "\n")
            truths.add(line)
            if "cpu_ns" in line:
                done += 1
                if progress is not None:
                    progress(done, total)
    return truths


def _stored(journal: Path | None, order: dict[str, Any]) -> Truths | None:
    """The content of a complete log of exactly the same order."""
    if journal is None or not journal.exists():
        return None
    try:
        with journal.open() as lines:
            first, *rest = [json.loads(line) for line in lines]
        truths = Truths([Truth() for _ in order["points"]], executed=False)
        for line in rest:
            truths.add(line)
    except (ValueError, KeyError, IndexError):
        return None
    is_complete = first.get("order") == order and truths.calibration is not None
    return truths if is_complete else None


def _lines(order: dict[str, Any]) -> Iterator[dict[str, Any]]:
    with subprocess.Popen(
        [runtime(), VERB], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        if process.stdin is None or process.stdout is None:
            raise TruthError(f"{RUNTIME} {VERB} has no streams")
        try:
            process.stdin.write(json.dumps(order) + "\n")
            process.stdin.close()
            for line in process.stdout:
                yield json.loads(line)
        except (OSError, ValueError) as error:
            process.kill()
            raise TruthError(f"{RUNTIME} {VERB} failed: {error}") from error
        except BaseException:  # Ctrl-C among them: it computes on until somebody ends it
            process.kill()
            raise
    if process.returncode != 0:
        raise TruthError(f"{RUNTIME} {VERB} ended with exit code {process.returncode}")
