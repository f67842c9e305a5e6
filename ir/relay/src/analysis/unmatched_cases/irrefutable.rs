//! Finds patterns that match every value of their type.

use std::collections::HashMap;

use objet::prelude::*;

use super::search::Definitions;
use crate::adt::{Pattern, PatternConstructorNode, PatternTupleNode, PatternVarNode, PatternWildcardNode};

/// The patterns that are known to match every value, or not to.
///
/// A tuple of irrefutable patterns is irrefutable, and so is the pattern of a constructor that is
/// the only one of its type. The search treats all of them like `_`, so it needs no steps for the
/// parts of such patterns.
#[derive(Default)]
pub(super) struct Irrefutable(HashMap<Pattern, bool>);

impl Irrefutable {
    /// Returns whether the pattern matches every value.
    pub(super) fn contains(&mut self, pattern: &Pattern, definitions: &mut Definitions) -> bool {
        let mut path = vec![(pattern.clone(), 0)];
        while let Some((pattern, next)) = path.last_mut() {
            if self.0.contains_key(pattern) {
                path.pop();
                continue;
            }
            let known = match (parts(pattern, definitions), *next) {
                (Parts::All, _) => Some(true),
                (Parts::None, _) => Some(false),
                (Parts::Each(parts), index) => match parts.get(index) {
                    None => Some(true),
                    Some(part) => match self.0.get(part) {
                        Some(false) => Some(false),
                        Some(true) => {
                            *next += 1;
                            None
                        }
                        None => {
                            let part = part.clone();
                            path.push((part, 0));
                            continue;
                        }
                    },
                },
            };
            if let Some(known) = known {
                self.0.insert(pattern.clone(), known);
                path.pop();
            }
        }
        self.0[pattern]
    }
}

/// The values that the top of a pattern matches.
enum Parts<'p> {
    All,
    /// Every value whose parts match these patterns.
    Each(&'p [Pattern]),
    /// Not every value, whatever the parts are.
    None,
}

fn parts<'p>(pattern: &'p Pattern, definitions: &mut Definitions) -> Parts<'p> {
    match_node!(match pattern {
        PatternWildcardNode | PatternVarNode => Parts::All,
        tuple @ PatternTupleNode => Parts::Each(&tuple.patterns),
        node @ PatternConstructorNode => match definitions.of(&node.constructor) {
            Ok(definition)
                if definition.data.constructors.len() == 1
                    && node.patterns.len() == node.constructor.inputs.len() =>
                Parts::Each(&node.patterns),
            _ => Parts::None,
        },
        _ => Parts::None,
    })
}
