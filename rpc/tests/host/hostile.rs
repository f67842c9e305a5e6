//! The program of the sessions: this test itself, with functions that misbehave.

use std::fs::File;
use std::hint::black_box;
use std::io::Write;
use std::process::{Command, ExitCode, Stdio};

use objet_rpc::host::{SessionProgram, refuse_session, run_session};
use objet_runtime::{Registry, TypedPackedFunc};

/// Returns the command line that runs only [`session`].
pub(crate) fn program() -> SessionProgram {
    program_of("hostile::session")
}

/// Returns the command line that runs only [`refused`].
pub(crate) fn refusing_program() -> SessionProgram {
    program_of("hostile::refused")
}

fn program_of(test: &str) -> SessionProgram {
    let program = std::env::current_exe().expect("the path of the test");
    let arguments = ["--exact", test, "--ignored", "--nocapture"];
    SessionProgram { program, arguments: arguments.map(Into::into).into() }
}

#[test]
#[ignore = "runs in the process of a session"]
fn refused() {
    if std::env::var_os("OBJET_RPC_SESSION").is_some() {
        assert_eq!(refuse_session("cannot import 'nope': no such module"), ExitCode::FAILURE);
    }
}

/// Makes the exit of the process wait forever.
#[expect(unsafe_code, reason = "registers a handler in C")]
fn block_exit() {
    extern "C" fn wait() {
        loop {
            std::thread::park();
        }
    }
    // SAFETY: the handler only waits.
    assert_eq!(unsafe { libc::atexit(wait) }, 0);
}

#[test]
#[ignore = "runs in the process of a session"]
fn session() {
    if std::env::var_os("OBJET_RPC_SESSION").is_none() {
        return;
    }
    let forever = || -> i64 {
        loop {
            std::thread::park();
        }
    };
    let fill = || -> i64 {
        let mut number = 0;
        loop {
            // Each file is small, but there are many.
            if let Ok(mut file) = File::create(format!("file{number}")) {
                let _ = file.write_all(&[7; 1 << 18]);
            }
            number += 1;
        }
    };
    let nest = |depth: i64| {
        let nested = |_: &i64| std::fs::create_dir("d").and_then(|()| std::env::set_current_dir("d")).is_ok();
        (0..depth).take_while(nested).count() as i64
    };
    let hog = || -> i64 {
        let mut all = Vec::new();
        loop {
            all.push(black_box(vec![1_u8; 1 << 24]));
        }
    };
    let spawn = |count: i64| {
        for _ in 0..count {
            let sleeper = Command::new("sleep").arg("1000").stdin(Stdio::null()).spawn();
            drop(sleeper);
        }
        count
    };
    let descriptors = || std::fs::read_dir("/proc/self/fd").map_or(-1, |open| open.count() as i64);
    let link = |name: &str, target: &str| std::os::unix::fs::symlink(target, name).is_ok();
    let shout = |bytes: i64| {
        eprintln!("{}", "x".repeat(bytes as usize));
        bytes
    };
    Registry::register_override("test.abort", TypedPackedFunc::new(|| -> i64 { std::process::abort() }));
    Registry::register_override("test.forever", TypedPackedFunc::new(forever));
    Registry::register_override("test.fill", TypedPackedFunc::new(fill));
    Registry::register_override("test.nest", TypedPackedFunc::new(nest));
    Registry::register_override("test.hog", TypedPackedFunc::new(hog));
    Registry::register_override("test.spawn", TypedPackedFunc::new(spawn));
    Registry::register_override("test.descriptors", TypedPackedFunc::new(descriptors));
    Registry::register_override("test.link", TypedPackedFunc::new(link));
    Registry::register_override("test.shout", TypedPackedFunc::new(shout));
    Registry::register_override("test.block_exit", TypedPackedFunc::new(block_exit));
    Registry::register_override("secret", TypedPackedFunc::new(|| 42_i64));
    let pid = || i64::from(std::process::id());
    Registry::register_override("test.pid", TypedPackedFunc::new(pid));
    assert_eq!(run_session(), ExitCode::SUCCESS);
}
