//! Functors, visitors and mutators for the languages built on this crate.
//!
//! A language lists its nodes by base type for [`functors!`](crate::functors!), which defines the
//! traits.
//!
//! - Visitors and mutators do not recurse. A graph walk drives the visitor, and graph rewriting
//!   drives the mutator, so the depth of an expression does not matter.
//! - Each object is visited once, even if it is shared.
//! - An object of a type that is not listed, for example of another crate, is handled like its base
//!   type.

use std::collections::HashSet;
use std::marker::PhantomData;

use objet::prelude::*;
use objet::walk::{NodeFunctor, Walk, WalkEvent, references, walk_where};

use crate::module::IRModule;

/// A walk over the objects of a graph that belong to a language.
pub struct LanguageWalk<L> {
    walk: Walk<fn(&ObjectRef) -> bool>,
    of: PhantomData<L>,
}

/// A classification of the objects of a language.
pub trait NodeClass: Copy + PartialEq + Send + Sync + 'static {
    /// The class of arrays, maps and modules. A walk visits their elements, but does not report the
    /// containers themselves.
    const CONTAINER: Self;

    /// Returns the class of an object, or `None` if the object does not belong to the language.
    fn of(object: &ObjectRef) -> Option<Self>;
}

impl<L: NodeClass> LanguageWalk<L> {
    /// Starts a walk at `root`.
    pub fn new(root: &impl IsObjectRef) -> Self {
        let visits = |object: &ObjectRef| L::of(object).is_some();
        let mut walk = walk_where(root, visits as fn(&ObjectRef) -> bool);
        if !visits(root.as_object_ref()) {
            walk.next();
            walk.skip_subtree();
        }
        Self { walk, of: PhantomData }
    }

    /// Returns the next step of the walk, together with the class of the object.
    #[inline]
    pub fn next_classified(&mut self) -> Option<(L, WalkEvent)> {
        loop {
            let event = self.walk.next()?;
            let (WalkEvent::Enter(object) | WalkEvent::Leave(object)) = &event;
            match L::of(object) {
                Some(class) if class != L::CONTAINER => return Some((class, event)),
                _ => {}
            }
        }
    }

    /// Skips the children of the object entered last, and the event of leaving that object.
    pub fn skip_subtree(&mut self) {
        self.walk.skip_subtree();
    }
}

impl<L: NodeClass> Iterator for LanguageWalk<L> {
    type Item = WalkEvent;

    fn next(&mut self) -> Option<WalkEvent> {
        self.next_classified().map(|(_, event)| event)
    }
}

/// Returns the objects of type `R` in the fields of an object, as often as they occur, also in the
/// objects of the classes that `is_container` accepts. A container in several places is searched
/// once.
pub fn parts_in_fields<L: NodeClass, R: IsObjectRef>(
    object: &impl IsObjectRef,
    is_container: impl Fn(L) -> bool,
) -> Vec<R> {
    let mut found = Vec::new();
    let mut containers = HashSet::new();
    let mut waiting: Vec<ObjectRef> = references(object).collect();
    waiting.reverse();
    while let Some(part) = waiting.pop() {
        if L::of(&part).is_some_and(&is_container) {
            let from = waiting.len();
            waiting.extend(references(&part));
            waiting[from..].reverse();
            if !containers.insert(part) {
                waiting.truncate(from);
            }
        } else if let Ok(part) = part.downcast() {
            found.push(part);
        }
    }
    found
}

/// Creates a functor that classifies containers. The caller adds the nodes of the language.
pub fn container_classes<L: NodeClass>() -> NodeFunctor<(), L> {
    let mut classes = NodeFunctor::new();
    add_class::<Array<ObjectRef>, _>(&mut classes, L::CONTAINER);
    add_class::<Map<ObjectRef, ObjectRef>, _>(&mut classes, L::CONTAINER);
    add_class::<IRModule, _>(&mut classes, L::CONTAINER);
    classes
}

/// Adds a class to the functor that classifies the nodes of a language.
pub fn add_class<R: IsObjectRef, C: Copy + Send + Sync + 'static>(
    classes: &mut NodeFunctor<(), C>,
    class: C,
) {
    if let Err(error) = classes.set_dispatch(move |_: &R::Node, ()| class) {
        unreachable!("each node of a language is linked in and listed once: {error}");
    }
}

/// Downcasts an object whose class is already known.
pub fn downcast_known<R: IsObjectRef>(object: &ObjectRef) -> &R {
    match object.downcast_ref() {
        Some(reference) => reference,
        None => unreachable!("an object classified as {} has the type {}", R::type_name(), object.type_key()),
    }
}

/// Downcasts an object like [`downcast_known`], but takes and returns an owned reference.
pub fn downcast_known_owned<R: IsObjectRef>(object: ObjectRef) -> R {
    match object.downcast() {
        Ok(reference) => reference,
        Err(error) => unreachable!("an object classified as {}: {error}", R::type_name()),
    }
}

/// Defines the functors, the visitor and the mutator of a language.
///
/// The input lists each base type with an optional functor, the method that runs before its
/// objects, the default method, and its nodes with the names of their methods.
#[macro_export]
macro_rules! functors {
    (
        $(#[$visitor_doc:meta])*
        visitor $visitor:ident;
        $(#[$mutator_doc:meta])*
        mutator $mutator:ident;
        $(
            base $base:ident: $enter:ident, $default:ident $(, $(#[$functor_doc:meta])* functor $functor:ident: $visit:ident)? {
                $($node:ident => $visit_node:ident,)*
            }
        )+
    ) => {
        /// The class of an object of the language.
        #[derive(Clone, Copy, PartialEq)]
        pub(crate) enum Class {
            Container,
            $($base, $($node,)*)+
        }

        impl $crate::functor::NodeClass for Class {
            const CONTAINER: Self = Self::Container;

            #[inline]
            fn of(object: &$crate::__private::objet::ObjectRef) -> Option<Self> {
                static CLASSES: std::sync::LazyLock<$crate::__private::objet::walk::NodeFunctor<(), Class>> = std::sync::LazyLock::new(|| {
                    let mut classes = $crate::functor::container_classes();
                    $(
                        $crate::functor::add_class::<$base, _>(&mut classes, Class::$base);
                        $($crate::functor::add_class::<$node, _>(&mut classes, Class::$node);)*
                    )+
                    classes
                });
                CLASSES.try_call(object, &mut ())
            }
        }

        $(
            $crate::functors! {
                @functor $base, $default $(, $(#[$functor_doc])* $functor, $visit)? { $($node => $visit_node,)* }
            }
        )+

        $(#[$visitor_doc])*
        pub trait $visitor {
            /// Visits all objects that are reachable from `root`, which can be an expression, an
            /// array or a module.
            fn visit(&mut self, root: &impl $crate::__private::objet::IsObjectRef)
            where
                Self: Sized,
            {
                let mut walk = $crate::functor::LanguageWalk::<Class>::new(root);
                while let Some((class, event)) = walk.next_classified() {
                    match event {
                        $crate::__private::objet::walk::WalkEvent::Enter(object) => {
                            let inside = match class {
                                $(Class::$base $(| Class::$node)* => self.$enter($crate::functor::downcast_known(&object)),)+
                                Class::Container => true,
                            };
                            if !inside {
                                walk.skip_subtree();
                            }
                        }
                        $crate::__private::objet::walk::WalkEvent::Leave(object) => match class {
                            $(
                                Class::$base => self.$default($crate::functor::downcast_known(&object)),
                                $(Class::$node => self.$visit_node($crate::functor::downcast_known(&object)),)*
                            )+
                            Class::Container => {}
                        },
                    }
                }
            }

            $(
                #[doc = concat!("Runs for each `", stringify!($base), "` before its children.")]
                ///
                /// If the method returns `false`, the walk skips the children and does not visit
                /// the object.
                fn $enter(&mut self, object: &$base) -> bool {
                    let _ = object;
                    true
                }

                #[doc = concat!("Visits each `", stringify!($base), "` without a method of its own, after its children.")]
                fn $default(&mut self, object: &$base) {
                    let _ = object;
                }

                $(
                    #[doc = concat!("Visits each `", stringify!($node), "`, after its children.")]
                    fn $visit_node(&mut self, object: &$node) {
                        self.$default($crate::__private::objet::IsObjectRef::upcast_ref(object));
                    }
                )*
            )+
        }

        $(#[$mutator_doc])*
        pub trait $mutator {
            /// The error type of the methods.
            type Error: From<$crate::__private::objet::walk::RewriteError>;

            /// Rewrites all objects that are reachable from `root`, which can be an expression, an
            /// array or a module. Like [`objet::rewrite()`], this method changes objects in place
            /// if `root` is the only reference to them. Clone `root` to keep the original graph.
            ///
            /// # Errors
            /// Returns the errors of the methods, or an [`objet::walk::RewriteError`] if a
            /// rewritten object does not fit into a field.
            fn mutate<R: $crate::__private::objet::IsObjectRef>(&mut self, root: R) -> Result<R, Self::Error>
            where
                Self: Sized,
            {
                $crate::__private::objet::walk::rewrite_with(root, &mut Mutating(self))
            }

            $(
                #[doc = concat!("Runs for each `", stringify!($base), "` before its children.")]
                ///
                /// Returns whether to rewrite the children, keep the object or replace it.
                ///
                /// # Errors
                /// An error stops the rewriting.
                fn $enter(&mut self, object: &$base) -> Result<$crate::__private::objet::walk::Enter, Self::Error> {
                    let _ = object;
                    Ok($crate::__private::objet::walk::Enter::Inside)
                }

                #[doc = concat!("Rewrites each `", stringify!($base), "` without a method of its own.")]
                ///
                /// The children are already rewritten. Returns the replacement of the object.
                ///
                /// # Errors
                /// An error stops the rewriting.
                fn $default(&mut self, object: $base) -> Result<$base, Self::Error> {
                    Ok(object)
                }

                $(
                    #[doc = concat!("Rewrites each `", stringify!($node), "`, whose children are already rewritten.")]
                    ///
                    /// Returns the replacement of the object.
                    ///
                    /// # Errors
                    /// An error stops the rewriting.
                    fn $visit_node(&mut self, object: $node) -> Result<$base, Self::Error> {
                        self.$default($crate::__private::objet::IsObjectRef::upcast(object))
                    }
                )*
            )+
        }

        /// Adapts a mutator of the language to one for arbitrary graphs. All mutators with the same
        /// type of errors share this code and that of the rewriting.
        struct Mutating<'m, E>(&'m mut dyn $mutator<Error = E>);

        impl<E> $crate::__private::objet::walk::Mutator for Mutating<'_, E>
        where
            E: From<$crate::__private::objet::walk::RewriteError>,
        {
            type Error = E;

            fn visits(&self, object: &$crate::__private::objet::ObjectRef) -> bool {
                <Class as $crate::functor::NodeClass>::of(object).is_some()
            }

            fn enter(&mut self, object: &$crate::__private::objet::ObjectRef) -> Result<$crate::__private::objet::walk::Enter, E> {
                match <Class as $crate::functor::NodeClass>::of(object) {
                    $(Some(Class::$base $(| Class::$node)*) => self.0.$enter($crate::functor::downcast_known(object)),)+
                    Some(Class::Container) => Ok($crate::__private::objet::walk::Enter::Inside),
                    None => Ok($crate::__private::objet::walk::Enter::Keep),
                }
            }

            fn leave(&mut self, object: $crate::__private::objet::ObjectRef) -> Result<$crate::__private::objet::ObjectRef, E> {
                let class = <Class as $crate::functor::NodeClass>::of(&object);
                match class {
                    $(
                        Some(Class::$base $(| Class::$node)*) => {
                            let result = match class {
                                $(Some(Class::$node) => self.0.$visit_node($crate::functor::downcast_known_owned(object)),)*
                                _ => self.0.$default($crate::functor::downcast_known_owned(object)),
                            };
                            result.map($crate::__private::objet::ObjectRef::from)
                        }
                    )+
                    Some(Class::Container) | None => Ok(object),
                }
            }
        }
    };
    (@functor $base:ident, $default:ident { $($nodes:tt)* }) => {};
    (
        @functor $base:ident, $default:ident, $(#[$functor_doc:meta])* $functor:ident, $visit:ident
        { $($node:ident => $visit_node:ident,)* }
    ) => {
        $(#[$functor_doc])*
        pub trait $functor {
            /// The result type of the methods.
            type Output;

            /// Calls the method for the type of `object`.
            fn $visit(&mut self, object: &$base) -> Self::Output {
                let untyped = $crate::__private::objet::IsObjectRef::as_object_ref(object);
                match <Class as $crate::functor::NodeClass>::of(untyped) {
                    $(Some(Class::$node) => self.$visit_node($crate::functor::downcast_known(untyped)),)*
                    _ => self.$default(object),
                }
            }

            #[doc = concat!("Handles a `", stringify!($base), "` without a method of its own.")]
            fn $default(&mut self, object: &$base) -> Self::Output;

            $(
                #[doc = concat!("Handles a `", stringify!($node), "`.")]
                fn $visit_node(&mut self, object: &$node) -> Self::Output {
                    self.$default($crate::__private::objet::IsObjectRef::upcast_ref(object))
                }
            )*
        }
    };
}
