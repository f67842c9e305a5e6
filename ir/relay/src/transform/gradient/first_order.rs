//! First-order differentiation in reverse mode.
//!
//! The function is a graph of calls, tuples and projections. The new body binds each expression to
//! a variable, and then goes through the expressions in reverse. For each, it adds to the gradients
//! of the operands.

use foldhash::HashMap;
use objet::prelude::*;
use objet_ir::adt::ConstructorNode;
use objet_ir::attrs;
use objet_ir::expr::{GlobalVarNode, RelayExpr};
use objet_ir::module::IRModule;
use objet_ir::op::OpNode;
use objet_ir::types::{TensorTypeNode, TupleType, TupleTypeNode, Type};

use super::DifferentiationError;
use crate::expr::{Call, ConstantNode, Function, Id, Tuple, TupleGetItem, Var, VarNode};
use crate::functor::post_order;
use crate::infer::{infer_function, infer_module};
use crate::op::{add, gradients_of, ones, ones_like, zeros, zeros_like};
use crate::transform::defuse_ops;
use crate::transform::let_list::LetList;
use crate::transform::typed_exprs::static_shape;

type Result<T, E = DifferentiationError> = std::result::Result<T, E>;

/// Replaces each function of a module by its gradient, with [`first_order_gradient`]. The types of
/// the module are inferred first.
///
/// # Errors
/// Fails like [`first_order_gradient`].
pub fn first_order_gradients(module: IRModule) -> Result<IRModule> {
    let mut module = infer_module(&module)?;
    for position in 0..module.functions.load().len() {
        let function = module.functions.load().get_at(position).map(|(_, function)| function.clone());
        let Some(Ok(function)) = function.map(objet::IsObjectRef::downcast::<Function>) else { continue };
        let gradient = first_order_gradient(&function, Some(&module))?;
        module.make_mut().functions.get_mut().set_at(position, gradient.upcast());
    }
    Ok(module)
}

/// Returns the first-order gradient of a function: a function of the same parameters, whose result
/// is the pair of the original result and of a tuple with the gradient of each parameter.
///
/// The result is treated as the sum of its elements. The gradients of operators come from the
/// attribute `FPrimalGradient`, or else from this crate ([`gradients_of`]). The function may
/// consist of calls of operators, calls of function expressions, tuples, projections and constants.
/// `module` has the types that the function refers to.
///
/// # Errors
/// Fails if the function has other expressions or type parameters, if its types cannot be inferred,
/// or if an operator has no gradient.
///
/// ```
/// use objet::prelude::*;
/// use objet_ir::types::TensorType;
/// use objet_relay::expr::{Function, Var};
/// use objet_relay::infer::infer_function;
/// use objet_relay::op::multiply;
/// use objet_relay::text::pretty_print;
/// use objet_relay::transform::first_order_gradient;
///
/// let vector = || Some(TensorType::new([3.into()], DataType::float(32)).upcast());
/// let [x, y] = ["x", "y"].map(|name| Var::new(name, vector(), None));
/// let product = Function::new([x.clone(), y.clone()], multiply(x, y)?, None, [], None, None);
/// let gradient = infer_function(first_order_gradient(&product, None)?, None)?;
/// let tensor = "Tensor[(3), float32]";
/// assert_eq!(
///     pretty_print(gradient.ret_type.as_ref().map(IsObjectRef::as_object_ref)),
///     format!("({tensor}, ({tensor}, {tensor}))")
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[doc(alias = "FirstOrderGradient")]
pub fn first_order_gradient(function: &Function, module: Option<&IRModule>) -> Result<Function> {
    if !function.type_params.is_empty() {
        return Err(DifferentiationError::Polymorphic);
    }
    let mut graph = function.clone();
    let body = defuse_ops(graph.body.clone())?;
    *graph.make_mut().body = body;
    let graph = infer_function(graph, module)?;

    let mut reverse = Reverse::default();
    for param in &graph.params {
        let position = reverse.bind(param.upcast_ref(), param.clone().upcast())?;
        reverse.params.insert(param.vid.clone(), position);
    }
    for expr in post_order(&graph.body) {
        reverse.forward(&expr)?;
    }
    let result = reverse.position(&graph.body)?;
    let value = reverse.duals[result].value.clone();
    let gradients = reverse.backward(result, &graph.params)?;
    let pair = Tuple::new([value.upcast(), gradients], None);
    let body = reverse.bindings.wrap(pair);
    Ok(Function::new(graph.params.clone(), body, gradient_type(&graph), [], None, None))
}

/// Returns the type of the pair of result and gradients.
pub(super) fn gradient_type(function: &Function) -> Option<Type> {
    let params = function.params.iter().map(|param| param.checked_type.clone());
    let gradients = TupleType::new(params.collect::<Option<Array<Type>>>()?, None);
    Some(TupleType::new([function.ret_type.clone()?, gradients.upcast()], None).upcast())
}

/// An expression of the function.
struct Dual {
    /// The variable of the value.
    value: Var,
    ty: Type,
    /// The gradient as far as it is computed.
    gradient: RelayExpr,
}

/// An expression with operands. Duals are identified by their index.
enum Step {
    Call { call: Call, args: Vec<usize>, result: usize },
    Tuple { fields: Vec<usize>, result: usize },
    Item { tuple: usize, index: usize, result: usize },
}

#[derive(Default)]
struct Reverse {
    bindings: LetList,
    duals: Vec<Dual>,
    positions: HashMap<RelayExpr, usize>,
    /// The positions of the parameters, which several objects may stand for.
    params: HashMap<Id, usize>,
    steps: Vec<Step>,
}

impl Reverse {
    fn position(&self, expr: &RelayExpr) -> Result<usize> {
        let position = match expr.as_node::<VarNode>() {
            Some(var) => self.params.get(&var.vid),
            None => self.positions.get(expr),
        };
        position.copied().ok_or_else(|| unsupported(expr))
    }

    fn positions(&self, exprs: &[RelayExpr]) -> Result<Vec<usize>> {
        exprs.iter().map(|expr| self.position(expr)).collect()
    }

    fn values(&self, positions: &[usize]) -> Array<RelayExpr> {
        positions.iter().map(|position| self.duals[*position].value.clone().upcast()).collect()
    }

    /// Binds the value of an expression, and a gradient of zeros.
    fn bind(&mut self, expr: &RelayExpr, value: RelayExpr) -> Result<usize> {
        let ty = expr.checked_type.clone().ok_or_else(|| unsupported(expr))?;
        let value = self.bindings.push(value, Some(&ty));
        let zeros = like(&value, &ty, Element::Zero)?;
        let gradient = self.bindings.push(zeros, Some(&ty)).upcast();
        self.duals.push(Dual { value, ty, gradient });
        self.positions.insert(expr.clone(), self.duals.len() - 1);
        Ok(self.duals.len() - 1)
    }

    /// Binds an expression whose operands are bound.
    fn forward(&mut self, expr: &RelayExpr) -> Result<()> {
        if self.position(expr).is_ok() {
            return Ok(());
        }
        if let Some(call) = expr.downcast_ref::<Call>() {
            if !call.op.is_instance::<OpNode>() {
                return Err(unsupported(&call.op));
            }
            let args = self.positions(&call.args)?;
            let mut call = call.clone();
            *call.make_mut().args = self.values(&args);
            let result = self.bind(expr, call.clone().upcast())?;
            self.steps.push(Step::Call { call, args, result });
        } else if let Some(tuple) = expr.downcast_ref::<Tuple>() {
            let fields = self.positions(&tuple.fields)?;
            let mut tuple = tuple.clone();
            *tuple.make_mut().fields = self.values(&fields);
            let result = self.bind(expr, tuple.upcast())?;
            self.steps.push(Step::Tuple { fields, result });
        } else if let Some(item) = expr.downcast_ref::<TupleGetItem>() {
            let tuple = self.position(&item.tuple_value)?;
            let index = usize::try_from(item.index).map_err(|_| unsupported(expr))?;
            let mut item = item.clone();
            *item.make_mut().tuple_value = self.duals[tuple].value.clone().upcast();
            let result = self.bind(expr, item.upcast())?;
            self.steps.push(Step::Item { tuple, index, result });
        } else if expr.is_instance::<ConstantNode>() {
            self.bind(expr, expr.clone())?;
        } else if !expr.is_instance::<OpNode>() {
            return Err(unsupported(expr));
        }
        Ok(())
    }

    /// Goes through the steps in reverse, and returns a tuple of the gradients of the parameters.
    fn backward(&mut self, result: usize, params: &[Var]) -> Result<RelayExpr> {
        let Dual { value, ty, .. } = &self.duals[result];
        self.duals[result].gradient = like(value, ty, Element::One)?;
        let mut bindings = LetList::default();
        for step in std::mem::take(&mut self.steps).into_iter().rev() {
            match step {
                Step::Call { call, args, result } => {
                    let gradients = gradients_of(&call, &self.duals[result].gradient)?;
                    for (arg, gradient) in args.into_iter().zip(gradients) {
                        self.add(arg, gradient, &mut bindings)?;
                    }
                }
                Step::Tuple { fields, result } => {
                    for (index, field) in fields.into_iter().enumerate() {
                        let gradient = projection(&self.duals[result].gradient, index);
                        self.add(field, gradient, &mut bindings)?;
                    }
                }
                Step::Item { tuple, index, result } => {
                    let of_item = self.duals[result].gradient.clone();
                    let Dual { ty, gradient, .. } = &self.duals[tuple];
                    let fields = ty.as_node::<TupleTypeNode>().map(|ty| ty.fields.clone());
                    let fields = fields.unwrap_or_default().into_iter().enumerate().map(|(position, ty)| {
                        let field = projection(gradient, position);
                        if position == index {
                            sum(&ty, field, of_item.clone(), &mut bindings)
                        } else {
                            Ok(field)
                        }
                    });
                    let fields: Array<RelayExpr> = fields.collect::<Result<_>>()?;
                    self.duals[tuple].gradient = bindings.push(Tuple::new(fields, None), None).upcast();
                }
            }
        }
        let gradient = |param: &Var| Ok(self.duals[self.position(param.upcast_ref())?].gradient.clone());
        let gradients: Array<RelayExpr> = params.iter().map(gradient).collect::<Result<_>>()?;
        Ok(bindings.wrap(Tuple::new(gradients, None)))
    }

    /// Adds to the gradient of an expression.
    fn add(&mut self, position: usize, gradient: RelayExpr, bindings: &mut LetList) -> Result<()> {
        let Dual { ty, gradient: before, .. } = &self.duals[position];
        self.duals[position].gradient = sum(ty, before.clone(), gradient, bindings)?;
        Ok(())
    }
}

/// Returns an error for an expression that has no first-order gradient.
pub(super) fn unsupported(expr: &RelayExpr) -> DifferentiationError {
    let found = match_node!(match expr {
        var @ GlobalVarNode => format!("a reference to @{}", var.name_hint),
        var @ VarNode => format!("the unbound variable %{}", var.vid.name_hint),
        constructor @ ConstructorNode => format!("the constructor {}", constructor.name_hint),
        _ => format!("a {}", expr.type_key()),
    });
    let expected = "calls of operators, tuples and constants, with inferred types";
    DifferentiationError::Expr { expected, found }
}

pub(super) fn projection(tuple: &RelayExpr, index: usize) -> RelayExpr {
    TupleGetItem::new(tuple.clone(), index as i32, None).upcast()
}

/// The elements of a new tensor.
#[derive(Clone, Copy)]
enum Element {
    Zero,
    One,
}

/// Returns a value like another one, of equal elements.
fn like(value: &Var, ty: &Type, element: Element) -> Result<RelayExpr> {
    if ty.is_instance::<TensorTypeNode>() {
        let value = value.clone();
        let call = match element {
            Element::Zero => zeros_like(value)?,
            Element::One => ones_like(value)?,
        };
        return Ok(call.upcast());
    }
    filled(ty, element)
}

/// Returns a value of a type, of equal elements.
fn filled(root: &Type, element: Element) -> Result<RelayExpr> {
    // A tuple type is visited twice: the second time, its fields are on the stack of values.
    let (mut waiting, mut values) = (vec![(root, false)], Vec::new());
    while let Some((ty, has_fields)) = waiting.pop() {
        if let Some(tuple) = ty.as_node::<TupleTypeNode>() {
            if has_fields {
                let fields = values.split_off(values.len() - tuple.fields.len());
                values.push(RelayExpr::from(Tuple::new(fields, None)));
            } else {
                waiting.push((ty, true));
                waiting.extend(tuple.fields.iter().rev().map(|field| (field, false)));
            }
            continue;
        }
        let Some(tensor) = ty.as_node::<TensorTypeNode>() else {
            let found = format!("a value of the type {}", objet_ir::types::type_text(ty));
            return Err(DifferentiationError::Expr { expected: "tensors and tuples", found });
        };
        let shape = static_shape(tensor).ok_or(DifferentiationError::Shape)?;
        let attrs = attrs! { shape: shape, dtype: tensor.dtype };
        let call = match element {
            Element::Zero => zeros(attrs)?,
            Element::One => ones(attrs)?,
        };
        values.push(call.upcast());
    }
    match values.pop() {
        Some(value) => Ok(value),
        None => unreachable!("the type has a value"),
    }
}

/// A step of an addition.
enum Addition<'t> {
    Add {
        ty: &'t Type,
        before: RelayExpr,
        more: RelayExpr,
    },
    /// Adds a field of two tuples.
    Field {
        ty: &'t Type,
        before: RelayExpr,
        more: RelayExpr,
        index: usize,
    },
    /// Joins the last sums to a tuple.
    Join(usize),
}

/// Binds the sum of two values of the same type, and returns it.
fn sum(ty: &Type, before: RelayExpr, more: RelayExpr, bindings: &mut LetList) -> Result<RelayExpr> {
    let (mut steps, mut sums) = (vec![Addition::Add { ty, before, more }], Vec::new());
    while let Some(step) = steps.pop() {
        match step {
            Addition::Add { ty, before, more } => match ty.as_node::<TupleTypeNode>() {
                Some(tuple) => {
                    steps.push(Addition::Join(tuple.fields.len()));
                    let fields = tuple.fields.iter().enumerate().rev();
                    steps.extend(fields.map(|(index, ty)| {
                        let (before, more) = (before.clone(), more.clone());
                        Addition::Field { ty, before, more, index }
                    }));
                }
                None => sums.push(RelayExpr::from(bindings.push(add(before, more)?, Some(ty)))),
            },
            Addition::Field { ty, before, more, index } => {
                let more = bindings.push(projection(&more, index), Some(ty)).upcast();
                let before = bindings.push(projection(&before, index), Some(ty)).upcast();
                steps.push(Addition::Add { ty, before, more });
            }
            Addition::Join(count) => {
                let fields = sums.split_off(sums.len() - count);
                sums.push(bindings.push(Tuple::new(fields, None), None).upcast());
            }
        }
    }
    match sums.pop() {
        Some(sum) => Ok(sum),
        None => unreachable!("each addition has a sum"),
    }
}
