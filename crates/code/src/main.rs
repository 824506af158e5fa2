//! `ringassay-count`: counts source code for `ringassay.analysis.code`.
//!
//! Every line of standard input is a request in JSON, every line of standard output the answer to
//! one, until the input ends.

mod protocol;

use std::io::{self, BufRead, Write};
use std::process::ExitCode;

fn main() -> ExitCode {
    match serve(&mut io::stdin().lock(), &mut io::stdout().lock()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // Nobody may be left to read it.
            let _ = writeln!(io::stderr(), "ringassay-count: {error}");
            ExitCode::FAILURE
        }
    }
}

fn serve(input: &mut impl BufRead, output: &mut impl Write) -> io::Result<()> {
    let mut line = Vec::new();
    while input.read_until(b'\n', &mut line)? > 0 {
        let mut answer = serde_json::to_vec(&protocol::answer(&line))?;
        answer.push(b'\n');
        output.write_all(&answer)?;
        output.flush()?;
        line.clear();
    }
    Ok(())
}
