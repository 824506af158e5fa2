//! The paper's application: each basic function once.

use std::sync::Arc;

use ringassay_cost::{Ledger, Observation, TallyPositional};
use ringassay_ring::sample::Seed;
use ringassay_scheme::{
    Error, Positional,
    depth::Scheme,
    fntru::FNtru,
    fv::Fv,
    rlwe::{Parameters, Unchecked},
    shield::Shield,
    yashe::Yashe,
};

use crate::{Point, PredictError};

/// The basic functions, in their order.
pub const FUNCTIONS: [&str; 5] = ["keys", "encrypt", "add", "multiply", "decrypt"];

/// YASHE' switches the key of an operand that is a product: no basic function by itself.
pub const SWITCH: &str = "switch";

/// What comes after the last function.
pub const END: &str = "";

/// Runs key generation, encryption, addition, multiplication and decryption once each, with noise
/// beyond bounds or not. `phase` hears which function begins, and [`END`].
///
/// YASHE' multiplies operands of which none is a product, so that it switches no key; a switch alone
/// follows if `switches` says so.
///
/// # Errors
/// When there is no instance of these parameters in the ring.
pub fn run<R: Positional>(
    scheme: Scheme,
    parameters: &Parameters,
    ring: &R,
    message: &[u64],
    switches: bool,
    phase: &mut dyn FnMut(&str),
) -> Result<(), Error> {
    let seed = Seed::from_bytes([1; 32]);
    macro_rules! rest {
        ($scheme:ident, $secret:ident, $public:ident, $($key:ident)?) => {{
            phase(FUNCTIONS[1]);
            let a = $scheme.encrypt(&$public, message, &seed)?;
            phase(FUNCTIONS[2]);
            let sum = $scheme.add(&a, &a)?;
            phase(FUNCTIONS[3]);
            let product = $scheme.multiply(&sum, &a, $(&$key)?)?;
            phase(FUNCTIONS[4]);
            $scheme.decrypt(&$secret, &product, Unchecked::Always)?;
            phase(END);
        }};
    }
    match scheme {
        Scheme::Fv => {
            let scheme = Fv::new(parameters, ring.clone())?;
            phase(FUNCTIONS[0]);
            let secret = scheme.generate_secret_key(&seed)?;
            let public = scheme.generate_public_key(&secret, &seed)?;
            let relinear = scheme.generate_relinearisation_key(&secret, &seed)?;
            rest!(scheme, secret, public, relinear);
        }
        Scheme::Yashe => {
            let scheme = Yashe::new(parameters, ring.clone())?;
            phase(FUNCTIONS[0]);
            let (secret, public) = scheme.generate_keys(&seed)?;
            let switching = scheme.generate_evaluation_key(&secret, &public, &seed)?;
            phase(FUNCTIONS[1]);
            let a = scheme.encrypt(&public, message, &seed)?;
            phase(FUNCTIONS[2]);
            let sum = scheme.add(&a, &a, &switching)?;
            phase(FUNCTIONS[3]);
            let product = scheme.multiply(&sum, &a, &switching)?;
            phase(FUNCTIONS[4]);
            scheme.decrypt(&secret, &product, Unchecked::Always)?;
            phase(END);
            if switches {
                phase(SWITCH);
                scheme.switch(&product, &switching)?;
            }
        }
        Scheme::Fntru => {
            let scheme = FNtru::new(parameters, ring.clone())?;
            phase(FUNCTIONS[0]);
            let (secret, public) = scheme.generate_keys(&seed)?;
            rest!(scheme, secret, public,);
        }
        Scheme::Shield => {
            let scheme = Shield::new(parameters, ring.clone())?;
            phase(FUNCTIONS[0]);
            let secret = scheme.generate_secret_key(&seed)?;
            let public = scheme.generate_public_key(&secret, &seed)?;
            rest!(scheme, secret, public,);
        }
    }
    Ok(())
}

/// A message with many residues, made in less time than a tally takes.
pub fn message(parameters: &Parameters) -> Vec<u64> {
    let few: [u64; 64] = std::array::from_fn(|i| (i * i) as u64 % parameters.t.max(1));
    few.into_iter().cycle().take(parameters.degree).collect()
}

/// What the application of a point counts: a phase for each function, and one for a switch of keys.
///
/// # Errors
/// When there is no such instance.
pub fn tally(point: &Point, switches: bool) -> Result<Observation, PredictError> {
    let (parameters, ledger) = (point.shape()?, Arc::new(Ledger::new()));
    let ring = TallyPositional::new(parameters.degree, &parameters.q, &ledger)?;
    let message = message(&parameters);
    // The message is the application's own memory.
    ledger.open().heap(8 * message.len() as i64);
    run(point.scheme, &parameters, &ring, &message, switches, &mut |name| {
        if name != END {
            ledger.phase(name);
        }
    })?;
    drop(ring);
    Ok(ledger.observation())
}
