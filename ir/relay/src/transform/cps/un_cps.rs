//! A function without continuation, from one in continuation-passing style.

use objet::prelude::*;
use objet_ir::expr::RelayExpr;
use objet_ir::types::{FuncTypeNode, Type, TypeVar};

use super::{CpsError, refuse_sharing};
use crate::expr::{Call, Function, Var};
use crate::transform::bind::bind_types;

/// Returns a function without the continuation of a function in continuation-passing style: it
/// calls that function with the identity as the continuation.
///
/// Parameters and results that are functions stay in continuation-passing style.
///
/// # Errors
/// Fails if the last parameter is not a continuation, if the function has no type parameter for the
/// answer, if a parameter has no type, or if the function shares expressions.
///
/// ```
/// use objet_ir::module::IRModule;
/// use objet_ir::types::TensorType;
/// use objet_relay::expr::{Function, Var};
/// use objet_relay::transform::{to_cps, un_cps};
/// # use objet::prelude::*;
///
/// let x = Var::new("x", Some(TensorType::scalar(DataType::float(32)).upcast()), None);
/// let function = Function::new([x.clone()], x, None, [], None, None);
/// let (cps, _) = to_cps(&function, &IRModule::new())?;
/// assert_eq!((cps.params.len(), cps.type_params.len()), (2, 1));
/// let function = un_cps(&cps)?;
/// assert_eq!((function.params.len(), function.type_params.len()), (1, 0));
/// # Ok::<(), objet_relay::transform::CpsError>(())
/// ```
#[doc(alias = "UnCPS")]
pub fn un_cps(function: &Function) -> Result<Function, CpsError> {
    refuse_sharing(function)?;
    let not_cps = |reason| CpsError::NotCps { reason };
    let Some((k, params)) = function.params.split_last() else {
        return Err(not_cps("it has no parameters"));
    };
    let continuation = type_of(k)?;
    let continuation = continuation.as_node::<FuncTypeNode>();
    let continuation = continuation.ok_or_else(|| not_cps("the last parameter is not a function"))?;
    let [result] = continuation.arg_types.as_slice() else {
        return Err(not_cps("the last parameter is not a function of one argument"));
    };
    let Some((answer, type_params)) = function.type_params.split_last() else {
        return Err(not_cps("it has no type parameter for the answer"));
    };
    if !continuation.ret_type.same_as(answer) {
        return Err(not_cps("the last parameter does not return the answer"));
    }
    let renamed = type_params.iter().map(|var| TypeVar::new(var.name_hint.clone(), var.kind, None));
    let renamed: Vec<TypeVar> = renamed.collect();
    let own = || type_params.iter().cloned().zip(renamed.iter().cloned().map(TypeVar::upcast::<Type>));
    let result = bind_types(result.clone(), own())?;
    let types = || own().chain([(answer.clone(), result.clone())]);
    let params = params.iter().map(|param| {
        let ty = bind_types(type_of(param)?, types())?;
        Ok(Var::new(param.name_hint().clone(), Some(ty), None))
    });
    let params: Vec<Var> = params.collect::<Result<_, CpsError>>()?;
    let x = Var::new("x", Some(result.clone()), None);
    let identity = Function::new([x.clone()], x, Some(result.clone()), [], None, None);
    let args = params.iter().cloned().map(Var::upcast).chain([identity.upcast()]);
    let args: Vec<RelayExpr> = args.collect();
    let type_args: Array<Option<Type>> = types().map(|(_, ty)| Some(ty)).collect();
    let call = Call::new(function.clone(), args, None, type_args, None);
    Ok(Function::new(params, call, Some(result), renamed, function.attrs.clone(), None))
}

fn type_of(param: &Var) -> Result<Type, CpsError> {
    let ty = param.checked_type.as_ref().or(param.type_annotation.as_ref());
    let missing = || CpsError::NoType { found: format!("the parameter %{}", param.name_hint()) };
    ty.cloned().ok_or_else(missing)
}
