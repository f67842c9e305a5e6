//! Text of passes, and of the contexts in which they run.

use objet::text::ReprPrinter;

use super::{ModulePassNode, PassContextNode, PassInfoNode, PassInstrumentNode, SequentialNode};

pub(super) fn show_info<'a>(info: &'a PassInfoNode, printer: &mut ReprPrinter<'a>) {
    let (name, level) = (&info.name, info.opt_level);
    printer
        .text(format!("The meta data of the pass: pass name: {name}opt_level: {level}required passes: [\n"));
    for required in &info.required {
        printer.text(required.as_str()).text(", ");
    }
    printer.text("]\n");
}

pub(super) fn show_module_pass<'a>(pass: &'a ModulePassNode, printer: &mut ReprPrinter<'a>) {
    show_run("Module", &pass.pass_info, printer);
}

pub(super) fn show_sequential<'a>(pass: &'a SequentialNode, printer: &mut ReprPrinter<'a>) {
    show_run("Sequential", &pass.pass_info, printer);
    printer.text(". The passes will be executed are: [");
    for pass in &pass.passes {
        printer.text(pass.pass_info.name.as_str()).text(" ");
    }
    printer.text("]");
}

fn show_run<'a>(kind: &str, info: &'a PassInfoNode, printer: &mut ReprPrinter<'a>) {
    let (name, level) = (&info.name, info.opt_level);
    printer.text(format!("Run {kind} pass: {name} at the optimization level {level}"));
}

pub(super) fn show_instrument<'a>(instrument: &'a PassInstrumentNode, printer: &mut ReprPrinter<'a>) {
    printer.text(instrument.name.as_str());
}

pub(super) fn show_context<'a>(context: &'a PassContextNode, printer: &mut ReprPrinter<'a>) {
    printer.text("Pass context information: \n");
    printer.text(format!("\topt_level: {}\n", context.opt_level));
    printer.text("\trequired passes: ").object(&context.required_pass);
    printer.text("\n\tdisabled passes: ").object(&context.disabled_pass);
    printer.text("\n\tinstruments: ").object(&context.instruments);
    printer.text("\n\tconfig: ").object(&context.config);
}
