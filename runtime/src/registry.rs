//! Functions by global names.
//!
//! Looking a name up takes no lock. What is borrowed is never freed, also if it is removed or overridden: compiled code keeps the addresses of
//! functions for as long as the process runs. What nobody has borrowed, but only counted references to, ends with the last of these.

mod linked;
mod names;
mod slot;

use std::cell::Cell;
use std::sync::OnceLock;

use objet_object::process;
use objet_object::types::Declared;

#[cfg(feature = "inventory")]
pub use linked::Collected;
pub use linked::{GlobalFunction, LinkedFunction, LinkedParam, register};
use names::Names;

use crate::module::system_library::share_symbols;
use crate::packed_func::{PackedFunc, caller};

/// The functions that have global names: those that [`register_global`](macro@crate::register_global) marks in any linked
/// crate, and those registered at run time.
///
/// ```
/// use objet_runtime::{PackedFunc, Registry, TypedPackedFunc, register_global};
///
/// /// Adds two numbers.
/// #[register_global("doc.add", crate = objet_runtime)]
/// fn add(a: i64, b: i64) -> i64 {
///     a + b
/// }
///
/// # #[cfg(not(feature = "inventory"))]
/// # objet_runtime::register_globals!(add)?;
/// let found = Registry::expect("doc.add")?;
/// assert_eq!(found.call((1, 2))?.get::<i64>()?, 3);
/// assert_eq!(format!("{found:?}"), "PackedFunc(doc.add(a: i64, b: i64) -> i64)");
///
/// Registry::register("doc.double", TypedPackedFunc::new(|x: f64| 2.0 * x))?;
/// assert_eq!(Registry::names("doc."), ["doc.add", "doc.double"]);
/// assert_eq!(
///     Registry::expect("doc.ad").unwrap_err().to_string(),
///     "no function is registered as \"doc.ad\", did you mean \"doc.add\"?"
/// );
/// # Ok::<(), objet_runtime::Error>(())
/// ```
pub enum Registry {}

/// A name that cannot be found, or given.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum RegistryError {
    /// Another function has the name.
    #[error("Global PackedFunc {name} is already registered at {first}, and again at {second}")]
    Twice {
        /// The name.
        name: String,
        /// Where the function was registered that has the name.
        first: Declared,
        /// Where the one was to be registered that does not get it.
        second: Declared,
    },
    /// No function has the name.
    #[error("no function is registered as {name:?}{}", did_you_mean(nearest))]
    Unknown {
        /// The name.
        name: String,
        /// The nearest name that there is.
        nearest: Option<&'static str>,
    },
    /// The function trusts its arguments.
    #[error(
        "{name} trusts its arguments, so that safe code does not find it: use the `unsafe` `Registry::find_any`"
    )]
    Unsafe {
        /// The name.
        name: String,
    },
    /// What is linked in does not fit together.
    #[error(transparent)]
    Signature(#[from] crate::signature::SignatureError),
}

fn did_you_mean(nearest: &Option<&'static str>) -> String {
    nearest.map_or_else(String::new, |name| format!(", did you mean {name:?}?"))
}

impl Registry {
    /// The function of that name, for as long as the process runs: it stays, with all that it has captured, also when another one gets its
    /// name. The fastest way, for functions that stay. Where names are given to one function after the other, use [`Registry::find`].
    #[inline]
    pub fn get(name: &str) -> Option<&'static PackedFunc> {
        names().get(name)
    }

    /// The function of that name, as a reference of one's own. A function that loses its name ends with the last of these.
    ///
    /// ```
    /// use std::sync::Arc;
    ///
    /// use objet_runtime::{Registry, TypedPackedFunc};
    ///
    /// let tensor = Arc::new([0_u8; 1024]);
    /// let captured = tensor.clone();
    /// Registry::register("doc.size", TypedPackedFunc::new(move || captured.len() as i64))?;
    ///
    /// let found = Registry::find("doc.size").expect("it is registered");
    /// assert!(Registry::remove("doc.size"));
    /// assert_eq!(found.call(())?.get::<i64>()?, 1024);
    /// drop(found);
    /// assert_eq!(Arc::strong_count(&tensor), 1);
    /// # Ok::<(), objet_runtime::Error>(())
    /// ```
    pub fn find(name: &str) -> Option<PackedFunc> {
        names().find(name)
    }

    /// Returns the function of that name, also if it trusts its arguments: a function that follows an
    /// address, or loads a library. Such a function is an `unsafe fn` with a global name. Front ends of
    /// other languages find it as any other, and [`Registry::find`] does not.
    ///
    /// # Safety
    /// If the function is an `unsafe fn`, the caller keeps the promises that it asks for, at each
    /// call, also by others to whom the function is given.
    ///
    /// ```
    /// use objet_object::OpaqueHandle;
    /// use objet_runtime::{Registry, register_global};
    ///
    /// /// Reads a number.
    /// ///
    /// /// # Safety
    /// /// A number lies there.
    /// #[register_global("doc_find_any.read", crate = objet_runtime)]
    /// unsafe fn read(address: OpaqueHandle) -> i64 {
    ///     unsafe { address.0.cast::<i64>().read() }
    /// }
    ///
    /// # #[cfg(not(feature = "inventory"))]
    /// # objet_runtime::register_globals!(read)?;
    /// assert!(Registry::find("doc_find_any.read").is_none());
    /// // SAFETY: the function is called with the address of a number.
    /// let found = unsafe { Registry::find_any("doc_find_any.read") }.expect("it is registered");
    /// let number = 7_i64;
    /// let address = OpaqueHandle((&raw const number).cast_mut().cast());
    /// assert_eq!(found.call((address,))?.get::<i64>()?, 7);
    /// # Ok::<(), objet_runtime::Error>(())
    /// ```
    #[expect(unsafe_code, reason = "a contract, see the Safety section")]
    pub unsafe fn find_any(name: &str) -> Option<PackedFunc> {
        names().find_any(name)
    }

    /// Returns the same, for as long as the process runs, as [`Registry::get`] does.
    ///
    /// # Safety
    /// That of [`Registry::find_any`].
    #[expect(unsafe_code, reason = "a contract, see the Safety section")]
    pub(crate) unsafe fn get_any(name: &str) -> Option<&'static PackedFunc> {
        names().get_any(name)
    }

    /// The function of that name, as [`Registry::find`] gives it.
    ///
    /// # Errors
    /// If there is none, with the nearest name that there is. If it trusts its arguments.
    pub fn expect(name: &str) -> Result<PackedFunc, RegistryError> {
        Self::find(name).ok_or_else(|| {
            if names().is_unsafe(name) {
                return RegistryError::Unsafe { name: name.into() };
            }
            let names = names().list("");
            let near = |known: &&str| strsim::levenshtein(name, known) <= 1 + name.len() / 4;
            let nearest = names.into_iter().filter(near).min_by_key(|known| strsim::levenshtein(name, known));
            RegistryError::Unknown { name: name.into(), nearest }
        })
    }

    /// Gives the function a name. A function that has none yet has this one in messages.
    ///
    /// # Errors
    /// If another function has the name, with the places where both were registered.
    #[track_caller]
    pub fn register(name: &str, function: impl Into<PackedFunc>) -> Result<(), RegistryError> {
        names().register(name, function.into(), caller(), false)
    }

    /// Gives the function a name, also that of another function, which loses it then. A caller that
    /// has looked the other one up may still call it. A name that an `unsafe` function has, or had,
    /// is found by [`Registry::find_any`] alone.
    #[track_caller]
    pub fn register_override(name: &str, function: impl Into<PackedFunc>) {
        let registered = names().register(name, function.into(), caller(), true);
        debug_assert!(registered.is_ok(), "nothing is refused when names may be overridden");
    }

    /// Gives the function a name, for a front end whose user does so at that place in a source, be it that of another function if names may be
    /// overridden.
    ///
    /// # Errors
    /// If they may not, and another function has the name.
    #[doc(hidden)]
    pub fn register_at(
        name: &str,
        function: impl Into<PackedFunc>,
        place: Declared,
        can_override: bool,
    ) -> Result<(), RegistryError> {
        names().register(name, function.into(), place, can_override)
    }

    /// Takes the name from its function. Whoever has looked it up may still call it. Whether there was one.
    pub fn remove(name: &str) -> bool {
        names().remove(name)
    }

    /// The names that begin with `prefix`, in alphabetic order.
    pub fn names(prefix: &str) -> Vec<&'static str> {
        names().list(prefix)
    }

    /// What was refused among the functions that are linked in: of two with one name, the one whose place in the source comes
    /// later. Every one of them is a mistake in a linked crate.
    pub fn refused() -> Vec<RegistryError> {
        names().refused()
    }
}

/// The names of the process, with those that this library brings.
#[inline]
fn names() -> &'static Names {
    static NAMES: OnceLock<&'static Names> = OnceLock::new();
    NAMES.get().copied().unwrap_or_else(|| linked_names(&NAMES))
}

thread_local! {
    /// Whether this thread is about to give functions that are linked in their names.
    static IS_LINKING: Cell<bool> = const { Cell::new(false) };
}

/// Ends that, also by a panic.
struct Linking;

impl Drop for Linking {
    fn drop(&mut self) {
        IS_LINKING.set(false);
    }
}

/// The names, put there once this library's are among them.
#[cold]
fn linked_names(place: &OnceLock<&'static Names>) -> &'static Names {
    let names = shared_names();
    // The default of a parameter may look up a function. It sees those that have their names so far.
    if !IS_LINKING.replace(true) {
        let _linking = Linking;
        place.get_or_init(|| {
            names.link_all(linked::linked_in());
            // Who looks for `runtime.SystemLib` looks for the symbols of this library, too.
            share_symbols();
            names
        });
    }
    names
}

#[cold]
#[expect(unsafe_code, reason = "a part of the state of the process is known by its name")]
fn shared_names() -> &'static Names {
    const PART: &str = concat!("objet-runtime registry ", env!("CARGO_PKG_VERSION"));
    // SAFETY: libraries share state only if they have the same version of each crate of Objet, built by the same compiler, so
    // that the name, which has the version in it, stands for this type.
    unsafe { process::current().part(PART, Names::new) }
}
