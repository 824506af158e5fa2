"""`ringassay circuit convert`: a netlist from one format into another."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ringassay.cli.applies import applies
from ringassay.cli.errors import UsageError
from ringassay.cli.netlist_output import (
    OutOption,
    SlotsOption,
    ToOption,
    target,
    tell,
    tell_json,
    written,
)
from ringassay.cli.output import JsonOption
from ringassay.cli.writing import OverwriteOption

if TYPE_CHECKING:
    from ringassay.circuit import Netlist


@applies(needs={"force": ("out",), "batch": ("out", "to")})
def convert(
    file: Annotated[
        Path,
        typer.Argument(
            help="A netlist in Bristol Fashion, old Bristol, AIGER or BLIF, a circuit over single "
            "bits (`ringassay --page formats`), or a Verilog file (.v)."
        ),
    ],
    out: OutOption = None,
    to: ToOption = None,
    batch: SlotsOption = None,
    exact: Annotated[
        bool,
        typer.Option("--exact", help="Keep every gate as it is, instead of simplifying."),
    ] = False,
    top: Annotated[
        str | None, typer.Option("--top", help="Top module of a Verilog file; else yosys finds it.")
    ] = None,
    force: OverwriteOption = False,
    as_json: JsonOption = False,
) -> None:
    """Convert a netlist into another format, or say what is in it.

    Formats are told by the content of FILE and by the name of --out. Simplifying finds the XORs and
    choices that AIGER writes as three ANDs, folds constants and keeps equal gates once; neither
    the number of ANDs nor their depth grows. `--to circuit` gives the circuit that suites run,
    each slot an instance of its own.
    """
    form = target(to, out)
    if top is not None and not _is_verilog(file):
        raise UsageError("--top names a module of a Verilog file")
    netlist = read(file, top)
    if not exact:
        netlist = netlist.simplified()
    text = None if form is None else written(netlist, form, batch)
    if as_json:
        tell_json(netlist, form, out, text, force=force)
    else:
        tell(netlist, form, out, text, force=force)


def read(file: Path, top: str | None = None) -> Netlist:
    """The netlist in a file. Raises `UsageError`."""
    from ringassay.circuit import Circuit, FormatError, Netlist
    from ringassay.cli.evaluate import CIRCUIT_BYTES, content, naming

    if _is_verilog(file):
        from ringassay.circuit.verilog import read_verilog

        return read_verilog(file, top)
    data = content(file, CIRCUIT_BYTES)
    with naming(file):
        try:
            if Netlist.detect(data) is not None:
                return Netlist.read(data)
            return Netlist.from_circuit(Circuit.parse(data))
        except FormatError:
            raise
        except ValueError as error:
            raise UsageError(f"{file}: {error}") from None


def _is_verilog(file: Path) -> bool:
    return file.suffix.lower() in (".v", ".sv")
