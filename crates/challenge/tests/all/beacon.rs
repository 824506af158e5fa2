//! Records that NIST published, and what is none.

use std::fs;

use ringassay_challenge::beacon::{MAX_BYTES, Record, read};
use ringassay_challenge::{Challenge, Parameters};

fn vector(name: &str) -> String {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../vectors/beacon/");
    fs::read_to_string(format!("{folder}{name}")).unwrap()
}

const RECORD: &str = "1471449900.xml";
const PULSE: &str = "2-1853305.json";

#[test]
fn published_records_are_read() {
    let record = read(vector(RECORD).as_bytes()).unwrap();
    assert_eq!(record.time, Some(1_471_449_900));
    assert_eq!((record.output[0], record.output[63]), (0x06, 0x02));
    let pulse = read(vector(PULSE).as_bytes()).unwrap();
    assert_eq!(pulse.time, Some(1_783_680_960));
    assert_eq!((pulse.output[0], pulse.output[63]), (0x92, 0xfa));
    let digits: String = record.output.iter().map(|byte| format!("{byte:02x}")).collect();
    for text in [digits.clone(), digits.to_uppercase(), format!(" {digits}\n")] {
        assert_eq!(read(text.as_bytes()).unwrap(), Record { time: None, ..record });
    }
}

#[test]
fn every_changed_digit_of_value_signature_and_fields_is_found() {
    let hexadecimal = |text: &str, at: usize| text.as_bytes()[at].is_ascii_hexdigit();
    let text = vector(RECORD);
    let start = text.find("<signatureValue>").unwrap() + "<signatureValue>".len();
    for at in (start..text.find("<statusCode>").unwrap()).filter(|&at| hexadecimal(&text, at)) {
        let mut bytes = text.clone().into_bytes();
        bytes[at] = if bytes[at] == b'0' { b'1' } else { b'0' };
        assert!(read(&bytes).is_err(), "byte {at}");
    }
    // Every value between quotes but the addresses and names of other pulses, which are not signed.
    let text = vector(PULSE);
    let mut changed = 0;
    let mut start = 0;
    for line in text.lines() {
        let (key, value) = line.split_once(" : ").unwrap_or(("", ""));
        let is_other =
            key.contains("type") || value.contains("pulse/") && !value.ends_with("305\",");
        for (at, c) in line.bytes().enumerate().skip(key.len() + 3) {
            if !is_other && c.is_ascii_digit() {
                let mut bytes = text.clone().into_bytes();
                bytes[start + at] = if c == b'7' { b'8' } else { b'7' };
                assert!(read(&bytes).is_err(), "{line}");
                changed += 1;
            }
        }
        start += line.len() + 1;
    }
    assert!(changed > 1000, "{changed}");
}

#[test]
fn what_is_no_record_is_refused() {
    let (xml, json) = (vector(RECORD), vector(PULSE));
    let digits = "0".repeat(128);
    let twice = xml.replace("<statusCode>", "<outputValue>00</outputValue><statusCode>");
    let entity = xml
        .replace("<record", "<!DOCTYPE r [<!ENTITY a \"aaaa\"><!ENTITY b \"&a;&a;&a;\">]><record");
    let deep = format!("{}{}", "<record>".repeat(5000), "</record>".repeat(5000));
    for text in [
        String::new(),
        digits[1..].to_owned(),
        format!("{digits}0"),
        format!("{digits}\n0"),
        format!("{digits} trailing"),
        digits.replacen("00", "0x", 1),
        digits.replacen("00", "+0", 1),
        format!("{xml}{xml}"),
        format!("{xml}x"),
        xml[..xml.len() - 1].to_owned(),
        twice,
        entity,
        xml.replace("<outputValue>06", "<outputValue>06<!-- -->"),
        xml.replace("1471449900", "-60"),
        xml.replace("1471449900", "1e9"),
        xml.replace("Version 1.0", "Version 9"),
        xml.replace("record", "recording"),
        deep,
        format!("{json}{{}}"),
        json.replace("\"2.0\"", "\"3.0\""),
        json.replace(
            "\"statusCode\" : 0,\n    \"sig",
            "\"statusCode\" : 0, \"statusCode\" : 0,\n    \"sig",
        ),
        "{\"pulse\":".repeat(10_000),
        "[".repeat(60_000),
        "x".repeat(MAX_BYTES as usize + 1),
    ] {
        assert!(read(text.as_bytes()).is_err(), "{}", &text[..text.len().min(200)]);
    }
    assert!(read(&[0xff; 64]).is_err());
}

#[test]
fn a_record_of_another_time_chooses_nothing() {
    let parameters = Parameters::rounding(8, 8, 4, 4).unwrap();
    let record = read(vector(RECORD).as_bytes()).unwrap();
    let mut challenge =
        Challenge { id: 1, instances: 32, epoch: 1_471_449_900, offset: 1, parameters };
    // 0xbe = 190 = 5·32 + 30.
    assert_eq!(challenge.suppressed(&record).unwrap(), 30);
    challenge.epoch += 60;
    assert!(challenge.suppressed(&record).is_err());
    assert_eq!(challenge.suppressed(&record.output.into()).unwrap(), 30);
}
