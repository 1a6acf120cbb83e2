//! Converting numbers from and to Python: integers, and fractions whose denominator is a power of
//! two.

use crate::problem::Problem;
use lastmove::values::Dyadic;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBool, PyFloat, PyInt, PyType};

static FRACTION: PyOnceLock<Py<PyType>> = PyOnceLock::new();

fn fraction_type(py: Python<'_>) -> PyResult<&Bound<'_, PyType>> {
    FRACTION.import(py, "fractions", "Fraction")
}

/// The number as a `Fraction`.
pub(crate) fn fraction(py: Python<'_>, x: Dyadic) -> PyResult<Bound<'_, PyAny>> {
    fraction_type(py)?.call1((x.numerator(), 1_u64 << x.exponent()))
}

/// A number from an `int`, a `Fraction` or a `float`; `None` if it is none of them.
pub(crate) fn dyadic(object: &Bound<'_, PyAny>) -> PyResult<Option<Dyadic>> {
    let py = object.py();
    if object.is_instance_of::<PyBool>() {
        return Ok(None);
    }
    let is_number = object.is_instance_of::<PyInt>()
        || object.is_instance_of::<PyFloat>()
        || object.is_instance(fraction_type(py)?)?;
    if !is_number {
        return Ok(None);
    }
    if let Ok(n) = object.extract::<i64>() {
        return Ok(Some(Dyadic::integer(n).map_err(Problem::from)?));
    }
    // For infinities and NaN this raises Python's own exception.
    let (numerator, denominator): (Bound<'_, PyAny>, Bound<'_, PyAny>) =
        object.call_method0("as_integer_ratio")?.extract()?;
    let range = || PyErr::from(Problem::input(lastmove::values::ValueError::Overflow));
    let numerator: i64 = numerator.extract().map_err(|_| range())?;
    let fine = || PyErr::from(Problem::input(lastmove::values::ValueError::TooFine));
    let denominator: u64 = denominator.extract().map_err(|_| fine())?;
    if !denominator.is_power_of_two() {
        let line = format!("{object}: expected a denominator that is a power of two");
        return Err(Problem::Input(line).into());
    }
    let number = Dyadic::new(numerator, denominator.trailing_zeros());
    Ok(Some(number.map_err(Problem::from)?))
}

/// A number, or a `TypeError` that says what was expected.
pub(crate) fn number(object: &Bound<'_, PyAny>, what: &str) -> PyResult<Dyadic> {
    dyadic(object)?.ok_or_else(|| {
        let found = object.get_type().name().map_or_else(|_| "?".into(), |name| name.to_string());
        PyTypeError::new_err(format!("{what}: expected a number, found {found}"))
    })
}
