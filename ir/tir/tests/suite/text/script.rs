//! Functions of tir as TVMScript.

mod buffers;
mod completion;
mod expressions;
mod programs;
mod statements;

use objet::Registry;
use objet::prelude::*;
use objet_ir::expr::PrimExpr;
use objet_ir::types::{PointerType, PrimType};
use objet_tir::expr::Var;
use objet_tir::function::PrimFunc;
use objet_tir::script::as_script;
use objet_tir::stmt::{SeqStmt, Stmt};

use super::{Result, evaluate, int};

/// Calls the global function that front ends use.
fn script(program: &ObjectRef, show_meta: bool) -> Result<String> {
    Ok(Registry::expect("script.AsTVMScript")?.call((program, "T", show_meta))?.get()?)
}

/// Returns the lines of a function after `# body`, without indentation.
fn body_of(function: &PrimFunc) -> Result<String> {
    let text = as_script(function, "T", false)?;
    let (_, body) = text.split_once("    # body\n").ok_or("no body")?;
    Ok(body.lines().map(|line| line.strip_prefix("    ").unwrap_or(line)).collect::<Vec<_>>().join("\n"))
}

/// Checks the text of a statement in a function of the variables `x`, `y` and `p`.
struct Here {
    x: Var,
    y: Var,
    p: Var,
}

impl Here {
    fn new() -> Result<Self> {
        let pointer = PointerType::new(PrimType::new(DataType::float(32)), "global");
        Ok(Self { x: int("x"), y: int("y"), p: Var::typed("p", pointer, None)? })
    }

    fn function(&self, body: impl Into<Stmt>) -> PrimFunc {
        PrimFunc::new([self.x.clone(), self.y.clone(), self.p.clone()], body, None, [], None, None)
    }

    fn says(&self, stmt: impl Into<Stmt>, text: &str) -> Result<()> {
        assert_eq!(body_of(&self.function(stmt))?, text);
        Ok(())
    }

    fn reads(&self, expr: impl Into<PrimExpr>, text: &str) -> Result<()> {
        self.says(evaluate(expr), &format!("T.evaluate({text})"))
    }

    fn fails(&self, stmt: impl Into<Stmt>, message: &str) {
        let error = as_script(&self.function(stmt), "T", false).unwrap_err();
        assert_eq!(error.to_string(), message);
    }
}

/// Appends another statement.
fn and_then(stmt: impl Into<Stmt>) -> SeqStmt {
    SeqStmt::new([stmt.into(), evaluate(0).upcast()], None)
}
