"""`ringassay party`: a session of parties that share a key, each a process."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

from ringassay.cli.output import JsonOption, subcommand

app = subcommand(
    no_args_is_help=True,
    help="""Compute with others under a key that nobody has: each party a process, over TLS.

    A session file names the computation, parameters, parties and their certificates; all have the
    same one. `ringassay party demo` shows it on this machine (`ringassay --page parties`).
    """,
)

SessionArgument = Annotated[Path, typer.Argument(help="The session file, the same for all.")]
KeyOption = Annotated[
    Path, typer.Option("--key", help="Private key of the certificate in the session file, in PEM.")
]


@app.command()
def certificates(
    names: Annotated[list[str], typer.Argument(help="Names of parties and combiner.")],
    out: Annotated[Path, typer.Option("--out", "-o", help="Folder of the files.")] = Path(),
    as_json: JsonOption = False,
) -> None:
    """Make certificates to try a session with: NAME.crt, and NAME.key, which stays secret.

    Self-signed, valid for thirty days. Each party of a session that matters makes its own, and
    gives away the .crt alone.
    """
    from ringassay.cli.party_files import make_certificates

    make_certificates(names, out, as_json=as_json)


@app.command()
def session(
    file: Annotated[Path, typer.Argument(help="The session file to write.")],
    name: Annotated[str, typer.Option("--name", help="Its name, which no other session has.")],
    party: Annotated[
        list[str],
        typer.Option(
            "--party",
            metavar="NAME=CERT[@HOST:PORT]",
            help="A party and its certificate file; several, in the order of their numbers. "
            "An address where there is no combiner.",
        ),
    ],
    length: Annotated[int, typer.Option("--length", min=1, help="Entries of each column.")],
    computation: Annotated[
        Literal["statistics", "sum", "mean"],
        typer.Option("--computation", help="What is computed, and all that is decrypted."),
    ] = "statistics",
    combiner: Annotated[
        str | None,
        typer.Option(
            "--combiner",
            metavar="NAME=CERT@HOST:PORT",
            help="Who adds shares up; without one, each party sends to each other.",
        ),
    ] = None,
    scheme: Annotated[
        Literal["ckks", "bgv", "bfv"], typer.Option("--scheme", help="Integers: bgv, bfv.")
    ] = "ckks",
    range_: Annotated[
        float | None,
        typer.Option("--range", help="ckks: no number is larger in absolute value; 1."),
    ] = None,
    precision: Annotated[
        float | None,
        typer.Option("--precision", help="ckks: right bits after the point, of the range; 20."),
    ] = None,
    plaintext: Annotated[
        int | None, typer.Option("--plaintext", help="bgv, bfv: integers are modulo t; 65537.")
    ] = None,
    security: Annotated[float, typer.Option("--security", help="Bits of security.")] = 128.0,
    seconds: Annotated[
        float, typer.Option("--seconds", help="The most that one message may take.")
    ] = 120.0,
    as_json: JsonOption = False,
) -> None:
    """Write a session file, with a fresh seed: give the same file to everybody.

    Keys and ciphertexts belong to their session. After a failure write a new file.
    """
    from ringassay.cli.party_files import write_session

    request = {
        **{"scheme": scheme, "length": length, "security": security},
        **{"range": range_, "precision": precision, "plaintext": plaintext},
    }
    said = {"name": name, "computation": computation, "message_seconds": seconds}
    write_session(file, said, request, combiner, party, as_json=as_json)


@app.command()
def combine(session: SessionArgument, key: KeyOption, as_json: JsonOption = False) -> None:
    """Run the combiner: takes shares, sends sums. It has no secret and reads the results.

    Exit code 1: the session failed; the message says who did what.
    """
    from ringassay.cli.party_run import tell
    from ringassay.parties import network

    tell(network.combine(network.read(session), key), as_json=as_json)


@app.command()
def join(
    session: SessionArgument,
    name: Annotated[str, typer.Argument(help="Which party of the session this is.")],
    key: KeyOption,
    data: Annotated[
        Path, typer.Option("--data", help="The column: a number a line, or an .npy file.")
    ],
    ledger: Annotated[
        Path, typer.Option("--ledger", help="File of the shares given: never delete or copy it.")
    ],
    secret: Annotated[
        Path | None,
        typer.Option("--secret", help="File of the party's secret, read or made; else in memory."),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Run a party: its column is encrypted, and decrypted is what the session file says alone.

    The results are computed here too, from what all encrypted; shares are given for those. Exit
    code 1: the session failed; the message says who did what.
    """
    from ringassay.cli.party_run import read_column, tell
    from ringassay.parties import network

    said = network.read(session)
    column = read_column(data)
    tell(network.join(said, name, key, column, ledger=ledger, secret=secret), as_json=as_json)


@app.command()
def demo(
    out: Annotated[Path, typer.Option("--out", "-o", help="Folder of the report.")] = Path(
        "ringassay-party"
    ),
    as_json: JsonOption = False,
) -> None:
    """Run a combiner and three parties here: statistics of private columns, who sent what.

    Exit code 1: a process failed, or a result is not that of the columns in the clear.
    """
    from ringassay.cli.party_run import run_demo

    run_demo(out, as_json=as_json)
