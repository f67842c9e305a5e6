//! The registry of global functions.
//!
//! - A lookup takes no lock.
//! - A function that was borrowed is never freed, even after its name is removed or overridden,
//!   because compiled code keeps its address while the process runs.
//! - A function that was never borrowed is dropped with its last counted reference.

mod linked;
mod names;
mod slot;

use std::cell::Cell;
use std::sync::OnceLock;

use objet_object::types::Declared;

#[cfg(feature = "inventory")]
pub use linked::Collected;
pub use linked::{GlobalFunction, LinkedFunction, LinkedParam, register};
use names::Names;

use crate::module::system_library::share_symbols;
use crate::packed_func::{PackedFunc, caller};
use crate::shared::Shared;

/// The name table, which all libraries of the process share.
static NAMES: Shared<Names> = Shared::new(Names::new);

/// The global functions: those that [`register_global`](macro@crate::register_global) marks in any
/// linked crate, and those registered at run time.
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

/// A name cannot be found or registered.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum RegistryError {
    /// Another function has the name.
    #[error("Global PackedFunc {name} is already registered at {first}, and again at {second}")]
    DuplicateRegistration {
        /// The name.
        name: String,
        /// The source location of the existing registration.
        first: Declared,
        /// The source location of the rejected registration.
        second: Declared,
    },
    /// No function has the name.
    #[error("no function is registered as {name:?}{}", did_you_mean(nearest))]
    Unknown {
        /// The name.
        name: String,
        /// The most similar registered name.
        nearest: Option<&'static str>,
    },
    /// The function is `unsafe`.
    #[error("global function {name} is unsafe: find it with the `unsafe` `Registry::find_unchecked`")]
    Unsafe {
        /// The name.
        name: String,
    },
    /// A linked function has an invalid signature.
    #[error(transparent)]
    Signature(#[from] crate::signature::SignatureError),
}

fn did_you_mean(nearest: &Option<&'static str>) -> String {
    nearest.map_or_else(String::new, |name| format!(", did you mean {name:?}?"))
}

impl Registry {
    /// Returns the function of that name, borrowed for the rest of the process.
    ///
    /// This is the fastest lookup, for functions that stay registered. The function and its
    /// captured data are never freed, even if another function gets the name. Use
    /// [`Registry::find`] where one name is given to many functions in turn.
    #[inline]
    pub fn get(name: &str) -> Option<&'static PackedFunc> {
        names().get(name)
    }

    /// Returns a counted reference to the function of that name. A function that has lost its name
    /// is dropped with its last reference.
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

    /// Returns the function of that name, as [`Registry::find`] does.
    ///
    /// # Errors
    /// If no function has the name; the error has the most similar name. If the function is
    /// `unsafe`.
    pub fn expect(name: &str) -> Result<PackedFunc, RegistryError> {
        Self::find(name).ok_or_else(|| {
            if names().is_unsafe(name) {
                return RegistryError::Unsafe { name: name.into() };
            }
            let names = names().list("");
            let limit = 1 + name.len() / 4;
            // The distance is not computed for names of other lengths, because it takes time in
            // proportion to the product of the lengths, and a peer may send any name.
            let nearest = names
                .into_iter()
                .filter(|known| known.len().abs_diff(name.len()) <= limit)
                .map(|known| (strsim::levenshtein(name, known), known))
                .filter(|(distance, _)| *distance <= limit)
                .min_by_key(|(distance, _)| *distance)
                .map(|(_, known)| known);
            RegistryError::Unknown { name: name.into(), nearest }
        })
    }

    /// Registers the function under a name. If the function has no name yet, messages use this name
    /// from now on.
    ///
    /// # Errors
    /// If another function has the name. The error has the source locations of both registrations.
    #[track_caller]
    pub fn register(name: &str, function: impl Into<PackedFunc>) -> Result<(), RegistryError> {
        names().register(name, function.into(), caller(), false)
    }

    /// Registers the function under a name and replaces the function that has the name. Callers
    /// that looked up the replaced function may still call it. If an `unsafe` function has or had
    /// the name, only [`Registry::find_unchecked`] finds it.
    #[track_caller]
    pub fn register_override(name: &str, function: impl Into<PackedFunc>) {
        let registered = names().register(name, function.into(), caller(), true);
        debug_assert!(registered.is_ok(), "an override is never rejected");
    }

    /// Registers the function under a name, for a front end that passes the source location of the
    /// registration. `can_override` allows replacing another function.
    ///
    /// # Errors
    /// If another function has the name and `can_override` is false.
    #[doc(hidden)]
    pub fn register_at(
        name: &str,
        function: impl Into<PackedFunc>,
        declared: Declared,
        can_override: bool,
    ) -> Result<(), RegistryError> {
        names().register(name, function.into(), declared, can_override)
    }

    /// Removes a name from the registry and returns whether a function had it. Callers that looked
    /// up the function may still call it.
    pub fn remove(name: &str) -> bool {
        names().remove(name)
    }

    /// Calls a function with each name that loses its function from now on, by a removal or an
    /// override. The call is made by the thread that changes the registry, after the change. This
    /// is for a front end that keeps functions by their names.
    #[doc(hidden)]
    pub fn on_change(listener: fn(&str)) {
        names().listen(listener);
    }

    /// Returns the names that begin with `prefix`, sorted.
    pub fn names(prefix: &str) -> Vec<&'static str> {
        names().list(prefix)
    }

    /// Returns the errors of linked functions that were not registered. Of two functions with the
    /// same name, the one with the later source location is rejected. Every entry is a mistake in a
    /// linked crate.
    pub fn rejected() -> Vec<RegistryError> {
        names().rejected()
    }
}

/// Returns the name table of the process, after the functions of this library are in it.
#[inline]
pub(crate) fn names() -> &'static Names {
    static NAMES: OnceLock<&'static Names> = OnceLock::new();
    NAMES.get().copied().unwrap_or_else(|| linked_names(&NAMES))
}

thread_local! {
    /// Whether this thread is registering linked functions.
    static IS_LINKING: Cell<bool> = const { Cell::new(false) };
}

/// Resets `IS_LINKING` on drop, so also after a panic.
struct Linking;

impl Drop for Linking {
    fn drop(&mut self) {
        IS_LINKING.set(false);
    }
}

/// Registers the functions of this library, once, and returns the name table.
#[cold]
fn linked_names(cache: &OnceLock<&'static Names>) -> &'static Names {
    let names = Shared::get(&NAMES);
    // The default value of a parameter may look up a function. Such a lookup sees the functions
    // registered so far.
    if !IS_LINKING.replace(true) {
        let _linking = Linking;
        cache.get_or_init(|| {
            names.link_all(linked::linked_in());
            // `runtime.SystemLib` must find the symbols of this library, too.
            share_symbols();
            names
        });
    }
    names
}
