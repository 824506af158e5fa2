//! BFV on both rings: keys, encryption, sums, products, decryption.

use ringassay_cost::{CostRecord, Kernel};
use ringassay_ring::{
    RnsRing,
    index::Index,
    primes,
    sample::{Distribution, Seed},
};
use ringassay_scheme::{
    Error, Ring,
    bfv::{Context, EvaluationKeys, Parameters, PublicKey, SecretKey},
};

use crate::common::{Program, agree};

fn seed() -> Seed {
    Seed::from_bytes([7; Seed::BYTES])
}

type AllKeys<R> = (SecretKey<R>, PublicKey<R>, EvaluationKeys<R>);

/// All keys, for these automorphisms.
fn keys<R: Ring>(context: &Context<R>, automorphisms: &[u32]) -> Result<AllKeys<R>, Error> {
    let secret = context.generate_secret_key(&seed())?;
    let public = context.generate_public_key(&secret, &seed())?;
    let evaluation = context.generate_evaluation_keys(&secret, true, automorphisms, &seed())?;
    Ok((secret, public, evaluation))
}

struct Bfv(Parameters);

impl Program for Bfv {
    fn run<R: Ring>(&self, rings: &[R], phase: &dyn Fn(&str)) -> Result<(), Error> {
        let context = Context::new(&self.0, &rings[0])?;
        phase("keys");
        let (secret, public, key) = keys(&context, &[])?;
        phase("encrypt");
        let message = context.plaintext(vec![1; self.0.index.degree()])?;
        let a = context.encrypt(&public, &message, &seed())?;
        phase("add");
        let sum = context.sub(&context.add(&a, &a)?, &a)?;
        phase("multiply");
        let product = context.multiply(&sum, &a, &key)?;
        phase("decrypt");
        context.decrypt(&secret, &product)?;
        phase("after");
        drop((sum, a));
        Ok(())
    }
}

/// Squares one after another, which go down to fewer primes, and what operands of unequal levels take.
struct Levels(Parameters);

impl Program for Levels {
    fn run<R: Ring>(&self, rings: &[R], phase: &dyn Fn(&str)) -> Result<(), Error> {
        let context = Context::new(&self.0, &rings[0])?;
        let exponent = self.0.index.units().nth(1).unwrap_or(1);
        phase("keys");
        let (secret, public, keys) = keys(&context, &[exponent])?;
        let message = context.plaintext(vec![1; self.0.index.degree()])?;
        let fresh = context.encrypt(&public, &message, &seed())?;
        let mut x = fresh.clone();
        for squares in ["one", "two", "three", "four"] {
            phase(squares);
            x = context.square(&x, &keys)?;
        }
        assert!(x.level() < fresh.level());
        phase("two levels");
        let sum = context.sub(&context.add(&fresh, &x)?, &x)?;
        let product = context.multiply(&fresh, &x, &keys)?;
        phase("a lower level");
        let image = context.automorphism(&sum, exponent, &keys)?;
        let image = context.multiply_plain(&context.add_plain(&image, &message)?, &message)?;
        phase("decrypt");
        let lowest = context.switched(image, 1)?;
        context.decrypt(&secret, &context.negate(&lowest))?;
        context.decrypt(&secret, &product)?;
        Ok(())
    }
}

/// Primes of the given size, and of auxiliary ones as many as a product needs.
fn parameters(m: u64, t: u64, primes: usize, digit_limbs: usize) -> Parameters {
    let index = Index::new(m).unwrap();
    let mut all = primes::search(&index, 45, 2 * primes + 5, &[]).unwrap();
    let auxiliary = all.split_off(primes + 2);
    let special = all.split_off(primes);
    let (secret, sigma) = (Distribution::Ternary, 3.2);
    Parameters { index, t, primes: all, special, auxiliary, digit_limbs, secret, sigma }
}

fn seen(parameters: &Parameters) -> CostRecord {
    let primes: Vec<u64> = parameters.all_primes().collect();
    let ring = RnsRing::new(&parameters.index, &primes).unwrap();
    agree(&[ring], &Bfv(parameters.clone()))
}

#[test]
fn counts_and_bytes_agree() {
    for (m, t) in [(64, 2), (512, 65_537), (91, 257), (256, 1 << 59)] {
        for (primes, digit_limbs) in [(3, 1), (4, 2), (5, 2)] {
            if t < 1 << 50 || primes > 3 {
                seen(&parameters(m, t, primes, digit_limbs));
            }
        }
    }
}

#[test]
fn counts_and_bytes_agree_at_lower_levels() {
    for (m, t, primes, digit_limbs) in [(256, 65_537, 6, 2), (64, 65_537, 6, 1), (91, 257, 6, 3)] {
        let parameters = parameters(m, t, primes, digit_limbs);
        let all: Vec<u64> = parameters.all_primes().collect();
        let ring = RnsRing::new(&parameters.index, &all).unwrap();
        agree(&[ring], &Levels(parameters));
    }
}

#[test]
fn a_product_takes_what_it_is() {
    let (k, digit_limbs) = (4, 2);
    let parameters = parameters(256, 65_537, k, digit_limbs);
    // Products have 180 + 16 + 7 bits: of the seven primes of B they take five.
    let (b, p) = (5, parameters.special.len());
    let seen = seen(&parameters);
    let calls = |which: &dyn Fn(Kernel) -> bool| -> usize {
        let counts = &seen.phase("multiply").unwrap().counts;
        let calls = counts.iter().filter(|(call, _)| which(call.kernel));
        calls.map(|(_, &times)| times as usize).sum()
    };
    let extensions = |from: usize, to: usize| {
        let (from, to) = (from as u32, to as u32);
        calls(&move |kernel| kernel == Kernel::BaseExtension { from, to })
    };
    // Four parts to Q·B, three back; the digits are counted with their own limbs left out.
    assert_eq!((extensions(k, b), extensions(b, k)), (4, 3));
    assert_eq!(extensions(digit_limbs, k - digit_limbs + p), k / digit_limbs);
    // Four products, of which two are summed.
    assert_eq!(calls(&|kernel| kernel == Kernel::Mul), 3 * (k + b));
    assert_eq!(calls(&|kernel| kernel == Kernel::MulAdd), k + b);
    // Parts to powerful, what the division by Q drops, its quotients, the third part's digits, what the
    // division by P drops.
    let inverse = |kernel| matches!(kernel, Kernel::CrtInverse { .. });
    assert_eq!(calls(&inverse), 4 * k + 3 * k + 3 * b + k + 2 * p);
    // New limbs of the parts, the product's parts, the digits but for their own limbs, what P's division
    // leaves.
    let forward = Kernel::is_forward_transform;
    let digits = (k / digit_limbs) * (k + p) - k;
    assert_eq!(calls(&forward), 4 * b + 3 * k + digits + 2 * k);
}
