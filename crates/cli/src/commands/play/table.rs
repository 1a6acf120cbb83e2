//! A board with its game and an engine, whichever the game.

use crate::games::Kept;
use crate::{Failure, boards};
use lastmove_arena::History;
use lastmove_board::{Diagram, Side};
use lastmove_draw::TextDrawing;
use lastmove_player::{
    Engine, FinalScore, Judge, Kind, Level, Line, MoveLimits, Options, Playable,
};
use lastmove_work::{Cancel, human};

/// A game that can be drawn while it is played.
pub(super) trait Drawn: Kept {
    /// Marks what was played.
    fn mark<'d>(table: &Table<Self>, drawing: TextDrawing<'d>) -> TextDrawing<'d>;
}

/// Bytes of the referee's table.
const JUDGE_BYTES: u64 = 1 << 22;

pub(super) struct Table<P: Drawn> {
    pub(super) game: History<P>,
    options: Options,
    /// the opponent, at the level that was asked for
    opponent: Engine<P>,
    /// who gives hints, at full strength; made when first asked
    adviser: Option<Engine<P>>,
    judge: P::Judge,
}

impl<P: Drawn> Table<P> {
    pub(super) fn new(game: History<P>, options: Options) -> Self {
        let opponent = Engine::<P>::new(options.clone());
        let judge = P::Judge::new(options.databases.clone(), JUDGE_BYTES);
        Self { game, options, opponent, adviser: None, judge }
    }

    pub(super) fn to_move(&self) -> Side {
        self.game.to_move().into()
    }

    /// Who has won: the side to move has no move.
    pub(super) fn winner(&self) -> Option<Side> {
        self.game.winner().map(Into::into)
    }

    /// The winner and the moves that he has left, once nothing is contested.
    pub(super) fn final_score(&self) -> Option<FinalScore> {
        self.judge.final_score(self.game.size(), self.game.position())
    }

    pub(super) fn diagram(&self) -> Diagram {
        self.game.diagram()
    }

    /// The board with what was played marked.
    pub(super) fn drawing(&self, ascii: bool) -> String {
        let diagram = self.diagram();
        let drawing = TextDrawing::new(&diagram, boards::labels(P::GAME)).ascii(ascii);
        P::mark(self, drawing).to_string()
    }

    /// Reads a move in any spelling. A move number may precede it, as in a printed game.
    pub(super) fn read_move(&self, text: &str) -> Result<P::Move, Failure> {
        let text = match P::split_moves(text)[..] {
            [(_, only)] => only,
            _ => text,
        };
        P::read_move(self.game.size(), text).map_err(|e| {
            Failure::input_line(format!("\"{text}\" is neither a command nor a move: {e}"))
        })
    }

    /// Plays a move, or says why it is not legal.
    pub(super) fn play(&mut self, mv: P::Move) -> Result<(), Failure> {
        self.game.play(mv).map_err(|e| Failure::input_line(e.to_string()))
    }

    pub(super) fn legal(&self) -> Vec<String> {
        let (size, geometry) = (self.game.size(), self.game.geometry());
        self.game.position().tree_moves(geometry).map(|mv| P::move_name(mv, size)).collect()
    }

    /// What the opponent finds, in words.
    pub(super) fn think(&mut self, limits: &MoveLimits, cancel: &Cancel) -> Thought<P::Move> {
        think(&mut self.opponent, &self.game, limits, cancel)
    }

    /// What the adviser finds, at full strength whatever the level of the opponent.
    pub(super) fn advise(&mut self, limits: &MoveLimits, cancel: &Cancel) -> Thought<P::Move> {
        let full = || {
            let (level, kind) = (Level::FULL, Kind::default());
            Engine::<P>::new(Options { level, kind, ..self.options.clone() })
        };
        think(self.adviser.get_or_insert_with(full), &self.game, limits, cancel)
    }
}

/// `57 %, +1.2 moves`.
pub(crate) fn judge(win: f64, score: f64) -> String {
    format!("{:.0} %, {score:+.1} moves", 100.0 * win)
}

/// The moves of a line, some six of them.
pub(crate) fn pv<P: Playable>(game: &History<P>, line: &Line<P::Move>) -> String {
    let names = line.pv.iter().take(6).map(|&mv| P::move_name(mv, game.size()));
    names.collect::<Vec<_>>().join(" ")
}

fn think<P: Playable>(
    engine: &mut Engine<P>,
    game: &History<P>,
    limits: &MoveLimits,
    cancel: &Cancel,
) -> Thought<P::Move> {
    engine.set_position(game.size(), game.position());
    let report = engine.think(limits, cancel, &mut |_| {});
    let judgement = match report.proven {
        Some(winner) => format!("{} wins, proved", winner.capital()),
        None => judge(report.win, report.score),
    };
    let line =
        |line: &Line<P::Move>| format!("{:24}  {}", judge(line.win, line.score), pv(game, line));
    let (nodes, time) = (human::count(report.nodes), human::seconds(report.seconds));
    Thought {
        best: report.best,
        judgement,
        effort: format!("{nodes} nodes, depth {}, {time}", report.depth),
        lines: report.lines.iter().map(line).collect(),
    }
}

/// What the engine found: its move, and the rest in words.
pub(super) struct Thought<M> {
    pub(super) best: Option<M>,
    pub(super) judgement: String,
    pub(super) effort: String,
    pub(super) lines: Vec<String>,
}
