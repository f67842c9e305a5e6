//! Programs as text to be read by people, in TVM's form.

mod globals;
mod printer;

use objet::prelude::*;
use objet::{BoxError, GraphError, as_repr};
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

/// The first line of a text that can be read back.
const VERSION: &str = "#[version = \"0.0.5\"]\n";

/// What takes the place of the metadata where that is left out.
const OMITTED: &str = "/* For debugging purposes the metadata section has been omitted.
 * If you would like to see the full metadata section you can set the 
 * option to `True` when invoking `astext`. 
 */";

/// Says what is written behind an expression of relay, in place of its type: nothing, or mostly a comment.
pub type Annotate<'f> = dyn FnMut(&ObjectRef) -> Result<String, BoxError> + 'f;

/// A text could not be written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TextError {
    /// What annotates expressions failed.
    #[error("an expression could not be annotated")]
    Annotate(#[source] BoxError),
    /// An object that the text refers to could not be saved.
    #[error("the metadata could not be saved")]
    MetaData(#[source] GraphError),
}

/// The text of a module, or of an expression, a type, a pattern or a statement. Of other objects it is what
/// [`as_repr`] gives, and so it is of null.
///
/// What has no words of its own is referred to as `meta[type key][number]`. An expression of relay that is part of another one has a line
/// and a number of its own, `%0 = …;`, if it is more than a name or a scalar. A text that is too long, as that of a type which
/// occurs in itself many times over, ends with `…`.
///
/// ```
/// use objet::DataType;
/// use objet_ir::types::TensorType;
/// use objet_relay::expr::{Function, Var};
/// use objet_relay::op::nn::relu;
/// use objet_relay::text::pretty_print;
///
/// let x = Var::new("x", Some(TensorType::new([1.into(), 3.into()], DataType::float(32)).upcast()), None);
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
    match program(node, false, None, &mut meta_data) {
        Ok(text) if meta_data.is_empty() => text,
        Ok(text) => text + "\n",
        Err(error) => unreachable!("only what annotates fails: {error}"),
    }
}

/// The text of [`pretty_print`] with a version in front, and with the objects behind it that it refers to, if `show_meta_data`.
///
/// # Errors
/// If `annotate` fails, or if an object that is to be shown cannot be saved.
#[doc(alias = "AsText")]
#[doc(alias = "astext")]
pub fn as_text(
    node: Option<&ObjectRef>,
    show_meta_data: bool,
    annotate: Option<&mut Annotate<'_>>,
) -> Result<String, TextError> {
    let mut meta_data = MetaData::default();
    let annotate = annotate.map(|annotate| annotate as &mut Annotate<'_>);
    let text = program(node, show_meta_data, annotate, &mut meta_data).map_err(TextError::Annotate)?;
    Ok(match (meta_data.is_empty(), show_meta_data) {
        (true, _) => format!("{VERSION}{text}"),
        (false, false) => format!("{VERSION}{text}\n{OMITTED}"),
        (false, true) => {
            let json = meta_data.to_json().map_err(TextError::MetaData)?;
            format!("{VERSION}{text}\n#[metadata]\n{json}")
        }
    })
}

fn program<'p>(
    node: Option<&ObjectRef>,
    show_meta_data: bool,
    annotate: Option<&'p mut Annotate<'p>>,
    meta_data: &'p mut MetaData,
) -> Result<String, BoxError> {
    let Some(node) = node else { return Ok(as_repr(node)) };
    if node.is_instance::<PrimFuncNode>()
        || node.is_instance::<PrimExprNode>()
        || node.is_instance::<StmtNode>()
    {
        return Ok(TextPrinter::default().print(Some(node), meta_data));
    }
    let mut relay = RelayPrinter::new(meta_data, show_meta_data, annotate);
    match node.as_node::<IRModuleNode>() {
        Some(of_node) => module(&of_node.type_definitions.load(), &of_node.functions.load(), relay),
        None => relay.print(node),
    }
}

/// The types first, and then the functions, with an empty line between two.
fn module<'a>(
    types: &'a Map<GlobalTypeVar, TypeData>,
    functions: &'a Map<GlobalVar, BaseFunc>,
    mut relay: RelayPrinter<'a, '_>,
) -> Result<String, BoxError> {
    let mut tir = TextPrinter::default();
    let mut parts = Vec::new();
    for definition in types.values() {
        parts.push(relay.type_data(definition)? + "\n");
    }
    for (var, function) in functions {
        let name = &var.name_hint;
        let text = match_node!(function, {
            function: FunctionNode => relay.function(&format!("def @{name}"), function)?,
            PrimFuncNode => {
                let text = tir.print(Some(function.as_object_ref()), relay.meta_data);
                format!("@{name} = {text}")
            },
            _ => String::new(),
        });
        parts.push(text + "\n");
    }
    Ok(parts.join("\n"))
}
