//! The progress line of a command.

use std::io::Read;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

/// Minimum size of an input with a progress line, in bytes.
const LARGE: usize = 8 << 20;

/// A progress line on standard error, if standard error is a terminal and the input is large.
/// Dropping the value removes the line.
pub(crate) struct Progress(ProgressBar);

impl Progress {
    /// Returns the progress line for an input of `bytes` bytes.
    pub(crate) fn of(bytes: usize) -> Self {
        if bytes < LARGE {
            return Self(ProgressBar::hidden());
        }
        let bar = ProgressBar::new(bytes as u64);
        let template = "{spinner} {msg} {wide_bar} {bytes} of {total_bytes}";
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        Self(bar)
    }

    /// Returns a reader that advances the progress line.
    pub(crate) fn reading<R: Read>(&self, source: R) -> impl Read {
        self.0.set_message("reading");
        self.0.wrap_read(source)
    }

    /// Shows a step of unknown length.
    pub(crate) fn step(&self, what: &'static str) {
        if let Ok(style) = ProgressStyle::with_template("{spinner} {msg}") {
            self.0.set_style(style);
        }
        self.0.set_message(what);
        self.0.enable_steady_tick(Duration::from_millis(100));
    }

    /// Removes the line, before other text is written to the terminal.
    pub(crate) fn finish(&self) {
        self.0.finish_and_clear();
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.finish();
    }
}
