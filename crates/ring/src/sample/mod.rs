//! Sampling: uniform residues from a seed; secrets and errors in constant time.
//!
//! ```
//! use ringassay_ring::{
//!     index::Index,
//!     sample::{Distribution, Label, Sampler, Seed, uniform_into},
//! };
//!
//! let index = Index::new(1728)?;
//! let seed = Seed::from_os()?;
//! const SECRET: Label = Label::new("secret");
//! const ERROR: Label = Label::new("error");
//!
//! let mut secret = vec![0; index.degree()];
//! let sampler = Sampler::new(&index, Distribution::Ternary)?;
//! sampler.sample_into(&mut secret, &mut seed.stream(SECRET, 0));
//!
//! let mut error = vec![0; index.degree()];
//! let sampler = Sampler::new(&index, Distribution::Spherical { sigma: 3.2 })?;
//! sampler.sample_into(&mut error, &mut seed.stream(ERROR, 0));
//!
//! // Public, and sent as its seed.
//! let public = Seed::from_os()?;
//! let mut a = vec![0; index.degree()];
//! uniform_into(&mut a, 1_125_899_906_826_241, &public);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Randomness
//!
//! All of it comes from ChaCha20 streams ([`Stream`]) of 32-byte seeds ([`Seed`]). Seeds form a tree
//! by labels and numbers, so that each key, error or limb has a stream of its own: results do not
//! depend on threads or on the order of evaluation. With equal seeds they are equal, bit for bit, on
//! every machine: nothing here depends on the instructions at hand.
//!
//! # Constant time
//!
//! Everything but [`uniform_into`], which is public, is branch-free by construction: which
//! instructions run and which addresses they touch depends on the index and on the parameters of
//! the distribution, never on a random word or on what is drawn. In detail:
//!
//! - ternary, binomial: arithmetic on whole words; comparisons are borrows of subtractions.
//! - bounded ternary: as ternary, and anew until no embedding is large; what is rejected is not
//!   used, and how often says nothing about what is.
//! - sparse ternary: a sorting network, whose comparisons depend on n alone, with exchanges by
//!   masks. It begins anew if two of its random keys are equal (below 2^-28), an event independent
//!   of what is drawn.
//! - discrete Gaussian: comparison with all thresholds of a table, always from its beginning to its
//!   end; the number of digits depends on σ alone.
//! - spherical: additions and multiplications of doubles that are zero or normal, and operations on
//!   their bits; no division, square root, conversion or library function. What remains is that
//!   these instructions take the same time for all such operands, as they do on the processors that
//!   we know.
//!
//! No construction binds the compiler; the machine code is to be checked where it matters. Seeds
//! are compared with `subtle`. Seeds, streams and the words on the way are erased when they are no
//! longer needed; what becomes of the output is the caller's to decide.
//!
//! # How close to the exact distributions
//!
//! Statistical distance of one coefficient, for uniform words: ternary 2^-64 (bounded:
//! before rejection); sparse ternary and
//! binomial 0; discrete Gaussian 2^-64, see [`gaussian`]; spherical errors come from doubles, and
//! with a coefficient of standard deviation t each probability is right within a relative 2^-44·t.
//!
//! # Errors
//!
//! **An error has to be spherical in the canonical embedding** (2013/293 §6.3): with coefficients
//! that are independent in the powerful basis it is so for m a power of two, and a security bug for
//! other m. [`Distribution::Spherical`] draws c in the decoding basis such that, for e the element
//! of R with these coefficients, g·e has independent coordinates of equal variance in an orthonormal
//! basis of the embedding. (e/(m̂/g) is the error of R^∨ of the paper; g = 1 and m̂/g = n for m a
//! power of two.)
//!
//! The width σ is normalised such that c has covariance σ²·⊗(p·I - J) over the odd primes p of m,
//! dimension p-1 each, J all ones. So
//!
//! - for m a power of two every coefficient has standard deviation σ: the usual convention;
//! - for any m, the narrowest direction among the coefficients has standard deviation σ, so that
//!   rounding, which adds 1/12 to every variance, changes little at the usual 3.2;
//! - a single coefficient has standard deviation σ·√(φ(rad(m)));
//! - the error e/(m̂/g) in R^∨ has standard deviation σ·√(rad(m)/m) in each coordinate, and
//!   E|σ_i(g·e)|² = σ²·m̂²·rad(m)/m, see [`Distribution::spherical_variance`].

mod binomial;
mod bounded;
mod distribution;
pub mod gaussian;
mod normal;
mod sampler;
mod seed;
mod spherical;
mod stream;
mod subset;
mod ternary;
mod uniform;

pub use distribution::{Distribution, SampleError};
pub use sampler::{SampleBasis, Sampler};
pub use seed::{Label, Seed, SeedError};
pub use stream::Stream;
pub use uniform::{expected_words, uniform_into};
