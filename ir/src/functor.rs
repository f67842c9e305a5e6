//! Functors, visitors and mutators: what relay and tir have in common there.
//!
//! A language is given as a list of its nodes, under their bases, to [`functors!`], which writes the traits. None of them recurses: a visitor is
//! driven by the walk over a graph, a mutator by its rewriting, so each object is met once however many ways lead to it, and the depth
//! of an expression does not matter. A type that is not in the list, as one of another crate, is treated as its base is.

use objet::prelude::*;
use objet::{MapNode, NodeFunctor, Walk, WalkEvent, walk};

use crate::module::IRModuleNode;

/// Whether visitors and mutators go through the object to what is in it, though it is no part of the language: an array, a map or a module.
pub(crate) fn is_transparent(object: &ObjectRef) -> bool {
    match_node!(object, {
        objet::ArrayNode | MapNode | IRModuleNode => true,
        _ => false,
    })
}

/// The walk over the parts of a language in a graph.
pub(crate) struct Parts<'a> {
    walk: Walk<'a>,
    is_part: fn(&ObjectRef) -> bool,
}

impl<'a> Parts<'a> {
    pub(crate) fn new(root: &'a impl IsObjectRef, is_part: fn(&ObjectRef) -> bool) -> Self {
        Self { walk: walk(root), is_part }
    }

    /// Has the walk not go into the part that it entered last, nor leave it.
    pub(crate) fn skip_inside(&mut self) {
        self.walk.skip_inside();
    }
}

impl<'a> Iterator for Parts<'a> {
    type Item = WalkEvent<'a>;

    fn next(&mut self) -> Option<WalkEvent<'a>> {
        loop {
            match self.walk.next()? {
                WalkEvent::Enter(object) | WalkEvent::Leave(object) if is_transparent(object) => {}
                WalkEvent::Enter(object) if !(self.is_part)(object) => self.walk.skip_inside(),
                event => return Some(event),
            }
        }
    }
}

/// Adds a case to what tells the nodes of a language apart.
pub(crate) fn add_case<R: IsObjectRef, C: Copy + Send + Sync + 'static>(
    cases: &mut NodeFunctor<(), C>,
    case: C,
) {
    if let Err(error) = cases.set_dispatch(move |_: &R::Node, ()| case) {
        unreachable!("the nodes of a language are linked in and listed once: {error}");
    }
}

/// An object as what its case says that it is.
pub(crate) fn known<R: IsObjectRef>(object: &ObjectRef) -> &R {
    match object.downcast_ref() {
        Some(reference) => reference,
        None => unreachable!("an object of the case of {}, found {}", R::type_name(), object.type_key()),
    }
}

/// As [`known`], with the reference itself.
pub(crate) fn known_owned<R: IsObjectRef>(object: ObjectRef) -> R {
    match object.downcast() {
        Ok(reference) => reference,
        Err(error) => unreachable!("an object of the case of {}: {error}", R::type_name()),
    }
}

/// Writes a language's functors, its visitor and its mutator. For each base: the functor if there is to be one, the methods that are
/// called before and instead of those of its nodes, and its nodes with the names of their methods.
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
        /// What an object of the language is.
        #[derive(Clone, Copy)]
        enum Case {
            $($base, $($node,)*)+
        }

        impl Case {
            /// `None` for what is no part of the language.
            fn of(object: &objet::ObjectRef) -> Option<Self> {
                static CASES: std::sync::LazyLock<objet::NodeFunctor<(), Case>> = std::sync::LazyLock::new(|| {
                    let mut cases = objet::NodeFunctor::new();
                    $(
                        $crate::functor::add_case::<$base, _>(&mut cases, Case::$base);
                        $($crate::functor::add_case::<$node, _>(&mut cases, Case::$node);)*
                    )+
                    cases
                });
                CASES.call(object, &mut ()).ok()
            }

            fn is_part(object: &objet::ObjectRef) -> bool {
                Self::of(object).is_some()
            }
        }

        $(
            $crate::functor::functors! {
                @functor $base, $default $(, $(#[$functor_doc])* $functor, $visit)? { $($node => $visit_node,)* }
            }
        )+

        $(#[$visitor_doc])*
        pub trait $visitor {
            /// Goes through all that is in `root`, be it an expression, an array, or a whole module.
            fn visit(&mut self, root: &impl objet::IsObjectRef)
            where
                Self: Sized,
            {
                let mut parts = $crate::functor::Parts::new(root, Case::is_part);
                while let Some(event) = parts.next() {
                    match event {
                        objet::WalkEvent::Enter(object) => {
                            let inside = match Case::of(object) {
                                $(Some(Case::$base $(| Case::$node)*) => self.$enter($crate::functor::known(object)),)+
                                None => false,
                            };
                            if !inside {
                                parts.skip_inside();
                            }
                        }
                        objet::WalkEvent::Leave(object) => match Case::of(object) {
                            $(
                                Some(Case::$base) => self.$default($crate::functor::known(object)),
                                $(Some(Case::$node) => self.$visit_node($crate::functor::known(object)),)*
                            )+
                            None => {}
                        },
                    }
                }
            }

            $(
                #[doc = concat!("Asked about each `", stringify!($base), "` before what is in it: whether to go on to that, and then to it.")]
                fn $enter(&mut self, object: &$base) -> bool {
                    let _ = object;
                    true
                }

                #[doc = concat!("Given each `", stringify!($base), "` that no other method is for, after what is in it.")]
                fn $default(&mut self, object: &$base) {
                    let _ = object;
                }

                $(
                    #[doc = concat!("Given each `", stringify!($node), "`, after what is in it.")]
                    fn $visit_node(&mut self, object: &$node) {
                        self.$default(objet::IsObjectRef::upcast_ref(object));
                    }
                )*
            )+
        }

        $(#[$mutator_doc])*
        pub trait $mutator {
            /// What can go wrong.
            type Error: From<objet::RewriteError>;

            /// Rewrites all that is in `root`, be it an expression, an array, or a whole module. As [`objet::rewrite()`] does, it changes in place
            /// what only `root` refers to: clone it to keep it as it was.
            ///
            /// # Errors
            /// Those of the methods, and [`objet::RewriteError`] if something does not fit where it belongs.
            fn mutate<R: objet::IsObjectRef>(&mut self, root: R) -> Result<R, Self::Error>
            where
                Self: Sized,
            {
                objet::rewrite_with(root, &mut Mutating(self))
            }

            $(
                #[doc = concat!("Asked about each `", stringify!($base), "` before what is in it: whether that is rewritten, or what else to do.")]
                ///
                /// # Errors
                /// Whatever ends the rewriting.
                fn $enter(&mut self, object: &$base) -> Result<objet::Enter, Self::Error> {
                    let _ = object;
                    Ok(objet::Enter::Inside)
                }

                #[doc = concat!("Given each `", stringify!($base), "` that no other method is for, with what is in it rewritten; gives what takes its place.")]
                ///
                /// # Errors
                /// Whatever ends the rewriting.
                fn $default(&mut self, object: $base) -> Result<$base, Self::Error> {
                    Ok(object)
                }

                $(
                    #[doc = concat!("Given each `", stringify!($node), "`, with what is in it rewritten; gives what takes its place.")]
                    ///
                    /// # Errors
                    /// Whatever ends the rewriting.
                    fn $visit_node(&mut self, object: $node) -> Result<$base, Self::Error> {
                        self.$default(objet::IsObjectRef::upcast(object))
                    }
                )*
            )+
        }

        /// The language's mutator as one of any graph.
        struct Mutating<'m, M>(&'m mut M);

        impl<M: $mutator> objet::Mutator for Mutating<'_, M> {
            type Error = M::Error;

            fn enter(&mut self, object: &objet::ObjectRef) -> Result<objet::Enter, M::Error> {
                match Case::of(object) {
                    $(Some(Case::$base $(| Case::$node)*) => self.0.$enter($crate::functor::known(object)),)+
                    None if $crate::functor::is_transparent(object) => Ok(objet::Enter::Inside),
                    None => Ok(objet::Enter::Keep),
                }
            }

            fn leave(&mut self, object: objet::ObjectRef) -> Result<objet::ObjectRef, M::Error> {
                match Case::of(&object) {
                    $(
                        Some(Case::$base) => {
                            self.0.$default($crate::functor::known_owned(object)).map(objet::ObjectRef::from)
                        }
                        $(
                            Some(Case::$node) => {
                                self.0.$visit_node($crate::functor::known_owned(object)).map(objet::ObjectRef::from)
                            }
                        )*
                    )+
                    None => Ok(object),
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
            /// What the methods give.
            type Output;

            /// Calls the method for the type of `object`.
            fn $visit(&mut self, object: &$base) -> Self::Output {
                let untyped = objet::IsObjectRef::as_object_ref(object);
                match Case::of(untyped) {
                    $(Some(Case::$node) => self.$visit_node($crate::functor::known(untyped)),)*
                    _ => self.$default(object),
                }
            }

            #[doc = concat!("Called for a `", stringify!($base), "` that no other method is for.")]
            fn $default(&mut self, object: &$base) -> Self::Output;

            $(
                #[doc = concat!("Called for a `", stringify!($node), "`.")]
                fn $visit_node(&mut self, object: &$node) -> Self::Output {
                    self.$default(objet::IsObjectRef::upcast_ref(object))
                }
            )*
        }
    };
}

pub(crate) use functors;
