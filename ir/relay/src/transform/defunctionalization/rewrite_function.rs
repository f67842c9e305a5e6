//! Rewriting of one function.

use foldhash::HashMap;
use objet::prelude::*;
use objet::walk::Enter;
use objet_ir::adt::Constructor;
use objet_ir::expr::{GlobalVar, RelayExpr};
use objet_ir::op::OpNode;
use objet_ir::types::{FuncType, Type};

use super::encoding::{Slot, has_function};
use super::{DefunctionalizationError, Program, Result};
use crate::adt::{Clause, Match};
use crate::analysis::free_vars;
use crate::expr::{
    Call, CallNode, Function, FunctionNode, Id, If, Let, RefCreate, RefWrite, Tuple, Var, VarNode,
};
use crate::functor::{ExprMutator, post_order};
use crate::scope::operands;
use crate::transform::bind::{Substitute, bind_types};

/// Returns a function whose types are inferred without functions as values.
pub(super) fn rewrite_function(function: &Function, program: &mut Program) -> Result<Function> {
    let mut rewrite = Rewrite {
        program,
        uses: Uses::of(function),
        args: HashMap::default(),
        vars: HashMap::default(),
        path: Vec::new(),
    };
    rewrite.mutate(function.clone())
}

/// The number of references to each function expression and to each variable.
#[derive(Default)]
struct Uses {
    functions: HashMap<RelayExpr, usize>,
    vars: HashMap<Id, usize>,
}

impl Uses {
    fn of(root: &Function) -> Self {
        let mut uses = Self::default();
        for expr in post_order(root) {
            for operand in operands(&expr) {
                if operand.is_instance::<FunctionNode>() {
                    *uses.functions.entry(operand.into_owned()).or_default() += 1;
                } else if let Some(var) = operand.as_node::<VarNode>() {
                    *uses.vars.entry(var.vid.clone()).or_default() += 1;
                }
            }
        }
        uses
    }

    /// Returns the function expression that a callee stands for, if the call is its only use.
    fn only_called<'a>(
        &self,
        callee: &'a RelayExpr,
        args: &'a HashMap<Id, RelayExpr>,
    ) -> Option<&'a FunctionNode> {
        let mut callee = callee;
        while let Some(var) = callee.as_node::<VarNode>() {
            callee = args.get(&var.vid).filter(|_| self.vars.get(&var.vid) == Some(&1))?;
        }
        callee.as_node::<FunctionNode>().filter(|_| self.functions.get(callee) == Some(&1))
    }
}

/// Rewrites a function. The new expressions carry the types of the original ones.
struct Rewrite<'p> {
    program: &'p mut Program,
    uses: Uses,
    /// The arguments in the place of the parameters of function expressions that are called.
    args: HashMap<Id, RelayExpr>,
    vars: HashMap<Var, Var>,
    /// The constructors of the functions around the current expression; none for the root.
    path: Vec<Option<(Slot, FuncType)>>,
}

fn function_type(expr: &RelayExpr) -> Result<FuncType> {
    let ty = expr.checked_type.clone().ok_or(DefunctionalizationError::Untyped)?;
    ty.downcast().map_err(|_| unsupported("the call of a value that is not a function"))
}

fn unsupported(found: impl Into<String>) -> DefunctionalizationError {
    DefunctionalizationError::Expr { found: found.into() }
}

fn with_type(mut expr: RelayExpr, ty: Option<Type>) -> RelayExpr {
    *expr.make_mut().checked_type = ty;
    expr
}

impl Rewrite<'_> {
    /// Returns the value for an operand that is not called.
    fn value(&mut self, operand: &RelayExpr) -> Result<RelayExpr> {
        let Some(var) = operand.downcast_ref::<GlobalVar>() else { return Ok(operand.clone()) };
        let ty = self.program.type_of(var)?;
        self.global(var, &ty)
    }

    /// Returns the value for a global function as a function of type `ty`.
    fn global(&mut self, var: &GlobalVar, ty: &FuncType) -> Result<RelayExpr> {
        let types = ty.arg_types.iter().chain([&ty.ret_type]);
        let callee = if types.into_iter().any(has_function) {
            if !self.program.type_of(var)?.type_params.is_empty() {
                return Err(unsupported("a function of functions with type parameters as a value"));
            }
            self.program.copy_of(var, ty, &[])?
        } else {
            var.clone()
        };
        let value = self.program.encodings.global(ty, &callee)?;
        Ok(with_type(value, Some(ty.clone().upcast())))
    }

    fn types(&mut self, types: &Array<Option<Type>>) -> Result<Array<Option<Type>>> {
        types.iter().map(|ty| ty.as_ref().map(|ty| self.program.encodings.encode(ty)).transpose()).collect()
    }

    /// Rewrites the call of a global function, whose arguments are rewritten.
    fn call_global(&mut self, mut call: Call, var: &GlobalVar) -> Result<RelayExpr> {
        let declared = self.program.type_of(var)?;
        let type_args = call.type_args.iter().flatten().cloned().collect::<Vec<Type>>();
        let args = || declared.type_params.iter().cloned().zip(type_args.iter().cloned());
        let instance = |ty: &Type| bind_types(ty.clone(), args());
        let args_types = declared.arg_types.iter().map(instance).collect::<Result<Vec<Type>, _>>()?;
        let result = instance(&declared.ret_type)?;
        if !args_types.iter().chain([&result]).any(has_function) {
            return Ok(call.upcast());
        }
        if type_args.len() != declared.type_params.len() {
            return Err(DefunctionalizationError::Untyped);
        }
        let args = call.args.iter().zip(&args_types).map(|(arg, ty)| {
            match (arg.downcast_ref::<GlobalVar>(), ty.downcast_ref::<FuncType>()) {
                (Some(var), Some(ty)) => self.global(var, ty),
                _ => Ok(arg.clone()),
            }
        });
        let args: Vec<RelayExpr> = args.collect::<Result<_>>()?;
        let instance = FuncType::new(args_types, result, [], [], None);
        let copy = self.program.copy_of(var, &instance, &type_args)?;
        let fields = call.make_mut();
        (*fields.op, *fields.args, *fields.type_args) = (copy.upcast(), args.into(), Array::new());
        Ok(call.upcast())
    }
}

impl ExprMutator for Rewrite<'_> {
    type Error = DefunctionalizationError;

    fn enter_expr(&mut self, expr: &RelayExpr) -> Result<Enter> {
        if let Some(arg) = expr.as_node::<VarNode>().and_then(|var| self.args.get(&var.vid)) {
            return Ok(Enter::Instead(arg.clone().into_object_ref()));
        }
        if let Some(call) = expr.as_node::<CallNode>()
            && let Some(function) = self.uses.only_called(&call.op, &self.args)
        {
            let (expected, found) = (function.params.len(), call.args.len());
            if expected != found {
                return Err(DefunctionalizationError::Arguments { expected, found });
            }
            if !function.type_params.is_empty() {
                return Err(unsupported("a function expression with type parameters"));
            }
            let (params, body) = (function.params.clone(), function.body.clone());
            let params = params.iter().map(|param| param.vid.clone());
            self.args.extend(params.zip(call.args.iter().cloned()));
            return Ok(Enter::Instead(body.into_object_ref()));
        }
        if expr.is_instance::<FunctionNode>() {
            let slot = if self.path.is_empty() {
                None
            } else {
                let ty = function_type(expr)?;
                Some((self.program.encodings.reserve(&ty)?, ty))
            };
            self.path.push(slot);
        }
        Ok(Enter::Inside)
    }

    fn visit_var(&mut self, var: Var) -> Result<RelayExpr> {
        if let Some(known) = self.vars.get(&var) {
            return Ok(known.clone().upcast());
        }
        let old = var.type_annotation.as_ref().or(var.checked_type.as_ref());
        let ty = old.ok_or(DefunctionalizationError::Untyped)?;
        let new_type = self.program.encodings.encode(ty)?;
        let mut new = var.clone();
        if !var.type_annotation.as_ref().is_some_and(|old| old.same_as(&new_type)) {
            *new.make_mut().type_annotation = Some(new_type);
        }
        self.vars.insert(var, new.clone());
        Ok(new.upcast())
    }

    fn visit_call(&mut self, mut call: Call) -> Result<RelayExpr> {
        if call.op.is_instance::<OpNode>() {
            return Ok(call.upcast());
        }
        if let Some(var) = call.op.downcast_ref::<GlobalVar>().cloned() {
            return self.call_global(call, &var);
        }
        let values = call.args.iter().map(|arg| self.value(arg)).collect::<Result<Vec<RelayExpr>>>()?;
        if let Some(constructor) = call.op.downcast_ref::<Constructor>() {
            if constructor.inputs.iter().any(has_function) {
                let found =
                    format!("the constructor {}, which has functions as fields", constructor.name_hint);
                return Err(unsupported(found));
            }
            let types = self.types(&call.type_args)?;
            let fields = call.make_mut();
            (*fields.args, *fields.type_args) = (values.into(), types);
            return Ok(call.upcast());
        }
        let apply = self.program.encodings.apply(&function_type(&call.op)?)?;
        let args: Vec<RelayExpr> = [call.op.clone()].into_iter().chain(values).collect();
        let ty = call.checked_type.clone();
        Ok(with_type(Call::new(apply, args, None, [], None).upcast(), ty))
    }

    fn visit_function(&mut self, mut function: Function) -> Result<RelayExpr> {
        let body = self.value(&function.body)?;
        let result = function.ret_type.clone().map(|ty| self.program.encodings.encode(&ty)).transpose()?;
        let fields = function.make_mut();
        (*fields.body, *fields.ret_type) = (body, result);
        let Some((slot, ty)) = self.path.pop().flatten() else { return Ok(function.upcast()) };
        let captured = free_vars(&function);
        let renamed =
            captured.iter().map(|var| Var::new(var.name_hint().clone(), var.type_annotation.clone(), None));
        let renamed: Vec<Var> = renamed.collect();
        let args = captured.iter().zip(&renamed);
        let args = args.map(|(var, new)| (var.vid.clone(), new.clone().upcast()));
        let function = Substitute(args.collect()).mutate(function)?;
        let value = self.program.encodings.value(slot, function, &captured, renamed)?;
        Ok(with_type(value, Some(ty.upcast())))
    }

    fn visit_let(&mut self, mut node: Let) -> Result<RelayExpr> {
        if let Some(value) = node.value.as_node::<CallNode>()
            && value.op.is_instance::<objet_ir::adt::ConstructorNode>()
            && value
                .args
                .iter()
                .any(|arg| arg.as_node::<VarNode>().is_some_and(|arg| arg.vid == node.var.vid))
        {
            let name = node.var.name_hint();
            return Err(unsupported(format!("the local function %{name}, which calls itself")));
        }
        let (value, body) = (self.value(&node.value)?, self.value(&node.body)?);
        let fields = node.make_mut();
        (*fields.value, *fields.body) = (value, body);
        Ok(node.upcast())
    }

    fn visit_tuple(&mut self, mut tuple: Tuple) -> Result<RelayExpr> {
        let fields = tuple.fields.iter().map(|field| self.value(field)).collect::<Result<Vec<_>>>()?;
        *tuple.make_mut().fields = fields.into();
        Ok(tuple.upcast())
    }

    fn visit_if(&mut self, mut node: If) -> Result<RelayExpr> {
        let branches = (self.value(&node.true_branch)?, self.value(&node.false_branch)?);
        let fields = node.make_mut();
        (*fields.true_branch, *fields.false_branch) = branches;
        Ok(node.upcast())
    }

    fn visit_match(&mut self, mut node: Match) -> Result<RelayExpr> {
        let data = self.value(&node.data)?;
        let clauses =
            node.clauses.iter().map(|clause| Ok(Clause::new(clause.lhs.clone(), self.value(&clause.rhs)?)));
        let clauses: Vec<Clause> = clauses.collect::<Result<_>>()?;
        let fields = node.make_mut();
        (*fields.data, *fields.clauses) = (data, clauses.into());
        Ok(node.upcast())
    }

    fn visit_ref_create(&mut self, mut create: RefCreate) -> Result<RelayExpr> {
        let value = self.value(&create.value)?;
        *create.make_mut().value = value;
        Ok(create.upcast())
    }

    fn visit_ref_write(&mut self, mut write: RefWrite) -> Result<RelayExpr> {
        let value = self.value(&write.value)?;
        *write.make_mut().value = value;
        Ok(write.upcast())
    }
}
