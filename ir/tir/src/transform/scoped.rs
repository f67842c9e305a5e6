//! Rewriting of statements with the scope of each statement.
//!
//! In contrast to [`StmtExprMutator`](crate::functor::StmtExprMutator), a rewriter can add facts
//! that hold in a part of a statement. The rewriting does not recurse.
//!
//! A statement in several places is rewritten once for all places where the same facts hold, and
//! again where others hold: in another [`Scope`], with another [`ScopedRewriter::version`], or if
//! its rewriting has effects other than its result. The number of times that statements are
//! rewritten again is limited.

use std::collections::HashMap;

use objet::prelude::*;
use objet_ir::ConstructError;

use super::inner_stmts::{parts_of, with_parts};
use crate::effort::Repeats;
use crate::stmt::{SeqStmtNode, Stmt};

pub(crate) use super::map_exprs::map_exprs;

/// How to rewrite a statement.
pub(crate) enum EnterStmt {
    /// Rewrite the statements directly inside this one.
    Inside(Stmt),
    /// Rewrite this statement in place of the other.
    Instead(Stmt),
    /// The statement is rewritten.
    Done(Stmt),
}

/// The facts that hold in the parts of a statement.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Scope {
    /// The facts that hold around the statement.
    Same,
    /// The facts around the statement, and facts that follow from the statement.
    Derived,
    /// Facts that differ each time that the statement is rewritten.
    New,
}

/// A rewriter of statements, for [`rewrite_stmt`].
pub(crate) trait ScopedRewriter {
    /// The error type of the methods.
    type Error: From<ConstructError>;

    /// Runs before the statements inside a statement are rewritten. The method rewrites the
    /// expressions of the statement, for example by [`map_exprs`].
    fn enter(&mut self, stmt: Stmt) -> Result<EnterStmt, Self::Error>;

    /// Runs before each statement directly inside `stmt`.
    fn enter_part(&mut self, stmt: &Stmt, index: usize) -> Result<(), Self::Error> {
        let _ = (stmt, index);
        Ok(())
    }

    /// Runs after each statement directly inside `stmt`.
    fn leave_part(&mut self, stmt: &Stmt, index: usize) {
        let _ = (stmt, index);
    }

    /// Runs after the statements inside a statement are rewritten. Returns the replacement.
    fn leave(&mut self, stmt: Stmt) -> Result<Stmt, Self::Error> {
        Ok(stmt)
    }

    /// Returns the facts that hold in the parts of a statement, which is not yet rewritten.
    fn scope(&self, stmt: &Stmt) -> Scope {
        if stmt.is_instance::<SeqStmtNode>() { Scope::Same } else { Scope::New }
    }

    /// Returns a value that differs when facts change that hold beyond the statement with which
    /// they begin.
    fn version(&self) -> (usize, usize) {
        (0, 0)
    }

    /// Whether a rewriting since the last call had effects other than its result, or depends on
    /// facts for which neither [`Self::scope`] nor [`Self::version`] stands.
    fn take_effect(&mut self) -> bool {
        false
    }
}

/// A statement, the number of its scope, and the version of other facts.
type Place = (Stmt, usize, (usize, usize));

/// A statement whose inner statements are being rewritten.
struct Frame {
    place: Place,
    /// The statement before it is rewritten, and its scope.
    original: Stmt,
    scope: Scope,
    stmt: Stmt,
    parts: Vec<Stmt>,
    done: Vec<Stmt>,
    has_effect: bool,
}

/// The results of statements in their places.
#[derive(Default)]
struct Results {
    known: HashMap<Place, Stmt>,
    repeats: Repeats,
    /// The numbers of the scopes in the parts of statements.
    scopes: HashMap<(usize, Stmt, usize), usize>,
    scope_count: usize,
}

impl Results {
    /// Returns the number of the scope of a part of a statement.
    fn scope_of_part(&mut self, frame: &Frame) -> usize {
        let (outer, count) = (frame.place.1, self.scope_count + 1);
        let scope = match frame.scope {
            Scope::Same => return outer,
            Scope::New => count,
            Scope::Derived => {
                let key = (outer, frame.original.clone(), frame.done.len());
                *self.scopes.entry(key).or_insert(count)
            }
        };
        self.scope_count = self.scope_count.max(scope);
        scope
    }
}

/// Rewrites a statement and the statements inside.
pub(crate) fn rewrite_stmt<E: From<ConstructError>>(
    root: Stmt,
    rewriter: &mut dyn ScopedRewriter<Error = E>,
) -> Result<Stmt, E> {
    let mut frames: Vec<Frame> = Vec::new();
    let mut results = Results::default();
    let mut place: Place = (root, 0, rewriter.version());
    loop {
        let mut result = results.known.get(&place).cloned();
        let mut has_effect = false;
        if result.is_none() {
            results.repeats.count(place.0.as_object_ref())?;
            let mut original = place.0.clone();
            result = loop {
                let scope = rewriter.scope(&original);
                match rewriter.enter(original.clone())? {
                    EnterStmt::Instead(stmt) => original = stmt,
                    EnterStmt::Done(stmt) => break Some(stmt),
                    EnterStmt::Inside(stmt) => {
                        let (parts, done) = (parts_of(&stmt), Vec::new());
                        let place = place.clone();
                        frames.push(Frame { place, original, scope, stmt, parts, done, has_effect: false });
                        break None;
                    }
                }
            };
            has_effect = rewriter.take_effect();
            match (&result, frames.last_mut()) {
                (Some(result), _) if !has_effect => _ = results.known.insert(place, result.clone()),
                (None, Some(frame)) => frame.has_effect = has_effect,
                _ => {}
            }
        }
        place = loop {
            let Some(frame) = frames.last_mut() else {
                return Ok(result.unwrap_or_else(|| unreachable!("the root has a result")));
            };
            if let Some(result) = result.take() {
                rewriter.leave_part(&frame.stmt, frame.done.len());
                frame.done.push(result);
                frame.has_effect |= has_effect;
            }
            if let Some(part) = frame.parts.get(frame.done.len()) {
                rewriter.enter_part(&frame.stmt, frame.done.len())?;
                break (part.clone(), results.scope_of_part(frame), rewriter.version());
            }
            if let Some(Frame { place, stmt, parts, done, has_effect: effect, .. }) = frames.pop() {
                let stmt = if parts.iter().zip(&done).all(|(old, new)| old.same_as(new)) {
                    stmt
                } else {
                    with_parts(stmt, done)
                };
                let rewritten = rewriter.leave(stmt)?;
                has_effect = effect | rewriter.take_effect();
                if !has_effect {
                    results.known.insert(place, rewritten.clone());
                }
                result = Some(rewritten);
            }
        };
    }
}
