//! Reductions.

use std::collections::HashMap;

use objet::prelude::*;
use objet::text::ReprPrinter;
use objet::walk::RewriteError;
use objet_ir::ConstructError;
use objet_ir::expr::{FloatImmNode, IntImmNode, PrimExpr, PrimExprNode};
use objet_ir::span::Span;

use super::{IterVar, IterVarType, ProducerLoadNode, Var};
use crate::check::{Check, kind_of};
use crate::functor::substitute;

/// A commutative reducer, which combines two tuples of values.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "tir.CommReducer", is_final, new, validate)]
#[reflect(repr = show_comm_reducer)]
pub struct CommReducerNode {
    base: Object,
    /// The variables for the first tuple.
    #[reflect(def)]
    pub lhs: Array<Var>,
    /// The variables for the second tuple.
    #[reflect(def)]
    pub rhs: Array<Var>,
    /// The combined tuple.
    pub result: Array<PrimExpr>,
    /// The identity: combining a tuple with this one leaves the tuple unchanged.
    pub identity_element: Array<PrimExpr>,
    /// The source location.
    #[reflect(skip_eq)]
    pub span: Option<Span>,
}

/// One value of a reduction over some axes.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "tir.Reduce", is_final)]
#[reflect(fields(dtype, combiner, source, init, axis, condition, value_index, span), repr = show_reduce)]
pub struct ReduceNode {
    base: PrimExprNode,
    /// The reducer. Files may lack it.
    pub combiner: Option<CommReducer>,
    /// The tuple at each point of the axes.
    pub source: Array<PrimExpr>,
    /// The initial tuple. If it is empty or null, the reduction starts with the identity.
    pub init: Option<Array<PrimExpr>>,
    /// The axes of the reduction.
    pub axis: Array<IterVar>,
    /// Whether a point takes part in the reduction. Without a condition, all points do.
    pub condition: Option<PrimExpr>,
    /// The index of the value in the reduced tuple.
    pub value_index: i32,
}

/// All tuples have the same length.
impl Validate for CommReducerNode {
    type Error = ConstructError;

    fn validate(&self) -> Result<(), ConstructError> {
        let (check, length) = (Check(Self::TYPE_KEY), self.result.len());
        check.count("variables in lhs", length, self.lhs.len())?;
        check.count("variables in rhs", length, self.rhs.len())?;
        check.count("identity elements", length, self.identity_element.len())
    }
}

impl CommReducer {
    /// Combines two tuples.
    ///
    /// # Errors
    /// Returns an error if a tuple does not have the length or the data types that the reducer
    /// takes.
    ///
    /// ```
    /// use objet::prelude::*;
    /// use objet_tir::expr::{CommReducer, Var};
    /// use objet_tir::op;
    ///
    /// let [x, y, a] = ["x", "y", "a"].map(|name| Var::new(name, DataType::int(32), None));
    /// let result = (&x + &y).expr()?;
    /// let sum = CommReducer::new([x], [y], [result], [0.into()], None)?;
    /// let sums = sum.combine([a.clone().upcast()], [5.into()])?;
    /// assert!(objet::structural_equal(&sums[0], &op::add(&a, 5, None)?));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn combine(
        &self,
        a: impl Into<Array<PrimExpr>>,
        b: impl Into<Array<PrimExpr>>,
    ) -> Result<Array<PrimExpr>, RewriteError> {
        let (a, b) = (a.into(), b.into());
        let check = Check(CommReducerNode::TYPE_KEY);
        check.count("values in a", self.lhs.len(), a.len())?;
        check.count("values in b", self.rhs.len(), b.len())?;
        let vars = self.lhs.iter().chain(self.rhs.iter());
        let values: HashMap<_, _> = vars.zip(a.iter().chain(b.iter())).collect();
        substitute(self.result.clone(), |var| values.get(var).map(|value| PrimExpr::clone(value)))
    }
}

impl Reduce {
    /// Creates the value at `value_index` of the reduction of `source` over `axis` with `combiner`.
    /// If there is a condition, only points for which it holds take part. A reduction without a
    /// combiner can be inspected, but has no meaning.
    ///
    /// # Errors
    /// Returns an error in these cases:
    ///
    /// - An axis is not of type `CommReduce`.
    /// - The condition is not a boolean.
    /// - The number of initial values is neither 0 nor the length of `source`, or an initial value
    ///   is neither a constant nor an element of a tensor.
    /// - `value_index` is out of range.
    pub fn new(
        combiner: impl Into<Option<CommReducer>>,
        source: impl Into<Array<PrimExpr>>,
        axis: impl Into<Array<IterVar>>,
        condition: Option<PrimExpr>,
        value_index: i32,
        init: impl Into<Array<PrimExpr>>,
        span: Option<Span>,
    ) -> Result<Self, ConstructError> {
        let (combiner, source, axis, init) = (combiner.into(), source.into(), axis.into(), init.into());
        let check = Check(ReduceNode::TYPE_KEY);
        if let Some(other) = axis.iter().find(|axis| axis.iter_type != IterVarType::CommReduce) {
            let found = format!("an axis of type {:?}", other.iter_type);
            return Err(check.operand_error("axis", "an array of CommReduce axes", found));
        }
        if let Some(condition) = &condition {
            check.bool(("condition", condition))?;
        }
        if !init.is_empty() {
            check.count("initial values", source.len(), init.len())?;
        }
        for init in &init {
            let fits = init.is_instance::<IntImmNode>()
                || init.is_instance::<FloatImmNode>()
                || init.is_instance::<ProducerLoadNode>();
            if !fits {
                return Err(check.operand_error("init", "constants or tensor elements", kind_of(init)));
            }
        }
        let Some(value) = usize::try_from(value_index).ok().and_then(|index| source.get(index)) else {
            let expected = "an index into source";
            return Err(ConstructError::Number {
                node: ReduceNode::TYPE_KEY,
                operand: "value_index",
                expected,
                found: value_index.into(),
            });
        };
        let base = PrimExprNode::new(value.dtype, span);
        let init = Some(init);
        Ok(make_object(ReduceNode { base, combiner, source, init, axis, condition, value_index }).into())
    }
}

fn show_comm_reducer<'a>(reducer: &'a CommReducerNode, printer: &mut ReprPrinter<'a>) {
    printer.text("comm_reducer(result=").object(&reducer.result).text(", lhs=").object(&reducer.lhs);
    printer.text(", rhs=").object(&reducer.rhs).text(", identity_element=").object(&reducer.identity_element);
    printer.text(")");
}

fn show_reduce<'a>(reduce: &'a ReduceNode, printer: &mut ReprPrinter<'a>) {
    printer.text("reduce(combiner=").object(&reduce.combiner).text(", source=").object(&reduce.source);
    printer.text(", init=").object(&reduce.init).text(", axis=").object(&reduce.axis);
    printer.text(", where=").object(&reduce.condition);
    printer.text(format!(", value_index={})", reduce.value_index));
}
