"""`python …/ringassay/sut/openfhe client|server --scheme bgv|bfv|ckks|binfhe`.

Started by its path, with a Python that has the package openfhe.
"""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

# Behind all else: what lies beside ringassay was built for the Python that ringassay runs on.
sys.path[0:1] = []
sys.path.append(str(Path(__file__).resolve().parents[3]))
# The library's own threads: one, unless more are asked for. Read when it is loaded.
THREADS = int(os.environ.get("RINGASSAY_THREADS") or 1)
os.environ["OMP_NUM_THREADS"] = str(THREADS)

SCHEMES = {"bgv": "BGV", "bfv": "BFV", "ckks": "CKKS", "binfhe": "TFHE"}


def main() -> None:
    """Serve one role on standard input and output."""
    parser = argparse.ArgumentParser("openfhe", description="OpenFHE as a system under test")
    parser.add_argument("--scheme", choices=SCHEMES, required=True)
    parser.add_argument("role", choices=("client", "server"))
    asked = parser.parse_args()
    if os.environ.get("RINGASSAY_PROTOCOL") != "2":
        sys.exit("openfhe: speaks protocol 2 only, with RINGASSAY_PROTOCOL=2 in its environment")
    try:
        import openfhe  # noqa: PLC0415 - the message says what to do
    except ImportError as error:
        version = ".".join(map(str, sys.version_info[:2]))
        sys.exit(
            f"OpenFHE is not available to this Python {version} ({error}): pip install openfhe"
        )

    from ringassay.sut.kit import (  # noqa: PLC0415 - once the path and the threads are set
        MAX_OUTPUTS,
        PLANNER,
        SIMD_GATES,
        Hello,
        serve,
    )
    from ringassay.sut.openfhe.systems import system  # noqa: PLC0415
    from ringassay.sut.wheel import origin, simd_of, version_of  # noqa: PLC0415

    chosen = system(asked.scheme)
    core = next(Path(openfhe.__file__).parent.glob("lib/libOPENFHEcore.so*"), Path(sys.executable))
    serve(
        client=chosen.client,
        server=chosen.server,
        role=asked.role,
        parse_circuit=chosen.parse_circuit,
        about=Hello(
            name=f"openfhe-{asked.scheme}",
            version="0.1.0",
            library="OpenFHE",
            library_version=version_of("openfhe"),
            scheme=SCHEMES[asked.scheme],
            spaces=chosen.spaces,
            gates=(*SIMD_GATES, *chosen.gates),
            limits={"max_security": 256, "max_outputs": MAX_OUTPUTS, **chosen.limits},
            planner=PLANNER if chosen.is_planned else None,
            threads=THREADS,
            simd=simd_of(core, {b"hexl": "HEXL"}, "what its compiler made (no HEXL in it)"),
            library_build=origin("openfhe", "OpenFHE"),
        ),
    )


if __name__ == "__main__":
    main()
