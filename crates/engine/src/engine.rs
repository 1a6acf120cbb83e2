//! Answers to questions by name; the names are the server's addresses.

use lastmove_answers::{Answer, AnswerEvent, Answers, AnswersConfig, CheckedQuestion, Problem};
use lastmove_work::Budget;
use serde_json::json;
use std::time::Duration;

/// Memory of a worker, in bytes, divided as by a server: more than a third for the tree of an
/// engine or the writer of a certificate, as much for tables and caches.
const MEMORY: usize = 384 << 20;
/// The longest search; the command line has no such limit.
const TIME: Duration = Duration::from_secs(3600);

/// A part of the engine's answer to the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EngineOutput<'s> {
    /// an event during the computation, or the last one (`done`, `stopped`, `failed`): its name,
    /// and JSON
    Event(&'s str, &'s str),
    /// the bytes of a file, which come before the last event
    File(&'s [u8]),
}

/// Answers questions one after another, on one thread.
///
/// ```
/// use lastmove_engine::{PageEngine, EngineOutput};
/// let engine = PageEngine::default();
/// engine.answer("position", r#"{"game": "domineering", "position": "2x2"}"#, &|said| {
///     let EngineOutput::Event("done", data) = said else { panic!("{said:?}") };
///     assert!(data.contains(r#""to_move":"vertical""#));
/// });
/// ```
pub struct PageEngine(Answers);

impl Default for PageEngine {
    fn default() -> Self {
        let config = AnswersConfig {
            threads: 1,
            memory: MEMORY,
            time: TIME,
            searches: 1,
            ..AnswersConfig::default()
        };
        Self(Answers::new(config))
    }
}

impl PageEngine {
    /// Answers a question by calls of `say`. The last call is always an event that ends the
    /// question.
    pub fn answer(&self, name: &str, question: &str, say: &(dyn Fn(EngineOutput<'_>) + Sync)) {
        let tell = |event: AnswerEvent| say(EngineOutput::Event(event.name, &event.data));
        match self.find(name, question, &tell) {
            Ok(Answer::File(kind, bytes)) => {
                say(EngineOutput::File(&bytes));
                say(EngineOutput::Event("done", &json!({ "type": kind }).to_string()));
            }
            answer => tell(AnswerEvent::last(answer)),
        }
    }

    fn find(
        &self,
        name: &str,
        question: &str,
        tell: &(dyn Fn(AnswerEvent) + Sync),
    ) -> Result<Answer, Problem> {
        if name == "info" {
            return Ok(self.0.info());
        }
        if let Some(id) = name.strip_prefix("certificate/") {
            return Ok(Answer::File("application/octet-stream", self.0.certificate(id)?));
        }
        self.0.answer(CheckedQuestion::read(name, question)?, &Budget::default(), tell)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Value;
    use std::sync::Mutex;

    /// The whole answer: events, and files as their lengths.
    fn said(engine: &PageEngine, name: &str, question: &str) -> Vec<(String, Value)> {
        let all = Mutex::new(Vec::new());
        engine.answer(name, question, &|said| {
            all.lock().unwrap().push(match said {
                EngineOutput::Event(name, data) => {
                    (name.to_owned(), serde_json::from_str(data).unwrap())
                }
                EngineOutput::File(bytes) => ("file".to_owned(), bytes.len().into()),
            });
        });
        all.into_inner().unwrap()
    }

    #[test]
    fn a_search_ends_with_its_answer_and_its_certificate_can_be_had() {
        let engine = PageEngine::default();
        let question = r#"{"game": "domineering", "position": "4x4", "certificate": true}"#;
        let events = said(&engine, "solve", question);
        let (name, solved) = events.last().unwrap();
        assert_eq!((name.as_str(), &solved["class"]), ("done", &"1".into()));
        assert_eq!(solved["certificate"]["verified"], true);
        let id = solved["certificate"]["id"].as_str().unwrap();
        let file = said(&engine, &format!("certificate/{id}"), "");
        assert_eq!(file[0], ("file".to_owned(), solved["certificate"]["bytes"].clone()));
        assert_eq!(file[1].0, "done");
    }

    #[test]
    fn what_makes_no_sense_fails_in_one_line() {
        let engine = PageEngine::default();
        for (name, question) in [
            ("position", "{"),
            ("position", r#"{"game": "amazons", "position": "99x99"}"#),
            ("nothing", "{}"),
            ("certificate/0", ""),
        ] {
            let events = said(&engine, name, question);
            assert_eq!(events.len(), 1, "{name}");
            assert_eq!(events[0].0, "failed", "{name}");
            assert!(!events[0].1["error"].as_str().unwrap().contains('\n'), "{name}");
        }
        assert_eq!(said(&engine, "info", "")[0].1["threads"], 1);
    }
}
