//! Brute force with the games' own crates, which share nothing with the checker.

use crate::claim::{Claim, Game};
use crate::rules::{Move, Mover, State};
use crate::{Interrupted, Position as ProofPosition, Strategy};
use lastmove_amazons as amazons;
use lastmove_board::{Bits, Geometry, Side, Size};
use lastmove_domineering as domineering;
use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex};

pub(super) struct AmazonsOracle<B = u64> {
    pub(super) geometry: Arc<Geometry<B>>,
    memo: HashMap<amazons::Position<B>, bool>,
}

impl<B: Bits> AmazonsOracle<B> {
    pub(super) fn new(size: Size) -> Self {
        Self { geometry: Arc::new(Geometry::new(size)), memo: HashMap::new() }
    }

    /// Whether the side to move wins.
    pub(super) fn mover_wins(&mut self, position: &amazons::Position<B>) -> bool {
        if let Some(&known) = self.memo.get(position) {
            return known;
        }
        let geometry = Arc::clone(&self.geometry);
        let wins = position.moves(&geometry).any(|mv| {
            let mut after = *position;
            after.play_unchecked(mv);
            !self.mover_wins(&after)
        });
        self.memo.insert(*position, wins);
        wins
    }

    pub(super) fn forget(&mut self) {
        self.memo.clear();
    }
}

pub(super) struct DomineeringOracle<B = u64> {
    pub(super) geometry: Arc<Geometry<B>>,
    memo: HashMap<domineering::Position<B>, bool>,
}

impl<B: Bits> DomineeringOracle<B> {
    pub(super) fn new(size: Size) -> Self {
        Self { geometry: Arc::new(Geometry::new(size)), memo: HashMap::new() }
    }

    /// Whether the player to move wins.
    pub(super) fn mover_wins(&mut self, position: &domineering::Position<B>) -> bool {
        if let Some(&known) = self.memo.get(position) {
            return known;
        }
        let geometry = Arc::clone(&self.geometry);
        let wins = position.moves(&geometry).any(|mv| {
            let mut after = *position;
            after.play_unchecked(&geometry, mv);
            !self.mover_wins(&after)
        });
        self.memo.insert(*position, wins);
        wins
    }
}

/// Whether a claim is true.
pub(super) fn truth(claim: &Claim) -> bool {
    BruteStrategy::new(claim.size()).wins(claim, &claim.state::<u128>(), claim.mover())
}

/// The true claim about a position, which names the side to move.
pub(super) fn true_claim(game: Game, text: &str) -> Claim {
    let claims =
        game.sides().map(|winner| Claim::new(game, text.parse().unwrap(), winner).unwrap());
    claims.into_iter().find(truth).unwrap()
}

/// The same claim with the other winner.
pub(super) fn opposite(claim: &Claim) -> Claim {
    Claim::new(claim.game(), claim.diagram().clone(), claim.loser()).unwrap()
}

/// The checker's view of a position of Amazons.
pub(super) fn state(position: &amazons::Position<u64>, winner: amazons::Colour) -> State<u64> {
    State {
        winner: position.amazons(winner),
        loser: position.amazons(winner.opponent()),
        empty: position.empty(),
    }
}

/// Brute force as a strategy for both games.
pub(super) struct BruteStrategy {
    amazons: AmazonsOracle<u128>,
    domineering: Arc<Mutex<DomineeringOracle<u128>>>,
}

impl BruteStrategy {
    pub(super) fn new(size: Size) -> Self {
        // All tests share what was computed for a board of Domineering.
        type Oracles = BTreeMap<String, Arc<Mutex<DomineeringOracle<u128>>>>;
        static ORACLES: Mutex<Oracles> = Mutex::new(BTreeMap::new());
        let new = || Arc::new(Mutex::new(DomineeringOracle::new(size)));
        let mut oracles = ORACLES.lock().unwrap();
        let domineering = Arc::clone(oracles.entry(size.to_string()).or_insert_with(new));
        Self { amazons: AmazonsOracle::new(size), domineering }
    }

    /// Whether the winner of `claim` wins this position.
    pub(super) fn wins<B: Bits>(&mut self, claim: &Claim, state: &State<B>, mover: Mover) -> bool {
        self.mover_wins(&claim.position(state, mover)) == (mover == Mover::Winner)
    }

    /// Whether the side to move wins.
    pub(super) fn mover_wins(&mut self, position: &ProofPosition) -> bool {
        let diagram = position.to_diagram();
        match position.to_move {
            Side::White | Side::Black => {
                self.amazons.mover_wins(&amazons::Position::from_diagram(&diagram).unwrap())
            }
            Side::Vertical | Side::Horizontal => {
                let position = domineering::Position::from_diagram(&diagram).unwrap();
                self.domineering.lock().unwrap().mover_wins(&position)
            }
        }
    }
}

impl Strategy for BruteStrategy {
    fn winning_move(&mut self, position: &ProofPosition) -> Result<Option<Move>, Interrupted> {
        let diagram = position.to_diagram();
        Ok(match position.to_move {
            Side::White | Side::Black => {
                let position = amazons::Position::from_diagram(&diagram).unwrap();
                let geometry = Arc::clone(&self.amazons.geometry);
                position.moves(&geometry).find_map(|mv| {
                    let mut after = position;
                    after.play_unchecked(mv);
                    let amazons::Move { from, to, arrow } = mv;
                    (!self.amazons.mover_wins(&after)).then_some(Move::Amazon { from, to, arrow })
                })
            }
            Side::Vertical | Side::Horizontal => {
                let position = domineering::Position::from_diagram(&diagram).unwrap();
                let mut oracle = self.domineering.lock().unwrap();
                let geometry = Arc::clone(&oracle.geometry);
                position.moves(&geometry).find_map(|mv| {
                    let mut after = position;
                    after.play_unchecked(&geometry, mv);
                    (!oracle.mover_wins(&after)).then_some(Move::Domino(mv.0))
                })
            }
        })
    }
}
