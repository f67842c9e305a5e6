//! Human-readable text of programs, in TVM's format.

mod globals;
mod parser;
mod printer;
mod std_modules;

use objet::function::BoxError;
use objet::graph::GraphError;
use objet::prelude::*;
use objet::text::as_repr;
use objet_ir::adt::TypeData;
use objet_ir::expr::{BaseFunc, GlobalVar, PrimExprNode};
use objet_ir::meta_data::MetaData;
use objet_ir::module::IRModuleNode;
use objet_ir::types::GlobalTypeVar;
use objet_tir::function::PrimFuncNode;
use objet_tir::stmt::StmtNode;
use objet_tir::text::TextPrinter;

use self::printer::RelayPrinter;
use crate::expr::FunctionNode;

pub use self::parser::{MetaTable, ParseError, parse_expr, parse_module, parse_module_in};
pub use self::std_modules::{ImportError, import_file, import_std};

/// The version line, which begins text that can be parsed.
const VERSION: &str = "#[version = \"0.0.5\"]\n";

/// Replaces an omitted metadata section.
const OMITTED: &str = "/* For debugging purposes the metadata section has been omitted.
 * If you would like to see the full metadata section you can set the 
 * option to `True` when invoking `astext`. 
 */";

/// A function that returns the text to print after a relay expression instead of its type. The text
/// is empty or usually a comment.
pub type Annotate<'f> = dyn FnMut(&ObjectRef) -> Result<String, BoxError> + 'f;

/// A failure to print a program.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TextError {
    /// The annotation function failed.
    #[error("cannot annotate an expression")]
    Annotate(#[source] BoxError),
    /// An object in the metadata section cannot be saved.
    #[error("cannot save the metadata")]
    MetaData(#[source] GraphError),
}

/// Returns the text of a module, an expression, a type, a pattern or a statement. For other objects
/// and null, returns the result of [`as_repr`].
///
/// - An object that the text format cannot express is printed as `meta[type key][index]`.
/// - A relay expression inside another expression is printed on a numbered line, `%0 = …;`, unless
///   it is a name or a scalar.
/// - Text that exceeds the length limit ends with `…`. A type with many shared parts, for example,
///   may have very long text.
///
/// ```
/// use objet::DataType;
/// use objet_ir::types::TensorType;
/// use objet_relay::expr::{Function, Var};
/// use objet_relay::op::nn::relu;
/// use objet_relay::text::pretty_print;
///
/// let ty = TensorType::new([1.into(), 3.into()], DataType::float(32));
/// let x = Var::new("x", Some(ty.upcast()), None);
/// let twice = relu(relu(x.clone())?)?;
/// assert_eq!(
///     pretty_print(Some(&Function::new([x], twice, None, [], None, None).upcast())),
///     "fn (%x: Tensor[(1, 3), float32]) {\n  %0 = nn.relu(%x);\n  nn.relu(%0)\n}"
/// );
/// # use objet::prelude::*;
/// # Ok::<(), objet_ir::op::OpError>(())
/// ```
#[doc(alias = "PrettyPrint")]
pub fn pretty_print(node: Option<&ObjectRef>) -> String {
    let mut meta_data = MetaData::default();
    let mut text = String::new();
    match program(&mut text, node, false, None, &mut meta_data) {
        Ok(()) if meta_data.is_empty() => text,
        Ok(()) => text + "\n",
        Err(error) => unreachable!("only annotations can fail: {error}"),
    }
}

/// Returns the text of [`pretty_print`] with a version line. If `show_meta_data` is set, the
/// metadata section with the referenced objects follows the text.
///
/// # Errors
/// Returns an error if `annotate` fails, or if an object in the metadata section cannot be saved.
#[doc(alias = "AsText")]
#[doc(alias = "astext")]
pub fn as_text(
    node: Option<&ObjectRef>,
    show_meta_data: bool,
    annotate: Option<&mut Annotate<'_>>,
) -> Result<String, TextError> {
    let mut meta_data = MetaData::default();
    let annotate = annotate.map(|annotate| annotate as &mut Annotate<'_>);
    let mut text = String::from(VERSION);
    program(&mut text, node, show_meta_data, annotate, &mut meta_data).map_err(TextError::Annotate)?;
    if !meta_data.is_empty() {
        match show_meta_data {
            false => text.extend(["\n", OMITTED]),
            true => {
                let json = meta_data.to_json().map_err(TextError::MetaData)?;
                text.extend(["\n#[metadata]\n", &json]);
            }
        }
    }
    Ok(text)
}

/// Appends the text of a program.
fn program<'p>(
    text: &mut String,
    node: Option<&ObjectRef>,
    show_meta_data: bool,
    annotate: Option<&'p mut Annotate<'p>>,
    meta_data: &'p mut MetaData,
) -> Result<(), BoxError> {
    let Some(node) = node else {
        text.push_str(&as_repr(node));
        return Ok(());
    };
    if node.is_instance::<PrimFuncNode>()
        || node.is_instance::<PrimExprNode>()
        || node.is_instance::<StmtNode>()
    {
        text.push_str(&TextPrinter::default().print(Some(node), meta_data));
        return Ok(());
    }
    let mut relay = RelayPrinter::new(meta_data, show_meta_data, annotate);
    match node.as_node::<IRModuleNode>() {
        Some(of_node) => module(text, &of_node.type_definitions.load(), &of_node.functions.load(), relay)?,
        None => text.push_str(&relay.print(node)?),
    }
    Ok(())
}

/// Appends the type definitions and then the functions, separated by empty lines.
fn module<'a>(
    text: &mut String,
    types: &'a Map<GlobalTypeVar, TypeData>,
    functions: &'a Map<GlobalVar, BaseFunc>,
    mut relay: RelayPrinter<'a, '_>,
) -> Result<(), BoxError> {
    let mut tir = TextPrinter::default();
    let mut separator = "";
    for definition in types.values() {
        text.push_str(separator);
        relay.type_data(text, definition)?;
        text.push('\n');
        separator = "\n";
    }
    for (var, function) in functions {
        let name = &var.name_hint;
        text.push_str(separator);
        match_node!(match function {
            function @ FunctionNode => relay.function(text, &format!("def @{name}"), function)?,
            PrimFuncNode => {
                let function = tir.print(Some(function.as_object_ref()), relay.meta_data);
                text.extend(["@", name, " = ", &function]);
            }
            _ => {}
        });
        text.push('\n');
        separator = "\n";
    }
    Ok(())
}
