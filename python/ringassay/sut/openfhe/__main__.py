"""`python …/ringassay/sut/openfhe client|server --scheme bgv|bfv|ckks`.

Started by its path, with a Python that has the package openfhe.
"""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path
from typing import NoReturn

# Behind all else: what lies beside ringassay was built for the Python that ringassay runs on.
sys.path[0:1] = []
sys.path.append(str(Path(__file__).resolve().parents[3]))
# The library's own threads: one, unless more are asked for. Read when it is loaded.
THREADS = int(os.environ.get("RINGASSAY_THREADS") or 1)
os.environ["OMP_NUM_THREADS"] = str(THREADS)

SCHEMES = {"bgv": "BGV", "bfv": "BFV", "ckks": "CKKS"}


def main() -> None:
    """Serve one role on standard input and output."""
    parser = argparse.ArgumentParser("openfhe", description="OpenFHE as a system under test")
    parser.add_argument("--scheme", choices=SCHEMES, required=True)
    parser.add_argument("role", choices=("client", "server"))
    chosen = parser.parse_args()
    if os.environ.get("RINGASSAY_PROTOCOL") != "2":
        sys.exit("openfhe: speaks protocol 2 only, with RINGASSAY_PROTOCOL=2 in its environment")
    try:
        import openfhe  # noqa: F401, PLC0415 - the message says what to do
    except ImportError as error:
        version = ".".join(map(str, sys.version_info[:2]))
        sys.exit(
            f"OpenFHE is not available to this Python {version} ({error}): pip install openfhe"
        )

    from ringassay.sut.kit import (  # noqa: PLC0415 - once the path and the threads are set
        FAN_IN_GATES,
        MAX_OUTPUTS,
        PLANNER,
        REAL_GATES,
        SIMD_GATES,
        ZT_GATES,
        Hello,
        Refused,
        serve,
    )
    from ringassay.sut.openfhe import integers, reals  # noqa: PLC0415
    from ringassay.sut.wheel import origin, version_of  # noqa: PLC0415

    def no_circuits(_: bytes) -> NoReturn:
        raise Refused("circuits come as slot programs: this Python has no planner")

    real = chosen.scheme == "ckks"
    dimensions = reals.CKKS.dimensions if real else integers.BFV.dimensions
    limits = {"max_batch": dimensions[-1] // 2, "max_security": 256, "max_outputs": MAX_OUTPUTS}
    if not real:
        limits |= {
            "min_modulus": 2 * dimensions[0] + 1,
            "max_modulus": (1 << integers.MAX_MODULUS_BITS[chosen.scheme]) - 1,
        }
    serve(
        client=reals.RealClient if real else lambda: integers.IntegerClient(chosen.scheme),
        server=reals.RealServer if real else integers.IntegerServer,
        role=chosen.role,
        parse_circuit=no_circuits,
        about=Hello(
            name=f"openfhe-{chosen.scheme}",
            version="0.1.0",
            library="OpenFHE",
            library_version=version_of("openfhe"),
            scheme=SCHEMES[chosen.scheme],
            spaces=("real",) if real else ("gf2", "zt"),
            gates=(*SIMD_GATES, *(REAL_GATES if real else (*ZT_GATES, *FAN_IN_GATES))),
            limits=limits,
            planner=PLANNER,
            threads=THREADS,
            library_build=origin("openfhe", "OpenFHE"),
        ),
    )


if __name__ == "__main__":
    main()
