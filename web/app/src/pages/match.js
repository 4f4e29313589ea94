// The match page, for players and spectators.

import { seatsAround } from "../board/geometry.js";
import { tintClass } from "../board/heraldry.js";
import { moveSound } from "../board/move-sound.js";
import { PlayBoard } from "../board/play.js";
import { moveWords, seatName } from "../board/words.js";
import { boardNamed, get } from "../core/api.js";
import { noteTurn } from "../core/badge.js";
import { speedOf, timeText } from "../core/clock.js";
import { Contest } from "../core/contest.js";
import { focusSoon, html, nothing, redraw } from "../core/dom.js";
import { announce, notify, sound } from "../core/feedback.js";
import { t, when } from "../core/i18n.js";
import { MoveTimes } from "../core/move-times.js";
import { refusalWords } from "../core/refusals.js";
import { go, isServerReachable } from "../core/router.js";
import { keepSeen, seenMatch } from "../core/seen.js";
import { hasMade, session } from "../core/session.js";
import { connection } from "../core/socket.js";
import { emptyPlace } from "../parts/empty.js";
import { isTyping } from "../parts/keys.js";
import { moveList } from "../parts/moves.js";
import { changeText } from "../parts/rating.js";
import { aheadText } from "../rules/walks.js";
import { about } from "./match/about.js";
import { actions } from "./match/actions.js";
import { DirectorMessage } from "./match/director-message.js";
import { EndCard } from "./match/end-card.js";
import { guideOn } from "./match/guide.js";
import { invitation } from "./match/invitation.js";
import { LowTime } from "./match/low-time.js";
import { MoveInput } from "./match/move-input.js";
import { Plan } from "./match/plan.js";
import { outWords, playerPanel } from "./match/players.js";
import { headline, outcome, reason, viewOf } from "./match/result.js";
import { openShortcuts, shortcutsDialog } from "./match/shortcuts.js";
import { sizes } from "./match/sizes.js";
import { strip } from "./match/strip.js";
import { TalkPanel } from "./match/talk.js";

/** @typedef {import("../core/router.js").Page} Page */

/** Windows with room for a third column. */
const wide = matchMedia("(min-width: 100rem) and (min-height: 45rem)");

export class MatchPage {
  /** @type {Contest | null} */
  contest = null;
  /** @type {PlayBoard | null} */
  board = null;
  /** The displayed ply; null for the latest. @type {number | null} */
  ply = null;
  /** Error message. */
  trouble = "";
  /** A sent move without an answer yet. @type {string | null} */
  sending = null;
  /** The action that awaits confirmation. @type {string | null} */
  asking = null;
  /** @type {Record<string, {url: string, key: string}> | null} */
  links = null;
  isMissing = false;
  /** The further panes of a wide page, once loaded. @type {import("./match/beside.js").Beside | null} */
  beside = null;
  message = new DirectorMessage();
  #hasBeside = false;
  /** The time at which the shown match was seen, without a connection since. @type {number | null} */
  seenAt = null;
  /** The last snapshot and the frames after it. @type {Frame[]} */
  #frames = [];
  #unwatch = () => {};
  #keep = () => this.#keepSeen();
  #timer = 0;
  #lowTime = new LowTime();

  /** @param {string} id @param {URLSearchParams} query the key of an invitation, or the displayed ply */
  constructor(id, query) {
    this.id = id;
    this.keys = query.getAll("key");
    if (query.has("ply")) this.ply = Number(query.get("ply"));
    this.talk = new TalkPanel(id);
    this.plan = new Plan(this);
    this.input = new MoveInput(this);
    this.card = new EndCard(this);
  }

  start() {
    this.talk.start();
    wide.addEventListener("change", redraw);
    this.#unwatch = connection.watch(this.id, {
      chat: true,
      onFrame: (frame) => this.#take(frame, null),
      onRefused: () => {
        this.isMissing = true;
        redraw();
      },
    });
    this.#timer = window.setInterval(() => this.#tick(), 100);
    addEventListener("pagehide", this.#keep);
    document.addEventListener("visibilitychange", this.#keep);
    this.#showSeen();
  }

  stop() {
    this.#keepSeen();
    removeEventListener("pagehide", this.#keep);
    document.removeEventListener("visibilitychange", this.#keep);
    this.#unwatch();
    this.beside?.stop();
    this.message.stop();
    wide.removeEventListener("change", redraw);
    this.talk.stop();
    clearInterval(this.#timer);
  }

  get mySeat() {
    return this.contest?.seatOf(session.player?.id) ?? null;
  }

  /** True if the page has a third column. Panels at the sides of the board leave no room for it. */
  get isWide() {
    return wide.matches && this.contest?.status !== "open" && !this.#around?.isAtSides;
  }

  get #around() {
    return this.board ? seatsAround(this.board.view) : null;
  }

  get isMyTurn() {
    const { contest } = this;
    return contest?.status === "playing" && contest.position.turn === this.mySeat;
  }

  #queue = Promise.resolve();

  /** Shows the match as it was seen last, if the server cannot be reached. */
  async #showSeen() {
    const seen = seenMatch(this.id);
    if (!seen || connection.state === "online" || (await isServerReachable())) return;
    for (const frame of seen.frames) this.#take(frame, seen.at);
  }

  /** Keeps the match for a visit without a network. */
  #keepSeen() {
    const { contest } = this;
    if (!contest || this.seenAt !== null || this.#frames.length === 0) return;
    const { seats, title } = contest.board.variant;
    const names = seats.map((seat) => contest.seats[seat]?.name ?? t("player.nobody"));
    const frames = this.#frames;
    keepSeen({ id: this.id, at: Date.now(), title: `${names.join(" – ")} · ${title}`, frames });
  }

  /**
   * Applies frames in order, the first one after the board is loaded.
   * @param {Frame} frame
   * @param {number | null} seenAt the time at which a kept frame was seen; null for a new frame
   */
  #take(frame, seenAt) {
    this.#queue = this.#queue.then(() => this.#takeNow(frame, seenAt)).catch(() => {});
  }

  /** @param {Frame} frame @param {number | null} seenAt */
  async #takeNow(frame, seenAt) {
    // A kept frame is older than what the connection sent meanwhile.
    if (seenAt !== null && this.contest && this.seenAt === null) return;
    if (!this.contest) {
      if (frame.t !== "snapshot") return;
      this.contest = new Contest(this.id, await boardNamed(frame.variant));
    }
    if (this.talk.take(frame)) return;
    const { contest } = this;
    const before = { plies: contest.plies.length, status: contest.status };
    if (!contest.take(frame)) return;
    this.seenAt = seenAt;
    if (frame.t === "snapshot") this.#frames = [];
    this.#frames.push(frame);
    // The player signed up in another tab.
    if (frame.t === "renamed" && frame.player.id === session.player?.id)
      session.player = frame.player;
    if (!this.board) this.#makeBoard(contest);
    const isNew = contest.plies.length === before.plies + 1;
    const isThere = this.ply !== null && contest.plies[this.ply] !== undefined;
    if (contest.plies.length < before.plies || !isThere) this.ply = null;
    // The root of the plan has moved.
    if (contest.plies.length !== before.plies || contest.status === "ended") this.plan.close();
    if (seenAt === null) {
      noteTurn(contest);
      if (isNew) this.#heard(contest);
      if (before.status === "open" && contest.status === "playing") this.#started(contest);
      if (before.status !== "ended" && frame.t === "ended") this.#ended(contest);
      this.#told(contest, frame);
    }
    this.showOnBoard(isNew);
    if (contest.status === "open") this.#askForLinks();
    if (frame.t === "snapshot") this.#loadTimes(contest);
  }

  /** Announces changes that the board does not show. @param {Contest} contest @param {Frame} frame */
  #told(contest, frame) {
    const who = frame.seat ? seatName(contest.board, frame.seat) : "";
    if (frame.t === "premove_dropped") {
      this.trouble = t("premove.dropped");
      announce(this.trouble);
    } else if (frame.t === "offer" && frame.seat !== this.mySeat) {
      announce(
        t(/** @type {import("../core/i18n.js").Word} */ (`offer.${frame.offer}_from`), { who }),
      );
      sound("low");
    } else if (frame.t === "offer_ended" && frame.seat === this.mySeat) {
      announce(t(frame.how === "declined" ? "say.declined" : "say.lapsed"));
    } else if (frame.t === "presence" && frame.seat !== this.mySeat && frame.claim_in_ms !== 0) {
      announce(t(frame.gone ? "say.gone" : "say.back", { who }));
    } else if (frame.t === "seat_out") {
      announce(t("say.out", { who, why: outWords(frame.how) }));
      sound("low");
    } else if (frame.t === "took_back") {
      announce(t("say.took_back", { n: frame.ply }));
    } else if (frame.t === "time_added") {
      announce(t("say.time_added", { who, s: Math.round(frame.ms / 1000) }));
    } else if (frame.t === "rated" && contest.status === "ended") {
      this.#rated(contest);
    } else if (frame.t === "rematched" && this.mySeat) {
      go(`/m/${frame.rematch}`);
    }
  }

  /** Announces the player's rating change. @param {Contest} contest */
  #rated(contest) {
    const me = this.mySeat ? contest.seats[this.mySeat] : null;
    if (!me?.rating || me.change === undefined) return;
    const now = me.rating + me.change;
    announce(t("say.rated", { rating: now, change: changeText(me.change) }));
    this.card.count();
  }

  /** @param {Contest} contest */
  #makeBoard(contest) {
    const { board } = contest;
    this.board = new PlayBoard({
      board,
      position: contest.position,
      seat: this.mySeat ?? board.variant.seats[0],
      id: "match-board",
      hands: {
        onMove: (move) => (this.plan.isOpen ? this.plan.move(move) : this.move(move)),
        onPremove: (from, to) => this.premove(from, to),
        onClear: () => this.say("premove", { line: null }),
        onWords: (words) => {
          this.trouble = "";
          announce(words);
        },
      },
    });
  }

  /** @param {Contest} contest */
  #started(contest) {
    if (this.board && this.mySeat) this.board.seat = this.mySeat;
    sound("start");
    announce(t("say.started"));
    notify(t("say.started"), contest.board.variant.title);
  }

  /** @param {Contest} contest */
  #heard(contest) {
    const made = contest.plies[contest.plies.length - 1];
    const words = moveWords(contest.board, made);
    moveSound(contest.board, made);
    announce(this.isMyTurn ? `${words} ${t("say.your_turn")}` : words);
    if (this.isMyTurn) notify(t("say.your_turn"), words);
    this.sending = null;
    this.trouble = "";
  }

  /** @param {Contest} contest */
  #ended(contest) {
    const hasWon = viewOf(contest, this.mySeat) === "won";
    // A move into the castle has its own fanfare.
    sound(hasWon && contest.termination !== "castle" ? "victory" : "end");
    const words = `${headline(contest, this.mySeat)} ${reason(contest, this.mySeat)}`.trim();
    announce(words);
    notify(contest.board.variant.title, words);
    this.asking = null;
    this.ply = null;
    this.card.open();
  }

  /** Shows the current ply on the board. @param {boolean} animated */
  showOnBoard(animated) {
    const { contest, board } = this;
    if (!contest || !board || this.plan.isOpen) return;
    const ply = this.ply ?? contest.plies.length;
    const isNow = ply === contest.plies.length;
    const seat = this.mySeat;
    board.hands = new Set(seat && isNow && contest.status === "playing" ? [seat] : []);
    board.mayPremove = !this.isMyTurn && board.hands.size > 0;
    const ready = typeof contest.premove === "string" ? contest.premove.split(/[-x]/) : null;
    board.premove = isNow ? ready : null;
    const played = ply > 0 ? contest.plies[ply - 1] : null;
    const legal = isNow && this.isMyTurn && !this.sending ? contest.legal : [];
    board.show(contest.at(ply), { legal, played, animated });
    guideOn(board, contest);
    redraw();
  }

  /** Sets a premove, which the server plays in the player's next turn. @param {string} from @param {string} to */
  premove(from, to) {
    const { contest, mySeat } = this;
    if (!contest || !mySeat) return;
    const line = aheadText(contest.board, contest.position, from, to);
    if (!line) {
      this.trouble = t("premove.no_way", { from, to });
      announce(this.trouble);
      redraw();
      return;
    }
    announce(t("premove.ready", { move: line }));
    this.say("premove", { ply: this.comingPly, line });
  }

  /** The number of the player's next ply. */
  get comingPly() {
    const { contest, mySeat } = this;
    if (!contest || !mySeat) return 0;
    const { seats } = contest.board.variant;
    const turn = seats.indexOf(contest.position.turn);
    const wait = (seats.indexOf(mySeat) - turn + seats.length) % seats.length;
    return contest.plies.length + wait + 1;
  }

  /** @param {number} ply */
  look(ply) {
    const { contest } = this;
    if (!contest) return;
    const last = contest.plies.length;
    this.plan.close();
    const next = Math.max(0, Math.min(last, ply));
    const before = this.ply ?? last;
    this.ply = next === last ? null : next;
    this.showOnBoard(next === before + 1);
    if (next > 0) announce(moveWords(contest.board, contest.plies[next - 1]));
  }

  async #askForLinks() {
    if (this.links || !hasMade(this.id)) return;
    this.links = {};
    const answer = await get(`/matches/${this.id}/links`).catch(() => null);
    if (answer?.links) this.links = answer.links;
    redraw();
  }

  /** Loads the further panes of a wide page, if the game has any. @param {Contest} contest */
  async #loadBeside(contest) {
    if (this.#hasBeside || !(contest.tournament || contest.status === "ended")) return;
    this.#hasBeside = true;
    const { Beside } = await import("./match/beside.js");
    this.beside = new Beside(this);
    await this.beside.start(contest);
    redraw();
  }

  /** Reads the times of moves that were played before the page was open. @param {Contest} contest */
  async #loadTimes(contest) {
    // The moves of an imported game have no times.
    const isImported = Object.keys(contest.names).length > 0;
    if (isImported || !contest.times.lacks(contest.plies.length)) return;
    const answer = await get(`/matches/${this.id}/events`).catch(() => null);
    if (!answer) return;
    const times = MoveTimes.of(answer.items);
    times.add(contest.times);
    contest.times = times;
    redraw();
  }

  /** @param {string} text @returns {Promise<boolean>} true if it was accepted */
  async move(text) {
    const { contest } = this;
    if (!contest) return false;
    this.trouble = "";
    this.sending = text;
    redraw();
    try {
      const ply = contest.plies.length + 1;
      await connection.say("move", { match: this.id, ply, move: text });
      return true;
    } catch (error) {
      this.sending = null;
      this.#refused(error);
      this.showOnBoard(false);
      return false;
    }
  }

  /** Asks a question in place of the actions. @param {string} what @param {string} focus the field */
  ask(what, focus) {
    this.asking = what;
    redraw();
    focusSoon(focus);
  }

  closeQuestion() {
    this.asking = null;
    redraw();
    focusSoon("more");
  }

  /**
   * Sends a command about the match.
   * @param {string} what
   * @param {Record<string, unknown>} [fields]
   * @returns {Promise<boolean>} true if it was accepted
   */
  async say(what, fields = {}) {
    this.trouble = "";
    this.asking = null;
    redraw();
    try {
      await connection.say(what, { match: this.id, ...fields });
      return true;
    } catch (error) {
      this.#refused(error);
      return false;
    }
  }

  /** @param {unknown} error */
  #refused(error) {
    this.trouble = refusalWords(error);
    sound("refused");
    announce(this.trouble);
    redraw();
  }

  /**
   * Joins by the link, or in a seat of a public match. A link for any seat has the keys of all
   * free seats, which are tried in turn.
   * @param {string} [seat]
   */
  async join(seat) {
    this.trouble = "";
    const ways = this.keys.length > 0 ? this.keys.map((key) => ({ key })) : [seat ? { seat } : {}];
    /** @type {unknown} */
    let refused;
    for (const way of ways) {
      try {
        await connection.say("join", { match: this.id, ...way });
        history.replaceState(null, "", `/m/${this.id}`);
        return;
      } catch (error) {
        refused = error;
      }
    }
    this.#refused(refused);
  }

  /** @param {string} text */
  typed(text) {
    if (!this.board) return false;
    if (!this.isMyTurn) {
      this.trouble = t("code.not_your_turn");
    } else if (this.board.typed(text)) {
      return true;
    } else {
      this.trouble = t("input.unreadable", { move: this.exampleMove });
    }
    announce(this.trouble);
    redraw();
    return false;
  }

  /** The text of a move: a legal one, or else the last one made. */
  get exampleMove() {
    return this.contest?.legal[0] ?? this.contest?.plies.at(-1)?.text ?? "";
  }

  /** Opens the entry of moves as text. */
  typeMove() {
    const { contest, mySeat } = this;
    if (contest?.status === "playing" && mySeat && contest.isIn(mySeat)) this.input.open();
  }

  #tick() {
    const { contest } = this;
    if (contest?.status !== "playing") return;
    if (!contest.stated.clock.running && contest.gone.size === 0) return;
    if (this.mySeat) this.#lowTime.look(contest, this.mySeat, connection.now());
    redraw();
  }

  /** @param {KeyboardEvent} event */
  onKey(event) {
    const { contest } = this;
    if (!contest || isTyping(event)) return;
    const last = contest.plies.length;
    const at = this.ply ?? last;
    const to = {
      ArrowLeft: at - 1,
      ArrowRight: at + 1,
      Home: 0,
      End: last,
      ArrowUp: 0,
      ArrowDown: last,
    };
    if (event.key in to) {
      event.preventDefault();
      this.look(to[/** @type {keyof typeof to} */ (event.key)]);
    } else if (event.key === "f") {
      this.board?.flip();
    } else if (event.key === "m" || event.key === "/") {
      event.preventDefault();
      this.typeMove();
    } else if (event.key === "c" && this.talk.isIn(contest)) {
      event.preventDefault();
      if (this.isWide) focusSoon("talk-input");
      else this.talk.toggle();
    } else if (event.key === "?") {
      openShortcuts();
    } else if (event.key === "Escape" && this.card.isOpen) {
      this.card.close();
    } else if (event.key === "b") {
      const cell = this.board?.drawing()?.querySelector('[tabindex="0"]');
      if (cell instanceof SVGElement) cell.focus();
    }
  }

  title() {
    const { contest } = this;
    if (!contest) return t("match.title");
    const { title } = contest.board.variant;
    if (this.isMyTurn) return `${t("match.your_turn")} · ${title}`;
    return contest.status === "ended" ? `${outcome(contest)} · ${title}` : title;
  }

  view() {
    const { contest, board } = this;
    if (this.isMissing) {
      const action = { words: t("nav.home"), href: "/" };
      return html`<section class="plain"><h1>${t("match.missing")}</h1>
        ${emptyPlace({ scene: "scroll", words: t("match.missing_why"), action })}</section>`;
    }
    if (!contest || !board) return html`<p class="waiting" role="status">${t("wait.loading")}</p>`;
    this.message.follow(contest);
    if (this.isWide) this.#loadBeside(contest).catch(() => {});
    const now = connection.now();
    const around = seatsAround(board.view);
    const panel = (/** @type {[string, string]} */ [seat, place]) =>
      playerPanel(this, contest, seat, now, place);
    const kind = contest.board.variant.seats.length > 2 ? "four" : "two";
    const tint = tintClass(contest.board.variant);
    const classes = [kind, tint, around.isAtSides ? "sides" : "", this.isWide ? "wide" : ""].join(
      " ",
    );
    const isOpen = contest.status === "open";
    return html`<div class="match game ${classes}" data-seat=${this.mySeat ?? nothing}
        data-status=${contest.status} data-ply=${contest.plies.length} .style=${sizes(board.view)}>
      ${this.#title(contest)}
      ${this.message.view()}
      ${this.seenAt === null ? nothing : html`<p class="quiet" role="status" id="seen-at">${t("offline.seen_at", { when: when(this.seenAt) })}</p>`}
      ${isOpen ? html`<div class="door">${this.#trouble()}${invitation(this, contest)}</div>` : nothing}
      <div class="board-column">
        <div class="panels above">${around.above.map(panel)}</div>
        <div class="table">${board.draw({ label: boardLabel(contest) })}${this.card.view(contest)}</div>
        <div class="panels below">${around.below.map(panel)}</div>
        ${isOpen ? nothing : strip(this, contest)}
      </div>
      ${
        isOpen
          ? nothing
          : html`<div class="side-column">
        <div class="score">${this.#moves(contest)}</div>
        ${this.isWide ? nothing : this.talk.view(this, contest)}
        ${actions(this, contest)}
      </div>`
      }
      ${this.isWide ? html`<div class="third-column">${about(contest)}${this.beside?.view(contest) ?? nothing}${this.talk.view(this, contest)}</div>` : nothing}
      ${shortcutsDialog()}
    </div>`;
  }

  /** @param {Contest} contest */
  #title(contest) {
    const { variant } = contest.board;
    return html`<h1 class="match-title">
      <a href="/rules/${variant.name}">${variant.title}</a>
      ${contest.tournament ? html`<a id="of-tournament" href="/tournaments/${contest.tournament.id}">${t("match.of_tournament", { name: contest.tournament.name, n: contest.tournament.round })}</a>` : nothing}
      <small>${timeText(contest.time)} · ${t(`speed.${speedOf(contest.time)}`)}
        ${contest.rated ? html`· ${t("match.rated")}` : nothing}
        ${contest.handicap.length > 0 ? html`· <span id="handicap">${t("match.handicap", { squares: contest.handicap.join(" ") })}</span>` : contest.isCustom ? html`· ${t("match.custom_start")}` : nothing}
        ${contest.private ? html`· ${t("match.private")}` : nothing}
        ${contest.watchers > 0 ? html`· <span class="watchers">${t("match.watchers", { n: contest.watchers })}</span>` : nothing}</small>
    </h1>`;
  }

  #trouble() {
    return this.trouble ? html`<p class="trouble" role="alert">${this.trouble}</p>` : nothing;
  }

  /** @param {Contest} contest */
  #moves(contest) {
    const last = contest.plies.length;
    return html`${moveList({
      board: contest.board,
      start: contest.start,
      moves: contest.plies.map(({ text }) => text),
      figures: contest.plies.map(({ piece }) => piece),
      times: contest.times.used,
      at: this.ply ?? last,
      onPick: (to) => this.look(to),
    })}
      ${
        this.ply === null
          ? nothing
          : html`<p class="row looking-back">${t("match.looking_back")}
        <button class="small" @click=${() => this.look(last)}>${t("match.to_now")}</button></p>`
      }`;
  }
}

/** @param {Contest} contest */
function boardLabel(contest) {
  const { variant } = contest.board;
  const turn =
    contest.status === "playing"
      ? `, ${t("board.to_move", { seat: seatName(contest.board, contest.position.turn) })}`
      : "";
  return `${t("board.label", { variant: variant.title })}${turn}`;
}

/** @param {Record<string, string>} params @param {URLSearchParams} query @returns {Page} */
export function open({ id }, query) {
  const page = new MatchPage(id, query);
  page.start();
  return {
    view: () => page.view(),
    title: () => page.title(),
    stop: () => page.stop(),
    onKey: (event) => page.onKey(event),
    get isMyTurn() {
      return page.isMyTurn;
    },
  };
}
