use crate::{Limits, Progress, Unknown};

/// What a search may use, and what it has used.
pub(crate) struct Control<'a> {
    limits: Limits,
    go_on: &'a mut dyn FnMut(&Progress) -> bool,
    pub(crate) nodes: u64,
    bytes: usize,
    pub(crate) peak_bytes: usize,
}

impl<'a> Control<'a> {
    /// How often somebody is asked whether to go on: about every millisecond, so that they can be quick about it.
    const EVERY: u64 = 1 << 9;

    pub(crate) fn new(limits: Limits, go_on: &'a mut dyn FnMut(&Progress) -> bool) -> Control<'a> {
        Control { limits, go_on, nodes: 0, bytes: 0, peak_bytes: 0 }
    }

    /// One more state is looked at.
    #[inline]
    pub(crate) fn step(&mut self) -> Result<(), Unknown> {
        if self.nodes >= self.limits.nodes {
            return Err(Unknown::Nodes);
        }
        self.nodes += 1;
        if self.nodes.is_multiple_of(Control::EVERY)
            && !(self.go_on)(&Progress { nodes: self.nodes, bytes: self.bytes })
        {
            return Err(Unknown::Stopped);
        }
        Ok(())
    }

    /// Asks for memory, before it is taken.
    pub(crate) fn take(&mut self, bytes: usize) -> Result<(), Unknown> {
        if self.bytes + bytes > self.limits.bytes {
            return Err(Unknown::Memory);
        }
        self.bytes += bytes;
        self.peak_bytes = self.peak_bytes.max(self.bytes);
        Ok(())
    }

    /// Gives memory back.
    pub(crate) fn give(&mut self, bytes: usize) {
        self.bytes -= bytes;
    }

    /// Gives back the memory of a list for which room was made.
    pub(crate) fn give_list<T>(&mut self, list: Vec<T>) {
        self.give(list.capacity() * size_of::<T>());
    }

    /// Makes room in a list for so many more.
    pub(crate) fn reserve<T>(&mut self, list: &mut Vec<T>, more: usize) -> Result<(), Unknown> {
        if list.len() + more > list.capacity() {
            let (old, new) = (list.capacity(), (list.len() + more).next_power_of_two().max(64));
            self.take(new * size_of::<T>())?;
            list.reserve_exact(new - list.len());
            self.give(old * size_of::<T>());
        }
        Ok(())
    }
}
