"""Circuits on libraries whose plaintexts are vectors of integers mod t.

A library supplies a dozen operations (`backend.Backend`); this package supplies the rest:

* `layout`: where a vector of l entries lives in a row of slots, and what a rotation does to it;
* `steps`: rotations composed of those the library has keys for;
* `target`: the keys and parameters to plan for; `order`: what the output depends on;
* `emit`: a plan under construction: operations, constants, windows, predicted noise;
* `gates`, `arithmetic`, `parity`: circuits over integers mod t, and over bits on integers mod t;
* `plan`, `parity_plan`: from a circuit to a plan; `run`: from a plan to a ciphertext;
* `header`: what the decrypting side must know about that ciphertext.
"""
