//! Parser of Relay's text form, the inverse of the printer.
//!
//! - A lexer splits the text into tokens once. The parser reads them in order, with one token of
//!   lookahead, so the time is linear in the length of the text.
//! - No function recurses over the program. Unfinished expressions, types and patterns are on
//!   explicit stacks.
//! - A definition ends where the next one begins, so an error in one of them does not spread.
//!   Inside a function, parsing continues at the next statement.

mod attributes;
mod calls;
mod cursor;
mod definitions;
mod error;
mod expressions;
mod functions;
mod globals;
mod lexer;
mod literals;
mod matches;
mod meta_data;
mod module;
mod names;
mod operators;
mod patterns;
mod statements;
mod token;
mod types;

use foldhash::{HashMap, HashMapExt};

use objet::prelude::*;
use objet_ir::expr::RelayExpr;
use objet_ir::module::IRModule;
use objet_ir::span::SourceName;
use objet_ir::types::TypeVar;

use self::cursor::Cursor;
use self::definitions::Definitions;
use self::error::Errors;
use self::expressions::Stacks;
use self::meta_data::MetaTables;
use self::names::Names;
use self::token::Kind;
use crate::expr::Var;

pub use error::ParseError;
pub use meta_data::MetaTable;

/// The version of the text form.
const VERSION: &str = "0.0.5";

/// The state of parsing a text.
struct Parser<'t> {
    cursor: Cursor<'t>,
    definitions: Definitions<'t>,
    meta: MetaTables,
    vars: Names<'t, Var>,
    type_vars: Names<'t, TypeVar>,
    /// The values of numbered variables. The printer numbers the whole program, and refers to a
    /// value outside the block that contains it, so they have no scopes.
    graph: HashMap<u64, RelayExpr>,
    stacks: Stacks,
}

impl<'t> Parser<'t> {
    /// Creates a parser of a text. `is_open` permits references to unknown functions and types.
    fn new(text: &'t str, source: SourceName, is_open: bool) -> Self {
        let too_long = u32::try_from(text.len()).is_err();
        let (tokens, meta_data) = lexer::tokens(if too_long { "" } else { text });
        let mut parser = Self {
            cursor: Cursor::new(text, source, tokens),
            definitions: Definitions::new(is_open),
            meta: MetaTables::default(),
            vars: Names::new(),
            type_vars: Names::new(),
            graph: HashMap::new(),
            stacks: Stacks::default(),
        };
        if too_long {
            parser.cursor.errors.report(None, "the text has 4 GiB or more: split it".into());
        }
        if let Some(section) = meta_data {
            parser.load_meta_data(section);
            let end = parser.cursor.len() - 1;
            parser.cursor.enter(0, end);
        }
        parser.version();
        parser
    }

    /// Parses the version, if there is one.
    fn version(&mut self) {
        let index = self.cursor.position();
        if !self.cursor.accept(Kind::Version) {
            return;
        }
        let version = self.cursor.text_at(index).split('"').nth(1).unwrap_or_default();
        if version != VERSION {
            let message = format!("expected the text form of the version {VERSION}, found {version}");
            self.cursor.error(index, message);
        }
    }

    fn has_failed(&self) -> bool {
        !self.cursor.errors.diagnostics.is_empty()
    }

    /// Returns the errors, with a module that has the text.
    fn into_error(self, mut module: IRModule, name: &str) -> ParseError {
        let text = self.cursor.text;
        let Errors { diagnostics } = self.cursor.errors;
        module.make_mut().source_map.add(name, text);
        ParseError::new(module, diagnostics)
    }
}

/// Parses a module. The types of its expressions are not inferred, see
/// [`infer_module`](crate::infer::infer_module).
///
/// # Errors
/// Fails if the text is not a module. The error has all errors of the text, each with its place.
///
/// ```
/// use objet_relay::text::parse_module;
///
/// let module = parse_module("mlp.rly", "def @main(%x: Tensor[(1, 3), float32]) { nn.relu(%x) }")?;
/// assert!(module.lookup_by_name("main").is_ok());
///
/// let error = parse_module("mlp.rly", "def @main(%data) { nn.relu(%date) }").unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "\
/// error: the variable `%date` is not defined here, did you mean `%data`?
///  --> mlp.rly:1:28
///   |
/// 1 | def @main(%data) { nn.relu(%date) }
///   |                            ^^^^^"
/// );
/// # Ok::<(), objet_relay::text::ParseError>(())
/// ```
pub fn parse_module(name: &str, text: &str) -> Result<IRModule, ParseError> {
    parse_module_in(name, text, None, None)
}

/// Parses a module that continues another one. The text may refer to the functions and types of
/// `module` and replace its functions, and refer to the objects of `meta_table`.
///
/// # Errors
/// Fails like [`parse_module`].
pub fn parse_module_in(
    name: &str,
    text: &str,
    module: Option<&IRModule>,
    meta_table: Option<&MetaTable>,
) -> Result<IRModule, ParseError> {
    let mut parser = Parser::new(text, SourceName::get(name), false);
    if let Some(table) = meta_table {
        parser.meta.add(table);
    }
    let mut module = module.cloned().unwrap_or_default();
    parser.module(&mut module);
    if parser.has_failed() {
        return Err(parser.into_error(module, name));
    }
    module.make_mut().source_map.add(name, text);
    Ok(module)
}

/// Parses an expression. It may have free variables, and refer to functions and types that are
/// defined nowhere.
///
/// # Errors
/// Fails if the text is not an expression. The error has all errors of the text, each with its
/// place.
///
/// ```
/// use objet::structural_equal;
/// use objet_relay::text::parse_expr;
///
/// let expr = parse_expr("a.rly", "1 + 2 * 3")?;
/// let same = parse_expr("a.rly", "add(1, multiply(2, 3))")?;
/// assert!(structural_equal(&expr, &same));
/// # Ok::<(), objet_relay::text::ParseError>(())
/// ```
pub fn parse_expr(name: &str, text: &str) -> Result<RelayExpr, ParseError> {
    let mut parser = Parser::new(text, SourceName::get(name), true);
    let found = parser.block();
    match found {
        Ok(expr) if parser.cursor.kind() == Kind::End && !parser.has_failed() => Ok(expr),
        found => {
            if found.is_ok() && parser.cursor.kind() != Kind::End {
                parser.cursor.expected("the end of the text");
            }
            Err(parser.into_error(IRModule::new(), name))
        }
    }
}
