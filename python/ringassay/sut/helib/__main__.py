"""`python -m ringassay.sut.helib --worker PROGRAM client|server`."""

from __future__ import annotations

import argparse

from ringassay.sut.helib.build import build_of
from ringassay.sut.helib.parties import HelibClient, HelibServer
from ringassay.sut.kit import FAN_IN_GATES, MAX_OUTPUTS, SIMD_GATES, ZT_GATES, Hello, serve
from ringassay.sut.wheel import version_of

MAX_MODULUS = (1 << 31) - 1


def main() -> None:
    """Serve one role on standard input and output."""
    parser = argparse.ArgumentParser("python -m ringassay.sut.helib", description=__doc__)
    parser.add_argument("--worker", required=True, help="the program of adapters/helib")
    parser.add_argument("role", choices=("client", "server"))
    parser.add_argument("--m", type=int, default=0, help="the index, in place of HElib's choice")
    asked = parser.parse_args()
    command = [asked.worker]
    library, version = build_of(command)
    serve(
        client=lambda: HelibClient(command, asked.m),
        server=lambda: HelibServer(command),
        role=asked.role,
        about=Hello(
            name="helib",
            version=version_of("ringassay"),
            library=library,
            library_version=f"{version} (the user's own installation; adapter untried)",
            scheme="BGV",
            spaces=("gf2", "zt"),
            gates=(*SIMD_GATES, *ZT_GATES, *FAN_IN_GATES),
            limits={
                "max_batch": 1 << 14,
                "max_security": 256,
                "max_outputs": MAX_OUTPUTS,
                "max_modulus": MAX_MODULUS,
            },
            threads=1,
        ),
    )


if __name__ == "__main__":
    main()
