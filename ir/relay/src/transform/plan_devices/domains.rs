//! Sets of expressions that are on one device.
//!
//! - A domain is a first-order domain, which is one device, or the domain of a function, which has
//!   domains for its parameters and for its result.
//! - The parts of the domain of a function are known only after a function expression or a call
//!   was met. So the size of types does not matter.
//! - A collapsed domain of a function has one device for all of its parts.
//! - Domains are united (union-find). Two functions in one set have the same parts.

use objet_ir::expr::RelayExpr;

/// A domain, by its index in the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Domain(usize);

/// A device that an expression asks for.
#[derive(Clone, Debug)]
pub(super) struct Demand {
    pub(super) device_type: i32,
    /// The expression, and the number of the function with the expression.
    pub(super) place: (RelayExpr, usize),
}

/// The reason why domains cannot be united.
pub(super) enum Conflict {
    Devices(Demand, Demand),
    Parameters(usize, usize),
}

enum Entry {
    /// The domain is in the set of another one.
    Same(Domain),
    Device(Option<i32>, Option<Demand>),
    Function(Parts),
}

#[derive(Default)]
struct Parts {
    /// The domains of the parameters and of the result.
    all: Option<Vec<Domain>>,
    /// The domain of the device of the result: of the result of the result, and so on.
    result: Option<Domain>,
    /// The domain that all parts are in.
    collapsed: Option<Domain>,
    /// Whether all parts have devices.
    is_settled: bool,
}

/// A table of domains.
pub(super) struct Domains(Vec<Entry>);

impl Domains {
    pub(super) fn new() -> Self {
        Self(Vec::new())
    }

    fn push(&mut self, entry: Entry) -> Domain {
        self.0.push(entry);
        Domain(self.0.len() - 1)
    }

    /// Creates a first-order domain without a device.
    pub(super) fn device(&mut self) -> Domain {
        self.push(Entry::Device(None, None))
    }

    /// Creates a first-order domain with a device.
    pub(super) fn demanded(&mut self, demand: Demand) -> Domain {
        self.push(Entry::Device(Some(demand.device_type), Some(demand)))
    }

    /// Creates the domain of a function.
    pub(super) fn function(&mut self) -> Domain {
        self.push(Entry::Function(Parts::default()))
    }

    /// Creates the domain of a function with parameters and a result.
    pub(super) fn function_of(&mut self, all: Vec<Domain>) -> Domain {
        self.push(Entry::Function(Parts { all: Some(all), ..Parts::default() }))
    }

    fn find(&mut self, mut domain: Domain) -> Domain {
        while let Entry::Same(parent) = self.0[domain.0] {
            if let Entry::Same(above) = self.0[parent.0] {
                self.0[domain.0] = Entry::Same(above);
            }
            domain = parent;
        }
        domain
    }

    /// Unites two domains. A first-order domain and the domain of a function are united by a
    /// collapse of the second one.
    pub(super) fn unify(&mut self, a: Domain, b: Domain) -> Result<(), Conflict> {
        let mut waiting = vec![(a, b)];
        while let Some((a, b)) = waiting.pop() {
            let (a, b) = (self.find(a), self.find(b));
            if a == b {
                continue;
            }
            match (&self.0[a.0], &self.0[b.0]) {
                (Entry::Device(_, Some(first)), Entry::Device(_, Some(second)))
                    if first.device_type != second.device_type =>
                {
                    return Err(Conflict::Devices(first.clone(), second.clone()));
                }
                (Entry::Device(None, None), Entry::Device(..)) => self.0[a.0] = Entry::Same(b),
                (Entry::Device(..), Entry::Device(..)) => self.0[b.0] = Entry::Same(a),
                (Entry::Device(..), Entry::Function(_)) => self.collapse(b, a, &mut waiting),
                (Entry::Function(_), Entry::Device(..)) => self.collapse(a, b, &mut waiting),
                _ => self.merge(a, b, &mut waiting)?,
            }
        }
        Ok(())
    }

    /// Puts all parts of a function into a first-order domain.
    fn collapse(&mut self, function: Domain, device: Domain, waiting: &mut Vec<(Domain, Domain)>) {
        let Entry::Function(parts) = &mut self.0[function.0] else { return };
        match parts.collapsed {
            Some(before) => waiting.push((before, device)),
            None => {
                parts.collapsed = Some(device);
                let parts = parts.all.iter().flatten().chain(&parts.result);
                waiting.extend(parts.map(|part| (*part, device)));
            }
        }
    }

    /// Unites the domains of two functions.
    fn merge(&mut self, a: Domain, b: Domain, waiting: &mut Vec<(Domain, Domain)>) -> Result<(), Conflict> {
        // The result of a function with known parts belongs to the parts.
        let results = [self.known_result(a), self.known_result(b)];
        let Entry::Function(second) = std::mem::replace(&mut self.0[b.0], Entry::Same(a)) else {
            return Ok(());
        };
        let Entry::Function(first) = &mut self.0[a.0] else { return Ok(()) };
        if let (Some(first), Some(second)) = (&first.all, &second.all) {
            if first.len() != second.len() {
                return Err(Conflict::Parameters(first.len() - 1, second.len() - 1));
            }
            waiting.extend(first.iter().copied().zip(second.iter().copied()));
        }
        if let [Some(first), Some(second)] = results {
            waiting.push((first, second));
        }
        match (first.collapsed, second.collapsed) {
            (Some(first), Some(second)) => waiting.push((first, second)),
            (Some(device), None) => {
                waiting.extend(second.all.iter().flatten().map(|part| (*part, device)));
                waiting.extend(results[1].map(|result| (result, device)));
            }
            (None, Some(device)) => {
                waiting.extend(first.all.iter().flatten().map(|part| (*part, device)));
                waiting.extend(results[0].map(|result| (result, device)));
            }
            (None, None) => {}
        }
        first.collapsed = first.collapsed.or(second.collapsed);
        first.result = results[0].or(results[1]);
        if first.all.is_none() {
            first.all = second.all;
        }
        Ok(())
    }

    /// Returns the domain of the device of a function's result, if there is anything to know about
    /// the result.
    fn known_result(&mut self, function: Domain) -> Option<Domain> {
        let Entry::Function(parts) = &self.0[function.0] else { return None };
        match (&parts.result, &parts.all) {
            (None, None) => None,
            _ => Some(self.result(function)),
        }
    }

    /// Returns the domain of the device of a result: of the value of a first-order domain, or of
    /// the last result of a function that returns a function.
    pub(super) fn result(&mut self, domain: Domain) -> Domain {
        let (mut path, mut domain) = (Vec::new(), self.find(domain));
        let device = loop {
            let Entry::Function(parts) = &mut self.0[domain.0] else { break domain };
            if let Some(known) = parts.collapsed.or(parts.result) {
                break known;
            }
            path.push(domain);
            match parts.all.as_ref().and_then(|all| all.last().copied()) {
                // The last result of a cycle of domains is a device of its own.
                Some(next) if path.len() <= self.0.len() => domain = self.find(next),
                _ => break self.device(),
            }
        };
        for function in path {
            if let Entry::Function(parts) = &mut self.0[function.0] {
                parts.result = Some(device);
            }
        }
        self.find(device)
    }

    /// Returns the type of the device of the result, if it is known.
    pub(super) fn device_type(&mut self, domain: Domain) -> Option<i32> {
        let device = self.result(domain);
        match &self.0[device.0] {
            Entry::Device(device_type, _) => *device_type,
            _ => None,
        }
    }

    /// Sets the devices of all parts of a domain that have none.
    pub(super) fn settle(&mut self, domain: Domain, device_type: i32) {
        let mut waiting = vec![domain];
        while let Some(domain) = waiting.pop() {
            let domain = self.find(domain);
            let result = self.result(domain);
            if let Entry::Device(unknown @ None, _) = &mut self.0[result.0] {
                *unknown = Some(device_type);
            }
            if let Entry::Function(parts) = &mut self.0[domain.0]
                && !std::mem::replace(&mut parts.is_settled, true)
            {
                waiting.extend(parts.all.iter().flatten());
            }
        }
    }

    /// Sets the devices of a function whose result is `result`: those without a device get that of
    /// the result, or the default if the result has no device.
    pub(super) fn settle_by_result(&mut self, parts: &[Domain], result: Domain, default: i32) {
        let device_type = self.device_type(result).unwrap_or(default);
        self.settle(result, device_type);
        for part in parts {
            self.settle(*part, device_type);
        }
    }
}
