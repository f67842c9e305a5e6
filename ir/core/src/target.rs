//! What code is made for: targets, the kinds of these, and tags for well-known ones.
//!
//! ```
//! use objet_ir::target::Target;
//!
//! let target = Target::new("llvm -mcpu=skylake -libs=cblas,mkl")?;
//! assert_eq!(target.to_string(), "llvm -keys=cpu -libs=cblas,mkl -link-params=0 -mcpu=skylake");
//! assert_eq!(target.get_attr::<objet::String>("mcpu"), Some("skylake".into()));
//!
//! assert_eq!(
//!     Target::new("llvm -mpu=skylake").unwrap_err().to_string(),
//!     r#"targets of the kind "llvm" have no option "mpu", did you mean "mcpu"?"#
//! );
//! # Ok::<(), objet_ir::target::TargetError>(())
//! ```

mod compilation;
mod config;
mod error;
mod generic_func;
mod globals;
mod kind;
mod kinds;
mod registry;
mod source_modules;
mod tag;
mod tags;
mod text;

use objet::prelude::*;
use objet::{ReprPrinter, String, structural_equal};

use crate::scope::{self, Entered, Scope};

pub use compilation::{
    CompilationConfig, CompilationConfigNode, CompilationError, MemoryInfo, MemoryInfoNode, SEScope,
    SEScopeNode,
};
pub use error::TargetError;
pub use generic_func::{GenericFunc, GenericFuncError, GenericFuncNode};
pub use kind::{OptionType, TargetKind, TargetKindNode, TargetKindRegistration, TargetOption};
pub use source_modules::CSourceModule;
pub use tag::{TargetTag, TargetTagNode, TargetTagRegistration};

/// What code is made for. Kinds play no part in comparison, as in TVM: targets mostly differ in their keys.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "Target", is_final)]
#[reflect(repr = show_target)]
pub struct TargetNode {
    base: Object,
    /// What generates the code, and what options that has.
    #[reflect(skip_eq)]
    pub kind: TargetKind,
    /// The tag that it was made of, if the tag says so.
    pub tag: String,
    /// What implementations are chosen by, the most special first.
    pub keys: Array<String>,
    /// Values for options of the kind.
    pub attrs: Map<String, ObjectRef>,
    /// The target of the code that calls the code for this one.
    pub host: Option<ObjectRef>,
}

thread_local! {
    static ENTERED: Entered<Target> = const { Entered::new(Vec::new()) };
}

impl Target {
    /// The target that a text means: a tag; a kind with options (`cuda -arch=sm_70`); or a configuration in JSON
    /// (`{"kind": "cuda", "arch": "sm_70"}`).
    ///
    /// Options of a kind with options stand behind `-` or `--`: `-name=value`, `-name value`, or `-name` for true. Values of a list
    /// stand between commas. What stands between quotes (`'`) is not parted; `\'` is a quote itself.
    ///
    /// # Errors
    /// If there is no such kind, or if it has no such option, with the nearest one. If an option is given twice, or a value that is not
    /// of its type.
    pub fn new(text: &str) -> Result<Self, TargetError> {
        text::parse(text, 0)
    }

    /// The target of a configuration: `kind`, and where they differ from the defaults `tag`, `keys`, `host` and the kind's
    /// options, each under its name. A text or a map may stand for a target in it. No device is asked for its attributes: `from_device`
    /// stays an attribute like others.
    ///
    /// # Errors
    /// If there is no such kind, or if it has no such option, with the nearest one; or if a value is not of its type.
    pub fn from_config(config: Map<String, ObjectRef>) -> Result<Self, TargetError> {
        config::target(config, 0)
    }

    /// The same target with a host, where there is none, or the same one already.
    ///
    /// # Errors
    /// If it has another host.
    pub fn with_same_host(self, host: Self) -> Result<Self, TargetError> {
        match self.get_host() {
            Some(found) if !structural_equal(&found, &host) => {
                let (expected, found) = (host.to_string(), found.to_string());
                Err(TargetError::OtherHost { target: self.to_string(), expected, found })
            }
            _ => Ok(self.with_host(host)),
        }
    }

    /// The same target with a host, in place of one that it has.
    #[must_use]
    pub fn with_host(mut self, host: Self) -> Self {
        *self.make_mut().host = Some(host.into());
        self
    }

    /// The target that is current on this thread: the one that was entered last and not left yet.
    pub fn current() -> Option<Self> {
        scope::current(&ENTERED)
    }

    /// Makes this the current target of the thread, until what is given is dropped.
    ///
    /// ```
    /// use objet_ir::target::Target;
    ///
    /// let cuda = Target::new("cuda")?;
    /// let scope = cuda.enter();
    /// assert_eq!(Target::current(), Some(cuda));
    /// drop(scope);
    /// assert_eq!(Target::current(), None);
    /// # Ok::<(), objet_ir::target::TargetError>(())
    /// ```
    pub fn enter(&self) -> Scope<Self> {
        scope::enter(&ENTERED, self.clone())
    }

    /// As [`enter`](Self::enter), until [`exit_scope`](Self::exit_scope): for front ends, which leave what they entered.
    #[doc(alias = "EnterWithScope")]
    pub fn enter_scope(&self) {
        scope::enter_open(&ENTERED, self.clone());
    }

    /// Leaves the target, which [`enter_scope`](Self::enter_scope) has made current.
    ///
    /// # Errors
    /// If it is not the one that was entered last on this thread.
    #[doc(alias = "ExitWithScope")]
    pub fn exit_scope(&self) -> Result<(), TargetError> {
        let left = scope::leave(&ENTERED, |target| target == self);
        left.then_some(()).ok_or_else(|| TargetError::NotCurrent { target: self.to_string() })
    }

    /// The configuration that makes this target, those of its hosts inside of it.
    pub fn export(&self) -> Map<String, ObjectRef> {
        config::of_target(self)
    }
}

impl TargetNode {
    /// The value of an option, if it has one and that is a `T`.
    pub fn get_attr<T: IsObjectRef>(&self, option: &str) -> Option<T> {
        self.attrs.get(option)?.clone().downcast().ok()
    }

    /// Its host, if it has one.
    pub fn get_host(&self) -> Option<Target> {
        self.host.clone()?.downcast().ok()
    }

    /// The libraries that it uses: the option `libs`.
    pub fn get_libs(&self) -> Array<String> {
        self.get_attr("libs").unwrap_or_default()
    }
}

fn show_target<'a>(target: &'a TargetNode, printer: &mut ReprPrinter<'a>) {
    printer.text(target.to_string());
}
