"""`ringassay predict tally`: what an application counts, in the terms of PAnTHErS."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ringassay.cli.applies import applies
from ringassay.cli.errors import UsageError
from ringassay.cli.output import JsonOption, emit_json, err, out
from ringassay.cli.report import (
    REPORT_NEEDS,
    ForceOption,
    FormatOption,
    ReportOption,
    tell_beside,
    write,
)
from ringassay.cli.schemes import scheme_option
from ringassay.cli.stored import DEFAULT_STORE, StoreOption
from ringassay.schemes import MULTIPRECISION, scheme_keys

if TYPE_CHECKING:
    from ringassay.predict.account import Account, FunctionCount


@applies(needs=REPORT_NEEDS, idle={"expression": ("circuit",)})
def tally(
    scheme: Annotated[
        str,
        scheme_option(scheme_keys(MULTIPRECISION), help="The scheme."),
    ] = "fv",
    n: Annotated[int, typer.Option("--n", min=2, help="n, a power of two.")] = 4096,
    log2_q: Annotated[int, typer.Option("--log2-q", min=3, max=511, help="Bits of q.")] = 100,
    log2_w: Annotated[
        int, typer.Option("--log2-w", min=1, max=48, help="Bits of a digit; SHIELD: 1.")
    ] = 2,
    t: Annotated[int, typer.Option("--t", min=2, help="The plaintext modulus.")] = 2,
    expression: Annotated[
        str | None,
        typer.Option("--expression", "-e", help="Count this instead of each function once."),
    ] = None,
    circuit: Annotated[
        Path | None, typer.Option("--circuit", help="Likewise, the circuit of a file.")
    ] = None,
    report: ReportOption = None,
    form: FormatOption = "html",
    force: ForceOption = False,
    store: StoreOption = DEFAULT_STORE,
    as_json: JsonOption = False,
) -> None:
    """Count an application: operations by kind, complexity, memory, function by function.

    Keys, encryption, sum, product and decryption once each, or a whole expression. Nothing is
    executed. With times, where the store has a calibration of this machine.
    """
    from ringassay.predict.account import tally as count
    from ringassay.predict.sweeps import SweepPoint
    from ringassay.report.tally import build_tally

    try:
        text = None if circuit is None else circuit.read_text()
        point = SweepPoint(scheme, n, log2_q, log2_w, t, expression, text)
        account = count(point, _calibration(store))
    except (ValueError, OSError) as error:
        raise UsageError(str(error)) from error
    if as_json:
        emit_json(asdict(point) | asdict(account))
    else:
        _print(account)
    if report is not None:
        tell_beside(write(build_tally(account, point), report, form, force=force), as_json=as_json)


def _calibration(target: str) -> str | None:
    """The store's latest calibration, if it is of this machine, program and kernels.

    Why there are no times, or why they may be off, is said.
    """
    from ringassay.predict import check, differences
    from ringassay.store import Store, latest_calibration, load_calibration

    if "://" not in target and not Path(target).exists():
        return None
    with Store(target, create=False) as opened:
        if latest_calibration(opened) is None:
            return None
        stored = load_calibration(opened)
    if elsewhere := differences(stored):
        reasons = "; ".join(elsewhere)
        err.print(f"Without times: the store's calibration is stale ({reasons}).")
        return None
    found = check(stored)
    if found.is_stale:
        err.print(found.sentence(stored))
    return stored.document


def _print(account: Account) -> None:
    from ringassay.predict.account import KINDS

    def row(one: FunctionCount) -> tuple[str, ...]:
        counts = (f"{one.operations[kind]:,}" for kind in KINDS)
        time = () if one.ns is None else (f"{one.ns / 1e6:.3f}",)
        sizes = (one.total_bytes, one.maximal_bytes, one.current_bytes)
        memory = tuple(f"{size / 1e6:.3f}" for size in sizes)
        return (one.name, str(one.runs), *counts, f"{one.complexity:,.0f}", *memory, *time)

    memory = ("total MB", "maximal", "current")
    time = ("time ms",) if account.is_priced else ()
    columns = ("function", "runs", *KINDS, "complexity", *memory, *time)
    out.table(columns, [row(one) for one in (*account.functions, account.total)])
    rows: list[tuple[Any, ...]] = []
    for one in account.functions:
        for kernel in one.kernels[:3]:
            share = 100 * kernel.complexity / one.complexity if one.complexity else 0.0
            sizes = f"{kernel.sizes}, n {kernel.length}" if kernel.sizes else f"n {kernel.length}"
            rows.append((one.name, kernel.name, sizes, f"{kernel.calls:,}", f"{share:.1f}"))
    out.print()
    out.table(("function", "its largest kernels", "sizes", "calls", "% of complexity"), rows)
