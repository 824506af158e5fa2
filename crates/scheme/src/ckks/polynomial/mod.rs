//! Polynomials evaluated on ciphertexts.
