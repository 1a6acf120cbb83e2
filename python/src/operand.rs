//! Operands: the other side of an operator, and values of several stores.

use crate::number;
use crate::problem::{Problem, Result};
use crate::store::{LockedStore, StoreData};
use crate::value::Value;
use lastmove::values::{Dyadic, Environment, FastMap, Form, Forms, Player, ValueError};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyString};
use std::sync::Arc;

/// The longest text of a value.
const MOST_TEXT: usize = 1 << 22;

/// The other operand of an operator.
pub(crate) enum Operand<'py> {
    Same(Form),
    Number(Dyadic),
    Other(Bound<'py, Value>),
}

impl Value {
    /// Makes a value from a value, a number or a text.
    pub(crate) fn make(
        py: Python<'_>,
        store: &Arc<LockedStore>,
        from: &Bound<'_, PyAny>,
    ) -> PyResult<Self> {
        let store = Arc::clone(store);
        if let Ok(text) = from.downcast::<PyString>() {
            let text = text.to_str()?.to_owned();
            let game = store.work(py, |data| {
                let mut positions = data.positions();
                let names = Environment::new();
                Ok(names.value_with(&text, &mut data.forms, &mut positions)?)
            })?;
            return Ok(Self { store, game });
        }
        if let Some(x) = number::dyadic(from)? {
            let game = store.work(py, |data| Ok(data.forms.number(x)?))?;
            return Ok(Self { store, game });
        }
        if let Ok(value) = from.downcast::<Self>() {
            let value = value.get();
            if Arc::ptr_eq(&value.store, &store) {
                return Ok(Self { store, game: value.game });
            }
            let game = copy_into(py, &store, value)?;
            return Ok(Self { store, game });
        }
        let found = from.get_type().name()?;
        Err(PyTypeError::new_err(format!("expected a value, a number or a text, found {found}")))
    }

    /// A value that was computed in a store of its own.
    pub(crate) fn of(py: Python<'_>, forms: &Forms, game: Form) -> PyResult<Self> {
        let store = LockedStore::common();
        let game = store
            .work(py, |data| Ok(data.forms.transfer(forms, game, &mut FastMap::default())?))?;
        Ok(Self { store, game })
    }

    pub(crate) fn operand<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Option<Operand<'py>>> {
        if let Ok(value) = other.downcast::<Self>() {
            return Ok(Some(if Arc::ptr_eq(&value.get().store, &self.store) {
                Operand::Same(value.get().game)
            } else {
                Operand::Other(value.clone())
            }));
        }
        Ok(number::dyadic(other)?.map(Operand::Number))
    }

    /// Runs `work` with this value and another one, in one store.
    pub(crate) fn with<T: Send>(
        &self,
        py: Python<'_>,
        other: &Operand<'_>,
        work: impl Fn(&mut Forms, Form, Form) -> Result<T> + Send + Sync,
    ) -> PyResult<T> {
        let this = self.game;
        match other {
            &Operand::Same(game) => self.store.work(py, |data| work(&mut data.forms, this, game)),
            &Operand::Number(x) => self.store.work(py, |data| {
                let game = data.forms.number(x)?;
                work(&mut data.forms, this, game)
            }),
            Operand::Other(value) => {
                let game = copy_into(py, &self.store, value.get())?;
                self.store.work(py, |data| work(&mut data.forms, this, game))
            }
        }
    }

    pub(crate) fn new_game(&self, game: Form) -> Self {
        Self { store: Arc::clone(&self.store), game }
    }

    pub(crate) fn map(
        &self,
        py: Python<'_>,
        work: impl Fn(&mut StoreData, Form) -> Result<Form> + Send + Sync,
    ) -> PyResult<Self> {
        let game = self.game;
        Ok(self.new_game(self.store.work(py, |data| work(data, game))?))
    }

    pub(crate) fn combine<'py>(
        &self,
        other: &Bound<'py, PyAny>,
        work: impl Fn(&mut Forms, Form, Form) -> Result<Form> + Send + Sync,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = other.py();
        match self.operand(other)? {
            Some(operand) => {
                let game = self.with(py, &operand, work)?;
                Ok(Bound::new(py, self.new_game(game))?.into_any())
            }
            None => Ok(py.NotImplemented().into_bound(py)),
        }
    }

    /// Makes a value in this store from a value, a number or a text.
    pub(crate) fn argument(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<Form> {
        Ok(Self::make(py, &self.store, other)?.game)
    }

    pub(crate) fn number<'py>(
        &self,
        py: Python<'py>,
        work: impl Fn(&mut Forms, Form) -> std::result::Result<Dyadic, ValueError> + Send + Sync,
    ) -> PyResult<Bound<'py, PyAny>> {
        let game = self.game;
        let x = self.store.work(py, |data| Ok(work(&mut data.forms, game)?))?;
        number::fraction(py, x)
    }

    pub(crate) fn list<'py>(
        &self,
        py: Python<'py>,
        work: impl Fn(&mut Forms, Form) -> std::result::Result<Vec<Form>, ValueError> + Send + Sync,
    ) -> PyResult<Bound<'py, PyList>> {
        let game = self.game;
        let games = self.store.work(py, |data| {
            let mut games = work(&mut data.forms, game)?;
            // Sorted, in an order that does not depend on the store.
            let mut keyed = Vec::with_capacity(games.len());
            for game in games.drain(..) {
                keyed.push((data.forms.print(game, 1000), data.hash(game)?, game));
            }
            keyed.sort_unstable();
            Ok(keyed.into_iter().map(|key| key.2).collect::<Vec<_>>())
        })?;
        PyList::new(py, games.into_iter().map(|game| self.new_game(game)).collect::<Vec<_>>())
    }

    pub(crate) fn text(&self, py: Python<'_>) -> PyResult<String> {
        let game = self.game;
        self.store.work(py, |data| {
            data.forms.print(game, MOST_TEXT).ok_or_else(|| {
                Problem::Limit(format!("the text of the value is longer than {MOST_TEXT} bytes"))
            })
        })
    }

    pub(crate) fn is(
        &self,
        py: Python<'_>,
        work: impl Fn(&mut Forms, Form) -> bool + Send + Sync,
    ) -> PyResult<bool> {
        let game = self.game;
        self.store.work(py, |data| Ok(work(&mut data.forms, game)))
    }

    pub(crate) fn short_text(&self, py: Python<'_>) -> Option<String> {
        let game = self.game;
        self.store.work(py, |data| Ok(data.forms.print(game, 2000))).ok().flatten()
    }
}

/// Copies a value of another store into this one.
fn copy_into(py: Python<'_>, store: &LockedStore, value: &Value) -> PyResult<Form> {
    let (copy, game) = value.store.copy(py, value.game)?;
    store.work(py, |data| Ok(data.forms.transfer(&copy, game, &mut FastMap::default())?))
}

pub(crate) fn player(side: &str) -> Result<Player> {
    match side.to_lowercase().as_str() {
        "left" | "black" | "vertical" => Ok(Player::Left),
        "right" | "white" | "horizontal" => Ok(Player::Right),
        _ => Err(Problem::Input("side: expected \"left\" or \"right\"".into())),
    }
}
