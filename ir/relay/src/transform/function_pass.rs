//! Passes that see one function of relay after the other.

use objet::String;
use objet::prelude::*;
use objet_ir::expr::Integer;
use objet_ir::module::IRModule;
use objet_ir::transform::{BoxError, Pass, PassContext, PassFunction, PassInfo, PassNode};

use crate::expr::Function;

/// A pass over the relay functions of a module. What is no relay function it leaves alone, and so functions for another compiler
/// (attribute `Compiler`) and those that are not to be optimized (`SkipOptimization`).
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "relay.FunctionPass", is_final)]
pub struct FunctionPassNode {
    base: PassNode,
}

impl FunctionPass {
    /// The pass that does with each relay function what `function` does. That is given the module as it was before the pass.
    pub fn new(
        pass_info: PassInfo,
        function: impl Fn(Function, &IRModule, &PassContext) -> Result<Function, BoxError> + Send + Sync + 'static,
    ) -> Self {
        let function = PassFunction::over_functions(move |found: &Function, module, context| {
            if is_skipped(found) {
                Ok(Some(found.clone()))
            } else {
                function(found.clone(), module, context).map(Some)
            }
        });
        make_object(FunctionPassNode { base: PassNode::new(pass_info, function) }).into()
    }
}

/// Whether optimizations are to leave the function alone.
fn is_skipped(function: &Function) -> bool {
    let Some(attrs) = &function.attrs else { return false };
    attrs.get::<String>("Compiler").is_some()
        || attrs.get::<Integer>("SkipOptimization").is_some_and(|skip| skip.value != 0)
}

/// The pass that does with each function of relay what the function does.
#[register_global("relay._transform.MakeFunctionPass")]
fn make_function_pass(
    pass_func: TypedPackedFunc<fn(Function, &'static IRModule, &'static PassContext) -> Function>,
    pass_info: PassInfo,
) -> FunctionPass {
    FunctionPass::new(pass_info, move |function, module, context| {
        Ok(pass_func.call(function, module, context)?)
    })
}
