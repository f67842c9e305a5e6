//! What is told of each run of a pass.

use std::fmt;
use std::sync::Arc;

use objet::String;
use objet::prelude::*;

use super::error::{BoxError, PassError};
use super::{PassInfo, PassInfoNode};
use crate::module::IRModule;
use crate::panicked;

/// Something that is told of each run of a pass in the contexts that have it. It may be told from several threads at once.
pub trait Instrument: Send + Sync {
    /// A context with it is entered.
    ///
    /// # Errors
    /// If the context is not to be entered.
    fn enter_pass_ctx(&self) -> Result<(), BoxError> {
        Ok(())
    }

    /// A context with it is left.
    ///
    /// # Errors
    /// What is to be told to the one who leaves.
    fn exit_pass_ctx(&self) -> Result<(), BoxError> {
        Ok(())
    }

    /// Whether a pass is to run. Not asked of passes that the context requires.
    ///
    /// # Errors
    /// If that cannot be told, which ends the run.
    fn should_run(&self, _module: &IRModule, _pass_info: &PassInfoNode) -> Result<bool, BoxError> {
        Ok(true)
    }

    /// A pass is going to run on that module.
    ///
    /// # Errors
    /// What ends the run.
    fn run_before_pass(&self, _module: &IRModule, _pass_info: &PassInfoNode) -> Result<(), BoxError> {
        Ok(())
    }

    /// A pass ran, and gave that module.
    ///
    /// # Errors
    /// What ends the run.
    fn run_after_pass(&self, _module: &IRModule, _pass_info: &PassInfoNode) -> Result<(), BoxError> {
        Ok(())
    }

    /// A pass that was going to run gave no module.
    fn pass_failed(&self, _pass_info: &PassInfoNode) {}
}

/// An instrument as a node.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "instrument.PassInstrument", is_final)]
pub struct PassInstrumentNode {
    base: Object,
    /// Its name.
    pub name: String,
    #[reflect(skip)]
    instrument: Told,
}

/// Whom the node stands for: nobody, if it was read from a file.
#[derive(Clone)]
struct Told(Arc<dyn Instrument>);

/// Does nothing when told.
struct Nobody;

impl Instrument for Nobody {}

impl Default for Told {
    fn default() -> Self {
        Self(Arc::new(Nobody))
    }
}

impl fmt::Debug for Told {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Instrument")
    }
}

impl PassInstrument {
    /// The instrument under that name.
    ///
    /// ```
    /// use objet_ir::module::IRModule;
    /// use objet_ir::transform::{BoxError, Instrument, ModulePass, PassContext, PassInfo, PassInfoNode, PassInstrument};
    ///
    /// /// Lets nothing run but what is of relay.
    /// struct RelayOnly;
    ///
    /// impl Instrument for RelayOnly {
    ///     fn should_run(&self, _: &IRModule, pass_info: &PassInfoNode) -> Result<bool, BoxError> {
    ///         Ok(pass_info.name.starts_with("relay."))
    ///     }
    /// }
    ///
    /// let context = PassContext::new(2).with_instruments([PassInstrument::new("RelayOnly", RelayOnly)]);
    /// let fails = ModulePass::new(PassInfo::new(0, "tir.Fails", []), |_, _| Err("it did run".into()));
    /// assert!(fails.run_in(IRModule::new(), &context).is_ok());
    /// ```
    pub fn new(name: impl Into<String>, instrument: impl Instrument + 'static) -> Self {
        let instrument = Told(Arc::new(instrument));
        make_object(PassInstrumentNode { base: Object::new(), name: name.into(), instrument }).into()
    }
}

impl PassInstrumentNode {
    /// Tells the instrument something; a panic is an error.
    pub(super) fn tell<T>(
        &self,
        at: &str,
        pass_info: Option<&PassInfoNode>,
        told: impl FnOnce(&dyn Instrument) -> Result<T, BoxError>,
    ) -> Result<T, PassError> {
        let result = caught(|| told(&*self.instrument.0));
        result.map_err(|source| PassError::Instrument {
            instrument: self.name.to_string(),
            at: pass_info.map_or_else(|| at.to_owned(), |info| format!("{at} {:?}", info.name.as_str())),
            source,
        })
    }

    pub(super) fn failed(&self, pass_info: &PassInfoNode) {
        // The run fails already, and with a better reason.
        let _ = self.tell("after", Some(pass_info), |instrument| {
            instrument.pass_failed(pass_info);
            Ok(())
        });
    }
}

/// What the function gives; its panic is an error.
pub(super) fn caught<T>(function: impl FnOnce() -> Result<T, BoxError>) -> Result<T, BoxError> {
    panicked::caught(function).unwrap_or_else(|panicked| Err(panicked.into()))
}

/// Tells them that their context is entered, until one refuses.
///
/// # Errors
/// What that one says; and those that were told before it.
pub(super) fn enter_all(instruments: &Array<PassInstrument>) -> Result<(), (PassError, &[PassInstrument])> {
    for (index, instrument) in instruments.iter().enumerate() {
        instrument
            .tell("entering its context", None, |told| told.enter_pass_ctx())
            .map_err(|error| (error, &instruments.as_slice()[..index]))?;
    }
    Ok(())
}

pub(super) fn exit_all(instruments: &Array<PassInstrument>) -> Result<(), PassError> {
    let mut instruments = instruments.iter();
    instruments.try_for_each(|told| told.tell("leaving its context", None, |told| told.exit_pass_ctx()))
}

/// Whether none of them is against it; all are asked.
pub(super) fn should_run(
    instruments: &Array<PassInstrument>,
    module: &IRModule,
    pass_info: &PassInfo,
) -> Result<bool, PassError> {
    let mut all = true;
    for instrument in instruments {
        all &= instrument
            .tell("asked about the pass", Some(pass_info), |told| told.should_run(module, pass_info))?;
    }
    Ok(all)
}

pub(super) fn run_before(
    instruments: &Array<PassInstrument>,
    module: &IRModule,
    pass_info: &PassInfo,
) -> Result<(), PassError> {
    for (index, instrument) in instruments.iter().enumerate() {
        let told = instrument
            .tell("before the pass", Some(pass_info), |told| told.run_before_pass(module, pass_info));
        if let Err(error) = told {
            instruments.as_slice()[..index].iter().for_each(|told| told.failed(pass_info));
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
        let told =
            instrument.tell("after the pass", Some(pass_info), |told| told.run_after_pass(module, pass_info));
        if let Err(error) = told {
            instruments.as_slice()[index + 1..].iter().for_each(|told| told.failed(pass_info));
            return Err(error);
        }
    }
    Ok(())
}
