//! The noise of keys that several parties made, whose secrets add up to s.
//!
//! Each draws a secret and errors of its own. The variance of s, and of the errors of the keys, is n times that of one
//! party's; what an encryption draws is as with one. So the public key's noise e·u + e_0 + e_1·s differs in s and e alone,
//! both of n times the variance.

use super::{Model, Noise, Profile};

impl Model {
    /// The model where s is the sum of the secrets of so many parties, of which this is the model of one.
    #[must_use]
    pub fn for_parties(&self, parties: u32) -> Self {
        let n = f64::from(parties.max(1));
        let mut model = self.clone();
        model.parties = n;
        model.secret = n * self.secret;
        model.worst_secret = n * self.worst_secret;
        // |Σ s_i|² is at most n times the sum of all |s_i|², and no larger than of a normal variable.
        model.secret_tail = (n * self.secret_tail).min(self.tail * self.embeddings.width());
        model.roundings = [1, 2, 3].map(|parts| model.round(parts));
        model
    }

    /// As [`Model::key_switch`] with a relinearisation key. That of several parties has the error s·e_0 + u·e_1 + e_2,
    /// where u is a sum of secrets that are used once, and each e_i a sum of an error of each party.
    pub fn relinearisation(&self, log2_digits: &[f64]) -> Noise {
        let own = self.key_switch(log2_digits);
        if self.parties == 1.0 {
            return own;
        }
        let t = self.plaintext;
        let variance = t * t * self.parties * self.error * self.secret * self.stretch / 12.0;
        let worst = t * self.parties * self.worst_error * self.worst_secret * self.stretch / 2.0;
        let products = self.add_independent(
            &self.triple_product(variance, 1, worst),
            &self.triple_product(variance, 0, worst),
        );
        let terms = log2_digits.iter().map(|&log2| self.scaled(&products, log2));
        terms.fold(own, |sum, term| self.add_independent(&sum, &term))
    }

    /// A product of a digit, an error of a key, and s (power 1) or what is as large (power 0).
    fn triple_product(&self, variance: f64, power: usize, worst: f64) -> Noise {
        let profile = Profile::monomial(variance, power).over(self.embeddings);
        let single = self.embeddings.half_fourth();
        // E|v|⁴ is the product of the factors'; that of s is in the profile.
        let half_fourth = if power == 1 { 2.0 * single.powi(2) } else { 4.0 * single.powi(3) };
        let normal = self.tail * self.embeddings.width();
        let largest = if power == 1 { self.secret_tail } else { normal };
        Noise {
            fourth: profile.times(&profile).scaled(half_fourth.log2() / 2.0),
            tail: self.tail_of(variance * normal * largest, worst),
            ..self.source(variance, power, worst)
        }
    }

    /// Noise of normal and independent coefficients in the powerful basis, of this standard deviation and largest
    /// magnitude, times t.
    pub fn flooding(&self, log2_sigma: f64, log2_largest: f64) -> Noise {
        let unit = self.source(self.stretch, 0, self.stretch * (log2_largest - log2_sigma).exp2());
        self.scaled(&unit, log2_sigma + self.plaintext.log2())
    }

    /// log2 of a bound for the Euclidean norm of the coefficients of a noise in the powerful basis, over t, but for the
    /// probability of [`Model::bound_bits`].
    pub fn norm_bits(&self, a: &Noise) -> f64 {
        // Products of related noise have a coefficient as large as an embedding, which is √n others.
        self.bound_bits(a) + (self.degree.log2() + 1.0) / 2.0 - self.plaintext.log2()
    }
}
