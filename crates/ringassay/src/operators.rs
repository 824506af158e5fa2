//! `+`, `-`, `*` of ciphertexts, owned or borrowed, and their negatives.

use std::ops;

use crate::{Ciphertext, Error, vectors::Scheme};

/// An operator for all four combinations of owned and borrowed operands: the method for a first operand that is
/// only read, and the one for a first operand that may be used up.
macro_rules! operator {
    ($operator:ident, $function:ident, $read:ident, $used:ident) => {
        operator!(@ $operator, $function, $read, &Ciphertext<P>);
        operator!(@ $operator, $function, $used, Ciphertext<P>);
    };
    (@ $operator:ident, $function:ident, $method:ident, $first:ty) => {
        impl<P: Scheme> ops::$operator<&Ciphertext<P>> for $first {
            type Output = Result<Ciphertext<P>, Error>;

            fn $function(self, other: &Ciphertext<P>) -> Self::Output {
                self.$method(other)
            }
        }

        impl<P: Scheme> ops::$operator<Ciphertext<P>> for $first {
            type Output = Result<Ciphertext<P>, Error>;

            fn $function(self, other: Ciphertext<P>) -> Self::Output {
                self.$method(&other)
            }
        }
    };
}

operator!(Add, add, sum, sum_into);
operator!(Sub, sub, difference, difference);
operator!(Mul, mul, product, product);

impl<P: Scheme> ops::Neg for &Ciphertext<P> {
    type Output = Ciphertext<P>;

    fn neg(self) -> Ciphertext<P> {
        self.negative()
    }
}

impl<P: Scheme> ops::Neg for Ciphertext<P> {
    type Output = Self;

    fn neg(self) -> Self {
        self.negative()
    }
}
