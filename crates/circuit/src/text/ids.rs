//! From the ids of gates in a file to nodes.

use std::collections::HashMap;

/// Which node carries an id.
///
/// Ids are the file's to choose, so memory follows the number of bytes read, not the largest id:
/// small ids index a table, others go through a hash map (keyed, so collisions cannot be forced).
pub(crate) struct Ids {
    table: Vec<u32>,
    table_bound: usize,
    others: HashMap<u32, u32>,
}

/// Marks an id that no gate carries; no node has this number (see `limits::GATES`).
const FREE: u32 = u32::MAX;

impl Ids {
    /// No ids yet, from a text of `text_bytes`.
    pub(crate) fn new(text_bytes: usize) -> Self {
        // A gate takes more than eight bytes, so even one entry per four stays below the text.
        Self { table: Vec::new(), table_bound: text_bytes / 4 + 1024, others: HashMap::new() }
    }

    /// Gives `id` to `node`; false if it is taken.
    pub(crate) fn insert(&mut self, id: u32, node: u32) -> bool {
        let index = id as usize;
        if index >= self.table_bound {
            return self.others.insert(id, node).is_none();
        }
        if index >= self.table.len() {
            self.table.resize(index + 1, FREE);
        }
        let free = self.table[index] == FREE;
        self.table[index] = node;
        free
    }

    /// The node with this id.
    pub(crate) fn get(&self, id: u32) -> Option<u32> {
        match self.table.get(id as usize) {
            Some(&node) => (node != FREE).then_some(node),
            None => self.others.get(&id).copied(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_ids_cost_no_table() {
        let mut ids = Ids::new(100);
        assert!(ids.insert(u32::MAX - 1, 7));
        assert!(ids.insert(3, 8));
        assert!(!ids.insert(3, 9));
        assert!(!ids.insert(u32::MAX - 1, 9));
        assert_eq!((ids.get(u32::MAX - 1), ids.get(3), ids.get(4)), (Some(9), Some(9), None));
        assert!(ids.table.capacity() < 1024);
    }
}
