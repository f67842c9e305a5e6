//! Parallel launches from compiled code.

#![expect(unsafe_code, reason = "calls the C functions of the runtime")]

use std::ffi::{CStr, c_int, c_void};
use std::ptr::null_mut;
use std::sync::atomic::{AtomicI32, Ordering};

use objet_runtime::backend::{
    TVMParallelGroupEnv, api_set_last_error, backend_parallel_barrier, backend_parallel_launch,
    get_last_error,
};
use objet_runtime::config_threadpool;

#[derive(Default)]
struct Data {
    /// Number of arrivals of tasks at each of three points.
    came: [AtomicI32; 3],
    failing: i32,
    barrier_answers: [AtomicI32; 3],
}

fn last_error() -> String {
    // SAFETY: a NUL-terminated string, which is copied before the next error.
    unsafe { CStr::from_ptr(get_last_error()) }.to_str().unwrap().to_owned()
}

unsafe extern "C" fn task(task: c_int, penv: *mut TVMParallelGroupEnv, cdata: *mut c_void) -> c_int {
    // SAFETY: the tests pass a valid environment and data.
    unsafe {
        let data = &*cdata.cast::<Data>();
        let num_task = (*penv).num_task;
        data.came[0].fetch_add(1, Ordering::Relaxed);
        if backend_parallel_barrier(task, penv) != 0 || data.came[0].load(Ordering::Relaxed) != num_task {
            return -1;
        }
        if task == data.failing {
            api_set_last_error(c"ValueError: negative\nStack trace:\n  File \"a.c\", line 3\n".as_ptr());
            return -1;
        }
        data.came[1].fetch_add(1, Ordering::Relaxed);
        let answer = backend_parallel_barrier(task, penv);
        data.barrier_answers[task as usize].store(answer, Ordering::Relaxed);
        if answer == 0 {
            data.came[2].fetch_add(1, Ordering::Relaxed);
        }
        answer
    }
}

fn launch(data: &Data, num_task: c_int) -> c_int {
    let cdata = std::ptr::from_ref(data).cast_mut().cast();
    // SAFETY: the task accepts the data, which may be shared between threads.
    unsafe { backend_parallel_launch(Some(task), cdata, num_task) }
}

fn loads(counts: &[AtomicI32; 3]) -> [i32; 3] {
    std::array::from_fn(|nth| counts[nth].load(Ordering::Relaxed))
}

#[test]
fn compiled_code_launches_with_a_barrier() {
    config_threadpool(3);
    for (asked, expected) in [(0, 3), (3, 3), (2, 2), (1, 1)].repeat(50) {
        let data = Data { failing: -1, ..Data::default() };
        assert_eq!(launch(&data, asked), 0, "{}", last_error());
        assert_eq!(loads(&data.came), [expected; 3]);
    }
    config_threadpool(1);
    let data = Data { failing: -1, ..Data::default() };
    assert_eq!(launch(&data, 3), 0);
    assert_eq!(loads(&data.came), [1; 3]);
}

#[test]
fn errors_of_all_tasks_are_listed() {
    config_threadpool(3);
    for failing in [0, 1, 2].repeat(20) {
        let data = Data { failing, ..Data::default() };
        assert_eq!(launch(&data, 3), -1);
        assert_eq!(loads(&data.came), [3, 2, 0]);
        for other in (0..3).filter(|other| *other != failing) {
            assert_eq!(loads(&data.barrier_answers)[other as usize], -1);
        }
        let expected = (0..3).map(|task| match task == failing {
            true => {
                format!("Task {task} error: ValueError: negative\nStack trace:\n  File \"a.c\", line 3\n")
            }
            false => {
                format!("Task {task} error: TVMError: task {failing} failed before it reached the barrier\n")
            }
        });
        assert_eq!(last_error(), expected.collect::<String>());
    }
}

#[test]
fn a_task_that_fails_without_a_message_is_reported() {
    unsafe extern "C" fn task(task: c_int, _: *mut TVMParallelGroupEnv, _: *mut c_void) -> c_int {
        if task == 0 { 0 } else { 7 }
    }
    config_threadpool(2);
    // SAFETY: the task uses no data.
    assert_eq!(unsafe { backend_parallel_launch(Some(task), null_mut(), 2) }, -1);
    let text = last_error();
    assert!(text.starts_with("Task 1 error: ") && text.contains('7'), "{text}");
}

#[test]
fn invalid_launches_are_errors() {
    config_threadpool(2);
    let data = Data { failing: -1, ..Data::default() };
    // SAFETY: no task is called.
    assert_eq!(unsafe { backend_parallel_launch(None, null_mut(), 0) }, -1);
    assert!(last_error().contains("the task function is null"), "{}", last_error());
    assert_eq!(launch(&data, -1), -1);
    assert!(last_error().contains("-1 is not a valid number of tasks"), "{}", last_error());
    assert_eq!(launch(&data, 3), -1);
    assert!(
        last_error().starts_with(
            "TVMError: Request parallel sync task larger than number of threads used: 3 tasks, 2 threads"
        ),
        "{}",
        last_error()
    );
    assert_eq!(loads(&data.came), [0; 3]);

    let mut env = TVMParallelGroupEnv { sync_handle: null_mut(), num_task: 2 };
    // SAFETY: the function must reject these environments.
    unsafe {
        assert_eq!(backend_parallel_barrier(0, null_mut()), -1);
        assert_eq!(backend_parallel_barrier(0, &mut env), -1);
        env.num_task = 0;
        assert_eq!(backend_parallel_barrier(0, &mut env), -1);
    }
    unsafe extern "C" fn lost(task: c_int, penv: *mut TVMParallelGroupEnv, _: *mut c_void) -> c_int {
        // SAFETY: the environment of the task. The function must detect the invalid task number.
        unsafe { backend_parallel_barrier(task + 2, penv) }
    }
    // SAFETY: the task uses no data.
    assert_eq!(unsafe { backend_parallel_launch(Some(lost), null_mut(), 2) }, -1);
    assert!(
        last_error().contains("TVMBackendParallelBarrier: task 2 does not exist, the launch has 2 tasks"),
        "{}",
        last_error()
    );
}

#[test]
fn a_pending_exception_of_the_front_end_is_passed_on() {
    unsafe extern "C" fn interrupted(_: c_int, _: *mut TVMParallelGroupEnv, _: *mut c_void) -> c_int {
        -2
    }
    for threads in [1, 2] {
        config_threadpool(threads);
        // SAFETY: the task uses no data. The message is a NUL-terminated string.
        let answer = unsafe {
            api_set_last_error(c"as it was".as_ptr());
            backend_parallel_launch(Some(interrupted), null_mut(), 0)
        };
        assert_eq!((answer, last_error().as_str()), (-2, "as it was"));
    }
}
