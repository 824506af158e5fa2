//! The types of a scheme, by its name.

/// What a module has for its scheme: the instance that computes, and this crate's types for it.
macro_rules! types {
    ($scheme:ident, $module:ident) => {
        pub use ringassay_params::{
            bgv::{Objective, Request},
            slots::security,
            $module::{Choice, choose},
        };
        pub use ringassay_scheme::{bgv::PlaintextModulus, $module::Parameters};

        pub use crate::Noise;

        /// The scheme that computes.
        pub type $scheme = ringassay_scheme::$module::Context<ringassay_ring::RnsRing>;
        /// An instance for vectors of one length.
        pub type Session = crate::Session<$scheme>;
        /// The keys of one user.
        pub type Keys = crate::Keys<$scheme>;
        /// Decrypts.
        pub type SecretKey = crate::SecretKey<$scheme>;
        /// Encrypts.
        pub type PublicKey = crate::PublicKey<$scheme>;
        /// Multiplies, rotates and evaluates circuits.
        pub type EvaluationKeys = crate::EvaluationKeys<$scheme>;
        /// An encrypted vector.
        pub type Ciphertext = crate::Ciphertext<$scheme>;
        /// A circuit, planned for some evaluation keys.
        pub type Program = crate::Program<$scheme>;
    };
}

pub(crate) use types;
