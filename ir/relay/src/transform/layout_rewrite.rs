//! Rewriting of calls for other layouts of their arguments and results.
//!
//! Expressions are rewritten bottom-up. The result of a rewritten call is an expression in a new
//! layout, together with the original layout. A user that supports the new layout takes the
//! expression as it is. Other users take it after a conversion to the original layout.
//!
//! - The layouts of a call are those that the attribute `FInferCorrectLayout` of its operator
//!   infers. If they cannot be inferred, the call stays.
//! - Each expression is converted from one layout to another at most once.
//! - The fields of tuples, and results that are tuples, have layouts of their own.

mod conversions;
mod error;
mod inference;

use foldhash::HashMap;
use objet::prelude::*;
use objet_ir::attrs::Attrs;
use objet_ir::expr::RelayExpr;
use objet_ir::op::{Op, OpAttrMap};
use objet_ir::types::{TensorTypeNode, TupleTypeNode, Type};
use objet_tir::data_layout::Layout;
use objet_tir::te::Tensor;

use self::conversions::Conversions;
pub use self::error::LayoutPassError;
use self::inference::{Inference, Inferred};
use crate::dataflow_pattern::replace::Replaced;
use crate::expr::{Call, CallNode, Function, Tuple, TupleGetItem, TupleGetItemNode, TupleNode};
use crate::functor::post_order;
use crate::scope::operands;

type Result<T, E = LayoutPassError> = std::result::Result<T, E>;

/// Returns the new call of an operator, or `None` if the call stays, from the original call, the
/// attributes for the original layouts, and the new arguments.
pub(super) type NewCall<'a> =
    dyn Fn(&Op, &Call, Option<&Attrs>, &Array<RelayExpr>) -> Result<Option<RelayExpr>> + 'a;

/// Rewrites the calls in a function with inferred types. `attr` is the attribute that creates new
/// calls.
pub(super) fn rewrite_layouts(
    function: &Function,
    attr: &'static str,
    new_call: &NewCall<'_>,
) -> Result<Function> {
    let mut rewrite = Rewrite {
        attr,
        new_call,
        inference: Inference::load(),
        altered_by_operators: Op::get_attr_map::<PackedFunc>("FTVMAlterOpLayout"),
        replaced: Replaced::default(),
        values: HashMap::default(),
        conversions: Conversions::default(),
    };
    for expr in post_order(function) {
        rewrite.expr(&expr).map_err(|error| error.at(expr.span.as_ref()))?;
    }
    let new = rewrite.replaced.of(function.upcast_ref());
    Ok(new.downcast().unwrap_or_else(|_| function.clone()))
}

/// Returns placeholders for the tensors in the arguments of a call, or `None` if an argument has
/// another type.
pub(super) fn placeholders(call: &Call) -> Option<Array<Tensor>> {
    let mut tensors = Array::new();
    let mut add = |ty: &Type| {
        let tensor = ty.as_node::<TensorTypeNode>()?;
        tensors.push(Tensor::placeholder("placeholder", tensor.shape.clone(), tensor.dtype));
        Some(())
    };
    for arg in &call.args {
        let ty = arg.checked_type.as_ref()?;
        match ty.as_node::<TupleTypeNode>() {
            Some(tuple) => tuple.fields.iter().try_for_each(&mut add)?,
            None => add(ty)?,
        }
    }
    Some(tensors)
}

/// A new expression. An expression in a new layout also has the layout of the original one.
#[derive(Clone)]
struct Value {
    expr: RelayExpr,
    altered: Option<Altered>,
}

#[derive(Clone)]
struct Altered {
    old: Layout,
    new: Layout,
    /// The operator whose result has the layouts, for errors.
    op: Op,
}

impl Value {
    fn plain(expr: RelayExpr) -> Self {
        Self { expr, altered: None }
    }

    fn old(&self) -> Option<&Layout> {
        self.altered.as_ref().map(|altered| &altered.old)
    }

    fn new_layout(&self) -> Option<&Layout> {
        self.altered.as_ref().map(|altered| &altered.new)
    }
}

/// The values of an expression, at least one of them in a new layout.
enum Values {
    One(Value),
    /// The fields of a tuple.
    Fields(Vec<Value>),
}

/// The values of the arguments of a call. The fields of tuples are separate values.
struct Arguments {
    values: Vec<Value>,
    /// For each argument: the number of fields of a tuple, or `None` for another expression.
    tuples: Vec<Option<usize>>,
}

/// Returns the arguments of a call with the fields of tuples as separate arguments, and the number
/// of fields of each tuple.
fn flattened(args: &Array<RelayExpr>) -> (Vec<Option<usize>>, Vec<&RelayExpr>) {
    let fields = args.iter().map(|arg| match arg.as_node::<TupleNode>() {
        Some(tuple) => (Some(tuple.fields.len()), tuple.fields.as_slice()),
        None => (None, std::slice::from_ref(arg)),
    });
    (fields.clone().map(|(count, _)| count).collect(), fields.flat_map(|(_, fields)| fields).collect())
}

/// Returns arguments with tuples of the given numbers of fields.
fn unflattened(tuples: &[Option<usize>], exprs: impl IntoIterator<Item = RelayExpr>) -> Array<RelayExpr> {
    let mut exprs = exprs.into_iter();
    let args = tuples.iter().map(|fields| match fields {
        Some(count) => Some(Tuple::new(exprs.by_ref().take(*count).collect::<Array<_>>(), None).upcast()),
        None => exprs.next(),
    });
    args.flatten().collect()
}

struct Rewrite<'a> {
    attr: &'static str,
    new_call: &'a NewCall<'a>,
    inference: Inference,
    altered_by_operators: OpAttrMap<PackedFunc>,
    /// The new expressions in the original layouts.
    replaced: Replaced,
    /// The values of expressions in new layouts.
    values: HashMap<RelayExpr, Values>,
    conversions: Conversions,
}

impl Rewrite<'_> {
    fn expr(&mut self, expr: &RelayExpr) -> Result<()> {
        if let Some(call) = expr.downcast_ref::<Call>() {
            if let Some(op) = call.op.downcast_ref::<Op>()
                && self.call(expr, call, op)?
            {
                return Ok(());
            }
        } else if let Some(tuple) = expr.downcast_ref::<Tuple>() {
            if self.tuple(expr, tuple)? {
                return Ok(());
            }
        } else if let Some(item) = expr.downcast_ref::<TupleGetItem>()
            && self.item(expr, item)
        {
            return Ok(());
        }
        for operand in operands(expr) {
            self.realized(&operand)?;
        }
        let new = self.replaced.rebuild(expr)?;
        self.replaced.insert(expr, new);
        Ok(())
    }

    /// Returns the new expression in the original layout.
    fn realized(&mut self, expr: &RelayExpr) -> Result<RelayExpr> {
        let new = match self.values.get(expr) {
            None => return Ok(self.replaced.of(expr)),
            Some(Values::One(value)) => self.conversions.restore(value)?,
            // The tuple exists once, however many users it has.
            Some(Values::Fields(_)) if self.replaced.of(expr) != *expr => return Ok(self.replaced.of(expr)),
            Some(Values::Fields(fields)) => {
                let fields = fields.iter().map(|field| self.conversions.restore(field));
                Tuple::new(fields.collect::<Result<Array<_>>>()?, None).upcast()
            }
        };
        self.replaced.insert(expr, new.clone());
        Ok(new)
    }

    /// Returns the value of an expression that is not a tuple.
    fn value(&mut self, expr: &RelayExpr) -> Result<Value> {
        match self.values.get(expr) {
            Some(Values::One(value)) => Ok(value.clone()),
            _ => self.realized(expr).map(Value::plain),
        }
    }

    fn tuple(&mut self, expr: &RelayExpr, tuple: &TupleNode) -> Result<bool> {
        let fields = tuple.fields.iter().map(|field| self.value(field)).collect::<Result<Vec<_>>>()?;
        let is_altered = fields.iter().any(|field| field.altered.is_some());
        if is_altered {
            self.values.insert(expr.clone(), Values::Fields(fields));
        }
        Ok(is_altered)
    }

    /// Replaces the projection of a tuple by its field.
    fn item(&mut self, expr: &RelayExpr, item: &TupleGetItemNode) -> bool {
        let Ok(index) = usize::try_from(item.index) else { return false };
        let field = match self.values.get(&item.tuple_value) {
            Some(Values::Fields(fields)) => fields.get(index).cloned(),
            _ => {
                let tuple = self.replaced.of(&item.tuple_value);
                let field = tuple.as_node::<TupleNode>().and_then(|tuple| tuple.fields.get(index).cloned());
                field.map(Value::plain)
            }
        };
        match field {
            Some(field) if field.altered.is_some() => {
                self.values.insert(expr.clone(), Values::One(field));
                true
            }
            Some(field) => {
                self.replaced.insert(expr, field.expr);
                true
            }
            None => false,
        }
    }

    fn arguments(&mut self, call: &CallNode) -> Result<Arguments> {
        let mut arguments = Arguments { values: Vec::new(), tuples: Vec::new() };
        for arg in &call.args {
            let fields = match self.values.get(arg) {
                Some(Values::One(value)) => {
                    arguments.values.push(value.clone());
                    None
                }
                Some(Values::Fields(fields)) => {
                    arguments.values.extend(fields.iter().cloned());
                    Some(fields.len())
                }
                None => {
                    let new = self.replaced.of(arg);
                    if let Some(tuple) = new.as_node::<TupleNode>() {
                        arguments.values.extend(tuple.fields.iter().cloned().map(Value::plain));
                        Some(tuple.fields.len())
                    } else {
                        arguments.values.push(Value::plain(new));
                        None
                    }
                }
            };
            arguments.tuples.push(fields);
        }
        Ok(arguments)
    }

    /// Rewrites a call of an operator. Returns false if its layouts cannot be inferred.
    fn call(&mut self, expr: &RelayExpr, call: &Call, op: &Op) -> Result<bool> {
        if !self.inference.covers(op) {
            return self.call_of_any_layout(expr, call, op);
        }
        let mut arguments = self.arguments(call)?;
        let types = call.args.iter().map(|arg| arg.checked_type.clone()).collect::<Option<Array<Type>>>();
        let (Some(types), Some(result)) = (types, &call.checked_type) else {
            return Err(LayoutPassError::Untyped { op: op.name.to_string() });
        };
        let count = arguments.values.len();
        let old_in: Array<Option<Layout>> =
            arguments.values.iter().map(|value| value.old().cloned()).collect();
        let Some(old) = self.inference.infer(op, call.attrs.as_ref(), None, &old_in, &types)? else {
            return Ok(false);
        };
        error::expect_inputs("FInferCorrectLayout", op, count, old.inputs.len())?;
        self.restore_misread(&mut arguments.values, &old.inputs)?;
        let new_in = arguments.values.iter().zip(&old.inputs);
        let new_in: Vec<Layout> =
            new_in.map(|(value, old)| value.new_layout().unwrap_or(old).clone()).collect();
        let args = unflattened(&arguments.tuples, arguments.values.iter().map(|value| value.expr.clone()));
        let new_call = self.new_call(op, call, old.attrs.as_ref(), &args)?;
        let Some(new_op) = new_call.op.downcast_ref::<Op>() else { return Ok(false) };
        let (tuples, exprs) = flattened(&new_call.args);
        error::expect_inputs(self.attr, op, count, exprs.len())?;
        let given = new_in.iter().cloned().map(Some).collect();
        let old_inputs = old.inputs.iter().cloned().map(Some).collect();
        let attrs = new_call.attrs.as_ref();
        let Some(new) = self.inference.infer(new_op, attrs, Some(given), &old_inputs, &types)? else {
            return Ok(false);
        };
        error::expect_inputs("FInferCorrectLayout", new_op, count, new.inputs.len())?;
        error::expect_results(new_op, old.outputs.len(), new.outputs.len())?;
        let layouts = new_in.iter().zip(&new.inputs);
        let exprs = exprs.into_iter().zip(layouts).zip(0..).map(|((expr, (from, to)), index)| {
            self.conversions.convert(expr, from, to, (new_op, "input", index))
        });
        let args = unflattened(&tuples, exprs.collect::<Result<Vec<_>>>()?);
        let new_call = Call::new(new_op.clone(), args, new.attrs.clone(), [], call.span.clone());
        self.insert_results(expr, result, new_call.upcast(), &old, &new, op)?;
        Ok(true)
    }

    /// Restores the arguments that an operator reads in another layout than they were computed in.
    fn restore_misread(&mut self, values: &mut [Value], old: &[Layout]) -> Result<()> {
        for (value, old) in values.iter_mut().zip(old) {
            if value.old().is_some_and(|given| !conversions::only_adds_axes(given, old)) {
                *value = Value::plain(self.conversions.restore(value)?);
            }
        }
        Ok(())
    }

    /// Rewrites a call of an operator without known layouts, if the operator creates new calls.
    /// Returns false if it does not.
    fn call_of_any_layout(&mut self, expr: &RelayExpr, call: &Call, op: &Op) -> Result<bool> {
        if !self.altered_by_operators.contains(op) {
            return Ok(false);
        }
        let args = call.args.iter().map(|arg| self.realized(arg)).collect::<Result<Array<_>>>()?;
        let new = self.new_call(op, call, call.attrs.as_ref(), &args)?;
        self.replaced.insert(expr, new.upcast());
        Ok(true)
    }

    fn new_call(&self, op: &Op, call: &Call, attrs: Option<&Attrs>, args: &Array<RelayExpr>) -> Result<Call> {
        match (self.new_call)(op, call, attrs, args)? {
            Some(new) => new.downcast::<Call>().map_err(|new| LayoutPassError::NotACall {
                attr: self.attr,
                op: op.name.to_string(),
                found: new.into_object().type_key(),
            }),
            None => Ok(Call::new(op.clone(), args.clone(), attrs.cloned(), [], call.span.clone())),
        }
    }

    /// Sets the values of the results of a call.
    fn insert_results(
        &mut self,
        expr: &RelayExpr,
        result: &Type,
        call: RelayExpr,
        old: &Inferred,
        new: &Inferred,
        op: &Op,
    ) -> Result<()> {
        let altered = old.outputs.iter().zip(&new.outputs).map(|(old, new)| Altered {
            old: old.clone(),
            new: new.clone(),
            op: op.clone(),
        });
        let values = if result.is_instance::<TupleTypeNode>() {
            let fields = altered.zip(0..).map(|(altered, index)| Value {
                expr: TupleGetItem::new(call.clone(), index, None).upcast(),
                altered: Some(altered),
            });
            Values::Fields(fields.collect())
        } else {
            error::expect_results(op, 1, new.outputs.len())?;
            match altered.into_iter().next() {
                Some(altered) => Values::One(Value { expr: call, altered: Some(altered) }),
                None => return Ok(()),
            }
        };
        self.values.insert(expr.clone(), values);
        Ok(())
    }
}
