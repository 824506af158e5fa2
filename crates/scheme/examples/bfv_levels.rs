//! What products one after another leave of the noise budget in BFV.
//!
//! Usage: `bfv_levels LOG2_N T BITS COUNT`: Q of COUNT primes of BITS bits. Prints
//!
//! - for each squaring and each level at which it may be done, the bits that are left of Q/(2·t) by the bound of the
//!   noise, by its average and as measured; with an asterisk the level that the context takes, and with a plus the one
//!   that a context takes that insists. The chain goes on with the product of the former (`certain`), then of the
//!   latter (`insisting`), until a result is wrong;
//! - the bits that are left after products at the highest level, by another fresh ciphertext each and by one
//!   ciphertext again and again, for three keys, and by the bound.

use std::error::Error;

use ringassay_ring::{
    RnsRing,
    index::Index,
    primes::search,
    sample::{Distribution, Seed},
};
use ringassay_scheme::bfv::{
    Ciphertext, Context, EvaluationKeys, Parameters, PublicKey, SecretKey,
};

/// Keys of an instance that insists.
struct Instance {
    context: Context<RnsRing>,
    secret: SecretKey<RnsRing>,
    public: PublicKey<RnsRing>,
    keys: EvaluationKeys<RnsRing>,
}

fn seed(number: u8) -> Seed {
    Seed::from_bytes([number; Seed::BYTES])
}

/// An instance with Q of `count` primes, a P of one and digits of one prime.
fn parameters(log2_n: u32, t: u64, bits: u32, count: usize) -> Result<Parameters, Box<dyn Error>> {
    let index = Index::new(2 << log2_n)?;
    let all = search(&index, bits, count + 1, &[t])?;
    let (special, primes) = all.split_at(1);
    let needed = count as u32 * bits + log2_n + 64 - t.leading_zeros();
    let auxiliary = search(&index, 49, needed.div_ceil(48) as usize, &[&all[..], &[t]].concat())?;
    Ok(Parameters {
        index,
        t,
        primes: primes.to_vec(),
        special: special.to_vec(),
        auxiliary,
        digit_limbs: 1,
        secret: Distribution::Ternary,
        sigma: 3.2,
    })
}

impl Instance {
    fn new(parameters: &Parameters, number: u8) -> Result<Self, Box<dyn Error>> {
        let context = Context::exact(parameters)?.insisting();
        let secret = context.generate_secret_key(&seed(number))?;
        let public = context.generate_public_key(&secret, &seed(number + 1))?;
        let keys = context.generate_evaluation_keys(&secret, true, &[], &seed(number + 2))?;
        Ok(Self { context, secret, public, keys })
    }

    /// The constant `value`, so that products are known; the noise does not know that.
    fn message(&self, value: u64) -> Vec<u64> {
        let mut message = vec![0; self.context.parameters().index.degree()];
        message[0] = value;
        message
    }

    fn encrypt(&self, value: u64, number: u8) -> Result<Ciphertext<RnsRing>, Box<dyn Error>> {
        let message = self.context.plaintext(self.message(value))?;
        Ok(self.context.encrypt(&self.public, &message, &seed(number))?)
    }

    /// log2 of Q/(2·t) at a level.
    fn limit(&self, level: usize) -> f64 {
        let Parameters { primes, t, .. } = self.context.parameters();
        primes[..=level].iter().map(|&q| (q as f64).log2()).sum::<f64>() - (*t as f64).log2() - 1.0
    }

    /// What is left of it by the bound, in the average case and as measured.
    fn left(&self, x: &Ciphertext<RnsRing>, value: u64) -> Result<[f64; 3], Box<dyn Error>> {
        let measured = self.context.largest_noise_bits(&self.secret, x, &self.message(value))?;
        let average = self.context.model().log2_coefficient(x.noise());
        Ok([self.context.bound_bits(x), average, measured].map(|bits| self.limit(x.level()) - bits))
    }
}

fn times(x: u64, y: u64, t: u64) -> u64 {
    (u128::from(x) * u128::from(y) % u128::from(t)) as u64
}

/// Squarings, each at every level, going on at those that `own` takes.
fn squarings(instance: &Instance, own: &Context<RnsRing>) -> Result<(), Box<dyn Error>> {
    let (certain, insisting) = (Context::exact(own.parameters())?, &instance.context);
    let (mut x, mut value) = (instance.encrypt(3, 4)?, 3);
    for number in 1.. {
        value = times(value, value, own.parameters().t);
        let operand = (x.level(), x.noise(), x.parts().len());
        let taken = [&certain, insisting, own].map(|one| one.product_level([operand; 2]));
        let mut next = None;
        for level in (0..=x.level()).rev() {
            let low = insisting.switch_to(&x, level)?;
            let product = insisting.relinearise(&insisting.tensor_square(&low)?, &instance.keys)?;
            let [bound, average, measured] = instance.left(&product, value)?;
            if level < taken[2] && measured <= 0.0 {
                break;
            }
            let mark = |one: usize, mark| if taken[one] == level { mark } else { " " };
            println!(
                "{number:3} level {level:2}{}{}  bound {bound:6.1}  average {average:6.1}  measured {measured:6.2}  \
                 failure 2^{:.0}",
                mark(0, "*"),
                mark(1, "+"),
                insisting.log2_average_failure(&product)?,
            );
            if level == taken[2] {
                next = Some(product);
            }
        }
        let Some(next) = next else { break };
        if insisting.decrypt(&instance.secret, &next)? != instance.message(value) {
            println!("    wrong");
            break;
        }
        x = next;
    }
    Ok(())
}

/// Products at the highest level, by a fresh ciphertext each or by one again and again, until the result is wrong.
fn products(instance: &Instance, again: bool) -> Result<(), Box<dyn Error>> {
    let context = &instance.context;
    let first = instance.encrypt(3, 100)?;
    let (mut x, mut value, mut bounds) = (first.clone(), 3, String::new());
    print!("{:8}", if again { "one" } else { "fresh" });
    for number in 101.. {
        let factor = if again { first.clone() } else { instance.encrypt(3, number)? };
        x = context.relinearise(&context.tensor(&x, &factor)?, &instance.keys)?;
        value = times(value, 3, context.parameters().t);
        let [bound, _, measured] = instance.left(&x, value)?;
        print!(" {measured:6.1}");
        bounds.push_str(&format!(" {bound:6.1}"));
        if measured <= 0.0 {
            break;
        }
    }
    println!("\n  bound {bounds}");
    Ok(())
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<u64> =
        std::env::args().skip(1).map(|argument| argument.parse()).collect::<Result<_, _>>()?;
    let [log2_n, t, bits, count] = arguments[..] else {
        return Err("usage: LOG2_N T BITS COUNT".into());
    };
    let parameters = parameters(log2_n as u32, t, bits as u32, count as usize)?;
    let instance = Instance::new(&parameters, 1)?;
    println!("certain");
    squarings(&instance, &Context::exact(&parameters)?)?;
    println!("insisting");
    squarings(&instance, &instance.context)?;
    for key in 1..4 {
        println!("products, key {key}");
        let instance = Instance::new(&parameters, 10 * key)?;
        products(&instance, false)?;
        products(&instance, true)?;
    }
    Ok(())
}
