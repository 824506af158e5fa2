"""What an answer costs somebody who starts with nothing: keys and ingestion included."""

from __future__ import annotations

import pandas as pd


def with_first_answers(
    evaluations: pd.DataFrame, keys: pd.DataFrame, ingestions: pd.DataFrame
) -> pd.DataFrame:
    """Evaluations with `first_wall_ns` and `first_cpu_ns`; NaN where a part is not known.

    And with the key's `params`: answers under one key share its generation, and are no independent
    measurements.

    Key generation with choosing parameters, ingestion of key and circuit, and the three steps. The
    key goes to the server once, with its first circuit: every answer is charged with that.
    """
    made = keys[[*_KEY, "params", "wall_ns", "client_cpu_ns"]].drop_duplicates(_KEY)
    made = made.rename(columns={"wall_ns": "made_wall", "client_cpu_ns": "made_cpu"})
    parts = _ingested(ingestions)
    place = [*_KEY, "circuit"]
    joined = evaluations[place].merge(made, on=_KEY, how="left").merge(parts, on=place, how="left")
    joined.index = evaluations.index
    return evaluations.assign(
        params=joined["params"].fillna("").astype(object),
        first_wall_ns=joined["made_wall"] + joined["taken_wall"] + evaluations["total_wall_ns"],
        first_cpu_ns=joined["made_cpu"] + joined["taken_cpu"] + evaluations["total_cpu_ns"],
    )


_KEY = ["run", "sut", "key"]


def _ingested(ingestions: pd.DataFrame) -> pd.DataFrame:
    """Per key and circuit: ingestion of the circuit, and of the key wherever that went."""
    good = ingestions[ingestions["outcome"] == "ok"].drop_duplicates([*_KEY, "circuit"])
    loaded = good["key_load_ns"].fillna(0.0)
    sent = good["key_send_ns"].fillna(0.0) + loaded
    by_key = good[_KEY].assign(sent=sent, loaded=loaded).groupby(_KEY)[["sent", "loaded"]]
    most = by_key.transform("max")
    return good[[*_KEY, "circuit"]].assign(
        taken_wall=good["wall_ns"] - sent + most["sent"],
        taken_cpu=good["server_cpu_ns"] - loaded + most["loaded"],
    )
