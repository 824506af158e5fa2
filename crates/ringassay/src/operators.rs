//! `+`, `-`, `*` of ciphertexts, owned or borrowed.

use ringassay_scheme::slot_scheme::ComputingScheme;

use crate::Ciphertext;

/// An operator for all four combinations of owned and borrowed operands: the method for a first operand that is
/// only read, and the one for a first operand that may be used up.
macro_rules! operator {
    ($operator:ident, $function:ident, $read:ident, $used:ident, $type:ty $(, $s:ident: $bound:path)?) => {
        operator!(@ $operator, $function, $read, &$type, $type $(, $s: $bound)?);
        operator!(@ $operator, $function, $used, $type, $type $(, $s: $bound)?);
    };
    (@ $operator:ident, $function:ident, $method:ident, $first:ty, $type:ty $(, $s:ident: $bound:path)?) => {
        impl$(<$s: $bound>)? std::ops::$operator<&$type> for $first {
            type Output = Result<$type, $crate::Error>;

            fn $function(self, other: &$type) -> Self::Output {
                self.$method(other)
            }
        }

        impl$(<$s: $bound>)? std::ops::$operator<$type> for $first {
            type Output = Result<$type, $crate::Error>;

            fn $function(self, other: $type) -> Self::Output {
                self.$method(&other)
            }
        }
    };
}

/// The negative of owned and borrowed ciphertexts.
macro_rules! negative {
    ($type:ty $(, $s:ident: $bound:path)?) => {
        negative!(@ &$type, $type $(, $s: $bound)?);
        negative!(@ $type, $type $(, $s: $bound)?);
    };
    (@ $operand:ty, $type:ty $(, $s:ident: $bound:path)?) => {
        impl$(<$s: $bound>)? std::ops::Neg for $operand {
            type Output = $type;

            fn neg(self) -> $type {
                self.negative()
            }
        }
    };
}

pub(crate) use {negative, operator};

operator!(Add, add, sum, sum_into, Ciphertext<S>, S: ComputingScheme);
operator!(Sub, sub, difference, difference, Ciphertext<S>, S: ComputingScheme);
operator!(Mul, mul, product, product, Ciphertext<S>, S: ComputingScheme);
negative!(Ciphertext<S>, S: ComputingScheme);
