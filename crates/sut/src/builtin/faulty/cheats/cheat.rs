//! The cheats, by name.

use clap::ValueEnum;

/// One way to pretend to encrypt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, ValueEnum)]
pub enum Cheat {
    /// Ciphertexts are the texts.
    Plain,
    /// The text with a constant XORed to each byte.
    XorConstant,
    /// The text in base64.
    Base64,
    /// The text with its runs shortened.
    Compressed,
    /// A stream cipher without a nonce: equal inputs, equal ciphertexts.
    Deterministic,
    /// Noise, with the text behind it.
    Appended,
    /// A cipher whose key follows from the ciphertext.
    KeyInCiphertext,
    /// A cipher with one key for all the world.
    SharedKey,
    /// A nonce of eight bytes, the text enciphered, and zeros up to the size claimed.
    Padding,
    /// A nonce and the text enciphered: far less than an element of the ring claimed.
    Small,
    /// Noise; the text lies in a file that its first bytes name.
    File,
    /// Noise; the text of the last encryption lies in a file.
    LastFile,
    /// Noise; the text lies in shared memory that its first bytes name.
    SharedMemory,
    /// Noise; the client gives the text to the server through a socket.
    Socket,
    /// Noise; the server asks the client for the text when it evaluates.
    AskClient,
    /// Noise; the text lies in a file that the whole of the ciphertext names. Isolation alone shows it.
    HashedFile,
    /// Noise; the text lies in locks on a file that both programs can read, at places that the whole of
    /// the ciphertext names. Answers are enciphered. Isolation alone shows it.
    Locks,
    /// The same with keys of the session. Isolation alone shows it.
    Keyring,
    /// Noise; every answer is zero.
    Constant,
    /// The server answers every ciphertext as the first that it got.
    KeepsFirst,
    /// The secret key is in the public key: the server deciphers. No probe of ours shows it.
    KeySent,
    /// As `KeySent`, with a counter in front of each ciphertext: nothing of it hangs on the input.
    Counted,
    /// The server returns the circuit with the ciphertext; the client computes.
    ClientComputes,
    /// The same, but the circuit comes with the first answer only.
    ClientRemembers,
    /// The text in front of every second ciphertext.
    EverySecond,
    /// The text somewhere in every second ciphertext.
    Scattered,
    /// The length of a ciphertext hangs on the text.
    Lengths,
    /// One of eight nonces.
    FewNonces,
    /// A ciphertext for a quarter of the ring dimension claimed.
    SmallRing,
    /// A ciphertext for five times the modulus claimed.
    LargeModulus,
    /// One of two parts is the same in all ciphertexts under a key.
    FixedPart,
    /// Both parts of a ciphertext are the same.
    Doubled,
    /// One part of two, and no seed for the other.
    OnePart,
    /// The secret that is claimed is zero, to all intents and purposes.
    NarrowSecret,
    /// The errors that are claimed are zero.
    NarrowErrors,
    /// The errors that are claimed leave nothing to decrypt.
    WideErrors,
    /// One secret key for all the world; each client refuses ciphertexts without its own mark.
    MarkedKey,
}

impl Cheat {
    /// Whether a ciphertext is noise, and the text goes another way.
    pub(super) fn is_noise(self) -> bool {
        matches!(
            self,
            Self::File
                | Self::LastFile
                | Self::SharedMemory
                | Self::Socket
                | Self::AskClient
                | Self::HashedFile
                | Self::Locks
                | Self::Keyring
                | Self::Constant
        )
    }

    /// Whether answers stay in their ciphertexts, although inputs go another way: then nothing is
    /// missing while the client is held still.
    pub(super) fn enciphers_answers(self) -> bool {
        matches!(self, Self::Locks | Self::Keyring)
    }

    /// Whether the client computes what the server was asked for.
    pub(super) fn computes_at_home(self) -> bool {
        matches!(self, Self::ClientComputes | Self::ClientRemembers)
    }
}
