//! `+`, `-`, `*` of ciphertexts, owned or borrowed.

use std::ops::{Add, Mul, Neg, Sub};

use crate::{Ciphertext, Error, SlotScheme};

/// An operator whose operands are only read.
macro_rules! reading {
    ($operator:ident, $function:ident, $method:ident) => {
        impl<S: SlotScheme> $operator<&Ciphertext<S>> for &Ciphertext<S> {
            type Output = Result<Ciphertext<S>, Error>;

            fn $function(self, other: &Ciphertext<S>) -> Self::Output {
                self.$method(other)
            }
        }

        impl<S: SlotScheme> $operator<Ciphertext<S>> for &Ciphertext<S> {
            type Output = Result<Ciphertext<S>, Error>;

            fn $function(self, other: Ciphertext<S>) -> Self::Output {
                self.$method(&other)
            }
        }
    };
}

/// An operator whose first operand may be used up.
macro_rules! consuming {
    ($operator:ident, $function:ident, $method:ident) => {
        impl<S: SlotScheme> $operator<&Ciphertext<S>> for Ciphertext<S> {
            type Output = Result<Ciphertext<S>, Error>;

            fn $function(self, other: &Ciphertext<S>) -> Self::Output {
                self.$method(other)
            }
        }

        impl<S: SlotScheme> $operator<Ciphertext<S>> for Ciphertext<S> {
            type Output = Result<Ciphertext<S>, Error>;

            fn $function(self, other: Ciphertext<S>) -> Self::Output {
                self.$method(&other)
            }
        }
    };
}

reading!(Add, add, sum);
reading!(Sub, sub, difference);
reading!(Mul, mul, product);
consuming!(Add, add, sum_into);
consuming!(Sub, sub, difference);
consuming!(Mul, mul, product);

impl<S: SlotScheme> Neg for &Ciphertext<S> {
    type Output = Ciphertext<S>;

    fn neg(self) -> Ciphertext<S> {
        self.negative()
    }
}

impl<S: SlotScheme> Neg for Ciphertext<S> {
    type Output = Ciphertext<S>;

    fn neg(self) -> Ciphertext<S> {
        self.negative()
    }
}
