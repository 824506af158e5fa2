//! The reasons for a choice, in sentences.

use ringassay_scheme::{bfv::Parameters, encoding::Layout, noise::FAILURE_BITS};
use ringassay_security::Estimate;

use crate::{bgv::Request, reasons};

pub(super) fn explain(
    parameters: &Parameters,
    request: &Request,
    layout: &Layout,
    rotation_terms: (f64, usize),
    security: &Estimate,
    is_secure: bool,
    budget_bits: f64,
) -> Vec<String> {
    let best = format!(
        "has the least n times primes of the indices tried that have {} slots and are secure",
        request.length
    );
    let mut all = vec![reasons::index(parameters, request, &best)];
    all.extend(reasons::costs(request));
    all.extend(reasons::slots(parameters, request, layout.is_cyclic(), rotation_terms));
    all.push(format!(
        "The ciphertext modulus has {:.1} bits in {} primes; products are computed modulo {} more.",
        parameters.log2_q(),
        parameters.primes.len(),
        parameters.auxiliary.len()
    ));
    all.push(format!(
        "Key switching decomposes into {} digits and divides by P of {:.1} bits.",
        parameters.digits().len(),
        parameters.log2_p()
    ));
    all.push(format!(
        "{} was run on shapes along chains of \
         {}, and of products between others: {budget_bits:.1} bits of noise budget are left, but for a \
         probability of 2^-{FAILURE_BITS}, however operands are related.",
        reasons::depth(request),
        reasons::chains(),
    ));
    all.extend(reasons::security(parameters, request, security, is_secure));
    all
}
