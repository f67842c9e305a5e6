//! Tests of passes, pass contexts and instruments.

mod context;
mod files;
mod functions;
mod instruments;
mod sequential;
mod tracing;
