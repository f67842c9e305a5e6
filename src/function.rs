//! Functions that all languages call, and the values that cross their calls.
//!
//! [`PackedFunc`](crate::PackedFunc), [`TypedPackedFunc`](crate::TypedPackedFunc) and
//! [`Registry`](crate::Registry) are at the root of the crate.

#[cfg(feature = "runtime")]
pub use crate::error::RuntimeError;
#[cfg(feature = "runtime")]
pub use crate::globals::register_front_end;
pub use objet_object::{
    ArgValue, Borrowed, FromValue, OpaqueHandle, Owned, RValueRef, RetValue, TVMByteArray, TVMValue,
    TypeCode, ValueError,
};
#[cfg(feature = "runtime")]
pub use objet_runtime::typed::{
    Argument, Data, Lendable, Lent, Node, Output, Parameter, Reference, Tail, TypedFunction,
};
#[cfg(feature = "runtime")]
pub use objet_runtime::{
    Args, ArgsIter, BinaryError, BinaryReader, BinaryWriter, BoxError, CallError, ErrorKind, Frame,
    FunctionBuilder, GlobalFunction, PackedArgs, PackedFuncNode, Param, RegistryError, Signature,
    SignatureError, check_signals, moved,
};
