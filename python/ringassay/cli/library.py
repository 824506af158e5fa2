"""`ringassay circuit library`: standard functions as netlists."""

from __future__ import annotations

from typing import Annotated, Any

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
from ringassay.cli.output import JsonOption, emit_json, out
from ringassay.cli.writing import OverwriteOption


@applies(
    needs={
        **dict.fromkeys(("variant", "width", "out", "to"), ("name",)),
        "force": ("out",),
        "batch": ("out", "to"),
    },
)
def library(
    name: Annotated[
        str | None, typer.Argument(help="Function to make; all are listed without.")
    ] = None,
    variant: Annotated[
        str | None, typer.Option("--variant", help="small (few ANDs), shallow (low AND depth) …")
    ] = None,
    width: Annotated[
        int | None, typer.Option("--width", min=1, max=1024, help="Bits of its numbers.")
    ] = None,
    out: OutOption = None,
    to: ToOption = None,
    batch: SlotsOption = None,
    force: OverwriteOption = False,
    as_json: JsonOption = False,
) -> None:
    """List standard functions with their sizes beside published ones, or make one.

    AES-128, SHA-256, Keccak-f, arithmetic, comparisons (`ringassay --page netlists`).
    `ringassay run --library NAME` runs one; suites take them as `[[library]]`.
    """
    from ringassay.circuit import Netlist

    form = target(to, out)
    if name is None:
        _list(as_json=as_json)
        return
    try:
        netlist = Netlist.library(name, variant, width)
    except ValueError as error:
        raise UsageError(str(error)) from None
    text = None if form is None else written(netlist, form, batch)
    if as_json:
        tell_json(netlist, form, out, text, force=force, name=name)
    else:
        tell(netlist, form, out, text, force=force)


def sizes() -> list[dict[str, Any]]:
    """Every variant of every function at its usual width, with what has been published."""
    from ringassay.circuit import Netlist, library_functions

    return [
        {
            **function,
            "variants": None,
            "variant": variant,
            **Netlist.library(function["name"], variant).figures(),
        }
        for function in library_functions()
        for variant in function["variants"]
    ]


def _list(*, as_json: bool) -> None:
    found = sizes()
    if as_json:
        for one in found:
            one.pop("variants")
        emit_json(found)
        return
    rows = [
        (
            one["name"],
            one["variant"],
            "" if one["width"] is None else str(one["width"]),
            *(str(one[figure]) for figure in ("ands", "and_depth", "xors", "inverters")),
            _published(one),
            one["title"],
        )
        for one in found
    ]
    out.table(
        ("function", "variant", "width", "AND", "AND depth", "XOR", "INV", "published AND", "what"),
        rows,
    )


def _published(one: Any) -> str:
    published = one["published"]
    return "" if published is None else f"{published['ands']} ({published['file']})"
