//! `+`, `-`, `*` of ciphertexts, owned or borrowed.

use std::ops::{Add, Mul, Neg, Sub};

use ringassay_scheme::slot_scheme::ComputingScheme;

use crate::{Ciphertext, Error};

/// An operator whose operands are only read.
macro_rules! reading {
    ($operator:ident, $function:ident, $method:ident) => {
        impl<S: ComputingScheme> $operator<&Ciphertext<S>> for &Ciphertext<S> {
            type Output = Result<Ciphertext<S>, Error>;

            fn $function(self, other: &Ciphertext<S>) -> Self::Output {
                self.$method(other)
            }
        }

        impl<S: ComputingScheme> $operator<Ciphertext<S>> for &Ciphertext<S> {
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
        impl<S: ComputingScheme> $operator<&Ciphertext<S>> for Ciphertext<S> {
            type Output = Result<Ciphertext<S>, Error>;

            fn $function(self, other: &Ciphertext<S>) -> Self::Output {
                self.$method(other)
            }
        }

        impl<S: ComputingScheme> $operator<Ciphertext<S>> for Ciphertext<S> {
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

impl<S: ComputingScheme> Neg for &Ciphertext<S> {
    type Output = Ciphertext<S>;

    fn neg(self) -> Ciphertext<S> {
        self.negative()
    }
}

impl<S: ComputingScheme> Neg for Ciphertext<S> {
    type Output = Ciphertext<S>;

    fn neg(self) -> Ciphertext<S> {
        self.negative()
    }
}
