"""What it costs a server to get a public key: sent and loaded with the first circuit under it."""

from __future__ import annotations

from dataclasses import dataclass

import pandas as pd

from ringassay.analysis.metrics import INGESTION, rows_of
from ringassay.analysis.study import Study


@dataclass(frozen=True)
class KeyTransfer:
    """Medians over the ingestions of one system that brought a key; times in ns, sizes in bytes.

    `load_ns` is what the SUT reports, None if it reports nothing. `circuit_ns` is the ingestion of
    a circuit alone, over all circuits for which it is known. `unknown` counts the ingestions with a
    key whose share of the circuit is not known.
    """

    system: str
    keys: int
    key_bytes: float | None
    send_ns: float
    load_ns: float | None
    step_ns: float
    circuit_ns: float | None
    unknown: int


def key_transfers(study: Study) -> tuple[KeyTransfer, ...]:
    """One entry per system whose keys were seen on their way to the server."""
    sizes = study.keys[["run", "sut", "key", "key_bytes"]].drop_duplicates(
        ["run", "sut", "key"], keep="last"
    )
    found = []
    for system, rows in study.per_system(rows_of(study, INGESTION)):
        keyed = rows[rows["key_send_ns"].notna()]
        if keyed.empty:
            continue
        sized = keyed.merge(sizes, on=["run", "sut", "key"], how="left")
        found.append(
            KeyTransfer(
                system=system,
                keys=len(keyed),
                key_bytes=_median(sized["key_bytes"]),
                send_ns=float(keyed["key_send_ns"].median()),
                load_ns=_median(keyed["key_load_ns"]),
                step_ns=float(keyed["wall_ns"].median()),
                circuit_ns=_median(rows["circuit_ns"]),
                unknown=int(keyed["circuit_ns"].isna().sum()),
            )
        )
    return tuple(found)


def _median(values: pd.Series) -> float | None:
    return float(values.median()) if values.notna().any() else None
