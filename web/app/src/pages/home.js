// The home page: quick pairing, matches with friends, the lobby, and games to watch.

import { picture } from "../board/drawing.js";
import { viewOf } from "../board/geometry.js";
import { tintClass } from "../board/heraldry.js";
import { aboutWords } from "../board/words.js";
import { allVariants, boardNamed, get } from "../core/api.js";
import { speedOf, TIMES, timeText } from "../core/clock.js";
import { focusSoon, html, nothing, redraw } from "../core/dom.js";
import { guide, isFirstGame } from "../core/guided.js";
import { t, when } from "../core/i18n.js";
import {
  accept,
  crowdOf,
  invite,
  isOwn,
  lasts,
  lobby,
  look,
  playComputer,
  stopLooking,
} from "../core/lobby.js";
import { refusalWords } from "../core/refusals.js";
import { noRest, withRest } from "../core/rest.js";
import { LEVELS } from "../core/seats.js";
import { session } from "../core/session.js";
import { isKept, set, settings } from "../core/settings.js";
import { connection, hear } from "../core/socket.js";
import { customStart, usualStart } from "../core/starts.js";
import { LiveBoards } from "../parts/live-boards.js";
import { mayRate, ratedChoice, ratingOf } from "../parts/rating.js";
import { restChoice } from "../parts/rest.js";
import { ShowBoard } from "../parts/show-board.js";
import {
  moreChoices,
  optionsOf,
  seatChoice,
  startChoices,
  timeChoice,
  usual,
} from "../parts/wishes.js";
import { variantCalled } from "../rules/boards.js";
import { readPosition } from "../rules/positions.js";
import { hasPartners } from "../rules/results.js";
import { progressRing } from "./rules/games.js";
import { formatDrawing } from "./tournaments/drawings.js";

/** @typedef {import("../core/router.js").Page} Page */
/** @typedef {import("../rules/boards.js").Board} Board */

/** The most played variants; the others are listed under "More games". */
const FIRST = ["camelot", "cam", "camette", "chivalry", "grand-cam"];

/** Interval in milliseconds after which the list is requested again. */
const LOOK_EVERY = 20_000;
/** Number of displayed games to watch. */
const WATCHED = 6;
/** Number of requested games. */
const LISTED = 12;
/** Number of displayed finished games. */
const FINISHED = 4;
/** Time in milliseconds after which a game with the computer is offered to a player who seeks. */
const OFFER_AFTER = 15_000;
/** The number, the name and the rating of a level in a variant. @param {VariantView} variant @param {number} level */
function levelTitle({ level_ratings: ratings }, level) {
  const name = t(/** @type {import("../core/i18n.js").Word} */ (`level.${level}`));
  const rating = ratings[level - 1];
  const parts = [level, name, ...(rating ? [t("level.rating", { rating })] : [])];
  return parts.join(" · ");
}

/** The level of the computer for a player who has chosen none. */
const FIRST_LEVEL = 1;

class Home {
  /** @type {VariantView[]} */
  variants = [];
  /** @type {Board | null} */
  board = null;
  isFriendOpen = false;
  isAllShown = false;
  friendTime = 3;
  friendSeat = "";
  friendMore = usual();
  friendRest = noRest();
  friendStart = usualStart();
  isComputerOpen = false;
  computerTime = TIMES.length - 1;
  computerSeat = "";
  computerStart = usualStart();
  trouble = "";
  #watched = new LiveBoards();
  #mine = new LiveBoards();
  #finished = new LiveBoards();
  #show = new ShowBoard();
  /** The puzzle of the day and its board. @type {{puzzle: DailyPuzzle, board: Board} | null} */
  #daily = null;
  /** The next tournament. @type {TournamentItem | undefined} */
  #tournament;
  /** @type {(() => void)[]} */
  #stops = [];

  async start() {
    this.variants = await allVariants();
    await this.choose(settings.variant, false);
    this.#stops.push(
      connection.enterLobby(),
      hear("hello", ({ token }) => this.#arrive(token !== undefined)),
      hear("featured", () => this.#look()),
    );
    this.#arrive();
    this.#show.start();
    this.#lookOnce();
    const timer = setInterval(() => !document.hidden && this.#look(), LOOK_EVERY);
    const clock = setInterval(
      () =>
        (lobby.own || this.#watched.contests.length + this.#mine.contests.length > 0) && redraw(),
      1000,
    );
    this.#stops.push(
      () => clearInterval(timer),
      () => clearInterval(clock),
    );
  }

  stop() {
    for (const stop of this.#stops) stop();
    if (connection.state === "online") connection.say("channel", { on: false }).catch(() => {});
    this.#watched.stop();
    this.#mine.stop();
    this.#finished.stop();
    this.#show.stop();
    if (lobby.own && !lobby.own.isBackground && !lasts(lobby.own.time)) stopLooking();
  }

  /** Subscribes to the featured games over a new connection. @param {boolean} [isNewPlayer] */
  #arrive(isNewPlayer) {
    if (connection.state === "online") connection.say("channel", { on: true }).catch(() => {});
    this.#look(isNewPlayer);
  }

  /** @param {boolean} [isNewPlayer] true if the player has just been made, and plays nothing */
  async #look(isNewPlayer = false) {
    const name = isNewPlayer ? undefined : session.player?.name;
    const none = { items: [] };
    const [shown, playing, mine] = await Promise.all([
      get("/channels").catch(() => none),
      get(`/matches?status=playing&limit=${LISTED}`).catch(() => none),
      name
        ? get(`/matches?status=playing&limit=12&player=${encodeURIComponent(name)}`).catch(
            () => none,
          )
        : none,
    ]);
    const own = new Set(mine.items.map((/** @type {MatchItem} */ item) => item.match));
    this.#mine.follow(mine.items);
    const others = playing.items.filter(
      (/** @type {MatchItem} */ item) => !own.has(item.match) && !item.private,
    );
    // The best of each game first, then the newest.
    const best = shown.items.filter((/** @type {MatchItem} */ { match }) => !own.has(match));
    const all = new Map([...best, ...others].map((item) => [item.match, item]));
    // A channel keeps showing an ended game; a complete list reveals that it has ended.
    const isPlaying = (/** @type {MatchItem} */ { match }) =>
      playing.items.length === LISTED ||
      playing.items.some((/** @type {MatchItem} */ item) => item.match === match);
    this.#watched.follow([...all.values()].filter(isPlaying).slice(0, WATCHED));
  }

  /** Reads what changes rarely: finished games and the next tournament. */
  async #lookOnce() {
    const none = { items: [] };
    const [finished, open, running, daily] = await Promise.all([
      get(`/matches?status=ended&limit=${LISTED}`).catch(() => none),
      get("/tournaments?status=open&limit=1").catch(() => none),
      get("/tournaments?status=running&limit=1").catch(() => none),
      this.#readDaily().catch(() => null),
    ]);
    this.#daily = daily;
    const isPublic = (/** @type {MatchItem} */ item) => !item.private && item.result !== "*";
    this.#finished.follow(finished.items.filter(isPublic).slice(0, FINISHED));
    this.#tournament = running.items[0] ?? open.items[0];
    redraw();
  }

  async #readDaily() {
    /** @type {DailyPuzzle} */
    const puzzle = await get("/puzzles/daily");
    return { puzzle, board: await boardNamed(puzzle.variant) };
  }

  /** @param {string} name @param {boolean} [isStored] */
  async choose(name, isStored = true) {
    const known = this.variants.some((variant) => variant.name === name);
    this.board = await boardNamed(known ? name : "camelot");
    this.#show.choose(this.board);
    this.friendSeat = "";
    this.computerSeat = "";
    this.friendStart = usualStart();
    this.computerStart = usualStart();
    if (isStored) set("variant", this.board.variant.name);
    redraw();
  }

  /** The open game of the chosen variant that the player can join at once. */
  #joinable() {
    const { variant } = this.board ?? {};
    return [...lobby.seeks.values()].find(
      (seek) => seek.variant === variant?.name && !isOwn(seek) && !seek.rated,
    );
  }

  /** Starts a game with whoever waits, or with the computer. */
  async #playNow() {
    const seek = this.#joinable();
    if (seek) return accept(seek.seek);
    await this.#playComputerNow();
  }

  /** Starts a game without a clock against the computer. */
  async #playComputerNow() {
    const { board } = this;
    if (!board) return;
    const { variant } = board;
    const level = isKept("level") ? settings.level : FIRST_LEVEL;
    try {
      const onMade = isFirstGame() ? guide : undefined;
      await playComputer(variant, { kind: "unlimited" }, variant.seats[0], level, {}, onMade);
    } catch (error) {
      this.trouble = refusalWords(error);
      redraw();
    }
  }

  /** Starts a game with the computer while the server looks for an opponent. */
  async #playMeanwhile() {
    if (lobby.own) lobby.own.isBackground = true;
    await this.#playComputerNow();
  }

  /** Creates a match with a friend or the computer. @param {"friend" | "computer"} whom */
  async begin(whom) {
    const { board } = this;
    if (!board) return;
    const { variant } = board;
    const { seats, name } = variant;
    const wanted = whom === "friend" ? this.friendSeat : this.computerSeat;
    const seat = wanted || seats[Math.floor(Math.random() * seats.length)];
    this.trouble = "";
    try {
      if (whom === "friend") {
        await invite({
          variant: name,
          time: withRest(TIMES[this.friendTime], this.friendRest),
          seat,
          isOpen: this.friendMore.isOpen,
          isRated: this.friendMore.isRated && mayRate(TIMES[this.friendTime]),
          options: optionsOf(this.friendMore, variant),
          ...customStart(this.friendStart),
        });
      }
      if (whom === "computer")
        await playComputer(
          variant,
          TIMES[this.computerTime],
          seat,
          settings.level,
          customStart(this.computerStart),
        );
    } catch (error) {
      this.trouble = refusalWords(error);
      redraw();
    }
  }

  view() {
    const { board } = this;
    if (!board) return html`<p class="waiting" role="status">${t("wait.loading")}</p>`;
    const mine = this.#mine.contests.filter(({ status }) => status === "playing");
    const watched = this.#watched.contests;
    return html`${mine.length > 0 ? html`<section class="mine"><h2>${t("home.mine")}</h2>${this.#mine.draw()}</section>` : nothing}
    <div class="home">
      <section class="hero">
        <h1>${t("home.title")}</h1>
        <p class="lead">${t("home.lead")}</p>
        <button class="primary big" id="start" @click=${() => this.#playNow()}>${t("home.start")}</button>
        <p class="quiet start-how">${this.#startHow()}</p>
      </section>
      ${this.#show.draw(watched[0])}
      <section class="play card" aria-labelledby="play-title">
        <h2 id="play-title">${t("home.play")}</h2>
        ${this.#variantPicker(board)}
        ${lobby.own ? nothing : ratedChoice({ id: "rated", isRated: settings.rated, onChoose: (isRated) => set("rated", isRated) })}
        ${lobby.own ? this.#looking(lobby.own) : this.#times(board)}
        ${lobby.trouble || this.trouble ? html`<p class="trouble" role="alert">${lobby.trouble || this.trouble}</p>` : nothing}
        <div class="whom">${this.#friend(board)}${this.#computer(board)}</div>
      </section>
      ${this.#waiting()}
      ${this.#games("home.watch", watched.slice(1), this.#watched)}
      ${this.#discover()}
      ${this.#games("home.finished", this.#finished.contests, this.#finished)}
    </div>`;
  }

  /** Describes the opponent of the main button. */
  #startHow() {
    const seek = this.#joinable();
    const [player] = seek?.parties.flatMap(({ players }) => players) ?? [];
    if (seek && player) {
      return t("home.start_opponent", { who: player.name, time: timeText(seek.time) });
    }
    return t("home.start_computer", { game: this.board?.variant.title ?? "" });
  }

  /** @param {"home.watch" | "home.finished"} title @param {unknown[]} shown @param {LiveBoards} boards */
  #games(title, shown, boards) {
    if (shown.length === 0) return nothing;
    return html`<section class="watch"><h2>${t(title)}</h2>${boards.draw()}</section>`;
  }

  /** Ways into the game for a visitor who does not play yet. */
  #discover() {
    const { variant } = this.board ?? {};
    const next = this.#tournament;
    const link = next ? `/tournaments/${next.tournament}` : "/tournaments";
    const begins = next?.plan.begins_at ? when(next.plan.begins_at) : t("home.tournament_how");
    return html`<section class="discover" aria-label=${t("home.discover")}>
      <a class="card with-picture" id="learn" href="/rules/${variant?.name}">
        <span class="words"><strong>${t("home.learn")}</strong><span class="quiet">${t("home.learn_how")}</span></span>
        ${this.board ? progressRing(this.board) : nothing}</a>
      ${this.#puzzle()}
      <a class="card with-picture" id="tournament" href=${link}>
        <span class="words"><strong>${next?.plan.name ?? t("home.tournament")}</strong><span class="quiet">${begins}</span></span>
        ${formatDrawing(next?.plan.stages[next.plan.stages.length - 1].format.kind ?? "swiss")}</a>
    </section>`;
  }

  /** The puzzle of the day with its position. */
  #puzzle() {
    const words = html`<strong>${t("puzzle.daily")}</strong><span class="quiet">${t("home.puzzle_how")}</span>`;
    if (!this.#daily) return html`<a class="card" id="puzzle" href="/puzzles/daily">${words}</a>`;
    const { puzzle, board } = this.#daily;
    const position = readPosition(board, puzzle.position);
    const label = t("board.label", { variant: board.variant.title });
    return html`<a class="card with-picture" id="puzzle" href="/puzzles/daily">
      <span class="words">${words}</span>
      ${picture(viewOf(board, puzzle.seat), position, { label, isSmall: true })}</a>`;
  }

  /** @param {Board} board */
  #variantPicker({ variant }) {
    return html`<fieldset class="chips variants" id="variants" tabindex="-1">
      <legend class="visually-hidden">${t("home.game")}</legend>
      ${this.#offered(variant.name).map(
        ({ name, title, seats }) => html`<label class="chip ${tintClass({ name })}">
          <input type="radio" name="variant" value=${name} .checked=${name === variant.name}
            @change=${() => this.choose(name)} />
          <span>${title}${seats.length > 2 ? html` <small>${t("home.players", { n: seats.length })}</small>` : nothing}</span>
        </label>`,
      )}
      ${
        this.isAllShown
          ? nothing
          : html`<button class="chip-button" id="more-games" @click=${() => {
              this.isAllShown = true;
              focusSoon("variants");
            }}>${t("home.more_games")}</button>`
      }
      <p class="about">${aboutWords(variant)}
        <a href="/rules/${variant.name}">${t("home.how_to_play")}</a></p>
    </fieldset>`;
  }

  /** The selectable variants. @param {string} chosen */
  #offered(chosen) {
    const rank = (/** @type {VariantView} */ { name }) =>
      (FIRST.indexOf(name) + FIRST.length + 1) % (FIRST.length + 1);
    const all = [...this.variants].sort((a, b) => rank(a) - rank(b));
    return all.filter(({ name }) => this.isAllShown || FIRST.includes(name) || name === chosen);
  }

  /** @param {Board} board */
  #times({ variant }) {
    return html`<div class="times" role="group" aria-label=${t("home.time")}>
      ${TIMES.map(
        (
          time,
        ) => html`<button class="time" data-time=${timeText(time)} @click=${() => look(variant.name, time, settings.rated && mayRate(time))}>
          <strong>${timeText(time)}</strong><small>${time.kind === "correspondence" ? t("home.a_move") : t(`speed.${speedOf(time)}`)}</small>
          ${crowd(variant.name, time)}
        </button>`,
      )}
    </div>`;
  }

  /** @param {NonNullable<typeof lobby.own>} own */
  #looking({ variant, time, rated, since }) {
    const isLong = Date.now() - since >= OFFER_AFTER;
    const title = variantCalled(this.variants, variant)?.title ?? variant;
    return html`<div class="looking" role="status">
      <span class="spinner" aria-hidden="true"></span>
      <p>${t("seek.looking")}<br /><strong>${title} · ${timeText(time)}${rated ? html` · ${t("match.rated")}` : nothing}</strong></p>
      <button id="stop-looking" @click=${() => stopLooking()}>${t("seek.cancel")}</button>
      ${
        isLong
          ? html`<p class="meanwhile">${t("seek.nobody_yet")}</p>
            <button class="primary" id="meanwhile" @click=${() => this.#playMeanwhile()}>${t("seek.meanwhile")}</button>`
          : nothing
      }
    </div>`;
  }

  /** @param {Board} board */
  #friend({ variant }) {
    return html`<details class="friend" name="whom" ?open=${this.isFriendOpen}
        @toggle=${(/** @type {Event} */ e) => {
          this.isFriendOpen = e.target instanceof HTMLDetailsElement && e.target.open;
        }}>
      <summary class="button" id="friend">${t("home.friend")}</summary>
      <div class="friend-form">
        ${timeChoice({
          id: "friend-time",
          at: this.friendTime,
          onChoose: (at) => {
            this.friendTime = at;
            redraw();
          },
        })}
        ${seatChoice({
          id: "friend-seat",
          variant,
          seat: this.friendSeat,
          onChoose: (seat) => {
            this.friendSeat = seat;
          },
        })}
        ${restChoice({ id: "friend", time: TIMES[this.friendTime], rest: this.friendRest })}
        ${moreChoices({ id: "friend", variant, time: TIMES[this.friendTime], more: this.friendMore })}
        ${startChoices({ id: "friend", start: this.friendStart })}
        <button class="primary" id="make-link" @click=${() => this.begin("friend")}>${t("home.make_link")}</button>
      </div>
    </details>`;
  }

  /** @param {Board} board */
  #computer({ variant }) {
    return html`<details class="friend" name="whom" ?open=${this.isComputerOpen}
        @toggle=${(/** @type {Event} */ e) => {
          this.isComputerOpen = e.target instanceof HTMLDetailsElement && e.target.open;
        }}>
      <summary class="button" id="computer">${t("home.computer")}</summary>
      <div class="friend-form">
        <label>${t("home.level")}
          <select id="computer-level" @change=${(/** @type {Event} */ e) => {
            if (e.target instanceof HTMLSelectElement) set("level", Number(e.target.value));
          }}>
            ${LEVELS.map((level) => html`<option value=${level} ?selected=${level === settings.level}>${levelTitle(variant, level)}</option>`)}
          </select>
        </label>
        <p class="quiet" id="level-style">${t(/** @type {import("../core/i18n.js").Word} */ (`level.style_${settings.level}`))}</p>
        ${timeChoice({
          id: "computer-time",
          at: this.computerTime,
          onChoose: (at) => {
            this.computerTime = at;
          },
        })}
        ${seatChoice({
          id: "computer-seat",
          variant,
          seat: this.computerSeat,
          onChoose: (seat) => {
            this.computerSeat = seat;
          },
        })}
        ${variant.seats.length > 2 ? html`<p class="quiet">${t(hasPartners(variant) ? "home.computers" : "home.computers_each")}</p>` : nothing}
        ${startChoices({ id: "computer", start: this.computerStart })}
        <button class="primary" id="play-computer" @click=${() => this.begin("computer")}>${t("home.play_computer")}</button>
      </div>
    </details>`;
  }

  #waiting() {
    const seeks = [...lobby.seeks.values()].filter((seek) => seek.seek !== lobby.own?.seek);
    const matches = [...lobby.matches.values()];
    if (seeks.length + matches.length === 0) return nothing;
    return html`<section class="open card"><h2>${t("home.waiting")}</h2>
      <ul class="bare waiting-list">
        ${seeks.map((seek) => this.#seek(seek))}
        ${matches.map((match) => this.#openMatch(match))}
      </ul></section>`;
  }

  /** @param {string} name */
  #title(name) {
    return variantCalled(this.variants, name)?.title ?? name;
  }

  /** @param {SeekView} seek */
  #seek(seek) {
    const players = seek.parties.flatMap((party) => party.players);
    return html`<li>
      <span class="who">${players.map((player) => html`<span>${player.name} ${ratingOf(player)}</span>`)}</span>
      <span class="what">${this.#title(seek.variant)} · ${timeText(seek.time)} · ${seek.rated ? t("match.rated") : t("match.casual")}</span>
      ${
        isOwn(seek)
          ? html`<button class="small" @click=${() => connection.say("unseek", { seek: seek.seek }).catch(() => {})}>${t("seek.cancel")}</button>`
          : html`<button class="small primary" data-seek=${seek.seek} @click=${() => accept(seek.seek)}>${t("home.accept")}</button>`
      }
    </li>`;
  }

  /** @param {MatchItem} match */
  #openMatch(match) {
    const names = Object.values(match.seats).flatMap((player) => (player ? [player.name] : []));
    return html`<li>
      <span class="who">${names.join(", ") || t("player.nobody")}</span>
      <span class="what">${this.#title(match.variant)} · ${timeText(match.time)} · ${match.rated ? t("match.rated") : t("match.casual")}</span>
      <a class="button small" href="/m/${match.match}">${t("home.look")}</a>
    </li>`;
  }
}

/** The people who wait for a game or play it. @param {string} variant @param {TimeControl} time */
function crowd(variant, time) {
  const { waiting, playing } = crowdOf(variant, time);
  if (waiting > 0) {
    return html`<small class="crowd waits">${t("home.waiting_n", { n: waiting })}</small>`;
  }
  if (playing === 0) return nothing;
  return html`<small class="crowd">${t("home.playing_n", { n: playing })}</small>`;
}

/** @returns {Promise<Page>} */
export async function open() {
  const home = new Home();
  await home.start();
  return { view: () => home.view(), title: () => t("home.page_title"), stop: () => home.stop() };
}
