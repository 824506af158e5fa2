"""`python -m ringassay.sut.seal client|server [--scheme bfv|ckks] [--encryption public|secret]`."""

from __future__ import annotations

import argparse
import sys
from typing import NoReturn

from ringassay.extras import install_command
from ringassay.sut.kit import (
    COMPLEX_GATES,
    FAN_IN_GATES,
    MAX_OUTPUTS,
    PLANNER,
    SIMD_GATES,
    ZT_GATES,
    Hello,
    serve,
)
from ringassay.sut.seal.library import SEAL
from ringassay.sut.wheel import build_facts, version_of


def main() -> None:
    """Serve one role on standard input and output."""
    try:
        import tenseal.sealapi  # noqa: F401, PLC0415 - the only optional dependency
    except ImportError as error:
        sys.exit(f"SEAL is not available ({error}): {install_command('seal')}")
    from ringassay.sut.seal.backend import SealServer  # noqa: PLC0415 - needs it
    from ringassay.sut.seal.client import SealClient  # noqa: PLC0415

    parser = argparse.ArgumentParser(
        "python -m ringassay.sut.seal", description="SEAL's BFV or CKKS as a SUT"
    )
    parser.add_argument("--scheme", choices=("bfv", "ckks"), default="bfv")
    parser.add_argument("role", choices=("client", "server"))
    parser.add_argument(
        "--encryption",
        choices=("public", "secret"),
        default="public",
        help="with which key the client encrypts; secret: half as large, one part as its seed",
    )
    chosen = parser.parse_args()
    if chosen.scheme == "ckks":
        _ckks(chosen.role)
    limits = {
        "max_batch": SEAL.dimensions[-1] // 2,
        "max_security": 256,
        "max_outputs": MAX_OUTPUTS,
        "max_modulus": (1 << 60) - 1,
        "min_modulus": 2 * SEAL.dimensions[0] + 1,
    }
    serve(
        client=lambda: SealClient(by_secret_key=chosen.encryption == "secret"),
        server=SealServer,
        role=chosen.role,
        about=Hello(
            name="seal",
            version=version_of("ringassay"),
            library="SEAL",
            library_version=f"4 (tenseal {version_of('tenseal')})",
            scheme="BFV",
            spaces=("gf2", "zt"),
            gates=(*SIMD_GATES, *ZT_GATES, *FAN_IN_GATES),
            limits=limits,
            planner=PLANNER,
            # Its only vector instructions are those of HEXL.
            **build_facts(
                "tenseal", "SEAL", "_sealapi_cpp", {b"hexl": "HEXL"}, "none (no HEXL in it)"
            ),
        ),
    )


def _ckks(role: str) -> NoReturn:
    from ringassay.sut.seal.ckks import (  # noqa: PLC0415 - needs it
        SEAL_CKKS,
        SealCkksClient,
        SealCkksServer,
    )

    serve(
        client=SealCkksClient,
        server=SealCkksServer,
        role=role,
        about=Hello(
            name="seal-ckks",
            version=version_of("ringassay"),
            library="SEAL",
            library_version=f"4 (tenseal {version_of('tenseal')})",
            scheme="CKKS",
            spaces=("real", "complex"),
            gates=(*SIMD_GATES, *COMPLEX_GATES),
            limits={
                "max_batch": SEAL_CKKS.dimensions[-1] // 2,
                "max_security": 256,
                "max_outputs": MAX_OUTPUTS,
            },
            planner=PLANNER,
            **build_facts(
                "tenseal", "SEAL", "_sealapi_cpp", {b"hexl": "HEXL"}, "none (no HEXL in it)"
            ),
        ),
    )


if __name__ == "__main__":
    main()
