"""`python …/ringassay/sut/concrete client|server`.

Started by its path, with a Python that has the package concrete-python.
"""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

# Behind all else: what lies beside ringassay was built for the Python that ringassay runs on.
sys.path[0:1] = []
sys.path.append(str(Path(__file__).resolve().parents[3]))
THREADS = int(os.environ.get("RINGASSAY_THREADS") or 1)
os.environ["OMP_NUM_THREADS"] = str(THREADS)


def main() -> None:
    """Serve one role on standard input and output."""
    parser = argparse.ArgumentParser("concrete", description="Concrete as a system under test")
    parser.add_argument("role", choices=("client", "server"))
    asked = parser.parse_args()
    from ringassay.sut.circuits import read_circuit  # noqa: PLC0415 - once the path is set
    from ringassay.sut.concrete.gates import (  # noqa: PLC0415
        MAX_BATCH,
        SECURITY,
        GateClient,
        GateServer,
    )
    from ringassay.sut.kit import MAX_OUTPUTS, SIMD_GATES, Hello, serve  # noqa: PLC0415
    from ringassay.sut.wheel import origin, version_of  # noqa: PLC0415

    serve(
        client=GateClient,
        server=GateServer,
        role=asked.role,
        parse_circuit=read_circuit,
        about=Hello(
            name="concrete",
            version="0.1.0",
            library="Concrete",
            library_version=version_of("concrete-python"),
            scheme="TFHE",
            spaces=("gf2",),
            gates=SIMD_GATES,
            limits={
                "max_batch": MAX_BATCH,
                "max_security": SECURITY,
                "max_outputs": MAX_OUTPUTS,
            },
            threads=THREADS,
            library_build=origin("concrete-python", "Concrete"),
        ),
    )


if __name__ == "__main__":
    main()
