//! Registered functions that parse programs.

use objet::function::RuntimeError;
use objet::prelude::*;
use objet_ir::expr::RelayExpr;
use objet_ir::module::IRModule;

use super::{MetaTable, ParseError, parse_expr, parse_module_in};
use crate::infer::infer_module;

/// Parses a module and infers its types. Errors are shown by the renderer of diagnostics.
#[register_global("parser.ParseModule")]
fn parse_module_text(file_name: &str, file_content: &str) -> Result<IRModule, RuntimeError> {
    parse_typed(file_name, file_content, None, None)
}

/// Parses a module that continues another one, and infers its types. Errors are shown by the
/// renderer of diagnostics.
#[register_global("parser.ParseModuleInContext")]
fn parse_module_in_context(
    file_name: &str,
    file_content: &str,
    init_module: Option<IRModule>,
    init_meta_table: Option<MetaTable>,
) -> Result<IRModule, RuntimeError> {
    parse_typed(file_name, file_content, init_module.as_ref(), init_meta_table.as_ref())
}

/// Parses an expression. Errors are shown by the renderer of diagnostics.
#[register_global("parser.ParseExpr")]
fn parse_expr_text(file_name: &str, file_content: &str) -> Result<RelayExpr, RuntimeError> {
    parse_expr(file_name, file_content).map_err(shown)
}

fn parse_typed(
    name: &str,
    text: &str,
    module: Option<&IRModule>,
    meta_table: Option<&MetaTable>,
) -> Result<IRModule, RuntimeError> {
    let module = parse_module_in(name, text, module, meta_table).map_err(shown)?;
    infer_module(&module).map_err(|error| error.render(module).unwrap_or_else(|error| error))
}

/// Shows the errors, and returns the error of the function.
fn shown(error: ParseError) -> RuntimeError {
    error.render().unwrap_or_else(|error| error)
}
