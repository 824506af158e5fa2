"""What an answer costs from nothing, beside sums by hand: the key's loading above all."""

from __future__ import annotations

import pandas as pd
import pytest

from ringassay.analysis.first_answers import with_first_answers

KEY = {"run": "r", "sut": "s", "key": "k"}
KEYS = pd.DataFrame([KEY | {"params": "L=8", "wall_ns": 1000.0, "client_cpu_ns": 900.0}])
# The key went to the server with the first circuit: sent in 50, loaded in 30.
INGESTIONS = pd.DataFrame(
    [
        KEY | {"circuit": "a", "outcome": "ok", "wall_ns": 200.0, "server_cpu_ns": 100.0,
               "key_send_ns": 50.0, "key_load_ns": 30.0},
        KEY | {"circuit": "b", "outcome": "ok", "wall_ns": 70.0, "server_cpu_ns": 60.0,
               "key_send_ns": float("nan"), "key_load_ns": float("nan")},
    ]
)  # fmt: skip


@pytest.mark.parametrize(
    ("circuit", "wall", "cpu"),
    [
        ("a", 1000.0 + 200.0 + 7.0, 900.0 + 100.0 + 6.0),
        # As if the key had gone with this one: 50 + 30 by the clock, 30 of CPU time.
        ("b", 1000.0 + 70.0 + 80.0 + 7.0, 900.0 + 60.0 + 30.0 + 6.0),
    ],
)
def test_every_circuit_is_charged_with_the_key_and_its_loading(
    circuit: str, wall: float, cpu: float
) -> None:
    asked = pd.DataFrame([KEY | {"circuit": circuit, "total_wall_ns": 7.0, "total_cpu_ns": 6.0}])
    (row,) = with_first_answers(asked, KEYS, INGESTIONS).to_dict("records")
    assert (row["first_wall_ns"], row["first_cpu_ns"]) == (wall, cpu)
    assert row["params"] == "L=8"


def test_without_the_circuit_s_ingestion_it_is_not_known() -> None:
    asked = pd.DataFrame([KEY | {"circuit": "c", "total_wall_ns": 7.0, "total_cpu_ns": 6.0}])
    (row,) = with_first_answers(asked, KEYS, INGESTIONS).to_dict("records")
    assert pd.isna(row["first_wall_ns"]) and pd.isna(row["first_cpu_ns"])
