//! The pass of a set of rules.

use std::marker::PhantomData;

use objet_object::{IsObjectRef, Object, ObjectRef};

use super::pass::{Leave, Pass};
use super::rewriter::{RewriteContext, Rewriter};
use super::{Enter, RewriteError};
use crate::loaded::Loaded;
use crate::memory::{LastOffsets, Node};
use crate::type_plan::{Step, TypePlan, TypePlans};

/// An order, and whether the rules apply repeatedly.
pub(super) trait Order {
    const IS_PRE: bool;
    const IS_REPEATED: bool;
}

pub(super) struct PostOrder;
pub(super) struct PostOrderRepeated;
pub(super) struct PreOrder;
pub(super) struct PreOrderRepeated;

impl Order for PostOrder {
    const IS_PRE: bool = false;
    const IS_REPEATED: bool = false;
}

impl Order for PostOrderRepeated {
    const IS_PRE: bool = false;
    const IS_REPEATED: bool = true;
}

impl Order for PreOrder {
    const IS_PRE: bool = true;
    const IS_REPEATED: bool = false;
}

impl Order for PreOrderRepeated {
    const IS_PRE: bool = true;
    const IS_REPEATED: bool = true;
}

/// The pass of a set of rules.
pub(super) struct ByRules<'p, C: ?Sized, E, O> {
    rewriter: &'p Rewriter<C, E>,
    plans: &'p TypePlans,
    state: &'p mut C,
    /// The number of further replacements.
    remaining: u64,
    order: PhantomData<O>,
}

impl<'p, C: ?Sized, E, O: Order> ByRules<'p, C, E, O> {
    pub(super) fn new(rewriter: &'p Rewriter<C, E>, plans: &'p TypePlans, state: &'p mut C) -> Self {
        Self { rewriter, plans, state, remaining: rewriter.limit, order: PhantomData }
    }
}

impl<C: ?Sized, E: From<RewriteError>, O: Order> ByRules<'_, C, E, O> {
    /// Returns the replacement of an object by the first rule that has one.
    #[inline]
    fn apply(&mut self, object: &ObjectRef, plan: &TypePlan) -> Result<Option<ObjectRef>, E> {
        for rule in &plan.rules {
            let mut context = RewriteContext { object, state: &mut *self.state };
            let replacement = (self.rewriter.rules[*rule as usize].apply)(&mut context)?;
            if let Some(replacement) = replacement.filter(|replacement| !replacement.same_as(object)) {
                if O::IS_PRE || O::IS_REPEATED {
                    let none = RewriteError::NoFixpoint { limit: self.rewriter.limit };
                    self.remaining = self.remaining.checked_sub(1).ok_or(none)?;
                }
                return Ok(Some(replacement));
            }
        }
        Ok(None)
    }

    /// Returns the result for an object after its references are rewritten.
    fn leave_as(replacement: ObjectRef) -> Leave {
        if O::IS_REPEATED { Leave::Again(replacement) } else { Leave::As(replacement) }
    }
}

/// A plan, and its step, which is needed first.
#[derive(Clone, Copy)]
pub(super) struct Planned<'p> {
    plan: &'p TypePlan,
    step: Step,
}

impl<'p, C: ?Sized, E: From<RewriteError>, O: Order> Pass<'p> for ByRules<'p, C, E, O> {
    type Error = E;
    type OfType = Planned<'p>;

    const REVISITS: bool = O::IS_REPEATED;

    #[inline]
    fn of_type(&self, object: &Object, node: Option<Node<'_>>) -> Planned<'p> {
        let plan = self.plans.of(object, node);
        Planned { plan, step: plan.step }
    }

    #[inline]
    fn followed(of: Planned<'p>, _node: Node<'_>) -> &'p [u32] {
        of.plan.followed.indices()
    }

    #[inline(always)]
    fn has_references(of: Planned<'p>, _node: Node<'_>) -> bool {
        of.step == Step::Inside
    }

    #[inline(always)]
    fn reference<'a>(
        of: Planned<'p>,
        node: Node<'a>,
        position: usize,
        last: &mut LastOffsets<'p>,
        loaded: &'a Loaded,
    ) -> Option<&'a ObjectRef> {
        of.plan.followed.reference(node, position, last, loaded)
    }

    #[inline]
    fn visits(&self, _object: &ObjectRef, of: Planned<'p>) -> bool {
        of.step != Step::Skip
    }

    #[inline]
    fn enter(&mut self, object: &ObjectRef, of: Planned<'p>) -> Result<Enter, E> {
        if O::IS_PRE
            && let Some(replacement) = self.apply(object, of.plan)?
        {
            return Ok(Enter::Instead(replacement));
        }
        Ok(Enter::Inside)
    }

    #[inline]
    fn leave_kept(&mut self, object: &ObjectRef, of: Planned<'p>) -> Result<Leave, E> {
        if !O::IS_PRE
            && let Some(replacement) = self.apply(object, of.plan)?
        {
            return Ok(Self::leave_as(replacement));
        }
        Ok(Leave::Kept)
    }

    #[inline]
    fn leave_own(&mut self, object: ObjectRef, of: Planned<'p>) -> Result<Leave, E> {
        if (!O::IS_PRE || O::IS_REPEATED)
            && let Some(replacement) = self.apply(&object, of.plan)?
        {
            return Ok(Self::leave_as(replacement));
        }
        Ok(Leave::As(object))
    }
}
