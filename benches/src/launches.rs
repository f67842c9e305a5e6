//! Launches of two tasks with nothing to do, and of two that wait for each other: what it costs to have another thread do its part.

use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use objet::threading::Task;
use objet::{config_threadpool, parallel_launch};

use crate::case::{Case, Goal, Side};

/// How many launches there are in a run, so that starting a thread is nothing beside.
const LAUNCHES: usize = 4 * 1024;

/// A task of the peers, by its number. Nobody knows what it does.
type PeerTask<'a> = &'a (dyn Fn(usize) + Sync);

/// One that is empty. Like the one that is launched, it has nothing of its own to read.
fn empty() -> PeerTask<'static> {
    std::hint::black_box(&|_| {})
}

/// On a thread of its own, with which its workers end: none of them is left to disturb the next side.
fn by_pool(task: Task<'static>) -> u64 {
    let launches = move || {
        config_threadpool(2);
        let task = std::hint::black_box(task);
        (0..LAUNCHES).filter(|_| parallel_launch(2, task).is_ok()).count() as u64
    };
    thread::scope(|scope| scope.spawn(launches).join().unwrap_or(0))
}

/// A number that two threads do not share with another one.
#[derive(Default)]
#[repr(align(128))]
struct Alone(AtomicU64);

impl Alone {
    fn tell(&self, number: u64) {
        self.0.store(number, Ordering::Release);
    }

    fn wait_for(&self, number: u64) {
        while self.0.load(Ordering::Acquire) != number {
            std::hint::spin_loop();
        }
    }
}

/// Where two threads wait for each other, by hand.
#[derive(Default)]
struct Meeting([Alone; 2]);

impl Meeting {
    fn wait(&self, task: usize) {
        let times = self.0[task].0.load(Ordering::Relaxed) + 1;
        self.0[task].tell(times);
        while self.0[1 - task].0.load(Ordering::Acquire) < times {
            std::hint::spin_loop();
        }
    }
}

/// By hand: a worker that looks without end whether there is another launch, and does nothing else but that. It never
/// sleeps, and knows neither errors nor panics.
fn by_spinning(task: PeerTask<'_>) -> u64 {
    let (begun, ended) = (Alone::default(), Alone::default());
    thread::scope(|scope| {
        scope.spawn(|| {
            for launch in 1..=LAUNCHES as u64 {
                begun.wait_for(launch);
                task(1);
                ended.tell(launch);
            }
        });
        for launch in 1..=LAUNCHES as u64 {
            begun.tell(launch);
            task(0);
            ended.wait_for(launch);
        }
    });
    LAUNCHES as u64
}

/// By a pool of two threads, one of which launches.
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

/// As above, but by asking that each thread do its part, as a barrier needs it.
fn by_broadcast(pool: &rayon::ThreadPool, task: PeerTask<'_>) -> u64 {
    pool.install(|| {
        for _ in 0..LAUNCHES {
            rayon::broadcast(|context| task(context.index()));
        }
    });
    LAUNCHES as u64
}

fn rayon_side(name: &'static str, run: impl Fn(&rayon::ThreadPool) -> u64 + 'static) -> Side {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build();
    let pool = pool.expect("two threads can be started");
    Side::over(name, LAUNCHES, move || run(&pool))
}

/// Two tasks.
pub fn launch_cases() -> Vec<Case> {
    const SCOPE: &str = "rayon scope";
    const SPIN: &str = "spin barrier";
    const BROADCAST: &str = "rayon broadcast";
    let spinning = |meeting: Meeting| by_spinning(&|task| meeting.wait(task));
    let broadcasting = |pool: &_, meeting: Meeting| by_broadcast(pool, &|task| meeting.wait(task));
    vec![
        Case::new(
            "launch two empty tasks",
            &[Goal::Times(SPIN, 1.5), Goal::Times(SCOPE, 1.5)],
            Side::over("objet", LAUNCHES, || by_pool(&|_, _| Ok(()))),
            vec![
                Side::over(SPIN, LAUNCHES, || by_spinning(empty())),
                rayon_side(SCOPE, by_scope),
                rayon_side(BROADCAST, |pool| by_broadcast(pool, empty())),
            ],
        ),
        Case::new(
            "launch two tasks that meet",
            &[],
            Side::over("objet", LAUNCHES, || by_pool(&|_, env| Ok(env.barrier()?))),
            vec![
                Side::over(SPIN, LAUNCHES, move || spinning(Meeting::default())),
                rayon_side(BROADCAST, move |pool| broadcasting(pool, Meeting::default())),
            ],
        ),
    ]
}
