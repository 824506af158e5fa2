//! The reasons for a choice, in sentences.

use ringassay_security::Estimate;

use ringassay_scheme::{bgv::Parameters, noise::FAILURE_BITS};

use super::search::Instance;
use crate::{reasons, request::Request};

pub(super) fn explain(
    request: &Request,
    instance: &Instance,
    parameters: &Parameters,
    security: &Estimate,
    is_secure: bool,
    considered: usize,
) -> Vec<String> {
    let best = format!(
        "has the least estimated work of the {considered} cheapest indices with at least {} slots whose \
         dimension can be secure at this depth",
        request.length
    );
    let sizes = &instance.sizes;
    let modulus = format!(
        "The ciphertext modulus has {:.1} bits: {} primes of {} bits{}. Every operation \
         moves to the product of primes that leaves most room above the noise.",
        parameters.log2_q(),
        parameters.large.len(),
        range(&sizes.large),
        match parameters.small.len() {
            0 => String::new(),
            count => format!(
                ", and {count} smaller ones ({}), so that moduli lie close together",
                sizes.small.iter().map(|bits| format!("{bits:.0}")).collect::<Vec<_>>().join(", ")
            ),
        },
    );
    let key_switching = format!(
        "Key switching decomposes into {} digits of at most {:.0} bits and divides by P of {:.1} bits \
         ({} prime{}).",
        parameters.digits().len(),
        sizes.log2_digit(),
        parameters.log2_p(),
        parameters.special.len(),
        if parameters.special.len() == 1 { "" } else { "s" },
    );
    let followed = format!(
        "{} was followed with the noise \
         estimate along chains of {}, and of products between others: it stays below what decryption bears but for a probability of \
         2^-{FAILURE_BITS}, however operands are related.",
        reasons::depth(request),
        reasons::chains(),
    );
    let factors = reasons::factors(parameters, request);
    let mut all = vec![reasons::index(parameters, request, &best)];
    all.extend(reasons::costs(request));
    let (is_cyclic, terms) = (instance.is_cyclic, instance.rotation_terms);
    all.extend(reasons::slots(parameters, request, is_cyclic, terms));
    all.push(modulus);
    all.extend(factors);
    all.extend([key_switching, followed]);
    all.extend(reasons::security(parameters, request, security, is_secure));
    all
}

/// "about 45" or "36 to 48".
fn range(sizes: &[f64]) -> String {
    let least = sizes.iter().copied().fold(f64::INFINITY, f64::min);
    let most = sizes.iter().copied().fold(0.0, f64::max);
    if most - least < 1.0 { format!("about {most:.0}") } else { format!("{least:.0} to {most:.0}") }
}
