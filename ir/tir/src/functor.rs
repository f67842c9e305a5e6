//! Functors, visitors and mutators for the expressions and statements of tir.
//!
//! [`StmtExprVisitor`] takes the place of TVM's `ExprVisitor`, `StmtVisitor` and `StmtExprVisitor`,
//! and [`StmtExprMutator`] of the corresponding mutators. Both also visit variables where they are
//! bound, and descend into buffers.

mod globals;
mod ir_transform;

use std::collections::{HashMap, HashSet};

use objet::prelude::*;
use objet::walk::{Enter, Mutator, RewriteError, WalkEvent, rewrite_with};
use objet_ir::expr::{FloatImm, IntImm, PrimExpr};
use objet_ir::functor::{LanguageWalk, NodeClass, parts_in_fields};

use super::buffer::Buffer;
use super::check::Check;
use super::expr::{
    Add, And, Any, Broadcast, BufferLoad, Call, Cast, CommReducer, Div, EQ, FloorDiv, FloorMod, GE, GT,
    IterVar, LE, LT, Let, Load, Max, Min, Mod, Mul, NE, Not, Or, ProducerLoad, Ramp, Reduce, Select, Shuffle,
    StringImm, Sub, Var, VarNode,
};
use super::function::PrimFunc;
use super::stmt::{
    Allocate, AssertStmt, AttrStmt, Block, BlockRealize, BufferRealize, BufferRegion, BufferStore, Evaluate,
    For, IfThenElse, LetStmt, MatchBufferRegion, Prefetch, ProducerRealize, ProducerStore, SeqStmt, Stmt,
    Store, While,
};
use crate::expr::Range;

pub use ir_transform::ir_transform;

objet_ir::functors! {
    /// A visitor of expressions and statements in post-order. Each method receives the objects of
    /// one type, each object once, after the objects inside.
    ///
    /// ```
    /// use objet::DataType;
    /// use objet_tir::expr::Var;
    /// use objet_tir::functor::StmtExprVisitor;
    /// use objet_tir::stmt::{Evaluate, For};
    ///
    /// #[derive(Default)]
    /// struct Loops(usize);
    ///
    /// impl StmtExprVisitor for Loops {
    ///     fn visit_for(&mut self, _: &For) {
    ///         self.0 += 1;
    ///     }
    /// }
    ///
    /// let i = Var::new("i", DataType::int(32), None);
    /// let j = Var::new("j", DataType::int(32), None);
    /// let inner = For::serial(j.clone(), 16, Evaluate::new(j, None))?;
    /// let mut loops = Loops::default();
    /// loops.visit(&For::serial(i, 16, inner)?);
    /// assert_eq!(loops.0, 2);
    /// # Ok::<(), objet_ir::ConstructError>(())
    /// ```
    #[doc(alias = "ExprVisitor")]
    #[doc(alias = "StmtVisitor")]
    visitor StmtExprVisitor;
    /// A rewriter of expressions and statements in post-order. Each method receives the objects of
    /// one type, each object once, with the objects inside rewritten.
    ///
    /// Only changed objects are rebuilt. A rebuilt object keeps its data type, so a method that
    /// changes the data type of an operand must also rebuild the users of the operand.
    ///
    /// ```
    /// use objet::prelude::*;
    /// use objet::walk::RewriteError;
    /// use objet::{DataType, structural_equal};
    /// use objet_ir::expr::{IntImm, PrimExpr};
    /// use objet_tir::expr::{FloorDiv, Mul, Var};
    /// use objet_tir::functor::StmtExprMutator;
    /// use objet_tir::op;
    ///
    /// /// A quotient by a power of two becomes a shift.
    /// struct Shifts;
    ///
    /// impl StmtExprMutator for Shifts {
    ///     type Error = RewriteError;
    ///
    ///     fn visit_floor_div(&mut self, div: FloorDiv) -> Result<PrimExpr, Self::Error> {
    ///         let divisor = div.b.downcast_ref::<IntImm>().map(|imm| imm.value);
    ///         Ok(match divisor {
    ///             Some(n) if n > 0 && n & (n - 1) == 0 => {
    ///                 op::right_shift(&div.a, n.trailing_zeros() as i32, None)?
    ///             }
    ///             _ => div.upcast(),
    ///         })
    ///     }
    /// }
    ///
    /// let x = Var::new("x", DataType::int(32), None);
    /// let shifted = Shifts.mutate(op::floordiv(&x, 8, None)?)?;
    /// assert!(structural_equal(&shifted, &op::right_shift(&x, 3, None)?));
    /// # Ok::<(), RewriteError>(())
    /// ```
    #[doc(alias = "ExprMutator")]
    #[doc(alias = "StmtMutator")]
    mutator StmtExprMutator;
    base PrimExpr: enter_expr, visit_expr_default,
    /// A function over expressions by type: `visit_expr` calls the method for the type of the
    /// expression. The functor itself does not recurse.
    functor ExprFunctor: visit_expr {
        Var => visit_var,
        Let => visit_let,
        Call => visit_call,
        Load => visit_load,
        BufferLoad => visit_buffer_load,
        ProducerLoad => visit_producer_load,
        Reduce => visit_reduce,
        Add => visit_add,
        Sub => visit_sub,
        Mul => visit_mul,
        Div => visit_div,
        Mod => visit_mod,
        FloorDiv => visit_floor_div,
        FloorMod => visit_floor_mod,
        Min => visit_min,
        Max => visit_max,
        EQ => visit_eq,
        NE => visit_ne,
        LT => visit_lt,
        LE => visit_le,
        GT => visit_gt,
        GE => visit_ge,
        And => visit_and,
        Or => visit_or,
        Not => visit_not,
        Select => visit_select,
        Cast => visit_cast,
        Ramp => visit_ramp,
        Broadcast => visit_broadcast,
        Shuffle => visit_shuffle,
        IntImm => visit_int_imm,
        FloatImm => visit_float_imm,
        StringImm => visit_string_imm,
        Any => visit_any,
    }
    base Stmt: enter_stmt, visit_stmt_default,
    /// A function over statements by type: `visit_stmt` calls the method for the type of the
    /// statement. The functor itself does not recurse.
    functor StmtFunctor: visit_stmt {
        LetStmt => visit_let_stmt,
        AttrStmt => visit_attr_stmt,
        IfThenElse => visit_if_then_else,
        For => visit_for,
        While => visit_while,
        Allocate => visit_allocate,
        Store => visit_store,
        BufferStore => visit_buffer_store,
        BufferRealize => visit_buffer_realize,
        AssertStmt => visit_assert_stmt,
        ProducerStore => visit_producer_store,
        ProducerRealize => visit_producer_realize,
        Prefetch => visit_prefetch,
        SeqStmt => visit_seq_stmt,
        Evaluate => visit_evaluate,
        Block => visit_block,
        BlockRealize => visit_block_realize,
    }
    base PrimFunc: enter_prim_func, visit_prim_func {}
    base Buffer: enter_buffer, visit_buffer {}
    base BufferRegion: enter_buffer_region, visit_buffer_region {}
    base MatchBufferRegion: enter_match_buffer_region, visit_match_buffer_region {}
    base IterVar: enter_iter_var, visit_iter_var {}
    base Range: enter_range, visit_range {}
    base CommReducer: enter_comm_reducer, visit_comm_reducer {}
}

/// Returns all expressions and statements in `root` in post-order, each once. The result includes
/// the buffers, ranges and other parts of these, and `root` itself if it is one of these objects.
/// `root` can also be a module.
///
/// ```
/// use objet::DataType;
/// use objet_tir::expr::{Add, Var};
/// use objet_tir::functor::post_order;
///
/// let x = Var::new("x", DataType::int(32), None);
/// let sum = Add::new(x.clone(), x, None)?;
/// let keys: Vec<_> = post_order(&sum).map(|part| part.type_key()).collect();
/// assert_eq!(keys, ["tir.Var", "tir.Add"]);
/// # Ok::<(), objet_ir::ConstructError>(())
/// ```
#[doc(alias = "PostOrderVisit")]
#[doc(alias = "post_order_visit")]
pub fn post_order(root: &impl IsObjectRef) -> impl Iterator<Item = ObjectRef> {
    parts(root).filter_map(|event| match event {
        WalkEvent::Leave(object) => Some(object),
        WalkEvent::Enter(_) => None,
    })
}

/// Whether an object is part of an expression or statement, or a container of such objects.
pub(super) fn is_tir_part(object: &ObjectRef) -> bool {
    Class::of(object).is_some()
}

/// Walks all parts of expressions and statements in `root`. Each part is reported twice: before and
/// after the parts inside it.
pub(super) fn parts<R: IsObjectRef>(root: &R) -> LanguageWalk<Class> {
    LanguageWalk::new(root)
}

/// Returns whether an expression or a statement is of a type that this crate does not know, such as
/// a node of another crate.
pub(crate) fn is_foreign(object: &ObjectRef) -> bool {
    matches!(Class::of(object), Some(Class::PrimExpr | Class::Stmt))
}

/// Returns the objects of type `R` in the fields of a [foreign](is_foreign) object, also in arrays
/// and maps. Those of other objects are not returned.
pub(crate) fn foreign_parts<R: IsObjectRef>(object: &ObjectRef) -> Vec<R> {
    match is_foreign(object) {
        true => parts_in_fields(object, |class: Class| class == Class::Container),
        false => Vec::new(),
    }
}

/// Returns the variables in [foreign](is_foreign) objects of an expression or a statement. The
/// fields of these objects need not be able to hold the values of the variables.
pub(crate) fn foreign_vars(root: &impl IsObjectRef) -> HashSet<Var> {
    let foreign: Array<ObjectRef> = post_order(root).filter(is_foreign).collect();
    post_order(&foreign).filter_map(|part| part.downcast().ok()).collect()
}

/// Returns a [foreign](is_foreign) object with other parts, which are in the order of
/// [`foreign_parts`]. A part stays where it is if one of its fields cannot hold the new part.
pub(crate) fn with_foreign_parts<R: IsObjectRef>(
    object: ObjectRef,
    parts: impl IntoIterator<Item = R>,
) -> ObjectRef {
    let old = foreign_parts::<R>(&object).into_iter().map(R::into_object_ref);
    let pairs = old.zip(parts.into_iter().map(R::into_object_ref));
    let mut new: HashMap<_, _> = pairs.filter(|(old, new)| old != new).collect();
    let rewritten = |new: &_| rewrite_with(object.clone(), &mut ForeignParts { root: &object, new });
    rewritten(&new).unwrap_or_else(|_| {
        new.retain(|old, new| rewritten(&HashMap::from([(old.clone(), new.clone())])).is_ok());
        rewritten(&new).unwrap_or_else(|_| object.clone())
    })
}

struct ForeignParts<'p> {
    root: &'p ObjectRef,
    new: &'p HashMap<ObjectRef, ObjectRef>,
}

impl Mutator for ForeignParts<'_> {
    type Error = RewriteError;

    fn visits(&self, object: &ObjectRef) -> bool {
        is_tir_part(object)
    }

    fn enter(&mut self, object: &ObjectRef) -> Result<Enter, RewriteError> {
        if object == self.root || Class::of(object) == Some(Class::Container) {
            return Ok(Enter::Inside);
        }
        Ok(self.new.get(object).map_or(Enter::Keep, |new| Enter::Replace(new.clone())))
    }

    fn leave(&mut self, object: ObjectRef) -> Result<ObjectRef, RewriteError> {
        Ok(object)
    }
}

/// Replaces variables of an expression or a statement. A variable that is bound inside is also
/// replaced in its binding, so only another variable can replace it.
///
/// # Errors
/// Returns an error if a replacement does not have the data type of its variable, or if it is not a
/// variable where a variable is required.
///
/// ```
/// use objet::DataType;
/// use objet_ir::expr::PrimExpr;
/// use objet_tir::analysis::all_vars;
/// use objet_tir::expr::Var;
/// use objet_tir::functor::substitute;
///
/// let (x, y) = (Var::new("x", DataType::int(32), None), Var::new("y", DataType::int(32), None));
/// let sum = (&x * 2 + &y).expr()?;
/// let without_x = substitute(sum, |var| (*var == x).then(|| PrimExpr::from(3)))?;
/// assert_eq!(all_vars(&without_x), [y]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[doc(alias = "Substitute")]
pub fn substitute<R: IsObjectRef>(
    root: R,
    replacement: impl FnMut(&Var) -> Option<PrimExpr>,
) -> Result<R, RewriteError> {
    Substitution(replacement).mutate(root)
}

struct Substitution<F>(F);

impl<F: FnMut(&Var) -> Option<PrimExpr>> StmtExprMutator for Substitution<F> {
    type Error = RewriteError;

    fn visit_var(&mut self, var: Var) -> Result<PrimExpr, RewriteError> {
        let Some(replacement) = (self.0)(&var) else { return Ok(var.upcast()) };
        Check(VarNode::TYPE_KEY)
            .same_dtype(("the variable", var.dtype), ("its replacement", replacement.dtype))?;
        Ok(replacement)
    }
}
