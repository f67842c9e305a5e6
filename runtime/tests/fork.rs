//! A forked process launches work on its own workers. This is a separate test program because it
//! forks.

#![cfg(unix)]
#![expect(unsafe_code, reason = "forks the process")]

use std::time::{Duration, Instant};

use objet_runtime::{config_threadpool, parallel_launch};

#[test]
fn a_forked_process_has_its_own_workers() {
    config_threadpool(2);
    let launch = || parallel_launch(2, &|_, env| Ok(env.barrier()?)).is_ok();
    assert!(launch());
    // SAFETY: the child only launches tasks, and exits without returning to the test runner.
    let child = unsafe { libc::fork() };
    assert!(child >= 0);
    if child == 0 {
        // Twice, because the second launch reuses the workers of the first.
        let code = if launch() && launch() { 0 } else { 1 };
        // SAFETY: as above.
        unsafe { libc::_exit(code) };
    }
    let (begin, mut status) = (Instant::now(), -1);
    // SAFETY: the status is valid for writes.
    while unsafe { libc::waitpid(child, &mut status, libc::WNOHANG) } == 0 {
        if begin.elapsed() > Duration::from_secs(30) {
            // SAFETY: the process is the child, which has not been waited for.
            unsafe { libc::kill(child, libc::SIGKILL) };
            panic!("the launch should end");
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    assert_eq!(status, 0);
    assert!(launch());
}
