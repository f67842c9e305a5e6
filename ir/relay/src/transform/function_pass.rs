//! Passes that transform relay functions one at a time.

use objet::String;
use objet::prelude::*;
use objet::text::ReprPrinter;
use objet_ir::expr::Integer;
use objet_ir::module::IRModule;
use objet_ir::transform::{BoxError, PassContext, PassFunction, PassInfo, PassNode};

use crate::expr::Function;
use crate::infer::infer_module;

/// A pass over the relay functions of a module.
///
/// The pass skips other functions, functions for external compilers (attribute `Compiler`) and
/// functions with the attribute `SkipOptimization`.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "relay.FunctionPass", is_final)]
#[reflect(repr = show_pass)]
pub struct FunctionPassNode {
    base: PassNode,
}

fn show_pass<'a>(pass: &'a FunctionPassNode, printer: &mut ReprPrinter<'a>) {
    let (name, level) = (&pass.pass_info.name, pass.pass_info.opt_level);
    printer.text(format!("Run Function pass: {name} at the optimization level {level}"));
}

impl FunctionPass {
    /// Creates a pass that applies `function` to each relay function. `function` gets the module as
    /// it was before the pass.
    pub fn new(
        pass_info: PassInfo,
        function: impl Fn(Function, &IRModule, &PassContext) -> Result<Function, BoxError> + Send + Sync + 'static,
    ) -> Self {
        Self::of(pass_info, over_functions(function))
    }

    /// Creates a pass like [`new`](Self::new) for a `function` that reads the types of expressions.
    ///
    /// The pass infers the types of the module first, and those of the new functions at the end.
    pub fn typed(
        pass_info: PassInfo,
        function: impl Fn(Function, &IRModule, &PassContext) -> Result<Function, BoxError> + Send + Sync + 'static,
    ) -> Self {
        let infer = |module| Ok(infer_module(&module)?);
        Self::of(pass_info, over_functions(function).between(infer, infer))
    }

    fn of(pass_info: PassInfo, function: PassFunction) -> Self {
        make_object(FunctionPassNode { base: PassNode::new(pass_info, function) }).into()
    }
}

/// Makes a pass function over the relay functions that passes do not skip.
fn over_functions(
    function: impl Fn(Function, &IRModule, &PassContext) -> Result<Function, BoxError> + Send + Sync + 'static,
) -> PassFunction {
    PassFunction::over_functions(move |found: &Function, module, context| {
        if is_skipped(found) {
            Ok(Some(found.clone()))
        } else {
            function(found.clone(), module, context).map(Some)
        }
    })
}

/// Returns whether passes must skip the function.
pub(super) fn is_skipped(function: &Function) -> bool {
    let Some(attrs) = &function.attrs else { return false };
    attrs.get::<String>("Compiler").is_some()
        || attrs.get::<Integer>("SkipOptimization").is_some_and(|skip| skip.value != 0)
}

/// Creates a pass that applies `pass_func` to each relay function. The types of a changed module
/// are inferred, if they can be.
#[register_global("relay._transform.MakeFunctionPass")]
fn make_function_pass(
    pass_func: TypedPackedFunc<fn(Function, &'static IRModule, &'static PassContext) -> Function>,
    pass_info: PassInfo,
) -> FunctionPass {
    let function =
        over_functions(move |function, module, context| Ok(pass_func.call(function, module, context)?));
    let infer_if_possible = |module| Ok(infer_module(&module).unwrap_or(module));
    FunctionPass::of(pass_info, function.between(Ok, infer_if_possible))
}
