//! How a table is judged, and where it is computed otherwise than in its source.

use serde::{Serialize, Serializer};
use std::fmt;

/// What is judged of a table, by which rule, and where its protocol differs from the source's.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Protocol {
    /// the quantity that is judged, or measured if nothing is judged
    pub quantity: &'static str,
    /// the rule for a row
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub rule: Rule,
    /// where the protocol differs from that of the source
    pub differs: &'static str,
}

/// The rule by which rows are judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// all numbers of a row are equal to the published ones
    Equal,
    /// values are equal; a printed form that differs is marked
    Value,
    /// classes of boards are the published ones; a contradiction ends the table
    Class,
    /// quantities of series of games
    Games(&'static [GameQuantity]),
    /// no verdict
    Beside,
}

/// A quantity of a series of games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameQuantity {
    /// White's share of the wins
    Wins,
    /// the mean numbers of legal moves of White and of Black
    Branching,
    /// the mean number of plies
    Plies,
    /// the player who searches more nodes
    Nodes,
}

impl Protocol {
    pub(crate) const fn new(quantity: &'static str, rule: Rule, differs: &'static str) -> Self {
        Self { quantity, rule, differs }
    }

    /// The protocol as three sentences.
    pub fn sentences(&self) -> [String; 3] {
        let verb = if self.rule == Rule::Beside { "Measured" } else { "Judged" };
        [
            format!("{verb}: {}.", self.quantity),
            format!("Rule: {}.", self.rule),
            format!("Protocol beside the source's: {}.", self.differs),
        ]
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let quantities = match self {
            Self::Equal => return f.write_str("all numbers of a row equal the published ones"),
            Self::Value => {
                return f.write_str(
                    "values and counts equal the published ones; where the printed form differs, \
                     the row is marked \"agrees by value alone\"",
                );
            }
            Self::Class => {
                return f.write_str(
                    "a class that contradicts the published one ends the table with an error; nodes \
                     are printed beside the published ones",
                );
            }
            Self::Beside => {
                return f.write_str("none, our numbers are printed beside the published ones");
            }
            Self::Games(quantities) => quantities,
        };
        for (i, quantity) in quantities.iter().enumerate() {
            f.write_str(if i > 0 { "; " } else { "" })?;
            f.write_str(match quantity {
                GameQuantity::Wins => {
                    "White's share of wins less the published one, 2.6 standard errors to either \
                     side, contains 0 (else the row differs) and reaches no further than 0.20 (else \
                     the games are too few)"
                }
                GameQuantity::Branching => {
                    "each mean number of legal moves less the published one, 2.6 standard errors to \
                     either side, contains 0 and is no wider than a twentieth of the mean to either \
                     side"
                }
                GameQuantity::Plies => {
                    "the mean number of plies less the published one, 2.6 standard errors to either \
                     side, contains 0 and is no wider than a twentieth of the mean to either side"
                }
                GameQuantity::Nodes => "the player who searches more nodes is the published one",
            })?;
        }
        Ok(())
    }
}

impl Serialize for Rule {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every table says what is judged, by which rule, and where its protocol differs.
    #[test]
    fn every_table_says_how_it_is_judged() {
        for table in crate::tables() {
            let Protocol { quantity, rule, differs } = table.protocol;
            for text in [quantity, differs, &rule.to_string()] {
                let whole = text.len() >= 4 && !text.ends_with(['.', ' ']) && !text.contains("  ");
                assert!(whole, "{}: {text:?}", table.name);
            }
            assert!(rule != Rule::Games(&[]), "{}", table.name);
        }
    }
}
