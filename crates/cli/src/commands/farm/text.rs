//! Text output of `farm`.

use lastmove_board::Side;
use lastmove_farm::collect::CampaignAnswer;
use lastmove_farm::log::Folder;
use lastmove_farm::messages::{CampaignSettings, CampaignState, ShutOut, Snapshot};
use lastmove_farm::status::CampaignStatus;
use lastmove_farm::worker::WorkerTotals;
use lastmove_work::human;
use std::fmt::{self, Display};

/// The winner of each root.
fn winners(
    f: &mut fmt::Formatter<'_>,
    settings: &CampaignSettings,
    winners: impl IntoIterator<Item = Option<Side>>,
) -> fmt::Result {
    for (root, winner) in settings.roots.iter().zip(winners) {
        write!(f, "{} {}", settings.game, settings.board)?;
        if let Some(side) = root.diagram().ok().and_then(|diagram| diagram.side()) {
            write!(f, ", {} to move", side.capital())?;
        }
        match winner {
            Some(winner) => writeln!(f, ": {} wins", winner.capital())?,
            None => writeln!(f, ": not known yet")?,
        }
    }
    Ok(())
}

/// The number of unproved results on which the answer rests.
fn unverified(f: &mut fmt::Formatter<'_>, count: u64) -> fmt::Result {
    if count == 0 {
        return Ok(());
    }
    let results = human::counted(count, "result");
    writeln!(f, "unverified: {results} without a certificate that was checked")
}

/// The state in which the coordinator ended.
pub(super) fn ended(
    settings: &CampaignSettings,
    snapshot: &Snapshot,
    folder: &Folder,
) -> impl Display {
    fmt::from_fn(move |f| {
        let name = &settings.campaign;
        winners(f, settings, snapshot.winners.iter().copied())?;
        unverified(f, snapshot.unverified)?;
        counts(f, snapshot)?;
        match snapshot.state {
            CampaignState::Finished => writeln!(
                f,
                "the results are in {}; join their certificates with `lastmove farm collect \
                 --campaign {name} --proof FILE`",
                folder.path().display()
            ),
            _ => writeln!(f, "stopped; go on with `lastmove farm start --campaign {name}`"),
        }
    })
}

fn counts(f: &mut fmt::Formatter<'_>, snapshot: &Snapshot) -> fmt::Result {
    let units = &snapshot.units;
    let count = |n: u64| human::count(n);
    writeln!(
        f,
        "units: {} done ({} refuted), {} split, {} open ({} running, {} being checked), {} \
         withdrawn, {} set aside",
        count(units.done),
        count(units.refuted),
        count(units.split),
        count(units.open),
        count(units.running),
        count(units.checking),
        count(units.withdrawn),
        count(units.aside)
    )?;
    let (nodes, time) = (human::counted(snapshot.nodes, "node"), snapshot.core_seconds);
    writeln!(f, "effort: {nodes}, {} of core time", human::seconds(time))?;
    for ShutOut { worker, reason } in &snapshot.shut_out {
        writeln!(f, "shut out: {worker}: {reason}")?;
    }
    Ok(())
}

/// The status of a campaign.
pub(super) fn status(status: &CampaignStatus) -> impl Display {
    fmt::from_fn(move |f| {
        let settings = &status.settings;
        let (name, host) = (&settings.campaign, &settings.host);
        let Some(snapshot) = &status.snapshot else {
            return writeln!(f, "campaign {name}: the coordinator on {host} is building the tree");
        };
        let age = human::seconds(status.age.unwrap_or_default());
        let state = match snapshot.state {
            CampaignState::Running => "running",
            CampaignState::Stopped => "stopped",
            CampaignState::Finished => "finished",
        };
        writeln!(f, "campaign {name}: {state}, as of {age} ago")?;
        winners(f, settings, snapshot.winners.iter().copied())?;
        unverified(f, snapshot.unverified)?;
        counts(f, snapshot)?;
        if let (CampaignState::Running, Some(left)) = (snapshot.state, snapshot.left) {
            let (rate, left) = (snapshot.rate, human::seconds(left));
            writeln!(f, "{rate:.2} units a second; {left} to go if no units are added")?;
        }
        for hand in &snapshot.workers {
            let beat = &hand.beat;
            let (done, rate) = (human::count(beat.done), human::count(hand.rate as u64));
            let unit = beat.position.as_deref().unwrap_or("idle");
            let time = human::seconds(beat.unit_seconds);
            write!(f, "  {:24} {done:>8} units {rate:>12} nodes a second  ", beat.worker)?;
            writeln!(f, "{unit} ({time})")?;
        }
        if !snapshot.hardest.is_empty() {
            writeln!(f, "hardest units:")?;
        }
        for hard in &snapshot.hardest {
            let (nodes, time) = (human::count(hard.nodes), human::seconds(hard.seconds));
            writeln!(f, "  {nodes:>14} nodes {time:>8}  {}", hard.position)?;
        }
        for line in &snapshot.aside {
            writeln!(f, "set aside: {line}")?;
        }
        snapshot.refused.iter().try_for_each(|line| writeln!(f, "{line}"))
    })
}

/// What a worker has done.
pub(super) fn worked(worked: &WorkerTotals) -> impl Display {
    fmt::from_fn(move |f| {
        let WorkerTotals { worker, campaign, solved, split, nodes, seconds, .. } = worked;
        let (nodes, seconds) = (human::count(*nodes), human::seconds(*seconds));
        writeln!(
            f,
            "{worker} worked for campaign {campaign}: {solved} units solved, {split} split"
        )?;
        writeln!(f, "{nodes} nodes in {seconds}")
    })
}

/// The answer of a campaign.
pub(super) fn collected(answer: &CampaignAnswer) -> impl Display {
    fmt::from_fn(move |f| {
        winners(f, &answer.settings, answer.claims.iter().map(|claim| claim.winner))?;
        let sum = |of: fn(&lastmove_report::units::Collected) -> usize| -> String {
            human::count(answer.claims.iter().map(of).sum::<usize>() as u64)
        };
        let (done, refuted) = (sum(|c| c.done), sum(|c| c.refuted));
        let (split, open) = (sum(|c| c.split), sum(|c| c.open));
        writeln!(f, "units: {done} done ({refuted} refuted), {split} split, {open} open")?;
        unverified(f, answer.unverified as u64)?;
        if let (Some(path), Some(written)) = (&answer.proof, &answer.certificate) {
            let (positions, bytes) = (human::count(written.positions), human::bytes(written.bytes));
            writeln!(f, "certificate {path}: {positions} positions, {bytes}")?;
        }
        Ok(())
    })
}
