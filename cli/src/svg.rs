//! `objet svg`: writes a graph as an SVG drawing.

use objet_view::Drawing;

use crate::ExitStatus;
use crate::args::SvgArgs;
use crate::failure::Failure;
use crate::input::Input;
use crate::output::Output;

pub(crate) fn run(args: &SvgArgs) -> Result<ExitStatus, Failure> {
    let input = Input::read(&args.part.file)?;
    let root = input.load()?;
    let view = input.view(root.as_ref())?;
    let selection = input.part(&view, &args.part)?;
    let mut out = Output::to(args.output.as_deref(), &args.part.file)?;
    write!(out, "{}", Drawing::of(&view, &selection, args.limit as usize));
    out.finish()?;
    Ok(ExitStatus::Success)
}
