//! Types matches: constructors, patterns and clauses.

use objet::prelude::*;
use objet_ir::adt::{Constructor, ConstructorNode};
use objet_ir::expr::RelayExpr;
use objet_ir::span::Span;
use objet_ir::types::{FuncType, TupleType, TupleTypeNode, Type, TypeCall, TypeCallNode, TypeVar};

use super::super::error;
use super::calls::instantiate;
use super::{Checker, Step, unknown};
use crate::adt::{Match, Pattern, PatternConstructorNode, PatternTupleNode, PatternVarNode};
use crate::analysis::unmatched_cases;

impl Checker<'_> {
    pub(super) fn constructor(&self, constructor: &ConstructorNode, span: Option<&Span>) -> Type {
        let definition = self.module.map(|module| module.lookup_type_def(&constructor.belong_to));
        let type_vars = match definition {
            Some(Ok(definition)) => definition.type_vars.clone(),
            Some(Err(error)) => {
                self.emit(span, format!("the constructor `{}`: {error}", constructor.name_hint));
                return unknown();
            }
            None => {
                let name = &constructor.name_hint;
                self.emit(span, format!("the type of the constructor `{name}` is unknown without a module"));
                return unknown();
            }
        };
        let args: Array<Type> = type_vars.iter().cloned().map(TypeVar::upcast).collect();
        let result = TypeCall::new(constructor.belong_to.clone(), args, None);
        FuncType::new(constructor.inputs.clone(), result, type_vars, [], None).upcast()
    }

    /// Unifies the values of clauses, one after the other.
    pub(super) fn clauses(&mut self, expr: RelayExpr, done: usize, mut ty: Type, steps: &mut Vec<Step>) {
        let Some(node) = expr.downcast_ref::<Match>() else { return };
        if done == 0 {
            let data = self.ty(&node.data);
            for clause in &node.clauses {
                self.pattern(&clause.lhs, &data);
            }
        } else {
            let value = self.ty(&node.clauses[done - 1].rhs);
            ty = self.unify(&ty, &value, expr.span.as_ref());
        }
        match node.clauses.get(done) {
            Some(clause) => {
                let value = clause.rhs.clone();
                steps.push(Step::Clauses(expr, done + 1, ty));
                steps.push(Step::Enter(value));
            }
            None => {
                self.unmatched(node);
                self.finish(expr, ty);
            }
        }
    }

    /// Checks that a match that is declared to be complete handles all values. Patterns whose cases
    /// cannot be listed have errors of their own, or too many cases for the search.
    fn unmatched(&self, found: &Match) {
        if found.complete {
            let cases = unmatched_cases(found, self.module).map_while(Result::ok);
            let cases: Vec<Pattern> = cases.take(error::MAX_CASES).collect();
            if !cases.is_empty() {
                self.emit(found.span.as_ref(), error::unmatched(&cases));
            }
        }
    }

    /// Types the variables of a pattern that values of type `ty` match.
    fn pattern(&mut self, pattern: &Pattern, ty: &Type) {
        let mut waiting = vec![(pattern.clone(), ty.clone())];
        while let Some((pattern, ty)) = waiting.pop() {
            let span = pattern.span.as_ref();
            match_node!(match &pattern {
                PatternVarNode { var, .. } => {
                    let own = self.variable(var.upcast_ref());
                    self.unify(&own, &ty, span);
                }
                tuple @ PatternTupleNode => {
                    let fields: Array<Type> = tuple.patterns.iter().map(|_| unknown()).collect();
                    let expected = TupleType::new(fields.clone(), None).upcast();
                    let unified = self.unify(&ty, &expected, span);
                    let fields = unified.as_node::<TupleTypeNode>().map_or(fields, |ty| ty.fields.clone());
                    waiting.extend(tuple.patterns.iter().cloned().zip(fields).rev());
                }
                constructor @ PatternConstructorNode => {
                    let inputs = self.constructor_inputs(constructor, &ty, span);
                    let patterns = constructor.patterns.iter().cloned();
                    let patterns: Vec<_> = patterns.zip(inputs).collect();
                    waiting.extend(patterns.into_iter().rev());
                }
                _ => {}
            });
        }
    }

    /// Returns the types of the arguments of a constructor in a pattern.
    fn constructor_inputs(
        &mut self,
        pattern: &PatternConstructorNode,
        ty: &Type,
        span: Option<&Span>,
    ) -> Vec<Type> {
        let constructor: &Constructor = &pattern.constructor;
        let Some(func) = self.constructor(constructor, span).downcast::<FuncType>().ok() else {
            return pattern.patterns.iter().map(|_| unknown()).collect();
        };
        let args: Vec<Type> = func.type_params.iter().map(|_| unknown()).collect();
        let expected = TypeCall::new(constructor.belong_to.clone(), args.as_slice(), None).upcast();
        let unified = self.unify(ty, &expected, span);
        let args = unified.as_node::<TypeCallNode>().map_or(args, |call| call.args.to_vec());
        let (expected, found) = (func.arg_types.len(), pattern.patterns.len());
        if expected != found {
            self.emit(span, error::pattern_count(&constructor.name_hint, expected, found));
        }
        let func = instantiate(&func, &args);
        let missing = std::iter::repeat_with(unknown);
        func.arg_types.iter().cloned().chain(missing).take(found).collect()
    }
}
