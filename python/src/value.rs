//! Values as Python objects.

use crate::number;
use crate::operand::player;
use crate::problem::Problem;
use crate::store::LockedStore;
use crate::thermograph::Thermograph;
use lastmove::values::{Environment, ExpressionAnswer, Form, Forms, Merit, Relation};
use pyo3::basic::CompareOp;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyTuple};
use std::sync::Arc;

/// The value of a combinatorial game.
///
/// Left is positive. A text is read as on the command line: numbers, `*`, `^`, `v`, `{a,b|c}`,
/// `±1`, `Tiny(2)`, names such as `up`, sums, and positions such as `[domineering 2x3]`.
///
/// >>> from lastmove import Value
/// >>> Value("{2|0}") + Value("*")
/// Value('{2*|*}')
/// >>> Value("[domineering 2x3] - 1/2").mean
/// Fraction(1, 4)
/// >>> Value("^") > 0, Value("^").fuzzy("*")
/// (True, True)
#[pyclass(frozen, module = "lastmove")]
pub(crate) struct Value {
    pub(crate) store: Arc<LockedStore>,
    pub(crate) game: Form,
}

#[pymethods]
impl Value {
    #[new]
    #[pyo3(signature = (value=None))]
    fn new(py: Python<'_>, value: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        match value {
            Some(value) => Self::make(py, &LockedStore::common(), value),
            None => Ok(Self { store: LockedStore::common(), game: Form::ZERO }),
        }
    }

    /// The value of the game with these options, each a value, a number or a text.
    ///
    /// >>> from lastmove import Value
    /// >>> Value.from_options([1, "*"], [-1])
    /// Value('±1')
    #[staticmethod]
    #[pyo3(signature = (left, right))]
    fn from_options(
        py: Python<'_>,
        left: Vec<Bound<'_, PyAny>>,
        right: Vec<Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let store = LockedStore::common();
        let read = |options: &[Bound<'_, PyAny>]| {
            let read = |option| Self::make(py, &store, option).map(|value| value.game);
            options.iter().map(read).collect::<PyResult<Vec<Form>>>()
        };
        let (left, right) = (read(&left)?, read(&right)?);
        let game = store.work(py, |data| Ok(data.forms.game(&left, &right)?))?;
        Ok(Self { store, game })
    }

    /// Whether a comparison such as `"{2|0} + * >= 1"` holds.
    ///
    /// >>> from lastmove import Value
    /// >>> Value.holds("^ || *"), Value.holds("{2|0} + * >= 1")
    /// (True, False)
    #[staticmethod]
    fn holds(py: Python<'_>, comparison: String) -> PyResult<bool> {
        LockedStore::common().work(py, |data| {
            let mut positions = data.positions();
            let names = Environment::new();
            match names.evaluate_with(&comparison, &mut data.forms, &mut positions)? {
                ExpressionAnswer::Holds(holds) => Ok(holds),
                ExpressionAnswer::Value(_) => {
                    Err(Problem::Input("expected a comparison such as ^ > 0".into()))
                }
            }
        })
    }

    fn __add__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.combine(other, |forms, a, b| Ok(forms.sum(a, b)?))
    }
    fn __radd__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.combine(other, |forms, a, b| Ok(forms.sum(a, b)?))
    }
    fn __sub__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.combine(other, |forms, a, b| Ok(forms.difference(a, b)?))
    }
    fn __rsub__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.combine(other, |forms, a, b| Ok(forms.difference(b, a)?))
    }
    fn __neg__(&self, py: Python<'_>) -> PyResult<Self> {
        self.map(py, |data, game| Ok(data.forms.neg(game)?))
    }
    fn __pos__(&self) -> Self {
        self.new_game(self.game)
    }
    fn __mul__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let py = other.py();
        match number::dyadic(other)? {
            Some(n) if n.is_integer() => {
                let value =
                    self.map(py, |data, game| Ok(data.forms.multiple(n.floor(), game)?))?;
                Ok(Bound::new(py, value)?.into_any())
            }
            Some(_) => Err(Problem::Input("a value times a fraction has no meaning".into()).into()),
            None => Ok(py.NotImplemented().into_bound(py)),
        }
    }
    fn __rmul__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.__mul__(other)
    }
    fn __bool__(&self) -> bool {
        self.game != Form::ZERO
    }

    fn __richcmp__<'py>(
        &self,
        other: &Bound<'py, PyAny>,
        op: CompareOp,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = other.py();
        let operand = match self.operand(other) {
            Ok(Some(operand)) => operand,
            // A number that is not a value, such as 1/3, equals no value.
            Err(_) if matches!(op, CompareOp::Eq | CompareOp::Ne) => {
                let unequal = matches!(op, CompareOp::Ne);
                return Ok(unequal.into_pyobject(py)?.to_owned().into_any());
            }
            Ok(None) => return Ok(py.NotImplemented().into_bound(py)),
            Err(error) => return Err(error),
        };
        let holds = self.with(py, &operand, |forms, a, b| {
            Ok(match op {
                CompareOp::Eq => a == b,
                CompareOp::Ne => a != b,
                CompareOp::Ge => forms.ge(a, b),
                CompareOp::Le => forms.le(a, b),
                CompareOp::Gt => forms.relation(a, b) == Relation::Greater,
                CompareOp::Lt => forms.relation(a, b) == Relation::Less,
            })
        })?;
        Ok(holds.into_pyobject(py)?.to_owned().into_any())
    }

    /// Equal numbers of Python and equal values have equal hashes.
    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        let game = self.game;
        let number = self.store.work(py, |data| Ok(data.forms.as_number(game)))?;
        match number {
            Some(x) => number::fraction(py, x)?.hash(),
            None => Ok(self.store.work(py, |data| data.hash(game))? as isize),
        }
    }

    /// The comparison with another value: `"="`, `">"`, `"<"`, or `"||"` if it is confused with the
    /// other.
    fn relation(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<String> {
        let (this, other) = (self.game, self.argument(py, other)?);
        self.store.work(py, |data| Ok(data.forms.relation(this, other).to_string()))
    }

    /// Whether it is confused with the other: the player who moves first in the difference wins.
    fn fuzzy(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        Ok(self.relation(py, other)? == "||")
    }

    /// The mean value, a `Fraction`.
    #[getter]
    fn mean<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.number(py, |forms, game| forms.mean(game))
    }
    /// The temperature, a `Fraction`; -1 of an integer.
    #[getter]
    fn temperature<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.number(py, |forms, game| forms.temperature(game))
    }
    /// The number reached if Left starts.
    #[getter]
    fn left_stop<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.number(py, |forms, game| Ok(forms.left_stop(game)))
    }
    /// The number reached if Right starts.
    #[getter]
    fn right_stop<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.number(py, |forms, game| Ok(forms.right_stop(game)))
    }
    /// Both stops, Left's first.
    #[getter]
    fn stops<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, [self.left_stop(py)?, self.right_stop(py)?])
    }
    /// `"N"`, `"P"`, `"L"` or `"R"`: the next player, the previous one, Left or Right wins.
    #[getter]
    fn outcome(&self, py: Python<'_>) -> PyResult<String> {
        let game = self.game;
        self.store.work(py, |data| Ok(data.forms.outcome(game).to_string()))
    }
    /// The height of the canonical form.
    #[getter]
    fn birthday(&self, py: Python<'_>) -> PyResult<u64> {
        let game = self.game;
        self.store.work(py, |data| Ok(data.forms.birthday(game)))
    }
    /// Whether it is a number.
    #[getter]
    fn is_number(&self, py: Python<'_>) -> PyResult<bool> {
        self.is(py, |forms, game| forms.is_number(game))
    }
    /// Whether it lies between all negative and all positive numbers.
    #[getter]
    fn is_infinitesimal(&self, py: Python<'_>) -> PyResult<bool> {
        self.is(py, |forms, game| forms.is_infinitesimal(game))
    }
    /// Whether in every position of it both players can move or neither can.
    #[getter]
    fn is_all_small(&self, py: Python<'_>) -> PyResult<bool> {
        self.is(py, Forms::is_all_small)
    }
    /// Left's options in the canonical form.
    #[getter]
    fn left_options<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        self.list(py, Forms::left_options)
    }
    /// Right's options in the canonical form.
    #[getter]
    fn right_options<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        self.list(py, Forms::right_options)
    }
    /// Both lists of options, Left's first.
    #[getter]
    fn options<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, [self.left_options(py)?, self.right_options(py)?])
    }

    /// The incentives of a player: what its best moves gain. Without a side, those of both players.
    ///
    /// >>> from lastmove import Value
    /// >>> Value("^").incentives("right")
    /// [Value('^*')]
    #[pyo3(signature = (side=None))]
    fn incentives<'py>(&self, py: Python<'py>, side: Option<&str>) -> PyResult<Bound<'py, PyList>> {
        let player = side.map(player).transpose()?;
        self.list(py, |forms, game| match player {
            Some(player) => forms.incentives(game, player),
            None => forms.all_incentives(game),
        })
    }

    /// Cooled by a number above -1: each move costs its player this number.
    ///
    /// >>> from lastmove import Value
    /// >>> Value("{3||2*|1*}").cool(0.5)
    /// Value('{5/2|2*}')
    fn cool(&self, py: Python<'_>, t: &Bound<'_, PyAny>) -> PyResult<Self> {
        let t = number::number(t, "cool")?;
        self.map(py, |data, game| Ok(data.forms.cool(game, t)?))
    }

    /// Heated by any value: each move earns its player this value; a number does not change.
    fn heat(&self, py: Python<'_>, t: &Bound<'_, PyAny>) -> PyResult<Self> {
        let t = self.argument(py, t)?;
        self.map(py, |data, game| Ok(data.forms.heat(game, t)?))
    }

    /// Overheated from s to t: an integer n is n copies of s, other moves earn t.
    fn overheat(
        &self,
        py: Python<'_>,
        s: &Bound<'_, PyAny>,
        t: &Bound<'_, PyAny>,
    ) -> PyResult<Self> {
        let (s, t) = (self.argument(py, s)?, self.argument(py, t)?);
        self.map(py, |data, game| Ok(data.forms.overheat(game, s, t)?))
    }

    /// The atomic weight of an all-small game.
    ///
    /// >>> from lastmove import Value
    /// >>> Value("{^3|vv}").atomic_weight()
    /// Value('{1|0}')
    fn atomic_weight(&self, py: Python<'_>) -> PyResult<Self> {
        self.map(py, |data, game| Ok(data.forms.atomic_weight(game)?))
    }

    /// The thermograph.
    #[getter]
    fn thermograph(&self, py: Python<'_>) -> PyResult<Thermograph> {
        let game = self.game;
        let walls = self.store.work(py, |data| Ok(data.forms.thermograph(game)?))?;
        Ok(Thermograph::new(walls, self.short_text(py)))
    }

    /// Which of these options of one player count in this game: a list of
    /// `(value, merit, because)`, where merit is `"good"`, `"dominated"` or `"reversible"`.
    #[pyo3(signature = (options, side))]
    fn merits<'py>(
        &self,
        py: Python<'py>,
        options: Vec<Bound<'py, PyAny>>,
        side: &str,
    ) -> PyResult<Bound<'py, PyList>> {
        let (game, player) = (self.game, player(side)?);
        let read = options.iter().map(|option| self.argument(py, option));
        let options: Vec<Form> = read.collect::<PyResult<_>>()?;
        let merits = self.store.work(py, |data| Ok(data.forms.merits(game, &options, player)))?;
        let mut rows = Vec::with_capacity(options.len());
        for (&option, merit) in options.iter().zip(merits) {
            let (merit, because) = match merit {
                Merit::Good => ("good", None),
                Merit::Dominated { by } => ("dominated", Some(self.new_game(options[by]))),
                Merit::Reversible { through } => ("reversible", Some(self.new_game(through))),
            };
            rows.push((self.new_game(option), merit, because).into_pyobject(py)?);
        }
        PyList::new(py, rows)
    }

    fn __str__(&self, py: Python<'_>) -> PyResult<String> {
        self.text(py)
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(match self.short_text(py) {
            Some(text) => format!("Value('{text}')"),
            None => "<Value with a long form>".into(),
        })
    }

    /// For `pickle`: the text, from which the value is read again.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let class = py.get_type::<Self>();
        Ok((class, (self.text(py)?,)).into_pyobject(py)?.into_any())
    }

    /// The value in LaTeX, between dollar signs, for notebooks.
    fn _repr_latex_(&self, py: Python<'_>) -> PyResult<Option<String>> {
        let game = self.game;
        let latex = self.store.work(py, |data| Ok(data.forms.latex(game, 4000)))?;
        Ok(latex.map(|text| format!("${text}$")))
    }

    /// All properties as a dictionary of texts, with the names of `lastmove value --json`.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        dict.set_item("canonical", self.text(py)?)?;
        dict.set_item("mean", self.mean(py)?.str()?)?;
        dict.set_item("temperature", self.temperature(py)?.str()?)?;
        dict.set_item("left_stop", self.left_stop(py)?.str()?)?;
        dict.set_item("right_stop", self.right_stop(py)?.str()?)?;
        dict.set_item("outcome", self.outcome(py)?)?;
        dict.set_item("birthday", self.birthday(py)?)?;
        Ok(dict)
    }
}
