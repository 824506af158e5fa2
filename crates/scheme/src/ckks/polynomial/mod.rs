//! Polynomials evaluated on ciphertexts, and what is made of them: sign, step, minimum, maximum, inverse.
//!
//! [`evaluate`] takes a [`Polynomial`] in powers or Chebyshev polynomials, or several at once that are applied
//! slot by slot ([`SlotPolynomials`]), and returns the result exactly at the scale that was asked for, exactly
//! ⌈log2(d + 1)⌉ levels below its operand. [`Plan`] says beforehand how many products that takes.
//!
//! All of it is written over [`ApproximateArithmetic`], the few operations that it needs: the CKKS context has them, and tests
//! have them on numbers.
//!
//! Sources: M. Paterson and L. Stockmeyer, SIAM J. Comput. 2 (1973); 2020/1203 §5 (depth, scales);
//! 2020/834 (composite minimax polynomials for comparison); 2019/417 (inverse by Goldschmidt's method).

mod affine;
mod approximate;
mod chebyshev;
mod coefficients;
mod context;
mod evaluate;
mod inverse;
mod minimax;
mod plan;
mod powers;
mod sign;
mod solve;

pub use approximate::{ApproximateArithmetic, Factor};
pub use chebyshev::{interpolate, largest_error};
pub use coefficients::{Basis, Polynomial, SlotPolynomials};
pub use context::Evaluator;
pub use evaluate::evaluate;
pub use inverse::{Inverse, inverse};
pub use minimax::{MinimaxError, OddMinimax, odd_minimax};
pub use plan::Plan;
pub use sign::{CompositeSign, maximum, minimum, sign, step};
