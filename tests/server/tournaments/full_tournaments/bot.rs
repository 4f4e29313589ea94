//! Players of tournaments that survive the end of the server.

use std::collections::BTreeMap;
use std::sync::Arc;

use rand::rngs::StdRng;
use rand::seq::IndexedRandom as _;
use rand::{RngExt as _, SeedableRng as _};
use reqwest::Method;
use serde_json::{Value, json};

use super::World;
use crate::client::{Client, Gone};

/// Plies after which a bot resigns.
const MAX_PLIES: u64 = 16;

/// A player of one tournament.
pub(super) struct Bot {
    world: Arc<World>,
    tournament: String,
    token: String,
    rng: StdRng,
    /// Rounds after which the bot stops.
    rounds: u64,
    entrant: Value,
    /// The last version of the tournament that the bot has received.
    v: u64,
    /// Number of commands sent.
    commands: u64,
}

impl Bot {
    pub(super) fn new(world: &Arc<World>, id: &str, token: String, seed: u64, rounds: u64) -> Bot {
        let (world, tournament) = (Arc::clone(world), id.to_owned());
        let rng = StdRng::seed_from_u64(seed);
        Bot { world, tournament, token, rng, rounds, entrant: Value::Null, v: 0, commands: 0 }
    }

    /// Plays until the tournament is over, across restarts of the server.
    pub(super) async fn run(mut self) {
        loop {
            let life = *self.world.lives.borrow();
            match self.live().await {
                Ok(()) => return,
                Err(Gone(_)) => self.world.next_life(life).await,
            }
        }
    }

    async fn live(&mut self) -> Result<(), Gone> {
        let url = self.world.url.clone();
        let mut client = Client::connect(&url, Some(&self.token)).await?;
        let player = client.hello["player"]["id"].clone();
        let id = self.tournament.clone();
        let follow = json!({"t": "tournament", "tournament": id, "on": true, "since": self.v});
        let followed = self.ask(&mut client, follow).await?;
        assert_eq!(followed["t"], "ok", "what was told is not lost: {followed}");
        if self.entrant.is_null() {
            let view = self.world.get(&format!("/tournaments/{id}")).await.ok_or(Gone(None))?;
            let mut entrants = view["entrants"].as_array().unwrap().iter();
            let own = entrants.find(|it| it["players"][0]["id"] == player).unwrap();
            self.entrant = own["entrant"].clone();
        }
        self.join_games(&mut client).await?;
        let mut positions: BTreeMap<String, Value> = BTreeMap::new();
        loop {
            let frame = client.next().await?;
            match frame["t"].as_str().unwrap() {
                "tournament" => {
                    assert_eq!(frame["v"], self.v + 1, "none is left out, none comes twice");
                    self.v += 1;
                    if frame["event"]["t"] == "ended" {
                        return Ok(());
                    }
                }
                "called" => {
                    if frame["round"].as_u64().unwrap() > self.rounds {
                        continue;
                    }
                    match frame["match"].as_str() {
                        Some(id) => self.watch(&mut client, id).await?,
                        None => self.say_ready(&frame["pairing"]).await,
                    }
                }
                "snapshot" | "moved" | "started" | "resumed" => {
                    let id = frame["match"].as_str().unwrap().to_owned();
                    if frame["t"] == "snapshot" {
                        positions.insert(id.clone(), frame["seats"].clone());
                    }
                    let seats = positions.get(&id).cloned().unwrap_or_default();
                    self.play(&mut client, &id, &seats, &player, &frame).await?;
                }
                _ => {}
            }
        }
    }

    /// Joins the games that wait for the bot.
    async fn join_games(&mut self, client: &mut Client) -> Result<(), Gone> {
        let rounds = format!("/tournaments/{}/rounds", self.tournament);
        // The stage that began last.
        let rounds = self.world.get(&rounds).await.ok_or(Gone(None))?;
        for round in rounds["items"].as_array().unwrap() {
            if round["began_at"].is_null() || round["round"].as_u64().unwrap() > self.rounds {
                continue;
            }
            for pairing in round["pairings"].as_array().unwrap() {
                let others = pairing["others"].as_array().into_iter().flatten();
                let mut seated = [&pairing["first"], &pairing["second"]].into_iter().chain(others);
                if !seated.any(|entrant| *entrant == self.entrant) || pairing["decided"] == true {
                    continue;
                }
                if pairing["began_at"].is_null() {
                    self.say_ready(&pairing["pairing"]).await;
                }
                let last = pairing["games"].as_array().unwrap().last();
                if let Some(game) = last.filter(|game| game["result"].is_null()) {
                    self.watch(client, game["match"].as_str().unwrap()).await?;
                }
            }
        }
        Ok(())
    }

    async fn say_ready(&self, pairing: &Value) {
        let path = format!("/tournaments/{}/actions", self.tournament);
        let ready = json!({"do": "ready", "pairing": pairing});
        // The request may be a repetition or too late.
        let _ = self.world.ask(&self.token, Method::POST, &path, ready).await;
        self.world.count_command();
    }

    async fn watch(&mut self, client: &mut Client, id: &str) -> Result<(), Gone> {
        let watch = json!({"t": "watch", "match": id, "legal": true});
        self.ask(client, watch).await.map(drop)
    }

    /// Plays random moves, enters the castle if possible, and resigns after the limit.
    async fn play(
        &mut self,
        client: &mut Client,
        id: &str,
        seats: &Value,
        player: &Value,
        frame: &Value,
    ) -> Result<(), Gone> {
        let Some(running) = frame["clock"]["running"].as_str() else { return Ok(()) };
        let is_over = frame["status"] == "ended";
        if is_over || seats[running]["id"] != *player {
            return Ok(());
        }
        let ply = frame["ply"].as_u64().unwrap_or(0);
        let moves = frame["legal"].as_array().cloned().unwrap_or_default();
        let goal = if running == "W" { "C7" } else { "C1" };
        let into = moves.iter().find(|text| text.as_str().unwrap().ends_with(goal));
        let chosen = into.or_else(|| moves.choose(&mut self.rng));
        let command = match chosen {
            Some(text) if into.is_some() || ply < MAX_PLIES || self.rng.random_bool(0.5) => {
                json!({"t": "move", "match": id, "ply": ply + 1, "move": text})
            }
            _ => json!({"t": "resign", "match": id}),
        };
        self.ask(client, command).await?;
        self.world.count_command();
        Ok(())
    }

    /// Sends a command until the server is not overloaded. Its id is new, because the server would
    /// repeat the answer to an earlier one.
    async fn ask(&mut self, client: &mut Client, command: Value) -> Result<Value, Gone> {
        self.commands += 1;
        loop {
            let answer = client.ask_as(&format!("bot {}", self.commands), command.clone()).await?;
            if answer["code"] != "unavailable" {
                return Ok(answer);
            }
        }
    }
}
