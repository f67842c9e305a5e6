//! `objet dot`: writes a graph for Graphviz.

use objet_view::write_dot;

use crate::ExitStatus;
use crate::args::DotArgs;
use crate::failure::Failure;
use crate::input::Input;
use crate::output::Output;

pub(crate) fn run(args: &DotArgs) -> Result<ExitStatus, Failure> {
    let input = Input::read(&args.part.file)?;
    let root = input.load()?;
    let view = input.view(root.as_ref())?;
    let selection = input.part(&view, &args.part)?;
    let mut out = Output::to(args.output.as_deref(), &args.part.file)?;
    // `Output::finish` reports the error.
    let _ = write_dot(&view, &selection, &mut out);
    out.finish()?;
    Ok(ExitStatus::Success)
}
