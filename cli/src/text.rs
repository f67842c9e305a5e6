//! `objet convert`, and the check of files in Relay's text form.

use objet::graph::SaveJson;
use objet::prelude::*;
use objet_ir::module::IRModule;
use objet_relay::infer::infer_module;
use objet_relay::text::as_text;

use crate::ExitStatus;
use crate::args::ConvertArgs;
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

/// Parses a text and infers its types. Returns the line to print.
pub(crate) fn check(input: &Input) -> Result<String, Failure> {
    let module = infer_module(&input.parse()?)?;
    let (functions, types) = (module.functions.load().len(), module.type_definitions.load().len());
    let (name, bytes) = (&input.name, input.bytes.len());
    Ok(format!("{GOOD}ok{GOOD:#} {name} functions={functions} types={types} bytes={bytes}"))
}
