//! Registered functions that print programs.

use objet::String as Text;
use objet::function::{BoxError, RuntimeError};
use objet::prelude::*;
use objet::text::as_repr;

use super::{Annotate, TextError, as_text, pretty_print};

/// Returns the text of a program or of another object.
#[register_global("ir.PrettyPrint")]
fn print(node: Option<ObjectRef>) -> String {
    pretty_print(node.as_ref())
}

/// Returns the text of a program with a version line and with annotations from `annotate`.
#[register_global("ir.AsText")]
fn text(
    node: Option<ObjectRef>,
    show_meta_data: bool,
    annotate: Option<PackedFunc>,
) -> Result<String, RuntimeError> {
    let mut by_function = annotate.map(|annotate| {
        move |expr: &ObjectRef| -> Result<String, BoxError> {
            Ok(annotate.call((expr,))?.get::<Text>()?.to_string())
        }
    });
    let annotate = by_function.as_mut().map(|annotate| annotate as &mut Annotate<'_>);
    as_text(node.as_ref(), show_meta_data, annotate).map_err(|error| match error {
        TextError::Annotate(error) => error.into(),
        TextError::MetaData(error) => BoxError::from(error).into(),
    })
}

/// Returns the text of a program with a version line, without its metadata.
#[register_global("ir.TextPrinter")]
fn text_printer(node: Option<ObjectRef>) -> Result<String, TextError> {
    as_text(node.as_ref(), false, None)
}

/// Returns the text that represents an object outside of programs.
#[register_global("ir.DebugPrint")]
fn debug_print(node: Option<ObjectRef>) -> String {
    as_repr(node.as_ref())
}
