//! Thermographs as Python objects.

use crate::number;
use lastmove::draw::{thermograph_svg, thermograph_text};
use lastmove::values::Wall;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyTuple};

/// A thermograph: two walls that meet in a mast, with exact corners.
///
/// >>> from lastmove import Value
/// >>> t = Value("{2|0}").thermograph
/// >>> t.mean, t.temperature
/// (Fraction(1, 1), Fraction(1, 1))
#[pyclass(frozen, module = "lastmove")]
pub(crate) struct Thermograph {
    walls: lastmove::values::Thermograph,
    title: String,
}

impl Thermograph {
    pub(crate) fn new(walls: lastmove::values::Thermograph, title: Option<String>) -> Self {
        let title = title.filter(|title| title.chars().count() <= 80).unwrap_or_default();
        Self { walls, title }
    }
}

fn corners<'py>(py: Python<'py>, wall: &Wall) -> PyResult<Bound<'py, PyList>> {
    let mut out = Vec::new();
    for corner in wall.corners() {
        let (value, t) =
            (number::fraction(py, corner.value)?, number::fraction(py, corner.temperature)?);
        out.push(PyTuple::new(py, [value, t])?);
    }
    PyList::new(py, out)
}

#[pymethods]
impl Thermograph {
    /// The mean value, where the mast stands.
    #[getter]
    fn mean<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        number::fraction(py, self.walls.mean())
    }
    /// The temperature, where the mast begins.
    #[getter]
    fn temperature<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        number::fraction(py, self.walls.temperature())
    }
    /// Left's stop.
    #[getter]
    fn left_stop<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        number::fraction(py, self.walls.left_stop())
    }
    /// Right's stop.
    #[getter]
    fn right_stop<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        number::fraction(py, self.walls.right_stop())
    }
    /// `"N"`, `"P"`, `"L"` or `"R"`.
    #[getter]
    fn outcome(&self) -> String {
        self.walls.outcome().to_string()
    }
    /// The corners of the left wall as (value, temperature), in ascending order of temperature from
    /// -1.
    #[getter]
    fn left_wall<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        corners(py, self.walls.left_wall())
    }
    /// The corners of the right wall.
    #[getter]
    fn right_wall<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        corners(py, self.walls.right_wall())
    }
    /// The values of both walls at a temperature of at least -1.
    fn at<'py>(&self, py: Python<'py>, t: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyTuple>> {
        let t = number::number(t, "at")?;
        if t < lastmove::values::Dyadic::MINUS_ONE {
            let line = "at: expected a temperature of at least -1";
            return Err(crate::problem::Problem::Input(line.into()).into());
        }
        let (left, right) = (self.walls.left_wall().at(t), self.walls.right_wall().at(t));
        PyTuple::new(py, [number::fraction(py, left)?, number::fraction(py, right)?])
    }
    /// A drawing as SVG.
    #[pyo3(signature = (title=None))]
    fn svg(&self, title: Option<&str>) -> PyResult<String> {
        let title = title.unwrap_or(&self.title);
        crate::long::short(|| Ok(thermograph_svg(&self.walls, title)))
    }
    fn _repr_svg_(&self) -> PyResult<String> {
        self.svg(None)
    }
    fn __str__(&self) -> PyResult<String> {
        crate::long::short(|| Ok(thermograph_text(&self.walls, false)))
    }
    fn __repr__(&self) -> String {
        let (mean, temperature) = (self.walls.mean(), self.walls.temperature());
        format!("<Thermograph with mean {mean} and temperature {temperature}>")
    }
    fn __eq__(&self, other: &Self) -> bool {
        self.walls == other.walls
    }
    fn __hash__(&self) -> u64 {
        let text = format!("{} {}", self.walls.left_wall(), self.walls.right_wall());
        text.bytes().fold(7, |hash: u64, byte| hash.wrapping_mul(31).wrapping_add(byte.into()))
    }
}
