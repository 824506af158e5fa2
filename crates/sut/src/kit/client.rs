//! A [`Client`] as a [`Session`].

use crate::hello::Role;
use crate::kit::meter::Meter;
use crate::kit::{Answer, Body, Client, Protocol, Remarks, ServeError, Session, keytext};
use crate::packet::{Form, Kind, Packet};

/// A client that answers packets.
#[derive(Debug)]
pub struct ClientSession<C> {
    client: C,
    protocol: Protocol,
}

impl<C: Client> ClientSession<C> {
    /// A session of `client`.
    pub fn new(client: C, protocol: Protocol) -> Self {
        Self { client, protocol }
    }
}

impl<C: Client> Session for ClientSession<C> {
    fn protocol(&self) -> Protocol {
        self.protocol
    }

    fn key_form(&self) -> Form {
        // A client receives parameters, never a key.
        Form::Text
    }

    fn hello(&self) -> Option<Vec<u8>> {
        self.client.about().packet(Role::Client, self.protocol)
    }

    fn answer(&mut self, request: &Packet) -> Result<Option<Answer>, ServeError> {
        let meter = Meter::start();
        let mut remarks = Remarks::default();
        let result =
            match request.kind {
                Kind::Key => self.client.generate_key(request.text(), &mut remarks).map(|key| {
                    match self.protocol {
                        Protocol::Two => (Kind::Key, Body::Chunks(key)),
                        Protocol::Original => (Kind::Key, Body::Text(keytext::encode(&key))),
                    }
                }),
                Kind::Pdata => self
                    .client
                    .encrypt(request.text(), &mut remarks)
                    .map(|ciphertext| (Kind::Edata, Body::Chunks(ciphertext))),
                Kind::Edata => {
                    let chunks: Vec<&[u8]> = request.chunks().collect();
                    self.client
                        .decrypt(&chunks, &mut remarks)
                        .map(|output| (Kind::Pdata, Body::Text(output)))
                }
                _ => return Err(request.unexpected("a KEY, PDATA or EDATA packet").into()),
            };
        let extra = serde_json::Map::new();
        meter.finish(self.protocol, remarks, extra, result).map(Some)
    }
}
