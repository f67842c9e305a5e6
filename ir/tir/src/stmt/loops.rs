//! Loops.

use objet::String;
use objet::prelude::*;
use objet::text::ReprPrinter;
use objet_ir::ConstructError;
use objet_ir::expr::{IntImmNode, PrimExpr};
use objet_ir::span::Span;

use super::{Stmt, StmtNode};
use crate::check::Check;
use crate::expr::{IterVar, Var};

/// `for (loop_var = min; loop_var < min + extent; ++loop_var) { body }`
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "tir.For", is_final, new(annotations, span: Option<Span>), validate)]
#[reflect(fields(loop_var, min, extent, kind, body, thread_binding, annotations, span), repr = show_for)]
pub struct ForNode {
    base: StmtNode,
    /// The variable.
    #[reflect(def)]
    pub loop_var: Var,
    /// The first value of the variable.
    pub min: PrimExpr,
    /// The number of iterations.
    pub extent: PrimExpr,
    /// The execution order of the iterations.
    pub kind: ForKind,
    /// The body.
    pub body: Stmt,
    /// The thread axis of a loop of kind [`ForKind::ThreadBinding`].
    pub thread_binding: Option<IterVar>,
    /// Annotations for passes.
    #[reflect(default = Map::new())]
    pub annotations: Map<String, Option<ObjectRef>>,
}

/// `while (condition) { body }`
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "tir.While", is_final, new(span: Option<Span>), validate)]
#[reflect(fields(condition, body, span), repr = show_while)]
pub struct WhileNode {
    base: StmtNode,
    /// The condition.
    #[reflect(def)]
    pub condition: PrimExpr,
    /// The body.
    #[reflect(def)]
    pub body: Stmt,
}

/// The execution order of the iterations of a loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Reflect)]
#[repr(i32)]
pub enum ForKind {
    /// Iterations run one after the other.
    Serial = 0,
    /// Iterations run in parallel on threads of the CPU.
    Parallel = 1,
    /// Iterations are lanes of a vector.
    Vectorized = 2,
    /// Iterations run one after the other, and the body is repeated for each.
    Unrolled = 3,
    /// Iterations run on the threads of a thread axis.
    ThreadBinding = 4,
}

/// The variable and both bounds are scalars.
impl Validate for ForNode {
    type Error = ConstructError;

    fn validate(&self) -> Result<(), ConstructError> {
        let check = Check(Self::TYPE_KEY);
        check.scalar(("min", &self.min))?;
        check.scalar(("extent", &self.extent))?;
        check.dtype("loop_var", self.loop_var.dtype, self.loop_var.dtype.is_scalar(), "a scalar")
    }
}

impl For {
    /// Creates a serial loop that runs `body` for `extent` values of `loop_var`, starting at 0.
    ///
    /// # Errors
    /// Returns an error if the variable is not a scalar integer, or if `extent` is not a scalar.
    ///
    /// ```
    /// use objet::DataType;
    /// use objet_tir::expr::Var;
    /// use objet_tir::stmt::{Evaluate, For, ForKind};
    ///
    /// let i = Var::new("i", DataType::int(32), None);
    /// let times = For::serial(i.clone(), 16, Evaluate::new(i, None))?;
    /// assert_eq!(times.kind, ForKind::Serial);
    /// # Ok::<(), objet_ir::ConstructError>(())
    /// ```
    pub fn serial(
        loop_var: impl Into<Var>,
        extent: impl Into<PrimExpr>,
        body: impl Into<Stmt>,
    ) -> Result<Self, ConstructError> {
        let loop_var = loop_var.into();
        let min = objet_ir::expr::IntImm::new(loop_var.dtype, 0, None)?;
        Self::new(loop_var, min, extent, ForKind::Serial, body, None, Map::new(), None)
    }
}

/// The condition is a scalar and not a constant.
impl Validate for WhileNode {
    type Error = ConstructError;

    fn validate(&self) -> Result<(), ConstructError> {
        let check = Check(Self::TYPE_KEY);
        check.scalar(("condition", &self.condition))?;
        match self.condition.as_node::<IntImmNode>() {
            Some(number) => {
                Err(check.operand_error("condition", "a non-constant value", number.value.to_string()))
            }
            None => Ok(()),
        }
    }
}

fn show_for<'a>(turns: &'a ForNode, printer: &mut ReprPrinter<'a>) {
    printer.indent().text(match turns.kind {
        ForKind::Serial => "for (",
        ForKind::Parallel => "parallel (",
        ForKind::Vectorized => "vectorized (",
        ForKind::Unrolled => "unrolled (",
        ForKind::ThreadBinding => "launch_thread (",
    });
    printer.object(&turns.loop_var).text(", ").list([&turns.min, &turns.extent]).text(") {\n");
    printer.increase_indent().object(&turns.body).decrease_indent().indent().text("}\n");
}

fn show_while<'a>(turns: &'a WhileNode, printer: &mut ReprPrinter<'a>) {
    printer.indent().text("while(").object(&turns.condition).text(") {\n");
    printer.increase_indent().object(&turns.body).decrease_indent().indent().text("}\n");
}
