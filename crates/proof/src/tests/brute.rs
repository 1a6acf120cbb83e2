//! Brute force by the games' own crates: the oracle that shares nothing with the checker.

use crate::claim::{Claim, Game};
use crate::rules::{Move, Mover, State};
use crate::{Interrupted, Position as ProofPosition, Strategy};
use lastmove_amazons as amazons;
use lastmove_board::{Bits, Geometry, Side, Size};
use lastmove_domineering as domineering;
use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex};

pub(super) struct AmazonsOracle {
    pub(super) geometry: Arc<Geometry<u64>>,
    memo: HashMap<amazons::Position<u64>, bool>,
}

impl AmazonsOracle {
    pub(super) fn new(size: Size) -> Self {
        Self { geometry: Arc::new(Geometry::new(size)), memo: HashMap::new() }
    }

    /// Whether the side to move wins.
    pub(super) fn mover_wins(&mut self, position: &amazons::Position<u64>) -> bool {
        if let Some(&known) = self.memo.get(position) {
            return known;
        }
        let mut wins = false;
        let geometry = Arc::clone(&self.geometry);
        for mv in position.moves(&geometry) {
            let mut after = *position;
            after.play_unchecked(mv);
            if !self.mover_wins(&after) {
                wins = true;
                break;
            }
        }
        self.memo.insert(*position, wins);
        wins
    }

    pub(super) fn forget(&mut self) {
        self.memo.clear();
    }
}

pub(super) struct DomineeringOracle {
    pub(super) geometry: Arc<Geometry<u64>>,
    memo: HashMap<domineering::Position<u64>, bool>,
}

impl DomineeringOracle {
    pub(super) fn new(size: Size) -> Self {
        Self { geometry: Arc::new(Geometry::new(size)), memo: HashMap::new() }
    }

    /// Whether the player to move wins.
    pub(super) fn mover_wins(&mut self, position: &domineering::Position<u64>) -> bool {
        if let Some(&known) = self.memo.get(position) {
            return known;
        }
        let mut wins = false;
        for mv in position.moves(&self.geometry) {
            let mut after = *position;
            after.play_unchecked(&self.geometry, mv);
            if !self.mover_wins(&after) {
                wins = true;
                break;
            }
        }
        self.memo.insert(*position, wins);
        wins
    }
}

/// Who wins a claim's position.
pub(super) fn truth(claim: &Claim) -> bool {
    let mover_wins = match claim.game() {
        Game::Amazons => AmazonsOracle::new(claim.size())
            .mover_wins(&amazons::Position::from_diagram(claim.diagram()).unwrap()),
        Game::Domineering => {
            // what it has learnt of a board serves all claims
            static ORACLES: Mutex<BTreeMap<String, DomineeringOracle>> =
                Mutex::new(BTreeMap::new());
            let mut oracles = ORACLES.lock().unwrap();
            let size = claim.size();
            let oracle =
                oracles.entry(size.to_string()).or_insert_with(|| DomineeringOracle::new(size));
            oracle.mover_wins(&domineering::Position::from_diagram(claim.diagram()).unwrap())
        }
    };
    mover_wins == (claim.mover() == Mover::Winner)
}

/// The claims that hold of a position, given the side to move.
pub(super) fn true_claim(game: Game, text: &str) -> Claim {
    let claims =
        game.sides().map(|winner| Claim::new(game, text.parse().unwrap(), winner).unwrap());
    claims.into_iter().find(truth).unwrap()
}

/// The checker's view of a position of Amazons.
pub(super) fn state(position: &amazons::Position<u64>, winner: amazons::Colour) -> State<u64> {
    State {
        winner: position.amazons(winner),
        loser: position.amazons(winner.opponent()),
        empty: position.empty(),
    }
}

/// The brute force as a strategy for both games.
pub(super) struct BruteStrategy {
    amazons: AmazonsOracle,
    domineering: DomineeringOracle,
}

impl BruteStrategy {
    pub(super) fn new(size: Size) -> Self {
        Self { amazons: AmazonsOracle::new(size), domineering: DomineeringOracle::new(size) }
    }
}

impl Strategy for BruteStrategy {
    fn winning_move(&mut self, position: &ProofPosition) -> Result<Option<Move>, Interrupted> {
        let empty = u64::narrow(position.empty);
        Ok(match position.to_move {
            Side::White | Side::Black => {
                let position =
                    amazons::Position::<u64>::from_diagram(&position.to_diagram()).unwrap();
                let moves: Vec<amazons::Move> = position.moves(&self.amazons.geometry).collect();
                moves.into_iter().find_map(|mv| {
                    let mut after = position;
                    after.play_unchecked(mv);
                    let amazons::Move { from, to, arrow } = mv;
                    (!self.amazons.mover_wins(&after)).then_some(Move::Amazon { from, to, arrow })
                })
            }
            Side::Vertical | Side::Horizontal => {
                let player =
                    domineering::Player::BOTH[usize::from(position.to_move == Side::Horizontal)];
                let position = domineering::Position::new(empty, player);
                let moves: Vec<domineering::Move> =
                    position.moves(&self.domineering.geometry).collect();
                moves.into_iter().find_map(|mv| {
                    let mut after = position;
                    after.play_unchecked(&self.domineering.geometry, mv);
                    (!self.domineering.mover_wins(&after)).then_some(Move::Domino(mv.0))
                })
            }
        })
    }
}
