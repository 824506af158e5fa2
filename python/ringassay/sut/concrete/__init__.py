"""Concrete behind the protocol: gates on bits, each a look-up (docs/libraries.md).

Concrete compiles whole functions, and its keys belong to what was compiled; the protocol makes keys
before circuits are known. What is compiled here is therefore a module of two gates that can follow
each other in any order. Runs on a Python of its own, with the package concrete-python.
"""
