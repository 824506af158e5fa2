//! What keys and ciphertexts take in memory and saved, and how fast they are saved and loaded:
//!
//! ```text
//! cargo run --release -p ringassay-scheme --example sizes
//! ```

use std::{error::Error, time::Instant};

use ringassay_ring::{
    RnsRing,
    index::Index,
    primes::search,
    sample::{Distribution, Seed},
};
use ringassay_scheme::serial::SavedSecret as _;
use ringassay_scheme::{
    bgv::{
        Ciphertext, Context, EvaluationKeys, Parameters, Plaintext, PlaintextModulus, PublicKey,
        SecretKey,
    },
    serial::{Saved, Sizes},
};

/// Automorphisms for which there are keys.
const AUTOMORPHISMS: usize = 4;
/// Each figure is the best of this many.
const SAMPLES: usize = 5;

fn main() -> Result<(), Box<dyn Error>> {
    // The indices of HElib's examples over bits, with moduli as for a few and for many levels.
    for (m, large, special) in [(5461, 4, 2), (21_845, 16, 4)] {
        report(&Context::exact(&parameters(m, large, special)?)?)?;
    }
    Ok(())
}

fn parameters(m: u64, large: usize, special: usize) -> Result<Parameters, Box<dyn Error>> {
    let index = Index::new(m)?;
    let mut primes = search(&index, 50, large + special, &[])?;
    let special = primes.split_off(large);
    let small = [search(&index, 25, 1, &[])?, search(&index, 37, 1, &[])?].concat();
    Ok(Parameters {
        index,
        plaintext: PlaintextModulus { prime: 2, exponent: 1 },
        large: primes,
        small,
        digit_limbs: special.len(),
        special,
        fresh_log2_q: f64::INFINITY,
        secret: Distribution::Ternary,
        sigma: 3.2,
    })
}

fn report(context: &Context<RnsRing>) -> Result<(), Box<dyn Error>> {
    let parameters = context.parameters();
    let (n, digits) = (parameters.index.degree(), parameters.digits().len());
    println!(
        "m = {}, n = {n}, log2 Q = {:.0}, log2 P = {:.0}, {} primes, {digits} digits; saved: {} bytes",
        parameters.index.m(),
        parameters.log2_q(),
        parameters.log2_p(),
        parameters.primes().count(),
        parameters.save()?.len()
    );
    println!(
        "{:<26}{:>12}{:>12}{:>14}{:>14}{:>12}{:>12}",
        "", "memory", "saved", "seeds spare", "packing", "save MB/s", "load MB/s"
    );
    let secret = context.generate_secret_key(&Seed::from_os()?)?;
    let bytes = secret.save_secret(context)?;
    let save = seconds(|| secret.save_secret(context))?;
    let load = seconds(|| SecretKey::load_secret(context, &bytes))?;
    row("secret key", secret.sizes(context)?, save, load);

    let public = context.generate_public_key(&secret, &Seed::from_os()?)?;
    measure("public key", context, &public, PublicKey::load)?;
    let units = parameters.index.units().skip(1).take(AUTOMORPHISMS).collect::<Vec<_>>();
    let relinearisation =
        context.generate_evaluation_keys(&secret, true, &[], &Seed::from_os()?)?;
    measure("relinearisation", context, &relinearisation, EvaluationKeys::load)?;
    drop(relinearisation);
    let keys = context.generate_evaluation_keys(&secret, true, &units, &Seed::from_os()?)?;
    let name = format!("with {AUTOMORPHISMS} automorphisms");
    measure(&name, context, &keys, EvaluationKeys::load)?;

    let message = context.plaintext((0..n as u64).map(|i| i * i / 3 % 2).collect())?;
    measure("plaintext", context, &message, Plaintext::load)?;
    let seeded = context.encrypt_secret(&secret, &message, &Seed::from_os()?)?;
    measure("ciphertext, secret key", context, &seeded, Ciphertext::load)?;
    let fresh = context.encrypt(&public, &message, &Seed::from_os()?)?;
    measure("ciphertext, public key", context, &fresh, Ciphertext::load)?;
    let product = context.tensor(&fresh, &seeded)?;
    measure("product of three parts", context, &product, Ciphertext::load)?;
    let small = context.switch_to(&fresh, 0)?;
    measure("at the lowest level", context, &small, Ciphertext::load)?;
    println!();
    Ok(())
}

type Load<T, E> = fn(&Context<RnsRing>, &[u8]) -> Result<T, E>;

fn measure<T: Saved<Context = Context<RnsRing>>, E: Error + 'static>(
    name: &str,
    context: &Context<RnsRing>,
    object: &T,
    load: Load<T, E>,
) -> Result<(), Box<dyn Error>> {
    let bytes = object.save(context)?;
    let (save, load) = (seconds(|| object.save(context))?, seconds(|| load(context, &bytes))?);
    row(name, object.sizes(context)?, save, load);
    Ok(())
}

fn row(name: &str, sizes: Sizes, save_s: f64, load_s: f64) {
    let rate = |seconds: f64| sizes.saved_bytes as f64 / seconds / 1e6;
    println!(
        "{name:<26}{:>12}{:>12}{:>14}{:>14}{:>12.0}{:>12.0}",
        sizes.memory_bytes,
        sizes.saved_bytes,
        sizes.spared_by_seeds,
        sizes.spared_by_packing,
        rate(save_s),
        rate(load_s)
    );
}

/// The least time that `run` takes.
fn seconds<T, E: Error + 'static>(
    mut run: impl FnMut() -> Result<T, E>,
) -> Result<f64, Box<dyn Error>> {
    let mut least = f64::INFINITY;
    for _ in 0..SAMPLES {
        let start = Instant::now();
        let made = run()?;
        least = least.min(start.elapsed().as_secs_f64());
        drop(made);
    }
    Ok(least)
}
