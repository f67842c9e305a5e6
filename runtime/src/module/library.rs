//! Modules of compiled code: the kind `library`, whose functions are symbols.
//!
//! Invariants, which whoever makes symbols known answers for (see [`Module::load_from_file`]):
//! - The address of a symbol is valid for as long as its [`Symbols`].
//! - What is at it is what compilers put there under such a name: pointers that are to be filled in, a blob, a text, or else
//!   a function of the type [`TVMBackendPackedCFunc`].

#![expect(unsafe_code, reason = "compiled code is reached by the addresses of its symbols")]

use std::ffi::{CStr, c_void};
use std::mem::transmute;
use std::ptr::{self, NonNull};
use std::sync::Arc;
use std::sync::atomic::{AtomicPtr, Ordering};

use objet_object::{OpaqueHandle, RetValue, TVMValue, TypeCode};

use crate::args::Args;
use crate::backend::{self, TVMBackendPackedCFunc, Watch, lend_to_c, taken_from_c};
use crate::callable::Invoke;
use crate::error::Result;
use crate::module::{LoadError, Module, ModuleKind, blob};
use crate::packed_func::{About, PackedFunc};

/// Where the module's code finds its module.
const CONTEXT: &str = "__tvm_module_ctx";

/// The name of the entry function, as the text of a symbol.
const MAIN: &str = "__tvm_main__";

/// What begins like this is data, or code that is not for callers.
const NO_FUNCTIONS: [&str; 2] = ["__tvm_", "__TVM"];

/// The names of compiled code, and where they are.
pub(super) trait Symbols: Send + Sync + 'static {
    /// Where the symbol is, if there is one.
    fn address(&self, name: &str) -> Option<NonNull<c_void>>;
}

impl<S: Symbols> Symbols for Arc<S> {
    fn address(&self, name: &str) -> Option<NonNull<c_void>> {
        (**self).address(name)
    }
}

/// The kind of module.
struct Library<S>(S);

/// A module of these symbols.
pub(super) fn library_module(symbols: impl Symbols) -> Module {
    Module::new(Library(symbols))
}

impl<S: Symbols> ModuleKind for Library<S> {
    fn type_key(&self) -> &str {
        "library"
    }

    fn function(&self, name: &str, module: &Module) -> Result<Option<PackedFunc>> {
        let name = if name == MAIN { main_name(&self.0)? } else { name };
        if NO_FUNCTIONS.iter().any(|prefix| name.starts_with(prefix)) {
            return Ok(None);
        }
        let Some(address) = self.0.address(name) else { return Ok(None) };
        // SAFETY: what is at a symbol that is asked for as a function is one, by the file's invariants.
        let code = unsafe { transmute::<NonNull<c_void>, TVMBackendPackedCFunc>(address) };
        let function = Function { code, _library: module.clone() };
        Ok(Some(PackedFunc::of(function, About::new(Some(name.into()), None, None))))
    }
}

fn main_name(symbols: &dyn Symbols) -> Result<&str, LoadError> {
    let address = symbols.address(MAIN).ok_or(LoadError::NoMain)?;
    // SAFETY: a text that ends with a NUL, by the file's invariants. It lasts as long as the symbols.
    let name = unsafe { CStr::from_ptr(address.as_ptr().cast()) };
    name.to_str().map_err(|_| LoadError::MainNotUtf8 { found: name.to_string_lossy().into() })
}

/// A function of compiled code.
struct Function {
    code: TVMBackendPackedCFunc,
    /// Keeps the code where it is.
    _library: Module,
}

impl Invoke for Function {
    fn invoke(&self, args: Args<'_>) -> Option<Result<RetValue>> {
        Some(lend_to_c(args, |values, codes, count| {
            let (mut value, mut code) = (TVMValue::ZERO, TypeCode::NULLPTR);
            let watch = Watch::begin();
            // SAFETY: the code is that of a function of this type, and what it is passed lasts for the call.
            let answer =
                unsafe { (self.code)(values, codes, count, &raw mut value, &raw mut code, ptr::null_mut()) };
            watch.outcome(answer)?;
            // SAFETY: the function left a value and its code there, and gives away what the value refers to.
            unsafe { result_of_code(value, code) }
        }))
    }
}

/// What compiled code gives as its result. A borrowed tensor is an address, since there is no owning it.
///
/// # Safety
/// The value is what its code says, and its owner gives it away.
#[inline]
unsafe fn result_of_code(value: TVMValue, code: TypeCode) -> Result<RetValue> {
    // SAFETY: each arm reads the member that belongs to the code, as the caller promised.
    unsafe {
        Ok(match code {
            TypeCode::NULLPTR => RetValue::Null,
            TypeCode::INT | TypeCode::UINT => RetValue::Int(value.v_int64),
            TypeCode::FLOAT => RetValue::Float(value.v_float64),
            TypeCode::DL_TENSOR_HANDLE => RetValue::Handle(OpaqueHandle(value.v_handle)),
            TypeCode::OBJECT_HANDLE
            | TypeCode::MODULE_HANDLE
            | TypeCode::PACKED_FUNC_HANDLE
            | TypeCode::NDARRAY_HANDLE
                if value.v_handle.is_null() =>
            {
                RetValue::Null
            }
            _ => taken_from_c(value, code)?,
        })
    }
}

/// Tells compiled code where the functions are that it calls, by the variables that it has for their addresses.
pub(super) fn fill_in_functions(symbols: &dyn Symbols) {
    let functions: [(&str, *const ()); 7] = [
        ("__TVMFuncCall", backend::func_call as *const ()),
        ("__TVMAPISetLastError", backend::api_set_last_error as *const ()),
        ("__TVMBackendGetFuncFromEnv", backend::backend_get_func_from_env as *const ()),
        ("__TVMBackendAllocWorkspace", backend::backend_alloc_workspace as *const ()),
        ("__TVMBackendFreeWorkspace", backend::backend_free_workspace as *const ()),
        ("__TVMBackendParallelLaunch", backend::backend_parallel_launch as *const ()),
        ("__TVMBackendParallelBarrier", backend::backend_parallel_barrier as *const ()),
    ];
    for (name, function) in functions {
        store(symbols, name, function.cast_mut().cast());
    }
}

/// Tells compiled code which module it is. The module lasts as long as any of its functions.
pub(super) fn fill_in_context(symbols: &dyn Symbols, library: &Module) {
    store(symbols, CONTEXT, ptr::from_ref(&**library).cast_mut().cast());
}

fn store(symbols: &dyn Symbols, name: &str, value: *mut c_void) {
    if let Some(variable) = symbols.address(name) {
        // SAFETY: a variable that holds a pointer, by the file's invariants. Whoever else stores into it stores the same, or
        // has the turn to.
        unsafe { AtomicPtr::from_ptr(variable.cast().as_ptr()) }.store(value, Ordering::Release);
    }
}

/// The blob of the modules that were packed into the library.
pub(super) fn blob(symbols: &dyn Symbols) -> Option<&[u8]> {
    let start = symbols.address(blob::SYMBOL)?.cast::<u8>();
    // SAFETY: a blob begins with its length, in eight bytes.
    let length = u64::from_le_bytes(unsafe { start.cast().read_unaligned() });
    // What cannot be is found where the blob is read, which then has no more than this length.
    let length = usize::try_from(length).ok().filter(|length| *length < isize::MAX as usize - 8);
    // SAFETY: so many bytes follow, by the file's invariants, and nobody writes to them.
    Some(unsafe { std::slice::from_raw_parts(start.as_ptr(), 8 + length.unwrap_or(0)) })
}
