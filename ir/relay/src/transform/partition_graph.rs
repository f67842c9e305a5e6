//! Moving of the regions of external compilers into global functions.

mod partitioner;

use foldhash::HashMap;
use objet::String;
use objet::prelude::*;
use objet_ir::expr::{GlobalVar, RelayExpr};
use objet_ir::module::{IRModule, ModuleError};
use objet_ir::op::OpError;
use objet_ir::transform::{BoxError, ModulePass, Pass, PassInfo};

use super::annotate_target::{DEFAULT, Edge, annotated, annotation};
use super::bind::BindError;
use crate::analysis::{AnnotatedRegionError, WellFormedError, module_well_formed};
use crate::backend::names::{NameError, sanitize_name};
use crate::dataflow_pattern::PatternError;
use crate::dataflow_pattern::replace::Replaced;
use crate::expr::{Function, Tuple, TupleNode};
use crate::functor::post_order;
use crate::infer::infer_module;
use partitioner::{Partitioned, Partitioner};

/// The reason why a module cannot be partitioned.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PartitionGraphError {
    /// The annotations do not form regions.
    #[error(transparent)]
    Regions(#[from] AnnotatedRegionError),
    /// The input of a region depends on an output of the same region.
    #[error(
        "region {id} for {target} depends on its own result: end the region before the expressions \
         between its output and its input, and begin another one after them"
    )]
    Cycle {
        /// The number of the region.
        id: i32,
        /// The name of the external compiler.
        target: std::string::String,
    },
    /// The function `relay.ext.TARGET.optimize` of an external compiler failed.
    #[error("the function \"{function}\" failed: {source}")]
    Optimize {
        /// The name of the function.
        function: std::string::String,
        /// The error of the function.
        source: BoxError,
    },
    /// An expression outside of a region uses an expression inside of the region, or the module is
    /// not well formed.
    #[error(transparent)]
    WellFormed(#[from] WellFormedError),
    /// The types of the module cannot be inferred.
    #[error(transparent)]
    Types(#[from] crate::infer::InferError),
    /// The module refuses a new function.
    #[error(transparent)]
    Module(#[from] ModuleError),
    /// A function has no name.
    #[error(transparent)]
    Name(#[from] NameError),
    /// A constant cannot be inserted into a function.
    #[error(transparent)]
    Bind(#[from] BindError),
    /// An operator for annotations is missing.
    #[error(transparent)]
    Op(#[from] OpError),
    /// A rewritten expression is invalid.
    #[error(transparent)]
    Rewrite(#[from] PatternError),
}

/// Moves each region for an external compiler into a global function, and infers the types of the
/// module.
///
/// - A function is named after the module, the target, the function with the region, and the number
///   of the region: `MODULE_TARGET_FUNCTION_NUMBER`. Functions for external compilers that are
///   there already get the prefix too. TVM's Python package begins `mod_name` with `tvmgen_`.
/// - The attributes `Compiler`, `global_symbol`, `Primitive` and `Inline` mark the functions.
/// - The inputs of a region are the parameters. Constants are inserted in their place.
/// - Several outputs of a region become a tuple.
/// - Regions for `default` disappear.
/// - The global function `relay.ext.TARGET.optimize`, if it is registered, gets a module whose
///   `main` is the new function, and returns the module with the function to use.
///
/// # Errors
/// Fails if the annotations do not form regions, or if the types do not fit.
///
/// ```
/// use objet::prelude::*;
/// use objet_ir::attrs;
/// use objet_ir::expr::GlobalVar;
/// use objet_ir::module::IRModule;
/// use objet_ir::types::TensorType;
/// use objet_relay::expr::{Function, Var};
/// use objet_relay::op::annotation::{compiler_begin, compiler_end};
/// use objet_relay::op::sqrt;
/// use objet_relay::transform::partition_graph;
///
/// let vector = TensorType::new([3.into()], DataType::float(32));
/// let x = Var::new("x", Some(vector.upcast()), None);
/// let root = sqrt(compiler_begin(x.clone(), attrs! { compiler: "demo" })?)?;
/// let end = compiler_end(root, attrs! { compiler: "demo" })?;
/// let mut module = IRModule::new();
/// module.add(GlobalVar::new("main"), Function::new([x], end, None, [], None, None), false)?;
/// let module = partition_graph(module, "tvmgen_default")?;
/// assert!(module.contains_global_var("tvmgen_default_demo_main_0"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[doc(alias = "PartitionGraph")]
pub fn partition_graph(module: IRModule, mod_name: &str) -> Result<IRModule, PartitionGraphError> {
    let module = infer_module(&with_functions(module, |function| prepared(&function))?)?;
    let mut partitioned = module.clone();
    for (var, function) in &module.functions.load() {
        let Some(function) = function.downcast_ref::<Function>() else { continue };
        let partitioner = Partitioner::new(&var.name_hint, function)?;
        let Some(Partitioned { function, created }) = partitioner.run(function)? else { continue };
        partitioned.add_unchecked(var.clone(), function, true)?;
        for (var, function) in created {
            partitioned.add_unchecked(var, function, false)?;
        }
    }
    let named = with_names(&partitioned, mod_name)?;
    module_well_formed(&named)?;
    Ok(infer_module(&named)?)
}

/// Creates the pass for [`partition_graph`].
pub(super) fn pass(mod_name: String) -> Pass {
    let info = PassInfo::new(0, "PartitionGraph", []);
    ModulePass::new(info, move |module, _| Ok(partition_graph(module, &mod_name)?)).into()
}

objet_ir::register_pass!("relay._transform.PartitionGraph", || pass("tvmgen_default".into()));

/// Replaces the relay functions of a module.
fn with_functions(
    mut module: IRModule,
    mut new: impl FnMut(Function) -> Result<Function, PartitionGraphError>,
) -> Result<IRModule, PartitionGraphError> {
    let functions = module.functions.load();
    for (var, function) in &functions {
        let Some(function) = function.downcast_ref::<Function>() else { continue };
        let new = new(function.clone())?;
        if !new.same_as(function) {
            module.add_unchecked(var.clone(), new, true)?;
        }
    }
    Ok(module)
}

/// Moves annotations around tuples to the fields, and removes annotations for `default`.
fn prepared(function: &Function) -> Result<Function, PartitionGraphError> {
    let mut replaced = Replaced::default();
    for expr in post_order(function) {
        let new = replaced.rebuild(&expr)?;
        let new = match annotation(&new) {
            Some((_, target, inner)) if target == DEFAULT => inner.clone(),
            Some((Edge::End, target, inner)) => match inner.as_node::<TupleNode>() {
                Some(tuple) => {
                    let fields = tuple.fields.iter().cloned();
                    let fields = fields.map(|field| annotated(Edge::End, field, &target));
                    let fields: Vec<RelayExpr> = fields.collect::<Result<_, _>>()?;
                    Tuple::new(fields, None).upcast()
                }
                None => new,
            },
            _ => new,
        };
        replaced.insert(&expr, new);
    }
    Ok(function_of(&replaced, function))
}

/// Returns the new function of a function.
fn function_of(replaced: &Replaced, function: &Function) -> Function {
    let Ok(function) = replaced.of(function.upcast_ref()).downcast() else {
        unreachable!("a function stays a function")
    };
    function
}

/// Gives each function for an external compiler a name that begins with the name of the module.
fn with_names(module: &IRModule, mod_name: &str) -> Result<IRModule, PartitionGraphError> {
    let mut names: HashMap<String, GlobalVar> = HashMap::default();
    for (var, function) in &module.functions.load() {
        let attrs = function.downcast_ref::<Function>().and_then(|function| function.attrs.as_ref());
        if attrs.is_some_and(|attrs| attrs.get::<String>("Compiler").is_some()) {
            let name = sanitize_name(&format!("{mod_name}_{}", var.name_hint))?;
            names.insert(var.name_hint.clone(), GlobalVar::new(name));
        }
    }
    let mut named = module.clone();
    for (var, _) in module.functions.load().iter().filter(|(var, _)| names.contains_key(&var.name_hint)) {
        named.remove(var)?;
    }
    for (var, function) in &module.functions.load() {
        let Some(function) = function.downcast_ref::<Function>() else { continue };
        let mut replaced = Replaced::default();
        for expr in post_order(function) {
            let name = expr.downcast_ref::<GlobalVar>().and_then(|var| names.get(&var.name_hint));
            let new = match name {
                Some(var) => var.clone().upcast(),
                None => replaced.rebuild(&expr)?,
            };
            replaced.insert(&expr, new);
        }
        let mut new = function_of(&replaced, function);
        match names.get(&var.name_hint) {
            Some(name) => {
                let attrs = new.attrs.clone().unwrap_or_default();
                let attrs = attrs.with("global_symbol", String::from(name.name_hint.as_str()));
                *new.make_mut().attrs = Some(attrs);
                named.add_unchecked(name.clone(), new, false)?;
            }
            None if !new.same_as(function) => named.add_unchecked(var.clone(), new, true)?,
            None => {}
        }
    }
    Ok(named)
}
