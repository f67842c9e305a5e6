//! The order in which nodes can be built: each after the nodes that it refers to.

/// Two nodes that can reach each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Cycle {
    /// A node that refers to `to`.
    pub(crate) from: u32,
    /// A node that can reach `from`. The same as `from` if this node refers to itself.
    pub(crate) to: u32,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    New,
    /// The targets of the node are being visited.
    Open,
    Done,
}

/// Whether the order of the file is such an order: each node refers only to nodes before it.
pub(crate) fn is_children_first(count: usize, mut targets: impl FnMut(u32, &mut Vec<u32>)) -> bool {
    let mut found = Vec::new();
    (0..count as u32).all(|node| {
        found.clear();
        targets(node, &mut found);
        found.iter().all(|target| *target < node)
    })
}

/// Returns all nodes, children first. `targets` appends the nodes that a node refers to, which must
/// be less than `count`.
///
/// # Errors
/// If the references have a cycle.
pub(crate) fn children_first(
    count: usize,
    mut targets: impl FnMut(u32, &mut Vec<u32>),
) -> Result<Vec<u32>, Cycle> {
    let mut order = Vec::with_capacity(count);
    let mut states = vec![State::New; count];
    // The open nodes, each with the start of its targets in `pending`. Targets are taken from the
    // end.
    let mut open: Vec<(u32, usize)> = Vec::new();
    let mut pending: Vec<u32> = Vec::new();
    for start in 0..count as u32 {
        pending.push(start);
        loop {
            let (from, begin) = open.last().copied().unwrap_or((start, 0));
            if pending.len() > begin {
                let node = pending.pop().unwrap_or(start);
                match &mut states[node as usize] {
                    State::Done => {}
                    State::Open => return Err(Cycle { from, to: node }),
                    state => {
                        *state = State::Open;
                        open.push((node, pending.len()));
                        targets(node, &mut pending);
                    }
                }
            } else if let Some((node, _)) = open.pop() {
                states[node as usize] = State::Done;
                order.push(node);
            } else {
                break;
            }
        }
    }
    Ok(order)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn order(edges: &[&[u32]]) -> Result<Vec<u32>, Cycle> {
        children_first(edges.len(), |node, targets| targets.extend_from_slice(edges[node as usize]))
    }

    #[test]
    fn children_may_come_first_in_the_file() {
        let is_children_first = |edges: &[&[u32]]| {
            is_children_first(edges.len(), |node, targets| targets.extend_from_slice(edges[node as usize]))
        };
        assert!(is_children_first(&[&[], &[0, 0], &[1, 0]]));
        assert!(!is_children_first(&[&[], &[0, 2], &[]]));
        assert!(!is_children_first(&[&[0]]));
    }

    #[test]
    fn children_come_first() {
        assert_eq!(order(&[&[], &[2, 3], &[3, 0], &[]]), Ok(vec![0, 3, 2, 1]));
        assert_eq!(order(&[]), Ok(vec![]));
        assert_eq!(order(&[&[1, 1], &[]]), Ok(vec![1, 0]));
    }

    #[test]
    fn a_cycle_is_an_error() {
        assert_eq!(order(&[&[0]]), Err(Cycle { from: 0, to: 0 }));
        assert_eq!(order(&[&[], &[2], &[3], &[1]]), Err(Cycle { from: 3, to: 1 }));
    }

    #[test]
    fn a_long_chain_needs_no_stack() {
        let count = 1_000_000;
        let order = children_first(count, |node, targets| {
            targets.extend((node + 1 < count as u32).then_some(node + 1));
        });
        assert_eq!(order.map(|order| order[0]), Ok(count as u32 - 1));
    }
}
