//! Results as they arrive.

use crate::messages::{StoredProof, UnitAnswer, UnitResult};
use async_nats::jetstream::Message;

/// A message with its parsed content.
pub(super) struct Arrival {
    pub(super) message: Message,
    /// the answer, or why the message is not an answer
    pub(super) answer: Result<UnitAnswer, String>,
    /// the verdict on its certificate
    pub(super) certificate: Verdict,
}

/// The result of checking a certificate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// there is no certificate, or it was not checked
    Unchecked,
    /// it proves the result, and is stored in the folder
    Valid,
    /// it was not received as announced; this need not be the worker's fault
    Missing(String),
    /// the worker sent it, and it does not prove the result
    Invalid(String),
}

impl Arrival {
    /// Reads a message.
    pub(super) fn read(message: Message) -> Self {
        let answer = serde_json::from_slice::<UnitAnswer>(&message.payload);
        let answer = answer.map_err(|e| format!("not an answer: {e}"));
        Self { message, answer, certificate: Verdict::Unchecked }
    }

    /// The certificate that the answer names.
    pub(super) fn proof(&self) -> Option<&StoredProof> {
        match &self.answer.as_ref().ok()?.answer {
            UnitResult::Solved { proof, .. } => proof.as_ref(),
            _ => None,
        }
    }

    /// The name that the sending worker gives itself.
    pub(super) fn worker(&self) -> &str {
        self.answer.as_ref().map_or("", |answer| &answer.worker)
    }
}

/// Bytes as hexadecimal digits.
pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
