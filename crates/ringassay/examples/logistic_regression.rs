//! A risk computed by the owner of a model for somebody whose measurements stay encrypted (CKKS).
//!
//! p = 1/(1 + e^-(w·x + b)), with a polynomial of degree 15 for the logistic function.

use std::error::Error;

use ringassay::ckks::{Parameters, Plan, Request, Session, SlotPolynomials, interpolate};

/// The server's model, for measurements between -1 and 1.
const WEIGHTS: [f64; 8] = [0.8, -1.2, 0.4, 2.0, -0.6, 0.3, 1.1, -0.9];
const BIAS: f64 = -0.25;
/// Of |w·x + b|.
const LARGEST: f64 = 7.55;

fn logistic(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

/// The dot product stands in every entry of a sum; the polynomial takes it to a probability.
fn server(
    parameters: &Parameters,
    polynomial: &SlotPolynomials,
    keys: &[u8],
    patient: &[u8],
) -> Result<Vec<u8>, Box<dyn Error>> {
    let evaluation = Session::new(parameters, WEIGHTS.len())?.load_evaluation_keys(keys)?;
    let weighted = evaluation.load_ciphertext(patient)?.multiply_plain(&WEIGHTS)?;
    let score = weighted.sum_of_entries()?.add_constant(BIAS)?.within(LARGEST)?;
    Ok(score.polynomial(polynomial)?.save()?)
}

pub(crate) fn main() -> Result<(), Box<dyn Error>> {
    let patient = [0.3, -0.5, 0.9, 0.1, 0.0, -1.0, 0.7, 0.2];
    let polynomial: SlotPolynomials = interpolate(logistic, -LARGEST, LARGEST, 15)?.into();
    // The product with the weights, and a map of the interval to [-1, 1].
    let depth = Plan::new(&polynomial).depth() + 2;
    let session = Session::choose(&Request {
        slots: WEIGHTS.len(),
        range: LARGEST,
        ..Request::new(depth, 20.0)
    })?;
    let keys = session.keys()?;

    let sent = keys.encrypt(&patient)?.save()?;
    let answer = server(session.parameters(), &polynomial, &keys.evaluation.save()?, &sent)?;

    let probability = keys.decrypt(&session.load_ciphertext(&answer)?)?[0];
    println!("probability {probability:.3}");
    let score: f64 = WEIGHTS.iter().zip(patient).map(|(w, x)| w * x).sum::<f64>() + BIAS;
    assert!((probability - logistic(score)).abs() < 0.005);
    Ok(())
}
