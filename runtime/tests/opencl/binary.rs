//! Kernels compiled by the driver.

use std::ffi::{c_char, c_void};
use std::ptr::{null, null_mut};

use libloading::{Library, Symbol};

type Handle = *mut c_void;

const ALL_DEVICES: u64 = 0xffff_ffff;
const PROGRAM_BINARY_SIZES: u32 = 0x1165;
const PROGRAM_BINARIES: u32 = 0x1166;

/// Builds source text for the first device of the first platform and returns the binary.
pub(crate) fn binary_of(source: &str) -> Vec<u8> {
    // SAFETY: the functions have the types of the OpenCL specification, and are called accordingly.
    unsafe {
        let library = Library::new("libOpenCL.so.1").expect("a loader");
        let platforms: Symbol<'_, unsafe extern "system" fn(u32, *mut Handle, *mut u32) -> i32> =
            library.get("clGetPlatformIDs").unwrap();
        let devices: Symbol<'_, unsafe extern "system" fn(Handle, u64, u32, *mut Handle, *mut u32) -> i32> =
            library.get("clGetDeviceIDs").unwrap();
        let context: Symbol<
            '_,
            unsafe extern "system" fn(*const isize, u32, *const Handle, Handle, Handle, *mut i32) -> Handle,
        > = library.get("clCreateContext").unwrap();
        let program: Symbol<
            '_,
            unsafe extern "system" fn(Handle, u32, *const *const c_char, *const usize, *mut i32) -> Handle,
        > = library.get("clCreateProgramWithSource").unwrap();
        let build: Symbol<
            '_,
            unsafe extern "system" fn(Handle, u32, *const Handle, *const c_char, Handle, Handle) -> i32,
        > = library.get("clBuildProgram").unwrap();
        let info: Symbol<'_, unsafe extern "system" fn(Handle, u32, usize, Handle, *mut usize) -> i32> =
            library.get("clGetProgramInfo").unwrap();

        let (mut platform, mut device, mut status) = (null_mut(), null_mut(), 0);
        assert_eq!(platforms(1, &mut platform, null_mut()), 0);
        assert_eq!(devices(platform, ALL_DEVICES, 1, &mut device, null_mut()), 0);
        let context = context(null(), 1, &device, null_mut(), null_mut(), &mut status);
        assert_eq!(status, 0);
        let (start, length) = (source.as_ptr().cast(), source.len());
        let program = program(context, 1, &start, &length, &mut status);
        assert_eq!(status, 0);
        assert_eq!(build(program, 1, &device, c"".as_ptr(), null_mut(), null_mut()), 0);
        let mut size = 0_usize;
        let place = (&raw mut size).cast();
        assert_eq!(info(program, PROGRAM_BINARY_SIZES, size_of::<usize>(), place, null_mut()), 0);
        let mut binary = vec![0_u8; size];
        let mut start = binary.as_mut_ptr();
        let place = (&raw mut start).cast();
        assert_eq!(info(program, PROGRAM_BINARIES, size_of::<Handle>(), place, null_mut()), 0);
        // A loaded driver has running threads, so the library is never closed.
        std::mem::forget(library);
        binary
    }
}
