//! Stores of values. A value keeps its store alive; the store is dropped with its last value.

use crate::long::{Call, short};
use crate::problem::{Problem, Result};
use lastmove::report::GamePositions;
use lastmove::values::{AppraisalLimits, FastMap, Form, Forms};
use lastmove::work::{Budget, Cancel, Limits};
use pyo3::prelude::*;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;

/// Longer work runs on a thread of its own, so that Ctrl-C can stop it.
const SHORT: Duration = Duration::from_millis(50);

/// A store of forms with its lock.
pub(crate) struct LockedStore {
    data: Mutex<StoreData>,
}

/// The data behind the lock.
pub(crate) struct StoreData {
    pub(crate) forms: Forms,
    /// hashes of forms, the same in every store
    pub(crate) hashes: FastMap<Form, u64>,
}

/// The default store of values; it does not exist while it has no value.
static COMMON: Mutex<Weak<LockedStore>> = Mutex::new(Weak::new());

impl LockedStore {
    fn new(forms: Forms) -> Arc<Self> {
        let data = StoreData { forms, hashes: FastMap::default() };
        Arc::new(Self { data: Mutex::new(data) })
    }

    /// The common store.
    pub(crate) fn common() -> Arc<Self> {
        let mut common = COMMON.lock().unwrap_or_else(PoisonError::into_inner);
        common.upgrade().unwrap_or_else(|| {
            let store = Self::new(Forms::new());
            *common = Arc::downgrade(&store);
            store
        })
    }

    fn lock(&self) -> MutexGuard<'_, StoreData> {
        // After a panic the store is consistent: every form that is referred to is complete.
        self.data.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Runs work with the store: on this thread, or on another one if that takes long.
    pub(crate) fn work<T: Send>(
        &self,
        py: Python<'_>,
        work: impl Fn(&mut StoreData) -> Result<T> + Send + Sync,
    ) -> PyResult<T> {
        let quick = py.detach(|| {
            short(|| {
                let mut data = self.lock();
                let limits = Limits { time: Some(SHORT), nodes: None };
                data.forms.set_budget(Some(Budget::new(limits, Cancel::new())));
                match work(&mut data) {
                    Err(Problem::Stopped) => Ok(None),
                    result => result.map(Some),
                }
            })
        })?;
        if let Some(result) = quick {
            return Ok(result);
        }
        let call = Call { limits: Limits::default(), progress: None };
        call.run(py, |budget, _| {
            let mut data = self.lock();
            data.forms.set_budget(Some(budget.clone()));
            work(&mut data)
        })
    }

    /// A copy of a value, to be added to another store. Two stores are never locked at the same
    /// time, so that threads cannot wait for each other.
    pub(crate) fn copy(&self, py: Python<'_>, game: Form) -> PyResult<(Forms, Form)> {
        py.detach(|| {
            short(|| {
                let there = self.lock();
                let mut copy = Forms::new();
                let game = copy.transfer(&there.forms, game, &mut FastMap::default())?;
                Ok((copy, game))
            })
        })
    }
}

impl StoreData {
    /// The evaluator of positions in expressions.
    pub(crate) fn positions(&self) -> GamePositions {
        GamePositions::new(AppraisalLimits { budget: self.forms.budget(), ..Default::default() })
    }

    /// A hash of the canonical form.
    pub(crate) fn hash(&mut self, game: Form) -> Result<u64> {
        if let Some(&known) = self.hashes.get(&game) {
            return Ok(known);
        }
        let mut hash: u64 = 0x9e37_79b9_7f4a_7c15;
        let mut mix =
            |word: u64| hash = (hash ^ word).wrapping_mul(0x2545_f491_4f6c_dd1d).rotate_left(29);
        if let Some(nus) = self.forms.as_nus(game) {
            mix(nus.number.numerator() as u64);
            mix(u64::from(nus.number.exponent()));
            mix(nus.ups as u64);
            mix(u64::from(nus.nimber));
        } else {
            for options in [self.forms.left_options(game)?, self.forms.right_options(game)?] {
                // The order of options depends on the store.
                let mut hashes = Vec::with_capacity(options.len());
                for option in options {
                    hashes.push(self.hash(option)?);
                }
                hashes.sort_unstable();
                mix(hashes.len() as u64);
                hashes.into_iter().for_each(&mut mix);
            }
        }
        self.hashes.insert(game, hash);
        Ok(hash)
    }
}

/// A store of values with a limit of its own.
///
/// Values in it come from `Store.value`; results of arithmetic stay in the store of the first
/// value. The store is freed with its last value.
///
/// >>> from lastmove import Store
/// >>> store = Store(max_forms=1000)
/// >>> store.value("{2|0} + *")
/// Value('{2*|*}')
#[pyclass(frozen, module = "lastmove")]
pub(crate) struct Store(pub(crate) Arc<LockedStore>);

#[pymethods]
impl Store {
    #[new]
    #[pyo3(signature = (max_forms=2_000_000))]
    fn new(max_forms: usize) -> Self {
        Self(LockedStore::new(Forms::with_limit(max_forms)))
    }

    /// A value in this store.
    fn value(&self, py: Python<'_>, value: &Bound<'_, PyAny>) -> PyResult<crate::value::Value> {
        crate::value::Value::make(py, &self.0, value)
    }

    /// The number of forms in the store.
    fn __len__(&self, py: Python<'_>) -> usize {
        py.detach(|| self.0.lock().forms.len())
    }

    fn __repr__(&self, py: Python<'_>) -> String {
        let (forms, most) = py.detach(|| {
            let data = self.0.lock();
            (data.forms.len(), data.forms.max_forms())
        });
        format!("<Store with {forms} of {most} forms>")
    }
}
