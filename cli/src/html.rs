//! `objet html`: writes a graph as an HTML page.

use objet_view::write_html;

use crate::ExitStatus;
use crate::args::HtmlArgs;
use crate::failure::Failure;
use crate::input::Input;
use crate::output::Output;

pub(crate) fn run(args: &HtmlArgs) -> Result<ExitStatus, Failure> {
    let input = Input::read(&args.file)?;
    let root = input.load()?;
    let view = input.view(root.as_ref())?;
    let mut out = Output::to(Some(&args.output), &args.file)?;
    let title = args.file.file_name().map_or(input.name.as_str().into(), |name| name.to_string_lossy());
    // `Output::finish` reports the error.
    let _ = write_html(&view, &title, &mut out);
    out.finish()?;
    Ok(ExitStatus::Success)
}
