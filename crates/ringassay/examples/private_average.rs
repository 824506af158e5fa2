//! The mean and standard deviation of somebody's salaries, computed by a server that never sees them (BFV).
//!
//! Integers are exact: the server returns Σ x and Σ x², and the client divides.

use std::error::Error;

use ringassay::bfv::{Parameters, Request, Session};

const SALARIES: [u64; 8] = [3200, 4100, 2800, 5600, 3900, 4400, 3100, 4700];

/// Adds up numbers and their squares; knows the evaluation keys, not the secret one.
fn server(
    parameters: &Parameters,
    keys: &[u8],
    salaries: &[u8],
) -> Result<[Vec<u8>; 2], Box<dyn Error>> {
    let evaluation = Session::new(parameters, SALARIES.len())?.load_evaluation_keys(keys)?;
    let column = evaluation.load_ciphertext(salaries)?;
    Ok([column.sum_of_entries()?.save()?, column.square()?.sum_of_entries()?.save()?])
}

pub(crate) fn main() -> Result<(), Box<dyn Error>> {
    // A prime, 1 modulo the index; sums stay below it.
    let session = Session::choose(&Request {
        plaintext: 536_903_681.try_into()?,
        index: Some(16_384),
        slack: 0.5,
        ..Request::bits(SALARIES.len(), 1.5)
    })?;
    let keys = session.keys()?;
    let sent = keys.encrypt(&SALARIES)?.save()?;

    let answers = server(session.parameters(), &keys.evaluation.save()?, &sent)?;

    let mut totals = [0.0; 2];
    for (total, answer) in totals.iter_mut().zip(&answers) {
        *total = keys.decrypt(&session.load_ciphertext(answer)?)?[0] as f64;
    }
    let [mean, squares] = totals.map(|total| total / SALARIES.len() as f64);
    println!("mean {mean:.2}, standard deviation {:.2}", (squares - mean * mean).sqrt());
    assert_eq!(mean, 3975.0);
    Ok(())
}
