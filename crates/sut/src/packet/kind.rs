//! The packet kinds and the two forms a body can take.

use std::fmt;

/// A kind of packet, named by its header line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Key parameters (request) or a public key (answer).
    Key,
    /// A circuit (request) or `CIRCUIT READY` (answer).
    Circuit,
    /// A slot program, in place of a circuit.
    Program,
    /// Plaintext data: an input or an output.
    Pdata,
    /// Encrypted data.
    Edata,
    /// Protocol 2: a program says who it is.
    Hello,
    /// Protocol 2: what a program measured, sent before its answer.
    Report,
    /// Protocol 2: a refusal or failure in place of an answer.
    Error,
}

/// The form of a packet's body.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Form {
    /// Lines of text up to the first line that is the footer.
    Text,
    /// One or more chunks of declared size.
    Chunks,
}

impl Kind {
    /// Every kind.
    pub const ALL: [Self; 8] = [
        Self::Key,
        Self::Circuit,
        Self::Program,
        Self::Pdata,
        Self::Edata,
        Self::Hello,
        Self::Report,
        Self::Error,
    ];

    /// The header line without its line feed.
    #[must_use]
    pub const fn header(self) -> &'static str {
        match self {
            Self::Key => "KEY",
            Self::Circuit => "CIRCUIT",
            Self::Program => "PROGRAM",
            Self::Pdata => "PDATA",
            Self::Edata => "EDATA",
            Self::Hello => "HELLO",
            Self::Report => "REPORT",
            Self::Error => "ERROR",
        }
    }

    /// The footer line without its line feed.
    #[must_use]
    pub const fn footer(self) -> &'static str {
        match self {
            Self::Key => "ENDKEY",
            Self::Circuit => "ENDCIRCUIT",
            Self::Program => "ENDPROGRAM",
            Self::Pdata => "ENDPDATA",
            Self::Edata => "ENDEDATA",
            Self::Hello => "ENDHELLO",
            Self::Report => "ENDREPORT",
            Self::Error => "ENDERROR",
        }
    }

    /// Whether this is a control packet of protocol 2: one line of JSON, with a limit of its own.
    #[must_use]
    pub const fn is_control(self) -> bool {
        matches!(self, Self::Hello | Self::Report | Self::Error)
    }

    /// The form of this kind's body; that of KEY depends on the protocol and direction.
    pub(super) const fn form(self, key_form: Form) -> Form {
        match self {
            Self::Key => key_form,
            Self::Edata => Form::Chunks,
            _ => Form::Text,
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.header())
    }
}
