//! Differentiation in reverse mode with references and closures.
//!
//! - A tensor of the function becomes a pair of the tensor and a reference to its gradient, in
//!   parameters, variables and types.
//! - Each function gets one more parameter: a reference to the function that goes back through the
//!   calls so far. A call of an operator replaces that function by one that first adds to the
//!   gradients of the arguments, and then calls the old one.

mod backward;
mod reversed_type;

use foldhash::HashMap;
use objet::prelude::*;
use objet::walk::Enter;
use objet_ir::adt::ConstructorNode;
use objet_ir::expr::{GlobalVarNode, RelayExpr};
use objet_ir::module::IRModule;
use objet_ir::op::OpNode;
use objet_ir::types::{TensorTypeNode, TupleType, TupleTypeNode, Type};

use self::backward::normal_form;
use self::reversed_type::{backward_type, reversed};
use super::DifferentiationError;
use super::first_order::{gradient_type, projection, unsupported};
use crate::analysis::{Feature, detect_feature};
use crate::expr::{
    Call, Constant, Function, FunctionNode, If, RefCreate, RefRead, RefWrite, Tuple, Var, VarNode,
};
use crate::functor::ExprMutator;
use crate::infer::infer_function;
use crate::op::{add, gradients_of, ones_like, zeros_like};
use crate::transform::let_list::LetList;
use crate::transform::replace_exprs::with_type_of;

type Result<T, E = DifferentiationError> = std::result::Result<T, E>;

/// Returns the gradient of a function: a function of the same parameters, whose result is the pair
/// of the original result and of a tuple with the gradient of each parameter.
///
/// Unlike with [`first_order_gradient`](super::first_order_gradient), the function may have `let`s,
/// branches, inner functions, references and data types, but no shared expressions: convert it to
/// A-normal form first. The parameters are tensors. Of a result with several tensors, the gradients
/// of the first one are computed. The gradient of the gradient is the second derivative.
///
/// # Errors
/// Fails if the function shares expressions, refers to global functions, or has parameters that are
/// not tensors, if its types cannot be inferred, or if an operator has no gradient.
///
/// ```
/// use objet::prelude::*;
/// use objet_ir::types::TensorType;
/// use objet_relay::expr::{Function, Let, Var};
/// use objet_relay::op::{exp, multiply};
/// use objet_relay::text::pretty_print;
/// use objet_relay::transform::gradient;
///
/// let vector = TensorType::new([3.into()], DataType::float(32));
/// let (x, y) = (Var::new("x", Some(vector.upcast()), None), Var::new("y", None, None));
/// let square = Let::new(y.clone(), exp(x.clone())?, multiply(y.clone(), y)?, None);
/// let square = Function::new([x], square, None, [], None, None);
/// let gradient = gradient(&square, None)?;
/// let tensor = "Tensor[(3), float32]";
/// assert_eq!(
///     pretty_print(gradient.ret_type.as_ref().map(IsObjectRef::as_object_ref)),
///     format!("({tensor}, ({tensor},))")
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn gradient(function: &Function, module: Option<&IRModule>) -> Result<Function> {
    let function = infer_function(function.clone(), module)?;
    if detect_feature(function.upcast_ref()).contains(Feature::Graph) {
        let found = "a shared expression".into();
        return Err(DifferentiationError::Expr { expected: "A-normal form", found });
    }
    let mut bindings = LetList::default();
    let nothing = Function::new([], Tuple::new([], None), Some(empty()), [], None, None);
    let back = bindings.push(RefCreate::new(nothing, None), None);
    let reverse = Reverse { back: Vec::new(), vars: HashMap::default() }.mutate(function.clone())?;

    let mut args = Vec::new();
    for param in &function.params {
        if !param.checked_type.as_ref().is_some_and(|ty| ty.is_instance::<TensorTypeNode>()) {
            let found = format!("the parameter %{}", param.name_hint());
            return Err(DifferentiationError::Expr { expected: "tensors", found });
        }
        let gradient = RefCreate::new(zeros_like(param.clone())?, None);
        args.push(bindings.push(Tuple::new([param.clone().upcast(), gradient.upcast()], None), None));
    }
    let with_back = args.iter().chain([&back]).map(|arg| arg.clone().upcast());
    let call = Call::new(reverse, with_back.collect::<Vec<RelayExpr>>(), None, [], None);
    let result = bindings.push(call, None);

    let ty = function.body.checked_type.clone().ok_or_else(|| unsupported(&function.body))?;
    start(&result, &ty, &mut bindings)?;
    bindings.push(Call::new(RefRead::new(back, None), [], None, [], None), None);
    let gradients = args.iter().map(|arg| RefRead::new(projection(arg.upcast_ref(), 1), None).upcast());
    let gradients = Tuple::new(gradients.collect::<Vec<RelayExpr>>(), None);
    let value = values(&result, &ty, &mut bindings);
    let body = bindings.wrap(Tuple::new([value, gradients.upcast()], None));
    let result = gradient_type(&function);
    let gradient = Function::new(function.params.clone(), body, result, [], None, None);
    Ok(infer_function(gradient, module)?)
}

fn empty() -> Type {
    TupleType::empty().upcast()
}

/// Writes ones to the gradient of the first tensor in a value.
fn start(value: &Var, ty: &Type, bindings: &mut LetList) -> Result<()> {
    let (mut value, mut ty) = (value.clone(), ty.clone());
    while let Some(tuple) = ty.as_node::<TupleTypeNode>() {
        let first = tuple.fields.first().cloned().ok_or_else(|| unsupported(value.upcast_ref()))?;
        value = bindings.push(projection(value.upcast_ref(), 0), None);
        ty = first;
    }
    let ones = ones_like(projection(value.upcast_ref(), 0))?;
    bindings.push(RefWrite::new(projection(value.upcast_ref(), 1), ones, None), None);
    Ok(())
}

/// Returns the tensors of a reversed value.
fn values(root: &Var, root_type: &Type, bindings: &mut LetList) -> RelayExpr {
    // A tuple is visited twice: the second time, its fields are on the stack of values.
    let mut waiting = vec![(root.clone(), root_type.clone(), false)];
    let mut values = Vec::new();
    while let Some((value, ty, has_fields)) = waiting.pop() {
        match ty.as_node::<TupleTypeNode>() {
            None => values.push(projection(value.upcast_ref(), 0)),
            Some(tuple) if has_fields => {
                let fields = values.split_off(values.len() - tuple.fields.len());
                values.push(Tuple::new(fields, None).upcast());
            }
            Some(tuple) => {
                waiting.push((value.clone(), ty.clone(), true));
                let fields = tuple.fields.iter().enumerate().map(|(index, ty)| {
                    (bindings.push(projection(value.upcast_ref(), index), None), ty.clone(), false)
                });
                let fields: Vec<_> = fields.collect();
                waiting.extend(fields.into_iter().rev());
            }
        }
    }
    match values.pop() {
        Some(value) => value,
        None => unreachable!("the type has a value"),
    }
}

/// Rewrites a function. The new expressions carry the types of the original ones.
struct Reverse {
    /// The parameters for going back of the functions around the current expression.
    back: Vec<Var>,
    vars: HashMap<Var, Var>,
}

impl Reverse {
    fn back(&self) -> Result<Var> {
        let missing = || DifferentiationError::Expr { expected: "a function", found: "an expression".into() };
        self.back.last().cloned().ok_or_else(missing)
    }

    /// Returns the reversed call of an operator, whose arguments are reversed.
    fn operator(&self, call: &Call) -> Result<RelayExpr> {
        let back = self.back()?;
        let ty = call.checked_type.as_ref().ok_or_else(|| unsupported(call.upcast_ref()))?;
        let mut bindings = LetList::default();
        let (mut args, mut types) = (Vec::new(), Vec::new());
        for arg in &call.args {
            types.push(arg.checked_type.clone().ok_or_else(|| unsupported(arg))?);
            args.push(bindings.push(arg.clone(), None));
        }
        let mut forward = call.clone();
        let values = args.iter().zip(&types).map(|(arg, ty)| lift(arg, ty, &mut bindings, &value_of));
        *forward.make_mut().args = values.collect::<Result<Vec<RelayExpr>>>()?.into();
        let value = bindings.push(forward.clone(), Some(ty));
        let pair = lift(&value, ty, &mut bindings, &pair_of)?;
        let result = bindings.push(pair, None);
        let before = bindings.push(RefRead::new(back.clone(), None), None);

        let mut steps = LetList::default();
        let gradient = lift(&result, ty, &mut steps, &gradient_of)?;
        let gradients = gradients_of(&forward, &gradient)?;
        for ((arg, ty), gradient) in args.iter().zip(&types).zip(gradients) {
            update(arg, ty, gradient, &mut steps)?;
        }
        let body = normal_form(steps, Call::new(before, [], None, [], None).upcast());
        let backward = Function::new([], body, Some(empty()), [], None, None);
        bindings.push(RefWrite::new(back, backward, None), None);
        Ok(bindings.wrap(result))
    }
}

fn value_of(pair: &RelayExpr) -> Result<RelayExpr> {
    Ok(projection(pair, 0))
}

fn gradient_of(pair: &RelayExpr) -> Result<RelayExpr> {
    Ok(RefRead::new(projection(pair, 1), None).upcast())
}

fn pair_of(tensor: &RelayExpr) -> Result<RelayExpr> {
    let gradient = RefCreate::new(zeros_like(tensor.clone())?, None);
    Ok(Tuple::new([tensor.clone(), gradient.upcast()], None).upcast())
}

/// Binds the results of a function of tensors for each tensor in a value, and returns them in the
/// structure of the value.
fn lift(
    root: &Var,
    root_type: &Type,
    bindings: &mut LetList,
    of_tensor: &dyn Fn(&RelayExpr) -> Result<RelayExpr>,
) -> Result<RelayExpr> {
    enum Step {
        Value(Var, Type),
        Field(Var, usize, Type),
        Join(Type, usize),
    }
    let mut steps = vec![Step::Value(root.clone(), root_type.clone())];
    let mut lifted: Vec<RelayExpr> = Vec::new();
    while let Some(step) = steps.pop() {
        match step {
            Step::Field(tuple, index, ty) => {
                let field = bindings.push(projection(tuple.upcast_ref(), index), Some(&ty));
                steps.push(Step::Value(field, ty));
            }
            Step::Value(value, ty) => match ty.as_node::<TupleTypeNode>() {
                Some(tuple) => {
                    steps.push(Step::Join(ty.clone(), tuple.fields.len()));
                    let fields = tuple.fields.iter().enumerate().rev();
                    steps.extend(fields.map(|(index, ty)| Step::Field(value.clone(), index, ty.clone())));
                }
                None if ty.is_instance::<TensorTypeNode>() => {
                    let new = of_tensor(value.upcast_ref())?;
                    lifted.push(bindings.push(new, Some(&ty)).upcast());
                }
                None => return Err(unsupported(value.upcast_ref())),
            },
            Step::Join(ty, count) => {
                let fields = lifted.split_off(lifted.len() - count);
                lifted.push(bindings.push(Tuple::new(fields, None), Some(&ty)).upcast());
            }
        }
    }
    match lifted.pop() {
        Some(lifted) => Ok(lifted),
        None => unreachable!("the root has a value"),
    }
}

/// Adds a gradient to that of a reversed value.
fn update(root: &Var, root_type: &Type, gradient: RelayExpr, bindings: &mut LetList) -> Result<()> {
    enum Step {
        Value(RelayExpr, Type, RelayExpr),
        Field(RelayExpr, Type, RelayExpr, usize),
    }
    let mut steps = vec![Step::Value(root.clone().upcast(), root_type.clone(), gradient)];
    while let Some(step) = steps.pop() {
        match step {
            Step::Field(value, ty, gradient, index) => {
                let gradient = bindings.push(projection(&gradient, index), None).upcast();
                let value = bindings.push(projection(&value, index), None).upcast();
                steps.push(Step::Value(value, ty, gradient));
            }
            Step::Value(value, ty, gradient) => match ty.as_node::<TupleTypeNode>() {
                Some(tuple) => {
                    let fields =
                        tuple.fields.iter().enumerate().rev().map(|(index, ty)| {
                            Step::Field(value.clone(), ty.clone(), gradient.clone(), index)
                        });
                    steps.extend(fields);
                }
                None => {
                    let sum = add(RefRead::new(projection(&value, 1), None), gradient)?;
                    bindings.push(RefWrite::new(projection(&value, 1), sum, None), None);
                }
            },
        }
    }
    Ok(())
}

impl ExprMutator for Reverse {
    type Error = DifferentiationError;

    fn enter_expr(&mut self, expr: &RelayExpr) -> Result<Enter> {
        if expr.is_instance::<FunctionNode>() {
            self.back.push(Var::new("bp", Some(backward_type()), None));
        }
        if expr.is_instance::<GlobalVarNode>() {
            return Err(unsupported(expr));
        }
        Ok(Enter::Inside)
    }

    fn visit_var(&mut self, var: Var) -> Result<RelayExpr> {
        if let Some(known) = self.vars.get(&var) {
            return Ok(known.clone().upcast());
        }
        let annotation = var.type_annotation.clone().map(reversed).transpose()?;
        let mut new = var.clone();
        *new.make_mut().type_annotation = annotation;
        self.vars.insert(var, new.clone());
        Ok(new.upcast())
    }

    fn visit_constant(&mut self, constant: Constant) -> Result<RelayExpr> {
        let mut bindings = LetList::default();
        let value = bindings.push(constant.clone(), constant.checked_type.as_ref());
        let pair = bindings.wrap(pair_of(value.upcast_ref())?);
        Ok(with_type_of(pair, constant.upcast_ref()))
    }

    fn visit_if(&mut self, mut node: If) -> Result<RelayExpr> {
        let cond = projection(&node.cond, 0);
        *node.make_mut().cond = cond;
        Ok(node.upcast())
    }

    fn visit_call(&mut self, mut call: Call) -> Result<RelayExpr> {
        if call.op.is_instance::<OpNode>() {
            let reversed = self.operator(&call)?;
            return Ok(with_type_of(reversed, call.upcast_ref()));
        }
        if !call.op.is_instance::<ConstructorNode>() {
            let back = self.back()?.upcast();
            call.make_mut().args.push(back);
        }
        Ok(call.upcast())
    }

    fn visit_function(&mut self, mut function: Function) -> Result<RelayExpr> {
        let back = self.back.pop();
        let result = function.ret_type.clone().map(reversed).transpose()?;
        let fields = function.make_mut();
        fields.params.extend(back);
        *fields.ret_type = result;
        Ok(function.upcast())
    }
}

/// Returns whether an expression needs no binding.
fn is_atom(expr: &RelayExpr) -> bool {
    expr.is_instance::<VarNode>() || expr.is_instance::<OpNode>()
}
