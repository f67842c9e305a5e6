//! The references of opaque nodes to other objects.

use std::iter;

/// A reference from an attribute to an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Lead {
    /// The position of the attribute.
    pub(crate) attr: u32,
    /// Whether the reference is to `other` instead of `object`.
    pub(crate) other: bool,
    /// Whether files of TVM 0.8 store the reference as the index of a node, although it is to a
    /// tensor. They store other references to tensors as indices in their list of tensors.
    pub(crate) is_node: bool,
}

impl Lead {
    /// Creates the reference from the `object` of an attribute.
    pub(crate) fn new(attr: u32) -> Self {
        Self { attr, other: false, is_node: false }
    }
}

/// References to objects.
#[derive(Clone, Debug)]
pub(crate) enum Leads {
    /// A bit for each attribute whose `object` is such a reference, in the order of the attributes.
    Ascending(u64),
    /// Any other list.
    List(Box<[Lead]>),
}

impl Default for Leads {
    fn default() -> Self {
        Self::Ascending(0)
    }
}

impl Leads {
    /// Returns the number of references.
    #[inline]
    pub(crate) fn len(&self) -> usize {
        match self {
            Self::Ascending(attrs) => attrs.count_ones() as usize,
            Self::List(list) => list.len(),
        }
    }

    /// Returns the reference at this position.
    ///
    /// # Panics
    /// If there is none.
    #[inline]
    pub(crate) fn get(&self, index: usize) -> Lead {
        match self {
            Self::Ascending(attrs) => match bits(*attrs).nth(index) {
                Some(attr) => Lead::new(attr),
                None => panic!("no reference has the position {index}"),
            },
            Self::List(list) => list[index],
        }
    }

    /// Returns the references in order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = Lead> + '_ {
        let (attrs, list) = match self {
            Self::Ascending(attrs) => (*attrs, &[][..]),
            Self::List(list) => (0, &**list),
        };
        bits(attrs).map(Lead::new).chain(list.iter().copied())
    }

    /// Returns the positions of the references in the order of the attributes. Returns `None` if
    /// the references have this order.
    #[cfg(feature = "serde")]
    pub(crate) fn by_attr(&self) -> Option<Box<[u32]>> {
        let Self::List(list) = self else { return None };
        if list.is_sorted_by_key(|lead| lead.attr) {
            return None;
        }
        let mut positions: Box<[u32]> = (0..list.len() as u32).collect();
        positions.sort_by_key(|position| list[*position as usize].attr);
        Some(positions)
    }
}

impl FromIterator<Lead> for Leads {
    #[inline]
    fn from_iter<I: IntoIterator<Item = Lead>>(leads: I) -> Self {
        let (mut leads, mut attrs) = (leads.into_iter(), 0_u64);
        while let Some(lead) = leads.next() {
            if lead.other || lead.is_node || lead.attr >= u64::BITS || attrs >> lead.attr != 0 {
                return Self::List(Self::Ascending(attrs).iter().chain([lead]).chain(leads).collect());
            }
            attrs |= 1 << lead.attr;
        }
        Self::Ascending(attrs)
    }
}

/// Returns the positions of the set bits, from the lowest one on.
#[inline]
fn bits(mut left: u64) -> impl Iterator<Item = u32> {
    iter::from_fn(move || {
        let lowest = (left != 0).then(|| left.trailing_zeros());
        left &= left.wrapping_sub(1);
        lowest
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn references_keep_their_order() {
        let lead = |attr, other| Lead { other, ..Lead::new(attr) };
        let of = |attrs: &[u32]| attrs.iter().map(|attr| lead(*attr, false)).collect::<Vec<_>>();
        let every = (0..200).collect::<Vec<_>>();
        let both = vec![lead(3, false), lead(3, true), lead(4, false)];
        let nodes = vec![lead(1, false), Lead { is_node: true, ..lead(2, false) }];
        for expected in
            [of(&[]), of(&[0, 1, 63]), of(&[2, 64]), of(&[2, 1, 5]), of(&[7, 7]), of(&every), both, nodes]
        {
            let leads: Leads = expected.iter().copied().collect();
            assert_eq!(leads.len(), expected.len());
            assert_eq!(leads.iter().collect::<Vec<_>>(), expected);
            assert_eq!((0..leads.len()).map(|index| leads.get(index)).collect::<Vec<_>>(), expected);
        }
    }

    #[cfg(feature = "serde")]
    #[test]
    fn references_have_an_order_by_attribute() {
        let by_attr = |attrs: &[u32]| attrs.iter().map(|attr| Lead::new(*attr)).collect::<Leads>().by_attr();
        assert_eq!(by_attr(&[0, 5, 63]), None);
        assert_eq!(by_attr(&[2, 70]), None);
        assert_eq!(by_attr(&[5, 2, 7, 2]).as_deref(), Some(&[1, 3, 0, 2][..]));
    }

    #[test]
    fn few_references_in_order_take_no_list() {
        let leads: Leads = [0, 5, 63].map(Lead::new).into_iter().collect();
        assert!(matches!(leads, Leads::Ascending(attrs) if attrs == 1 | 1 << 5 | 1 << 63));
    }
}
