//! Passes: what runs, in which order, and what is told of it.

mod context;
mod files;
mod functions;
mod instruments;
mod sequential;
mod tracing;
