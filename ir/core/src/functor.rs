//! Functors, visitors and mutators: what relay and tir have in common there.
//!
//! A language is given as a list of its nodes, under their bases, to [`functors!`](crate::functors!), which writes the traits. None of them recurses: a visitor is
//! driven by the walk over a graph, a mutator by its rewriting, so each object is met once however many ways lead to it, and the depth
//! of an expression does not matter. A type that is not in the list, as one of another crate, is treated as its base is.

use std::marker::PhantomData;

use objet::prelude::*;
use objet::{NodeFunctor, Walk, WalkEvent, walk_where};

use crate::module::IRModule;

/// The walk over the parts of a language in a graph.
pub struct Parts<L> {
    walk: Walk<fn(&ObjectRef) -> bool>,
    of: PhantomData<L>,
}

/// What an object of a language is.
pub trait Part: Copy + PartialEq + Send + Sync + 'static {
    /// An array, a map or a module: gone through to what is in it, though it is no part of the language.
    const CONTAINER: Self;

    /// `None` for what is no part of the language.
    fn of(object: &ObjectRef) -> Option<Self>;
}

impl<L: Part> Parts<L> {
    /// Begins the walk at `root`.
    pub fn new(root: &impl IsObjectRef) -> Self {
        let goes_to = |object: &ObjectRef| L::of(object).is_some();
        let mut walk = walk_where(root, goes_to as fn(&ObjectRef) -> bool);
        if !goes_to(root.as_object_ref()) {
            walk.next();
            walk.skip_inside();
        }
        Self { walk, of: PhantomData }
    }

    /// The next step of the walk, with what the object is.
    #[inline]
    pub fn next_part(&mut self) -> Option<(L, WalkEvent)> {
        loop {
            let event = self.walk.next()?;
            let (WalkEvent::Enter(object) | WalkEvent::Leave(object)) = &event;
            match L::of(object) {
                Some(part) if part != L::CONTAINER => return Some((part, event)),
                _ => {}
            }
        }
    }

    /// Has the walk not go into the part that it entered last, nor leave it.
    pub fn skip_inside(&mut self) {
        self.walk.skip_inside();
    }
}

impl<L: Part> Iterator for Parts<L> {
    type Item = WalkEvent;

    fn next(&mut self) -> Option<WalkEvent> {
        self.next_part().map(|(_, event)| event)
    }
}

/// What tells the nodes of a language apart, to which these are added.
pub fn with_containers<L: Part>() -> NodeFunctor<(), L> {
    let mut cases = NodeFunctor::new();
    add_case::<Array<ObjectRef>, _>(&mut cases, L::CONTAINER);
    add_case::<Map<ObjectRef, ObjectRef>, _>(&mut cases, L::CONTAINER);
    add_case::<IRModule, _>(&mut cases, L::CONTAINER);
    cases
}

/// Adds a case to what tells the nodes of a language apart.
pub fn add_case<R: IsObjectRef, C: Copy + Send + Sync + 'static>(cases: &mut NodeFunctor<(), C>, case: C) {
    if let Err(error) = cases.set_dispatch(move |_: &R::Node, ()| case) {
        unreachable!("the nodes of a language are linked in and listed once: {error}");
    }
}

/// An object as what its case says that it is.
pub fn known<R: IsObjectRef>(object: &ObjectRef) -> &R {
    match object.downcast_ref() {
        Some(reference) => reference,
        None => unreachable!("an object of the case of {}, found {}", R::type_name(), object.type_key()),
    }
}

/// As [`known`], with the reference itself.
pub fn known_owned<R: IsObjectRef>(object: ObjectRef) -> R {
    match object.downcast() {
        Ok(reference) => reference,
        Err(error) => unreachable!("an object of the case of {}: {error}", R::type_name()),
    }
}

/// Writes a language's functors, its visitor and its mutator. For each base: the functor if there is to be one, the methods that are
/// called before and instead of those of its nodes, and its nodes with the names of their methods.
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
        /// What an object of the language is.
        #[derive(Clone, Copy, PartialEq)]
        pub(crate) enum Case {
            Container,
            $($base, $($node,)*)+
        }

        impl $crate::functor::Part for Case {
            const CONTAINER: Self = Self::Container;

            #[inline]
            fn of(object: &$crate::__private::objet::ObjectRef) -> Option<Self> {
                static CASES: std::sync::LazyLock<$crate::__private::objet::NodeFunctor<(), Case>> = std::sync::LazyLock::new(|| {
                    let mut cases = $crate::functor::with_containers();
                    $(
                        $crate::functor::add_case::<$base, _>(&mut cases, Case::$base);
                        $($crate::functor::add_case::<$node, _>(&mut cases, Case::$node);)*
                    )+
                    cases
                });
                CASES.try_call(object, &mut ())
            }
        }

        $(
            $crate::functors! {
                @functor $base, $default $(, $(#[$functor_doc])* $functor, $visit)? { $($node => $visit_node,)* }
            }
        )+

        $(#[$visitor_doc])*
        pub trait $visitor {
            /// Goes through all that is in `root`, be it an expression, an array, or a whole module.
            fn visit(&mut self, root: &impl $crate::__private::objet::IsObjectRef)
            where
                Self: Sized,
            {
                let mut parts = $crate::functor::Parts::<Case>::new(root);
                while let Some((part, event)) = parts.next_part() {
                    match event {
                        $crate::__private::objet::WalkEvent::Enter(object) => {
                            let inside = match part {
                                $(Case::$base $(| Case::$node)* => self.$enter($crate::functor::known(&object)),)+
                                Case::Container => true,
                            };
                            if !inside {
                                parts.skip_inside();
                            }
                        }
                        $crate::__private::objet::WalkEvent::Leave(object) => match part {
                            $(
                                Case::$base => self.$default($crate::functor::known(&object)),
                                $(Case::$node => self.$visit_node($crate::functor::known(&object)),)*
                            )+
                            Case::Container => {}
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
                        self.$default($crate::__private::objet::IsObjectRef::upcast_ref(object));
                    }
                )*
            )+
        }

        $(#[$mutator_doc])*
        pub trait $mutator {
            /// What can go wrong.
            type Error: From<$crate::__private::objet::RewriteError>;

            /// Rewrites all that is in `root`, be it an expression, an array, or a whole module. As [`objet::rewrite()`] does, it changes in place
            /// what only `root` refers to: clone it to keep it as it was.
            ///
            /// # Errors
            /// Those of the methods, and [`objet::RewriteError`] if something does not fit where it belongs.
            fn mutate<R: $crate::__private::objet::IsObjectRef>(&mut self, root: R) -> Result<R, Self::Error>
            where
                Self: Sized,
            {
                $crate::__private::objet::rewrite_with(root, &mut Mutating(self))
            }

            $(
                #[doc = concat!("Asked about each `", stringify!($base), "` before what is in it: whether that is rewritten, or what else to do.")]
                ///
                /// # Errors
                /// Whatever ends the rewriting.
                fn $enter(&mut self, object: &$base) -> Result<$crate::__private::objet::Enter, Self::Error> {
                    let _ = object;
                    Ok($crate::__private::objet::Enter::Inside)
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
                        self.$default($crate::__private::objet::IsObjectRef::upcast(object))
                    }
                )*
            )+
        }

        /// The language's mutator as one of any graph.
        struct Mutating<'m, M>(&'m mut M);

        impl<M: $mutator> $crate::__private::objet::Mutator for Mutating<'_, M> {
            type Error = M::Error;

            fn goes_to(&self, object: &$crate::__private::objet::ObjectRef) -> bool {
                <Case as $crate::functor::Part>::of(object).is_some()
            }

            fn enter(&mut self, object: &$crate::__private::objet::ObjectRef) -> Result<$crate::__private::objet::Enter, M::Error> {
                match <Case as $crate::functor::Part>::of(object) {
                    $(Some(Case::$base $(| Case::$node)*) => self.0.$enter($crate::functor::known(object)),)+
                    Some(Case::Container) => Ok($crate::__private::objet::Enter::Inside),
                    None => Ok($crate::__private::objet::Enter::Keep),
                }
            }

            fn leave(&mut self, object: $crate::__private::objet::ObjectRef) -> Result<$crate::__private::objet::ObjectRef, M::Error> {
                match <Case as $crate::functor::Part>::of(&object) {
                    $(
                        Some(Case::$base) => {
                            self.0.$default($crate::functor::known_owned(object)).map($crate::__private::objet::ObjectRef::from)
                        }
                        $(
                            Some(Case::$node) => {
                                self.0.$visit_node($crate::functor::known_owned(object)).map($crate::__private::objet::ObjectRef::from)
                            }
                        )*
                    )+
                    Some(Case::Container) | None => Ok(object),
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
                let untyped = $crate::__private::objet::IsObjectRef::as_object_ref(object);
                match <Case as $crate::functor::Part>::of(untyped) {
                    $(Some(Case::$node) => self.$visit_node($crate::functor::known(untyped)),)*
                    _ => self.$default(object),
                }
            }

            #[doc = concat!("Called for a `", stringify!($base), "` that no other method is for.")]
            fn $default(&mut self, object: &$base) -> Self::Output;

            $(
                #[doc = concat!("Called for a `", stringify!($node), "`.")]
                fn $visit_node(&mut self, object: &$node) -> Self::Output {
                    self.$default($crate::__private::objet::IsObjectRef::upcast_ref(object))
                }
            )*
        }
    };
}
