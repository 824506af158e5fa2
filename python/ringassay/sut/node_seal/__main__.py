"""`python -m ringassay.sut.node_seal --node NODE --folder FOLDER client|server`."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from ringassay.sut.kit import (
    FAN_IN_GATES,
    MAX_OUTPUTS,
    PLANNER,
    SIMD_GATES,
    ZT_GATES,
    Hello,
    serve,
)
from ringassay.sut.node_seal.integers import BGV, MAX_MODULUS_BITS, NodeSealClient, NodeSealServer
from ringassay.sut.wheel import version_of


def main() -> None:
    """Serve one role on standard input and output."""
    parser = argparse.ArgumentParser("python -m ringassay.sut.node_seal", description=__doc__)
    parser.add_argument("--node", required=True, help="the program of Node.js")
    parser.add_argument("--folder", required=True, help="whose node_modules has node-seal")
    parser.add_argument("role", choices=("client", "server"))
    asked = parser.parse_args()
    package = Path(asked.folder) / "node_modules/node-seal/package.json"
    serve(
        client=lambda: NodeSealClient(asked.node, asked.folder),
        server=lambda: NodeSealServer(asked.node, asked.folder),
        role=asked.role,
        about=Hello(
            name="seal-wasm-bgv",
            version=version_of("ringassay"),
            library="SEAL (WASM)",
            library_version=f"4.1.2 (node-seal {json.loads(package.read_text())['version']})",
            scheme="BGV",
            spaces=("gf2", "zt"),
            gates=(*SIMD_GATES, *ZT_GATES, *FAN_IN_GATES),
            limits={
                "max_batch": BGV.dimensions[-1] // 2,
                "max_security": 256,
                "max_outputs": MAX_OUTPUTS,
                "min_modulus": 2 * BGV.dimensions[0] + 1,
                "max_modulus": (1 << MAX_MODULUS_BITS) - 1,
            },
            planner=PLANNER,
            threads=1,
            simd="none: WebAssembly",
            library_build="the WebAssembly module of the npm package",
        ),
    )


if __name__ == "__main__":
    main()
