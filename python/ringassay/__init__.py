"""Decide, check and prove: homomorphic encryption schemes, libraries and parameters."""
