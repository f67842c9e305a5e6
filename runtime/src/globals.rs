//! The global functions of this crate, under the names that the front ends of TVM use.
//!
//! Each global function forwards to the Rust function that does the work. The global functions
//! exist for other languages; Rust code calls the underlying functions. Every library contains
//! them, so they take packed arguments to keep the code small.

mod containers;
mod device_attributes;
mod error;
mod modules;
mod objects;

pub(crate) use error::ContainerError;

use crate::registry::{GlobalFunction, LinkedFunction};

macro_rules! linked {
    ($($function:path),* $(,)?) => {
        &[$(<$function as GlobalFunction>::LINKED),*]
    };
}

/// All global functions of this crate.
pub(crate) const ALL: &[&LinkedFunction] = linked![
    crate::trusted::alloc_with_scope,
    crate::trusted::set_stream,
    containers::adt,
    containers::array,
    containers::array_get_item,
    containers::array_size,
    containers::get_adt_fields,
    containers::get_adt_size,
    containers::get_adt_tag,
    containers::get_ffi_string,
    containers::get_shape_tuple_elem,
    containers::get_shape_tuple_size,
    containers::map,
    containers::map_count,
    containers::map_get_item,
    containers::map_items,
    containers::map_size,
    containers::shape_tuple,
    containers::string,
    containers::tuple,
    device_attributes::cpu_api,
    device_attributes::get_device_attr,
    modules::get_import,
    modules::get_source,
    modules::get_type_key,
    modules::imports_size,
    modules::save_to_file,
    modules::time_evaluator,
    objects::dump_type_table,
    objects::object_ptr_hash,
];
