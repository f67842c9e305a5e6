//! What passes run in.

use std::sync::{Mutex, MutexGuard, PoisonError};

use objet::String;
use objet::prelude::*;

use super::config::{self, PassConfigOption};
use super::error::{ConfigError, PassError};
use super::instrument::{self, PassInstrument};
use super::{PassInfo, PassInfoNode};
use crate::diagnostic::DiagnosticContext;
use crate::module::IRModule;
use crate::scope::{self, Entered, Scope};

/// Which passes run, how they are configured, and what is told of their runs.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "transform.PassContext", is_final)]
pub struct PassContextNode {
    base: Object,
    /// The optimization level: passes of a higher one do not run, unless they are required.
    #[reflect(default = DEFAULT_LEVEL)]
    pub opt_level: i32,
    /// The names of passes that run at every level.
    #[reflect(default = Array::new())]
    pub required_pass: Array<String>,
    /// The names of passes that do not run.
    #[reflect(default = Array::new())]
    pub disabled_pass: Array<String>,
    /// What is told of each run of a pass, unless [`override_instruments`](PassContextNode::override_instruments) has said otherwise.
    #[reflect(default = Array::new())]
    pub instruments: Array<PassInstrument>,
    /// Values for options that passes ask for.
    #[reflect(default = Map::new())]
    pub config: Map<String, ObjectRef>,
    /// Where diagnostics go.
    pub diag_ctx: Option<DiagnosticContext>,
    #[reflect(skip)]
    overriding: Overriding,
}

/// The instruments in place of those that the context was made with. The context is shared by all who run passes in it, so they
/// change in place.
#[derive(Default)]
struct Overriding(Mutex<Option<Array<PassInstrument>>>);

impl Overriding {
    fn lock(&self) -> MutexGuard<'_, Option<Array<PassInstrument>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Those that were there end when the lock is free again: their end may run any code.
    fn set(&self, instruments: Array<PassInstrument>) {
        let replaced = self.lock().replace(instruments);
        drop(replaced);
    }
}

impl Clone for Overriding {
    fn clone(&self) -> Self {
        Self(self.lock().clone().into())
    }
}

/// The level of a context of which none is said.
const DEFAULT_LEVEL: i32 = 2;

thread_local! {
    static ENTERED: Entered<PassContext> = const { Entered::new(Vec::new()) };
    static DEFAULT: PassContext = PassContext::default();
}

impl PassContext {
    /// A context of that optimization level.
    ///
    /// ```
    /// use objet_ir::expr::Integer;
    /// use objet_ir::transform::PassContext;
    ///
    /// let context = PassContext::new(3)
    ///     .with_disabled(["AlterOpLayout"])
    ///     .with_config("relay.FuseOps.max_depth", Integer::from(10))?;
    /// let scope = context.enter()?;
    /// assert_eq!(PassContext::current(), context);
    /// scope.exit()?;
    /// assert_eq!(PassContext::current().opt_level, 2);
    ///
    /// let error = context.with_config("relay.FuseOps.maxdepth", Integer::from(10)).unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     r#"no option "relay.FuseOps.maxdepth" is registered for passes, did you mean "relay.FuseOps.max_depth"?"#
    /// );
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(opt_level: i32) -> Self {
        make_object(PassContextNode {
            base: Object::new(),
            opt_level,
            required_pass: Array::new(),
            disabled_pass: Array::new(),
            instruments: Array::new(),
            config: Map::new(),
            diag_ctx: None,
            overriding: Overriding::default(),
        })
        .into()
    }

    /// The same context, in which these passes too run at every level.
    #[must_use]
    pub fn with_required<'a>(mut self, passes: impl IntoIterator<Item = &'a str>) -> Self {
        self.make_mut().required_pass.extend(passes.into_iter().map(String::from));
        self
    }

    /// The same context, in which these passes too do not run.
    #[must_use]
    pub fn with_disabled<'a>(mut self, passes: impl IntoIterator<Item = &'a str>) -> Self {
        self.make_mut().disabled_pass.extend(passes.into_iter().map(String::from));
        self
    }

    /// The same context, in which these instruments too are told of each run.
    #[must_use]
    pub fn with_instruments(mut self, instruments: impl IntoIterator<Item = PassInstrument>) -> Self {
        let mut all = self.current_instruments();
        all.extend(instruments);
        let context = self.make_mut();
        *context.instruments = all;
        *context.overriding = Overriding::default();
        self
    }

    /// The same context with a value for an option. For an option whose values are nodes, a map from field names to values may
    /// stand for the node.
    ///
    /// # Errors
    /// If no option of that name is registered, with the nearest one; or if its values are of another type.
    pub fn with_config(mut self, option: &str, value: impl Into<ObjectRef>) -> Result<Self, ConfigError> {
        let value = config::get(option)?.value(value.into())?;
        self.make_mut().config.insert(option.into(), value);
        Ok(self)
    }

    /// The context of this thread: the one that was entered last and not left yet, or else the default one, of level 2.
    pub fn current() -> Self {
        scope::current(&ENTERED).unwrap_or_else(|| DEFAULT.with(Self::clone))
    }

    /// Makes this the context of the thread, until what is given is dropped. Its instruments are told.
    ///
    /// # Errors
    /// If an instrument refuses; those that were told before are told that the context is left. The context has no instruments then.
    pub fn enter(&self) -> Result<PassScope, PassError> {
        self.tell_entered(|entered| {
            // The first error is the one to tell.
            let _ = entered.tell("leaving its context", None, |told| told.exit_pass_ctx());
        })?;
        Ok(PassScope { context: self.clone(), scope: Some(scope::enter(&ENTERED, self.clone())) })
    }

    /// As [`enter`](Self::enter), until [`exit_scope`](Self::exit_scope): for front ends, which leave what they entered.
    ///
    /// # Errors
    /// If an instrument refuses. The context has no instruments then; as in TVM, none of them is told that it is left.
    #[doc(alias = "EnterWithScope")]
    pub fn enter_scope(&self) -> Result<(), PassError> {
        self.tell_entered(|_| ())?;
        scope::enter_open(&ENTERED, self.clone());
        Ok(())
    }

    /// Leaves the context, which [`enter_scope`](Self::enter_scope) has made current.
    ///
    /// # Errors
    /// If it is not the one that was entered last on this thread; or what an instrument gives, as for [`PassScope::exit`].
    #[doc(alias = "ExitWithScope")]
    pub fn exit_scope(&self) -> Result<(), PassError> {
        if !scope::leave(&ENTERED, |context| context == self) {
            return Err(PassError::NotCurrent);
        }
        self.tell_left()
    }

    /// All options that contexts may have values for, by name.
    pub fn list_configs() -> impl Iterator<Item = &'static PassConfigOption> {
        config::all()
    }
}

impl PassContextNode {
    /// Whether a [`Sequential`](super::Sequential) runs the pass: not if it is disabled, always if it is required, and else
    /// if its level is not above that of the context.
    pub fn pass_enabled(&self, pass_info: &PassInfoNode) -> bool {
        let names = |passes: &Array<String>| passes.contains(&pass_info.name);
        !names(&self.disabled_pass) && (names(&self.required_pass) || self.opt_level >= pass_info.opt_level)
    }

    /// The instruments that are told of each run now.
    pub fn current_instruments(&self) -> Array<PassInstrument> {
        self.overriding.lock().clone().unwrap_or_else(|| self.instruments.clone())
    }

    /// Puts other instruments in the place of those that there are, for all who have the context. It is as if it was left with the old
    /// ones and entered with the new ones.
    ///
    /// # Errors
    /// What an instrument says to that. The context has no instruments then.
    ///
    /// ```
    /// use objet_ir::module::IRModule;
    /// use objet_ir::transform::{ModulePass, PassContext, PassInfo, PassTiming};
    ///
    /// let timing = PassTiming::new();
    /// PassContext::current().override_instruments([timing.instrument()])?;
    /// ModulePass::new(PassInfo::new(0, "Nothing", []), |module, _| Ok(module)).run(IRModule::new())?;
    /// assert_eq!(timing.profiles()[0].name, "Nothing");
    /// # Ok::<(), objet_ir::transform::PassError>(())
    /// ```
    pub fn override_instruments(
        &self,
        instruments: impl Into<Array<PassInstrument>>,
    ) -> Result<(), PassError> {
        self.tell_left()?;
        self.overriding.set(instruments.into());
        self.tell_entered(|_| ())
    }

    /// If an instrument refuses, something is done with those that did not.
    fn tell_entered(&self, with_entered: impl Fn(&PassInstrument)) -> Result<(), PassError> {
        instrument::enter_all(&self.current_instruments()).map_err(|(error, entered)| {
            entered.iter().for_each(with_entered);
            self.drop_instruments();
            error
        })
    }

    fn tell_left(&self) -> Result<(), PassError> {
        instrument::exit_all(&self.current_instruments()).inspect_err(|_| self.drop_instruments())
    }

    /// One that failed is not told again, nor are the others.
    fn drop_instruments(&self) {
        self.overriding.set(Array::new());
    }

    /// The value of an option, if it has one here.
    ///
    /// # Errors
    /// If no option of that name is registered, or if its values are not `T`s.
    pub fn get_config<T: IsObjectRef>(&self, option: &str) -> Result<Option<T>, ConfigError> {
        config::get(option)?;
        let Some(value) = self.config.get(option) else { return Ok(None) };
        value.clone().downcast::<T>().map(Some).map_err(|error| ConfigError::Type {
            option: option.into(),
            expected: T::type_name(),
            found: error.into_object().type_key(),
        })
    }

    /// Asks the instruments whether a pass is to run, and tells them that it will. Those cannot refuse that the context requires.
    pub(super) fn before_pass(&self, module: &IRModule, pass_info: &PassInfo) -> Result<bool, PassError> {
        let instruments = self.current_instruments();
        let required = self.required_pass.contains(&pass_info.name);
        if !required && !instrument::should_run(&instruments, module, pass_info)? {
            return Ok(false);
        }
        instrument::run_before(&instruments, module, pass_info)?;
        Ok(true)
    }
}

impl Default for PassContext {
    fn default() -> Self {
        Self::new(DEFAULT_LEVEL)
    }
}

/// Keeps a pass context current on this thread until it is dropped.
#[must_use = "the context is left as soon as this is dropped"]
#[derive(Debug)]
pub struct PassScope {
    context: PassContext,
    scope: Option<Scope<PassContext>>,
}

impl PassScope {
    /// Leaves the context. Dropping does so too, but has nobody to tell what an instrument says.
    ///
    /// # Errors
    /// The first that an instrument gives. Those after it are not told, and the context has no instruments then.
    pub fn exit(mut self) -> Result<(), PassError> {
        self.leave()
    }

    fn leave(&mut self) -> Result<(), PassError> {
        match self.scope.take() {
            Some(scope) => {
                drop(scope);
                self.context.tell_left()
            }
            None => Ok(()),
        }
    }
}

impl Drop for PassScope {
    fn drop(&mut self) {
        // An error has nowhere to go from here.
        let _ = self.leave();
    }
}
