//! The parsed form of a `match` over nodes.

use syn::{Arm as SynArm, Expr, ExprMatch, Pat, Token};

use crate::errors::Errors;
use crate::match_node::pattern::Pattern;

pub(crate) struct Match<'a> {
    pub(crate) match_token: Token![match],
    /// The matched references. A tuple is matched element by element.
    pub(crate) references: Vec<&'a Expr>,
    pub(crate) arms: Vec<Arm<'a>>,
}

pub(crate) struct Arm<'a> {
    /// The arm as it was written.
    pub(crate) source: &'a SynArm,
    pub(crate) pattern: Pattern,
    pub(crate) guard: Option<&'a Expr>,
    pub(crate) body: &'a Expr,
}

impl<'a> Match<'a> {
    pub(crate) fn from_input(input: &'a ExprMatch, errors: &mut Errors) -> Self {
        let references = match &*input.expr {
            Expr::Tuple(tuple) if !tuple.elems.is_empty() => tuple.elems.iter().collect(),
            one => vec![one],
        };
        let is_tuple = matches!(&*input.expr, Expr::Tuple(_));
        let arms = input.arms.iter().map(|arm| {
            let (pat, guard) = match &arm.pat {
                Pat::Guard(guarded) => (&*guarded.pat, Some(&*guarded.guard)),
                pat => (pat, None),
            };
            let pattern = match is_tuple {
                true => Pattern::of_tuple(pat, references.len(), errors),
                false => Pattern::of_reference(pat, errors),
            };
            Arm { source: arm, pattern, guard, body: &arm.body }
        });
        let arms = arms.collect();
        Self { match_token: input.match_token, references, arms }
    }
}

impl Arm<'_> {
    /// Whether the arm takes everything.
    pub(crate) fn is_irrefutable(&self) -> bool {
        self.guard.is_none() && self.pattern.is_irrefutable()
    }
}
