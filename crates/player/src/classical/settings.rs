//! The switches of the classical player.

use super::LeafEvaluator;
use crate::KindError;
use crate::eval::NEVER;
use crate::kind::{Setting, SettingText, settings};

/// The switches of the classical player. The default won the most games in our matches. As in the
/// thesis, it searches the 14 best moves of every position, ordered by the evaluator. Unlike the
/// thesis, it uses relative territory with tuned rewards (6.3.2) in place of territory, all of the
/// time, a transposition table and principal variation search; the last two made no difference to
/// the thesis' slower player.
#[derive(Clone, Debug, PartialEq)]
pub struct ClassicalSettings {
    /// the evaluator of leaves
    pub leaves: LeafEvaluator,
    /// how many moves of a position are searched; `None` is all
    pub width: Option<u16>,
    /// moves that caused cut-offs at the same depth come first (3.2.1)
    pub killers: bool,
    /// moves are ordered by how often they were best, in place of the evaluator (3.2.2)
    pub history: bool,
    /// moves are ordered by scores of squares at the root, in place of the evaluator (3.2.4)
    pub statics: bool,
    /// principal variation search (3.3.1)
    pub pvs: bool,
    /// transposition table (3.2.3)
    pub table: bool,
    /// every depth is searched with few moves first, then with twice as many, and so on (5.4.2)
    pub widening: bool,
    /// another iteration is begun only if the time used times the square root of the branching
    /// factor is left (5.2.1)
    pub rule: bool,
    /// territories are filled by a single-player search once no area is shared (3.3.3)
    pub solo: bool,
    /// the value in relative territory of a square that is reached 1, 2, … moves earlier (6.3.2)
    pub rewards: [i16; NEVER],
    /// a random number between minus this and plus this is added to every value
    pub random: u16,
    /// the greatest depth in plies; `None` is no limit
    pub depth: Option<u32>,
}

impl Default for ClassicalSettings {
    fn default() -> Self {
        Self {
            leaves: LeafEvaluator::RelativeTerritory,
            width: Some(14),
            killers: false,
            history: false,
            statics: false,
            pvs: true,
            table: true,
            widening: false,
            rule: false,
            solo: true,
            rewards: [10, 14, 16, 17, 18],
            random: 0,
            depth: None,
        }
    }
}

const ALL: &str =
    "eval, width, killers, history, statics, pvs, tt, widening, rule, solo, rewards, random, depth";
const EVALUATORS: &str =
    "random, zero, mobility, territory, relative-territory, min-distance or full";

impl ClassicalSettings {
    settings! { "classical", all: ALL, given;
        "eval" => leaves: given.one_of(&LeafEvaluator::NAMES, EVALUATORS),
        "width" => width: match given.value {
            "full" => Ok(None),
            _ => given.number(1, 5000, "full or a number of moves").map(Some),
        },
        "killers" => killers: given.switch(),
        "history" => history: given.switch(),
        "statics" => statics: given.switch(),
        "pvs" => pvs: given.switch(),
        "tt" => table: given.switch(),
        "widening" => widening: given.switch(),
        "rule" => rule: given.switch(),
        "solo" => solo: given.switch(),
        "rewards" => rewards: rewards(given),
        "random" => random: given.number(0, 10_000, "a number from 0 to 10000"),
        "depth" => depth: given.number(1, 100, "a number of plies").map(Some),
    }
}

impl SettingText for LeafEvaluator {
    fn setting_text(&self) -> String {
        LeafEvaluator::NAMES
            .iter()
            .find(|name| name.1 == *self)
            .map_or("", |name| name.0)
            .to_owned()
    }
}

impl SettingText for [i16; NEVER] {
    fn setting_text(&self) -> String {
        self.map(|n| n.to_string()).join("/")
    }
}

/// Reads the rewards: whole numbers separated by slashes.
fn rewards(setting: &Setting<'_>) -> Result<[i16; NEVER], KindError> {
    let numbers: Result<Vec<i16>, _> = setting.value.split('/').map(str::parse).collect();
    let rewards = numbers.ok().and_then(|numbers| numbers.try_into().ok());
    let fits = |rewards: &[i16; NEVER]| rewards.iter().all(|n| (0..=1000).contains(n));
    rewards.filter(fits).ok_or_else(|| setting.bad("five numbers from 0 to 1000 as in 1/2/3/4/5"))
}

#[cfg(test)]
mod tests {
    use crate::PlayerKind;

    #[test]
    fn every_switch_is_read_and_written() {
        let text = "classical:eval=territory,width=full,killers=on,history=on,statics=on,\
                    pvs=off,tt=off,widening=on,rule=on,solo=off,\
                    rewards=2/3/4/5/9,random=3,depth=4";
        let kind: PlayerKind = text.parse().unwrap();
        assert_eq!(kind.to_string(), text);
        assert_eq!("classical".parse::<PlayerKind>().unwrap().to_string(), "classical");
        let strong = "strong:level=3,explore=0.3,mix=0,keep=60,proofs=off";
        assert_eq!(strong.parse::<PlayerKind>().unwrap().to_string(), strong);
    }

    #[test]
    fn errors_say_what_is_expected() {
        let error = |text: &str| text.parse::<PlayerKind>().unwrap_err().to_string();
        assert!(error("best").contains("expected strong or classical"));
        assert!(error("classical:eval=none").contains("min-distance"));
        assert!(error("classical:pvs=yes").contains("on or off"));
        assert!(error("classical:pvs").contains("name=value"));
        assert!(error("classical:rewards=1/2/3/4").contains("1/2/3/4/5"));
        assert!(error("classical:speed=1").contains("widening"));
        assert!(error("strong:level=11").contains("1 (beginner) to 10"));
    }
}
