//! Rewriting of statements in their scopes.
//!
//! A [`StmtTreeMutator`] rewrites a statement at each place where it occurs, so that the result can
//! depend on the statements around it. Other mutators rewrite a shared statement once.

use objet::prelude::*;
use objet_ir::functor::downcast_known_owned;

use crate::functor::Class;
use crate::stmt::{
    Allocate, AssertStmt, AttrStmt, Block, BlockRealize, BufferRealize, For, IfThenElse, LetStmt,
    ProducerRealize, SeqStmt, Stmt, While,
};

/// A mutator of statements that runs at each place where a statement occurs.
pub(super) trait StmtTreeMutator {
    /// The type of errors.
    type Error;

    /// Runs before the statements inside of a statement are rewritten.
    fn enter(&mut self, stmt: Stmt) -> Result<Enter, Self::Error>;

    /// Runs between two statements inside of a statement. `before` is the number of statements
    /// before this place.
    fn between(&mut self, stmt: &Stmt, before: usize) -> Result<(), Self::Error> {
        let _ = (stmt, before);
        Ok(())
    }

    /// Returns the replacement of an entered statement, whose inner statements are rewritten.
    fn leave(&mut self, stmt: Stmt) -> Result<Stmt, Self::Error>;

    /// Rewrites a statement.
    fn mutate(&mut self, root: Stmt) -> Result<Stmt, Self::Error>
    where
        Self: Sized,
    {
        let mut steps = vec![Step::Enter(root)];
        let mut done: Vec<Stmt> = Vec::new();
        while let Some(step) = steps.pop() {
            match step {
                Step::Enter(stmt) => match self.enter(stmt)? {
                    Enter::Replace(stmt) => done.push(stmt),
                    Enter::Inside(stmt) => {
                        let inner = children(&stmt);
                        steps.push(Step::Leave(stmt.clone(), inner.len()));
                        for (index, child) in inner.into_iter().enumerate().rev() {
                            steps.push(Step::Enter(child));
                            if index > 0 {
                                steps.push(Step::Between(stmt.clone(), index));
                            }
                        }
                    }
                },
                Step::Between(stmt, index) => self.between(&stmt, index)?,
                Step::Leave(stmt, count) => {
                    let inner = done.split_off(done.len() - count);
                    done.push(self.leave(with_children(stmt, inner))?);
                }
            }
        }
        match done.pop() {
            Some(stmt) => Ok(stmt),
            None => unreachable!("the root has a result"),
        }
    }
}

/// How to rewrite a statement.
pub(super) enum Enter {
    /// Rewrite the statements inside of this statement.
    Inside(Stmt),
    /// This statement is the result.
    Replace(Stmt),
}

enum Step {
    Enter(Stmt),
    Between(Stmt, usize),
    Leave(Stmt, usize),
}

macro_rules! bodies {
    ($($node:ident),*) => {
        /// Returns the statements inside of a statement, in the order of execution.
        pub(super) fn children(stmt: &Stmt) -> Vec<Stmt> {
            let object = stmt.as_object_ref();
            match Class::of_stmt(stmt) {
                $(Some(Class::$node) => {
                    let node: &$node = objet_ir::functor::downcast_known(object);
                    vec![node.body.clone()]
                })*
                Some(Class::IfThenElse) => {
                    let node: &IfThenElse = objet_ir::functor::downcast_known(object);
                    std::iter::once(&node.then_case).chain(&node.else_case).cloned().collect()
                }
                Some(Class::SeqStmt) => {
                    let node: &SeqStmt = objet_ir::functor::downcast_known(object);
                    node.seq.iter().cloned().collect()
                }
                Some(Class::Block) => {
                    let node: &Block = objet_ir::functor::downcast_known(object);
                    node.init.iter().chain([&node.body]).cloned().collect()
                }
                Some(Class::BlockRealize) => {
                    let node: &BlockRealize = objet_ir::functor::downcast_known(object);
                    vec![node.block.clone().upcast()]
                }
                _ => Vec::new(),
            }
        }

        /// Replaces the statements inside of a statement.
        fn with_children(stmt: Stmt, inner: Vec<Stmt>) -> Stmt {
            if children(&stmt).iter().zip(&inner).all(|(old, new)| old.same_as(new)) {
                return stmt;
            }
            let class = Class::of_stmt(&stmt);
            let mut inner = inner.into_iter();
            let mut next = || match inner.next() {
                Some(stmt) => stmt,
                None => unreachable!("each inner statement has a result"),
            };
            let object = stmt.into_object_ref();
            match class {
                $(Some(Class::$node) => {
                    let mut node: $node = downcast_known_owned(object);
                    *node.make_mut().body = next();
                    node.upcast()
                })*
                Some(Class::IfThenElse) => {
                    let mut node: IfThenElse = downcast_known_owned(object);
                    let has_else = node.else_case.is_some();
                    let fields = node.make_mut();
                    *fields.then_case = next();
                    *fields.else_case = has_else.then(next);
                    node.upcast()
                }
                Some(Class::SeqStmt) => SeqStmt::new(inner.collect::<Array<Stmt>>(), None).upcast(),
                Some(Class::Block) => {
                    let mut node: Block = downcast_known_owned(object);
                    let has_init = node.init.is_some();
                    let fields = node.make_mut();
                    *fields.init = has_init.then(&mut next);
                    *fields.body = next();
                    node.upcast()
                }
                Some(Class::BlockRealize) => {
                    let mut node: BlockRealize = downcast_known_owned(object);
                    if let Ok(block) = next().into_object_ref().downcast() {
                        *node.make_mut().block = block;
                    }
                    node.upcast()
                }
                _ => downcast_known_owned(object),
            }
        }
    };
}

bodies!(LetStmt, AttrStmt, AssertStmt, Allocate, For, While, BufferRealize, ProducerRealize);

impl Class {
    fn of_stmt(stmt: &Stmt) -> Option<Self> {
        <Self as objet_ir::functor::NodeClass>::of(stmt.as_object_ref())
    }
}
