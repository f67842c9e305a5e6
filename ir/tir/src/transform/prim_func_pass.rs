//! Passes over the functions of a module.

use objet::prelude::*;
use objet::text::ReprPrinter;
use objet_ir::module::IRModule;
use objet_ir::transform::{BoxError, PassContext, PassFunction, PassInfo, PassNode};

use crate::function::PrimFunc;
use crate::stmt::Stmt;

/// A pass over the tir functions of a module. Other functions are not changed.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "tir.PrimFuncPass", is_final)]
#[reflect(repr = show_pass)]
pub struct PrimFuncPassNode {
    base: PassNode,
}

fn show_pass<'a>(pass: &'a PrimFuncPassNode, printer: &mut ReprPrinter<'a>) {
    let (name, level) = (&pass.pass_info.name, pass.pass_info.opt_level);
    printer.text(format!("PrimFuncPass({name}, opt_level={level})"));
}

impl PrimFuncPass {
    /// Creates a pass that replaces each tir function by the result of `function`, and removes the
    /// functions for which `function` returns `None`. `function` receives the module as it was
    /// before the pass.
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

/// Creates a pass that replaces the body of each tir function by the result of `function`.
pub(super) fn body_pass<E: Into<BoxError>>(
    name: &str,
    function: impl Fn(Stmt, &PassContext) -> Result<Stmt, E> + Send + Sync + 'static,
) -> PrimFuncPass {
    PrimFuncPass::new(PassInfo::new(0, name, []), move |func, _, context| {
        let body = function(func.body.clone(), context).map_err(Into::into)?;
        Ok(Some(with_body(func, body)))
    })
}

/// Returns a function with another body.
pub(super) fn with_body(mut func: PrimFunc, body: Stmt) -> PrimFunc {
    if !body.same_as(&func.body) {
        *func.make_mut().body = body;
    }
    func
}

/// A function from a tir function to its replacement. Null removes the function.
type PrimFuncFunction =
    TypedPackedFunc<fn(PrimFunc, &'static IRModule, &'static PassContext) -> Option<PrimFunc>>;

/// Creates a pass that replaces each tir function by the result of `pass_func`, and removes the
/// functions for which it returns null.
#[register_global("tir.transform.CreatePrimFuncPass")]
fn create_prim_func_pass(pass_func: PrimFuncFunction, pass_info: PassInfo) -> PrimFuncPass {
    PrimFuncPass::new(pass_info, move |function, module, context| {
        Ok(pass_func.call(function, module, context)?)
    })
}
