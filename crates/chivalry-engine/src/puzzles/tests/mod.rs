mod collection;
mod miner;
