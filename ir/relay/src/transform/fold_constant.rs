//! Constant folding.

mod needed;
mod shape;

use std::collections::HashMap;

use objet::prelude::*;
use objet::walk::{Enter, RewriteError, WalkEvent};
use objet_ir::expr::RelayExpr;
use objet_ir::op::Op;
use objet_ir::transform::{ModulePass, Pass, PassInfo};

use crate::analysis::bound_more_than_once;
use crate::expr::{CallNode, Constant, Id, IfNode, LetNode, TupleGetItemNode, TupleNode, VarNode};
use crate::functor::{ExprMutator, parts, post_order};
use crate::kernels::KernelCall;
use crate::kernels::scalar::Scalar;
use crate::transform::by_function::mutate_by_function;
use needed::Needed;

/// Evaluates calls of arithmetic operators on constants in an expression or a module.
///
/// The supported operators are `add`, `subtract`, `multiply`, `divide`, `mod`, `floor_divide`,
/// `floor_mod`, `maximum`, `minimum`, comparisons, bitwise and logical operators, shifts,
/// `negative`, `abs`, `sign`, `floor`, `ceil`, `trunc`, `sqrt`, `zeros_like`, `ones_like` and
/// `cast`, with broadcasting, and `broadcast_to`, `reshape`, `expand_dims`, `squeeze` and
/// `nn.batch_flatten`. A result has at most 65,536 elements.
///
/// - `shape_of` and `ndarray_size` are constants if the inferred type of the tensor has a constant
///   shape.
/// - A projection of a tuple expression becomes the field, unless another field writes a reference,
///   or calls a function or an operator with side effects.
/// - A `let` whose value becomes a constant is removed, unless its variable is bound more than
///   once. An `if` with a constant condition becomes the chosen branch.
/// - Integers wrap around. Floats are rounded to their type once for each operation.
/// - A call whose result TVM does not define, such as an integer division by 0, is kept.
/// - The new tensors of a program have 67,108,864 elements at most. Further calls are kept.
/// - A constant has the type and the span of the call that it replaces.
///
/// # Errors
/// Returns an error if the validation of a node rejects its rewritten parts.
///
/// ```
/// use objet::NDArray;
/// use objet::prelude::*;
/// use objet_ir::expr::RelayExpr;
/// use objet_relay::expr::{Constant, ConstantNode};
/// use objet_relay::op::{add, multiply};
/// use objet_relay::transform::fold_constant;
///
/// let scalar = |value: i8| Constant::new(NDArray::from_slice(&[], &[value]).unwrap(), None);
/// let sum: RelayExpr = add(multiply(scalar(100), scalar(2))?, scalar(7))?.into();
/// let folded = fold_constant(sum)?;
/// assert_eq!(folded.as_node::<ConstantNode>().unwrap().data.as_slice::<i8>()?, [-49]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn fold_constant<R: IsObjectRef>(root: R) -> Result<R, RewriteError> {
    mutate_by_function(root, |root| {
        let fold = Fold::plan(root);
        (!fold.folded.is_empty() || !fold.constant_vars.is_empty()).then_some(fold)
    })
}

/// Creates the pass for [`fold_constant`].
pub(super) fn pass() -> Pass {
    ModulePass::new(PassInfo::new(2, "FoldConstant", []), |module, _| Ok(fold_constant(module)?)).into()
}

objet_ir::register_pass!("relay._transform.FoldConstant", pass);

/// The maximum number of elements of a result. Larger tensors are not worth their place in a
/// program.
const MAX_RESULT_ELEMENTS: usize = 1 << 16;

/// The maximum number of elements of the new tensors in a program, whose operands stay in memory.
const MAX_ELEMENTS: usize = 1 << 26;

/// The results of folding a graph.
struct Fold {
    /// The number of elements that new constants may still have.
    elements_left: usize,
    folded: HashMap<RelayExpr, Folded>,
    /// The variables of `let`s with constant values. A variable that is bound more than once is
    /// excluded, because it may have another value elsewhere.
    constant_vars: HashMap<Id, Constant>,
    needed: Needed,
}

enum Folded {
    /// The constant value of the expression.
    Constant(Constant),
    /// The chosen branch of an `if`, or the field of a tuple, whose value is not constant.
    Part(RelayExpr),
}

impl Folded {
    /// Returns the number of elements of a tensor. Scalars do not count.
    fn new_elements(&self) -> usize {
        match self {
            Self::Constant(constant) if !constant.data.shape().is_empty() => {
                constant.data.shape().iter().fold(1, |count, extent| count * (*extent).max(0) as usize)
            }
            _ => 0,
        }
    }
}

/// Evaluates a call. `constant` returns the value of an argument, if known.
pub(super) fn folded_call(
    call: &CallNode,
    constant: impl Fn(&RelayExpr) -> Option<Constant>,
) -> Option<Constant> {
    let op = call.as_op()?;
    if let "shape_of" | "ndarray_size" = op.name.as_str() {
        return shape::folded(call);
    }
    let args = call.args.iter().map(|arg| Some(constant(arg)?.data.clone()));
    let args: Vec<NDArray> = args.collect::<Option<_>>()?;
    let op = call.op.downcast_ref::<Op>()?;
    let attrs = call.attrs.as_ref();
    let value =
        KernelCall { op, attrs, args: &args, max_elements: MAX_RESULT_ELEMENTS }.evaluate_exactly()?;
    let mut constant = Constant::new(value, call.span.clone());
    *constant.make_mut().checked_type = call.checked_type.clone();
    Some(constant)
}

impl Fold {
    fn plan(root: &ObjectRef) -> Self {
        let ambiguous = bound_more_than_once(root);
        let is_clear = |node: &&LetNode| !ambiguous.contains(&node.var.vid);
        let mut vars_of_value = HashMap::<RelayExpr, Vec<Id>>::new();
        for expr in post_order(root) {
            let Some(node) = expr.as_node::<LetNode>().filter(is_clear) else { continue };
            vars_of_value.entry(node.value.clone()).or_default().push(node.var.vid.clone());
        }
        let (folded, constant_vars) = (HashMap::new(), HashMap::new());
        let needed = Needed::new();
        let mut this = Self { elements_left: MAX_ELEMENTS, folded, constant_vars, needed };
        for event in parts(root) {
            match event {
                // The walk enters the variable of a `let` before its value, and the value before
                // the body. So the value of a variable is known at each use.
                WalkEvent::Enter(object) => {
                    if let Some(node) = object.as_node::<LetNode>().filter(is_clear)
                        && node.value.is_instance::<VarNode>()
                        && let Some(constant) = this.constant(&node.value)
                    {
                        this.constant_vars.insert(node.var.vid.clone(), constant);
                    }
                }
                WalkEvent::Leave(object) => {
                    let Some(expr) = object.downcast_ref::<RelayExpr>() else { continue };
                    let folded = this.fold(expr);
                    let elements = folded.as_ref().map_or(0, Folded::new_elements);
                    let left = this.elements_left.checked_sub(elements);
                    let folded = folded.filter(|_| left.is_some());
                    this.needed.add(expr, folded.as_ref());
                    let Some(left) = left else { continue };
                    this.elements_left = left;
                    if let Some(folded) = folded {
                        this.folded.insert(expr.clone(), folded);
                    }
                    if let Some(vars) = vars_of_value.get(expr)
                        && let Some(constant) = this.constant(expr)
                    {
                        let vars = vars.iter().map(|var| (var.clone(), constant.clone()));
                        this.constant_vars.extend(vars);
                    }
                }
            }
        }
        this
    }

    /// Returns the result of an expression with constant operands.
    fn fold(&self, expr: &RelayExpr) -> Option<Folded> {
        match_node!(match expr {
            call @ CallNode => {
                folded_call(call, |arg| self.constant(arg)).map(Folded::Constant)
            }
            choice @ IfNode => {
                let is_true = Scalar::of(&self.constant(&choice.cond)?.data)?.is_true()?;
                let branch = if is_true { &choice.true_branch } else { &choice.false_branch };
                Some(self.constant(branch).map_or_else(|| Folded::Part(branch.clone()), Folded::Constant))
            }
            item @ TupleGetItemNode => {
                let tuple = item.tuple_value.as_node::<TupleNode>()?;
                let field = tuple.fields.get(usize::try_from(item.index).ok()?)?;
                if !self.needed.can_drop_others(&item.tuple_value, field) {
                    return None;
                }
                Some(self.constant(field).map_or_else(|| Folded::Part(field.clone()), Folded::Constant))
            }
            node @ LetNode if self.constant_vars.contains_key(&node.var.vid) => {
                self.constant(&node.body).map(Folded::Constant)
            }
            _ => None,
        })
    }

    /// Returns the constant value of an expression, if known.
    fn constant(&self, expr: &RelayExpr) -> Option<Constant> {
        if let Some(constant) = expr.downcast_ref::<Constant>() {
            return Some(constant.clone());
        }
        if let Some(var) = expr.as_node::<VarNode>() {
            return self.constant_vars.get(&var.vid).cloned();
        }
        match self.folded.get(expr)? {
            Folded::Constant(constant) => Some(constant.clone()),
            Folded::Part(_) => None,
        }
    }
}

impl ExprMutator for Fold {
    type Error = RewriteError;

    fn enter_expr(&mut self, expr: &RelayExpr) -> Result<Enter, RewriteError> {
        if let Some(node) = expr.as_node::<LetNode>()
            && self.constant_vars.contains_key(&node.var.vid)
        {
            return Ok(Enter::Instead(node.body.clone().into()));
        }
        let var = expr.as_node::<VarNode>().and_then(|var| self.constant_vars.get(&var.vid));
        Ok(match (var, self.folded.get(expr)) {
            (Some(constant), _) | (None, Some(Folded::Constant(constant))) => {
                Enter::Replace(constant.clone().into())
            }
            (None, Some(Folded::Part(branch))) => Enter::Instead(branch.clone().into()),
            (None, None) => Enter::Inside,
        })
    }
}
