//! Maps from operators to the values of one attribute.

use std::marker::PhantomData;
use std::sync::Arc;

use objet::function::{FromValue, RetValue};

use super::{Op, OpError};

/// A snapshot of the values of one attribute for all operators. Lookups take no lock.
pub struct OpAttrMap<T> {
    values: Arc<Values>,
    of: PhantomData<fn() -> T>,
}

/// The values of an attribute with their priority levels, by the indices of the operators.
#[derive(Clone, Default)]
pub(super) struct Values {
    pub(super) attr: String,
    pub(super) by_op: Vec<Option<(RetValue, i32)>>,
}

impl<T> OpAttrMap<T> {
    pub(super) fn new(values: Arc<Values>) -> Self {
        Self { values, of: PhantomData }
    }

    /// Whether the operator has a value.
    pub fn contains(&self, op: &Op) -> bool {
        self.value(op).is_some()
    }

    /// Returns the number of operators that have a value.
    pub fn len(&self) -> usize {
        self.values.by_op.iter().flatten().count()
    }

    /// Whether no operator has a value.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the value of the operator, or `None` if it has no value.
    ///
    /// # Errors
    /// Fails if the value is not a `T`.
    pub fn get<'a>(&'a self, op: &Op) -> Result<Option<T>, OpError>
    where
        T: FromValue<'a>,
    {
        let Some(value) = self.value(op) else { return Ok(None) };
        value.get().map(Some).map_err(|source| OpError::Value {
            op: op.name.to_string(),
            attr: self.values.attr.clone(),
            source,
        })
    }

    /// Returns the value of the operator without a conversion.
    pub fn value(&self, op: &Op) -> Option<&RetValue> {
        self.values.by_op.get(op.index as usize)?.as_ref().map(|(value, _)| value)
    }
}
