//! Substitution of variables by expressions and of type variables by types.

use std::collections::{HashMap, HashSet};

use objet::prelude::*;
use objet::walk::{Enter, RewriteError};
use objet::{String, rewrite};
use objet_ir::expr::RelayExpr;
use objet_ir::types::{Type, TypeVar};

use crate::analysis::{bound_vars, free_vars};
use crate::expr::{Constant, Function, Id, Var, VarNode};
use crate::functor::ExprMutator;

/// An invalid substitution.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BindError {
    /// The variable to substitute is bound in the expression.
    #[error("cannot substitute %{var}: it is bound inside the expression")]
    Bound {
        /// The name of the variable.
        var: String,
    },
    /// A free variable of an argument is bound in the expression.
    #[error("cannot substitute: free variable %{var} of an argument is bound inside the expression")]
    Captured {
        /// The name of the variable.
        var: String,
    },
    /// Several parameters have the name of a value.
    #[error("cannot replace the parameter %{var}: several parameters have the name")]
    Ambiguous {
        /// The name of the parameters.
        var: String,
    },
    /// The result of the substitution is invalid.
    #[error(transparent)]
    Rewrite(#[from] RewriteError),
}

/// Substitutes free variables by expressions, simultaneously. The inserted expressions are not
/// searched for variables.
///
/// # Errors
/// Returns an error if one of the variables is bound in `root`, or if a free variable of an
/// inserted expression is bound in `root`, because the binding would capture it.
///
/// ```
/// use objet_ir::expr::RelayExpr;
/// use objet_relay::expr::{Tuple, Var};
/// use objet_relay::transform::substitute;
///
/// let (x, y) = (Var::new("x", None, None), Var::new("y", None, None));
/// let pair: RelayExpr = Tuple::new([x.clone().into(), y.clone().into()], None).into();
/// let swapped = substitute(pair, [(x.clone(), y.clone().into()), (y.clone(), x.clone().into())])?;
/// let swapped: Tuple = swapped.downcast().unwrap();
/// # use objet::prelude::*;
/// assert_eq!(swapped.fields[..], [y.upcast(), x.upcast()]);
/// # Ok::<(), objet_relay::transform::BindError>(())
/// ```
#[doc(alias = "Substitute")]
pub fn substitute<R: IsObjectRef>(
    root: R,
    args: impl IntoIterator<Item = (Var, RelayExpr)>,
) -> Result<R, BindError> {
    let mut bind = Substitute(args.into_iter().map(|(var, arg)| (var.vid.clone(), arg)).collect());
    let bound = bound_vars(&root);
    if let Some(var) = bound.iter().find(|var| bind.0.contains_key(&var.vid)) {
        return Err(BindError::Bound { var: var.name_hint().clone() });
    }
    refuse_captured(&bound, bind.0.values())?;
    Ok(bind.mutate(root)?)
}

/// Rejects arguments with a free variable that is in `bound`.
fn refuse_captured<'a>(
    bound: &[Var],
    args: impl IntoIterator<Item = &'a RelayExpr>,
) -> Result<(), BindError> {
    let bound: HashSet<&Id> = bound.iter().map(|var| &var.vid).collect();
    for arg in args {
        if let Some(var) = free_vars(arg).iter().find(|var| bound.contains(&var.vid)) {
            return Err(BindError::Captured { var: var.name_hint().clone() });
        }
    }
    Ok(())
}

/// Binds parameters of a function to expressions. The expressions replace the parameters in the
/// body, and the parameters are removed. Free variables of the expressions that are not free in the
/// function become new parameters.
///
/// # Errors
/// Returns an error if one of the variables is bound in the body, or if a free variable of the
/// expressions is bound in the body or remains a parameter.
///
/// ```
/// use objet_relay::expr::{Function, Tuple, Var};
/// use objet_relay::transform::bind;
///
/// let [x, y, z] = ["x", "y", "z"].map(|name| Var::new(name, None, None));
/// let pair = Tuple::new([x.clone().into(), y.clone().into()], None);
/// let function = Function::new([x.clone(), y.clone()], pair, None, [], None, None);
/// let bound = bind(function, [(x, z.clone().into())])?;
/// assert_eq!(bound.params[..], [y, z]);
/// # Ok::<(), objet_relay::transform::BindError>(())
/// ```
#[doc(alias = "Bind")]
pub fn bind(
    mut function: Function,
    args: impl IntoIterator<Item = (Var, RelayExpr)>,
) -> Result<Function, BindError> {
    let args: Vec<_> = args.into_iter().collect();
    let free_before: HashSet<Id> = free_vars(&function).iter().map(|var| var.vid.clone()).collect();
    let bound: HashSet<Id> = args.iter().map(|(var, _)| var.vid.clone()).collect();
    let params: Vec<_> =
        function.params.iter().filter(|param| !bound.contains(&param.vid)).cloned().collect();
    refuse_captured(&params, args.iter().map(|(_, arg)| arg))?;
    let body = substitute(function.body.clone(), args)?;
    let fields = function.make_mut();
    (*fields.params, *fields.body) = (params.into(), body);
    let new = free_vars(&function).into_iter().filter(|var| !free_before.contains(&var.vid));
    let new: Vec<_> = new.collect();
    if !new.is_empty() {
        function.make_mut().params.extend(new);
    }
    Ok(function)
}

/// Binds the parameters of a function with the given names to constants. Names without a parameter
/// are ignored.
///
/// # Errors
/// Fails if several parameters have a given name.
///
/// ```
/// use objet::prelude::*;
/// use objet_relay::expr::{Constant, Function, Tuple, Var};
/// use objet_relay::transform::bind_params_by_name;
///
/// let [x, w] = ["x", "w"].map(|name| Var::new(name, None, None));
/// let pair = Tuple::new([x.clone().upcast(), w.clone().upcast()], None);
/// let function = Function::new([x.clone(), w], pair, None, [], None, None);
/// let weight = Constant::new(NDArray::from_slice(&[], &[1.0_f32])?, None);
/// let bound = bind_params_by_name(function, &[("w".into(), weight)].into())?;
/// assert_eq!(bound.params[..], [x]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[doc(alias = "BindParamsByName")]
pub fn bind_params_by_name(
    function: Function,
    params: &Map<String, Constant>,
) -> Result<Function, BindError> {
    let mut seen = HashSet::new();
    let mut args = Vec::new();
    for param in &function.params {
        let name = param.name_hint();
        let Some(constant) = params.get(name) else { continue };
        if !seen.insert(name.clone()) {
            return Err(BindError::Ambiguous { var: name.clone() });
        }
        args.push((param.clone(), constant.clone().upcast()));
    }
    bind(function, args)
}

/// Replaces type variables by types everywhere in a type.
///
/// # Errors
/// Returns an error if the replacement of a variable that a function type binds is not a type
/// variable.
///
/// ```
/// use objet_ir::types::{TupleType, Type, TypeKind, TypeVar};
/// use objet_relay::transform::bind_types;
///
/// let var = TypeVar::new("t", TypeKind::Type, None);
/// let pair: Type = TupleType::new([var.clone().into(), var.clone().into()], None).into();
/// let bound = bind_types(pair, [(var, TupleType::empty().into())])?;
/// let empty: Type = TupleType::empty().into();
/// let pair_of_empty: Type = TupleType::new([empty.clone(), empty], None).into();
/// assert!(objet::structural_equal(&bound, &pair_of_empty));
/// # Ok::<(), objet::walk::RewriteError>(())
/// ```
#[doc(alias = "TypeSubst")]
pub fn bind_types(ty: Type, args: impl IntoIterator<Item = (TypeVar, Type)>) -> Result<Type, RewriteError> {
    let args: HashMap<TypeVar, Type> = args.into_iter().collect();
    let arg = |object: &ObjectRef| args.get(object.downcast_ref::<TypeVar>()?).cloned();
    rewrite(ty, |object| Ok(arg(&object).map_or(object, Type::upcast)))
}

/// Replaces variables by expressions, without a check of their binders.
pub(super) struct Substitute(pub(super) HashMap<Id, RelayExpr>);

impl ExprMutator for Substitute {
    type Error = RewriteError;

    fn enter_expr(&mut self, expr: &RelayExpr) -> Result<Enter, RewriteError> {
        let arg = expr.as_node::<VarNode>().and_then(|var| self.0.get(&var.vid));
        Ok(arg.map_or(Enter::Inside, |arg| Enter::Replace(arg.clone().into())))
    }
}
