//! Sets of functions by node type that other crates extend.

use std::fmt;
use std::ops::Deref;
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

/// A [`NodeFunctor`](crate::NodeFunctor), [`Visitor`](crate::Visitor) or
/// [`Rewriter`](crate::Rewriter) in a `static` that other crates extend.
///
/// [`extension_point!`](crate::extension_point!) declares one. The attribute `#[extend(NAME)]` adds
/// a function to it, in any crate. All functions of the linked crates are there at the first use:
/// no crate needs an initialization call, and a use takes no lock.
///
/// The functions are added in the order of their modules and lines, after those of the
/// declaration.
///
/// ```
/// use objet::prelude::*;
/// use objet::extension_point;
/// use objet::walk::NodeFunctor;
///
/// #[derive(Clone, Object, Reflect)]
/// #[repr(C)]
/// #[object(key = "doc.extension.Shape", new)]
/// pub struct ShapeNode {
///     base: Object,
/// }
///
/// extension_point! {
///     /// The area of a shape. The default is 0.
///     pub static AREA: NodeFunctor<(), f64> = NodeFunctor::new().on::<ShapeNode>(|_, _| 0.0);
/// }
///
/// // In another crate: `use shapes::{AREA, ShapeNode};`
/// #[derive(Clone, Object, Reflect)]
/// #[repr(C)]
/// #[object(key = "doc.extension.Square", is_final, new)]
/// struct SquareNode {
///     base: ShapeNode,
///     side: f64,
/// }
///
/// #[extend(AREA)]
/// fn area_of_square(square: &SquareNode, (): &mut ()) -> f64 {
///     square.side * square.side
/// }
///
/// # #[cfg(not(feature = "inventory"))]
/// # AREA.extend(|area| area.on::<SquareNode>(area_of_square)).unwrap();
/// assert_eq!(AREA.call(&Square::new(3.0), &mut ())?, 9.0);
/// assert_eq!(AREA.call(&Shape::new(), &mut ())?, 0.0);
/// # Ok::<(), objet::walk::FunctorError>(())
/// ```
///
/// Without the feature `inventory`, functions are added by [`extend`](ExtensionPoint::extend).
pub struct ExtensionPoint<T> {
    name: &'static str,
    begin: fn() -> T,
    linked: fn() -> Vec<Extension<T>>,
    /// The functions that are added by hand, until the first use.
    added: Mutex<Option<Vec<Add<T>>>>,
    set: OnceLock<T>,
}

type Add<T> = Box<dyn Fn(T) -> T + Send>;

/// A function that a crate adds to an extension point.
pub struct Extension<T> {
    /// The module of the function.
    pub module: &'static str,
    /// The line of the function.
    pub line: u32,
    /// Adds the function.
    pub add: fn(T) -> T,
}

/// The error of an extension point that is in use already.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("extension point {name} is in use: extend it before its first use")]
pub struct ExtensionError {
    name: &'static str,
}

impl<T> ExtensionPoint<T> {
    #[doc(hidden)]
    pub const fn new(name: &'static str, begin: fn() -> T, linked: fn() -> Vec<Extension<T>>) -> Self {
        Self { name, begin, linked, added: Mutex::new(Some(Vec::new())), set: OnceLock::new() }
    }

    /// Adds functions, which come after those of `#[extend]`.
    ///
    /// # Errors
    /// If the extension point was used before.
    ///
    /// ```
    /// use objet::containers::StringNode;
    /// use objet::{Rewriter, String, extension_point};
    ///
    /// extension_point! {
    ///     static SHORTER: Rewriter;
    /// }
    ///
    /// SHORTER.extend(|rules| {
    ///     rules.on::<StringNode>(|text, _| Some(String::from(text.as_str().get(..1)?)))
    /// })?;
    /// assert_eq!(SHORTER.rewrite(String::from("abc"))?, "a");
    /// assert!(SHORTER.extend(|rules| rules).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn extend(&self, add: impl Fn(T) -> T + Send + 'static) -> Result<(), ExtensionError> {
        match &mut *self.added() {
            Some(added) => {
                added.push(Box::new(add));
                Ok(())
            }
            None => Err(ExtensionError { name: self.name }),
        }
    }

    #[cold]
    fn make(&self) -> T {
        let mut linked = (self.linked)();
        linked.sort_by_key(|extension| (extension.module, extension.line));
        let set = linked.iter().fold((self.begin)(), |set, extension| (extension.add)(set));
        let mut added = self.added();
        let set = added.iter().flatten().fold(set, |set, add| add(set));
        *added = None;
        set
    }

    fn added(&self) -> MutexGuard<'_, Option<Vec<Add<T>>>> {
        // The list is complete, whatever panics.
        self.added.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<T> Deref for ExtensionPoint<T> {
    type Target = T;

    #[inline]
    fn deref(&self) -> &T {
        self.set.get_or_init(|| self.make())
    }
}

impl<T> fmt::Debug for ExtensionPoint<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ExtensionPoint").field("name", &self.name).finish_non_exhaustive()
    }
}

impl<T> Clone for Extension<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Extension<T> {}

/// Declares an [`ExtensionPoint`]: a `static` of type [`NodeFunctor`](crate::NodeFunctor),
/// [`Visitor`](crate::Visitor) or [`Rewriter`](crate::Rewriter), to which all crates add functions.
///
/// The value is the set with the functions of the declaration; the default is the empty set.
///
/// ```
/// use objet::prelude::*;
/// use objet::containers::{BoxInt, BoxIntNode, StringNode};
/// use objet::walk::VisitContext;
/// use objet::{Visitor, extension_point};
///
/// extension_point! {
///     /// Counts the values in a graph.
///     pub static COUNT: Visitor<usize> =
///         Visitor::default().on::<BoxIntNode>(|_, cx| *cx.state += 1);
/// }
///
/// #[extend(COUNT)]
/// fn count_string(_: &StringNode, cx: &mut VisitContext<'_, usize>) {
///     *cx.state += 1;
/// }
///
/// # #[cfg(not(feature = "inventory"))]
/// # COUNT.extend(|count| count.on::<StringNode>(count_string)).unwrap();
/// let values = [ObjectRef::from(objet::String::from("x")), BoxInt::from(1).into()];
/// let mut count = 0;
/// COUNT.visit_with(&Array::from(values), &mut count);
/// assert_eq!(count, 2);
/// ```
#[macro_export]
macro_rules! extension_point {
    ($(#[$attribute:meta])* $vis:vis static $name:ident: $set:ty;) => {
        $crate::extension_point! {
            $(#[$attribute])*
            $vis static $name: $set = ::core::default::Default::default();
        }
    };
    ($(#[$attribute:meta])* $vis:vis static $name:ident: $set:ty = $begin:expr;) => {
        $(#[$attribute])*
        $vis static $name: $crate::ExtensionPoint<$set> = $crate::ExtensionPoint::new(
            ::core::concat!(::core::module_path!(), "::", ::core::stringify!($name)),
            || $begin,
            || $crate::__reflect::linked_extensions!($name),
        );

        // The type of the extensions has the name of the `static`, so that one import imports both.
        #[doc(hidden)]
        #[allow(non_camel_case_types, dead_code, missing_docs, reason = "generated code")]
        $vis struct $name {
            pub extension: $crate::__reflect::Extension<$set>,
        }

        $crate::__reflect::collect_extensions!($name);
    };
}

/// Collects the extensions of a type at link time.
#[doc(hidden)]
#[macro_export]
#[cfg(feature = "inventory")]
macro_rules! collect_extensions {
    ($name:ident) => {
        $crate::__reflect::inventory::collect!($name);
    };
}

/// Returns the collected extensions.
#[doc(hidden)]
#[macro_export]
#[cfg(feature = "inventory")]
macro_rules! linked_extensions {
    ($name:ident) => {{
        let all = $crate::__reflect::inventory::iter::<$name>;
        ::core::iter::Iterator::collect(::core::iter::Iterator::map(
            ::core::iter::IntoIterator::into_iter(all),
            |linked: &$name| linked.extension,
        ))
    }};
}

/// Adds an extension to those that are collected at link time.
#[doc(hidden)]
#[macro_export]
#[cfg(feature = "inventory")]
macro_rules! link_extension {
    ($($extension:tt)+) => {
        $crate::__reflect::inventory::submit! { $($extension)+ }
    };
}

/// Does nothing: without link-time collection, functions are added by hand.
#[doc(hidden)]
#[macro_export]
#[cfg(not(feature = "inventory"))]
macro_rules! collect_extensions {
    ($name:ident) => {};
}

/// Returns no extensions.
#[doc(hidden)]
#[macro_export]
#[cfg(not(feature = "inventory"))]
macro_rules! linked_extensions {
    ($name:ident) => {
        ::std::vec::Vec::new()
    };
}

/// Does nothing: without link-time collection, functions are added by hand.
#[doc(hidden)]
#[macro_export]
#[cfg(not(feature = "inventory"))]
macro_rules! link_extension {
    ($($extension:tt)+) => {};
}
