//! Vectors of real or complex numbers as integer polynomials, in the canonical embedding.
