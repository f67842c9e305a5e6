//! Pass instruments, which observe pass runs.

use std::fmt;
use std::sync::Arc;

use objet::String;
use objet::prelude::*;

use super::error::{BoxError, PassError};
use super::{PassInfo, PassInfoNode};
use crate::module::IRModule;
use crate::panicked;

/// An observer of pass runs in the contexts that contain it. Several threads can call its methods
/// at the same time.
pub trait Instrument: Send + Sync {
    /// Runs when a context with this instrument is entered.
    ///
    /// # Errors
    /// An error prevents the context from being entered.
    fn enter_pass_ctx(&self) -> Result<(), BoxError> {
        Ok(())
    }

    /// Runs when a context with this instrument is left.
    ///
    /// # Errors
    /// The caller that leaves the context receives the error.
    fn exit_pass_ctx(&self) -> Result<(), BoxError> {
        Ok(())
    }

    /// Whether a pass runs. This method is not called for passes that the context requires.
    ///
    /// # Errors
    /// An error stops the run.
    fn should_run(&self, _module: &IRModule, _pass_info: &PassInfoNode) -> Result<bool, BoxError> {
        Ok(true)
    }

    /// Runs before a pass. The argument is the module before the pass.
    ///
    /// # Errors
    /// An error stops the run.
    fn run_before_pass(&self, _module: &IRModule, _pass_info: &PassInfoNode) -> Result<(), BoxError> {
        Ok(())
    }

    /// Runs after a pass. The argument is the module after the pass.
    ///
    /// # Errors
    /// An error stops the run.
    fn run_after_pass(&self, _module: &IRModule, _pass_info: &PassInfoNode) -> Result<(), BoxError> {
        Ok(())
    }

    /// Runs in place of [`run_after_pass`](Self::run_after_pass) if the run of the pass fails after
    /// [`run_before_pass`](Self::run_before_pass).
    fn pass_failed(&self, _pass_info: &PassInfoNode) {}
}

/// A node that wraps an [`Instrument`].
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "instrument.PassInstrument", is_final)]
#[reflect(repr = super::text::show_instrument)]
pub struct PassInstrumentNode {
    base: Object,
    /// The name of the instrument.
    pub name: String,
    #[reflect(skip)]
    instrument: Implementation,
}

/// The implementation of an instrument node. An instrument loaded from a file does nothing.
#[derive(Clone)]
struct Implementation(Arc<dyn Instrument>);

/// An instrument that does nothing.
struct NoOp;

impl Instrument for NoOp {}

impl Default for Implementation {
    fn default() -> Self {
        Self(Arc::new(NoOp))
    }
}

impl fmt::Debug for Implementation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Instrument")
    }
}

impl PassInstrument {
    /// Creates an instrument with a name.
    ///
    /// ```
    /// use objet_ir::module::IRModule;
    /// use objet_ir::transform::{BoxError, Instrument, PassInstrument};
    /// use objet_ir::transform::{ModulePass, PassContext, PassInfo, PassInfoNode};
    ///
    /// /// Runs only passes of Relay.
    /// struct RelayOnly;
    ///
    /// impl Instrument for RelayOnly {
    ///     fn should_run(&self, _: &IRModule, pass_info: &PassInfoNode) -> Result<bool, BoxError> {
    ///         Ok(pass_info.name.starts_with("relay."))
    ///     }
    /// }
    ///
    /// let instrument = PassInstrument::new("RelayOnly", RelayOnly);
    /// let context = PassContext::new(2).with_instruments([instrument]);
    /// let info = PassInfo::new(0, "tir.Fails", []);
    /// let fails = ModulePass::new(info, |_, _| Err("it did run".into()));
    /// assert!(fails.run_in(IRModule::new(), &context).is_ok());
    /// ```
    pub fn new(name: impl Into<String>, instrument: impl Instrument + 'static) -> Self {
        let instrument = Implementation(Arc::new(instrument));
        make_object(PassInstrumentNode { base: Object::new(), name: name.into(), instrument }).into()
    }
}

impl PassInstrumentNode {
    /// Calls a method of the instrument, and converts errors and panics to [`PassError`].
    pub(super) fn notify<T>(
        &self,
        at: &str,
        pass_info: Option<&PassInfoNode>,
        call: impl FnOnce(&dyn Instrument) -> Result<T, BoxError>,
    ) -> Result<T, PassError> {
        let result = catch_panic(|| call(&*self.instrument.0));
        result.map_err(|source| PassError::Instrument {
            instrument: self.name.to_string(),
            at: pass_info.map_or_else(|| at.to_owned(), |info| format!("{at} {:?}", info.name.as_str())),
            source,
        })
    }

    pub(super) fn failed(&self, pass_info: &PassInfoNode) {
        // The caller already reports the error of the run, so errors of the instrument are ignored.
        let _ = self.notify("after", Some(pass_info), |instrument| {
            instrument.pass_failed(pass_info);
            Ok(())
        });
    }
}

/// Calls a function, and converts its panic to an error.
pub(super) fn catch_panic<T>(function: impl FnOnce() -> Result<T, BoxError>) -> Result<T, BoxError> {
    panicked::catch_panic(function).unwrap_or_else(|panicked| Err(panicked.into()))
}

/// Notifies the instruments that their context is entered, until one fails.
///
/// # Errors
/// Returns the error of that instrument, and the instruments notified before.
pub(super) fn enter_all(instruments: &Array<PassInstrument>) -> Result<(), (PassError, &[PassInstrument])> {
    for (index, instrument) in instruments.iter().enumerate() {
        instrument
            .notify("entering its context", None, |instrument| instrument.enter_pass_ctx())
            .map_err(|error| (error, &instruments.as_slice()[..index]))?;
    }
    Ok(())
}

pub(super) fn exit_all(instruments: &Array<PassInstrument>) -> Result<(), PassError> {
    let mut instruments = instruments.iter();
    instruments.try_for_each(|instrument| {
        instrument.notify("leaving its context", None, |instrument| instrument.exit_pass_ctx())
    })
}

/// Asks all instruments whether a pass runs. Returns true if all accept the pass.
pub(super) fn should_run(
    instruments: &Array<PassInstrument>,
    module: &IRModule,
    pass_info: &PassInfo,
) -> Result<bool, PassError> {
    let mut all = true;
    for instrument in instruments {
        all &= instrument.notify("deciding whether to run the pass", Some(pass_info), |instrument| {
            instrument.should_run(module, pass_info)
        })?;
    }
    Ok(all)
}

pub(super) fn run_before(
    instruments: &Array<PassInstrument>,
    module: &IRModule,
    pass_info: &PassInfo,
) -> Result<(), PassError> {
    for (index, instrument) in instruments.iter().enumerate() {
        let result = instrument.notify("before the pass", Some(pass_info), |instrument| {
            instrument.run_before_pass(module, pass_info)
        });
        if let Err(error) = result {
            instruments.as_slice()[..index].iter().for_each(|instrument| instrument.failed(pass_info));
            return Err(error);
        }
    }
    Ok(())
}

pub(super) fn run_after(
    instruments: &Array<PassInstrument>,
    module: &IRModule,
    pass_info: &PassInfo,
) -> Result<(), PassError> {
    for (index, instrument) in instruments.iter().enumerate() {
        let result = instrument.notify("after the pass", Some(pass_info), |instrument| {
            instrument.run_after_pass(module, pass_info)
        });
        if let Err(error) = result {
            instruments.as_slice()[index + 1..].iter().for_each(|instrument| instrument.failed(pass_info));
            return Err(error);
        }
    }
    Ok(())
}
