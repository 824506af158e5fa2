"""`compare --fail-above`: thresholds as written, findings as told, the exit code."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ringassay.cli.errors import UsageError
from ringassay.cli.output import err

if TYPE_CHECKING:
    from ringassay.analysis.check import Checked
    from ringassay.analysis.study import Study

WORSE = 6
"""Exit code when something is worse by more than its threshold."""
UNDECIDED = 7
"""Exit code under `--strict` when nothing is known to be worse, but something was not decided."""

FailAboveOption = Annotated[
    str | None,
    typer.Option(
        "--fail-above",
        metavar="PERCENT",
        help=f"Exit code {WORSE} if NEW is worse than BASE by more than this (10%), beyond doubt.",
    ),
]
MetricOption = Annotated[
    list[str] | None,
    typer.Option(
        "--metric",
        metavar="NAME[=PERCENT]",
        help="Check this instead of evaluation, key-size, ciphertext-size, result-size, memory and "
        "right (answers); also keygen, ingestion, encryption, decryption, total, first-answer. "
        "Repeatable; with a threshold of its own.",
    ),
]
StrictOption = Annotated[
    bool,
    typer.Option("--strict", help=f"Exit code {UNDECIDED} if a check could not be decided."),
]

_PERCENT = re.compile(r"\s*(\d{1,5}(?:\.\d{1,6})?)\s*%\s*")


def thresholds(fail_above: str | None, metrics: Sequence[str] | None) -> dict[str, float]:
    """Metric to threshold (0.1 for 10 %); empty where nothing is to be checked."""
    from ringassay.analysis.watched import DEFAULT, watched

    general = None if fail_above is None else _relative(fail_above)
    if not metrics:
        return {} if general is None else dict.fromkeys(DEFAULT, general)
    found: dict[str, float] = {}
    for given in metrics:
        name, separator, own = given.partition("=")
        watched(name)
        if separator:
            found[name] = _relative(own)
        elif general is None:
            raise UsageError(f"above what is {name} to fail? Write --metric {name}=10%, or add "
                             "--fail-above 10%")  # fmt: skip
        else:
            found[name] = general
    return found


def _relative(text: str) -> float:
    match = _PERCENT.fullmatch(text)
    if match is None:
        raise UsageError(f"{text!r} is no threshold: write a percentage such as 10%")
    return float(match[1]) / 100


def checked(
    study: Study, pairs: Sequence[tuple[str, str]], wanted: dict[str, float]
) -> tuple[Checked, ...]:
    """Every pair's findings (`analysis.check`)."""
    from ringassay.analysis.check import check

    return tuple(one for pair in pairs for one in check(study, *pair, wanted))


def exit_code(found: Sequence[Checked], *, strict: bool) -> int:
    """That of a comparison with these findings."""
    from ringassay.analysis.check import DECIDED

    if any(one.finding == "worse" for one in found):
        return WORSE
    undecided = not found or any(one.finding not in DECIDED for one in found)
    return UNDECIDED if strict and undecided else 0


def as_values(found: Sequence[Checked]) -> list[dict[str, Any]]:
    """For JSON: what is not a number is null."""
    return [
        {
            name: None if isinstance(value, float) and not math.isfinite(value) else value
            for name, value in asdict(one).items()
        }
        for one in found
    ]


def tell_checks(found: Sequence[Checked], code: int) -> None:
    """The findings on standard error, those that fail last, and what follows from them."""
    for one in sorted(found, key=lambda one: one.finding == "worse"):
        err.print(f"{one.new_system} against {one.base_system}: {sentence(one)}")
    told = {
        WORSE: f"FAILED: worse by more than the threshold (exit code {WORSE})",
        UNDECIDED: f"UNDECIDED: nothing known to be worse, not everything known (exit code "
        f"{UNDECIDED})",
    }
    err.print(told.get(code, "PASSED: nothing is known to be worse by more than its threshold"))


def sentence(one: Checked) -> str:
    """A finding in words."""
    if one.metric == "right":
        return _right(one)
    if one.finding == "nothing":
        return f"{one.label}: not decided, no case that both got right and measured"
    limit = f"{one.threshold * 100:.4g} %"
    found = {
        "worse": f"WORSE by more than {limit}{_later(one)}",
        "within": f"not worse by more than {limit}",
        "open": f"may or may not be worse by more than {limit}{_later(one)}",
        "few": f"not decided, measured {one.units} times (6 at least: circuits, inputs or rounds)",
        "withheld": f"not decided, the measurement was disturbed ({', '.join(one.disturbed)}) by "
        "what may be as much; measure one system twice (--aa)",
    }
    figures = f"{one.label} {_change(one.ratio)}"
    if math.isfinite(one.low):
        figures += f" [{_change(one.low)}, {_change(one.high)}]"
    return f"{figures}: {found[one.finding]}"


def _right(one: Checked) -> str:
    if one.finding == "nothing":
        return f"{one.label}: not decided, no case in common"
    text = f"{one.label} {one.base:.0f}, now {one.new:.0f} of {one.units}"
    return f"{text}: WORSE, right answers were lost" if one.finding == "worse" else text


def _later(one: Checked) -> str:
    if not one.drift:
        return ""
    return (
        f" (two runs, one after the other: {one.drift:.0%} may be the machine's; measure both in "
        "one run to see less)"
    )


def _change(ratio: float) -> str:
    """A ratio as a change: +20.1 %; as a factor where it is large."""
    if ratio >= 3.0:
        return f"×{ratio:.3g}"
    percent = round((ratio - 1.0) * 100, 1)
    return f"{percent:+.1f} %".replace("-", "−") if percent else "±0 %"
