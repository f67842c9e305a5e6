//! The evaluation of matches.

use objet::containers::ADT;
use objet::prelude::*;

use super::EvaluationError;
use super::evaluator::{Evaluator, Result, Step, expect};
use super::values::{ConstructorValue, ConstructorValueNode};
use crate::adt::{
    Match, Pattern, PatternConstructorNode, PatternTupleNode, PatternVarNode, PatternWildcardNode,
};

impl Evaluator<'_> {
    /// Continues with the first clause whose pattern fits the value.
    pub(super) fn match_value(&mut self, node: &Match) -> Result<Step> {
        let value = self.atom(&node.data)?;
        for clause in &node.clauses {
            if self.fits(&clause.lhs, &value, node)? {
                return Ok(Step::Evaluate(clause.rhs.clone()));
            }
        }
        let constructor = match value.as_node::<ConstructorValueNode>() {
            Some(ConstructorValueNode { constructor: Some(constructor), .. }) => {
                format!("the constructor {}", constructor.name_hint)
            }
            Some(value) => format!("the constructor with the tag {}", value.tag),
            None => format!("type {}", value.type_key()),
        };
        Err(EvaluationError::NoMatch { constructor, at: node.span.as_ref().into() })
    }

    /// Compares a value with a pattern, and gives values to the variables of the pattern.
    fn fits(&mut self, pattern: &Pattern, value: &ObjectRef, node: &Match) -> Result<bool> {
        let at = node.span.as_ref();
        let mut waiting = vec![(pattern.clone(), value.clone())];
        while let Some((pattern, value)) = waiting.pop() {
            match_node!(match &pattern {
                PatternWildcardNode => {}
                found @ PatternVarNode => {
                    self.activation.insert(found.var.vid.clone(), value);
                }
                found @ PatternConstructorNode => {
                    let data: ConstructorValue = expect(value, "a value of a constructor", at)?;
                    if data.tag != found.constructor.tag.load() {
                        return Ok(false);
                    }
                    if data.fields.len() != found.patterns.len() {
                        let (expected, found) = (found.patterns.len(), data.fields.len());
                        return Err(EvaluationError::Arguments { expected, found, at: at.into() });
                    }
                    let pairs = found.patterns.iter().cloned().zip(data.fields.iter().cloned());
                    waiting.extend(pairs.rev());
                }
                found @ PatternTupleNode => {
                    let tuple: ADT = expect(value, "a tuple", at)?;
                    let fields: Vec<ObjectRef> = tuple.iter().flatten().cloned().collect();
                    if fields.len() != found.patterns.len() {
                        let (len, index) = (fields.len(), found.patterns.len() as i32 - 1);
                        return Err(EvaluationError::Field { len, index, at: at.into() });
                    }
                    waiting.extend(found.patterns.iter().cloned().zip(fields).rev());
                }
                _ => {
                    let key = pattern.type_key();
                    return Err(EvaluationError::Expression { key, at: at.into() });
                }
            });
        }
        Ok(true)
    }
}
