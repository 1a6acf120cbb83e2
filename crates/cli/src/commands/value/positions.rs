//! Values of positions.

use super::Positions;
use crate::appraisals::Appraisers;
use crate::{Failure, Session, batch, boards, output};
use lastmove_board::{Diagram, Game, Side};
use lastmove_report::{PositionOptions, Report};
use lastmove_work::human;
use schemars::JsonSchema;
use serde::Serialize;
use std::fmt;
use std::time::Instant;

#[derive(Serialize, JsonSchema)]
pub(crate) struct Valued {
    game: Game,
    board: String,
    position: String,
    #[serde(flatten)]
    whole: Report,
    components: Vec<Component>,
    #[serde(skip_serializing_if = "Option::is_none")]
    options: Option<PositionOptions>,
    seconds: f64,
}

/// An independent part of the position; parts of value 0 in which neither side can move are left
/// out.
#[derive(Serialize, JsonSchema)]
struct Component {
    position: String,
    #[serde(flatten)]
    value: Report,
}

pub(super) fn run(game: Game, args: &Positions, session: &Session) -> Result<(), Failure> {
    let mut appraisers = Appraisers::new(game, &args.flags, session);
    let mut value = |text: &str| value(&mut appraisers, game, text, args.options);
    match &args.batch {
        Some(path) => batch::run(path, value),
        None => {
            let valued = value(&args.positions.join(" + "))?;
            output::answer(session, &valued, fmt::from_fn(|f| valued.text(f)))
        }
    }
}

fn value(
    appraisers: &mut Appraisers,
    game: Game,
    text: &str,
    options: bool,
) -> Result<Valued, Failure> {
    let started = Instant::now();
    let diagrams: Vec<Diagram> =
        text.split(" + ").map(|text| boards::read(game, text)).collect::<Result<_, _>>()?;
    if options && diagrams.len() > 1 {
        return Err(Failure::input_line("--options takes one position, not a sum"));
    }
    let found = appraisers.appraise(&diagrams)?;
    let mut whole = Report::from(&found.whole);
    if whole.outcome.is_none() {
        whole.add_outline(appraisers.outline(&diagrams)?);
    }
    let options = options.then(|| appraisers.options(&diagrams[0])).transpose()?;
    let joined = |name: &dyn Fn(&Diagram) -> String| {
        diagrams.iter().map(name).collect::<Vec<_>>().join(" + ")
    };
    let component = |(position, worth)| Component { position, value: Report::from(&worth) };
    let valued = Valued {
        game,
        board: joined(&|diagram| game.board_name(diagram)),
        position: joined(&ToString::to_string),
        whole,
        components: found.parts.into_iter().map(component).collect(),
        options,
        seconds: started.elapsed().as_secs_f64(),
    };
    if valued.whole.is_empty() {
        let reason = valued.whole.reason();
        return Err(Failure::limit(format!(
            "position \"{}\": {reason}; raise --max-forms or --max-positions",
            valued.position
        ))
        .with_partial(&valued));
    }
    Ok(valued)
}

impl Valued {
    fn text(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} {}\n", self.game, self.board)?;
        let [left, right] = self.game.left_and_right().map(Side::capital);
        let [left, right] = [format!("{left} (Left)"), format!("{right} (Right)")];
        let names = [left.as_str(), right.as_str()];
        self.whole.lines(f, names)?;
        if let Some(options) = &self.options {
            options.lines(f, names)?;
        }
        if self.components.len() > 1 {
            writeln!(f, "\nthe sum of")?;
            for Component { position, value } in &self.components {
                writeln!(f, "  {position:16} {}", value.short())?;
            }
        }
        if self.seconds >= 1.0 {
            writeln!(f, "\n{}", human::seconds(self.seconds))?;
        }
        Ok(())
    }
}
