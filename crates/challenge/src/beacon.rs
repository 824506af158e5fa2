//! Records of NIST's randomness beacon, from files that the user has: nothing is fetched.
//!
//! The value of a record is the SHA-512 of its signature (1.0) or of all its fields and the signature (2.0,
//! NIST IR 8213): that is checked, and finds damage. The signature itself is not.

use serde::Deserialize;
use sha2::{Digest, Sha512};

use crate::ChallengeError;

/// No record has more bytes.
pub const MAX_BYTES: u64 = 64 << 10;
const MAX_NODES: u32 = 256;
const MAX_LISTED: usize = 64;

/// What a record says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Record {
    /// Its value.
    pub output: [u8; 64],
    /// When it was published, in seconds since 1970; not known of a bare value.
    pub time: Option<i64>,
}

impl From<[u8; 64]> for Record {
    fn from(output: [u8; 64]) -> Self {
        Self { output, time: None }
    }
}

const fn refused<T>(reason: &'static str) -> Result<T, ChallengeError> {
    Err(ChallengeError::Beacon(reason))
}

fn need<T>(value: Option<T>, missing: &'static str) -> Result<T, ChallengeError> {
    value.ok_or(ChallengeError::Beacon(missing))
}

/// The record in the bytes of a file: XML of the beacon 1.0, JSON of 2.0, or the value alone as 128 hexadecimal digits.
///
/// # Errors
///
/// If they are none of these, or the value is not the hash that it should be.
pub fn read(bytes: &[u8]) -> Result<Record, ChallengeError> {
    if bytes.len() as u64 > MAX_BYTES {
        return Err(ChallengeError::TooLarge(MAX_BYTES));
    }
    let Ok(text) = std::str::from_utf8(bytes) else {
        return refused("it is no text");
    };
    match text.trim_start().as_bytes().first() {
        Some(b'<') => xml(text),
        Some(b'{') => json(text),
        _ => Ok(Record { output: value(text.trim())?, time: None }),
    }
}

fn xml(text: &str) -> Result<Record, ChallengeError> {
    let options = roxmltree::ParsingOptions { nodes_limit: MAX_NODES, ..Default::default() };
    let Ok(document) = roxmltree::Document::parse_with_options(text, options) else {
        return refused("it begins as XML and is none");
    };
    let record = document.root_element();
    if record.tag_name().name() != "record" {
        return refused("the XML is no record of the beacon");
    }
    let only = |name: &str| {
        let mut found = record.children().filter(|node| node.tag_name().name() == name);
        let field = found.next().filter(|_| found.next().is_none())?;
        let mut inner = field.children();
        let text = inner.next().filter(|_| inner.next().is_none())?;
        if text.is_text() { text.text() } else { None }
    };
    let field = |name| need(only(name), "a field of the record is missing, or is there twice");
    if field("version")? != "Version 1.0" {
        return refused("the record is of another version than 1.0");
    }
    let time = field("timeStamp")?.parse().ok().filter(|&time: &i64| time >= 0);
    let output = value(field("outputValue")?)?;
    let signature = hexadecimal(field("signatureValue")?)?;
    if Sha512::digest(&signature)[..] != output {
        return refused("its value is not the SHA-512 of its signature");
    }
    Ok(Record { output, time: Some(need(time, "its time is no number of seconds")?) })
}

#[derive(Deserialize)]
struct Envelope {
    pulse: Pulse,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Pulse {
    uri: String,
    version: String,
    cipher_suite: u32,
    period: u32,
    certificate_id: String,
    chain_index: u64,
    pulse_index: u64,
    time_stamp: String,
    local_random_value: String,
    external: External,
    list_values: Vec<Listed>,
    precommitment_value: String,
    status_code: u32,
    signature_value: String,
    output_value: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct External {
    source_id: String,
    status_code: u32,
    value: String,
}

#[derive(Deserialize)]
struct Listed {
    value: String,
}

fn json(text: &str) -> Result<Record, ChallengeError> {
    let Ok(Envelope { pulse }) = serde_json::from_str(text) else {
        return refused("it is no JSON of a pulse of the beacon 2.0");
    };
    if pulse.version.strip_prefix("Version ").unwrap_or(&pulse.version) != "2.0" {
        return refused("the pulse is of another version than 2.0");
    }
    if pulse.list_values.len() > MAX_LISTED {
        return refused("the pulse lists too many others");
    }
    let output = value(&pulse.output_value)?;
    if pulse.hash()? != output {
        return refused("its value is not the SHA-512 of its fields");
    }
    let time = seconds(&pulse.time_stamp);
    Ok(Record { output, time: Some(need(time, "its time is not as 2026-01-31T12:00:00.000Z")?) })
}

impl Pulse {
    /// Of its fields, in the order of IR 8213, each string and value behind its length.
    fn hash(&self) -> Result<[u8; 64], ChallengeError> {
        let mut hash = Sha512::new();
        let behind_length = |hash: &mut Sha512, bytes: &[u8]| {
            hash.update((bytes.len() as u32).to_be_bytes());
            hash.update(bytes);
        };
        behind_length(&mut hash, self.uri.as_bytes());
        behind_length(&mut hash, self.version.as_bytes());
        hash.update(self.cipher_suite.to_be_bytes());
        hash.update(self.period.to_be_bytes());
        behind_length(&mut hash, &hexadecimal(&self.certificate_id)?);
        hash.update(self.chain_index.to_be_bytes());
        hash.update(self.pulse_index.to_be_bytes());
        behind_length(&mut hash, self.time_stamp.as_bytes());
        behind_length(&mut hash, &hexadecimal(&self.local_random_value)?);
        behind_length(&mut hash, &hexadecimal(&self.external.source_id)?);
        hash.update(self.external.status_code.to_be_bytes());
        behind_length(&mut hash, &hexadecimal(&self.external.value)?);
        for listed in &self.list_values {
            behind_length(&mut hash, &hexadecimal(&listed.value)?);
        }
        behind_length(&mut hash, &hexadecimal(&self.precommitment_value)?);
        hash.update(self.status_code.to_be_bytes());
        hash.update(hexadecimal(&self.signature_value)?);
        Ok(hash.finalize().into())
    }
}

fn value(text: &str) -> Result<[u8; 64], ChallengeError> {
    let bytes = hexadecimal(text)?;
    need(bytes.try_into().ok(), "its value has not 64 bytes, which are 128 hexadecimal digits")
}

fn hexadecimal(text: &str) -> Result<Vec<u8>, ChallengeError> {
    let digit = |c: u8| (c as char).to_digit(16).map(|digit| digit as u8);
    let (pairs, rest) = text.as_bytes().as_chunks::<2>();
    let bytes: Option<Vec<u8>> =
        pairs.iter().map(|&[high, low]| Some(digit(high)? << 4 | digit(low)?)).collect();
    need(bytes.filter(|_| rest.is_empty()), "a value is not of hexadecimal digits, two to a byte")
}

/// The seconds since 1970 of `YYYY-MM-DDThh:mm:ss.fffZ` (or without `.fff`), the seconds' fraction left out.
fn seconds(text: &str) -> Option<i64> {
    let form = b"0000-00-00T00:00:00.000Z";
    let text = text.as_bytes();
    let fits = |form: &[u8]| {
        let same = |(&c, &f): (&u8, &u8)| if f == b'0' { c.is_ascii_digit() } else { c == f };
        text.len() == form.len() && text.iter().zip(form).all(same)
    };
    if !fits(form) && !fits(b"0000-00-00T00:00:00Z") {
        return None;
    }
    let number =
        |from: usize, to: usize| text[from..to].iter().fold(0, |n, c| n * 10 + i64::from(c - b'0'));
    let (year, month, day) = (number(0, 4), number(5, 7), number(8, 10));
    let (hour, minute, second) = (number(11, 13), number(14, 16), number(17, 19));
    let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let lengths = [31, if leap { 29 } else { 28 }, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    let before = usize::try_from(month - 1).ok()?;
    let days: i64 = lengths.get(..before)?.iter().sum();
    let valid = year >= 1970 && (1..=*lengths.get(before)?).contains(&day);
    if !valid || hour > 23 || minute > 59 || second > 59 {
        return None;
    }
    let leaps = |year: i64| year / 4 - year / 100 + year / 400;
    let years = (year - 1970) * 365 + leaps(year - 1) - leaps(1969);
    Some(((years + days + day - 1) * 24 + hour) * 3600 + minute * 60 + second)
}

#[cfg(test)]
mod tests {
    use super::seconds;

    #[test]
    fn times_are_seconds_since_1970() {
        // GNU date says so.
        for (text, expected) in [
            ("1970-01-01T00:00:00Z", 0),
            ("2000-02-29T12:00:00.000Z", 951_825_600),
            ("2018-08-30T17:44:00.000Z", 1_535_651_040),
            ("2026-07-10T10:56:00.000Z", 1_783_680_960),
            ("2100-03-01T00:00:00Z", 4_107_542_400),
        ] {
            assert_eq!(seconds(text), Some(expected), "{text}");
        }
        for text in [
            "",
            "2026-07-10",
            "2026-13-10T10:56:00Z",
            "2026-00-10T10:56:00Z",
            "2026-02-29T00:00:00Z",
            "2026-07-10T24:00:00Z",
            "2026-07-10T10:56:00.000+",
            "1969-12-31T23:59:00Z",
            "2026-07-10 10:56:00Z",
            "2026-07-10T10:56:00.0000Z",
        ] {
            assert_eq!(seconds(text), None, "{text}");
        }
    }
}
