// The profile of a player: games and results, also by opponent.

import { allVariants, get, Problem, playerNamed } from "../core/api.js";
import { challenge } from "../core/challenges.js";
import { TIMES, timeText } from "../core/clock.js";
import { focusSoon, html, nothing, redraw } from "../core/dom.js";
import { maybe, t } from "../core/i18n.js";
import { playComputer } from "../core/lobby.js";
import { refusalWords } from "../core/refusals.js";
import { noRest, withRest } from "../core/rest.js";
import { computerLevel } from "../core/seats.js";
import { session } from "../core/session.js";
import { settings } from "../core/settings.js";
import { setMuted } from "../core/talk.js";
import { emptyPlace } from "../parts/empty.js";
import { playedOn, playerNames } from "../parts/game-list.js";
import { LiveBoards } from "../parts/live-boards.js";
import { mayRate, ratedChoice } from "../parts/rating.js";
import { restChoice } from "../parts/rest.js";
import { silenceForm } from "../parts/silence.js";
import { seatChoice, timeChoice } from "../parts/wishes.js";
import { variantCalled } from "../rules/boards.js";
import { winnersOf } from "../rules/results.js";
import { Filters } from "./player/filters.js";
import { Ratings } from "./player/ratings.js";

/** @typedef {import("../core/router.js").Page} Page */

const GAMES = 50;

class Profile {
  /** @type {PlayerView & {created_at?: string}} */
  player;
  /** @type {MatchItem[]} */
  matches = [];
  /** @type {string | null} */
  next = null;
  /** @type {VariantView[]} */
  variants = [];
  live = new LiveBoards();
  /** True if the player is muted; null until loaded. @type {boolean | null} */
  isMuted = null;
  /** Results between this player and the signed-in one. @type {EncounterView[]} */
  encounters = [];
  trouble = "";
  /** Settings of the challenge. */
  #wish = { variant: "camelot", time: 3, seat: "", rated: settings.rated };
  #rest = noRest();
  #isAsking = false;

  /** @param {PlayerView} player @param {URLSearchParams} query */
  constructor(player, query) {
    this.player = player;
    this.filters = new Filters(query, () => this.again());
    this.ratings = new Ratings(player.name, (variant) => this.#title(variant));
  }

  /** Reads the games from the first one, after a change of the filters. */
  async again() {
    this.next = null;
    await this.#try(() => this.more(true));
  }

  /** Reads the next page of games. @param {boolean} [isFirst] */
  async more(isFirst = false) {
    const { query } = this.filters;
    query.set("limit", String(GAMES));
    if (this.next) query.set("cursor", this.next);
    const asked = String(this.filters.query);
    const name = encodeURIComponent(this.player.name);
    const { items, next } = await get(`/players/${name}/matches?${query}`);
    // The filters may have changed meanwhile.
    if (asked !== String(this.filters.query)) return;
    this.matches = isFirst ? items : [...this.matches, ...items];
    this.next = next;
    this.live.follow(this.matches.filter(({ status }) => status === "playing").slice(0, 6));
    redraw();
  }

  /** Loads mutes and mutual results. */
  async meet() {
    this.#wish.variant =
      this.#forTwo.find(({ name }) => name === settings.variant)?.name ?? "camelot";
    const me = session.player;
    if (!session.token || !me || this.player.id === me.id) return;
    const [mine, theirs] = [me.name, this.player.name].map(encodeURIComponent);
    const met = get(`/players/${mine}/against/${theirs}`).catch(() => ({ items: [] }));
    this.encounters = (await met).items;
    const { items } = await get("/mutes").catch(() => ({ items: [] }));
    this.isMuted = items.some((/** @type {PlayerView} */ { id }) => id === this.player.id);
  }

  /** The variants for a challenge. */
  get #forTwo() {
    return this.variants.filter(({ seats }) => seats.length === 2);
  }

  /** @param {() => Promise<void>} what */
  async #try(what) {
    this.trouble = "";
    try {
      await what();
    } catch (error) {
      this.trouble = refusalWords(error);
    }
    redraw();
  }

  /** The level of the computer whose profile it is; null for other players. */
  get #level() {
    return computerLevel(this.player);
  }

  /** Starts a game with the computer. @param {VariantView} variant @param {number} level */
  #play(variant, level) {
    const { seats } = variant;
    const seat = this.#wish.seat || seats[Math.floor(Math.random() * seats.length)];
    return this.#try(() => playComputer(variant, TIMES[this.#wish.time], seat, level));
  }

  #challenge() {
    const { variant, time, seat } = this.#wish;
    const rated = this.#wish.rated && this.#mayRate;
    return this.#try(async () => {
      const side = seat ? { seat } : {};
      await challenge({
        to: this.player.name,
        variant,
        time: withRest(TIMES[time], this.#rest),
        rated,
        ...side,
      });
      this.#isAsking = false;
    });
  }

  /** @param {boolean} isMuted */
  #mute(isMuted) {
    return this.#try(async () => {
      await setMuted(this.player.name, isMuted);
      this.isMuted = isMuted;
    });
  }

  /** True if a game between the two can be rated. */
  get #mayRate() {
    const isComputer = this.#level !== null;
    return this.player.kind !== "guest" && !isComputer && mayRate(TIMES[this.#wish.time]);
  }

  /** The actions on another player's profile. */
  #towards() {
    const level = this.#level;
    const isMuted = level === null ? this.isMuted : null;
    const variant = this.#forTwo.find(({ name }) => name === this.#wish.variant);
    if (!variant) return nothing;
    return html`<details class="friend" ?open=${this.#isAsking} @toggle=${(
      /** @type {Event} */ e,
    ) => {
      this.#isAsking = e.target instanceof HTMLDetailsElement && e.target.open;
    }}>
        <summary class="button" id="challenge">${t(level === null ? "challenge.make" : "home.start")}</summary>
        <div class="friend-form">
          <label>${t("home.game")}
            <select id="challenge-game" @change=${(/** @type {Event} */ e) => {
              if (!(e.target instanceof HTMLSelectElement)) return;
              this.#wish = { ...this.#wish, variant: e.target.value, seat: "" };
              redraw();
            }}>
              ${this.#forTwo.map(({ name, title }) => html`<option value=${name} ?selected=${name === variant.name}>${title}</option>`)}
            </select>
          </label>
          ${timeChoice({
            id: "challenge-time",
            at: this.#wish.time,
            onChoose: (time) => {
              this.#wish.time = time;
              redraw();
            },
          })}
          ${seatChoice({
            id: "challenge-seat",
            variant,
            seat: this.#wish.seat,
            onChoose: (seat) => {
              this.#wish.seat = seat;
            },
          })}
          ${level === null ? restChoice({ id: "challenge", time: TIMES[this.#wish.time], rest: this.#rest }) : nothing}
          ${
            this.#mayRate
              ? ratedChoice({
                  id: "challenge-rated",
                  isRated: this.#wish.rated,
                  onChoose: (rated) => {
                    this.#wish.rated = rated;
                    redraw();
                  },
                })
              : nothing
          }
          ${
            level === null
              ? html`<button class="primary" id="send-challenge" @click=${() => this.#challenge()}>${t("challenge.send")}</button>`
              : html`<button class="primary" id="play-this" @click=${() => this.#play(variant, level)}>${t("home.play_computer")}</button>`
          }
        </div>
      </details>
      ${this.trouble ? html`<p class="trouble" role="alert">${this.trouble}</p>` : nothing}
      ${
        isMuted === null
          ? nothing
          : html`<p class="row"><button class="small" id="mute" aria-pressed=${isMuted} @click=${() => this.#mute(!isMuted)}>${t(isMuted ? "profile.unmute" : "profile.mute")}</button>
        <span class="quiet">${t("profile.mute_how")}</span></p>`
      }
      ${level === null ? silenceForm({ id: "silence", name: this.player.name, onDo: (what) => this.#try(what) }) : nothing}`;
  }

  /** @param {string} name of a variant */
  #title(name) {
    return variantCalled(this.variants, name)?.title ?? name;
  }

  /** @param {MatchItem} match */
  #seat(match) {
    return (
      Object.keys(match.seats).find((seat) => match.seats[seat]?.id === this.player.id) ?? null
    );
  }

  /** The outcome of a game for the player. @param {MatchItem} match @returns {"won" | "lost" | "drawn" | "off" | null} */
  outcome(match) {
    const seat = this.#seat(match);
    const variant = variantCalled(this.variants, match.variant);
    if (!seat || !variant || match.status !== "ended") return null;
    if (match.result === "*") return "off";
    if (match.result === "1/2-1/2") return "drawn";
    return winnersOf(variant, match.result).includes(seat) ? "won" : "lost";
  }

  /** Results by variant. */
  get byVariant() {
    return tally(
      this.matches,
      (match) => [match.variant],
      (match) => this.outcome(match),
    );
  }

  /** Results by opponent, in games for two. */
  get byOpponent() {
    const opponent = (/** @type {MatchItem} */ match) => {
      const others = Object.values(match.seats).filter(
        (player) => player && player.id !== this.player.id,
      );
      return others.length === 1 && others[0] ? [others[0].name] : [];
    };
    return tally(this.matches, opponent, (match) => this.outcome(match));
  }

  view() {
    const { player, matches, next } = this;
    const isMe = player.id === session.player?.id;
    const ended = matches.filter(({ status }) => status === "ended");
    return html`<div class="profile">
      <header><h1>${player.name}</h1>
        <p class="quiet">${maybe(`kind.${player.kind}`) ?? player.kind}${isMe ? html` · <a href="/account">${t("profile.account")}</a>` : nothing}</p>
        ${isMe ? nothing : this.#towards()}</header>
      ${this.live.contests.length > 0 ? html`<section><h2>${t("profile.playing")}</h2>${this.live.draw()}</section>` : nothing}
      ${this.ratings.view()}
      <div class="tables">
        ${this.#table(
          t("profile.against", { who: player.name }),
          t("home.game"),
          new Map(this.encounters.map((it) => [it.variant, [it.wins, it.draws, it.losses]])),
          (name) => this.#title(name),
        )}
        ${this.#table(t("profile.by_game"), t("home.game"), this.byVariant, (name) => {
          return html`<a href="/rules/${name}">${this.#title(name)}</a>`;
        })}
        ${this.#table(t("profile.head_to_head"), t("profile.opponent"), this.byOpponent, (name) => html`<a href="/players/${encodeURIComponent(name)}">${name}</a>`)}
      </div>
      <section><h2>${t("profile.games")}</h2>
        ${this.filters.view(this.variants)}
        ${ended.length === 0 ? this.#noGames(isMe) : this.#games(ended)}
        ${next ? html`<button @click=${() => this.more()}>${t("profile.more")}</button>` : nothing}
      </section>
    </div>`;
  }

  /** @param {boolean} isMe */
  #noGames(isMe) {
    if (this.filters.size > 0) return html`<p class="quiet" id="no-match">${t("filter.none")}</p>`;
    const mayAsk = !isMe && this.#forTwo.length > 0;
    const ask = () => {
      this.#isAsking = true;
      focusSoon("challenge");
    };
    return emptyPlace({
      scene: "field",
      words: t("profile.no_games"),
      action: mayAsk
        ? { words: t(this.#level === null ? "challenge.make" : "home.start"), onClick: ask }
        : { words: t("empty.play"), href: "/" },
      id: "no-games",
    });
  }

  /** @param {string} title @param {string} head @param {Map<string, number[]>} rows @param {(key: string) => unknown} name */
  #table(title, head, rows, name) {
    if (rows.size === 0) return nothing;
    const sorted = [...rows].sort(([, a], [, b]) => sum(b) - sum(a)).slice(0, 12);
    return html`<section class="card"><h2>${title}</h2><table>
      <thead><tr><th scope="col">${head}</th><th scope="col">${t("profile.won")}</th><th scope="col">${t("profile.drawn")}</th><th scope="col">${t("profile.lost")}</th></tr></thead>
      <tbody>${sorted.map(([key, [won, drawn, lost]]) => html`<tr><th scope="row">${name(key)}</th><td>${won}</td><td>${drawn}</td><td>${lost}</td></tr>`)}</tbody>
    </table></section>`;
  }

  /** @param {MatchItem[]} ended */
  #games(ended) {
    return html`<ul class="bare games-list">${ended.map((match) => {
      const outcome = this.outcome(match);
      const names = playerNames(match);
      const facts = [
        this.#title(match.variant),
        timeText(match.time),
        maybe(`end.${match.termination}`),
        playedOn(match),
      ];
      return html`<li><a href="/study/${match.match}">
        <span class="result ${outcome ?? ""}">${outcome ? t(`outcome.${outcome}`) : ""}</span>
        <span class="names">${names.join(" – ")}</span>
        <span class="quiet">${facts.filter(Boolean).join(" · ")}</span></a></li>`;
    })}</ul>`;
  }
}

/** @param {number[]} numbers */
const sum = (numbers) => numbers.reduce((a, b) => a + b, 0);

/**
 * Wins, draws and losses by a key.
 * @param {MatchItem[]} matches
 * @param {(match: MatchItem) => string[]} keys
 * @param {(match: MatchItem) => string | null} outcome
 */
function tally(matches, keys, outcome) {
  /** @type {Map<string, number[]>} */
  const rows = new Map();
  for (const match of matches) {
    const at = ["won", "drawn", "lost"].indexOf(outcome(match) ?? "");
    if (at < 0) continue;
    for (const key of keys(match)) {
      const row = rows.get(key) ?? [0, 0, 0];
      row[at] += 1;
      rows.set(key, row);
    }
  }
  return rows;
}

/** @param {Record<string, string>} params @param {URLSearchParams} query @returns {Promise<Page>} */
export async function open({ name }, query) {
  const player = await playerNamed(name);
  if (!player) throw new Problem({ code: "not_found" }, 404);
  const profile = new Profile(player, query);
  profile.variants = await allVariants();
  await Promise.all([profile.again(), profile.meet(), profile.ratings.start()]);
  const clock = setInterval(() => profile.live.contests.length > 0 && redraw(), 1000);
  return {
    view: () => profile.view(),
    title: () => profile.player.name,
    // The address may have a former name.
    address: `/players/${encodeURIComponent(player.name)}${location.search}`,
    stop: () => {
      clearInterval(clock);
      profile.live.stop();
    },
  };
}
