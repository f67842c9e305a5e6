//! Warnings about symbols of the system library that change their address. A separate process
//! writes them to its standard error.

#![expect(unsafe_code, reason = "registers symbols as compiled code does")]

use std::ffi::{CStr, c_void};
use std::process::Command;

use objet_runtime::backend::backend_register_system_lib_symbol;
use objet_runtime::system_library;

const CHILD: &str = "OBJET_TEST_REGISTERS_SYMBOLS";

fn register(name: &CStr, address: usize) {
    let address = std::ptr::without_provenance_mut::<c_void>(address);
    // SAFETY: no code looks up the symbol.
    assert_eq!(unsafe { backend_register_system_lib_symbol(name.as_ptr(), address) }, 0);
}

#[test]
fn a_new_address_for_a_known_name_is_a_warning() {
    if std::env::var_os(CHILD).is_some() {
        register(c"early", 0x1000);
        register(c"early", 0x2000);
        register(c"same", 0x3000);
        register(c"late", 0x4000);
        system_library().unwrap();
        register(c"same", 0x3000);
        register(c"late", 0x5000);
        return;
    }
    let name = "system_library_warning::a_new_address_for_a_known_name_is_a_warning";
    let program = std::env::current_exe().unwrap();
    let output =
        Command::new(program).args([name, "--exact", "--nocapture"]).env(CHILD, "").output().unwrap();
    let errors = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success(), "{errors}");
    let warnings: Vec<_> = errors.lines().filter_map(|line| line.split_once(": Warning: ")).collect();
    let expected =
        [("early", "0x2000", "0x1000"), ("late", "0x5000", "0x4000")].map(|(name, now, before)| {
            format!("symbol {name} of the system library is now at {now}, previously at {before}")
        });
    assert_eq!(warnings.iter().map(|(_, text)| *text).collect::<Vec<_>>(), expected, "{errors}");
    assert!(warnings.iter().all(|(place, _)| place.contains("system_library.rs:")), "{errors}");
}
