//! The positional schemes through one door: what an application does with any of them.

use ringassay_ring::sample::Seed;
use ringassay_scheme::{
    Error, Positional,
    fntru::{self, FNtru},
    fv::{self, Fv},
    ntru,
    rlwe::{Parameters, Unchecked},
    shield::{self, Shield},
    yashe::{self, Yashe},
};

/// An instance of a scheme in a ring that computes or counts. Noise beyond its bound is allowed:
/// costs are studied there, too.
pub(crate) trait Instance<R: Positional>: Sized {
    type Keys;
    type Ciphertext;

    fn new(parameters: &Parameters, ring: R) -> Result<Self, Error>;

    /// All keys.
    fn keys(&self, seed: &Seed) -> Result<Self::Keys, Error>;

    fn encrypt(
        &self,
        keys: &Self::Keys,
        message: &[u64],
        seed: &Seed,
    ) -> Result<Self::Ciphertext, Error>;

    fn add(
        &self,
        keys: &Self::Keys,
        a: &Self::Ciphertext,
        b: &Self::Ciphertext,
    ) -> Result<Self::Ciphertext, Error>;

    fn multiply(
        &self,
        keys: &Self::Keys,
        a: &Self::Ciphertext,
        b: &Self::Ciphertext,
    ) -> Result<Self::Ciphertext, Error>;

    fn decrypt(&self, keys: &Self::Keys, a: &Self::Ciphertext) -> Result<R::Message, Error>;

    /// Switches the key of a product; `false` where that is no function of its own.
    fn switch(&self, _keys: &Self::Keys, _a: &Self::Ciphertext) -> Result<bool, Error> {
        Ok(false)
    }
}

impl<R: Positional> Instance<R> for Fv<R> {
    type Keys = (fv::SecretKey<R>, fv::PublicKey<R>, fv::RelinearisationKey<R>);
    type Ciphertext = fv::Ciphertext<R>;

    fn new(parameters: &Parameters, ring: R) -> Result<Self, Error> {
        Self::new(parameters, ring)
    }

    fn keys(&self, seed: &Seed) -> Result<Self::Keys, Error> {
        let secret = self.generate_secret_key(seed)?;
        let public = self.generate_public_key(&secret, seed)?;
        let relinear = self.generate_relinearisation_key(&secret, seed)?;
        Ok((secret, public, relinear))
    }

    fn encrypt(
        &self,
        (_, public, _): &Self::Keys,
        message: &[u64],
        seed: &Seed,
    ) -> Result<Self::Ciphertext, Error> {
        self.encrypt(public, message, seed)
    }

    fn add(
        &self,
        _: &Self::Keys,
        a: &Self::Ciphertext,
        b: &Self::Ciphertext,
    ) -> Result<Self::Ciphertext, Error> {
        self.add(a, b)
    }

    fn multiply(
        &self,
        (_, _, relinear): &Self::Keys,
        a: &Self::Ciphertext,
        b: &Self::Ciphertext,
    ) -> Result<Self::Ciphertext, Error> {
        self.multiply(a, b, relinear)
    }

    fn decrypt(
        &self,
        (secret, ..): &Self::Keys,
        a: &Self::Ciphertext,
    ) -> Result<R::Message, Error> {
        self.decrypt(secret, a, Unchecked::Always)
    }
}

impl<R: Positional> Instance<R> for Yashe<R> {
    type Keys = (ntru::SecretKey<R>, ntru::PublicKey<R>, yashe::EvaluationKey<R>);
    type Ciphertext = yashe::Ciphertext<R>;

    fn new(parameters: &Parameters, ring: R) -> Result<Self, Error> {
        Self::new(parameters, ring)
    }

    fn keys(&self, seed: &Seed) -> Result<Self::Keys, Error> {
        let (secret, public) = self.generate_keys(seed)?;
        let evaluation = self.generate_evaluation_key(&secret, &public, seed)?;
        Ok((secret, public, evaluation))
    }

    fn encrypt(
        &self,
        (_, public, _): &Self::Keys,
        message: &[u64],
        seed: &Seed,
    ) -> Result<Self::Ciphertext, Error> {
        self.encrypt(public, message, seed)
    }

    fn add(
        &self,
        (.., evaluation): &Self::Keys,
        a: &Self::Ciphertext,
        b: &Self::Ciphertext,
    ) -> Result<Self::Ciphertext, Error> {
        self.add(a, b, evaluation)
    }

    fn multiply(
        &self,
        (.., evaluation): &Self::Keys,
        a: &Self::Ciphertext,
        b: &Self::Ciphertext,
    ) -> Result<Self::Ciphertext, Error> {
        self.multiply(a, b, evaluation)
    }

    fn decrypt(
        &self,
        (secret, ..): &Self::Keys,
        a: &Self::Ciphertext,
    ) -> Result<R::Message, Error> {
        self.decrypt(secret, a, Unchecked::Always)
    }

    fn switch(&self, (.., evaluation): &Self::Keys, a: &Self::Ciphertext) -> Result<bool, Error> {
        self.switch(a, evaluation)?;
        Ok(true)
    }
}

impl<R: Positional> Instance<R> for FNtru<R> {
    type Keys = (ntru::SecretKey<R>, ntru::PublicKey<R>);
    type Ciphertext = fntru::Ciphertext<R>;

    fn new(parameters: &Parameters, ring: R) -> Result<Self, Error> {
        Self::new(parameters, ring)
    }

    fn keys(&self, seed: &Seed) -> Result<Self::Keys, Error> {
        self.generate_keys(seed)
    }

    fn encrypt(
        &self,
        (_, public): &Self::Keys,
        message: &[u64],
        seed: &Seed,
    ) -> Result<Self::Ciphertext, Error> {
        self.encrypt(public, message, seed)
    }

    fn add(
        &self,
        _: &Self::Keys,
        a: &Self::Ciphertext,
        b: &Self::Ciphertext,
    ) -> Result<Self::Ciphertext, Error> {
        self.add(a, b)
    }

    fn multiply(
        &self,
        _: &Self::Keys,
        a: &Self::Ciphertext,
        b: &Self::Ciphertext,
    ) -> Result<Self::Ciphertext, Error> {
        self.multiply(a, b)
    }

    fn decrypt(&self, (secret, _): &Self::Keys, a: &Self::Ciphertext) -> Result<R::Message, Error> {
        self.decrypt(secret, a, Unchecked::Always)
    }
}

impl<R: Positional> Instance<R> for Shield<R> {
    type Keys = (shield::SecretKey<R>, shield::PublicKey<R>);
    type Ciphertext = shield::Ciphertext<R>;

    fn new(parameters: &Parameters, ring: R) -> Result<Self, Error> {
        Self::new(parameters, ring)
    }

    fn keys(&self, seed: &Seed) -> Result<Self::Keys, Error> {
        let secret = self.generate_secret_key(seed)?;
        let public = self.generate_public_key(&secret, seed)?;
        Ok((secret, public))
    }

    fn encrypt(
        &self,
        (_, public): &Self::Keys,
        message: &[u64],
        seed: &Seed,
    ) -> Result<Self::Ciphertext, Error> {
        self.encrypt(public, message, seed)
    }

    fn add(
        &self,
        _: &Self::Keys,
        a: &Self::Ciphertext,
        b: &Self::Ciphertext,
    ) -> Result<Self::Ciphertext, Error> {
        self.add(a, b)
    }

    fn multiply(
        &self,
        _: &Self::Keys,
        a: &Self::Ciphertext,
        b: &Self::Ciphertext,
    ) -> Result<Self::Ciphertext, Error> {
        self.multiply(a, b)
    }

    fn decrypt(&self, (secret, _): &Self::Keys, a: &Self::Ciphertext) -> Result<R::Message, Error> {
        self.decrypt(secret, a, Unchecked::Always)
    }
}
