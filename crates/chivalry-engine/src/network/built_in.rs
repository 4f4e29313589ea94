//! The networks in the program.

use std::sync::{Arc, LazyLock};

use chivalry_rules::Variant;

use super::file::HASH_BYTES;
use super::layers::Network;

/// The files, and the variants that use them.
const FILES: [(&[u8], &[&str]); 5] = [
    (include_bytes!("../../data/networks/cam.network"), &["cam"]),
    (include_bytes!("../../data/networks/camelot.network"), &["camelot", "camelot-1931"]),
    (include_bytes!("../../data/networks/chivalry.network"), &["chivalry", "chivalry-1887"]),
    (include_bytes!("../../data/networks/grand-cam.network"), &["grand-cam"]),
    (include_bytes!("../../data/networks/grand-camelot.network"), &["grand-camelot"]),
];

/// Mixes the hashes of all networks and the variants that use them into `hash`
/// by FNV-1a.
pub(crate) const fn mix_hashes(mut hash: u64) -> u64 {
    let mut file = 0;
    while file < FILES.len() {
        let (bytes, names) = FILES[file];
        hash = mix(hash, bytes, bytes.len() - HASH_BYTES);
        let mut name = 0;
        while name < names.len() {
            hash = mix(hash, names[name].as_bytes(), 0);
            name += 1;
        }
        file += 1;
    }
    hash
}

const fn mix(mut hash: u64, bytes: &[u8], start: usize) -> u64 {
    let mut at = start;
    while at < bytes.len() {
        hash = (hash ^ bytes[at] as u64).wrapping_mul(0x0100_0000_01b3);
        at += 1;
    }
    hash
}

/// The networks by the names of their variants.
static NETWORKS: LazyLock<Vec<(&'static str, Arc<Network>)>> = LazyLock::new(|| {
    let mut networks = Vec::new();
    for (bytes, names) in FILES {
        let variant = Variant::named(names[0]).expect("a built-in variant");
        let network = Arc::new(Network::read(bytes, variant).expect("a built-in network"));
        networks.extend(names.iter().map(|name| (*name, Arc::clone(&network))));
    }
    networks
});

/// Returns the network of `variant`. `None` if it has none, or if it is not
/// built in.
pub(crate) fn built_in(variant: &Variant) -> Option<&'static Arc<Network>> {
    let of_name = || NETWORKS.iter().find(|(name, _)| *name == variant.name());
    let (_, network) = variant.is_built_in().then(of_name)??;
    Some(network)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_network_fits_the_variants_that_use_it() {
        for (bytes, names) in FILES {
            for name in names {
                let variant = Variant::named(name).unwrap();
                let network = Network::read(bytes, variant).unwrap();
                assert_eq!(Some(&network), built_in(variant).map(|network| &**network), "{name}");
            }
        }
    }

    #[test]
    fn the_version_depends_on_the_networks() {
        assert_ne!(mix_hashes(1), 1);
        let [(bytes, _), ..] = FILES;
        let hash = &bytes[bytes.len() - HASH_BYTES..];
        assert_ne!(mix(1, hash, 0), mix(1, &hash[1..], 0));
    }
}
