//! The control packets of protocol 2: HELLO, REPORT and ERROR as JSON objects.
//!
//! Keys that are not known here are kept, so that they can be stored and shown.

use std::fmt;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use thiserror::Error;

/// The environment variable by which a harness offers protocol 2.
pub const PROTOCOL_VARIABLE: &str = "RINGASSAY_PROTOCOL";
/// The value of [`PROTOCOL_VARIABLE`] and of `protocol` in HELLO.
pub const PROTOCOL: u64 = 2;
/// The value of `planner` in HELLO by which a system asks for slot programs in place of circuits.
pub const PLANNER: &str = "ringassay";
/// Longest `name`, `version`, `library`, `library_version`, `scheme` and `planner`, in bytes.
pub const MAX_NAME_BYTES: usize = 256;

/// One of the two programs of a system under test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// Generates keys, encrypts and decrypts.
    Client,
    /// Takes circuits and evaluates them.
    Server,
}

impl Role {
    /// `client` or `server`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Client => "client",
            Self::Server => "server",
        }
    }
}

impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// What a program says of itself before it reads anything.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Hello {
    /// The protocol version, [`PROTOCOL`].
    pub protocol: u64,
    /// Which of the two programs speaks.
    pub role: Role,
    /// Name of the system under test.
    pub name: String,
    /// Its own version.
    pub version: String,
    /// The library it is built on, for example `SEAL`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub library: Option<String>,
    /// That library's version.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub library_version: Option<String>,
    /// The scheme, for example `BFV`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scheme: Option<String>,
    /// Plaintext spaces it can work in (`gf2`, `zt`, `real`, `complex`); `None`: not said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub spaces: Option<Vec<String>>,
    /// Names of the gates it can evaluate; `None`: not said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub gates: Option<Vec<String>>,
    /// Who plans circuits: [`PLANNER`], or the system itself in whatever way it names; `None`: not
    /// said, the system itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub planner: Option<String>,
    /// The largest circuits it takes.
    #[serde(default, skip_serializing_if = "Limits::is_empty")]
    pub limits: Limits,
    /// Every other key.
    #[serde(flatten)]
    pub other: Map<String, Value>,
}

/// Limits that a program declares; `None`: none declared, but for `max_outputs`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Limits {
    /// Largest batch ℓ.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_batch: Option<u64>,
    /// Largest circuit depth.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_depth: Option<u64>,
    /// Largest plaintext modulus of `zt`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_modulus: Option<u64>,
    /// Largest security level λ, in bits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_security: Option<u64>,
    /// Most outputs of a circuit; `None`: one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_outputs: Option<u64>,
    /// Smallest plaintext modulus of `zt`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub min_modulus: Option<u64>,
    /// Every other key.
    #[serde(flatten)]
    pub other: Map<String, Value>,
}

impl Limits {
    /// Whether nothing is declared.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

/// What a program measured and chose, sent before an answer.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Report {
    /// Monotonic time from the last request byte read to the first answer byte written, in ns.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub compute_ns: Option<u64>,
    /// CPU time of the program, its threads and children in that interval, in ns.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cpu_ns: Option<u64>,
    /// Largest resident size so far, in bytes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub peak_bytes: Option<u64>,
    /// With a key: the parameters chosen (`n`, `log2_q`, `security_bits` …).
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub parameters: Map<String, Value>,
    /// What a reader of the report must know.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
    /// Every other key.
    #[serde(flatten)]
    pub other: Map<String, Value>,
}

/// Why there is no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ErrorKind {
    /// This cannot be done: too deep, batch too large.
    Refused,
    /// Something went wrong inside.
    Failed,
}

/// An error in place of an answer; the session goes on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ErrorReply {
    /// Whether it cannot be done or went wrong.
    pub kind: ErrorKind,
    /// What a person must know.
    pub message: String,
    /// Every other key.
    #[serde(flatten)]
    pub other: Map<String, Value>,
}

/// A control packet whose body is not what the protocol says.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ControlError {
    /// Not JSON, or an object without the required keys or with values of a wrong type.
    #[error(
        "the {packet} packet must hold one JSON object as in `ringassay --page protocol`: {reason}"
    )]
    Body {
        /// The packet's header.
        packet: &'static str,
        /// What the JSON reader says, with its column.
        reason: String,
    },
    /// A protocol that is not this one.
    #[error("HELLO must say protocol 2, not {0}")]
    Protocol(u64),
    /// A name beyond [`MAX_NAME_BYTES`].
    #[error("{key} in HELLO is {bytes} bytes long; at most {MAX_NAME_BYTES} are allowed")]
    TooLong {
        /// The key.
        key: &'static str,
        /// Its length.
        bytes: usize,
    },
}

impl Hello {
    /// Whether the system takes slot programs: its key begins with a target, its circuits come as
    /// PROGRAM packets.
    #[must_use]
    pub fn takes_programs(&self) -> bool {
        self.planner.as_deref() == Some(PLANNER)
    }

    /// Reads the body of a HELLO packet.
    ///
    /// # Errors
    /// When it is not one JSON object with the required keys, another protocol, or a name is
    /// longer than [`MAX_NAME_BYTES`].
    pub fn parse(body: &[u8]) -> Result<Self, ControlError> {
        let hello: Self = parse("HELLO", body)?;
        if hello.protocol != PROTOCOL {
            return Err(ControlError::Protocol(hello.protocol));
        }
        for (key, value) in [
            ("name", Some(&hello.name)),
            ("version", Some(&hello.version)),
            ("library", hello.library.as_ref()),
            ("library_version", hello.library_version.as_ref()),
            ("scheme", hello.scheme.as_ref()),
            ("planner", hello.planner.as_ref()),
        ] {
            if let Some(bytes) = value.map(String::len).filter(|&n| n > MAX_NAME_BYTES) {
                return Err(ControlError::TooLong { key, bytes });
            }
        }
        Ok(hello)
    }
}

impl Report {
    /// Reads the body of a REPORT packet.
    ///
    /// # Errors
    /// When it is not a JSON object, or a known key has a value of a wrong type.
    pub fn parse(body: &[u8]) -> Result<Self, ControlError> {
        parse("REPORT", body)
    }
}

impl ErrorReply {
    /// Reads the body of an ERROR packet.
    ///
    /// # Errors
    /// When it is not a JSON object with `kind` and `message`.
    pub fn parse(body: &[u8]) -> Result<Self, ControlError> {
        parse("ERROR", body)
    }
}

fn parse<T: DeserializeOwned>(packet: &'static str, body: &[u8]) -> Result<T, ControlError> {
    // A derived struct would also accept a JSON array of its fields.
    if body.iter().find(|byte| !byte.is_ascii_whitespace()) != Some(&b'{') {
        return Err(ControlError::Body {
            packet,
            reason: "the body does not start with a brace".to_owned(),
        });
    }
    serde_json::from_slice(body)
        .map_err(|error| ControlError::Body { packet, reason: error.to_string() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unknown_keys_are_kept() {
        let body = br#"{"protocol":2,"role":"server","name":"x","version":"1","colour":"blue",
            "limits":{"max_batch":8192,"max_rotations":3}}"#;
        let hello = Hello::parse(body).unwrap();
        assert_eq!((hello.role, hello.limits.max_batch), (Role::Server, Some(8192)));
        assert_eq!(hello.other["colour"], "blue");
        assert_eq!(hello.limits.other["max_rotations"], 3);
        let again = Hello::parse(&serde_json::to_vec(&hello).unwrap()).unwrap();
        assert_eq!(again, hello);
        let report = Report::parse(br#"{"compute_ns":5,"notes":["n"],"threads":2}"#).unwrap();
        assert_eq!((report.compute_ns, report.cpu_ns), (Some(5), None));
        assert_eq!(report.other["threads"], 2);
    }

    #[test]
    fn what_is_no_hello_is_refused() {
        let long = format!(
            r#"{{"protocol":2,"role":"client","name":"{}","version":"1"}}"#,
            "x".repeat(257)
        );
        let deep = "[".repeat(100_000);
        for body in [
            "",
            "{",
            "null",
            r#"[2,"client","x","1"]"#,
            r#"{"protocol":2}"#,
            r#"{"protocol":"2","role":"client","name":"x","version":"1"}"#,
            r#"{"protocol":1,"role":"client","name":"x","version":"1"}"#,
            r#"{"protocol":2,"role":"Client","name":"x","version":"1"}"#,
            r#"{"protocol":2,"role":"client","name":5,"version":"1"}"#,
            r#"{"protocol":2,"role":"client","name":"x","version":"1"} x"#,
            r#"{"protocol":2,"role":"client","name":"x","name":"y","version":"1"}"#,
            r#"{"protocol":2,"role":"client","name":"x","version":"1","limits":{"max_batch":-1}}"#,
            r#"{"protocol":2,"role":"client","name":"x","version":"1","limits":{"max_batch":1.5}}"#,
            &format!(r#"{{"other":{deep}"#),
            &long,
        ] {
            assert!(Hello::parse(body.as_bytes()).is_err(), "{body:.80}");
        }
        assert!(Hello::parse(b"{\"protocol\":2,\"role\":\"client\",\"name\":\"\xff\"}").is_err());
        for body in ["[]", r#"{"compute_ns":-5}"#, r#"{"notes":"n"}"#, r#"{"peak_bytes":1e3}"#] {
            assert!(Report::parse(body.as_bytes()).is_err(), "{body}");
        }
        for body in [r#"{"kind":"refused"}"#, r#"{"kind":"no","message":""}"#] {
            assert!(ErrorReply::parse(body.as_bytes()).is_err(), "{body}");
        }
    }
}
