"""`ringassay show --baseline`: how fast a run's circuits were evaluated in the clear."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ringassay.cli.output import emit_json, out

if TYPE_CHECKING:
    from ringassay.store import RunData


def show_baseline(data: RunData, *, as_json: bool) -> None:
    """Time and gates per second of the plaintext evaluation of each circuit, reading its input
    included: medians over inputs."""
    columns = ["circuit", "family", "gates", "batch"]
    rows = data.evaluations.merge(data.circuits[columns].drop_duplicates("circuit"), on="circuit")
    found: list[dict[str, Any]] = []
    for (circuit, family), cases in rows.groupby(["circuit", "family"], sort=False):
        ns = float(cases["baseline_ns"].astype(float).median())
        gates, slots = int(cases["gates"].iloc[0]), int(cases["batch"].iloc[0])
        found.append(
            {
                "circuit": str(circuit),
                "name": str(family),
                "gates": gates,
                "slots": slots,
                "baseline_ns": ns,
                "gates_per_s": gates / ns * 1e9,
                "gates_per_s_of_slots": gates * slots / ns * 1e9,
            }
        )
    if as_json:
        emit_json(found)
        return
    heads = ("name", "gates", "slots", "in the clear, µs", "gates/s", "gates/s, each slot counted")
    out.table(
        heads,
        [
            (
                str(one["name"]),
                f"{one['gates']:,}",
                f"{one['slots']:,}",
                f"{one['baseline_ns'] / 1e3:,.0f}",
                f"{one['gates_per_s']:.2g}",
                f"{one['gates_per_s_of_slots']:.2g}",
            )
            for one in found
        ],
    )
    out.print("Single-threaded wall times, reading the input included; medians.")
