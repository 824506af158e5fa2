"""`ringassay security`: how hard parameters are to break."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from ringassay.cli.applies import applies
from ringassay.cli.errors import UsageError
from ringassay.cli.numbers import MAX_NUMBERS, numbers
from ringassay.cli.output import JsonOption, emit_json, out, subcommand

if TYPE_CHECKING:
    from ringassay.security import Estimate, Key

app = subcommand()

LEVELS = (128, 192, 256)
"""Those of the published tables."""


@app.command()
@applies(
    idle={
        "key": ("n", "index", "log2_q", "secret", "error", "problem", "samples"),
        "n": ("index",),
    }
)
def security(
    n: Annotated[
        str | None,
        typer.Option("--dimension", "-n", metavar="N", help="Dimension: φ(m), rank times φ(m)."),
    ] = None,
    index: Annotated[
        str | None,
        typer.Option("--index", metavar="M", help="The ring's index instead; any."),
    ] = None,
    log2_q: Annotated[
        str | None,
        typer.Option(
            "--log2-q", metavar="BITS", help="log2 of the whole modulus, special primes included."
        ),
    ] = None,
    secret: Annotated[
        str,
        typer.Option(
            help="ternary, binary, sparse-WEIGHT, ternary-P (probability of 0), gaussian-STD, "
            "binomial-ETA, tuniform-BITS, uniform; or a list."
        ),
    ] = "ternary",  # noqa: S107
    error: Annotated[
        str,
        typer.Option(
            "--error",
            metavar="STD",
            help="Standard deviation of the error, or binomial-ETA, tuniform-BITS.",
        ),
    ] = "3.19",
    model: Annotated[
        Literal["matzov", "core-svp", "core-svp-quantum", "sieve-2018"],
        typer.Option(help="What lattice reduction costs."),
    ] = "matzov",
    problem: Annotated[
        Literal["lwe", "ntru"], typer.Option(help="ntru: the key is a quotient of short elements.")
    ] = "lwe",
    samples: Annotated[
        int | None,
        typer.Option(min=1, help="The most samples an attacker sees; by default any number."),
    ] = None,
    asked: Annotated[
        float | None,
        typer.Option(
            "--security",
            min=1,
            max=4096,
            help="Bits that are needed. Without --log2-q: the largest modulus for them; without "
            "a dimension: the smallest one.",
        ),
    ] = None,
    key: Annotated[
        list[str] | None,
        typer.Option(
            "--key",
            metavar="n=…,log2-q=…",
            help="A key (n or index, log2-q, secret, error, problem, samples); repeatable: the "
            "weakest counts.",
        ),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Say how hard parameters are to break: every attack, or the largest modulus.

    -n, --index, --log2-q and --error take a number, a list (`4096,8192`) or a range that holds its
    end (`100:200:20`); every combination is estimated. `ringassay --page security` says
    how, and what is not modelled. Exit code 1: fewer bits than --security, somewhere.
    """
    from ringassay.cli import security_keys as keys
    from ringassay.security import estimate_key, together

    if key:
        judged = together([keys.parse(text) for text in key], model)
        if as_json:
            emit_json({"bits": judged.bits, "keys": [one.as_json() for one in judged.estimates]})
        else:
            _tell_many(judged.estimates)
            out.print()
            out.print(f"together: {judged.bits:.1f} bits, those of the weakest")
        _end(judged.estimates, asked)
        return
    secrets = [word.strip() for word in secret.split(",")]
    errors = keys.deviations(error, "--error")
    dimensions = keys.dimensions(n, index)
    if log2_q is None or dimensions is None:
        bits = 128.0 if asked is None else asked
        rows = keys.limits(dimensions, log2_q, secrets, errors, bits, model, problem, samples)
        _tell_limits(rows, as_json=as_json)
        return
    moduli = numbers(log2_q, "--log2-q")
    count = len(dimensions) * len(moduli) * len(errors) * len(secrets)
    if count > MAX_NUMBERS:
        raise UsageError(f"{count} combinations, at most {MAX_NUMBERS}: take larger steps")
    points = product(dimensions, moduli, errors, secrets)
    listed = [keys.make(*point, problem=problem, samples=samples) for point in points]
    estimates = [estimate_key(one, model) for one in listed]
    if as_json:
        emit_json(
            estimates[0].as_json()
            if len(estimates) == 1
            else {"points": [one.as_json() for one in estimates]}
        )
    elif len(estimates) == 1:
        tell_one(estimates[0])
    else:
        _tell_many(estimates)
    _end(estimates, asked)


def _end(estimates: Sequence[Estimate], asked: float | None) -> None:
    if asked is not None and not all(one.reaches(asked) for one in estimates):
        raise typer.Exit(1)


def tell_one(found: Estimate) -> None:
    """One key: every attack on it, and what the published tables say."""
    from ringassay.security import MODELS

    out.print(str(found.key))
    if not found.attacks:
        out.print(found.words)
        return
    out.print(f"{found.bits:.1f} bits by {MODELS[found.model]}")
    _tell_notes([found])
    out.print()
    columns = ("attack", "bits", "β", "dimension", "last sieve", "guessed", "Fourier", "repeated")
    rows = [
        (
            row.attack,
            f"{row.bits:.1f}",
            _or_none(row.beta),
            _or_none(row.dimension),
            _or_none(row.eta),
            _or_none(row.guessed),
            _or_none(row.fourier),
            f"2^{row.log2_repetitions:.1f}" if row.log2_repetitions >= 0.05 else "",
        )
        for row in found.attacks
    ]
    out.table(columns, rows)
    lines = [line for level in LEVELS if (line := _table_line(found.key, level))]
    if lines:
        out.print()
    for line in lines:
        out.print(line)


def _table_line(key: Key, level: int) -> str:
    """What the published tables say of this dimension."""
    from ringassay.security import published

    table = published(key.n, level, key.secret)
    parts = [
        f"{most} by {name}"
        for most, name in (
            (table.guidelines_2024, "the guidelines of 2024"),
            (table.standard_2018, "the standard of 2018"),
        )
        if most is not None
    ]
    is_theirs = key.problem == "lwe" and key.error_std == 3.19  # their error, exactly
    return f"largest log2 q for {level} bits: {', '.join(parts)}" if parts and is_theirs else ""


def _tell_many(estimates: Sequence[Estimate]) -> None:
    attacks = list(dict.fromkeys(row.attack for one in estimates for row in one.attacks))
    rows = []
    for one in estimates:
        bits = {row.attack: f"{row.bits:.1f}" for row in one.attacks}
        key = one.key
        words = [str(key.n), f"{key.log2_q:g}", key.secret, f"{key.error_std:g}"]
        said = f"{one.bits:.1f}" if one.attacks else "overstretched NTRU"
        rows.append([*words, said, *(bits.get(name, "") for name in attacks)])
    out.table(("n", "log2 q", "secret", "error", "bits", *attacks), rows)
    _tell_notes(estimates)


def _tell_notes(estimates: Sequence[Estimate]) -> None:
    """The limits of the models that estimates touch, each once."""
    for note in dict.fromkeys(note for one in estimates for note in one.notes):
        out.print(f"note: {note}")


def _tell_limits(rows: list[dict[str, Any]], *, as_json: bool) -> None:
    if as_json:
        emit_json(rows[0] if len(rows) == 1 else {"points": rows})
        return
    names = {
        "n": "n",
        "log2_q": "log2 q",
        "secret": "secret",
        "error_std": "error",
        "security": "bits asked for",
        "max_log2_q": "largest log2 q",
        "guidelines_2024": "guidelines of 2024",
        "standard_2018": "standard of 2018",
        "min_n": "smallest n",
    }
    shown = [name for name in names if any(row.get(name) is not None for row in rows)]
    cells = [[_cell(row.get(name)) for name in shown] for row in rows]
    out.table([names[name] for name in shown], cells)


def _cell(value: Any) -> str:
    if value is None:
        return ""
    return f"{value:g}" if isinstance(value, float) and abs(value) < 1e5 else str(value)


def _or_none(number: int) -> str:
    return str(number) if number else ""
