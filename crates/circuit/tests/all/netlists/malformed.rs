//! Bristol files that are none, and what the reader says about each.

use ringassay_circuit::limits;
use ringassay_circuit::netlist::{Format, read};

/// Every text with the message that it is refused with.
pub(super) fn refused(format: Format, texts: &[(&str, &str)]) {
    for (text, message) in texts {
        match read(text.as_bytes(), format) {
            Ok(netlist) => panic!("{text:?} was read: {netlist:?}"),
            Err(error) => assert_eq!(error.to_string(), *message, "{text:?}"),
        }
    }
}

const FASHION: &[(&str, &str)] = &[
];

#[test]
fn bristol_fashion() {
    refused(Format::Bristol, FASHION);
}
