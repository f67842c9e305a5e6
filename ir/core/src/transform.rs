//! Passes over modules, pass contexts, and pass instruments.
//!
//! A pass is a node with a Rust function:
//!
//! - A [`ModulePass`] transforms a whole module.
//! - A [`Sequential`] runs other passes in order.
//! - Languages define passes that transform one function at a time.
//!
//! A [`PassContext`] determines which passes run and how they are configured. The context is
//! current on a thread until its scope ends.
//!
//! ```
//! use objet_ir::expr::GlobalVar;
//! use objet_ir::module::IRModule;
//! use objet_ir::transform::{PassContext, PassInfo, PassTiming, Sequential};
//! use objet_relay::expr::{Function, Tuple};
//! use objet_relay::transform::FunctionPass;
//!
//! let main = Function::new([], Tuple::new([], None), None, [], None, None);
//! let mut module = IRModule::new();
//! module.add(GlobalVar::new("main"), main, false)?;
//!
//! let wrap = FunctionPass::new(PassInfo::new(1, "Wrap", []), |mut function, _, _| {
//!     let body = function.body.clone();
//!     *function.make_mut().body = Tuple::new([body], None).into();
//!     Ok(function)
//! });
//! let twice = Sequential::new([wrap.clone().into(), wrap.into()], "twice");
//!
//! let timing = PassTiming::new();
//! let context = PassContext::new(3).with_instruments([timing.instrument()]);
//! let wrapped = {
//!     let _scope = context.enter()?;
//!     twice.run(module)?
//! };
//! # use objet::prelude::*;
//! let main = wrapped.lookup_by_name("main")?;
//! let main = main.as_node::<objet_relay::expr::FunctionNode>().unwrap();
//! assert_eq!(objet::print(&main.body).to_string().matches("relay.Tuple").count(), 3);
//! assert_eq!(timing.profiles().len(), 3); // `twice`, with two nested runs of `Wrap`
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod callbacks;
mod context;
mod error;
mod globals;
mod instrument;
mod pass_config;
mod pass_registry;
mod print_ir;
mod run;
mod text;
mod timing;

use std::fmt;
use std::sync::Arc;

use objet::String;
use objet::prelude::*;

use crate::expr::BaseFunc;
use crate::module::IRModule;

pub use crate::panicked::Panicked;
pub use callbacks::{BeforeOrAfter, EnterOrExit, InstrumentCallbacks, ShouldRun};
pub use context::{PassContext, PassContextNode, PassScope};
pub use error::{BoxError, ConfigError, PassError};
pub use instrument::{Instrument, PassInstrument, PassInstrumentNode};
pub use pass_config::PassConfigOption;
pub use pass_registry::PassRegistration;
pub use print_ir::{print_after_all, print_before_all};
pub use timing::{PassProfile, PassTiming};

/// The description of a pass.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "transform.PassInfo", is_final)]
#[reflect(repr = text::show_info)]
pub struct PassInfoNode {
    base: Object,
    /// The minimum optimization level at which a [`Sequential`] runs the pass.
    pub opt_level: i32,
    /// The name of the pass.
    pub name: String,
    /// The names of the passes that a [`Sequential`] runs before the pass.
    pub required: Array<String>,
}

/// The base of passes.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "transform.Pass")]
#[reflect(is_abstract)]
pub struct PassNode {
    base: Object,
    /// The description of the pass.
    pub pass_info: PassInfo,
    #[reflect(skip)]
    function: PassFunction,
}

/// A pass over modules.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "transform.ModulePass", is_final)]
#[reflect(repr = text::show_module_pass)]
pub struct ModulePassNode {
    base: PassNode,
}

/// A pass that runs other passes in order. Passes that the context disables are skipped, and the
/// required passes of each pass run before the pass.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "transform.Sequential", is_final)]
#[reflect(repr = text::show_sequential)]
pub struct SequentialNode {
    base: PassNode,
    /// The passes, in order.
    pub passes: Array<Pass>,
}

/// The function of a pass. A pass loaded from a file has no function.
#[derive(Clone, Default)]
pub struct PassFunction(Option<Arc<ModuleFunction>>);

/// A function that transforms a module in a context.
type ModuleFunction = dyn Fn(IRModule, &PassContext) -> Result<IRModule, BoxError> + Send + Sync;

impl PassFunction {
    /// Wraps a function.
    pub fn new(
        function: impl Fn(IRModule, &PassContext) -> Result<IRModule, BoxError> + Send + Sync + 'static,
    ) -> Self {
        Self(Some(Arc::new(function)))
    }

    /// Makes a pass function that replaces each function of type `F` by the result of `function`.
    /// `None` removes the function from the module.
    ///
    /// `function` receives the module as it was before the pass. Functions of other types remain
    /// unchanged.
    pub fn over_functions<F: IsObjectRef + Into<BaseFunc>>(
        function: impl Fn(&F, &IRModule, &PassContext) -> Result<Option<F>, BoxError> + Send + Sync + 'static,
    ) -> Self {
        Self::new(move |module, context| {
            over_functions(&module, &|found| {
                let found = found.downcast_ref::<F>()?;
                Some(function(found, &module, context).map(|new| new.map(Into::into)))
            })
        })
    }

    /// Makes a pass function that applies `prepare` to the module first, and `finish` to the result
    /// if this function has changed the module.
    #[must_use]
    pub fn between(
        self,
        prepare: impl Fn(IRModule) -> Result<IRModule, BoxError> + Send + Sync + 'static,
        finish: impl Fn(IRModule) -> Result<IRModule, BoxError> + Send + Sync + 'static,
    ) -> Self {
        let Some(function) = self.0 else { return self };
        Self::new(move |module, context| {
            let prepared = prepare(module)?;
            let changed = function(prepared.clone(), context)?;
            if changed.same_as(&prepared) { Ok(changed) } else { finish(changed) }
        })
    }
}

/// The result for a function, or `None` to remove the function.
type FunctionResult = Result<Option<BaseFunc>, BoxError>;

/// Replaces each function for which `function` returns a result.
fn over_functions(
    module: &IRModule,
    function: &dyn Fn(&BaseFunc) -> Option<FunctionResult>,
) -> Result<IRModule, BoxError> {
    let mut changed = module.clone();
    for (var, found) in &module.functions.load() {
        let Some(result) = function(found) else { continue };
        match result? {
            Some(new) if new.same_as(found) => {}
            Some(new) => changed.add(var.clone(), new, true)?,
            None => drop(changed.remove(var)?),
        }
    }
    Ok(changed)
}

impl fmt::Debug for PassFunction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0.is_some() { "PassFunction" } else { "no PassFunction" })
    }
}

impl PassInfo {
    /// Creates the description of a pass from its minimum optimization level, its name, and the
    /// names of its required passes.
    pub fn new<'a>(
        opt_level: i32,
        name: impl Into<String>,
        required: impl IntoIterator<Item = &'a str>,
    ) -> Self {
        let required = required.into_iter().map(String::from).collect();
        make_object(PassInfoNode { base: Object::new(), opt_level, name: name.into(), required }).into()
    }
}

impl PassNode {
    /// Creates the base part of a pass.
    pub fn new(pass_info: PassInfo, function: PassFunction) -> Self {
        Self { base: Object::new(), pass_info, function }
    }
}

impl ModulePass {
    /// Creates a pass that transforms modules with `function`.
    pub fn new(
        pass_info: PassInfo,
        function: impl Fn(IRModule, &PassContext) -> Result<IRModule, BoxError> + Send + Sync + 'static,
    ) -> Self {
        make_object(ModulePassNode { base: PassNode::new(pass_info, PassFunction::new(function)) }).into()
    }
}

impl Sequential {
    /// Creates a pass that runs `passes` in order, enabled at every optimization level.
    pub fn new(passes: impl Into<Array<Pass>>, name: impl Into<String>) -> Self {
        Self::of_info(passes, PassInfo::new(0, name, []))
    }

    /// Creates a pass with the description `pass_info` that runs `passes` in order.
    pub fn of_info(passes: impl Into<Array<Pass>>, pass_info: PassInfo) -> Self {
        let base = PassNode::new(pass_info, PassFunction::default());
        make_object(SequentialNode { base, passes: passes.into() }).into()
    }
}
