//! Passes that see one function of tir after the other.

use objet::prelude::*;
use objet_ir::module::IRModule;
use objet_ir::transform::{BoxError, Pass, PassContext, PassFunction, PassInfo, PassNode};

use crate::function::PrimFunc;

/// A pass over the functions of a module that are of tir. What is no such function it leaves alone.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "tir.PrimFuncPass", is_final)]
pub struct PrimFuncPassNode {
    base: PassNode,
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
        let function = PassFunction::over_functions(move |found: &PrimFunc, module, context| {
            function(found.clone(), module, context)
        });
        make_object(PrimFuncPassNode { base: PassNode::new(pass_info, function) }).into()
    }
}

/// A function of what a function of tir is to become; null takes it out.
type PrimFuncFunction =
    TypedPackedFunc<fn(PrimFunc, &'static IRModule, &'static PassContext) -> Option<PrimFunc>>;

/// The pass that does with each function of tir what the function does. Where that gives null, the function is taken out.
#[register_global("tir.transform.CreatePrimFuncPass")]
fn create_prim_func_pass(pass_func: PrimFuncFunction, pass_info: PassInfo) -> PrimFuncPass {
    PrimFuncPass::new(pass_info, move |function, module, context| {
        Ok(pass_func.call(function, module, context)?)
    })
}
