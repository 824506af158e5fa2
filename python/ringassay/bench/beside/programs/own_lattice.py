"""Measures single operations of our own CKKS, BGV and BFV as a user of Rust has them.

The operations are prepared, compared with what is computed in the clear and timed in Rust
(`crates/bench/src/lattice`); compression of a ciphertext's words is timed here.
"""

from __future__ import annotations

import sys
import zlib
from collections.abc import Callable
from typing import Any

from rounds import asked, peak_bytes, repetitions_of, say, timed

import ringassay
from ringassay import _native

FASTEST, USUAL = 1, 6
"""Levels of compression: of zstd, and of gzip."""

COMPRESSED = {"gzip", "gunzip", "zstd", "unzstd"}
"""Operations on bytes, of no library."""


def compression(words: bytes) -> tuple[dict[str, int], dict[str, Callable[[], object]]]:
    """The sizes of compressed words, and what compresses them."""
    packed = zlib.compress(words, USUAL)
    sizes = {"words": len(words), "gzip": len(packed)}
    work: dict[str, Callable[[], object]] = {
        "gzip": lambda: zlib.compress(words, USUAL),
        "gunzip": lambda: zlib.decompress(packed),
    }
    try:
        import pyarrow as pa  # noqa: PLC0415 - an extra
    except ImportError:
        return sizes, work
    codec = pa.Codec("zstd", compression_level=FASTEST)
    squeezed = codec.compress(words, asbytes=True)
    sizes["zstd"] = len(squeezed)
    work["zstd"] = lambda: codec.compress(words, asbytes=True)
    work["unzstd"] = lambda: codec.decompress(squeezed, len(words), asbytes=True)
    return sizes, work


def main() -> None:
    """Prepares and serves."""
    shape: dict[str, Any] = asked()
    ringassay.threads(1)
    bench = _native.LatticeBench(
        shape["scheme"],
        shape["n"],
        shape["q_bits"],
        shape["p_bits"],
        shape["t"],
        shape["log2_scale"] or 1,
    )
    known = [name for name in shape["operations"] if name not in COMPRESSED]
    suite, names = bench.suite(known, [1], int(shape["sample_us"] * 1000))
    words = bench.ciphertext_words() if COMPRESSED & set(shape["operations"]) else None
    sizes, work = compression(words) if words else ({}, {})
    repetitions = {name: repetitions_of(one, shape["sample_us"]) for name, one in work.items()}
    facts = bench.facts()
    objects = facts.pop("objects")
    say(
        {
            "library": "ringassay",
            "version": _native.__version__,
            "scheme": shape["scheme"],
            **facts,
            "objects": objects,
            "compressed": sizes,
            "counted": {
                name: {"transforms": transforms, "growth_bytes": growth}
                for name, transforms, growth in bench.counted()
            },
            "ciphertext_bytes": objects["ciphertext"]["saved_bytes"],
            "keys_bytes": sum(
                objects[name]["saved_bytes"]
                for name in ("public key", "relinearisation key", "rotation key")
            ),
        }
    )
    for _ in sys.stdin:
        samples = dict(zip(names, suite.round(), strict=True))
        say(samples | {name: timed(one, repetitions[name]) for name, one in work.items()})
    say({"peak_bytes": peak_bytes()})


main()
