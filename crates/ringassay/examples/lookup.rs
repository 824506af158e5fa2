//! A look-up in a server's table, without telling the server which row (BGV).
//!
//! The client encrypts a vector with a one at the row that it wants: private information retrieval in its simplest
//! form. The query is as long as the table, the answer one ciphertext.

use std::error::Error;

use ringassay::bgv::{Parameters, Request, Session};

/// The server's: entries below the plaintext modulus.
const TABLE: [u64; 12] = [1013, 27, 505, 88, 640, 913, 12, 377, 209, 731, 450, 66];

/// The product with the table leaves the row that was asked for, and zeros beside it.
fn server(parameters: &Parameters, keys: &[u8], query: &[u8]) -> Result<Vec<u8>, Box<dyn Error>> {
    let evaluation = Session::new(parameters, TABLE.len())?.load_evaluation_keys(keys)?;
    let chosen = evaluation.load_ciphertext(query)?.multiply_plain(&TABLE)?;
    Ok(chosen.sum_of_entries()?.save()?)
}

pub(crate) fn main() -> Result<(), Box<dyn Error>> {
    let row = 4;
    let session = Session::choose(&Request {
        plaintext: 1031.try_into()?,
        ..Request::bits(TABLE.len(), 1.0)
    })?;
    let keys = session.keys()?;
    let mut query = [0; TABLE.len()];
    query[row] = 1;

    let query = keys.encrypt(&query)?.save()?;
    let answer = server(session.parameters(), &keys.evaluation.save()?, &query)?;

    let found = keys.decrypt(&session.load_ciphertext(&answer)?)?[0];
    println!("row {row} holds {found}");
    assert_eq!(found, TABLE[row]);
    Ok(())
}
