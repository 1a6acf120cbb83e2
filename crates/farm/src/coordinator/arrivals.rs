//! Results on arrival.

use crate::messages::{Answer, Found, Proof};
use async_nats::jetstream::Message;

/// A message with what it says.
pub(super) struct Arrival {
    pub(super) message: Message,
    /// the answer, or why there is none
    pub(super) answer: Result<Answer, String>,
    /// what is known of its certificate
    pub(super) certificate: Verdict,
}

/// What the checker says of a certificate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// there is none, or it was not looked at
    Unchecked,
    /// it proves the result, and is in the folder
    Valid,
    /// it did not arrive as it was named, which need not be the worker's fault
    Missing(String),
    /// the worker sent it, and it does not prove the result
    Invalid(String),
}

impl Arrival {
    /// Reads a message.
    pub(super) fn read(message: Message) -> Self {
        let answer = serde_json::from_slice::<Answer>(&message.payload);
        let answer = answer.map_err(|e| format!("not an answer: {e}"));
        Self { message, answer, certificate: Verdict::Unchecked }
    }

    /// The certificate that it names.
    pub(super) fn proof(&self) -> Option<&Proof> {
        match &self.answer.as_ref().ok()?.answer {
            Found::Solved { proof, .. } => proof.as_ref(),
            _ => None,
        }
    }

    /// The worker that sent it, by the name that it gives.
    pub(super) fn worker(&self) -> &str {
        self.answer.as_ref().map_or("", |answer| &answer.worker)
    }
}

/// Bytes as a text.
pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
