//! Operators on elements. Those of two operands panic when these lie in different rings; the methods
//! `try_…` return an error instead.

use std::ops::{Add, AddAssign, Mul, MulAssign, Neg, Sub, SubAssign};

use super::Element;
use crate::{Basis, Crt, ElementError};

/// The result, for an operator, which has no other way to refuse.
#[track_caller]
fn or_panic<T>(result: Result<T, ElementError>) -> T {
    match result {
        Ok(value) => value,
        #[expect(clippy::panic, reason = "documented: operators have no error to return")]
        Err(error) => panic!("{error}"),
    }
}

/// `a op= &b`, `a op b` for owned and borrowed a, from the checked methods.
macro_rules! operator {
    ($basis:ty $(, $generic:ident)?; $op:ident $f:ident $try:ident, $op_assign:ident $f_assign:ident $try_assign:ident) => {
        impl$(<$generic: Basis>)? $op_assign<&Element<$basis>> for Element<$basis> {
            /// # Panics
            /// When the operands lie in different rings.
            #[track_caller]
            fn $f_assign(&mut self, other: &Element<$basis>) {
                or_panic(self.$try_assign(other));
            }
        }

        impl$(<$generic: Basis>)? $op<&Element<$basis>> for Element<$basis> {
            type Output = Element<$basis>;

            /// In the buffer of the left operand.
            ///
            /// # Panics
            /// When the operands lie in different rings.
            #[track_caller]
            fn $f(mut self, other: &Element<$basis>) -> Element<$basis> {
                or_panic(self.$try_assign(other));
                self
            }
        }

        impl$(<$generic: Basis>)? $op for Element<$basis> {
            type Output = Element<$basis>;

            /// In the buffer of the left operand.
            ///
            /// # Panics
            /// When the operands lie in different rings.
            #[track_caller]
            fn $f(self, other: Element<$basis>) -> Element<$basis> {
                self.$f(&other)
            }
        }

        impl$(<$generic: Basis>)? $op for &Element<$basis> {
            type Output = Element<$basis>;

            /// # Panics
            /// When the operands lie in different rings.
            #[track_caller]
            fn $f(self, other: &Element<$basis>) -> Element<$basis> {
                or_panic(self.$try(other))
            }
        }
    };
}

operator!(B, B; Add add try_add, AddAssign add_assign try_add_assign);
operator!(B, B; Sub sub try_sub, SubAssign sub_assign try_sub_assign);
operator!(Crt; Mul mul try_mul, MulAssign mul_assign try_mul_assign);

impl<B: Basis> Neg for Element<B> {
    type Output = Self;

    fn neg(mut self) -> Self {
        self.neg_assign();
        self
    }
}

impl<B: Basis> Neg for &Element<B> {
    type Output = Element<B>;

    fn neg(self) -> Element<B> {
        -self.clone()
    }
}

impl<B: Basis> MulAssign<i64> for Element<B> {
    fn mul_assign(&mut self, factor: i64) {
        self.scale_assign(factor);
    }
}

impl<B: Basis> Mul<i64> for Element<B> {
    type Output = Self;

    fn mul(mut self, factor: i64) -> Self {
        self.scale_assign(factor);
        self
    }
}

impl<B: Basis> Mul<i64> for &Element<B> {
    type Output = Element<B>;

    fn mul(self, factor: i64) -> Element<B> {
        self.clone() * factor
    }
}
