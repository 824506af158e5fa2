"""`python -m ringassay.sut.seal client|server [--encryption public|secret]`."""

from __future__ import annotations

import argparse
import sys
from importlib.metadata import PackageNotFoundError, version

from ringassay.sut.kit import (
    FAN_IN_GATES,
    SIMD_GATES,
    ZT_GATES,
    Client,
    Hello,
    Server,
    serve,
)
from ringassay.sut.seal.build import build_facts
from ringassay.sut.seal.parameters import DIMENSIONS


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "unknown"


def _client(*, by_secret_key: bool) -> Client:
    from ringassay.sut.seal.client import SealClient  # noqa: PLC0415 - each role loads its own

    return SealClient(by_secret_key=by_secret_key)


def _server() -> Server:
    from ringassay.sut.seal.server import SealServer  # noqa: PLC0415

    return SealServer()


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m ringassay.sut.seal", description="Microsoft SEAL, BFV, as a SUT"
    )
    parser.add_argument("role", choices=("client", "server"))
    parser.add_argument(
        "--encryption",
        choices=("public", "secret"),
        default="public",
        help="with which key the client encrypts; secret: half as large, one part as its seed",
    )
    return parser.parse_args()


def main() -> None:
    """Serve one role on standard input and output."""
    try:
        import tenseal.sealapi  # noqa: F401, PLC0415 - the only optional dependency
    except ImportError as error:
        sys.exit(f"SEAL is not available ({error}): pip install 'ringassay[seal]'")
    chosen = _arguments()
    serve(
        client=lambda: _client(by_secret_key=chosen.encryption == "secret"),
        server=_server,
        role=chosen.role,
        about=Hello(
            name="seal",
            version=_version("ringassay"),
            library="SEAL",
            library_version=f"4 (tenseal {_version('tenseal')})",
            scheme="BFV",
            spaces=("gf2", "zt"),
            gates=(*SIMD_GATES, *ZT_GATES, *FAN_IN_GATES),
            limits={
                "max_batch": DIMENSIONS[-1] // 2,
                "max_security": 256,
                "max_modulus": (1 << 60) - 1,
                "min_modulus": 2 * DIMENSIONS[0] + 1,
            },
            **build_facts(),
        ),
    )


if __name__ == "__main__":
    main()
