"""Libraries whose plaintexts are vectors of integers mod t, behind the protocol.

A library supplies a dozen operations (`backend.Backend`) and says what its key can do (`target`).
Circuits come as slot programs (docs/programs.md), planned once for all libraries; this package is
the rest of such an adapter:

* `target`: the slots, rotation keys and noise that programs are planned for;
* `program`, `read`: programs and their reader; `run`: runs them on a backend;
* `header`: what the client must know about a result;
* `party`: client and server, of which a library's author writes the part that is the library's.
"""
