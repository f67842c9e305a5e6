//! The evaluation of matches.

use objet::prelude::*;
use objet::walk::WalkEvent;
use objet_ir::expr::RelayExpr;

use super::PartialEvaluationError;
use super::activations::ActivationId;
use super::atom;
use super::evaluator::{Continuation, Evaluator, Step};
use super::residual::{BlockId, Code};
use super::values::{Known, ValueId};
use crate::adt::{
    Match, Pattern, PatternConstructorNode, PatternTupleNode, PatternVar, PatternVarNode, PatternWildcardNode,
};
use crate::expr::Var;
use crate::functor::parts;

/// Whether a pattern matches a value.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Outcome {
    Match,
    NoMatch,
    Unknown,
}

impl Evaluator<'_> {
    /// Continues with the clause that matches a value.
    pub(super) fn match_value(
        &mut self,
        node: Match,
        activation: ActivationId,
        value: ValueId,
    ) -> Result<Step, PartialEvaluationError> {
        for clause in &node.clauses {
            match self.try_pattern(&clause.lhs, activation, value) {
                Outcome::Match => return Ok(Step::Evaluate(clause.rhs.clone(), activation)),
                Outcome::NoMatch => {}
                Outcome::Unknown => break,
            }
        }
        // If no clause matches, the program fails when it runs.
        let data = self.values.atom(value);
        self.clause(node, activation, data, Vec::new())
    }

    /// Compares a value with a pattern, and binds the variables of the pattern.
    fn try_pattern(&mut self, pattern: &Pattern, activation: ActivationId, value: ValueId) -> Outcome {
        let mut outcome = Outcome::Match;
        let mut waiting = vec![(pattern, value)];
        while let Some((pattern, value)) = waiting.pop() {
            let (patterns, values) = match_node!(match pattern {
                PatternWildcardNode => continue,
                found @ PatternVarNode => {
                    self.activations.insert(activation, &found.var, value);
                    continue;
                }
                found @ PatternConstructorNode => match self.values.known(value) {
                    Known::Data(constructor, fields)
                        if constructor.name_hint == found.constructor.name_hint =>
                    {
                        (&found.patterns, fields)
                    }
                    Known::Data(..) => return Outcome::NoMatch,
                    _ => {
                        outcome = Outcome::Unknown;
                        continue;
                    }
                },
                found @ PatternTupleNode => match self.values.known(value) {
                    Known::Tuple(fields) => (&found.patterns, fields),
                    _ => {
                        outcome = Outcome::Unknown;
                        continue;
                    }
                },
                _ => {
                    outcome = Outcome::Unknown;
                    continue;
                }
            });
            waiting.extend(patterns.iter().zip(values.iter().copied()).rev());
        }
        outcome
    }

    /// Evaluates the next clause of an unknown value, or binds the finished clauses.
    pub(super) fn clause(
        &mut self,
        node: Match,
        activation: ActivationId,
        data: RelayExpr,
        done: Vec<(Pattern, BlockId)>,
    ) -> Result<Step, PartialEvaluationError> {
        let Some(clause) = node.clauses.get(done.len()).cloned() else {
            self.store.invalidate();
            let has_effect = done.iter().any(|(_, block)| self.residual.has_effect(*block));
            let code = Code::Match { data, clauses: done, complete: node.complete };
            return Ok(Step::Value(self.bind(code, Known::Nothing, has_effect)));
        };
        for event in parts(&clause.lhs) {
            let WalkEvent::Enter(object) = event else { continue };
            let Some(pattern) = object.downcast_ref::<PatternVar>() else { continue };
            let new = self.fresh(&pattern.var, activation)?;
            let value = self.values.push(Known::Nothing, atom(&new));
            self.activations.insert(activation, &pattern.var, value);
        }
        let pattern = objet::rewrite(clause.lhs.clone(), |object: ObjectRef| {
            let Some(var) = object.downcast_ref::<Var>() else { return object };
            match self.activations.get(activation, &var.vid) {
                Some(value) => self.values.atom(value).into_object_ref(),
                None => object,
            }
        })?;
        let mark = self.store.mark();
        self.rest.push(Continuation::Clause { node, activation, data, mark, pattern, done });
        self.open();
        Ok(Step::Evaluate(clause.rhs.clone(), activation))
    }
}
