"""`ringassay challenge`: challenges of ring-LWE and ring-LWR."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ringassay.cli.applies import applies
from ringassay.cli.challenge_options import (
    BeaconOption,
    FolderArgument,
    ForeignOption,
    IndexOption,
    ModulusOption,
    POption,
    RoundedOption,
    SamplesOption,
    VarianceOption,
    parameters_of,
    record_of,
)
from ringassay.cli.counting import counted
from ringassay.cli.errors import UsageError
from ringassay.cli.output import JsonOption, emit_json, out, plural, subcommand

if TYPE_CHECKING:
    from ringassay.challenges import Challenge, Verified

app = subcommand(
    no_args_is_help=True,
    help="""Make challenges of ring-LWE and ring-LWR, open, check, estimate, solve them.""",
)

DOUBTFUL = 1e-3
"""Below so small a chance, the distributions are said to be doubtful."""


@app.command()
@applies(needs={"rounded": ("variance",)}, idle={"variance": ("p",)})
def generate(
    index: IndexOption = None,
    modulus: ModulusOption = None,
    variance: VarianceOption = None,
    rounded: RoundedOption = False,
    p: POption = None,
    samples: SamplesOption = 3,
    epoch: Annotated[
        int | None,
        typer.Option(
            "--epoch",
            help="When the beacon will publish the record that chooses: seconds since 1970, a "
            "multiple of 60.",
        ),
    ] = None,
    offset: Annotated[
        int, typer.Option("--offset", min=0, max=63, help="Which byte of the record chooses.")
    ] = 0,
    instances: Annotated[
        int, typer.Option("--instances", min=1, max=256, help="Instances of the challenge.")
    ] = 32,
    number: Annotated[
        int, typer.Option("--number", min=0, max=2**31 - 1, help="Number of the challenge.")
    ] = 0,
    annotation: Annotated[
        str, typer.Option("--annotation", help="End of its name: letters, digits, hyphens.")
    ] = "own",
    parent: Annotated[
        Path, typer.Option("--out", "-o", help="Folder in which that of the challenge is made.")
    ] = Path(),
    as_json: JsonOption = False,
) -> None:
    """Generate a challenge with all its secrets, in a new folder.

    Publish it without the files *.secret before --epoch, and after it what `suppress` has left.
    """
    from ringassay import challenges

    if epoch is None:
        raise UsageError("say --epoch: the time of the record that will choose a secret")
    parameters = parameters_of(index, modulus, variance, p, samples, rounded=rounded)
    with counted("generating samples", quiet=as_json) as progress:
        folder = challenges.generate(
            parameters,
            parent,
            epoch=epoch,
            number=number,
            instances=instances,
            offset=offset,
            annotation=annotation,
            progress=progress,
        )
    if as_json:
        emit_json(challenges.read(folder).as_json())
    else:
        out.print(f"{folder}: {plural(instances, 'instance')}, all with their secrets")


@app.command()
def suppress(
    folder: FolderArgument,
    beacon: BeaconOption = None,
    foreign: ForeignOption = False,
    as_json: JsonOption = False,
) -> None:
    """Check all instances, then remove the secret that the beacon chooses.

    If anything is wrong or missing, nothing is removed (exit code 1). The file is unlinked: its
    bytes may remain on the disk.
    """
    from ringassay import challenges

    record = record_of(beacon)
    if record is None:
        raise UsageError("say --beacon: the file with the record that chooses")
    with counted("checking samples", quiet=as_json) as progress:
        chosen = challenges.suppress(
            folder,
            record,
            foreign=foreign,
            progress=progress,
        )
    if as_json:
        emit_json(
            {"folder": str(folder), "suppressed": chosen, "time_known": record.time is not None}
        )
        return
    out.print(f"{folder}: the secret of instance {chosen:02X} is removed")
    if record.time is None:
        out.print("The beacon's value came without its time: nobody checked that it is of --epoch.")


@app.command()
def verify(
    folder: FolderArgument,
    beacon: BeaconOption = None,
    foreign: ForeignOption = False,
    as_json: JsonOption = False,
) -> None:
    """Check every file of a challenge, and that the right secret is missing.

    Without --beacon, any secrets may be missing. Exit code 1: something is wrong.
    """
    from ringassay import challenges

    record = record_of(beacon)
    try:
        with counted("checking samples", quiet=as_json) as progress:
            found = challenges.verify(
                folder,
                record,
                foreign=foreign,
                progress=progress,
            )
    except challenges.WrongChallengeError as error:
        if as_json:
            emit_json({"folder": str(folder), "right": False, "reason": str(error)})
        raise
    if as_json:
        said = {"folder": str(folder), "right": True, "opened": found.opened}
        said |= {"closed": found.closed, "beacon": record is not None, "foreign": foreign}
        emit_json(said | {"p_values": found.p_values, "doubt": found.doubt})
        return
    _tell(folder, found, chosen=record is not None, foreign=foreign)


def _tell(folder: Path, found: Verified, *, chosen: bool, foreign: bool) -> None:
    opened = plural(len(found.opened), "instance")
    out.print(f"{folder}: {opened} opened and right")
    if foreign:
        out.print(
            "That samples follow from their seeds was not checked: another program's are others."
        )
    closed = ", ".join(f"{number:02X}" for number in found.closed) or "none"
    rest = ", which the beacon chose" if chosen else "; the beacon's record was not given"
    out.print(f"closed: {closed}{rest}")
    if found.doubt is not None:
        tests = plural(len(found.p_values), "test")
        said = f"distributions: {tests}; one as extreme by chance: {found.doubt:.2g}"
        out.print(said + (", which is doubtful" if found.doubt < DOUBTFUL else ""))


@app.command("list")
def list_(
    folder: Annotated[
        Path, typer.Argument(help="Folder of a challenge, or one that has such folders.")
    ] = Path(),
    as_json: JsonOption = False,
) -> None:
    """List challenges with their parameters. Nothing is checked: see `verify`.

    Exit code 1: one of them cannot be read.
    """
    from ringassay import challenges

    found: list[Challenge] = []
    broken: list[tuple[Path, str]] = []
    for path in challenges.find(folder):
        try:
            found.append(challenges.read(path))
        except challenges.ChallengeError as error:
            broken.append((path, str(error)))
    if as_json:
        unread = [{"folder": str(path), "reason": reason} for path, reason in broken]
        emit_json({"challenges": [one.as_json() for one in found], "unread": unread})
    else:
        out.table(
            ("folder", "problem", "m", "q", "p", "variance", "samples", "instances", "secrets"),
            [_row(one) for one in found],
        )
        for _, reason in broken:
            out.print(reason)
    if broken:
        raise typer.Exit(1)


def _row(one: Challenge) -> tuple[str, ...]:
    of = one.parameters
    p = "" if of.p is None else str(of.p)
    variance = "" if of.variance is None else f"{of.variance:g}"
    numbers = (of.samples, one.instances, len(one.opened))
    return (str(one.folder), of.problem, str(of.m), str(of.q), p, variance, *map(str, numbers))


@app.command("solve-toy")
def solve_toy(
    folder: FolderArgument,
    instance: Annotated[
        int, typer.Option("--instance", min=0, max=255, help="Which instance.")
    ] = 0,
    most: Annotated[
        int, typer.Option("--most", min=1, help="Stop after so many secrets that fit.")
    ] = 2,
    as_json: JsonOption = False,
) -> None:
    """Find the secret of a toy by trying all: up to degree 8 and 2^24 secrets.

    Exit code 1: none fits.
    """
    from ringassay import challenges

    with counted("trying secrets", quiet=as_json) as progress:
        found = challenges.solve_toy(
            folder,
            instance,
            most=most,
            progress=progress,
        )
    if as_json:
        emit_json({"folder": str(folder), "instance": instance, "secrets": found})
    for secret in () if as_json else found:
        out.print(" ".join(map(str, secret)))
    if not found:
        if not as_json:
            out.print("No secret fits: the instance is wrong.")
        raise typer.Exit(1)


@app.command()
@applies(
    needs={"rounded": ("variance",)},
    idle={
        "variance": ("p",),
        "folder": ("index", "modulus", "variance", "p", "samples"),
    },
)
def estimate(
    folder: Annotated[
        Path | None, typer.Argument(help="Folder of a challenge; or say its parameters.")
    ] = None,
    index: IndexOption = None,
    modulus: ModulusOption = None,
    variance: VarianceOption = None,
    rounded: RoundedOption = False,
    p: POption = None,
    samples: SamplesOption = 3,
    as_json: JsonOption = False,
) -> None:
    """Estimate what attacks on an instance cost, as plain LWE (`ringassay --page security`)."""
    from ringassay import challenges
    from ringassay.cli.security import tell_one

    if folder is not None:
        parameters = challenges.read(folder).parameters
    else:
        parameters = parameters_of(index, modulus, variance, p, samples, rounded=rounded)
    found = parameters.estimate()
    if as_json:
        emit_json({"parameters": parameters.as_json(), "estimate": found.as_json()})
    else:
        tell_one(found)
