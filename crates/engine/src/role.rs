//! The two programs of a system under test, on a command line.

use std::{fmt, process::ExitCode};

use clap::{Args, Subcommand};
use ringassay_sut::kit::{Client, Server, serve_client, serve_server};

use crate::Error;

/// Which of the two programs.
#[derive(Debug, Subcommand)]
pub enum Role<A: Args + fmt::Debug> {
    /// Choose parameters, make keys, encrypt, decrypt.
    Client(A),
    /// Plan circuits and evaluate them.
    Server(A),
}

/// How many threads a program takes.
#[derive(Debug, Args)]
pub struct Threads {
    /// How many threads compute. The results are the same for any number.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
}

impl Threads {
    /// The number.
    #[must_use]
    pub fn count(&self) -> usize {
        self.threads.into()
    }
}

impl<A: Args + fmt::Debug> Role<A> {
    /// Serves on standard input and output, with what is made of the arguments.
    ///
    /// # Errors
    /// Returns the error of what is made.
    pub fn serve<C: Client, S: Server>(
        &self,
        client: impl FnOnce(&A) -> Result<C, Error>,
        server: impl FnOnce(&A) -> Result<S, Error>,
    ) -> Result<ExitCode, Error> {
        Ok(match self {
            Self::Client(arguments) => serve_client(client(arguments)?),
            Self::Server(arguments) => serve_server(server(arguments)?),
        })
    }
}
