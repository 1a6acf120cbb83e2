//! The match while it runs: a table on a terminal, a line for each game elsewhere.

use super::summary::{elo_text, sprt_text};
use crate::Session;
use lastmove_arena::matches::{Match, PairCounts, PlayedGame, elo};
use lastmove_player::Playable;
use std::io::{IsTerminal, Write, stderr};
use std::sync::Mutex;

pub(super) struct Table<'d, P: Playable> {
    duel: &'d Match<P>,
    quiet: bool,
    terminal: bool,
    /// lines of the table on the screen
    drawn: Mutex<usize>,
}

impl<'d, P: Playable> Table<'d, P> {
    pub(super) fn new(duel: &'d Match<P>, session: &Session) -> Self {
        let terminal = stderr().is_terminal();
        Self { duel, quiet: session.quiet, terminal, drawn: Mutex::new(0) }
    }

    /// Shows a game that is over, the last of `played`.
    pub(super) fn show(&self, played: &[PlayedGame<P>]) {
        let Some(last) = played.last() else { return };
        if self.quiet {
            return;
        }
        let mut drawn = self.drawn.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        let mut err = stderr().lock();
        let [first, second] = self.duel.contestants.each_ref().map(ToString::to_string);
        let won = |who: usize| played.iter().filter(|game| game.winner == who).count();
        let wins = [won(0), won(1)];
        let elo = elo_text(&elo(wins[0], wins[1]));
        let winner = if last.winner == 0 { &first } else { &second };
        let colour = P::GAME.white_and_black()[usize::from(last.winner != last.white)].capital();
        let moves = last.game.moves().len();
        let news = format!(
            "game {}: {winner} ({colour}) after {moves} moves, {}{}",
            last.index + 1,
            last.reason,
            last.score.map_or(String::new(), |score| format!(", {score} left")),
        );
        let score =
            format!("{} of {}: {} - {}, {elo}", played.len(), self.duel.games, wins[0], wins[1]);
        let sprt = self.duel.sprt.as_ref().map(|test| sprt_text(test, &PairCounts::of(played)));
        // Output that fails does not stop the match.
        let _ = if self.terminal {
            if *drawn > 0 {
                let _ = write!(err, "\x1b[{}A\x1b[J", *drawn);
            }
            let width = first.len().max(second.len());
            let bar = |who: usize| "█".repeat(40 * wins[who] / played.len());
            let line = |name, who| format!("{name:width$}  {:4}  {}", wins[who], bar(who));
            let mut lines = vec![news, line(&first, 0), line(&second, 1), score];
            lines.extend(sprt);
            *drawn = lines.len();
            writeln!(err, "{}", lines.join("\n"))
        } else {
            let sprt = sprt.map(|text| format!("; {text}")).unwrap_or_default();
            writeln!(err, "{news}; {score}{sprt}")
        };
    }
}
