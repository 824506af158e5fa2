"""BGV and BFV: points that their own search for parameters offers, assessed on shapes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ringassay import _native
from ringassay.explore.app import Application, Block
from ringassay.explore.grid import Chunk, columns, indices
from ringassay.explore.ports import Columns, Predictor, Priced

if TYPE_CHECKING:
    from ringassay._native import Computed, Facts

IMPOSSIBLE, ESTIMATED, NOT_ESTIMATED = -2, 0, 2
"""A depth, and values of `attack_status`, as `_native.assess_points` has them."""


def computed(application: Application) -> Computed:
    """The application as the compiled module reads it."""
    text = application.text
    if text == "":
        return {"expression": None, "circuit": None}
    return {
        "expression": application.expression,
        "circuit": None if text is None else text.encode(),
    }


def offered(application: Application, block: Block, security_bits: float) -> Block:
    """The block with the indices that the search for parameters offers; with its reason where it
    offers none."""
    depths: list[float] = []
    found: list[int] = []
    refused = None
    for t in block.t:
        try:
            depth, some = _native.rns_points(
                block.scheme, computed(application), t, max(security_bits, 40.0)
            )
        except ValueError as error:
            refused = refused or str(error)
            continue
        depths.append(depth)
        found += [index for index in some if index not in found]
    if block.index is not None:  # the depth alone was wanted
        found = list(block.index)
    changes = {"index": tuple(found), "depth": max(depths, default=0.0)}
    return block.model_copy(update=changes | ({} if depths else {"refused": refused, "index": ()}))


def assess(
    application: Application,
    block: Block,
    chunk: Chunk,
    facts: Facts,
    predictor: Predictor | None,
) -> Columns:
    """What is known of each point of a chunk, without n and t."""
    prices = predictor.prices if isinstance(predictor, Priced) else None
    rings = indices(block, chunk.start, chunk.stop)
    t = columns(block, chunk.start, chunk.stop)["t"]
    found, _ = _native.assess_rns(
        block.scheme, computed(application), rings, t.tolist(), block.depth or 0.0, prices
    )
    serves = np.isfinite(found["log2_q"])
    log2_q = np.nan_to_num(found["log2_q"])
    digits = np.maximum(np.nan_to_num(found["digits"]), 1)
    estimated = serves & np.isfinite(found["security_bits"])
    return {
        **{name: np.asarray(values) for name, values in found.items()},
        "index": np.array(rings, dtype=np.uint32),
        "log2_q": log2_q,
        "log2_w": np.ceil(log2_q / digits),
        "digits": digits.astype(np.uint32),
        "depth": np.where(serves, facts["multiplicative_depth"], IMPOSSIBLE).astype(np.int32),
        "attack_status": np.where(estimated, ESTIMATED, NOT_ESTIMATED).astype(np.uint8),
    }


def refusal(application: Application, block: Block) -> str:
    """Why no point of a block serves the application."""
    if block.refused is not None:
        return block.refused
    rings = list(block.index or ())
    _, reason = _native.assess_rns(
        block.scheme, computed(application), rings, [block.t[0]] * len(rings), block.depth or 0.0
    )
    return reason or "no point was assessed"
