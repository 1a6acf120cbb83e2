//! Every table and every numbered figure with data in the five sources: the target that computes
//! it, or why there is none. Figures that only explain (trees, rules of the game, pseudo-code) are
//! not listed.

use serde::Serialize;

/// A table or figure of a source.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Item {
    /// the source
    pub source: &'static str,
    /// its number there
    pub item: &'static str,
    /// its content
    pub about: &'static str,
    /// its name in `reproduce`
    pub target: Option<&'static str>,
    /// the command that shows it, if it is another one, or why there is no target
    pub why: Option<&'static str>,
}

/// Tab-separated: source, item, content, target or `-`, why or `-`.
const ITEMS: &str = include_str!("data/sources.tsv");

/// All items, source by source.
pub fn items() -> impl Iterator<Item = Item> {
    ITEMS.lines().skip(1).filter_map(|line| {
        let mut cells = line.split('\t');
        let mut next = || cells.next();
        let (source, item, about) = (next()?, next()?, next()?);
        let mut perhaps = || next().filter(|cell| *cell != "-");
        let (target, why) = (perhaps(), perhaps());
        Some(Item { source, item, about, target, why })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn every_item_has_a_target_or_a_reason() {
        let names: HashSet<&str> = crate::tables().map(|table| table.name).collect();
        let mut targets = HashSet::new();
        for item in items() {
            assert!(item.target.is_some() || item.why.is_some(), "{item:?}");
            if let Some(target) = item.target {
                assert!(names.contains(target), "{item:?}");
                targets.insert(target);
            }
        }
        // every table except our own belongs to an item
        let mut own: Vec<&&str> = names.iter().filter(|name| !targets.contains(*name)).collect();
        own.sort_unstable();
        assert_eq!(own, [&"certificates", &"hensgens-start"]);
        assert_eq!(items().count(), ITEMS.lines().count() - 1);
        assert!(items().map(|item| item.source).collect::<HashSet<_>>().len() == 5);
    }
}
