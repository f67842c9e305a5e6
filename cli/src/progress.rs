//! How far a command has come, for people who wait.

use std::io::Read;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

/// Below so many bytes nobody waits.
const LARGE: usize = 8 << 20;

/// A line on standard error, if that is a terminal and the input is large; it is gone when this is.
pub(crate) struct Progress(ProgressBar);

impl Progress {
    /// For an input of so many bytes.
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

    /// Tells what is read through it.
    pub(crate) fn reading<R: Read>(&self, source: R) -> impl Read {
        self.0.set_message("reading");
        self.0.wrap_read(source)
    }

    /// Tells that something is done of which it is not known how far it has come.
    pub(crate) fn step(&self, what: &'static str) {
        if let Ok(style) = ProgressStyle::with_template("{spinner} {msg}") {
            self.0.set_style(style);
        }
        self.0.set_message(what);
        self.0.enable_steady_tick(Duration::from_millis(100));
    }

    /// Takes the line away, before anything else is written to the terminal.
    pub(crate) fn finish(&self) {
        self.0.finish_and_clear();
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.finish();
    }
}
