//! The types of a scheme of integer vectors, by its name.

/// What a module has for its scheme: the instance that computes, and this crate's types for it.
macro_rules! types {
    ($module:ident) => {
        pub use ringassay_params::{
            bgv::{Objective, Request},
            slots::security,
            stated::{Moduli, Part, Prime},
            $module::{Choice, choose},
        };
        pub use ringassay_scheme::{bgv::PlaintextModulus, $module::Parameters};

        pub use crate::Noise;

        /// The parameters at the index that a request fixes which carry the most products in a row.
        ///
        /// # Errors
        /// Returns an error if not even depth 0 is to be had, with what to change.
        pub fn deepest(request: &Request) -> Result<Choice, crate::Error> {
            Ok(ringassay_params::deepest(request)?)
        }

        /// Parameters with these moduli: how deep they carry, how secure they are, what to change.
        ///
        /// # Errors
        /// Returns an error if there are none, or they do not serve the request, unless it insists.
        pub fn judge(request: &Request, moduli: &Moduli) -> Result<Choice, crate::Error> {
            Ok(ringassay_params::stated::judge(request, moduli)?)
        }

        /// An instance for vectors of one length.
        pub type Session = crate::Session<Parameters>;
        /// The keys of one user.
        pub type Keys = crate::Keys<Parameters>;
        /// Decrypts.
        pub type SecretKey = crate::SecretKey<Parameters>;
        /// Encrypts.
        pub type PublicKey = crate::PublicKey<Parameters>;
        /// Multiplies, rotates and evaluates circuits.
        pub type EvaluationKeys = crate::EvaluationKeys<Parameters>;
        /// An encrypted vector.
        pub type Ciphertext = crate::Ciphertext<Parameters>;
        /// A circuit, planned for some evaluation keys.
        pub type Program = crate::Program<Parameters>;
    };
}

pub(crate) use types;
