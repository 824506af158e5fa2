//! Kernels with their shapes.
//!
//! **To add a kernel**: one entry in its family's file. From the entries come the variant, what is known of it here, and
//! in `ringassay-calibrate` the job that measures it.

mod lwe;
mod multiprecision;
mod rns;

use serde::{Deserialize, Serialize};

use super::{
    BasisKind, Draw,
    operations::{
        ADD, DIV, MOD, MUL, Operations, PRODUCT, RANDOM, ROUND, SUB, butterflies, extension,
        joining, lifting,
    },
};

/// Hands the declarations of all kernels, as `Family { entries }` after one another, to the macro `$then`. An entry is
///
/// - the kernel's documentation and name, and the [names](field) of its numbers;
/// - what it is called in tables;
/// - the [`Operations`] for `each` coefficient or for a `row` of n, none if words are only moved;
/// - `passes` over its row, about, unless these are what [`Kernel::sizes`] takes them to be;
/// - the function of `ringassay_calibrate`'s `jobs` that makes it run, with its arguments after the cell: an operation
///   of the ring, how often it runs the kernel, and which other kernels run along, whose prices are subtracted.
#[doc(hidden)]
#[macro_export]
macro_rules! kernels {
    ($then:ident) => {
        $crate::rns_kernels! { [$crate::lwe_kernels] [$crate::multiprecision_kernels] [$then] }
    };
}

/// The numbers of kernels by their names: types, and what they stand for.
macro_rules! field {
    (type basis) => {
        BasisKind
    };
    (type centred) => {
        bool
    };
    (type draw) => {
        Draw
    };
    (type $number:ident) => {
        u32
    };
    (m) => {
        "The index."
    };
    (prime) => {
        "The prime of the axis."
    };
    (basis) => {
        "The basis."
    };
    (small) => {
        "The index of the subring."
    };
    (big) => {
        "The index of the ring."
    };
    (from) => {
        "Limbs that are read."
    };
    (to) => {
        "Limbs that are written."
    };
    (limbs) => {
        "The number of limbs."
    };
    (digits) => {
        "The number of digits."
    };
    (terms) => {
        "The number of products."
    };
    (words) => {
        "Words of a coefficient."
    };
    (planes) => {
        "Planes of 48 bits of a coefficient."
    };
    (centred) => {
        "Whether residues above half the modulus stand for negative integers."
    };
}

/// The numbers between which prices are interpolated. Any other makes a kernel of its own.
const SIZES: [&str; 7] = ["from", "to", "limbs", "digits", "terms", "words", "planes"];

/// A number of a kernel.
trait Part {
    /// Leaves 0, if it is a size.
    fn take_size(&mut self, _name: &str) -> Option<u32> {
        None
    }
}

impl Part for BasisKind {}
impl Part for bool {}

impl Part for u32 {
    fn take_size(&mut self, name: &str) -> Option<u32> {
        SIZES.contains(&name).then(|| std::mem::take(self))
    }
}

impl Part for Draw {
    fn take_size(&mut self, _name: &str) -> Option<u32> {
        match self {
            Self::CenteredBinomial { eta } => Some(std::mem::take(eta)),
            _ => None,
        }
    }
}

/// Between what the prices of a kernel are interpolated.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Sizes {
    /// The kernel with sizes 0.
    pub kernel: Kernel,
    /// The sizes besides the length; 0 where there are none.
    pub sizes: [u32; 2],
    /// About how many passes over its row it makes.
    pub passes: f64,
}

/// Passes of a kernel that goes through so many rows for each of so many.
fn products(from: u32, to: u32) -> f64 {
    f64::from(from + 1) * f64::from(to + 1)
}

macro_rules! declare {
    ($($family:ident { $(
        $(#[$doc:meta])*
        $kernel:ident $({ $($field:ident),+ })? $(($draw:ident))? $name:literal
            $(each($each:expr))? $(row($row:expr))? $(passes($passes:expr))?
            $(job $($job:ident)::+($($argument:tt)*))?;
    )+ })+) => {
        /// A kernel, with all but the length that its cost depends on. m is the index of the ring, or half of it
        /// for a conjugate-invariant one ([`Index::kernel_index`](crate::index::Index::kernel_index)).
        ///
        /// Unless it says otherwise, one call works on one row: the n coefficients of one limb.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(rename_all = "snake_case")]
        pub enum Kernel { $($(
            $(#[$doc])*
            $kernel $({ $(#[doc = field!($field)] $field: field!(type $field)),+ })?
                $((field!(type $draw)))?,
        )+)+ }

        /// What kernels work on.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub(crate) enum Family { $($family),+ }

        #[allow(unused_variables)]
        impl Kernel {
            pub(crate) fn family(self) -> Family {
                match self { $($(
                    Self::$kernel $({ $($field),+ })? $(($draw))? => Family::$family,
                )+)+ }
            }

            /// What runs, in words, whatever its sizes: for tables.
            pub fn name(self) -> &'static str {
                match self { $($(
                    Self::$kernel $({ $($field),+ })? $(($draw))? => $name,
                )+)+ }
            }

            /// What it does to a row of n coefficients.
            pub(super) fn operations(self, n: u32) -> Operations {
                match self { $($(
                    Self::$kernel $({ $($field),+ })? $(($draw))? => {
                        Operations::default() $(+ ($each) * n)? $(+ of_row(n, $row))?
                    }
                )+)+ }
            }

            /// The kernel without its sizes, these, and the passes over its row: as many as the one size says, or one
            /// for each pair of two.
            pub fn sizes(self) -> Sizes {
                let (mut sizes, mut count) = ([0; 2], 0);
                let mut add = |size: Option<u32>| {
                    if let Some(size) = size {
                        sizes[count] = size;
                        count += 1;
                    }
                };
                let (mut kernel, mut own) = (self, None);
                match self { $($(
                    Self::$kernel $({ $($field),+ })? $(($draw))? => {
                        $(own = Some($passes);)?
                    }
                )+)+ }
                match &mut kernel { $($(
                    Self::$kernel $({ $($field),+ })? $(($draw))? => {
                        $($(add($field.take_size(stringify!($field)));)+)?
                        $(add($draw.take_size(stringify!($draw)));)?
                    }
                )+)+ }
                let [first, second] = sizes;
                let passes = own.unwrap_or(match count {
                    0 => 1.0,
                    1 => f64::from(first),
                    _ => products(first, second),
                });
                Sizes { kernel, sizes, passes }
            }
        }
    };
}

crate::kernels! { declare }

fn of_row(n: u32, operations: impl Fn(u32) -> Operations) -> Operations {
    operations(n)
}

impl Kernel {
    /// Whether it is a transform between coefficients and values, either way.
    pub fn is_transform(self) -> bool {
        self.family() == Family::Transform
    }

    /// Whether it is a transform from coefficients to values.
    pub fn is_forward_transform(self) -> bool {
        self.is_transform() && !matches!(self, Self::CrtInverse { .. })
    }

    /// Whether it runs in multiprecision rings only.
    pub fn is_multiprecision(self) -> bool {
        self.family() == Family::Multiprecision
    }
}
