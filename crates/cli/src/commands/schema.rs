//! `lastmove schema`: JSON schemas of all answers, made from the types that the commands print.

use super::analyse::{AnalysedPosition, game::ReviewedGame};
use super::bench::Measured;
use super::completions::Script;
use super::db;
use super::evaluate::{amazons::Areas, domineering::Covers};
use super::graph::Graphs;
use super::man::Written;
use super::matches::summary::MatchFields;
use super::openings::Openings;
use super::overview::Overview;
use super::perft::Leaves;
use super::play::PlayedOut;
use super::regions::CountedRegions;
use super::reproduce::{Items, KeptTables, Tables};
use super::serve::Served;
use super::show::ShownBoard;
use super::site::WrittenSite;
use super::thermograph::ThermographAnswer;
use super::value::{cgt::Evaluated, positions::Valued};
use super::verify::Verdict;
use super::winners::{amazons::AmazonsChart, domineering as chart};
use super::zugzwang::{FoundZugzwangs, sum::PlannedSum};
use crate::args::Version;
use crate::batch::{BatchAnswer, BatchError};
use crate::flags::suggesting;
use crate::{Failure, Session, output};
use clap::builder::TypedValueParser;
use lastmove_lab::Computed;
use lastmove_report::SolvedSum;
use lastmove_report::solve::Solved;
use lastmove_report::units::{Merged, UnitsProgress};
use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::Serialize;
use serde_json::{Map, Value};
use std::convert::Infallible;

const EXAMPLES: &str = "\
Examples:
  lastmove schema
  lastmove schema solve
  lastmove schema verify > verify.schema.json

The schemas are of JSON Schema, draft 2020-12. Each describes what --json prints when the command succeeds, and
the lines that answer a batch. If it fails, the object has a text `error`, described by `lastmove schema error`,
and beside it whatever was found before. Fields may be added in later versions; the manual's chapter \"What
you can rely on\" says more.";

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The command; without one, all that have a schema are listed
    #[arg(value_parser = command(), hide_possible_values = true)]
    command: Option<String>,
}

fn command() -> impl TypedValueParser<Value = String> {
    suggesting(SCHEMAS.iter().map(|(name, _)| *name), |name: &str| {
        Ok::<_, Infallible>(name.to_owned())
    })
}

/// The commands that have a schema.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Commands {
    commands: Vec<&'static str>,
}

/// A failure; beside `error` may be fields of the answer that were known before.
#[derive(Serialize, JsonSchema)]
struct FailedAnswer {
    /// what was wrong and where, in one line
    error: String,
    #[serde(flatten)]
    partial: Map<String, Value>,
}

/// The answers of a command.
type Answers = fn(&mut SchemaGenerator) -> Vec<Schema>;

/// The schemas of some types.
macro_rules! answers {
    ($($answer:ty),+ $(,)?) => {
        |generator| vec![$(generator.subschema_for::<$answer>()),+]
    };
}

const SCHEMAS: &[(&str, Answers)] = &[
    ("analyse", answers![AnalysedPosition, ReviewedGame]),
    ("bench", answers![Measured]),
    ("completions", answers![Script]),
    (
        "db",
        answers![
            db::build::BuiltDatabases,
            db::check::CheckedDatabases,
            db::list::BuiltList,
            db::query::Looked,
            db::regions::RegionsAnswer,
        ],
    ),
    ("error", answers![FailedAnswer]),
    ("evaluate", answers![Areas, Covers, BatchAnswer<Areas>, BatchAnswer<Covers>, BatchError]),
    #[cfg(feature = "farm")]
    (
        "farm",
        answers![
            lastmove_farm::collect::CampaignAnswer,
            lastmove_farm::status::CampaignStatus,
            lastmove_farm::worker::WorkerTotals,
            super::farm::start::EndedCampaign,
            super::farm::stop::StoppedCampaign,
            super::farm::up::StartedServer,
        ],
    ),
    ("graph", answers![Graphs]),
    ("lastmove", answers![Overview, Version]),
    ("man", answers![Written]),
    ("match", answers![MatchFields]),
    ("openings", answers![Openings]),
    ("perft", answers![Leaves]),
    ("play", answers![PlayedOut]),
    ("regions", answers![CountedRegions]),
    ("reproduce", answers![Computed, Items<'_>, KeptTables<'_>, Tables]),
    ("schema", answers![Commands, AnySchema]),
    ("serve", answers![Served]),
    ("show", answers![ShownBoard]),
    ("site", answers![WrittenSite]),
    (
        "solve",
        answers![
            Solved,
            BatchAnswer<Solved>,
            BatchError,
            Merged,
            UnitsProgress,
            SolvedSum,
            BatchAnswer<SolvedSum>
        ],
    ),
    ("thermograph", answers![ThermographAnswer]),
    ("value", answers![Valued, Evaluated, BatchAnswer<Valued>, BatchAnswer<Evaluated>, BatchError]),
    ("verify", answers![Verdict]),
    ("winners", answers![AmazonsChart, chart::DomineeringChart, chart::DomineeringReasons]),
    ("zugzwang", answers![FoundZugzwangs, PlannedSum]),
];

/// A JSON schema.
#[derive(JsonSchema)]
#[schemars(transparent)]
struct AnySchema(#[allow(dead_code)] Map<String, Value>);

/// The schema of the answers of a command.
fn schema(name: &str, answers: Answers) -> Schema {
    let settings = SchemaSettings::draft2020_12().for_serialize();
    let mut generator = settings.into_generator();
    let any: Vec<Value> = answers(&mut generator).into_iter().map(Value::from).collect();
    let mut schema = schemars::json_schema!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": match name {
            "lastmove" => "lastmove --json".to_owned(),
            "error" => "any failure with --json".to_owned(),
            name => format!("lastmove {name} --json"),
        },
    });
    schema.insert("anyOf".into(), any.into());
    schema.insert("$defs".into(), generator.take_definitions(true).into());
    schema
}

/// Prints the schema.
pub(crate) fn run(args: &Args, session: &Session) -> Result<(), Failure> {
    let commands: Vec<&str> = SCHEMAS.iter().map(|(name, _)| *name).collect();
    let Some(name) = &args.command else {
        let text = commands.join("\n") + "\n";
        return output::answer(session, &Commands { commands }, text);
    };
    let found = SCHEMAS.iter().find(|(known, _)| known == name);
    let Some(&(name, answers)) = found else {
        let problem = format!("has no schema; expected one of {}", commands.join(", "));
        return Err(Failure::input(name, problem));
    };
    let schema = schema(name, answers);
    let text = serde_json::to_string_pretty(&schema).map_err(anyhow::Error::from)? + "\n";
    output::answer(session, &schema, text)
}
