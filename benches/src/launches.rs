//! Launches of two empty tasks, and of two tasks that wait for each other. They measure the cost of
//! work on another thread.

use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use objet::device::threading::Task;
use objet::device::{config_threadpool, parallel_launch};

use crate::case::{Case, Contestant, Goal};

/// The number of launches in a run, large enough to hide the cost of starting a thread.
const LAUNCHES: usize = 4 * 1024;

/// A task of the peers, which takes the number of the task. The reference hides the body from the
/// compiler.
type PeerTask<'a> = &'a (dyn Fn(usize) + Sync);

/// Returns an empty task. Like the task of Objet, it captures nothing.
fn empty() -> PeerTask<'static> {
    std::hint::black_box(&|_| {})
}

/// Launches with Objet's pool, on a separate thread. The workers exit with this thread, so that
/// they do not disturb the next contestant.
fn by_pool(task: Task<'static>) -> u64 {
    let launches = move || {
        config_threadpool(2);
        let task = std::hint::black_box(task);
        (0..LAUNCHES).filter(|_| parallel_launch(2, task).is_ok()).count() as u64
    };
    thread::scope(|scope| scope.spawn(launches).join().unwrap_or(0))
}

/// A number on its own cache lines, to avoid false sharing.
#[derive(Default)]
#[repr(align(128))]
struct CachePadded(AtomicU64);

impl CachePadded {
    fn publish(&self, number: u64) {
        self.0.store(number, Ordering::Release);
    }

    fn wait_for(&self, number: u64) {
        while self.0.load(Ordering::Acquire) != number {
            std::hint::spin_loop();
        }
    }
}

/// A hand-written barrier of two threads.
#[derive(Default)]
struct SpinBarrier([CachePadded; 2]);

impl SpinBarrier {
    fn wait(&self, task: usize) {
        let times = self.0[task].0.load(Ordering::Relaxed) + 1;
        self.0[task].publish(times);
        while self.0[1 - task].0.load(Ordering::Acquire) < times {
            std::hint::spin_loop();
        }
    }
}

/// Launches on a hand-written worker that spins until the next launch. The worker never sleeps, and
/// supports neither errors nor panics.
fn by_spinning(task: PeerTask<'_>) -> u64 {
    let (begun, ended) = (CachePadded::default(), CachePadded::default());
    thread::scope(|scope| {
        scope.spawn(|| {
            for launch in 1..=LAUNCHES as u64 {
                begun.wait_for(launch);
                task(1);
                ended.publish(launch);
            }
        });
        for launch in 1..=LAUNCHES as u64 {
            begun.publish(launch);
            task(0);
            ended.wait_for(launch);
        }
    });
    LAUNCHES as u64
}

/// Launches with rayon's `scope` on a pool of two threads. One of the threads launches.
fn by_scope(pool: &rayon::ThreadPool) -> u64 {
    let task = empty();
    pool.install(|| {
        for _ in 0..LAUNCHES {
            rayon::scope(|scope| {
                scope.spawn(|_| task(1));
                task(0);
            });
        }
    });
    LAUNCHES as u64
}

/// Launches with rayon's `broadcast`, which runs a task on each thread, as a barrier requires.
fn by_broadcast(pool: &rayon::ThreadPool, task: PeerTask<'_>) -> u64 {
    pool.install(|| {
        for _ in 0..LAUNCHES {
            rayon::broadcast(|context| task(context.index()));
        }
    });
    LAUNCHES as u64
}

fn rayon_contestant(name: &'static str, run: impl Fn(&rayon::ThreadPool) -> u64 + 'static) -> Contestant {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build();
    let pool = pool.expect("cannot start two threads");
    Contestant::over(name, LAUNCHES, move || run(&pool))
}

/// Returns the cases of launches with two tasks.
pub fn launch_cases() -> Vec<Case> {
    const SCOPE: &str = "rayon scope";
    const SPIN: &str = "spin barrier";
    const BROADCAST: &str = "rayon broadcast";
    let spinning = |barrier: SpinBarrier| by_spinning(&|task| barrier.wait(task));
    let broadcasting = |pool: &_, barrier: SpinBarrier| by_broadcast(pool, &|task| barrier.wait(task));
    vec![
        Case::new(
            "launch two empty tasks",
            &[Goal::Times(SPIN, 1.5), Goal::Times(SCOPE, 1.5)],
            Contestant::over("objet", LAUNCHES, || by_pool(&|_, _| Ok(()))),
            vec![
                Contestant::over(SPIN, LAUNCHES, || by_spinning(empty())),
                rayon_contestant(SCOPE, by_scope),
                rayon_contestant(BROADCAST, |pool| by_broadcast(pool, empty())),
            ],
        ),
        Case::new(
            "launch two tasks that meet",
            &[],
            Contestant::over("objet", LAUNCHES, || by_pool(&|_, env| Ok(env.barrier()?))),
            vec![
                Contestant::over(SPIN, LAUNCHES, move || spinning(SpinBarrier::default())),
                rayon_contestant(BROADCAST, move |pool| broadcasting(pool, SpinBarrier::default())),
            ],
        ),
    ]
}
