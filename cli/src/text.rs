//! `objet convert`, and the check of files in Relay's text form.

use objet::graph::SaveJson;
use objet::prelude::*;
use objet_ir::module::{IRModule, IRModuleNode};
use objet_relay::infer::infer_module;
use objet_relay::text::{as_text, parse_module};
use objet_view::type_key;

use crate::ExitStatus;
use crate::args::ConvertArgs;
use crate::difference::first_difference;
use crate::failure::Failure;
use crate::input::Input;
use crate::output::Output;
use crate::style::GOOD;

/// Writes a text as a graph, and a graph as text.
pub(crate) fn run(args: &ConvertArgs) -> Result<ExitStatus, Failure> {
    let input = Input::read(&args.file)?;
    let mut root = input.load()?;
    input.progress.finish();
    if args.types
        && let Some(module) = root.as_ref().and_then(|root| root.downcast_ref::<IRModule>())
    {
        root = Some(infer_module(module)?.upcast());
    }
    let written = if input.is_text() {
        let mut json = Vec::new();
        SaveJson::default().save(root.as_ref(), &mut json).map_err(|error| input.failure(error))?;
        json
    } else {
        let text = as_text(root.as_ref(), true, None);
        let mut text =
            text.map_err(|source| Failure::Print { name: input.name.clone(), source: source.into() })?;
        if !args.lossy {
            expect_whole(&input, root.as_ref(), &text)?;
        }
        if !text.ends_with('\n') {
            text.push('\n');
        }
        text.into_bytes()
    };
    let mut out = Output::to(args.output.as_deref(), &args.file)?;
    out.bytes(&written);
    out.finish()?;
    Ok(ExitStatus::Success)
}

/// Tests that the text of a graph reads back as an equal graph, with or without type inference.
///
/// # Errors
/// If the graph is not a program, or if its text is not one, or is another one.
fn expect_whole(input: &Input, root: Option<&ObjectRef>, text: &str) -> Result<(), Failure> {
    let name = input.name.clone();
    let Some(graph) = root.filter(|root| root.is_instance::<IRModuleNode>()) else {
        return Err(Failure::NotProgram { name, root: root.map_or("null", type_key).into() });
    };
    let module = match parse_module(&name, text) {
        Ok(module) => module,
        Err(error) => {
            let found =
                error.diagnostics().first().map_or_else(String::new, |first| first.message.to_string());
            return Err(Failure::NotReadAgain { name, found });
        }
    };
    let Some(untyped) = first_difference(graph, module.as_object_ref()) else { return Ok(()) };
    let difference = match infer_module(&module) {
        Ok(typed) => match first_difference(graph, typed.as_object_ref()) {
            None => return Ok(()),
            Some(typed) if is_typed(graph) => typed,
            Some(_) => untyped,
        },
        Err(_) => untyped,
    };
    Err(Failure::Lossy { name, difference: difference.to_string() })
}

/// Whether a function of the module has an inferred type.
fn is_typed(module: &ObjectRef) -> bool {
    let module = module.as_node::<IRModuleNode>();
    module.is_some_and(|module| {
        module.functions.load().values().any(|function| function.checked_type.is_some())
    })
}

/// Parses a text and infers its types. Returns the line to print.
pub(crate) fn check(input: &Input) -> Result<String, Failure> {
    let module = infer_module(&input.parse()?)?;
    let (functions, types) = (module.functions.load().len(), module.type_definitions.load().len());
    let (name, bytes) = (&input.name, input.bytes.len());
    Ok(format!("{GOOD}ok{GOOD:#} {name} functions={functions} types={types} bytes={bytes}"))
}
