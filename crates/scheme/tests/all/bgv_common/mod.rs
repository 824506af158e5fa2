//! BGV as the laws of schemes see it.

pub(crate) mod instances;

use std::collections::BTreeSet;

use ringassay_ring::{
    RnsRing,
    sample::{Label, Seed},
};
use ringassay_scheme::{
    Role,
    bgv::{Ciphertext, Context, EvaluationKeys, Parameters, Plaintext, PublicKey, SecretKey},
    encoding::{Encoder, KeySet, Layout, PlaintextRing},
};
use ringassay_testkit::laws::{Scheme, scheme::Slotted};

pub(crate) use instances::{SHAPES, Shape};

pub(crate) type Cipher = Ciphertext<RnsRing>;

/// The seed with a number.
pub(crate) fn seed(number: u64) -> Seed {
    Seed::from_bytes([7; Seed::BYTES]).derive(Label::new("test"), number)
}

/// An instance with all its keys.
pub(crate) struct Bgv {
    pub(crate) context: Context<RnsRing>,
    pub(crate) secret: SecretKey<RnsRing>,
    pub(crate) public: PublicKey<RnsRing>,
    pub(crate) evaluation: EvaluationKeys<RnsRing>,
    /// Those of the laws of automorphisms.
    pub(crate) exponents: Vec<u32>,
    slots: Option<Slots>,
}

/// Vectors in the slots of an instance.
pub(crate) struct Slots {
    pub(crate) encoder: Encoder,
    pub(crate) layout: Layout,
    pub(crate) keys: KeySet,
}

impl Slots {
    /// Vectors of `length` entries.
    pub(crate) fn new(parameters: &Parameters, length: usize) -> Self {
        let plaintext = parameters.plaintext;
        let ring =
            PlaintextRing::new(&parameters.index, plaintext.prime, plaintext.exponent).unwrap();
        let layout = Layout::for_length(&ring, length).unwrap();
        let keys = KeySet::for_rotations(&layout, 64).unwrap();
        Self { encoder: Encoder::new(&ring).unwrap(), layout, keys }
    }
}

impl Bgv {
    /// The instance with keys of a seed; without slots.
    pub(crate) fn new(context: Context<RnsRing>, key: u64) -> Self {
        Self::with_slots(context, None, key)
    }

    /// The instance of a line, with slots.
    pub(crate) fn of(shape: &Shape) -> Self {
        let parameters = shape.parameters();
        let context = Context::exact(&parameters).unwrap();
        Self::with_slots(context, Some(Slots::new(&parameters, shape.length)), 1)
    }

    fn with_slots(context: Context<RnsRing>, slots: Option<Slots>, key: u64) -> Self {
        let index = &context.parameters().index;
        let exponents = some_exponents(index.m() as u32, &index.units().collect::<Vec<_>>());
        let mut published: BTreeSet<u32> = exponents.iter().copied().collect();
        published.extend(slots.iter().flat_map(|slots| slots.keys.exponents()));
        let published: Vec<u32> = published.into_iter().collect();
        let secret = context.generate_secret_key(&seed(key)).unwrap();
        let public = context.generate_public_key(&secret, &seed(key + 1)).unwrap();
        let evaluation =
            context.generate_evaluation_keys(&secret, true, &published, &seed(key + 2)).unwrap();
        Self { context, secret, public, evaluation, exponents, slots }
    }

    fn slots(&self) -> &Slots {
        self.slots.as_ref().unwrap()
    }

    pub(crate) fn plaintext(&self, message: &[u64]) -> Plaintext {
        self.context.plaintext(message.to_vec()).unwrap()
    }
}

/// k, l, k·l and -1, none of them 1.
fn some_exponents(m: u32, units: &[u32]) -> Vec<u32> {
    let (k, l) = (units[units.len() / 3], units[units.len() / 2]);
    let product = (u64::from(k) * u64::from(l) % u64::from(m)) as u32;
    let all: BTreeSet<u32> = [k, l, product, m - 1].into_iter().filter(|&k| k != 1).collect();
    all.into_iter().collect()
}

impl Scheme for Bgv {
    type Ciphertext = Cipher;

    fn subject(&self) -> String {
        let ring = self.context.ring();
        format!("BGV modulo {} over {ring:?}", self.context.t().q())
    }

    fn m(&self) -> u64 {
        self.context.parameters().index.m()
    }

    fn t(&self) -> u64 {
        self.context.t().q()
    }

    fn encrypt(&self, message: &[u64], number: u64) -> Cipher {
        self.context.encrypt(&self.public, &self.plaintext(message), &seed(number)).unwrap()
    }

    fn encrypt_secret(&self, message: &[u64], number: u64) -> Cipher {
        self.context.encrypt_secret(&self.secret, &self.plaintext(message), &seed(number)).unwrap()
    }

    fn decrypt(&self, x: &Cipher) -> Result<Vec<u64>, String> {
        self.context.decrypt(&self.secret, x).map_err(|error| error.to_string())
    }

    fn words(&self, x: &Cipher) -> Vec<Vec<u64>> {
        x.parts().iter().map(|part| part.words().to_vec()).collect()
    }

    fn add(&self, x: &Cipher, y: &Cipher) -> Cipher {
        self.context.add(x, y).unwrap()
    }

    fn sub(&self, x: &Cipher, y: &Cipher) -> Cipher {
        self.context.sub(x, y).unwrap()
    }

    fn negate(&self, x: &Cipher) -> Cipher {
        self.context.negate(x)
    }

    fn add_plain(&self, x: &Cipher, message: &[u64]) -> Cipher {
        self.context.add_plain(x, &self.plaintext(message)).unwrap()
    }

    fn multiply_plain(&self, x: &Cipher, message: &[u64]) -> Cipher {
        self.context.multiply_plain(x, &self.plaintext(message)).unwrap()
    }

    fn prepared(&self, x: &Cipher, message: &[u64]) -> Cipher {
        let prepared =
            self.context.prepare(&self.plaintext(message), x.level(), Role::Factor).unwrap();
        let mut product = self.context.multiply_prepared(x, &prepared).unwrap();
        self.context.add_prepared_assign(&mut product, &prepared).unwrap();
        product
    }

    fn select(&self, x: &Cipher, y: &Cipher, mask: &[u64]) -> Cipher {
        let mask = self.context.prepare(&self.plaintext(mask), x.level(), Role::Factor).unwrap();
        self.context.select(x, y, &mask).unwrap()
    }

    fn multiply(&self, x: &Cipher, y: &Cipher) -> Cipher {
        self.context.multiply(x, y, &self.evaluation).unwrap()
    }

    fn square(&self, x: &Cipher) -> Cipher {
        self.context.square(x, &self.evaluation).unwrap()
    }

    fn tensor(&self, x: &Cipher, y: &Cipher) -> Cipher {
        self.context.tensor(x, y).unwrap()
    }

    fn relinearise(&self, x: &Cipher) -> Cipher {
        self.context.relinearise(x, &self.evaluation).unwrap()
    }

    fn smaller_moduli(&self, x: &Cipher) -> Vec<Cipher> {
        let levels = (0..x.level()).rev();
        let switched = levels.map(|level| self.context.switch_to(x, level).unwrap());
        switched.filter(|x| self.context.budget_bits(x) > 0.0).collect()
    }

    fn exponents(&self) -> Vec<u64> {
        self.exponents.iter().map(|&k| u64::from(k)).collect()
    }

    fn automorphism(&self, x: &Cipher, k: u64) -> Cipher {
        self.context.automorphism(x, k as u32, &self.evaluation).unwrap()
    }

    fn automorphisms(&self, x: &Cipher, exponents: &[u64]) -> Vec<Cipher> {
        let hoisted = self.context.hoist(x).unwrap();
        let image = |&k: &u64| {
            self.context.automorphism_hoisted(&hoisted, k as u32, &self.evaluation).unwrap()
        };
        exponents.iter().map(image).collect()
    }

    fn foreign(&self, message: &[u64], number: u64) -> Vec<Cipher> {
        let other = Self::new(self.context.clone(), number + 50);
        let x = self.encrypt(message, number);
        vec![
            other.encrypt(message, number),
            other.encrypt_secret(message, number),
            self.add(&x, &other.encrypt(message, number + 1)),
            // Key-switching keys of another key.
            other.multiply(&x, &x),
            other.automorphism(&x, u64::from(self.exponents[0])),
        ]
    }
}

impl Slotted for Bgv {
    fn length(&self) -> usize {
        self.slots().layout.length()
    }

    fn encode(&self, vector: &[u64]) -> Vec<u64> {
        let Slots { encoder, layout, .. } = self.slots();
        encoder.encode(&layout.spread(vector).unwrap()).unwrap()
    }

    fn decode(&self, message: &[u64]) -> Result<Vec<u64>, String> {
        let Slots { encoder, layout, .. } = self.slots();
        let slots = encoder.decode(message).map_err(|error| error.to_string())?;
        layout.gather(&slots).map_err(|error| error.to_string())
    }

    fn rotate(&self, x: &Cipher, steps: i64) -> Cipher {
        let Slots { encoder, layout, keys } = self.slots();
        let plan = layout.rotation(steps);
        let rotation = self.context.prepare_rotation(&plan, keys, encoder, x.level()).unwrap();
        self.context.rotate(x, &rotation, &self.evaluation).unwrap()
    }
}
