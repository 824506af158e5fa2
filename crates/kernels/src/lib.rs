//! Vectors over Z_q and number-theoretic transforms, with scalar, NEON, AVX2 and AVX-512 instructions.
//!
//! [`Zq`] is a modulus with the instructions that compute modulo it; its methods work on slices of
//! canonical residues. Each kernel is written once, over an abstract vector of residues, and
//! compiled for each [`Backend`]; all backends give equal results, bit for bit.
//!
//! This is the only crate with `unsafe`. Nearly all of it is in the lane types (`scalar`, `doubles`,
//! `avx512`) and beside them in the vectors of [`KeyStream`]: intrinsics, and the entry into functions
//! compiled for them. The rest are two inner
//! loops that check their bounds once instead of at each step, `cyclotomic::stage` for rows and
//! `ntt::columns` for the operands of a butterfly, a call of the allocator in [`memory`], one that
//! counts in [`heap`], what `fork` calls ([`fork`]), the length of what [`packed`] wrote behind a vector, and `prefetch`, which reads nothing.

#[cfg(target_arch = "x86_64")]
mod avx512;
pub mod axis;
mod backend;
mod below;
mod block;
mod buffer;
mod chacha;
pub mod cyclotomic;
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
mod doubles;
mod elementwise;
pub mod fork;
pub mod heap;
mod heap_bytes;
mod lanes;
pub mod layout;
pub mod memory;
mod modulus;
pub mod ntt;
mod opaque;
pub mod packed;
mod prefetch;
mod probe;
pub mod rns;
mod rounding;
mod rows;
mod scalar;
pub mod secrecy;
mod shift;
mod table;
mod vectorised;
mod zq;

pub use backend::{Backend, BackendError, VARIABLE as BACKEND_VARIABLE};
pub use below::Below;
pub use buffer::{AlignedVec, HUGE_BYTES, MAPPED_BYTES};
pub use chacha::KeyStream;
pub use elementwise::{Digits, DigitsError, InnerTable, PairSum, Rearrangement};
pub use heap_bytes::HeapBytes;
pub use modulus::{MAX_BITS, Modulus, ModulusError, NARROW_BITS};
pub use opaque::opaque;
pub use rounding::to_nearest;
pub use rows::RowWeights;
pub use table::Table;
pub use vectorised::vectorised;
pub use zq::{Prepared, Zq, ZqError};
