//! The inference rules, and their application until a fixed point is reached.

use super::edges::{LateUses, Use, Uses, is_certain};
use super::tensors::{Moments, first_uses};
use super::tree::Tree;

/// The maximum number of rounds. Files of the writer need only a few.
const ROUNDS: usize = 64;

/// The knowledge about a class.
#[derive(Clone, Copy, Default)]
pub(super) struct Class {
    /// Whether a value is not 0.
    pub(super) refers: bool,
    /// Whether a value is not an index of a node or a tensor.
    pub(super) is_text: bool,
    pub(super) node: Belief,
    pub(super) tensor: Belief,
}

/// Whether the values of a class are indices.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum Belief {
    No,
    #[default]
    Perhaps,
    /// Unknown, and not used as a tree edge, since this would close a cycle or contradict the
    /// numbering.
    Unusable,
    Yes,
}

impl Belief {
    /// Whether the class may be used as a tree edge or as a first use.
    fn counts(self) -> bool {
        matches!(self, Self::Perhaps | Self::Yes)
    }
}

/// The state of the inference.
pub(super) struct Solver {
    pub(super) edges: Uses,
    pub(super) uses: Uses,
    pub(super) late: LateUses,
    pub(super) classes: Vec<Class>,
    /// The moments of the first uses of tensors, as far as they are known.
    pub(super) moments: Option<Moments>,
}

/// The numbering is not that of the writer, or the inference takes too many rounds.
struct NotInOrder;

impl Solver {
    fn node(&self, class: u32) -> Belief {
        if is_certain(class) { Belief::Yes } else { self.classes[class as usize].node }
    }

    fn tensor(&self, class: u32) -> Belief {
        if is_certain(class) { Belief::Yes } else { self.classes[class as usize].tensor }
    }

    /// Withdraws conclusions from a numbering that is not that of the writer.
    pub(super) fn forget(&mut self, belief: fn(&mut Class) -> &mut Belief) {
        for class in &mut self.classes {
            let belief = belief(class);
            if *belief != Belief::No {
                *belief = Belief::Unusable;
            }
        }
    }

    /// Returns the tree of the writer's traversal, or `None` if the numbering is not that of the
    /// writer.
    pub(super) fn solve(&mut self) -> Option<Tree> {
        for _ in 0..ROUNDS {
            let tree = self.tree()?;
            let mut changed = self.exclude_out_of_order(&tree).ok()?;
            if !changed {
                changed |= self.find_references(&tree);
                changed |= self.exclude_cycles(&tree);
            }
            self.moments = Moments::of(&self.uses, &tree, |class| self.tensor(class).counts());
            changed |= self.find_tensors(&tree);
            changed |= self.one_meaning().ok()?;
            if !changed {
                return self.without_cycles(tree);
            }
        }
        None
    }

    /// Returns for each tensor its first use and the moment of this use. Returns `None` if no
    /// traversal along the tree is found that reaches the tensors in order.
    pub(super) fn first_uses(&self, tree: &Tree) -> Option<Vec<(Use, u32)>> {
        let belief = |class| self.tensor(class);
        let prefers = |class| preference(class, belief(class));
        first_uses(
            &self.uses,
            &self.late,
            tree,
            |class| belief(class).counts(),
            prefers,
            |class| belief(class) == Belief::Yes,
        )
    }

    fn tree(&self) -> Option<Tree> {
        Tree::of(&self.edges, |class| self.node(class).counts(), |class| preference(class, self.node(class)))
    }

    /// Sets a belief to `No`. In a file of the writer, a certain belief cannot be wrong.
    fn exclude(belief: &mut Belief) -> Result<bool, NotInOrder> {
        match std::mem::replace(belief, Belief::No) {
            Belief::Yes => Err(NotInOrder),
            before => Ok(before != Belief::No),
        }
    }

    /// Excludes references to nodes that are out of order: a reference to an unvisited node leads
    /// to it, so the target must be below the node.
    fn exclude_out_of_order(&mut self, tree: &Tree) -> Result<bool, NotInOrder> {
        let mut changed = false;
        for target in 1..self.edges.targets() {
            for from in self.edges.of(target) {
                if tree.in_order(from.node, target as u32) {
                    continue;
                }
                match self.classes.get_mut(from.class as usize) {
                    Some(class) => changed |= Self::exclude(&mut class.node)?,
                    None => return Err(NotInOrder),
                }
            }
        }
        Ok(changed)
    }

    /// Concludes that the only class that can have led to a node consists of references.
    fn find_references(&mut self, tree: &Tree) -> bool {
        let mut changed = false;
        for node in 2..self.edges.targets() {
            let earlier = self.edges.of(node).iter().take_while(|from| (from.node as usize) < node);
            let mut possible = earlier
                .filter(|from| {
                    tree.ends[from.node as usize] as usize >= node && self.node(from.class).counts()
                })
                .map(|from| from.class);
            let Some(class) = possible.next().filter(|class| possible.all(|other| other == *class)) else {
                continue;
            };
            if self.node(class) == Belief::Perhaps {
                self.classes[class as usize].node = Belief::Yes;
                changed = true;
            }
        }
        changed
    }

    /// Excludes cycles: no node refers to a node that leads to it. If all classes of a cycle except
    /// one are certain, this class does not consist of references.
    fn exclude_cycles(&mut self, tree: &Tree) -> bool {
        let steps = tree.unsure_steps(|class| self.node(class) == Belief::Perhaps);
        let mut changed = false;
        for target in 1..self.edges.targets() as u32 {
            for from in self.edges.of(target as usize) {
                if from.node < target || !tree.leads(target, from.node) {
                    continue;
                }
                let class = |step: u32| tree.parents[step as usize].class;
                let wrong = match (self.node(from.class), steps.between(target, from.node)) {
                    (Belief::Yes, (Some(step), None)) => class(step),
                    (Belief::Perhaps, (None, _)) => from.class,
                    (Belief::Perhaps, (Some(step), None)) if class(step) == from.class => from.class,
                    _ => continue,
                };
                self.classes[wrong as usize].node = Belief::No;
                changed = true;
            }
        }
        changed
    }

    /// Works like [`Solver::exclude_out_of_order`] and [`Solver::find_references`], for tensors.
    fn find_tensors(&mut self, tree: &Tree) -> bool {
        let Some(moments) = &self.moments else { return false };
        let mut changed = false;
        for tensor in 0..self.uses.targets() {
            let mut first = None;
            let mut alone = true;
            for from in self.uses.of(tensor) {
                let known = self.classes.get(from.class as usize);
                let belief = known.map_or(Belief::Yes, |class| class.tensor);
                if belief == Belief::Perhaps && !moments.in_order(tree, *from, tensor) {
                    self.classes[from.class as usize].tensor = Belief::No;
                    changed = true;
                } else if belief.counts() && moments.may_be_first(tree, *from, tensor) {
                    alone &= *first.get_or_insert(from.class) == from.class;
                }
            }
            let class = first.and_then(|class| self.classes.get_mut(class as usize)).filter(|_| alone);
            if let Some(class) = class.filter(|class| class.tensor == Belief::Perhaps) {
                class.tensor = Belief::Yes;
                changed = true;
            }
        }
        changed
    }

    /// Excludes that a class consists of references to both nodes and tensors.
    fn one_meaning(&mut self) -> Result<bool, NotInOrder> {
        let mut changed = false;
        for class in &mut self.classes {
            if class.node == Belief::Yes {
                changed |= Self::exclude(&mut class.tensor)?;
            } else if class.tensor == Belief::Yes {
                changed |= Self::exclude(&mut class.node)?;
            }
        }
        Ok(changed)
    }

    /// Returns a tree in which no certain reference closes a cycle, if one is found. If a choice
    /// among uncertain edges has led to a cycle, tries another choice. This proves nothing about
    /// the classes, since each of the edges may be the wrong one.
    fn without_cycles(&mut self, mut tree: Tree) -> Option<Tree> {
        'rounds: for _ in 0..ROUNDS {
            let Some(steps) = self.cycle(&tree) else { return Some(tree) };
            for step in steps {
                let class = tree.parents[step as usize].class as usize;
                self.classes[class].node = Belief::Unusable;
                match self.tree().filter(|tree| self.certain_in_order(tree)) {
                    Some(other) => {
                        tree = other;
                        continue 'rounds;
                    }
                    None => self.classes[class].node = Belief::Perhaps,
                }
            }
            return None;
        }
        None
    }

    /// Returns a tree without some of the uncertain edges, along which a traversal reaches all
    /// tensors in order, and the first uses of the tensors. An uncertain edge can keep the
    /// traversal in a node for too long. The choice proves nothing about the classes.
    pub(super) fn with_fewer_steps(&mut self, tree: &Tree) -> Option<(Tree, Vec<(Use, u32)>)> {
        let mut unsure: Vec<u32> = tree.parents.iter().skip(2).map(|from| from.class).collect();
        unsure.retain(|class| self.node(*class) == Belief::Perhaps);
        unsure.sort_unstable();
        unsure.dedup();
        // First leave out each class separately, then together with those that could be left out
        // before.
        for alone in [true, false] {
            for class in unsure.iter().take(ROUNDS) {
                self.classes[*class as usize].node = Belief::Unusable;
                let other =
                    self.tree().filter(|tree| self.certain_in_order(tree) && self.cycle(tree).is_none());
                let is_tree = other.is_some();
                if let Some(tree) = other
                    && let Some(uses) = self.first_uses(&tree)
                {
                    return Some((tree, uses));
                }
                if alone || !is_tree {
                    self.classes[*class as usize].node = Belief::Perhaps;
                }
            }
        }
        for class in unsure {
            self.classes[class as usize].node = Belief::Perhaps;
        }
        None
    }

    /// Returns the two nearest uncertain edges of different classes in a cycle that a certain
    /// reference closes.
    fn cycle(&self, tree: &Tree) -> Option<[u32; 2]> {
        let steps = tree.unsure_steps(|class| self.node(class) != Belief::Yes);
        (1..self.edges.targets() as u32).find_map(|target| {
            self.edges.of(target as usize).iter().find_map(|from| {
                let cycle = from.node >= target
                    && tree.leads(target, from.node)
                    && self.node(from.class) == Belief::Yes;
                match steps.between(target, from.node) {
                    (Some(step), other) if cycle => Some([step, other.unwrap_or(step)]),
                    _ => None,
                }
            })
        })
    }

    fn certain_in_order(&self, tree: &Tree) -> bool {
        (1..self.edges.targets()).all(|target| {
            let mut certain =
                self.edges.of(target).iter().filter(|from| self.node(from.class) == Belief::Yes);
            certain.all(|from| tree.in_order(from.node, target as u32))
        })
    }
}

/// Returns the preference of a use; smaller is better.
fn preference(class: u32, belief: Belief) -> u32 {
    match belief {
        _ if is_certain(class) => 0,
        Belief::Yes => 1,
        _ => 2,
    }
}
