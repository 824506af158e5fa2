"""From the example of parties as processes to a document: who sent what."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from ringassay import _native
from ringassay.report.document import (
    Callout,
    Cell,
    Column,
    Document,
    KeyFigure,
    KeyFigures,
    Paragraph,
    Section,
    Table,
    literal,
)

SUBJECT = "example of parties as processes"


def build(found: Mapping[str, Any]) -> Document:
    """A report on what `ringassay.parties.network.demo` measured."""
    roles, parameters = found["roles"], found["parameters"]
    return Document(
        title="Statistics of private columns",
        subtitle="A combiner and three parties, each a process of its own, over TLS: CKKS",
        summary=(
            KeyFigures(
                (
                    KeyFigure(f"{found['worst_difference']:.1g}", "greatest difference",
                              "from numpy on the columns in the clear"),
                    KeyFigure(str(len(roles[0]["rounds"])), "rounds", "joining and end included"),
                    KeyFigure(_mib(max(one["bytes_up"] for one in roles[1:])), "MiB up",
                              "the most of one party"),
                    KeyFigure(f"{max(one['wall_s'] for one in roles):.1f}", "seconds",
                              "from the start of the slowest process"),
                )
            ),
            Callout(
                "info",
                "No column left its process but encrypted, no secret of a key left it at all. "
                "Everybody, the combiner too, reads the results below, and nothing else is "
                "decrypted.",
            ),
        ),
        sections=(_results(found), _traffic(roles), _resources(roles), _meaning()),
        meta={
            "Parameters": (
                f"n = {parameters['n']:,}, log2 Q = {parameters['log2_q']:.0f}, "
                f"log2 P = {parameters['log2_p']:.0f}, "
                f"{parameters['security_bits']:.0f} bits of security"
            ),
            "Entries of a column": f"{parameters['length']:,}",
            "ringassay": _native.__version__,
        },
    )  # fmt: skip


def _mib(count: int) -> str:
    return f"{count / 2**20:.2f}"


def _number(value: float | None) -> Cell:
    return Cell("none") if value is None else Cell(f"{value:.6f}", value)


def _results(found: Mapping[str, Any]) -> Section:
    names, result, clear = found["columns"], found["result"], found["in_the_clear"]
    kinds = [("mean", "Mean"), ("variance", "Variance")]
    rows = [
        (label, literal(name), _number(result[key][i]), _number(clear[key][i]))
        for key, label in kinds
        for i, name in enumerate(names)
    ]
    rows += [
        ("Correlation", literal(f"{names[i]}, {names[j]}"), _number(result["correlation"][i][j]),
         _number(clear["correlation"][i][j]))
        for i in range(len(names)) for j in range(i + 1, len(names))
    ]  # fmt: skip
    columns = (
        Column("Statistic"),
        Column("Of"),
        Column("Decrypted", "right"),
        Column("In the clear", "right"),
    )
    table = Table(
        "What everybody learns, beside numpy on the columns",
        columns,
        tuple(rows),
        note="The processes computed it from what was encrypted; the example alone has all "
        "columns, and compares.",
    )
    return Section("Results", "results", (table,))


def _traffic(roles: Iterable[Mapping[str, Any]]) -> Section:
    rows: list[tuple[str | Cell, ...]] = [
        (
            literal(role["role"]),
            literal(one["round"]),
            *(
                Cell(f"{one[name]:,}", one[name])
                for name in ("messages_up", "bytes_up", "messages_down", "bytes_down")
            ),
            Cell(f"{one['wall_s']:.3f}", one["wall_s"]),
        )
        for role in roles
        for one in role["rounds"]
    ]
    columns = (
        Column("Process"),
        Column("Round"),
        *(Column(label, "right") for label in ("Sent", "Sent, bytes", "Received")),
        Column("Received, bytes", "right"),
        Column("Time", "right", "s"),
    )
    note = (
        "Messages with their headers of 96 bytes, without those of TLS and TCP. A round's time "
        "includes waiting for others."
    )
    return Section("Who sent what", "traffic", (Table("Rounds", columns, tuple(rows), note),))


def _resources(roles: Iterable[Mapping[str, Any]]) -> Section:
    rows: list[tuple[str | Cell, ...]] = [
        (
            literal(role["role"]),
            *(Cell(_mib(role[name]), role[name]) for name in ("bytes_up", "bytes_down")),
            Cell(f"{role['cpu_s']:.2f}", role["cpu_s"]),
            Cell(f"{role['wall_s']:.2f}", role["wall_s"]),
            Cell(f"{role['peak_bytes'] / 2**20:.0f}", role["peak_bytes"]),
        )
        for role in roles
    ]
    columns = (
        Column("Process"),
        Column("Up", "right", "MiB"),
        Column("Down", "right", "MiB"),
        Column("Processor time", "right", "s"),
        Column("Wall time", "right", "s"),
        Column("Peak memory", "right", "MiB"),
    )
    note = "Processor time includes the start of Python; wall time begins with the connections."
    return Section("What it took", "resources", (Table("Processes", columns, tuple(rows), note),))


def _meaning() -> Section:
    return Section(
        "What this means",
        "meaning",
        (
            Paragraph(
                "Each party computed the results itself from the ciphertexts of all, and gave "
                "decryption shares for those alone. The combiner added shares up and has no "
                "secret. It is assumed to follow the protocol: one that puts another key or other "
                "ciphertexts in place of what it was sent chooses what it reads. Without a "
                "combiner, each party sends to each other."
            ),
        ),
    )
