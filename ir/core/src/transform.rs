//! Passes over modules: what they are, under what conditions they run, and what is told of their runs.
//!
//! A pass is a node that holds a Rust function. [`ModulePass`] sees a whole module, and [`Sequential`] is a pass made of others.
//! The languages have passes that see one function after the other. A [`PassContext`] says which passes run and how they are configured; it is
//! current on a thread for as long as its scope lasts.
//!
//! ```
//! use objet_ir::expr::GlobalVar;
//! use objet_ir::module::IRModule;
//! use objet_ir::transform::{PassContext, PassInfo, PassTiming, Sequential};
//! use objet_relay::expr::{Function, Tuple};
//! use objet_relay::transform::FunctionPass;
//!
//! let mut module = IRModule::new();
//! module.add(GlobalVar::new("main"), Function::new([], Tuple::new([], None), None, [], None, None), false)?;
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
//! assert_eq!(timing.profiles().len(), 3); // `twice`, and inside of it `Wrap` twice
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod callbacks;
mod config;
mod context;
mod error;
mod globals;
mod instrument;
mod print_ir;
mod registry;
mod run;
mod timing;

use std::fmt;
use std::sync::Arc;

use objet::String;
use objet::prelude::*;

use crate::expr::BaseFunc;
use crate::module::IRModule;

pub use crate::panicked::Panicked;
pub use callbacks::{BeforeOrAfter, EnterOrExit, InstrumentCallbacks, ShouldRun};
pub use config::PassConfigOption;
pub use context::{PassContext, PassContextNode, PassScope};
pub use error::{BoxError, ConfigError, PassError};
pub use instrument::{Instrument, PassInstrument, PassInstrumentNode};
pub use print_ir::{print_after_all, print_before_all};
pub use registry::PassRegistration;
pub use timing::{PassProfile, PassTiming};

/// What is known of a pass.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "transform.PassInfo", is_final)]
pub struct PassInfoNode {
    base: Object,
    /// The least optimization level at which a [`Sequential`] runs it.
    pub opt_level: i32,
    /// Its name.
    pub name: String,
    /// The names of the passes that a [`Sequential`] runs before it.
    pub required: Array<String>,
}

/// Base of passes.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "transform.Pass")]
pub struct PassNode {
    base: Object,
    /// What is known of it.
    pub pass_info: PassInfo,
    #[reflect(skip)]
    function: PassFunction,
}

/// A pass over modules.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "transform.ModulePass", is_final)]
pub struct ModulePassNode {
    base: PassNode,
}

/// Passes one after the other, as one pass. One that the context does not enable is left out; before each that runs come those that
/// it requires.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "transform.Sequential", is_final)]
pub struct SequentialNode {
    base: PassNode,
    /// The passes.
    pub passes: Array<Pass>,
}

/// What a pass does with a module. A pass that was read from a file has nothing to do it with.
#[derive(Clone, Default)]
pub struct PassFunction(Option<Arc<ModuleFunction>>);

/// A function over modules, in a context.
type ModuleFunction = dyn Fn(IRModule, &PassContext) -> Result<IRModule, BoxError> + Send + Sync;

impl PassFunction {
    /// This function.
    pub fn new(
        function: impl Fn(IRModule, &PassContext) -> Result<IRModule, BoxError> + Send + Sync + 'static,
    ) -> Self {
        Self(Some(Arc::new(function)))
    }

    /// Replaces each function of a module that is an `F` by the result of `function`, or removes it if there is none.
    ///
    /// `function` sees the module as it was before the pass. Functions of other types stay as they are.
    pub fn over_functions<F: IsObjectRef + Into<BaseFunc>>(
        function: impl Fn(&F, &IRModule, &PassContext) -> Result<Option<F>, BoxError> + Send + Sync + 'static,
    ) -> Self {
        Self::new(move |module, context| {
            let mut changed = module.clone();
            for (var, found) in &module.functions.load() {
                let Some(found) = found.downcast_ref::<F>() else { continue };
                match function(found, &module, context)? {
                    Some(new) if new.same_as(found) => {}
                    Some(new) => changed.add(var.clone(), new, true)?,
                    None => drop(changed.remove(var)?),
                }
            }
            Ok(changed)
        })
    }
}

impl fmt::Debug for PassFunction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0.is_some() { "PassFunction" } else { "no PassFunction" })
    }
}

impl PassInfo {
    /// What is known of a pass of that name: the least level at which it runs, and the names of those that it requires.
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
    /// The base of a pass that does this.
    pub fn new(pass_info: PassInfo, function: PassFunction) -> Self {
        Self { base: Object::new(), pass_info, function }
    }
}

impl ModulePass {
    /// The pass that does with a module what the function does.
    pub fn new(
        pass_info: PassInfo,
        function: impl Fn(IRModule, &PassContext) -> Result<IRModule, BoxError> + Send + Sync + 'static,
    ) -> Self {
        make_object(ModulePassNode { base: PassNode::new(pass_info, PassFunction::new(function)) }).into()
    }
}

impl Sequential {
    /// These passes in this order, as one that runs at every level.
    pub fn new(passes: impl Into<Array<Pass>>, name: impl Into<String>) -> Self {
        Self::of_info(passes, PassInfo::new(0, name, []))
    }

    /// These passes in this order, as one of which that is known.
    pub fn of_info(passes: impl Into<Array<Pass>>, pass_info: PassInfo) -> Self {
        let base = PassNode::new(pass_info, PassFunction::default());
        make_object(SequentialNode { base, passes: passes.into() }).into()
    }
}
