//! Runs `tests/front_end.py`, which uses the library like the Python package of TVM 0.8.

use std::path::Path;
use std::process::Command;

#[test]
fn from_python() {
    let end = std::env::consts::DLL_SUFFIX;
    let library = std::env::current_exe().unwrap().with_file_name(format!("libobjet_capi{end}"));
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/front_end.py");
    let output = Command::new("python3").arg(script).arg(library).output().unwrap();
    let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    // Python prints errors that it cannot raise, for example errors in finalizers.
    assert!(output.status.success() && out.trim_end().ends_with("done") && err.is_empty(), "{out}\n{err}");
}
