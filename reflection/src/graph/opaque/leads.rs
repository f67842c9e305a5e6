//! The references of opaque nodes to other objects.

use std::iter;

/// A reference from an attribute to an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Lead {
    /// The position of the attribute.
    pub(crate) attr: u32,
    /// Whether the reference is to `other` instead of `object`.
    pub(crate) other: bool,
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
                Some(attr) => Lead { attr, other: false },
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
        bits(attrs).map(|attr| Lead { attr, other: false }).chain(list.iter().copied())
    }
}

impl FromIterator<Lead> for Leads {
    #[inline]
    fn from_iter<I: IntoIterator<Item = Lead>>(leads: I) -> Self {
        let (mut leads, mut attrs) = (leads.into_iter(), 0_u64);
        while let Some(lead) = leads.next() {
            if lead.other || lead.attr >= u64::BITS || attrs >> lead.attr != 0 {
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
        let lead = |attr, other| Lead { attr, other };
        let of = |attrs: &[u32]| attrs.iter().map(|attr| lead(*attr, false)).collect::<Vec<_>>();
        let every = (0..200).collect::<Vec<_>>();
        let both = vec![lead(3, false), lead(3, true), lead(4, false)];
        for expected in
            [of(&[]), of(&[0, 1, 63]), of(&[2, 64]), of(&[2, 1, 5]), of(&[7, 7]), of(&every), both]
        {
            let leads: Leads = expected.iter().copied().collect();
            assert_eq!(leads.len(), expected.len());
            assert_eq!(leads.iter().collect::<Vec<_>>(), expected);
            assert_eq!((0..leads.len()).map(|index| leads.get(index)).collect::<Vec<_>>(), expected);
        }
    }

    #[test]
    fn few_references_in_order_take_no_list() {
        let leads: Leads = [0, 5, 63].map(|attr| Lead { attr, other: false }).into_iter().collect();
        assert!(matches!(leads, Leads::Ascending(attrs) if attrs == 1 | 1 << 5 | 1 << 63));
    }
}
