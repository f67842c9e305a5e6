//! The values of partial evaluation.

use std::rc::Rc;

use objet_ir::adt::Constructor;
use objet_ir::expr::RelayExpr;

use super::residual::ClosureId;
use crate::expr::Constant;

/// A value, by its index. Values with smaller numbers were created earlier.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct ValueId(usize);

/// A value.
pub(super) struct Value {
    pub(super) known: Known,
    /// The variable or the name that stands for the value in the rest of the program.
    pub(super) atom: RelayExpr,
}

/// The part of a value that is known before the program runs.
#[derive(Clone)]
pub(super) enum Known {
    Nothing,
    Tensor(Constant),
    Tuple(Rc<[ValueId]>),
    /// A reference. Its content is in the store.
    Reference,
    Data(Constructor, Rc<[ValueId]>),
    Closure(ClosureId),
    /// An operator, or a function that fusion created.
    Kernel(RelayExpr),
    Constructor(Constructor),
}

/// All values, in the order of creation.
#[derive(Default)]
pub(super) struct Values(Vec<Value>);

impl Values {
    pub(super) fn push(&mut self, known: Known, atom: RelayExpr) -> ValueId {
        self.0.push(Value { known, atom });
        ValueId(self.0.len() - 1)
    }

    pub(super) fn known(&self, value: ValueId) -> &Known {
        &self.0[value.0].known
    }

    pub(super) fn atom(&self, value: ValueId) -> RelayExpr {
        self.0[value.0].atom.clone()
    }

    pub(super) fn atoms(&self, values: &[ValueId]) -> Vec<RelayExpr> {
        values.iter().map(|value| self.atom(*value)).collect()
    }
}
