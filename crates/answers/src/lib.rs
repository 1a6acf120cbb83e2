//! What answers the questions of the page: JSON in, JSON and progress out.
//!
//! There is no server here, no file, and no thread beside those of a search, so that the same
//! answers can be given inside a browser. `schema.json` describes every question and its answer.
//!
//! ```
//! use lastmove_answers::{Answer, Answers, AnswersConfig, CheckedQuestion};
//! use lastmove_work::Budget;
//!
//! let answers = Answers::new(AnswersConfig::default());
//! let task = CheckedQuestion::read("position", r#"{"game": "domineering", "position": "1x2"}"#).unwrap();
//! let answer = answers.answer(task, &Budget::default(), &|_| {}).unwrap();
//! let Answer::Json(text) = answer else { panic!("not JSON") };
//! assert!(text.contains(r#""to_move":"vertical""#) && text.contains(r#""winner":"horizontal""#));
//! ```
//!
//! Every question stands for itself: it carries the position, and nothing is kept but
//! transposition tables and the last certificates.

mod answer;
mod answers;
mod ask;
mod boards;
mod calculate;
mod certificates;
mod evaluate;
mod memory;
mod picture;
mod position;
mod problem;
mod proof;
mod regions;
mod review;
mod sgf;
mod solve;
mod sum;
mod think;
mod value;
mod verdict;

pub use answer::{Answer, AnswerEvent};
pub use answers::{Answers, AnswersConfig};
pub use ask::{CheckedQuestion, Cost, TellEvent};
pub use problem::Problem;

/// The description of all questions and answers: OpenAPI, written by hand; the tests hold answers
/// against it.
pub const SCHEMA: &str = include_str!("../schema.json");
