//! Colors of the output.

use anstyle::{AnsiColor, Style};

pub(crate) const ERROR: Style = AnsiColor::Red.on_default().bold();
pub(crate) const GOOD: Style = AnsiColor::Green.on_default().bold();
pub(crate) const BAD: Style = ERROR;
/// Type keys.
pub(crate) const TYPE: Style = AnsiColor::Cyan.on_default();
/// Names and numbers of nodes, and names of fields.
pub(crate) const NAME: Style = AnsiColor::Yellow.on_default();
pub(crate) const TEXT: Style = AnsiColor::Green.on_default();
pub(crate) const NUMBER: Style = AnsiColor::Magenta.on_default();
pub(crate) const HEADING: Style = Style::new().bold();
/// Secondary text.
pub(crate) const FAINT: Style = Style::new().dimmed();
pub(crate) const LEFT: Style = AnsiColor::Red.on_default();
pub(crate) const RIGHT: Style = AnsiColor::Green.on_default();
