//! Lambda lifting: local functions become global functions.

mod free_variables;

use std::collections::{HashMap, HashSet};

use objet::String;
use objet::compare::structural_hash;
use objet::prelude::*;
use objet::walk::{Enter, RewriteError};
use objet_ir::attrs::DictAttrs;
use objet_ir::expr::{GlobalVar, Integer, RelayExpr};
use objet_ir::module::{IRModule, ModuleError};
use objet_ir::transform::{ModulePass, Pass, PassInfo};

use self::free_variables::FreeVariables;
use super::bind::Substitute;
use crate::analysis::{WellFormedError, module_well_formed};
use crate::expr::{Call, Function, FunctionNode, Id, LetNode, Var};
use crate::functor::ExprMutator;
use crate::infer::{InferError, infer_module};
use crate::scope::is_primitive;

/// The reason why functions cannot be lifted.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LambdaLiftError {
    /// The variables of the module are ambiguous.
    #[error(transparent)]
    WellFormed(#[from] WellFormedError),
    /// The types of the module cannot be inferred.
    #[error(transparent)]
    Types(#[from] InferError),
    /// The module refuses a function.
    #[error(transparent)]
    Module(#[from] ModuleError),
    /// A rewritten expression is invalid.
    #[error(transparent)]
    Rewrite(#[from] RewriteError),
}

/// Moves the local functions of a module into global functions.
///
/// - A function without captured variables becomes a global function, and equal ones become the
///   same.
/// - Another function becomes the result of a global function of its captured variables, with the
///   attribute `Closure`. A call of the global function replaces the local one.
/// - A function that a `let` binds refers to itself by its global function.
/// - The names of the new functions are `lifted_name` and a number.
/// - Functions that fusion created (attribute `Primitive`), and the bodies of functions for
///   external compilers (attribute `Compiler`) stay.
///
/// # Errors
/// Fails if the module is not well formed, or if its types cannot be inferred.
///
/// ```
/// use objet_ir::expr::GlobalVar;
/// use objet_ir::module::IRModule;
/// use objet_relay::expr::{Function, Var};
/// use objet_relay::op::{add, tanh};
/// use objet_relay::transform::lambda_lift;
/// use objet_ir::types::TensorType;
/// # use objet::prelude::*;
///
/// let [x, y] = ["x", "y"].map(|name| {
///     Var::new(name, Some(TensorType::scalar(DataType::float(32)).upcast()), None)
/// });
/// let sum = Function::new([y.clone()], add(x.clone(), y)?, None, [], None, None);
/// let mut module = IRModule::new();
/// module.add(GlobalVar::new("main"), Function::new([x], sum, None, [], None, None), false)?;
/// let module = lambda_lift(&module)?;
/// let names: Vec<_> = module.functions.load().keys().map(|var| var.name_hint.clone()).collect();
/// assert!(names[0] == "main" && names[1].starts_with("lifted_name"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[doc(alias = "LambdaLift")]
pub fn lambda_lift(module: &IRModule) -> Result<IRModule, LambdaLiftError> {
    module_well_formed(module)?;
    let mut module = infer_module(module)?;
    let functions = module.functions.load().clone();
    let mut lifted = Lifted::default();
    for (var, function) in &functions {
        let Some(function) = function.downcast_ref::<Function>() else { continue };
        if function.attrs.as_ref().is_some_and(|attrs| attrs.get::<String>("Compiler").is_some()) {
            continue;
        }
        let mut lifter = Lifter {
            free: FreeVariables::in_body(&function.body),
            module: &module,
            lifted: &mut lifted,
            bound: HashMap::new(),
            path: Vec::new(),
            recursive: HashMap::new(),
        };
        let body = lifter.mutate(function.body.clone())?;
        if !body.same_as(&function.body) {
            let mut function = function.clone();
            *function.make_mut().body = body;
            lifted.changed.push((var.clone(), function));
        }
    }
    let Lifted { new, changed, recursive, .. } = lifted;
    let mut rename = Rename(recursive);
    for (var, function) in new {
        module.add_unchecked(var, rename.mutate(function)?, false)?;
    }
    for (var, function) in changed {
        module.add_unchecked(var, rename.mutate(function)?, true)?;
    }
    Ok(infer_module(&module)?)
}

/// Creates the pass for [`lambda_lift`].
pub(super) fn pass() -> Pass {
    ModulePass::new(PassInfo::new(1, "LambdaLift", []), |module, _| Ok(lambda_lift(&module)?)).into()
}

objet_ir::register_pass!("relay._transform.LambdaLift", pass);

/// Functions with equal keys become one global function: the hash of the function, the captured
/// variables, and the recursive functions that it refers to.
type Key = (u64, Vec<Id>, Vec<GlobalVar>);

/// The results of lifting.
#[derive(Default)]
struct Lifted {
    names: HashSet<std::string::String>,
    known: HashMap<Key, GlobalVar>,
    /// The new global functions.
    new: Vec<(GlobalVar, Function)>,
    /// The functions of the module that change.
    changed: Vec<(GlobalVar, Function)>,
    /// The temporary variable of each recursive function, with the final one.
    recursive: HashMap<GlobalVar, GlobalVar>,
}

impl Lifted {
    /// Returns the variable of a lifted function.
    fn add(&mut self, function: Function, key: Key, module: &IRModule) -> GlobalVar {
        if let Some(known) = self.known.get(&key) {
            return known.clone();
        }
        // Functions with the same hash differ in their captured variables.
        let mut number = key.0;
        let name = loop {
            let name = format!("lifted_name{number}");
            if !module.contains_global_var(&name) && self.names.insert(name.clone()) {
                break name;
            }
            number = number.wrapping_add(1 + self.new.len() as u64);
        };
        let var = GlobalVar::new(name);
        self.known.insert(key, var.clone());
        self.new.push((var.clone(), function));
        var
    }
}

/// Lifts the local functions of one function.
struct Lifter<'a> {
    free: FreeVariables,
    module: &'a IRModule,
    lifted: &'a mut Lifted,
    /// The variable of each function that a `let` binds.
    bound: HashMap<RelayExpr, Var>,
    /// The local functions around the current expression.
    path: Vec<Frame>,
    /// The recursive functions around the current expression, by their variable.
    recursive: HashMap<Id, Closure>,
}

/// A local function whose body is being rewritten.
struct Frame {
    function: Function,
    captured: Vec<Var>,
    /// The variable of the function, if the function refers to itself.
    own: Option<Var>,
    /// The recursive functions that the function refers to, without capturing their variables.
    used: Vec<Id>,
}

/// A closure of a recursive function, whose global function is not known yet.
#[derive(Clone)]
struct Closure {
    /// A temporary variable.
    global: GlobalVar,
    captured: Vec<Var>,
    is_closure: bool,
}

/// Returns an expression whose value is a lifted function.
fn value_of(global: GlobalVar, captured: &[Var], is_closure: bool, fresh: &HashMap<Id, Var>) -> RelayExpr {
    if !is_closure {
        return global.upcast();
    }
    let args = captured.iter().map(|var| fresh.get(&var.vid).unwrap_or(var).clone().upcast());
    Call::new(global, args.collect::<Vec<RelayExpr>>(), None, [], None).upcast()
}

impl Lifter<'_> {
    fn enter_function(&mut self, function: &Function) {
        let free = self.free.of(function);
        let ids: HashSet<&Id> = free.vars.iter().map(|var| &var.vid).collect();
        let own = self.bound.get(function.upcast_ref::<RelayExpr>());
        let own = own.filter(|own| ids.contains(&own.vid)).cloned();
        let (mut captured, mut used) = (Vec::new(), Vec::new());
        for var in &free.vars {
            if own.as_ref().is_some_and(|own| own.vid == var.vid) {
                continue;
            }
            // A closure can be made again from variables that the function captures anyway.
            let closure = self.recursive.get(&var.vid).filter(|closure| {
                closure.captured.len() <= ids.len()
                    && closure.captured.iter().all(|var| ids.contains(&var.vid))
            });
            match closure {
                Some(_) => used.push(var.vid.clone()),
                None => captured.push(var.clone()),
            }
        }
        if let Some(own) = &own {
            let is_closure = !captured.is_empty() || !free.type_vars.is_empty();
            let global = GlobalVar::new("lifted_name");
            let closure = Closure { global, captured: captured.clone(), is_closure };
            self.recursive.insert(own.vid.clone(), closure);
        }
        self.path.push(Frame { function: function.clone(), captured, own, used });
    }

    /// Returns the replacement of a local function whose body is rewritten.
    fn lift(&mut self, frame: Frame, function: Function) -> Result<RelayExpr, RewriteError> {
        let Frame { function: original, captured, own, used } = frame;
        let type_vars = self.free.of(&original).type_vars.clone();
        let is_closure = !captured.is_empty() || !type_vars.is_empty();
        let renamed = captured
            .iter()
            .map(|var| (var.vid.clone(), Var::new(var.name_hint().clone(), var.checked_type.clone(), None)));
        let fresh: HashMap<Id, Var> = renamed.collect();
        let mut args: HashMap<Id, RelayExpr> =
            fresh.iter().map(|(id, var)| (id.clone(), var.clone().upcast())).collect();
        let mut globals = Vec::new();
        for id in used.iter().chain(own.as_ref().map(|own| &own.vid)) {
            let Some(Closure { global, captured, is_closure }) = self.recursive.get(id) else { continue };
            globals.push(global.clone());
            args.insert(id.clone(), value_of(global.clone(), captured, *is_closure, &fresh));
        }
        let function = if args.is_empty() { function } else { Substitute(args).mutate(function)? };
        let lifted = if is_closure {
            let params: Vec<Var> = captured.iter().filter_map(|var| fresh.get(&var.vid)).cloned().collect();
            let attrs = DictAttrs::new([("Closure", Integer::from(1))]);
            let result = original.checked_type.clone();
            Function::new(params, function, result, type_vars, Some(attrs), None)
        } else {
            function
        };
        let ids = captured.iter().map(|var| var.vid.clone()).collect();
        let key = (structural_hash(&lifted), ids, globals);
        let global = self.lifted.add(lifted, key, self.module);
        if let Some(closure) = own.and_then(|own| self.recursive.remove(&own.vid)) {
            self.lifted.recursive.insert(closure.global, global.clone());
        }
        Ok(value_of(global, &captured, is_closure, &HashMap::new()))
    }
}

impl ExprMutator for Lifter<'_> {
    type Error = RewriteError;

    fn enter_expr(&mut self, expr: &RelayExpr) -> Result<Enter, RewriteError> {
        if let Some(node) = expr.as_node::<LetNode>() {
            if node.value.is_instance::<FunctionNode>() {
                self.bound.entry(node.value.clone()).or_insert_with(|| node.var.clone());
            }
        } else if let Some(function) = expr.downcast_ref::<Function>() {
            if is_primitive(function) {
                return Ok(Enter::Keep);
            }
            self.enter_function(function);
        }
        Ok(Enter::Inside)
    }

    fn visit_function(&mut self, function: Function) -> Result<RelayExpr, RewriteError> {
        match self.path.pop() {
            Some(frame) => self.lift(frame, function),
            None => Ok(function.upcast()),
        }
    }
}

/// Replaces the temporary variables of recursive functions.
struct Rename(HashMap<GlobalVar, GlobalVar>);

impl ExprMutator for Rename {
    type Error = RewriteError;

    fn visit_global_var(&mut self, var: GlobalVar) -> Result<RelayExpr, RewriteError> {
        Ok(self.0.get(&var).unwrap_or(&var).clone().upcast())
    }
}
