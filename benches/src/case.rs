//! A piece of work, and who does it.

/// One competitor's way to do the work of a case.
pub struct Side {
    /// Who it is.
    pub name: &'static str,
    run: Box<dyn Fn() -> u64>,
}

impl Side {
    /// `run` goes through all the objects once. Its result must be that of the other sides.
    pub(crate) fn new(name: &'static str, run: impl Fn() -> u64 + 'static) -> Self {
        Self { name, run: Box::new(run) }
    }

    /// Goes through all the objects once.
    pub fn run(&self) -> u64 {
        (self.run)()
    }
}

/// What a case is to reach.
#[derive(Clone, Copy)]
pub enum Goal {
    /// At most so many times what this peer takes.
    Times(&'static str, f64),
    /// At most so many nanoseconds for each object.
    Nanoseconds(f64),
}

/// One piece of work, done by Objet and by others.
pub struct Case {
    /// What is done.
    pub what: String,
    /// What is to be reached.
    pub goals: Vec<Goal>,
    /// Objet first, then its peers.
    pub sides: Vec<Side>,
}

impl Case {
    /// Objet does `what`, so do `peers`, and they agree on the result.
    pub(crate) fn new(what: impl Into<String>, goals: &[Goal], ours: Side, peers: Vec<Side>) -> Self {
        let what = what.into();
        for peer in &peers {
            assert_eq!(ours.run(), peer.run(), "{} does other work in `{what}`", peer.name);
        }
        Self { what, goals: goals.to_vec(), sides: std::iter::once(ours).chain(peers).collect() }
    }
}
