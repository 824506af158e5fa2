"""What the commands on challenges have in common: parameters, a folder, a record of the beacon."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ringassay.cli.errors import UsageError

if TYPE_CHECKING:
    from ringassay.challenges import Parameters, Record

IndexOption = Annotated[
    int | None, typer.Option("--index", metavar="M", help="Index of the ring, at most 4096.")
]
ModulusOption = Annotated[
    int | None, typer.Option("--modulus", metavar="Q", help="Modulus, 2 to 2^32; any.")
]
VarianceOption = Annotated[
    float | None,
    typer.Option("--variance", metavar="SVAR", help="Ring-LWE: the scaled variance of errors."),
]
RoundedOption = Annotated[
    bool, typer.Option("--rounded", help="Ring-LWE: with errors rounded to integers.")
]
POption = Annotated[
    int | None, typer.Option("--p", metavar="P", help="Ring-LWR: the modulus of b, below Q.")
]
SamplesOption = Annotated[
    int, typer.Option("--samples", min=1, max=1024, help="Samples of each instance.")
]
FolderArgument = Annotated[Path, typer.Argument(help="Folder of a challenge.")]
BeaconOption = Annotated[
    Path | None,
    typer.Option(
        "--beacon",
        metavar="FILE",
        help="Record of the beacon: XML (1.0), JSON (2.0), or its value in 128 hexadecimal digits.",
    ),
]
ForeignOption = Annotated[
    bool,
    typer.Option("--foreign", help="Another program's seeds: samples need not follow from them."),
]


def parameters_of(
    index: int | None,
    modulus: int | None,
    variance: float | None,
    p: int | None,
    samples: int,
    *,
    rounded: bool,
) -> Parameters:
    """The parameters that options say. Raises `UsageError`, `ChallengeError`."""
    from ringassay.challenges import Parameters

    if index is None or modulus is None:
        raise UsageError("say --index and --modulus, those of the ring")
    if variance is None and p is None:
        raise UsageError("say --variance, for ring-LWE, or --p, for ring-LWR")
    return Parameters(index, modulus, samples, variance, rounded, p)


def record_of(beacon: Path | None) -> Record | None:
    """The record in a file, if one was named."""
    from ringassay.challenges import Record

    return None if beacon is None else Record.read(beacon)
