//! What schemes with slots have under the same name, with the same operands.

macro_rules! by_own_names {
    () => {
        type Ring = R;
        type Parameters = Parameters;
        type SecretKey = SecretKey<R>;
        type PublicKey = PublicKey<R>;
        type EvaluationKeys = EvaluationKeys<R>;
        type Ciphertext = Ciphertext<R>;
        type Prepared = Prepared<R>;
        type Hoisted<'a> = Hoisted<'a, R>;

        fn parameters(&self) -> &Parameters {
            self.parameters()
        }

        fn insisting(&self) -> Self {
            self.insisting()
        }

        fn model(&self) -> &Model {
            self.model()
        }

        fn generate_secret_key(&self, seed: &Seed) -> Result<SecretKey<R>, Error> {
            self.generate_secret_key(seed)
        }

        fn generate_public_key(
            &self,
            key: &SecretKey<R>,
            seed: &Seed,
        ) -> Result<PublicKey<R>, Error> {
            self.generate_public_key(key, seed)
        }

        fn generate_evaluation_keys(
            &self,
            key: &SecretKey<R>,
            products: bool,
            automorphisms: &[u32],
            seed: &Seed,
        ) -> Result<EvaluationKeys<R>, Error> {
            self.generate_evaluation_keys(key, products, automorphisms, seed)
        }

        fn has_products(keys: &EvaluationKeys<R>) -> bool {
            keys.has_products()
        }

        fn identity(keys: &EvaluationKeys<R>) -> Option<[u8; Seed::BYTES]> {
            keys.identity()
        }

        fn automorphisms(keys: &EvaluationKeys<R>) -> Vec<u32> {
            keys.automorphisms().collect()
        }

        fn merged(keys: EvaluationKeys<R>, other: EvaluationKeys<R>) -> EvaluationKeys<R> {
            keys.merged(other)
        }

        fn plaintext(&self, coefficients: Vec<u64>) -> Result<Plaintext, Error> {
            self.plaintext(coefficients)
        }

        fn decrypt(&self, key: &SecretKey<R>, a: &Ciphertext<R>) -> Result<R::Message, Error> {
            self.decrypt(key, a)
        }

        fn parts(a: &Ciphertext<R>) -> usize {
            a.parts().len()
        }

        fn noise(a: &Ciphertext<R>) -> &Noise {
            a.noise()
        }

        fn add(&self, a: &Ciphertext<R>, b: &Ciphertext<R>) -> Result<Ciphertext<R>, Error> {
            self.add(a, b)
        }

        fn add_assign(&self, a: &mut Ciphertext<R>, b: &Ciphertext<R>) -> Result<(), Error> {
            self.add_assign(a, b)
        }

        fn sub(&self, a: &Ciphertext<R>, b: &Ciphertext<R>) -> Result<Ciphertext<R>, Error> {
            self.sub(a, b)
        }

        fn negate(&self, a: &Ciphertext<R>) -> Ciphertext<R> {
            self.negate(a)
        }

        fn add_prepared_assign(&self, a: &mut Ciphertext<R>, m: &Prepared<R>) -> Result<(), Error> {
            self.add_prepared_assign(a, m)
        }

        fn multiply_prepared(
            &self,
            a: &Ciphertext<R>,
            m: &Prepared<R>,
        ) -> Result<Ciphertext<R>, Error> {
            self.multiply_prepared(a, m)
        }

        fn multiply_prepared_assign(
            &self,
            a: &mut Ciphertext<R>,
            m: &Prepared<R>,
        ) -> Result<(), Error> {
            self.multiply_prepared_assign(a, m)
        }

        fn multiply(
            &self,
            a: &Ciphertext<R>,
            b: &Ciphertext<R>,
            keys: &EvaluationKeys<R>,
        ) -> Result<Ciphertext<R>, Error> {
            self.multiply(a, b, keys)
        }

        fn relinearise(
            &self,
            a: &Ciphertext<R>,
            keys: &EvaluationKeys<R>,
        ) -> Result<Ciphertext<R>, Error> {
            self.relinearise(a, keys)
        }

        fn tensor(&self, a: &Ciphertext<R>, b: &Ciphertext<R>) -> Result<Ciphertext<R>, Error> {
            self.tensor(a, b)
        }

        fn tensor_square(&self, a: &Ciphertext<R>) -> Result<Ciphertext<R>, Error> {
            self.tensor_square(a)
        }

        fn hoist<'a>(&self, a: &'a Ciphertext<R>) -> Result<Hoisted<'a, R>, Error> {
            self.hoist(a)
        }

        fn automorphism_hoisted(
            &self,
            a: &Hoisted<'_, R>,
            k: u32,
            keys: &EvaluationKeys<R>,
        ) -> Result<Ciphertext<R>, Error> {
            self.automorphism_hoisted(a, k, keys)
        }
    };
}

/// What parameters of schemes with slots have under the same name.
macro_rules! parameters_by_own_names {
    () => {
        type Over<R: Ring> = Context<R>;
        type Computing = Context<RnsRing>;

        fn check(&self) -> Result<(), Error> {
            self.check()
        }

        fn computing(&self) -> Result<Context<RnsRing>, Error> {
            Context::exact(self)
        }

        fn index(&self) -> &Index {
            &self.index
        }

        fn special_primes(&self) -> &[u64] {
            &self.special
        }

        fn digit_limbs(&self) -> usize {
            self.digit_limbs
        }

        fn digits(&self) -> Vec<Range<usize>> {
            self.digits()
        }

        fn secret(&self) -> Distribution {
            self.secret
        }

        fn sigma(&self) -> f64 {
            self.sigma
        }

        fn save(&self) -> Result<Vec<u8>, SerialError> {
            self.save()
        }

        fn load(bytes: &[u8]) -> Result<Self, SerialError> {
            Self::load(bytes)
        }
    };
}

pub(crate) use {by_own_names, parameters_by_own_names};
