"""The nine metrics of HEtest §4.1, per system."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import pandas as pd

from ringassay.analysis.describe import Description, describe
from ringassay.analysis.study import Study

Quantity = Literal["time", "size", "size-per-bit"]


@dataclass(frozen=True)
class Metric:
    """A measured quantity: which frame and column hold it, and what the unit of repetition is."""

    key: str
    label: str
    quantity: Quantity
    frame: Literal["keys", "ingestions", "evaluations"]
    column: str
    cluster: str


KEY_TIME = Metric("keygen", "key generation time", "time", "keys", "generate_ns", "key")
KEY_SIZE = Metric("key-size", "key size", "size", "keys", "key_bytes", "key")
INGESTION = Metric("ingestion", "ingestion time", "time", "ingestions", "circuit_ns", "circuit")
ENCRYPTION = Metric(
    "encryption", "encryption time", "time", "evaluations", "encrypt_wall_ns", "circuit"
)
EXPANSION = Metric(
    "expansion", "ciphertext size per bit", "size-per-bit", "evaluations", "bytes_per_bit",
    "circuit",
)  # fmt: skip
EVALUATION = Metric(
    "evaluation", "evaluation time", "time", "evaluations", "evaluate_wall_ns", "circuit"
)
DECRYPTION = Metric(
    "decryption", "decryption time", "time", "evaluations", "decrypt_wall_ns", "circuit"
)
TOTAL = Metric("total", "total elapsed time", "time", "evaluations", "total_wall_ns", "circuit")
# Accuracy, the ninth, is a rate: see correctness.Score.
METRICS = (
    KEY_TIME, KEY_SIZE, INGESTION, ENCRYPTION, EXPANSION, EVALUATION, DECRYPTION, TOTAL,
)  # fmt: skip


def rows_of(study: Study, metric: Metric) -> pd.DataFrame:
    """The rows on which a metric is measured: those that went well."""
    if metric.frame == "evaluations":
        return study.right
    frame = study.keys if metric.frame == "keys" else study.ingestions
    return frame[frame["outcome"] == "ok"]


def describe_metric(rows: pd.DataFrame, metric: Metric) -> Description | None:
    """Describe a metric on rows of its frame; None if no row has it."""
    return describe(
        rows[metric.column].to_numpy(dtype=float),
        rows.groupby(["run", metric.cluster]).ngroup().to_numpy(),
    )


def by_system(study: Study, metric: Metric) -> tuple[tuple[str, Description], ...]:
    """The metric's description per system, systems without any value left out."""
    found = (
        (system, describe_metric(part, metric))
        for system, part in study.per_system(rows_of(study, metric))
    )
    return tuple((system, d) for system, d in found if d is not None)
