//! Endgame databases, and counts of regions.

use crate::long::{Call, ProgressSender};
use crate::problem::{Problem, Result};
use lastmove::endgame::{BuildError, Choice, Databases, OpenError, Preset, build, cache_folder};
use lastmove::regions::census;
use lastmove::work::Budget;
use pyo3::prelude::*;
use serde_json::{Value as Json, json};
use std::path::PathBuf;

/// The databases with this name: `"none"`, `"quick"`, `"standard"`, `"best"` or a folder.
pub(crate) fn choice(name: &str) -> Choice {
    match name {
        "best" => Choice::Best,
        name => match name.parse() {
            Ok(choice) => choice,
        },
    }
}

/// Opens databases; the quick ones are built when they are first used.
pub(crate) fn open(choice: &Choice, budget: &Budget, tell: &ProgressSender) -> Result<Databases> {
    choice.open(&tell.sink(), budget, &mut |_| {}).map_err(|error| match error {
        OpenError::Stopped(stop) => stop.into(),
        error => Problem::failed(error),
    })
}

/// The databases with this name, as JSON.
#[pyfunction]
#[pyo3(signature = (name="best", progress=None))]
fn databases(py: Python<'_>, name: &str, progress: Option<Py<PyAny>>) -> PyResult<String> {
    let choice = choice(name);
    Call::new(None, None, progress)?.run(py, |budget, tell| {
        let databases = open(&choice, budget, tell)?;
        let row = |database: &lastmove::endgame::Database| {
            let header = database.header();
            let (width, height) = header.spec.size();
            json!({
                "name": header.spec.to_string(), "kind": header.spec.kind().name(),
                "width": width, "height": height, "normal_forms": header.normal_forms,
                "bytes": header.file_length(),
            })
        };
        Ok(databases.list().iter().map(row).collect::<Json>().to_string())
    })
}

/// Builds databases.
#[pyfunction]
#[pyo3(signature = (preset, folder=None, progress=None))]
fn build_databases(
    py: Python<'_>,
    preset: &str,
    folder: Option<PathBuf>,
    progress: Option<Py<PyAny>>,
) -> PyResult<String> {
    let preset = Preset::by_name(preset)
        .ok_or_else(|| Problem::Input(format!("\"{preset}\": expected quick or standard")))?;
    let folder = folder.or_else(|| cache_folder(preset));
    let folder = folder.ok_or_else(|| Problem::failed(OpenError::NoCache))?;
    Call::new(None, None, progress)?.run(py, |budget, tell| {
        let built = build(&folder, &preset.specs(), &tell.sink(), budget);
        let built = built.map_err(|error| match error {
            BuildError::Stopped(stop) => stop.into(),
            error => Problem::failed(error),
        })?;
        let place = folder.display().to_string();
        Ok(json!({"folder": place, "made": built.made, "kept": built.kept}).to_string())
    })
}

/// Counts regions of a size, as JSON.
#[pyfunction]
#[pyo3(signature = (size, amazons=0, *, time=None, progress=None))]
fn regions(
    py: Python<'_>,
    size: usize,
    amazons: usize,
    time: Option<f64>,
    progress: Option<Py<PyAny>>,
) -> PyResult<String> {
    let most = if amazons > 0 { 11 } else { 12 };
    if !(1..=most).contains(&size) {
        return Err(Problem::Input(format!("size: expected 1 to {most}, found {size}")).into());
    }
    if amazons > size {
        let line = format!("amazons: expected at most {size} in a region of that size");
        return Err(Problem::Input(line).into());
    }
    Call::new(time, None, progress)?.run(py, |budget, tell| {
        let found = census(size, amazons, &tell.sink(), budget)?;
        let examples: Vec<String> =
            found.examples.iter().map(|region| region.diagram(0, 0).to_string()).collect();
        let row = |group: &lastmove::regions::Defective| {
            json!({
                "defects": group.defects, "regions": group.regions,
                "line_segment_graphs": group.line_segment_graphs,
            })
        };
        Ok(json!({
            "size": found.size, "amazons": found.amazons, "regions": found.regions,
            "line_segment_graphs": found.line_segment_graphs,
            "defective": found.defective.iter().map(row).collect::<Json>(),
            "examples": examples,
        })
        .to_string())
    })
}

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(databases, module)?)?;
    module.add_function(wrap_pyfunction!(build_databases, module)?)?;
    module.add_function(wrap_pyfunction!(regions, module)?)
}
