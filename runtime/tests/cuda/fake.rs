//! Access to the fake CUDA driver from tests.
#![expect(unsafe_code, reason = "looks up the functions of a library by name")]

use std::ffi::{CString, c_char, c_int};

use libloading::Library;

/// The environment variable that marks a process with the fake driver.
pub(crate) const MARK: &str = "OBJET_FAKE_CUDA";

/// The fake driver.
pub(crate) struct Fake(Library);

/// The numbers of live objects of the driver.
#[derive(Debug, PartialEq)]
pub(crate) struct Live {
    pub(crate) memory: i32,
    pub(crate) modules: i32,
    pub(crate) streams: i32,
    pub(crate) events: i32,
}

impl Fake {
    pub(crate) fn get() -> Self {
        assert!(std::env::var_os(MARK).is_some(), "the tests of main.rs run this test in its own process");
        // SAFETY: the fake driver may be loaded at any time.
        Self(unsafe { Library::new("libcuda.so.1") }.unwrap())
    }

    /// Returns the calls of driver functions since the last query.
    pub(crate) fn calls(&self) -> Vec<String> {
        let mut text = vec![0_u8; 1 << 20];
        // SAFETY: the function has this type in fake_cuda.c, and terminates the string within the
        // given size.
        unsafe {
            let take = self.0.get::<unsafe extern "C" fn(*mut c_char, usize)>("fake_take_calls\0").unwrap();
            take(text.as_mut_ptr().cast(), text.len());
        }
        let text = text.split(|byte| *byte == 0).next().unwrap();
        std::str::from_utf8(text).unwrap().lines().map(String::from).collect()
    }

    /// Returns the calls since the last query that begin with `function`.
    pub(crate) fn calls_of(&self, function: &str) -> Vec<String> {
        self.calls().into_iter().filter(|call| call.starts_with(function)).collect()
    }

    /// Makes the next call of a driver function fail.
    pub(crate) fn fail(&self, function: &str, code: c_int) {
        let function = CString::new(function).unwrap();
        // SAFETY: the function has this type in fake_cuda.c.
        unsafe {
            let fail = self.0.get::<unsafe extern "C" fn(*const c_char, c_int)>("fake_fail\0").unwrap();
            fail(function.as_ptr(), code);
        }
    }

    pub(crate) fn live(&self) -> Live {
        let mut live = [0; 4];
        // SAFETY: the function has this type in fake_cuda.c.
        unsafe {
            self.0.get::<unsafe extern "C" fn(*mut c_int)>("fake_live\0").unwrap()(live.as_mut_ptr());
        }
        let [memory, modules, streams, events] = live;
        Live { memory, modules, streams, events }
    }

    /// Returns the number of times that the primary context of a device was retained.
    pub(crate) fn retained(&self, device_id: i32) -> i32 {
        // SAFETY: the function has this type in fake_cuda.c.
        unsafe { self.0.get::<unsafe extern "C" fn(c_int) -> c_int>("fake_retained\0").unwrap()(device_id) }
    }

    /// Returns the device whose context is current in this thread.
    pub(crate) fn current(&self) -> Option<i32> {
        let mut below = 0;
        // SAFETY: the function has this type in fake_cuda.c.
        let device = unsafe {
            self.0.get::<unsafe extern "C" fn(*mut c_int) -> c_int>("fake_current\0").unwrap()(&mut below)
        };
        assert_eq!(below, 0, "contexts that were pushed and never popped");
        (device >= 0).then_some(device)
    }
}
