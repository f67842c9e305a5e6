//! Compilation targets, target kinds, and tags for well-known targets.
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
mod error;
mod generic_func;
mod globals;
mod gpu_code;
mod kind;
mod kind_registry;
mod kinds;
mod source_modules;
mod tag;
mod tags;
mod target_config;
mod text;

use objet::String;
use objet::prelude::*;
use objet::text::ReprPrinter;

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

/// A compilation target. As in TVM, comparison ignores the kind: targets of different kinds usually
/// differ in their keys.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "Target", is_final)]
#[reflect(repr = show_target)]
pub struct TargetNode {
    base: Object,
    /// The target kind, which names the code generator and determines the options.
    #[reflect(skip_eq)]
    pub kind: TargetKind,
    /// The tag that the target was created from, if the tag's configuration contains its name.
    pub tag: String,
    /// The keys that select implementations, most specific first.
    pub keys: Array<String>,
    /// The values of the options.
    pub attrs: Map<String, ObjectRef>,
    /// The target of the host code, which calls the code for this target.
    pub host: Option<ObjectRef>,
}

thread_local! {
    static ENTERED: Entered<Target> = const { Entered::new(Vec::new()) };
}

impl Target {
    /// Parses a target from a string. The string is a tag, a kind with options (`cuda
    /// -arch=sm_70`), or a JSON configuration (`{"kind": "cuda", "arch": "sm_70"}`).
    ///
    /// An option after a kind is written `-name=value` or `-name value`, or `-name` for the value
    /// true. `--` can replace `-`. Commas separate the values of a list. Text between quotes (`'`)
    /// is not split, and `\'` is a literal quote.
    ///
    /// # Errors
    /// Fails if the kind or an option is unknown, and suggests the most similar name. Also fails if
    /// an option is set twice, or if a value has the wrong type.
    pub fn new(text: &str) -> Result<Self, TargetError> {
        text::parse(text, 0)
    }

    /// Creates a target from a configuration. The configuration has the entry `kind`. The entries
    /// `tag`, `keys` and `host`, and the options of the kind are optional. A nested target can be a
    /// string or a map. Unlike in TVM, `from_device` is an ordinary option: no device is queried.
    ///
    /// # Errors
    /// Fails if the kind or an option is unknown, and suggests the most similar name. Also fails if
    /// a value has the wrong type.
    pub fn from_config(config: Map<String, ObjectRef>) -> Result<Self, TargetError> {
        target_config::target(config, 0)
    }

    /// Returns the target with `host`, which replaces any previous host.
    #[must_use]
    pub fn with_host(mut self, host: Self) -> Self {
        *self.make_mut().host = Some(host.into());
        self
    }

    /// Returns the current target of this thread: the most recently entered target that has not
    /// been left.
    pub fn current() -> Option<Self> {
        scope::current(&ENTERED)
    }

    /// Makes this the current target of the thread until the returned scope is dropped.
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

    /// Enters the target like [`enter`](Self::enter), but until [`exit_scope`](Self::exit_scope) is
    /// called. Front ends, which pair the calls themselves, use this method.
    #[doc(alias = "EnterWithScope")]
    pub fn enter_scope(&self) {
        scope::enter_open(&ENTERED, self.clone());
    }

    /// Leaves the target, which [`enter_scope`](Self::enter_scope) made current.
    ///
    /// # Errors
    /// Fails if the target was not entered on this thread. Also fails if another target was entered
    /// later, but leaves this one.
    #[doc(alias = "ExitWithScope")]
    pub fn exit_scope(&self) -> Result<(), TargetError> {
        scope::leave(&ENTERED, |target| target == self)
            .map_err(|source| TargetError::Exit { target: self.to_string(), source })
    }

    /// Returns the configuration that creates this target, with the configurations of its hosts
    /// nested inside.
    pub fn export(&self) -> Map<String, ObjectRef> {
        target_config::of_target(self)
    }
}

impl TargetNode {
    /// Returns the value of an option, or `None` if it is not set or not a `T`.
    pub fn get_attr<T: IsObjectRef>(&self, option: &str) -> Option<T> {
        self.attrs.get(option)?.clone().downcast().ok()
    }

    /// Returns the host target.
    pub fn get_host(&self) -> Option<Target> {
        self.host.clone()?.downcast().ok()
    }

    /// Returns the libraries that the target uses, from the option `libs`.
    pub fn get_libs(&self) -> Array<String> {
        self.get_attr("libs").unwrap_or_default()
    }
}

fn show_target<'a>(target: &'a TargetNode, printer: &mut ReprPrinter<'a>) {
    printer.text(target.to_string());
}
