"""Netlists on the way out: the format, the file, the figures."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ringassay.cli.errors import UsageError
from ringassay.cli.output import emit_file, emit_json, out
from ringassay.cli.writing import write_new

if TYPE_CHECKING:
    from ringassay.circuit import Netlist

CIRCUIT = "circuit"
"""The format of docs/formats.md, beside those of netlists."""

FORMATS = ("bristol", "bristol-old", "aag", "aig", "blif", CIRCUIT)
SUFFIXES = {".bristol": "bristol", ".aag": "aag", ".aig": "aig", ".blif": "blif"}

ToOption = Annotated[
    str | None,
    typer.Option(
        "--to",
        metavar="FORMAT",
        help=f"{', '.join(FORMATS)}; by default what the name of --out ends in.",
    ),
]
OutOption = Annotated[Path | None, typer.Option("--out", "-o", help="File to write.")]
SlotsOption = Annotated[
    int | None,
    typer.Option("--batch", min=1, max=2**17, help="Instances in the slots of a circuit."),
]


def target(to: str | None, file: Path | None) -> str | None:
    """The format to write; none where nothing is asked for. Raises `UsageError`."""
    if to is not None:
        if to not in FORMATS:
            raise UsageError(f"no format is called {to!r}; there are: {', '.join(FORMATS)}")
        return to
    if file is None:
        return None
    found = SUFFIXES.get(file.suffix.lower())
    if found is None:
        raise UsageError(f"{file}: in which format? Say --to {', '.join(FORMATS)}")
    return found


def written(netlist: Netlist, form: str, batch: int | None) -> bytes:
    """The netlist in a format. Raises `UsageError`."""
    try:
        if form == CIRCUIT:
            return netlist.circuit(batch or 1).to_bytes()
        if batch is not None:
            raise UsageError(f"--batch is for --to {CIRCUIT}: a netlist is one instance")
        return netlist.write(form)
    except ValueError as error:
        raise UsageError(str(error)) from None


def tell(
    netlist: Netlist, form: str | None, file: Path | None, text: bytes | None, *, force: bool
) -> None:
    """Writes the file, or the text where there is none; says what it is otherwise."""
    if text is not None and file is not None:
        write_new(file, text, force=force)
    elif text is not None:
        emit_file(text)
        return
    figures = netlist.figures()
    ports = [f"{name or '(no name)'}: {bits}" for name, bits in netlist.inputs]
    results = [f"{name or '(no name)'}: {bits}" for name, bits in netlist.outputs]
    out.print(f"inputs (bits): {', '.join(ports)}")
    out.print(f"outputs (bits): {', '.join(results)}")
    out.print(
        f"{figures['ands']} AND, {figures['xors']} XOR, {figures['inverters']} INV; "
        f"AND depth {figures['and_depth']}, depth {figures['depth']}"
    )
    if file is not None:
        out.print(f"{file} written ({form})")


def tell_json(
    netlist: Netlist,
    form: str | None,
    file: Path | None,
    text: bytes | None,
    *,
    force: bool,
    **more: Any,
) -> None:
    """The same as one JSON value; a text that is no ASCII is left to --out."""
    where: dict[str, Any] = {}
    if text is not None and file is not None:
        write_new(file, text, force=force)
        where = {"file": str(file), "format": form}
    elif text is not None:
        if form == "aig":
            raise UsageError("binary AIGER is no text: name a file with --out")
        where = {"format": form, "text": text.decode("ascii")}
    ports = {
        side: [{"name": name, "bits": bits} for name, bits in listed]
        for side, listed in (("input_ports", netlist.inputs), ("output_ports", netlist.outputs))
    }
    emit_json({**more, **where, **netlist.figures(), **ports})
