//! The search for values that no clause covers.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;

use objet::String;
use objet::prelude::*;
use objet_ir::adt::{Constructor, TypeData};
use objet_ir::module::{IRModule, ModuleError};
use objet_ir::types::GlobalTypeVar;

use super::case::{Choice, Combinations, Part, Parts};
use super::irrefutable::Irrefutable;
use super::{STEP_LIMIT, UnmatchedError};
use crate::adt::{Match, Pattern, PatternConstructorNode, PatternTupleNode};

/// The number of parts among which the search chooses the next one. More candidates can find fewer
/// cases, but take longer.
const CANDIDATES: usize = 8;

/// A depth-first search, of which the frames are the path.
pub(super) struct Search {
    definitions: Definitions,
    irrefutable: Irrefutable,
    /// For each clause: the parts of the value that it restricts further, with their patterns.
    rows: Vec<BTreeMap<Part, Pattern>>,
    path: Vec<Frame>,
    /// The number of parts of the value that the path tells apart.
    parts: Part,
    next: Next,
    steps: usize,
}

/// The next step of a search.
enum Next {
    /// Look at a branch, in which these clauses may match.
    Explore(Vec<u32>),
    /// Return the cases at the end of the path.
    Return(Combinations),
    /// Leave the branch.
    Leave,
}

/// A part of the value, and the branches of the search for the constructors of this part.
struct Frame {
    part: Part,
    /// The branches that are not searched yet. The last one is the next.
    waiting: Vec<Branch>,
    /// The choice of the branch that is being searched.
    choice: Option<Choice>,
    /// The clauses and patterns of the part that the choice replaced by patterns of its parts.
    replaced: Vec<(u32, Pattern)>,
}

struct Branch {
    head: Head,
    /// The clauses that may match.
    rows: Vec<u32>,
}

/// The top of the values of a branch.
enum Head {
    Tuple(usize),
    Constructor(Constructor),
    Other(Vec<Constructor>),
}

impl Search {
    pub(super) fn new(found: &Match, module: Option<IRModule>) -> Self {
        let mut search = Self {
            definitions: Definitions { module: module.unwrap_or_default(), known: HashMap::new() },
            irrefutable: Irrefutable::default(),
            rows: Vec::new(),
            path: Vec::new(),
            parts: 1,
            next: Next::Leave,
            steps: 0,
        };
        for clause in &found.clauses {
            let mut row = BTreeMap::new();
            search.restrict(&mut row, 0, &clause.lhs);
            search.rows.push(row);
        }
        search.next = Next::Explore((0..search.rows.len() as u32).collect());
        search
    }

    /// Adds the pattern of a part to a row, unless the pattern matches every value.
    fn restrict(&mut self, row: &mut BTreeMap<Part, Pattern>, part: Part, pattern: &Pattern) {
        if !self.irrefutable.contains(pattern, &mut self.definitions) {
            row.insert(part, pattern.clone());
        }
    }

    /// Returns the next case, or `None` after the last one.
    pub(super) fn next(&mut self) -> Result<Option<Pattern>, UnmatchedError> {
        loop {
            match std::mem::replace(&mut self.next, Next::Leave) {
                Next::Explore(rows) => self.explore(rows)?,
                Next::Return(mut combinations) => {
                    let choices = || self.path.iter().filter_map(|frame| frame.choice.as_ref());
                    let with_parts =
                        self.path.iter().filter_map(|frame| Some((frame.part, frame.choice.as_ref()?)));
                    let with_parts: Vec<_> = with_parts.collect();
                    let (pattern, nodes) = combinations.pattern(with_parts.into_iter(), self.parts);
                    if combinations.advance(choices()) {
                        self.next = Next::Return(combinations);
                    }
                    self.count(nodes + self.parts as usize)?;
                    return Ok(Some(pattern));
                }
                Next::Leave => {
                    let Some(frame) = self.path.last_mut() else { return Ok(None) };
                    let branch = frame.waiting.pop();
                    self.undo_choice();
                    match branch {
                        Some(branch) => self.choose(branch)?,
                        None => drop(self.path.pop()),
                    }
                }
            }
        }
    }

    fn count(&mut self, steps: usize) -> Result<(), UnmatchedError> {
        self.steps = self.steps.saturating_add(steps);
        if self.steps > STEP_LIMIT { Err(UnmatchedError::TooManyCases) } else { Ok(()) }
    }

    /// Looks at a branch: either no clause matches, or the first one does, or the value is split.
    fn explore(&mut self, mut rows: Vec<u32>) -> Result<(), UnmatchedError> {
        // Clauses after one that matches all values of the branch are not reached.
        if let Some(last) = rows.iter().position(|row| self.rows[*row as usize].is_empty()) {
            rows.truncate(last + 1);
        }
        let Some(first) = rows.first() else {
            let choices = self.path.iter().filter_map(|frame| frame.choice.as_ref());
            self.next = Next::Return(Combinations::first(choices));
            return Ok(());
        };
        let first = &self.rows[*first as usize];
        let Some(part) = self.part_to_split(first, &rows) else { return Ok(()) };
        let waiting = match first.get(&part).and_then(Pattern::as_node::<PatternConstructorNode>) {
            Some(pattern) => {
                let definition = self.definitions.of(&pattern.constructor)?;
                self.split_constructors(part, &rows, &definition)?
            }
            None => vec![self.split_tuple(part, rows)?],
        };
        self.count(waiting.iter().map(|branch| branch.rows.len() + 1).sum())?;
        self.path.push(Frame { part, waiting, choice: None, replaced: Vec::new() });
        Ok(())
    }

    /// Chooses a part that the first clause restricts: one that most clauses restrict, to copy few
    /// clauses into several branches, and that gives few branches.
    fn part_to_split(&self, first: &BTreeMap<Part, Pattern>, rows: &[u32]) -> Option<Part> {
        let candidates: Vec<Part> = first.keys().rev().take(CANDIDATES).copied().collect();
        if let [part] = candidates[..] {
            return Some(part);
        }
        candidates.into_iter().max_by_key(|part| {
            let patterns = rows.iter().filter_map(|row| self.rows[*row as usize].get(part));
            let (mut restricted, mut heads) = (0, HashSet::new());
            for pattern in patterns {
                restricted += 1;
                heads.insert(pattern.as_node::<PatternConstructorNode>().map(|node| &node.constructor));
            }
            (restricted, Reverse(heads.len()), *part)
        })
    }

    /// Returns the branch of a part that is a tuple.
    fn split_tuple(&self, part: Part, rows: Vec<u32>) -> Result<Branch, UnmatchedError> {
        let mut length = None;
        for row in &rows {
            let Some(pattern) = self.rows[*row as usize].get(&part) else { continue };
            if let Some(pattern) = pattern.as_node::<PatternConstructorNode>() {
                let constructor = pattern.constructor.name_hint.clone();
                return Err(UnmatchedError::TupleAndConstructor { constructor });
            }
            let found = pattern.as_node::<PatternTupleNode>().map_or(0, |tuple| tuple.patterns.len());
            let expected = *length.get_or_insert(found);
            if expected != found {
                return Err(UnmatchedError::TupleLength { expected, found });
            }
        }
        Ok(Branch { head: Head::Tuple(length.unwrap_or(0)), rows })
    }

    /// Returns the branches of a part that is a value of an algebraic data type. The branch of the
    /// constructor that is defined first is the last one.
    fn split_constructors(
        &self,
        part: Part,
        rows: &[u32],
        definition: &Definition,
    ) -> Result<Vec<Branch>, UnmatchedError> {
        let mut named = BTreeMap::<usize, Vec<u32>>::new();
        let mut unrestricted = Vec::new();
        for row in rows {
            let Some(pattern) = self.rows[*row as usize].get(&part) else {
                unrestricted.push(*row);
                named.values_mut().for_each(|rows| rows.push(*row));
                continue;
            };
            let Some(pattern) = pattern.as_node::<PatternConstructorNode>() else {
                let constructor = definition.data.header.name_hint.clone();
                return Err(UnmatchedError::TupleAndConstructor { constructor });
            };
            // A clause for a constructor of another type matches no value.
            if let Some(index) = definition.index_of(&pattern.constructor) {
                named.entry(index).or_insert_with(|| unrestricted.clone()).push(*row);
            }
        }
        let constructors = &definition.data.constructors;
        let other: Vec<usize> = (0..constructors.len()).filter(|index| !named.contains_key(index)).collect();
        let mut branches: Vec<(usize, Branch)> = named
            .into_iter()
            .map(|(index, rows)| {
                (index, Branch { head: Head::Constructor(constructors[index].clone()), rows })
            })
            .collect();
        if let Some(last) = other.last() {
            let others = other.iter().map(|index| constructors[*index].clone()).collect();
            branches.push((*last, Branch { head: Head::Other(others), rows: unrestricted }));
        }
        branches.sort_by_key(|(index, _)| *index);
        Ok(branches.into_iter().map(|(_, branch)| branch).collect())
    }

    /// Enters a branch of the innermost part: its clauses restrict the parts of this part instead.
    fn choose(&mut self, Branch { head, rows }: Branch) -> Result<(), UnmatchedError> {
        let Some(frame) = self.path.last_mut() else { return Ok(()) };
        let part = frame.part;
        let count = match &head {
            Head::Tuple(length) => *length,
            Head::Constructor(constructor) => constructor.inputs.len(),
            Head::Other(_) => 0,
        };
        let parts = Parts { from: self.parts, count: count as u32 };
        self.parts += parts.count;
        frame.choice = Some(match head {
            Head::Tuple(_) => Choice::Tuple(parts),
            Head::Constructor(constructor) => Choice::Constructor(constructor, parts),
            Head::Other(constructors) => Choice::Other(constructors),
        });
        let mut replaced = Vec::new();
        for row in &rows {
            let Some(pattern) = self.rows[*row as usize].remove(&part) else { continue };
            let inner = parts_of(&pattern);
            if inner.len() != count {
                let constructor = pattern.as_node::<PatternConstructorNode>();
                let constructor =
                    constructor.map(|node| node.constructor.name_hint.clone()).unwrap_or_default();
                return Err(UnmatchedError::Arity { constructor, expected: count, found: inner.len() });
            }
            let mut entries = std::mem::take(&mut self.rows[*row as usize]);
            for (part, pattern) in parts.iter().zip(inner) {
                self.restrict(&mut entries, part, pattern);
            }
            self.rows[*row as usize] = entries;
            replaced.push((*row, pattern));
        }
        self.count(count)?;
        if let Some(frame) = self.path.last_mut() {
            frame.replaced = replaced;
        }
        self.next = Next::Explore(rows);
        Ok(())
    }

    /// Undoes the choice of the innermost part, if there is one.
    fn undo_choice(&mut self) {
        let Some(frame) = self.path.last_mut() else { return };
        let Some(Choice::Tuple(parts) | Choice::Constructor(_, parts)) = frame.choice.take() else { return };
        for (row, pattern) in frame.replaced.drain(..) {
            let row = &mut self.rows[row as usize];
            while row.last_key_value().is_some_and(|(inner, _)| *inner >= parts.from) {
                row.pop_last();
            }
            row.insert(frame.part, pattern);
        }
        self.parts = parts.from;
    }
}

/// Returns the patterns of the parts of a value.
fn parts_of(pattern: &Pattern) -> &[Pattern] {
    match_node!(match pattern {
        node @ PatternConstructorNode => &node.patterns,
        tuple @ PatternTupleNode => &tuple.patterns,
        _ => &[],
    })
}

/// The definitions of the types whose constructors occur in patterns.
pub(super) struct Definitions {
    module: IRModule,
    known: HashMap<GlobalTypeVar, Result<Arc<Definition>, ModuleError>>,
}

impl Definitions {
    /// Returns the definition of the type that the constructor belongs to.
    pub(super) fn of(&mut self, constructor: &Constructor) -> Result<Arc<Definition>, UnmatchedError> {
        let Self { module, known } = self;
        let owner = &constructor.belong_to;
        let definition = known
            .entry(owner.clone())
            .or_insert_with(|| module.lookup_type_def(owner).map(|data| Arc::new(Definition::new(data))));
        definition.clone().map_err(|source| UnmatchedError::Undefined {
            constructor: constructor.name_hint.clone(),
            source,
        })
    }
}

/// A type definition with an index of its constructors.
pub(super) struct Definition {
    pub(super) data: TypeData,
    by_identity: HashMap<Constructor, usize>,
    by_name: HashMap<String, usize>,
}

impl Definition {
    fn new(data: TypeData) -> Self {
        let constructors = || data.constructors.iter().enumerate();
        let by_identity = constructors().map(|(index, own)| (own.clone(), index)).collect();
        let by_name = constructors().map(|(index, own)| (own.name_hint.clone(), index)).collect();
        Self { data, by_identity, by_name }
    }

    /// Returns the index of a constructor of the type. A pass may have copied the constructor, so
    /// another object of the same name and type counts, too.
    fn index_of(&self, constructor: &Constructor) -> Option<usize> {
        let same_name = || {
            let own = constructor.belong_to == self.data.header;
            own.then(|| self.by_name.get(&constructor.name_hint)).flatten()
        };
        self.by_identity.get(constructor).or_else(same_name).copied()
    }
}
