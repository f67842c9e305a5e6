//! Pass contexts: the configuration of pass runs.

use std::sync::{Mutex, MutexGuard, PoisonError};

use objet::String;
use objet::prelude::*;

use super::error::{ConfigError, PassError};
use super::instrument::{self, PassInstrument};
use super::pass_config::{self, PassConfigOption};
use super::{PassInfo, PassInfoNode};
use crate::diagnostic::DiagnosticContext;
use crate::module::IRModule;
use crate::scope::{self, Entered, LeaveError, Scope};

/// The configuration of pass runs: the enabled passes, their options, and the instruments.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "transform.PassContext", is_final)]
#[reflect(repr = super::text::show_context)]
pub struct PassContextNode {
    base: Object,
    /// The optimization level. A pass with a higher level does not run unless it is required.
    #[reflect(default = DEFAULT_LEVEL)]
    pub opt_level: i32,
    /// The names of passes that run at every level.
    #[reflect(default = Array::new())]
    pub required_pass: Array<String>,
    /// The names of passes that do not run.
    #[reflect(default = Array::new())]
    pub disabled_pass: Array<String>,
    /// The initial instruments. [`override_instruments`](PassContextNode::override_instruments)
    /// replaces them.
    #[reflect(default = Array::new())]
    pub instruments: Array<PassInstrument>,
    /// The values of pass options.
    #[reflect(default = Map::new())]
    pub config: Map<String, ObjectRef>,
    /// The context that collects diagnostics.
    pub diag_ctx: Option<DiagnosticContext>,
    #[reflect(skip)]
    current: CurrentInstruments,
}

/// The instruments that replace the initial ones. All references to the context share them.
#[derive(Default)]
struct CurrentInstruments(Mutex<Option<Array<PassInstrument>>>);

impl CurrentInstruments {
    fn lock(&self) -> MutexGuard<'_, Option<Array<PassInstrument>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Replaces the instruments. The old ones are dropped after the lock is released, because their
    /// destructors can run arbitrary code.
    fn set(&self, instruments: Array<PassInstrument>) {
        let replaced = self.lock().replace(instruments);
        drop(replaced);
    }
}

impl Clone for CurrentInstruments {
    fn clone(&self) -> Self {
        Self(self.lock().clone().into())
    }
}

/// The default optimization level.
const DEFAULT_LEVEL: i32 = 2;

thread_local! {
    static ENTERED: Entered<PassContext> = const { Entered::new(Vec::new()) };
    static DEFAULT: PassContext = PassContext::default();
}

impl PassContext {
    /// Creates a context with an optimization level.
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
    /// let message = error.to_string();
    /// assert!(message.ends_with(r#"did you mean "relay.FuseOps.max_depth"?"#), "{message}");
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
            current: CurrentInstruments::default(),
        })
        .into()
    }

    /// Adds passes that run at every level.
    #[must_use]
    pub fn with_required<'a>(mut self, passes: impl IntoIterator<Item = &'a str>) -> Self {
        self.make_mut().required_pass.extend(passes.into_iter().map(String::from));
        self
    }

    /// Adds passes that do not run.
    #[must_use]
    pub fn with_disabled<'a>(mut self, passes: impl IntoIterator<Item = &'a str>) -> Self {
        self.make_mut().disabled_pass.extend(passes.into_iter().map(String::from));
        self
    }

    /// Adds instruments.
    #[must_use]
    pub fn with_instruments(mut self, instruments: impl IntoIterator<Item = PassInstrument>) -> Self {
        let mut all = self.current_instruments();
        all.extend(instruments);
        let context = self.make_mut();
        *context.instruments = all;
        *context.current = CurrentInstruments::default();
        self
    }

    /// Sets the value of an option. If the option's values are nodes, `value` can also be a map
    /// from field names to field values.
    ///
    /// # Errors
    /// Fails if the option is not registered, and suggests the most similar name. Also fails if the
    /// value has the wrong type.
    pub fn with_config(mut self, option: &str, value: impl Into<ObjectRef>) -> Result<Self, ConfigError> {
        let value = pass_config::get(option)?.value(value.into())?;
        self.make_mut().config.insert(option.into(), value);
        Ok(self)
    }

    /// Returns the current context of this thread: the most recently entered context that has not
    /// been left. Without such a context, returns the default context with optimization level 2.
    pub fn current() -> Self {
        scope::current(&ENTERED).unwrap_or_else(|| DEFAULT.with(Self::clone))
    }

    /// Makes this the current context of the thread until the returned scope is dropped. Notifies
    /// the context's instruments.
    ///
    /// # Errors
    /// Fails if an instrument fails. The instruments notified before are then notified that the
    /// context is left, and all instruments are removed from the context.
    pub fn enter(&self) -> Result<PassScope, PassError> {
        self.notify_entered(|entered| {
            // The caller receives the error of entering, so errors of leaving are ignored.
            let _ = entered.notify("leaving its context", None, |instrument| instrument.exit_pass_ctx());
        })?;
        Ok(PassScope { context: self.clone(), scope: Some(scope::enter(&ENTERED, self.clone())) })
    }

    /// Enters the context like [`enter`](Self::enter), but until [`exit_scope`](Self::exit_scope)
    /// is called. Front ends, which pair the calls themselves, use this method.
    ///
    /// # Errors
    /// Fails if an instrument fails, and removes all instruments from the context. As in TVM, no
    /// instrument is then notified that the context is left.
    #[doc(alias = "EnterWithScope")]
    pub fn enter_scope(&self) -> Result<(), PassError> {
        self.notify_entered(|_| ())?;
        scope::enter_open(&ENTERED, self.clone());
        Ok(())
    }

    /// Leaves the context, which [`enter_scope`](Self::enter_scope) made current.
    ///
    /// # Errors
    /// Fails if the context was not entered on this thread, or if an instrument fails, as for
    /// [`PassScope::exit`]. Also fails if another context was entered later, but leaves this one.
    #[doc(alias = "ExitWithScope")]
    pub fn exit_scope(&self) -> Result<(), PassError> {
        let left = scope::leave(&ENTERED, |context| context == self);
        if left != Err(LeaveError::NotEntered) {
            self.notify_left()?;
        }
        Ok(left?)
    }

    /// Returns all registered options, sorted by name.
    pub fn list_configs() -> impl Iterator<Item = &'static PassConfigOption> {
        pass_config::all()
    }
}

impl PassContextNode {
    /// Whether a [`Sequential`](super::Sequential) runs the pass. A disabled pass does not run, and
    /// a required pass always runs. Any other pass runs if its level is at most that of the
    /// context.
    pub fn pass_enabled(&self, pass_info: &PassInfoNode) -> bool {
        let names = |passes: &Array<String>| passes.contains(&pass_info.name);
        !names(&self.disabled_pass) && (names(&self.required_pass) || self.opt_level >= pass_info.opt_level)
    }

    /// Returns the current instruments.
    pub fn current_instruments(&self) -> Array<PassInstrument> {
        self.current.lock().clone().unwrap_or_else(|| self.instruments.clone())
    }

    /// Replaces the instruments, for all references to the context. Notifies the old instruments
    /// that the context is left, and the new instruments that it is entered.
    ///
    /// # Errors
    /// Fails if an instrument fails, and then removes all instruments from the context.
    ///
    /// ```
    /// use objet_ir::module::IRModule;
    /// use objet_ir::transform::{ModulePass, PassContext, PassInfo, PassTiming};
    ///
    /// let timing = PassTiming::new();
    /// PassContext::current().override_instruments([timing.instrument()])?;
    /// let nothing = ModulePass::new(PassInfo::new(0, "Nothing", []), |module, _| Ok(module));
    /// nothing.run(IRModule::new())?;
    /// assert_eq!(timing.profiles()[0].name, "Nothing");
    /// # Ok::<(), objet_ir::transform::PassError>(())
    /// ```
    pub fn override_instruments(
        &self,
        instruments: impl Into<Array<PassInstrument>>,
    ) -> Result<(), PassError> {
        self.notify_left()?;
        self.current.set(instruments.into());
        self.notify_entered(|_| ())
    }

    /// Notifies the instruments that the context is entered. If one fails, calls `with_entered` for
    /// those notified before.
    fn notify_entered(&self, with_entered: impl Fn(&PassInstrument)) -> Result<(), PassError> {
        instrument::enter_all(&self.current_instruments()).map_err(|(error, entered)| {
            entered.iter().for_each(with_entered);
            self.drop_instruments();
            error
        })
    }

    fn notify_left(&self) -> Result<(), PassError> {
        instrument::exit_all(&self.current_instruments()).inspect_err(|_| self.drop_instruments())
    }

    /// Removes all instruments after an error, so that they are not notified again.
    fn drop_instruments(&self) {
        self.current.set(Array::new());
    }

    /// Returns the value of an option, if it is set.
    ///
    /// # Errors
    /// Fails if the option is not registered, or if its value is not a `T`.
    pub fn get_config<T: IsObjectRef>(&self, option: &str) -> Result<Option<T>, ConfigError> {
        pass_config::get(option)?;
        let Some(value) = self.config.get(option) else { return Ok(None) };
        value.clone().downcast::<T>().map(Some).map_err(|error| ConfigError::Type {
            option: option.into(),
            expected: T::type_name(),
            found: error.into_object().type_key(),
        })
    }

    /// Asks the instruments whether a pass runs, and notifies them if it does. Instruments cannot
    /// reject a pass that the context requires.
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

/// A guard that keeps a pass context current on this thread until it is dropped.
#[must_use = "the context is left as soon as this is dropped"]
#[derive(Debug)]
pub struct PassScope {
    context: PassContext,
    scope: Option<Scope<PassContext>>,
}

impl PassScope {
    /// Leaves the context. Dropping the scope does the same, but ignores errors.
    ///
    /// # Errors
    /// Returns the first error of an instrument. The remaining instruments are not notified, and
    /// all instruments are removed from the context.
    pub fn exit(mut self) -> Result<(), PassError> {
        self.leave()
    }

    fn leave(&mut self) -> Result<(), PassError> {
        match self.scope.take() {
            Some(scope) => {
                drop(scope);
                self.context.notify_left()
            }
            None => Ok(()),
        }
    }
}

impl Drop for PassScope {
    fn drop(&mut self) {
        // A destructor cannot return an error.
        let _ = self.leave();
    }
}
