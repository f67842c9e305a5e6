//! Passes that see one function after the other.

use objet::String;
use objet::prelude::*;

use super::error::BoxError;
use super::{Pass, PassContext, PassFunction, PassInfo, PassNode};
use crate::expr::{BaseFunc, Integer};
use crate::module::IRModule;
use crate::relay::expr::Function;
use crate::tir::function::PrimFunc;

/// A pass over the relay functions of a module. What is no relay function it leaves alone, and so functions for another compiler
/// (attribute `Compiler`) and those that are not to be optimized (`SkipOptimization`).
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "relay.FunctionPass", is_final)]
pub struct FunctionPassNode {
    base: PassNode,
}

/// A pass over the functions of a module that are of tir. What is no such function it leaves alone.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "tir.PrimFuncPass", is_final)]
pub struct PrimFuncPassNode {
    base: PassNode,
}

impl FunctionPass {
    /// The pass that does with each relay function what `function` does. That is given the module as it was before the pass.
    pub fn new(
        pass_info: PassInfo,
        function: impl Fn(Function, &IRModule, &PassContext) -> Result<Function, BoxError> + Send + Sync + 'static,
    ) -> Self {
        let function = PassFunction::new(move |module, context| {
            map_functions(module, |found: &Function, module| {
                if is_skipped(found) {
                    Ok(Some(found.clone()))
                } else {
                    function(found.clone(), module, context).map(Some)
                }
            })
        });
        make_object(FunctionPassNode { base: PassNode::new(pass_info, function) }).into()
    }
}

impl PrimFuncPass {
    /// The pass that does with each function of tir what `function` does; one that it gives none for is taken out. It is given the
    /// module as it was before the pass.
    pub fn new(
        pass_info: PassInfo,
        function: impl Fn(PrimFunc, &IRModule, &PassContext) -> Result<Option<PrimFunc>, BoxError>
        + Send
        + Sync
        + 'static,
    ) -> Self {
        let function = PassFunction::new(move |module, context| {
            map_functions(module, |found: &PrimFunc, module| function(found.clone(), module, context))
        });
        make_object(PrimFuncPassNode { base: PassNode::new(pass_info, function) }).into()
    }
}

/// Whether optimizations are to leave the function alone.
fn is_skipped(function: &Function) -> bool {
    let Some(attrs) = &function.attrs else { return false };
    attrs.get::<String>("Compiler").is_some()
        || attrs.get::<Integer>("SkipOptimization").is_some_and(|skip| skip.value != 0)
}

/// The module with each function that is an `F` replaced by another, or taken out. The function is given the module as it was.
fn map_functions<F: IsObjectRef + Into<BaseFunc>>(
    module: IRModule,
    function: impl Fn(&F, &IRModule) -> Result<Option<F>, BoxError>,
) -> Result<IRModule, BoxError> {
    let mut changed = module.clone();
    for (var, found) in &module.functions {
        let Some(found) = found.downcast_ref::<F>() else { continue };
        match function(found, &module)? {
            Some(new) if new.same_as(found) => {}
            Some(new) => changed.add(var.clone(), new, true)?,
            None => drop(changed.remove(var)?),
        }
    }
    Ok(changed)
}
