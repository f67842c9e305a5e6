//! Functions with Rust types: conversion of arguments to parameters and of results to values.

mod argument;
mod builder;
mod function;
mod output;
mod parameter;
mod typed_packed_func;

pub use argument::Argument;
pub use builder::FunctionBuilder;
pub use function::TypedFunction;
pub use output::Output;
pub use parameter::{Data, Lendable, Lent, Node, Parameter, Reference, Tail};
pub use typed_packed_func::TypedPackedFunc;
