//! Expressions such as `c1^3*S where S = c1*T + c2, T = c1*c2 + 1`, as circuits.
//!
//! An expression is read into short programs on a stack (`parse`), one for each result and one
//! for each definition; these are put in an order in which definitions come before their use
//! (`order`) and turned into gates (`emit`). A product is the chain that stands there,
//! from left to right, and is never rebalanced: PAnTHErS counts that way (Feron et al., NTMS 2018,
//! section IV), and whoever wants a shallower circuit can write parentheses.
//!
//! The text may be anybody's: reading it takes time linear in its length and in the number of
//! gates, both bounded in [`crate::limits`], and recurses no deeper than the parentheses that are
//! allowed.

mod emit;
mod order;
mod parse;
mod token;

use crate::Circuit;
use crate::limits;
use crate::model::{CircuitError, Shape};
use crate::text::FormatError;

/// A circuit that was written as an expression.
#[derive(Clone, Debug, PartialEq)]
pub struct Expression {
    /// The circuit, with an output for each result; its declared depth is that of the paper's table.
    pub circuit: Circuit,
    /// The name of each input wire, in the order in which the text mentions them first.
    pub inputs: Vec<String>,
}

/// Why there is no circuit.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ExpressionError {
    /// The text is no expression.
    #[error(transparent)]
    Format(#[from] FormatError),
    /// Batch, modulus or size are out of range.
    #[error(transparent)]
    Circuit(#[from] CircuitError),
}

/// Reads an expression as a circuit on values of `shape`; integers stand for vectors that have
/// them in every slot, reduced mod t (mod 2 for bits, where `-` is `+`).
///
/// `x^n` is n factors x of the product it stands in, from the left; equal subexpressions become one
/// gate; sums with 0 and products with 1 become none.
///
/// Expressions over reals are not read: their numbers would need signs, points and exponents.
///
/// # Errors
/// [`ExpressionError::Circuit`] for a shape over reals;
/// [`ExpressionError::Format`] with line and column for a text that is no expression or too large,
/// a name defined twice or never used, or definitions that lead back to themselves;
/// [`ExpressionError::Circuit`] for a shape that no circuit can have.
pub fn read_expression(text: &[u8], shape: Shape) -> Result<Expression, ExpressionError> {
    if text.len() > limits::EXPRESSION_BYTES {
        return Err(FormatError::whole(
            format!("an expression of at most {} bytes", limits::EXPRESSION_BYTES),
            format!("{} bytes", text.len()),
        )
        .into());
    }
    if let Some(bound) = shape.space.bound() {
        return Err(CircuitError::Bound(format!("{bound} for an expression over reals")).into());
    }
    let parsed = parse::parse(text)?;
    let order = order::order(&parsed)?;
    emit::emit(&parsed, &order, shape)
}
