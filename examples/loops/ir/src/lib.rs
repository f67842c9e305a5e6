//! An IR of loop nests over arrays: types, expressions with variables, and statements that bind
//! them.
//!
//! Another crate adds nodes of its own, and extends the passes with functions for them: see the
//! crate `loops-vector`.

mod analysis;
mod expr;
mod function;
mod simplify;
mod stmt;
mod types;

pub use analysis::{COST, Cost, cost, is_copy, stored_buffers};
pub use expr::{
    Add, AddNode, Binary, BinaryNode, Const, ConstNode, Expr, ExprNode, Load, LoadNode, Mul, MulNode, Var,
    VarNode,
};
pub use function::{Function, FunctionNode};
pub use simplify::{SIMPLIFY, simplify};
pub use stmt::{
    For, ForNode, Let, LetNode, LoopKind, Seq, SeqNode, Stmt, StmtNode, Store, StoreNode, TypeMismatch,
};
pub use types::{BufferType, BufferTypeNode, ScalarType, ScalarTypeNode, Type, TypeNode};
