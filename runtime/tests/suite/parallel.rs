//! Parallel launches from Rust.

use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, mpsc};
use std::thread;
use std::time::{Duration, Instant};

use objet_runtime::threading::MAX_THREADS;
use objet_runtime::{
    Error, ErrorKind, PackedFunc, ParallelError, Registry, Result, config_threadpool, num_threads,
    parallel_launch,
};

/// Runs `work` on a new thread with that number of threads, and fails after a timeout.
fn with_threads<T: Send + 'static>(threads: usize, work: impl FnOnce() -> T + Send + 'static) -> T {
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || {
        config_threadpool(threads);
        // The receiver is gone after a timeout.
        let _ = sender.send(work());
    });
    receiver.recv_timeout(Duration::from_secs(60)).expect("the work should not hang or panic")
}

fn failures(outcome: Result<(), ParallelError>) -> Vec<(usize, String)> {
    match outcome {
        Err(ParallelError::Tasks(failures)) => {
            failures.iter().map(|(task, error)| (task, error.to_string())).collect()
        }
        other => panic!("tasks should fail: {other:?}"),
    }
}

#[test]
fn each_task_runs_once_on_its_own_thread() {
    for threads in [2, 3, 7] {
        with_threads(threads, move || {
            for num_task in (0..=threads).cycle().take(500) {
                let seen: Vec<_> = (0..threads).map(|_| Mutex::new(Vec::new())).collect();
                parallel_launch(num_task, &|task, env| {
                    env.barrier()?;
                    seen[task].lock().unwrap().push((task, env.num_task(), thread::current().id()));
                    Ok(())
                })
                .unwrap();
                let seen: Vec<_> = seen.into_iter().flat_map(|seen| seen.into_inner().unwrap()).collect();
                let expected = if num_task == 0 { threads } else { num_task };
                assert_eq!(seen.len(), expected);
                assert!(seen.iter().enumerate().all(|(nth, seen)| (seen.0, seen.1) == (nth, expected)));
                assert_eq!(seen[0].2, thread::current().id());
                let mut ids: Vec<_> = seen.iter().map(|seen| format!("{:?}", seen.2)).collect();
                ids.sort();
                ids.dedup();
                assert_eq!(ids.len(), expected);
            }
        });
    }
}

#[test]
fn no_task_passes_the_barrier_before_all_have_arrived() {
    const ROUNDS: usize = 300;
    with_threads(4, || {
        for _ in 0..3 {
            let came = AtomicUsize::new(0);
            parallel_launch(4, &|_, env| {
                for round in 1..=ROUNDS {
                    came.fetch_add(1, Ordering::Relaxed);
                    env.barrier()?;
                    if came.load(Ordering::Relaxed) < round * 4 {
                        return Err("a task is missing".into());
                    }
                    env.barrier()?;
                }
                Ok(())
            })
            .unwrap();
            assert_eq!(came.into_inner(), 4 * ROUNDS);
        }
    });
}

#[test]
fn ended_tasks_are_not_waited_for() {
    with_threads(3, || {
        for _ in 0..100 {
            let rounds = AtomicUsize::new(0);
            parallel_launch(3, &|task, env| {
                for _ in 0..task * 5 {
                    env.barrier()?;
                    rounds.fetch_add(1, Ordering::Relaxed);
                }
                Ok(())
            })
            .unwrap();
            assert_eq!(rounds.into_inner(), 15);
        }
    });
}

#[test]
fn a_failed_task_breaks_the_barrier() {
    with_threads(3, || {
        for failing in [0, 1, 2].repeat(30) {
            let outcome = parallel_launch(3, &|task, env| {
                env.barrier()?;
                if task == failing {
                    return Err(Error::new(ErrorKind::VALUE_ERROR, "negative"));
                }
                env.barrier()?;
                Ok(())
            });
            let error = outcome.unwrap_err();
            let text = error.to_string();
            assert!(text.contains(&format!("Task {failing} error: ValueError: negative")), "{text}");
            let error = Error::from(error);
            assert_eq!(
                error.kind(),
                &ErrorKind::VALUE_ERROR,
                "the kind of the first failure, not of the broken barrier"
            );
            assert!(error.message().contains("failed before it reached the barrier"), "{}", error.message());
        }
        for panicking in [0, 1, 2].repeat(5) {
            let failed = failures(parallel_launch(3, &|task, _| {
                assert_ne!(task, panicking, "not me");
                Ok(())
            }));
            let [(task, text)] = &failed[..] else { panic!("one task should panic: {failed:?}") };
            assert_eq!(*task, panicking);
            assert!(text.starts_with("InternalError: panicked: ") && text.contains("not me"), "{text}");
        }
        // The pool still works after failures.
        parallel_launch(3, &|_, env| Ok(env.barrier()?)).unwrap();
    });
}

#[test]
fn all_failures_are_listed_in_order() {
    with_threads(4, || {
        let failed = parallel_launch(4, &|task, _| match task {
            2 => Ok(()),
            _ => Err(format!("number {task}").into()),
        });
        assert_eq!(
            failed.unwrap_err().to_string(),
            "Task 0 error: TVMError: number 0\nTask 1 error: TVMError: number 1\nTask 3 error: TVMError: number 3"
        );
    });
}

#[test]
fn launches_within_tasks_are_inline() {
    with_threads(3, || {
        let seen = Mutex::new(Vec::new());
        parallel_launch(3, &|outer, _| {
            let here = thread::current().id();
            for asked in [0, 1, 3, 100] {
                parallel_launch(asked, &|inner, env| {
                    env.barrier()?;
                    assert_eq!(thread::current().id(), here);
                    seen.lock().unwrap().push((outer, inner, env.num_task()));
                    parallel_launch(0, &|_, env| Ok(env.barrier()?)).map_err(Error::from)
                })?;
            }
            let failed = failures(parallel_launch(2, &|_, _| Err("inside".into())));
            assert_eq!(failed, [(0, "TVMError: inside".into())]);
            Ok(())
        })
        .unwrap();
        let seen = seen.into_inner().unwrap();
        assert_eq!(seen.len(), 12);
        assert!(seen.iter().all(|&(outer, inner, num_task)| outer < 3 && inner == 0 && num_task == 1));
    });
}

#[test]
fn concurrent_launches_do_not_wait_for_each_other() {
    // The tasks of each launch wait for the tasks of the other launch.
    let meet = std::sync::Arc::new(std::sync::Barrier::new(4));
    let launch = |meet: std::sync::Arc<std::sync::Barrier>| {
        move || {
            with_threads(2, move || {
                for _ in 0..50 {
                    parallel_launch(2, &|_, env| {
                        meet.wait();
                        Ok(env.barrier()?)
                    })
                    .unwrap();
                }
            });
        }
    };
    let other = thread::spawn(launch(meet.clone()));
    launch(meet)();
    other.join().unwrap();
}

#[test]
fn the_number_of_threads_can_change() {
    with_threads(2, || {
        let count = || {
            let tasks = AtomicUsize::new(0);
            parallel_launch(0, &|_, env| {
                tasks.fetch_add(1, Ordering::Relaxed);
                Ok(env.barrier()?)
            })
            .unwrap();
            tasks.into_inner()
        };
        assert_eq!((num_threads(), count()), (2, 2));
        let error = parallel_launch(3, &|_, _| Ok(())).unwrap_err();
        assert!(matches!(error, ParallelError::TooManyTasks { requested: 3, threads: 2 }));
        assert!(
            error.to_string().starts_with("Request parallel sync task larger than number of threads used")
        );

        let configure: PackedFunc = Registry::expect("runtime.config_threadpool").unwrap().clone();
        for threads in [5, 1, 3, 2] {
            configure.call((1, threads)).unwrap();
            assert_eq!((num_threads(), count()), (threads as usize, threads as usize));
        }
        // With one thread there is one task, whatever number is requested.
        config_threadpool(1);
        parallel_launch(9, &|task, env| {
            assert_eq!((task, env.num_task()), (0, 1));
            Ok(())
        })
        .unwrap();
        config_threadpool(usize::MAX);
        assert_eq!(num_threads(), MAX_THREADS);
        configure.call((1,)).unwrap();
        let default = num_threads();
        configure.call((-1, -7)).unwrap();
        assert_eq!(num_threads(), default);
    });
}

#[test]
fn a_thread_may_launch_during_its_shutdown() {
    struct LaunchesAtEnd;
    impl Drop for LaunchesAtEnd {
        fn drop(&mut self) {
            parallel_launch(0, &|_, env| Ok(env.barrier()?)).unwrap();
        }
    }
    thread_local! {
        static BEFORE: LaunchesAtEnd = const { LaunchesAtEnd };
        static AFTER: LaunchesAtEnd = const { LaunchesAtEnd };
    }
    thread::spawn(|| {
        config_threadpool(2);
        BEFORE.with(|_| ());
        parallel_launch(2, &|_, _| Ok(())).unwrap();
        AFTER.with(|_| ());
    })
    .join()
    .unwrap();
}

/// Runs an ignored test of this file in a separate process. Returns the output of the process.
fn in_child(test: &str, environment: &[(&str, &str)]) -> String {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", test, "--ignored", "--nocapture", "--test-threads=1"]);
    command.env_remove("TVM_NUM_THREADS").env_remove("OMP_NUM_THREADS");
    command.envs(environment.iter().copied()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let start = Instant::now();
    while child.try_wait().unwrap().is_none() {
        if start.elapsed() > Duration::from_secs(60) {
            child.kill().unwrap();
            panic!("{test} hangs");
        }
        thread::sleep(Duration::from_millis(5));
    }
    String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap()
}

#[test]
fn environment_variables_set_the_number_of_threads() {
    let count = |environment: &[(&str, &str)]| {
        let output = in_child("parallel::child_counts_threads", environment);
        let (_, number) = output.split_once("threads: ").unwrap_or_else(|| panic!("no number in {output}"));
        number.split_whitespace().next().unwrap().parse::<usize>().unwrap()
    };
    let cores = thread::available_parallelism().unwrap().get();
    assert_eq!(count(&[]), cores);
    assert_eq!(count(&[("TVM_NUM_THREADS", "3"), ("OMP_NUM_THREADS", "2")]), 3);
    assert_eq!(count(&[("OMP_NUM_THREADS", "2")]), 2);
    assert_eq!(count(&[("TVM_NUM_THREADS", "0")]), 1);
    assert_eq!(count(&[("TVM_NUM_THREADS", "many")]), cores);
    assert_eq!(count(&[("TVM_NUM_THREADS", "4"), ("TVM_THREAD_POOL_SPIN_COUNT", "0")]), 4);
}

#[test]
#[ignore = "run by another test, in a separate process"]
fn child_counts_threads() {
    let tasks = AtomicUsize::new(0);
    for _ in 0..10 {
        parallel_launch(0, &|_, env| {
            tasks.fetch_add(1, Ordering::Relaxed);
            Ok(env.barrier()?)
        })
        .unwrap();
    }
    println!("threads: {} ", tasks.into_inner() / 10);
}

#[test]
fn a_process_may_exit_during_a_launch() {
    for task in ["0", "1"] {
        let output =
            in_child("parallel::child_exits_in_a_task", &[("EXITS_IN", task), ("TVM_NUM_THREADS", "3")]);
        assert!(output.contains("leaving"), "{output}");
    }
}

#[test]
#[ignore = "run by another test, in a separate process"]
fn child_exits_in_a_task() {
    let leaving: Option<usize> = std::env::var("EXITS_IN").ok().and_then(|task| task.parse().ok());
    let outcome = parallel_launch(3, &|task, env| {
        if Some(task) == leaving {
            println!("leaving");
            std::process::exit(0);
        }
        Ok(env.barrier()?)
    });
    panic!("the process should have ended: {outcome:?}");
}

#[test]
#[cfg(target_os = "linux")]
fn idle_workers_sleep_and_exit_with_their_launcher() {
    let output = in_child("parallel::child_watches_its_workers", &[("TVM_NUM_THREADS", "4")]);
    assert!(output.contains("as they should be"), "{output}");
}

#[test]
#[ignore = "run by another test, in a separate process"]
#[cfg(target_os = "linux")]
fn child_watches_its_workers() {
    /// Returns the states of all workers in the process.
    fn states() -> Vec<char> {
        let tasks = std::fs::read_dir("/proc/self/task").unwrap();
        let stats = tasks.filter_map(|task| std::fs::read_to_string(task.unwrap().path().join("stat")).ok());
        let workers = stats.filter(|stat| stat.contains("(objet-worker"));
        workers.filter_map(|stat| stat.rsplit_once(") ").and_then(|(_, rest)| rest.chars().next())).collect()
    }
    fn until(states_are: impl Fn(&[char]) -> bool) {
        let start = Instant::now();
        while !states_are(&states()) {
            assert!(start.elapsed() < Duration::from_secs(30), "{:?}", states());
            thread::sleep(Duration::from_millis(5));
        }
    }
    thread::spawn(|| {
        for _ in 0..3 {
            parallel_launch(0, &|_, env| Ok(env.barrier()?)).unwrap();
            until(|states| states == ['S', 'S', 'S']);
        }
        // The launching thread sleeps, too, while a worker runs a long task.
        parallel_launch(2, &|task, _| {
            thread::sleep(Duration::from_millis(100 * task as u64));
            Ok(())
        })
        .unwrap();
    })
    .join()
    .unwrap();
    until(|states| states.is_empty());
    println!("as they should be");
}
