//! Objects of this process that stand for objects of a server.

use objet_object::{IsObjectRef, NDArrayNode, ObjectRef};
use objet_runtime::{Module, PackedFuncNode};

use super::arguments::RemoteFunction;
use super::module::RpcModule;

/// Returns whether an object is a function, a module or a tensor of a server. Dropping the last
/// reference to it is a request, which waits for the server.
///
/// ```
/// use objet_object::{Device, DeviceType, NDArray};
/// use objet_rpc::{Session, is_remote};
/// use objet_runtime::NDArrayExt;
///
/// let session = Session::local()?;
/// let x = NDArray::from_slice(&[2], &[1.0_f32, 2.0])?;
/// let y = x.copy_to(session.device(DeviceType::CPU, 0))?;
/// assert!(is_remote(&y.into()) && !is_remote(&x.into()));
/// # Ok::<(), objet_runtime::Error>(())
/// ```
pub fn is_remote(object: &ObjectRef) -> bool {
    if let Some(function) = object.as_node::<PackedFuncNode>() {
        return function.data::<RemoteFunction>().is_some();
    }
    if let Some(tensor) = object.as_node::<NDArrayNode>() {
        return tensor.device().device_type.rpc_session().is_some();
    }
    object.clone().downcast::<Module>().is_ok_and(|module| module.as_kind::<RpcModule>().is_some())
}
