//! The images drawn last.

use std::collections::BTreeMap;
use std::sync::Arc;

use bytes::Bytes;
use parking_lot::Mutex;

/// The most bytes of all images together.
const CAPACITY: usize = 16 * 1024 * 1024;

/// Handle of the cache. Images that were not read for the longest time are evicted first.
#[derive(Clone, Debug, Default)]
pub(crate) struct ImageCache(Arc<Mutex<Images>>);

#[derive(Debug, Default)]
struct Images {
    /// The images by their tag, with the time of their last use.
    images: BTreeMap<String, (u64, Bytes)>,
    /// The tags by the time of their last use.
    by_use: BTreeMap<u64, String>,
    bytes: usize,
    uses: u64,
}

impl ImageCache {
    pub(crate) fn get(&self, tag: &str) -> Option<Bytes> {
        let mut images = self.0.lock();
        let image = images.remove(tag)?;
        images.insert(tag, image.clone());
        Some(image)
    }

    pub(crate) fn insert(&self, tag: &str, image: Bytes) {
        let mut images = self.0.lock();
        images.remove(tag);
        images.insert(tag, image);
        while images.bytes > CAPACITY {
            let Some((_, oldest)) = images.by_use.pop_first() else { break };
            images.remove(&oldest);
        }
    }
}

impl Images {
    fn insert(&mut self, tag: &str, image: Bytes) {
        self.uses += 1;
        self.bytes += image.len();
        self.by_use.insert(self.uses, tag.to_owned());
        self.images.insert(tag.to_owned(), (self.uses, image));
    }

    fn remove(&mut self, tag: &str) -> Option<Bytes> {
        let (used, image) = self.images.remove(tag)?;
        self.by_use.remove(&used);
        self.bytes -= image.len();
        Some(image)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_image_that_was_not_read_for_the_longest_time_is_evicted() {
        let cache = ImageCache::default();
        let half = || Bytes::from(vec![0; CAPACITY / 2]);
        cache.insert("a", half());
        cache.insert("b", half());
        assert!(cache.get("a").is_some());
        cache.insert("c", half());
        let has = |tag| cache.get(tag).is_some();
        assert_eq!(["a", "b", "c"].map(has), [true, false, true]);
        cache.insert("d", Bytes::from(vec![0; CAPACITY + 1]));
        assert_eq!(["a", "c", "d"].map(has), [false, false, false]);
        assert_eq!(cache.0.lock().bytes, 0);
    }
}
