//! Tests of the `objet` command.

mod bad_input;
#[cfg(unix)]
mod book;
mod browser;
mod check;
mod command;
mod deep;
mod diff;
mod dot;
mod html;
mod html_in_browser;
mod ops;
mod plain;
#[cfg(unix)]
mod rpc_run;
#[cfg(unix)]
mod rpc_server;
#[cfg(unix)]
mod rpc_tracker;
mod show;
mod stats;
mod svg;
mod text;
mod tvm_ffi;
mod types;
