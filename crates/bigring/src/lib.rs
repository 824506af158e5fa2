//! Z_q\[x\]/(x^n + 1) for any q: coefficients are whole numbers of several words.
//!
//! n is a power of two. Schemes that write a coefficient in base w, or scale it by t/q, need the number itself in
//! \[0, q): FV (ePrint 2012/144), YASHE (2013/075), SHIELD (2014/838), F-NTRU (2016/315) do, and let
//! q be anything: a power of two, a prime, a product. Products are computed in RNS all the same:
//!
//! - **split**: a coefficient is cut into planes of 48 bits, whose weighted sum modulo each of a few
//!   NTT primes just below 2^50 is its residue;
//! - **multiply** in the CRT basis of these primes, with the transforms of [`RnsRing`](ringassay_ring::RnsRing)
//!   of index 2n;
//! - **join**: back to the coefficients of the integer product, which is reduced modulo q on the way,
//!   X = Σ y_i·(P/p_i) - v·P with v from a sum of doubles (Halevi, Polyakov, Shoup, ePrint 2018/117,
//!   §2), or multiplied by t/q and rounded.
//!
//! How many primes that takes depends on the size of the integer product alone ([`width`]). Every
//! [`EvaluationForm`] knows a bound on what it stands for, and is only joined if the primes suffice: a
//! product that wraps around P cannot go unnoticed.
//!
//! Values come in numbers: a [`Vector`] holds `count` elements, so that gadget vectors and matrices
//! of ring elements are one value each, and what an operation does is told in one stroke.
//!
//! The arithmetic takes the same steps whatever the coefficients are, with two exceptions: expanding
//! public seeds, and inverting the norm of a secret ([`Vector::invert`]).

mod arithmetic;
mod coefficients;
mod decode;
mod error;
mod evaluation_form;
mod gadget;
mod inverse;
mod join;
mod limits;
mod modulus;
mod residues;
mod ring;
mod shape;
mod small;
mod split;
mod uniform;
mod vector;

pub use arithmetic::Upper;
pub use error::MultiprecisionError;
pub use evaluation_form::EvaluationForm;
pub use gadget::GadgetTable;
pub use inverse::LAST_DEGREE;
pub use ring::MultiprecisionRing;
pub use shape::{Gadget, Lift, MAX_DEGREE, MAX_LOG2_W, Shape, width};
pub use small::SmallVector;
pub use vector::Vector;
