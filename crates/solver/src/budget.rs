//! The limits of a search and what it has used of them.

use crate::{SearchLimits, SearchProgress, UnknownReason};

/// Counts nodes and bytes, and stops a search that reaches a limit or is cancelled.
pub(crate) struct Budget<'a> {
    limits: SearchLimits,
    keep_going: &'a mut dyn FnMut(&SearchProgress) -> bool,
    pub(crate) nodes: u64,
    bytes: usize,
    pub(crate) peak_bytes: usize,
}

impl<'a> Budget<'a> {
    /// How many nodes lie between two calls of `keep_going`: about a millisecond, so that a search
    /// can be cancelled quickly.
    const NODES_PER_CALL: u64 = 1 << 9;

    pub(crate) fn new(
        limits: SearchLimits,
        keep_going: &'a mut dyn FnMut(&SearchProgress) -> bool,
    ) -> Budget<'a> {
        Budget { limits, keep_going, nodes: 0, bytes: 0, peak_bytes: 0 }
    }

    /// Counts one more visited state.
    #[inline]
    pub(crate) fn count_node(&mut self) -> Result<(), UnknownReason> {
        if self.nodes >= self.limits.nodes {
            return Err(UnknownReason::Nodes);
        }
        self.nodes += 1;
        if self.nodes.is_multiple_of(Budget::NODES_PER_CALL)
            && !(self.keep_going)(&SearchProgress { nodes: self.nodes, bytes: self.bytes })
        {
            return Err(UnknownReason::Stopped);
        }
        Ok(())
    }

    /// Counts memory. Called before the memory is allocated.
    pub(crate) fn charge(&mut self, bytes: usize) -> Result<(), UnknownReason> {
        if self.bytes + bytes > self.limits.bytes {
            return Err(UnknownReason::Memory);
        }
        self.bytes += bytes;
        self.peak_bytes = self.peak_bytes.max(self.bytes);
        Ok(())
    }

    /// Counts memory as free again.
    pub(crate) fn refund(&mut self, bytes: usize) {
        self.bytes -= bytes;
    }

    /// Frees a list that was grown with [`Budget::reserve`].
    pub(crate) fn refund_list<T>(&mut self, list: Vec<T>) {
        self.refund(list.capacity() * size_of::<T>());
    }

    /// Makes room for `more` further items in a list.
    pub(crate) fn reserve<T>(&mut self, list: &mut Vec<T>, more: usize) -> Result<(), UnknownReason> {
        if list.len() + more > list.capacity() {
            let (old, new) = (list.capacity(), (list.len() + more).next_power_of_two().max(64));
            self.charge(new * size_of::<T>())?;
            list.reserve_exact(new - list.len());
            self.refund(old * size_of::<T>());
        }
        Ok(())
    }
}
