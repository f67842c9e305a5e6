//! 200 sessions, 8 at once: each opens, loads a module, runs it and closes. Fails if a session
//! fails, or if a file, a process or a descriptor is left.

fn main() -> std::process::ExitCode {
    #[cfg(target_os = "linux")]
    return sessions::main();
    #[cfg(not(target_os = "linux"))]
    std::process::ExitCode::SUCCESS
}

#[cfg(target_os = "linux")]
mod sessions {
    use std::error::Error;
    use std::fs;
    use std::path::Path;
    use std::process::{Command, ExitCode};
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::sync::{Mutex, PoisonError};
    use std::thread;
    use std::time::{Duration, Instant};

    use objet_rpc::host::{Server, ServerOptions, SessionProgram, run_session};
    use objet_rpc::{ConnectOptions, Session};

    const AT_ONCE: usize = 8;

    /// A function of a module: TVM's C convention for compiled code.
    const SOURCE: &str = "#include <stdint.h>
int add_one(int64_t* args, int* codes, int count, int64_t* result, int* code, void* resource) {
    *result = args[0] + 1;
    *code = 0;
    return 0;
}
";

    pub(super) fn main() -> ExitCode {
        let arguments: Vec<String> = std::env::args().skip(1).collect();
        if arguments.first().is_some_and(|first| first == "session") {
            return run_session();
        }
        // `cargo test --benches` runs each benchmark once.
        let sessions = if arguments.iter().any(|argument| argument == "--bench") { 200 } else { 16 };
        match run(sessions) {
            Ok(()) => ExitCode::SUCCESS,
            Err(error) => {
                eprintln!("{error}");
                ExitCode::FAILURE
            }
        }
    }

    fn library(directory: &Path) -> Result<Vec<u8>, Box<dyn Error>> {
        let (source, library) = (directory.join("add_one.c"), directory.join("add_one.so"));
        fs::write(&source, SOURCE)?;
        let built =
            Command::new("cc").args(["-shared", "-fPIC", "-o"]).arg(&library).arg(&source).status()?;
        if built.success() { Ok(fs::read(library)?) } else { Err("cc failed".into()) }
    }

    fn options(directory: &Path) -> Result<ServerOptions, Box<dyn Error>> {
        Ok(ServerOptions {
            program: SessionProgram { program: std::env::current_exe()?, arguments: vec!["session".into()] },
            work_dir: Some(directory.into()),
            sessions: AT_ONCE,
            ..ServerOptions::default()
        })
    }

    fn session(address: &str, library: &[u8], number: i64) -> Result<(), Box<dyn Error>> {
        let session: Session = ConnectOptions::new().connect(address)?;
        session.upload("add_one.so", library)?;
        let module = session.load_module("add_one.so")?;
        let sum: i64 = module.expect_function("add_one")?.call_as((number,))?;
        if sum == number + 1 { Ok(()) } else { Err(format!("{number} + 1 is {sum}").into()) }
    }

    fn run(sessions: usize) -> Result<(), Box<dyn Error>> {
        let (built, work) = (tempfile::tempdir()?, tempfile::tempdir()?);
        let library = library(built.path())?;
        let server = Server::bind(options(work.path())?)?;
        let address = server.address().ok_or("no address")?.to_string();
        session(&address, &library, 0)?;
        wait("files before", || files(work.path()), 0)?;
        let descriptors_before = descriptors();

        let (started, failures) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
        let times = Mutex::new(Vec::new());
        let start = Instant::now();
        thread::scope(|scope| {
            for _ in 0..AT_ONCE {
                scope.spawn(|| {
                    loop {
                        let number = started.fetch_add(1, Ordering::Relaxed);
                        if number >= sessions {
                            return;
                        }
                        let start = Instant::now();
                        if let Err(error) = session(&address, &library, number as i64) {
                            lock(&failures).push(error.to_string());
                        }
                        lock(&times).push(start.elapsed());
                    }
                });
            }
        });
        let elapsed = start.elapsed();
        wait("files", || files(work.path()), 0)?;
        wait("processes", children, 0)?;
        wait("descriptors", descriptors, descriptors_before)?;
        let failures = lock(&failures);
        if let Some(first) = failures.first() {
            return Err(format!("{} sessions failed, the first: {first}", failures.len()).into());
        }
        let mut times = lock(&times);
        times.sort();
        println!(
            "{sessions} sessions, {AT_ONCE} at once: {:.2} s in all, median {:.1} ms, slowest {:.1} ms",
            elapsed.as_secs_f64(),
            1e3 * times[times.len() / 2].as_secs_f64(),
            1e3 * times[times.len() - 1].as_secs_f64(),
        );
        println!("left: 0 files, 0 processes, 0 descriptors");
        Ok(())
    }

    fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
        mutex.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until the server has cleaned up behind the last session.
    fn wait(what: &str, count: impl Fn() -> usize, expected: usize) -> Result<(), Box<dyn Error>> {
        let start = Instant::now();
        while count() > expected {
            if start.elapsed() > Duration::from_secs(5) {
                return Err(format!("{} {what} are left, expected {expected}", count()).into());
            }
            thread::sleep(Duration::from_millis(5));
        }
        Ok(())
    }

    fn files(directory: &Path) -> usize {
        fs::read_dir(directory).map_or(0, Iterator::count)
    }

    fn descriptors() -> usize {
        fs::read_dir("/proc/self/fd").map_or(0, Iterator::count)
    }

    /// Returns the number of child processes, also of those that have ended and are not reaped.
    fn children() -> usize {
        let threads = fs::read_dir("/proc/self/task").into_iter().flatten().flatten();
        let of_threads = threads.filter_map(|thread| fs::read_to_string(thread.path().join("children")).ok());
        of_threads.map(|children| children.split_whitespace().count()).sum()
    }
}
