//! Builds the patterns of unmatched cases.

use objet::prelude::*;
use objet_ir::adt::Constructor;

use crate::adt::{Pattern, PatternConstructor, PatternTuple, PatternWildcard};

/// A part of the matched value. The parts of a part have greater numbers.
pub(super) type Part = u32;

/// A decision about one part of the matched value.
pub(super) enum Choice {
    /// The part is a tuple, whose fields are these parts.
    Tuple(Parts),
    /// The part was made by a constructor with these arguments.
    Constructor(Constructor, Parts),
    /// The part was made by one of several constructors, whose arguments no clause looks at.
    Other(Vec<Constructor>),
}

/// A range of parts. The first field has the greatest number, so that the search, which prefers
/// great numbers, takes the fields of the latest choice from left to right.
#[derive(Clone, Copy)]
pub(super) struct Parts {
    pub(super) from: Part,
    pub(super) count: u32,
}

impl Parts {
    /// Returns the parts, first field first.
    pub(super) fn iter(self) -> impl Iterator<Item = Part> {
        (self.from..self.from + self.count).rev()
    }
}

/// The decisions along a path of the search, and the next combination of the constructors in
/// [`Choice::Other`].
pub(super) struct Combinations {
    /// For each choice: the index of its constructor, if it has several.
    digits: Vec<usize>,
}

impl Combinations {
    /// Starts with the last constructor of each choice.
    pub(super) fn first<'c>(choices: impl Iterator<Item = &'c Choice>) -> Self {
        Self { digits: choices.map(|choice| count(choice) - 1).collect() }
    }

    /// Builds the pattern of the combination. Returns the number of its nodes, too.
    pub(super) fn pattern<'c>(
        &self,
        choices: impl DoubleEndedIterator<Item = (Part, &'c Choice)> + ExactSizeIterator,
        parts: Part,
    ) -> (Pattern, usize) {
        let mut built: Vec<Option<Pattern>> = vec![None; parts as usize];
        let mut nodes = 1;
        // The parts of a part are decided later, so their patterns are built first.
        for (index, (part, choice)) in choices.enumerate().rev() {
            let mut patterns = |parts: Parts| -> Array<Pattern> {
                nodes += parts.count as usize;
                parts.iter().map(|part| built[part as usize].take().unwrap_or_else(wildcard)).collect()
            };
            let pattern: Pattern = match choice {
                Choice::Tuple(parts) => PatternTuple::new(patterns(*parts), None).upcast(),
                Choice::Constructor(constructor, parts) => {
                    PatternConstructor::new(constructor.clone(), patterns(*parts), None).upcast()
                }
                Choice::Other(constructors) => {
                    let constructor = &constructors[self.digits[index]];
                    let arguments: Array<Pattern> = constructor.inputs.iter().map(|_| wildcard()).collect();
                    nodes += arguments.len();
                    PatternConstructor::new(constructor.clone(), arguments, None).upcast()
                }
            };
            built[part as usize] = Some(pattern);
        }
        (built.first_mut().and_then(Option::take).unwrap_or_else(wildcard), nodes)
    }

    /// Goes on to the next combination. Returns whether there is one.
    pub(super) fn advance<'c>(&mut self, choices: impl Iterator<Item = &'c Choice>) -> bool {
        let choices: Vec<_> = choices.collect();
        for (digit, choice) in self.digits.iter_mut().zip(choices).rev() {
            if *digit > 0 {
                *digit -= 1;
                return true;
            }
            *digit = count(choice) - 1;
        }
        false
    }
}

/// Returns the number of constructors of a choice.
fn count(choice: &Choice) -> usize {
    match choice {
        Choice::Other(constructors) => constructors.len(),
        _ => 1,
    }
}

fn wildcard() -> Pattern {
    PatternWildcard::new(None).upcast()
}
