//! Results on arrival: what is checked before they count.

use crate::FarmError;
use crate::log::Folder;
use crate::messages::{Answer, Found, Proof};
use crate::streams::Place;
use async_nats::jetstream::Message;
use futures_util::StreamExt;
use lastmove_board::{Game, Side};
use lastmove_proof::Claim;
use lastmove_work::file::Draft;
use sha2::{Digest, Sha256};
use std::fs::File;
use std::io::{BufReader, Write};
use tokio::io::AsyncReadExt;

/// Certificates that are fetched at the same time.
const AT_ONCE: usize = 16;

/// A message with what it says.
pub(super) struct Arrival {
    pub(super) message: Message,
    /// the answer, or why there is none
    pub(super) answer: Result<Answer, String>,
}

/// Reads messages and fetches their certificates. `wanted` says which are worth it.
pub(super) async fn receive(
    place: &Place,
    folder: &Folder,
    game: Game,
    messages: Vec<Message>,
    wanted: impl Fn(&Answer) -> bool,
) -> Result<Vec<Arrival>, FarmError> {
    let parse = |message: Message| {
        let answer = serde_json::from_slice::<Answer>(&message.payload);
        Arrival { answer: answer.map_err(|e| format!("not an answer: {e}")), message }
    };
    let arrivals: Vec<Arrival> = messages.into_iter().map(parse).collect();
    let fetch = |mut arrival: Arrival| {
        let fetched = arrival.answer.as_ref().is_ok_and(&wanted);
        async move {
            if let (true, Ok(answer)) = (fetched, &arrival.answer)
                && let Found::Solved { winner, proof: Some(proof) } = &answer.answer
                && let Err(error) = certificate(place, folder, game, answer, *winner, proof).await
            {
                match error {
                    Bad::Certificate(reason) => arrival.answer = Err(reason),
                    Bad::Disk(error) => return Err(error),
                }
            }
            Ok(arrival)
        }
    };
    let mut all = Vec::with_capacity(arrivals.len());
    let mut fetching =
        futures_util::stream::iter(arrivals.into_iter().map(fetch)).buffered(AT_ONCE);
    while let Some(arrival) = fetching.next().await {
        all.push(arrival?);
    }
    Ok(all)
}

enum Bad {
    /// the result does not count
    Certificate(String),
    /// we cannot go on
    Disk(FarmError),
}

/// Fetches a certificate, checks that it is the one that was named and that it claims this result,
/// and keeps it in the folder.
async fn certificate(
    place: &Place,
    folder: &Folder,
    game: Game,
    answer: &Answer,
    winner: Side,
    proof: &Proof,
) -> Result<(), Bad> {
    let bad = |reason: String| Bad::Certificate(format!("{}: {reason}", answer.position));
    if proof.hash.len() != 64 || !proof.hash.bytes().all(|b| b.is_ascii_hexdigit()) {
        return Err(bad("its certificate has no proper name".to_owned()));
    }
    let path = folder.proof(&proof.hash);
    let disk = |e: &dyn std::fmt::Display| {
        Bad::Disk(FarmError::Failed(format!(
            "{}: cannot write: {e}; make room and run `lastmove farm start` again, nothing is lost",
            path.display()
        )))
    };
    if !path.exists() {
        let store = place.proofs().await.map_err(|e| bad(e.to_string()))?;
        let object = store.get(&proof.hash).await;
        let mut object = object.map_err(|e| bad(format!("its certificate cannot be had: {e}")))?;
        let mut draft = Draft::create(&path).map_err(|e| disk(&e))?;
        let (mut hash, mut buffer) = (Sha256::new(), vec![0; 1 << 16]);
        loop {
            let read = object.read(&mut buffer).await;
            match read.map_err(|e| bad(format!("its certificate cannot be read: {e}")))? {
                0 => break,
                n => {
                    hash.update(&buffer[..n]);
                    draft.write_all(&buffer[..n]).map_err(|e| disk(&e))?;
                }
            }
        }
        if hex(&hash.finalize()) != proof.hash {
            return Err(bad("its certificate is not the one that was named".to_owned()));
        }
        draft.commit().map_err(|e| disk(&e))?;
    }
    let file = File::open(&path).map_err(|e| disk(&e))?;
    let claims = lastmove_proof::claims(BufReader::new(file)).map_err(|e| bad(e.to_string()));
    let claims = claims.and_then(|claims| match &claims[..] {
        [claim] if Some(claim) == expected(game, answer, winner).as_ref() => Ok(()),
        _ => Err(bad("its certificate is of something else".to_owned())),
    });
    if claims.is_err() {
        let _ = std::fs::remove_file(&path);
    }
    claims
}

fn expected(game: Game, answer: &Answer, winner: Side) -> Option<Claim> {
    let diagram = lastmove_report::read(game, &answer.position).ok()?;
    Claim::new(game.into(), diagram, winner).ok()
}

/// Bytes as a text.
pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
