//! Conversion of indices and shapes between layouts.

use std::collections::HashMap;

use objet::prelude::*;
use objet::walk::RewriteError;
use objet_ir::expr::{IntImmNode, PrimExpr};

use super::{Axis, BijectiveLayout, BijectiveLayoutNode, Layout};
use crate::check::Check;
use crate::expr::{Any, AnyNode, Var};
use crate::op::Folding;

impl BijectiveLayout {
    /// Converts indices in the source layout to indices in the destination layout.
    ///
    /// # Errors
    /// Returns an error if there is not one index per axis, or if an index is not an integer.
    ///
    /// ```
    /// use objet_tir::data_layout::{BijectiveLayout, Layout};
    /// use objet_tir::op::as_const_int;
    ///
    /// let blocked = BijectiveLayout::new(Layout::new("NCHW")?, Layout::new("NCHW16c")?)?;
    /// let index = blocked.forward_index([0.into(), 18.into(), 6.into(), 6.into()])?;
    /// assert_eq!(index.iter().filter_map(as_const_int).collect::<Vec<_>>(), [0, 1, 6, 6, 2]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn forward_index(&self, index: impl Into<Array<PrimExpr>>) -> Result<Array<PrimExpr>, RewriteError> {
        indices(&self.src_layout, &self.forward_rule, &index.into())
    }

    /// Converts indices in the destination layout to indices in the source layout.
    ///
    /// # Errors
    /// Returns an error if there is not one index per axis, or if an index is not an integer.
    pub fn backward_index(&self, index: impl Into<Array<PrimExpr>>) -> Result<Array<PrimExpr>, RewriteError> {
        indices(&self.dst_layout, &self.backward_rule, &index.into())
    }

    /// Converts a shape in the source layout to a shape in the destination layout. An axis of any
    /// length remains an axis of any length.
    ///
    /// # Errors
    /// Returns an error if there is not one length per axis, if a length is not an integer, or if
    /// the length of a subordinate axis is not its factor.
    ///
    /// ```
    /// use objet_tir::data_layout::{BijectiveLayout, Layout};
    /// use objet_tir::op::as_const_int;
    ///
    /// let blocked = BijectiveLayout::new(Layout::new("NCHW")?, Layout::new("NCHW16c")?)?;
    /// let shape = blocked.forward_shape([1.into(), 32.into(), 7.into(), 7.into()])?;
    /// assert_eq!(shape.iter().filter_map(as_const_int).collect::<Vec<_>>(), [1, 2, 7, 7, 16]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn forward_shape(&self, shape: impl Into<Array<PrimExpr>>) -> Result<Array<PrimExpr>, RewriteError> {
        shape_in(&self.src_layout, &self.dst_layout, &self.forward_rule, &shape.into())
    }

    /// Converts a shape in the destination layout to a shape in the source layout. An axis of any
    /// length remains an axis of any length.
    ///
    /// # Errors
    /// Returns an error if there is not one length per axis, if a length is not an integer, or if
    /// the length of a subordinate axis is not its factor.
    pub fn backward_shape(&self, shape: impl Into<Array<PrimExpr>>) -> Result<Array<PrimExpr>, RewriteError> {
        shape_in(&self.dst_layout, &self.src_layout, &self.backward_rule, &shape.into())
    }
}

const CHECK: Check = Check(BijectiveLayoutNode::TYPE_KEY);

/// Applies a rule to indices in `from`.
fn indices(
    from: &Layout,
    rule: &Array<PrimExpr>,
    index: &Array<PrimExpr>,
) -> Result<Array<PrimExpr>, RewriteError> {
    CHECK.count("indices", from.ndim(), index.len())?;
    let vars = from.axes.iter().map(|axis| axis.var.clone());
    applied(rule.clone(), &vars.zip(index.iter().cloned()).collect())
}

/// Converts a shape in `from` to a shape in `to`. With the index 0 for each subordinate axis, the
/// rule returns the lengths of the primal axes. The length of a subordinate axis is its factor.
fn shape_in(
    from: &Layout,
    to: &Layout,
    rule: &Array<PrimExpr>,
    shape: &Array<PrimExpr>,
) -> Result<Array<PrimExpr>, RewriteError> {
    CHECK.count("lengths in the shape", from.ndim(), shape.len())?;
    CHECK.count("rules", to.ndim(), rule.len())?;
    let mut lengths = HashMap::new();
    let mut of_any_length = Vec::new();
    for (axis, length) in from.axes.iter().zip(shape) {
        let part = Axis::of(axis);
        match part.and_then(|part| part.factor) {
            Some(factor) => {
                if let Some(found) = length.as_node::<IntImmNode>().map(|length| length.value) {
                    let says = "the factor of its axis";
                    CHECK.number("a length in the shape", found, found == i64::from(factor), says)?;
                }
                lengths.insert(axis.var.clone(), 0.into());
            }
            None => {
                of_any_length.extend(part.filter(|_| length.is_instance::<AnyNode>()));
                lengths.insert(axis.var.clone(), length.clone());
            }
        }
    }
    let lengths = applied(rule.clone(), &lengths)?;
    let length = |(axis, length): (_, &PrimExpr)| match Axis::of(axis) {
        Some(Axis { factor: Some(factor), .. }) => factor.into(),
        Some(part) if of_any_length.contains(&part) => Any::new(None).upcast(),
        _ => length.clone(),
    };
    Ok(to.axes.iter().zip(&lengths).map(length).collect())
}

/// Substitutes variables in a rule and folds the result. Variables without a value remain.
fn applied(rule: Array<PrimExpr>, values: &HashMap<Var, PrimExpr>) -> Result<Array<PrimExpr>, RewriteError> {
    for value in values.values() {
        CHECK.integer(("an index or a length", value))?;
    }
    use crate::functor::StmtExprMutator as _;
    Folding(|var: &Var| Ok(values.get(var).cloned())).mutate(rule)
}
