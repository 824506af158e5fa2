"""Systems under test: the kit to write one, and the ones that ship.

* `ringassay.sut.kit` — a client/server pair in about fifty lines (docs/writing-an-adapter.md);
* `ringassay.sut.slots` — circuits on libraries whose plaintexts are vectors of integers mod t;
* `ringassay.sut.seal` — Microsoft SEAL (BFV) behind the protocol;
* `ringassay.sut.registry` — every SUT that can be named on the command line.

This package stays light to import: a SUT process starts once per session.
"""
