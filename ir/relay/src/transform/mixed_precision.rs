//! Conversion of programs to a smaller floating-point type, where the operators allow it.

mod casts;
mod category;

use std::collections::BTreeMap;
use std::io::Write;

use foldhash::HashMap;
use objet::function::RuntimeError;
use objet::prelude::*;
use objet_ir::expr::{RelayExpr, RelayExprNode};
use objet_ir::module::IRModule;
use objet_ir::op::{Op, OpError};
use objet_ir::transform::{Pass, PassInfo};
use objet_ir::types::{
    FuncType, RelayRefType, RelayRefTypeNode, TensorTypeNode, TupleType, TupleTypeNode, Type,
};

use self::casts::{Casts, typed, with_dtype};
use self::category::{Category, Conversion, Conversions};
use super::function_pass::FunctionPass;
use super::typed_exprs::same_type;
use crate::adt::MatchNode;
use crate::dataflow_pattern::PatternError;
use crate::dataflow_pattern::replace::Replaced;
use crate::expr::{
    Call, ConstantNode, Function, FunctionNode, IfNode, LetNode, RefCreateNode, RefReadNode, RefWriteNode,
    TupleGetItemNode, TupleNode, Var, VarNode,
};
use crate::functor::post_order;
use crate::infer::{InferError, infer_function, infer_type_local, result_type};

/// The treatment of operators without the attribute `FTVMMixedPrecisionConversionType`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MissingOps {
    /// Such an operator is an error.
    Refuse,
    /// The pass writes a warning to the standard error stream.
    Warn,
    /// Such operators are accepted.
    Accept,
}

/// The reason why a function cannot be converted.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum MixedPrecisionError {
    /// The data type is not a floating-point type.
    #[error("expected a floating-point type of the IEEE or bfloat16, found {found}")]
    DataType {
        /// The data type.
        found: DataType,
    },
    /// The treatment of missing operators is not a known number.
    #[error("the mode for missing operators is 0, 1 or 2, found {found}")]
    Mode {
        /// The number.
        found: i32,
    },
    /// Operators have no conversion.
    #[error(
        "the operator {op:?} has no conversion (calls: {count}): set its attribute \
             FTVMMixedPrecisionConversionType, or allow missing operators"
    )]
    MissingOp {
        /// The name of the operator.
        op: String,
        /// The number of calls.
        count: usize,
    },
    /// The function of an operator's attribute fails.
    #[error("the attribute FTVMMixedPrecisionConversionType of {op:?} failed")]
    Function {
        /// The name of the operator.
        op: String,
        /// The reason.
        #[source]
        source: RuntimeError,
    },
    /// The function of an operator's attribute returns something else than a conversion.
    #[error(
        "the attribute FTVMMixedPrecisionConversionType of {op:?} must return a category (0, 1 \
             or 2), the data type for accumulation and that of the result"
    )]
    Descriptor {
        /// The name of the operator.
        op: String,
    },
    /// The program has an expression that the pass does not support.
    #[error("cannot convert {found} to mixed precision")]
    Expr {
        /// The expression.
        found: &'static str,
    },
    /// An argument has a type without a cast.
    #[error("cannot cast an argument of the type {found}")]
    Type {
        /// The type.
        found: String,
    },
    /// An expression has no type.
    #[error("cannot convert an expression without a type")]
    Untyped,
    /// A call in the new program is invalid.
    #[error(transparent)]
    Op(#[from] OpError),
    /// The types of the function cannot be inferred.
    #[error(transparent)]
    Types(#[from] InferError),
    /// A rewritten expression is invalid.
    #[error(transparent)]
    Rewrite(#[from] PatternError),
}

type Result<T, E = MixedPrecisionError> = std::result::Result<T, E>;

/// Converts a function so that it computes in `dtype` where its operators allow it.
///
/// The attribute `FTVMMixedPrecisionConversionType` of an operator is a function of a call and of
/// the name of the data type. It returns the category of the operator, the data type for
/// accumulation and that of the result. Without the attribute, the operators have the categories of
/// TVM's front end.
///
/// - Calls of the category 0 (always) compute in `dtype`.
/// - Calls of the category 1 (follow) compute in `dtype`, if each of their arguments has that type,
///   or is a variable or a constant. Operators without a category are handled like these.
/// - Other calls, and calls of local functions, compute in `float32`.
///
/// The parameters of the function stay, and its result may have another type.
///
/// # Errors
/// Fails if `dtype` is not a floating-point type, if an operator has no conversion and `missing`
/// refuses it, if the function calls global functions, variables or constructors, or if its types
/// cannot be inferred.
///
/// ```
/// use objet::prelude::*;
/// use objet_ir::types::{TensorType, Type};
/// use objet_relay::expr::{Function, Var};
/// use objet_relay::op::nn;
/// use objet_relay::text::pretty_print;
/// use objet_relay::transform::{MissingOps, to_mixed_precision};
///
/// let ty: Type = TensorType::new([2.into(), 3.into()], DataType::float(32)).upcast();
/// let x = Var::new("x", Some(ty), None);
/// let function = Function::new([x.clone()], nn::softmax(nn::relu(x)?, [])?, None, [], None, None);
/// let half = to_mixed_precision(&function, DataType::float(16), MissingOps::Refuse, None)?;
/// let text = pretty_print(Some(&half.upcast()));
/// assert!(text.contains(r#"%0 = cast(%x, dtype="float16")"#), "{text}");
/// assert!(text.contains(r#"%2 = cast(%1, dtype="float32")"#), "{text}");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[doc(alias = "ToMixedPrecision")]
pub fn to_mixed_precision(
    function: &Function,
    dtype: DataType,
    missing: MissingOps,
    module: Option<&IRModule>,
) -> Result<Function> {
    if !(dtype.is_float() || dtype.is_bfloat16()) {
        return Err(MixedPrecisionError::DataType { found: dtype });
    }
    let function = infer_function(function.clone(), module)?;
    let mut convert = Convert {
        dtype,
        module,
        conversions: Conversions::load(),
        replaced: Replaced::default(),
        casts: Casts::default(),
        lets: HashMap::default(),
        missing: BTreeMap::new(),
    };
    let function = convert.function(&function)?;
    for (op, count) in convert.missing {
        match missing {
            MissingOps::Refuse => return Err(MixedPrecisionError::MissingOp { op, count }),
            MissingOps::Warn => {
                let text = "has no conversion to mixed precision";
                // If the warning cannot be written, there is nothing else to do.
                drop(writeln!(std::io::stderr(), "warning: the operator {op:?} {text} (calls: {count})"));
            }
            MissingOps::Accept => {}
        }
    }
    Ok(function)
}

/// Creates the pass for [`to_mixed_precision`].
pub(super) fn pass(dtype: DataType, missing_op_mode: i32) -> Result<Pass> {
    let missing = match missing_op_mode {
        0 => MissingOps::Refuse,
        1 => MissingOps::Warn,
        2 => MissingOps::Accept,
        found => return Err(MixedPrecisionError::Mode { found }),
    };
    let info = PassInfo::new(0, "ToMixedPrecision", []);
    let pass = FunctionPass::typed(info, move |function, module, _| {
        Ok(to_mixed_precision(&function, dtype, missing, Some(module))?)
    });
    Ok(pass.into())
}

struct Convert<'m> {
    dtype: DataType,
    module: Option<&'m IRModule>,
    conversions: Conversions,
    replaced: Replaced,
    casts: Casts,
    /// The variables that `let`s bind to each expression.
    lets: HashMap<RelayExpr, Vec<Var>>,
    /// The operators without a conversion, and the number of their calls.
    missing: BTreeMap<String, usize>,
}

impl Convert<'_> {
    fn function(&mut self, function: &Function) -> Result<Function> {
        let order: Vec<RelayExpr> = post_order(function).collect();
        for expr in &order {
            if let Some(node) = expr.as_node::<LetNode>() {
                self.lets.entry(node.value.clone()).or_default().push(node.var.clone());
            }
        }
        for expr in &order {
            // A variable has the new one already, if the value of its `let` comes before it.
            if expr.is_instance::<VarNode>() && self.replaced.of(expr) != *expr {
                continue;
            }
            let new = self.expr(expr)?;
            self.replace(expr, new)?;
        }
        let new = self.replaced.of(function.upcast_ref()).downcast();
        new.map_err(|_| MixedPrecisionError::Expr { found: "a function" })
    }

    /// Sets the replacement of an expression, and that of the variables that stand for it.
    fn replace(&mut self, expr: &RelayExpr, new: RelayExpr) -> Result<()> {
        let mut waiting = vec![(expr.clone(), new)];
        while let Some((expr, new)) = waiting.pop() {
            for var in self.lets.get(&expr).into_iter().flatten() {
                let old = var.checked_type.as_ref().or(var.type_annotation.as_ref());
                let ty = type_of(&new)?;
                if !same_type(old, Some(ty)) {
                    let mut new = var.clone();
                    let mut fields = new.make_mut();
                    (*fields.type_annotation, *fields.checked_type) = (Some(ty.clone()), Some(ty.clone()));
                    waiting.push((var.clone().upcast(), new.upcast()));
                }
            }
            self.replaced.insert(&expr, new);
        }
        Ok(())
    }

    /// Returns the new expression with its type. The operands have new expressions.
    fn expr(&mut self, expr: &RelayExpr) -> Result<RelayExpr> {
        let mut new = self.replaced.rebuild(expr)?;
        if let (Some(old), Some(call)) = (expr.downcast_ref::<Call>(), new.downcast_ref::<Call>()) {
            return self.call(old, call);
        }
        if new.same_as(expr) {
            return Ok(new);
        }
        if new.is_instance::<MatchNode>() {
            return Err(MixedPrecisionError::Expr { found: "a match of converted values" });
        }
        if let Ok(mut function) = new.clone().downcast::<Function>() {
            *function.make_mut().ret_type = None;
            new = function.upcast();
        }
        let ty = new_type(&new)?;
        Ok(typed(new, ty))
    }

    fn call(&mut self, old: &Call, new: &Call) -> Result<RelayExpr> {
        let conversion = self.conversion(old)?;
        let types = new.args.iter().map(|arg| type_of(arg).cloned());
        let types: Vec<Type> = types.collect::<Result<_>>()?;
        let computes_in_dtype = match conversion.category {
            Category::Always => true,
            Category::Follow => new.args.iter().zip(&types).try_fold(true, |all, (arg, ty)| {
                let is_free = arg.is_instance::<VarNode>() || arg.is_instance::<ConstantNode>();
                Ok::<_, MixedPrecisionError>(all && (is_free || self.has_dtype(ty)?))
            })?,
            Category::Never => false,
        };
        let wanted = if computes_in_dtype { self.dtype } else { DataType::float(32) };
        let args = new.args.iter().zip(&types).map(|(arg, ty)| self.casts.cast(arg.clone(), ty, wanted));
        let args: Vec<RelayExpr> = args.collect::<Result<_>>()?;
        let attrs = match computes_in_dtype {
            true => with_dtype(new.attrs.as_ref(), conversion.accumulation),
            false => new.attrs.clone(),
        };
        let has_same_args = args.iter().zip(&old.args).all(|(new, old)| new.same_as(old));
        let has_same_attrs = match (&attrs, &old.attrs) {
            (Some(new), Some(old)) => new.same_as(old),
            (new, old) => new.is_none() && old.is_none(),
        };
        if has_same_args && has_same_attrs && new.same_as(old) {
            return Ok(old.clone().upcast());
        }
        let mut call = new.clone();
        let fields = call.make_mut();
        (*fields.args, *fields.attrs) = (args.into(), attrs);
        let call = self.typed_call(call)?;
        if !computes_in_dtype || conversion.accumulation == conversion.output {
            return Ok(call);
        }
        let ty = type_of(&call)?.clone();
        self.casts.cast(call, &ty, conversion.output)
    }

    fn conversion(&mut self, call: &Call) -> Result<Conversion> {
        let Some(op) = call.op.downcast_ref::<Op>() else {
            if call.op.is_instance::<FunctionNode>() {
                let float = DataType::float(32);
                return Ok(Conversion { category: Category::Never, accumulation: float, output: float });
            }
            let found = "a call of a variable, a global function or a constructor";
            return Err(MixedPrecisionError::Expr { found });
        };
        if let Some(conversion) = self.conversions.of(op, call, self.dtype)? {
            return Ok(conversion);
        }
        *self.missing.entry(op.name.to_string()).or_default() += 1;
        Ok(Conversion { category: Category::Follow, accumulation: self.dtype, output: self.dtype })
    }

    /// Returns a call with its type.
    fn typed_call(&self, mut call: Call) -> Result<RelayExpr> {
        let Some(op) = call.op.downcast_ref::<Op>() else {
            let expr: RelayExpr = call.upcast();
            let ty = infer_type_local(&expr, self.module)?;
            return Ok(typed(expr, ty));
        };
        let types = call.args.iter().map(|arg| type_of(arg).cloned());
        let types: Array<Type> = types.collect::<Result<_>>()?;
        let ty = result_type(op, types.clone(), call.attrs.as_ref())?;
        *call.make_mut().type_args = types.into_iter().map(Some).collect();
        Ok(typed(call.upcast(), ty))
    }

    /// Returns whether all tensors in a type have the data type.
    fn has_dtype(&self, root: &Type) -> Result<bool> {
        let mut waiting = vec![root];
        while let Some(ty) = waiting.pop() {
            if let Some(tensor) = ty.as_node::<TensorTypeNode>() {
                if tensor.dtype != self.dtype {
                    return Ok(false);
                }
            } else if let Some(tuple) = ty.as_node::<TupleTypeNode>() {
                waiting.extend(&tuple.fields);
            } else {
                return Err(MixedPrecisionError::Type { found: objet_ir::types::type_text(ty) });
            }
        }
        Ok(true)
    }
}

fn type_of(expr: &RelayExprNode) -> Result<&Type> {
    expr.checked_type.as_ref().ok_or(MixedPrecisionError::Untyped)
}

/// Returns the type of an expression from those of its operands.
fn new_type(expr: &RelayExpr) -> Result<Type> {
    match_node!(match expr {
        tuple @ TupleNode => {
            let types = tuple.fields.iter().map(|field| type_of(field).cloned());
            Ok(TupleType::new(types.collect::<Result<Array<Type>>>()?, None).upcast())
        }
        item @ TupleGetItemNode => {
            let tuple = type_of(&item.tuple_value)?.as_node::<TupleTypeNode>();
            let field = tuple.and_then(|tuple| tuple.fields.get(usize::try_from(item.index).ok()?));
            field.cloned().ok_or(MixedPrecisionError::Untyped)
        }
        node @ LetNode => type_of(&node.body).cloned(),
        node @ IfNode => type_of(&node.true_branch).cloned(),
        create @ RefCreateNode => Ok(RelayRefType::new(type_of(&create.value)?.clone(), None).upcast()),
        read @ RefReadNode => {
            let reference = type_of(&read.reference)?.as_node::<RelayRefTypeNode>();
            reference.map(|ty| ty.value.clone()).ok_or(MixedPrecisionError::Untyped)
        }
        RefWriteNode => Ok(TupleType::empty().upcast()),
        function @ FunctionNode => {
            let params = function.params.iter().map(|param| type_of(param).cloned());
            let params = params.collect::<Result<Array<Type>>>()?;
            let result = type_of(&function.body)?.clone();
            Ok(FuncType::new(params, result, function.type_params.clone(), [], None).upcast())
        }
        _ => Err(MixedPrecisionError::Expr { found: "an expression of an unknown type" }),
    })
}
