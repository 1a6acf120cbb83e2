//! Games of the strong player against itself, stored as SGF: one file for each board. A run that
//! was stopped continues with the next game.
//!
//! At full strength the player would often repeat itself. So a game begins with three moves chosen
//! by a short search; no two games begin with mirror images of each other, as long as the board has
//! enough such openings.

use crate::samples::Sample;
use crate::{Lab, LabError};
use lastmove_amazons::sgf::GameRecord;
use lastmove_arena::History;
use lastmove_arena::matches::{
    Adjudication, Contestant, EndReason, Match, MatchTerms, OpeningMaker, OpeningSuite, Openings,
};
use lastmove_board::{Diagram, GamePosition};
use lastmove_player::{Amazons, EngineOptions, MoveLimits, PlayerKind};
use lastmove_work::{Count, Stop};
use std::io::ErrorKind;
use std::sync::Arc;
use std::time::Duration;

/// Moves of an opening.
const PLIES: usize = 3;
/// Nodes of the search that checks whether an opening already decides the game.
const NODES: u64 = 100;
/// How far a player may exceed its time: no game is to end because of this.
const MARGIN: Duration = Duration::from_secs(3600);

/// The games of one board.
pub(crate) struct StrongGames<'l> {
    lab: &'l Lab<'l>,
    board: &'l str,
    limits: MoveLimits,
    /// the terms in the file of each game; games with other terms are not used
    terms: String,
}

impl<'l> StrongGames<'l> {
    /// Games with these limits of a move; `terms` describes them in words.
    pub(crate) fn new(lab: &'l Lab<'l>, board: &'l str, limits: MoveLimits, terms: String) -> Self {
        Self { lab, board, limits, terms }
    }

    fn file_name(&self) -> String {
        format!("{}-strong.sgf", self.board)
    }

    /// The first games: the stored ones, then new ones.
    pub(crate) fn first(&self, count: usize) -> Result<Vec<Sample>, LabError> {
        let start = lastmove_amazons::start::parse(self.board).map_err(LabError::failed)?;
        let mut records = self.kept(&start)?;
        if records.len() < count {
            self.play(&start, &mut records, count)?;
        }
        let positions =
            |game: &GameRecord| game.main_line().map(|node| node.position().to_bits()).collect();
        Ok(records.iter().take(count).map(positions).collect())
    }

    /// The games in the file.
    fn kept(&self, start: &Diagram) -> Result<Vec<GameRecord>, LabError> {
        let Some(folder) = &self.lab.settings.games_folder else { return Ok(Vec::new()) };
        let path = folder.join(self.file_name());
        let bytes = match std::fs::read(&path) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
            bytes => bytes.map_err(|error| LabError::results(&path, error))?,
        };
        let records =
            GameRecord::read_all(&bytes).map_err(|error| LabError::results(&path, error))?;
        for (i, record) in records.iter().enumerate() {
            let root = &record.nodes()[GameRecord::ROOT];
            let terms = root.text("GC").unwrap_or_default();
            if root.position().diagram(record.size()) != *start || terms != self.terms {
                let number = i + 1;
                let problem = format!(
                    "game {number} is of another board or on other terms ({terms}; asked for is \
                     {} with {}); name another folder, or the same settings",
                    self.board, self.terms
                );
                return Err(LabError::results(&path, problem));
            }
        }
        Ok(records)
    }

    /// Plays the missing games. Each is stored as soon as it is over.
    fn play(
        &self,
        start: &Diagram,
        records: &mut Vec<GameRecord>,
        count: usize,
    ) -> Result<(), LabError> {
        let databases = Arc::new(self.lab.databases()?);
        let seed = self.lab.settings.seed;
        let options =
            EngineOptions { databases: Some(databases), seed, ..EngineOptions::default() };
        let openings = self.openings(start, &options, count)?;
        let stage = self.lab.stage(&format!("games on {}", self.board), count);
        stage.advance(records.len() as u64);
        let game = |number: usize| {
            let mut record = self.game(start, &options, &openings[number % openings.len()])?;
            record.set_text(GameRecord::ROOT, "GN", &format!("game {}", number + 1));
            record.set_text(GameRecord::ROOT, "GC", &self.terms);
            Ok(record)
        };
        self.lab.in_order(records.len()..count, game, |record| {
            records.push(record);
            stage.advance(1);
            self.keep(records)
        })
    }

    /// One opening for each game, if the board has enough. A longer list begins with a shorter one.
    fn openings(
        &self,
        start: &Diagram,
        options: &EngineOptions,
        count: usize,
    ) -> Result<Vec<History>, LabError> {
        // every opening that does not decide the game is balanced enough
        let balance = 0.5;
        let (seed, options) = (self.lab.settings.seed, options.clone());
        let maker = OpeningMaker { count, plies: PLIES, nodes: NODES, balance, seed, options };
        let mut openings: Vec<History<Amazons>> = Vec::new();
        maker
            .run(start, self.lab.cancel, &mut |game, _| openings.push(game.clone()))
            .map_err(LabError::failed)?;
        self.lab.unless_cancelled()?;
        let none = || LabError::failed(format!("{}: three moves decide every game", self.board));
        if openings.is_empty() { Err(none()) } else { Ok(openings) }
    }

    /// Plays one game to the end.
    fn game(
        &self,
        start: &Diagram,
        options: &EngineOptions,
        from: &History,
    ) -> Result<GameRecord, LabError> {
        let suite = OpeningSuite::read(&from.line()).map_err(LabError::failed)?;
        let contestants = [(); 2].map(|()| Contestant::Own(PlayerKind::default()));
        let duel = Match {
            options: options.clone(),
            games: 1,
            openings: Openings::Suite(Arc::new(suite)),
            terms: MatchTerms {
                limits: self.limits,
                margin: MARGIN,
                count: Count::Cpu,
                adjudicate: Adjudication::Never,
                ..MatchTerms::default()
            },
            ..Match::<Amazons>::on(start.clone(), contestants)
        };
        let played = duel.run(&[], self.lab.cancel, &|_| {}).map_err(LabError::failed)?;
        let Some(game) = played.first() else { return Err(Stop::Cancelled.into()) };
        if game.reason != EndReason::NoMove {
            return Err(LabError::failed(format!(
                "a game on {} ended: {}",
                self.board, game.reason
            )));
        }
        let mut record = game.game.record().map_err(LabError::failed)?;
        game.describe(&mut record, &duel.contestants);
        Ok(record)
    }

    fn keep(&self, records: &[GameRecord]) -> Result<(), LabError> {
        let Some(folder) = &self.lab.settings.games_folder else { return Ok(()) };
        let text: String = records.iter().map(ToString::to_string).collect();
        self.lab.write(folder, &self.file_name(), &text).map(|_| ())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{LabSettings, PlayedBy};
    use lastmove_endgame::Choice;
    use lastmove_work::{Cancel, Silent};

    /// Games with few nodes a move are played to the end, stored and read again; more are added to
    /// them, and other terms are refused.
    #[test]
    fn games_are_kept_and_gone_on_with() {
        let folder = std::env::temp_dir().join(format!("lastmove-games-{}", std::process::id()));
        let settings = LabSettings {
            player: PlayedBy::Strong,
            databases: Choice::None,
            games_folder: Some(folder.clone()),
            ..LabSettings::default()
        };
        let cancel = Cancel::new();
        let lab = Lab { settings, progress: &Silent, cancel: &cancel, warn: &|_| {} };
        let limits = MoveLimits { nodes: Some(5), ..MoveLimits::default() };
        let games = |terms: &str| StrongGames::new(&lab, "4x5", limits, terms.to_owned());
        let one = games("few nodes").first(1).unwrap();
        let two = games("few nodes").first(2).unwrap();
        assert_eq!(one[0], two[0]);
        assert_ne!(two[0][..=PLIES], two[1][..=PLIES]);
        let geometry = lastmove_board::Geometry::new(lastmove_board::Size::new(4, 5).unwrap());
        for game in &two {
            assert_eq!(game[game.len() - 1].moves(&geometry).count(), 0);
        }
        // Stored games are read from the file, since the run is cancelled.
        cancel.cancel();
        assert_eq!(games("few nodes").first(2).unwrap(), two);
        assert!(matches!(games("few nodes").first(3), Err(LabError::Stopped { .. })));
        let refused = games("many nodes").first(1).unwrap_err().to_string();
        assert!(refused.contains("4x5-strong.sgf") && refused.contains("few nodes"), "{refused}");
        std::fs::remove_dir_all(folder).unwrap();
    }
}
