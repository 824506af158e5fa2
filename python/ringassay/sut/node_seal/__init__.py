"""SEAL's BGV as WebAssembly, by the npm package node-seal (docs/libraries.md).

The protocol, programs and parameters are the kit's; `operations.cjs` calls the library, in a
process of Node.js that client and server start each for itself. Run as
`python -m ringassay.sut.node_seal`.
"""
