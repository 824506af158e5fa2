//! Vectors of real or complex numbers as integer polynomials, in the canonical embedding.
//!
//! R = Z\[X\]/(X^N + 1) for a power of two N. A polynomial holds n ≤ N/2 complex numbers, its slots: slot j is
//! the value at ζ^(g^j), ζ = e^{iπ/N}, g the [`Generator`]. With fewer slots than N/2 (sparse packing) the
//! polynomial is one in X^{N/2n}. A vector z at the scale Δ becomes the integers
//!
//! c_k = round(Δ/n · Σ_j Re(z_j · ζ^(-g^j·k))), for n = N/2.
//!
//! The conjugate-invariant ring Z\[X + 1/X\]/(X^{2N} + 1), whose elements are
//! c_0 + Σ_{0<k<N} c_k·(X^k + X^-k), holds up to N real numbers: slot j is the value at ζ^(g^j), ζ = e^{iπ/2N},
//! that of the element as one of Z\[X\]/(X^{2N} + 1), where X^-k = -X^{2N-k}.
//!
//! [`Encoder`] goes both ways. It computes in doubles while Δ·|z| stays below 2^[`DOUBLE_BITS`] and in
//! double-double beyond ([`DoubleDouble`], 106 bits).
//!
//! Sources: 2016/421 §3.1 (encoding), 2018/1043 §5 (the order of slots by powers of 5), 2018/952 §3 (real
//! numbers).

mod complex;
mod double_double;
mod encoder;
mod real;
mod roots;
mod slots;
mod transform;

pub use complex::{Complex, Complex64};
pub use double_double::DoubleDouble;
pub use encoder::{Arithmetic, DOUBLE_BITS, Encoder, MAX_BITS, Target};
pub use slots::Generator;
