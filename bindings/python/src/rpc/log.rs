//! The lines that servers and trackers log, for Python's `logging`.

use std::fmt::{self, Write};
use std::sync::Once;

use pyo3::prelude::*;
use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Level, Metadata, Subscriber};

use crate::lock;

/// Passes the lines of this crate's services to the logger `objet.rpc`, unless the process already
/// has a subscriber.
pub(super) fn init() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| drop(tracing::subscriber::set_global_default(PythonLogger)));
}

struct PythonLogger;

impl Subscriber for PythonLogger {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        *metadata.level() <= Level::INFO && metadata.target().starts_with("objet_rpc")
    }

    fn event(&self, event: &Event<'_>) {
        let mut line = Line::default();
        event.record(&mut line);
        let method = match *event.metadata().level() {
            Level::ERROR => "error",
            Level::WARN => "warning",
            _ => "info",
        };
        // Without an interpreter, there is no logger.
        lock::attach(|py| {
            if let Err(error) = log(py, method, &line) {
                error.write_unraisable(py, None);
            }
        });
    }

    fn new_span(&self, _span: &Attributes<'_>) -> Id {
        Id::from_u64(1)
    }

    fn record(&self, _span: &Id, _values: &Record<'_>) {}

    fn record_follows_from(&self, _span: &Id, _follows: &Id) {}

    fn enter(&self, _span: &Id) {}

    fn exit(&self, _span: &Id) {}
}

fn log(py: Python<'_>, method: &str, line: &Line) -> PyResult<()> {
    let logger = py.import("logging")?.call_method1("getLogger", ("objet.rpc",))?;
    let text = format!("{}{}", line.fields, line.message);
    logger.call_method1(method, ("%s", text)).map(drop)
}

/// The text of an event.
#[derive(Default)]
struct Line {
    /// The fields in front of the message, such as `session 3: `.
    fields: String,
    message: String,
}

impl Visit for Line {
    fn record_debug(&mut self, field: &Field, value: &dyn fmt::Debug) {
        // Writing to a string does not fail.
        let _ = match field.name() {
            "message" => write!(self.message, "{value:?}"),
            name => write!(self.fields, "{name} {value:?}: "),
        };
    }
}
