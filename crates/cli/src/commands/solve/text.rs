//! Text output of `solve`.

use lastmove_board::Game;
use lastmove_proof::SumEstimate;
use lastmove_report::solve::{Certificate, MoveAnswer, SearchProgress, Solved, Stats};
use lastmove_report::units::{Merged, UnitsProgress};
use lastmove_solver::amazons::{CensusKind, Tally};
use lastmove_solver::domineering::Class;
use lastmove_work::human;
use std::fmt::{self, Display};

/// A line about a running search; earlier runs took `earlier` nodes.
pub(super) fn running(game: Game, progress: &SearchProgress, seconds: f64, earlier: u64) -> String {
    let rate = human::rate(progress.nodes, seconds);
    match (game, progress.numbers) {
        (Game::Domineering, _) => {
            let done = progress.done.map(|done| how_far(done, earlier + progress.nodes));
            let (first, done) = (progress.first.capital(), done.unwrap_or_default());
            format!("{first} first, {rate} nodes a second{done}")
        }
        (_, None) => format!("{rate} nodes a second"),
        (_, Some([proof, disproof])) => format!(
            "{rate} nodes a second, proof {} disproof {}, {}",
            human::count(proof.into()),
            human::count(disproof.into()),
            progress.line.join(" ")
        ),
    }
}

/// The share of the replies at the top of the tree that is done, and an estimate of the nodes left.
fn how_far(done: f64, nodes: u64) -> String {
    if done < 1e-4 {
        return String::new();
    }
    let left = human::count((nodes as f64 * (1.0 - done) / done) as u64);
    format!(", {:.2} % of the replies done, about {left} nodes left", 100.0 * done)
}

fn moves(f: &mut fmt::Formatter<'_>, moves: Option<&[MoveAnswer]>) -> fmt::Result {
    for result in moves.into_iter().flatten() {
        let (winner, nodes) = (result.winner.name(), human::count(result.nodes));
        writeln!(f, "  {:12} {winner:10} {nodes:>12} nodes", result.mv)?;
    }
    Ok(())
}

/// The certificate, if one was written.
fn certificate(path: Option<&String>, written: Option<&Certificate>, name: &str) -> String {
    let (Some(path), Some(written)) = (path, written) else { return String::new() };
    let (positions, bytes) = (human::count(written.positions), human::bytes(written.bytes));
    format!("{name} {path}: {positions} positions, {bytes}\n")
}

/// Who wins.
pub(super) fn solved(solved: &Solved) -> impl Display {
    fmt::from_fn(move |f| {
        write!(f, "{} {}", solved.game, solved.board)?;
        if let Some(side) = solved.to_move {
            write!(f, ", {} to move", side.capital())?;
        }
        if let Some(mv) = &solved.first_move {
            write!(f, " after {mv}")?;
        }
        match (solved.winner, solved.class()) {
            (Some(winner), _) => writeln!(f, ": {} wins", winner.capital())?,
            (None, Some(Class::Vertical)) => writeln!(f, ": Vertical wins, whoever is first")?,
            (None, Some(Class::Horizontal)) => writeln!(f, ": Horizontal wins, whoever is first")?,
            (None, Some(Class::First)) => writeln!(f, ": the first player wins")?,
            (None, _) => writeln!(f, ": the second player wins")?,
        }
        for (first, opening) in solved.openings() {
            write!(f, "{} first: {} wins", first.capital(), opening.winner.capital())?;
            if let Some(mv) = &opening.best_move {
                write!(f, " with {mv}")?;
            }
            let nodes = if opening.nodes == 1 { "node" } else { "nodes" };
            writeln!(f, ", {} {nodes}", human::count(opening.nodes))?;
            moves(f, opening.moves.as_deref())?;
        }
        if solved.game == Game::Amazons {
            match &solved.best_move {
                Some(mv) => writeln!(f, "winning move  {mv}")?,
                None if solved.winner == solved.to_move => {
                    writeln!(f, "winning move  not looked up: a limit was reached")?;
                }
                None => {}
            }
            if !solved.pv.is_empty() {
                writeln!(f, "line          {}", solved.pv.join(" "))?;
            }
            writeln!(f, "databases     {}", solved.databases)?;
        }
        moves(f, solved.moves.as_deref())?;
        let written = solved.certificate.as_ref();
        f.write_str(&certificate(solved.proof.as_ref(), written, "certificate  "))?;
        if let Some(stats) = &solved.stats {
            met(f, stats)?;
        }
        if let Some(earlier) = &solved.earlier {
            writeln!(f, "earlier       {earlier}")?;
        }
        let counts = [solved.nodes, solved.evaluations, solved.visited];
        let [nodes, evaluations, visited] = counts.map(human::count);
        let time = human::seconds(solved.seconds);
        let rate = human::rate(solved.nodes, solved.seconds);
        write!(f, "{nodes} nodes, {evaluations} evaluations, {visited} positions visited, ")?;
        writeln!(f, "{time}, {rate} nodes a second")
    })
}

/// Statistics of the search.
fn met(f: &mut fmt::Formatter<'_>, stats: &Stats) -> fmt::Result {
    writeln!(f, "local search  {} positions", human::count(stats.local_positions))?;
    for kind in CensusKind::ALL {
        let of = |number: fn(&Tally) -> u64| -> u64 {
            let areas = stats.areas.iter().filter(|(group, _)| group.kind == kind);
            areas.map(|(_, tally)| number(tally)).sum()
        };
        let total = of(|a| a.total);
        let share = |n: u64| 100.0 * n as f64 / total.max(1) as f64;
        let (queried, exact) = (share(of(|a| a.queried)), share(of(|a| a.exact)));
        let (name, total) = (kind.name(), human::count(total));
        writeln!(f, "{name:18} {total:>14}, {queried:.1} % in a database, {exact:.1} % exact")?;
    }
    writeln!(f, "table         {:.1} % full", 100.0 * stats.table_full)
}

/// The progress of units.
pub(super) fn worked(worked: &UnitsProgress) -> impl Display {
    fmt::from_fn(move |f| {
        let (game, board, assumed) = (worked.game, &worked.board, worked.assumed.name());
        writeln!(f, "{game} {board}, {assumed} assumed to win")?;
        let counts = [worked.done, worked.units, worked.refuted, worked.solved];
        let [done, units, refuted, solved] = counts.map(count);
        let (nodes, time) = (human::count(worked.nodes), human::seconds(worked.seconds));
        write!(f, "{done} of {units} units done, {refuted} of them refuted; ")?;
        writeln!(f, "{solved} by this run, {nodes} nodes, {time}")?;
        if worked.moot > 0 {
            let moot = count(worked.moot);
            writeln!(f, "{moot} need not be solved any more: others were refuted")?;
        }
        match worked.open {
            0 => writeln!(f, "--merge joins the results"),
            n => writeln!(f, "{} still open", count(n)),
        }
    })
}

/// The joined results of units.
pub(super) fn merged(merged: &Merged) -> impl Display {
    fmt::from_fn(move |f| {
        write!(f, "{} {}, ", merged.game, merged.board)?;
        match merged.winner {
            Some(winner) => writeln!(f, "settled: {} wins", winner.capital())?,
            None => writeln!(f, "{} assumed to win: open", merged.assumed.name())?,
        }
        let [units, done, refuted] = [merged.units, merged.done, merged.refuted].map(count);
        writeln!(f, "{units} units, {done} done, {refuted} of them refuted")?;
        if merged.unverified > 0 {
            let results = count(merged.unverified);
            writeln!(f, "unverified: {results} results have no certificate")?;
        }
        let joined = merged.certificate.as_ref();
        f.write_str(&certificate(merged.proof.as_ref(), joined, "certificate"))?;
        if merged.winner.is_none() {
            let (open, added) = (count(merged.open), count(merged.added));
            writeln!(f, "{open} units to be solved, {added} of them new")?;
        }
        Ok(())
    })
}

fn count(n: usize) -> String {
    human::count(n as u64)
}

/// What is said before the certificate of a large sum is written.
pub(super) fn large_sum(estimate: &SumEstimate) -> String {
    format!(
        "the board falls apart into {} areas, and the certificate may have some {} positions; \
         --time and Ctrl-C end it, the answer remains",
        estimate.areas,
        human::count(10u64.saturating_pow(estimate.positions().log10() as u32))
    )
}
