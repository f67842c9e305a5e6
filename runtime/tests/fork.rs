//! A process of its own, which forks: the forked process launches work on workers of its own.

#![cfg(unix)]
#![expect(unsafe_code, reason = "processes are forked by the system's own functions")]

use std::time::{Duration, Instant};

use objet_runtime::{config_threadpool, parallel_launch};

#[test]
fn a_forked_process_has_workers_of_its_own() {
    config_threadpool(2);
    let launch = || parallel_launch(2, &|_, env| Ok(env.barrier()?)).is_ok();
    assert!(launch());
    // SAFETY: the child does no more than to launch, and ends without going back into the test runner.
    let child = unsafe { libc::fork() };
    assert!(child >= 0);
    if child == 0 {
        // Twice, since the second one finds the workers of the first.
        let code = if launch() && launch() { 0 } else { 1 };
        // SAFETY: as above.
        unsafe { libc::_exit(code) };
    }
    let (begin, mut status) = (Instant::now(), -1);
    // SAFETY: the status is written to.
    while unsafe { libc::waitpid(child, &mut status, libc::WNOHANG) } == 0 {
        if begin.elapsed() > Duration::from_secs(30) {
            // SAFETY: the process is the child, which was not waited for yet.
            unsafe { libc::kill(child, libc::SIGKILL) };
            panic!("the launch should end");
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    assert_eq!(status, 0);
    assert!(launch());
}
