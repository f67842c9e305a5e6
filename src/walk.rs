//! Walks, rewriting and dispatch on types.
//!
//! [`post_order`](crate::post_order), [`rewrite`](crate::rewrite()),
//! [`Rewriter`](crate::Rewriter) and [`Visitor`](crate::Visitor) are at the root of the crate.

pub use objet_reflection::{
    AddressHasher, Content, DeepCopy, Enter, ExtensionError, ExtensionPoint, FunctorError, Mutator,
    NodeFunctor, ObjectHashMap, ObjectHashSet, PostOrder, PreOrder, Replacement, RewriteContext,
    RewriteError, RewriteOrder, RewriteResult, RewriteRule, VisitContext, Walk, WalkEvent, WalkStep,
    deep_copy, pre_order, references, rewrite_with, walk, walk_where,
};
