// The study page: replay, variations, position editor, import and export of records.

import { moveSound } from "../board/move-sound.js";
import { PlayBoard } from "../board/play.js";
import { moveWords, seatName } from "../board/words.js";
import { allVariants, boardNamed, get, legalMoves } from "../core/api.js";
import { html, nothing, redraw } from "../core/dom.js";
import { announce, sound } from "../core/feedback.js";
import { t } from "../core/i18n.js";
import { takeShared } from "../core/offline-copy.js";
import { refusalWords } from "../core/refusals.js";
import { faultOf } from "../parts/judge.js";
import { isTyping } from "../parts/keys.js";
import { readPosition, writePosition } from "../rules/positions.js";
import { lineOfMoves, writeRecord } from "../rules/records.js";
import {
  cut,
  endOf,
  follow,
  isOfGame,
  lineTo,
  nodeAt,
  promote,
  rootOf,
  treeOf,
} from "../rules/tree.js";
import { bestLine, enginePanel, evaluationBar, reviewPanel } from "./study/analysis.js";
import { Editor } from "./study/editor.js";
import { Explorer } from "./study/explorer.js";
import { exportTools } from "./study/export.js";
import { importBox, readText } from "./study/import.js";
import { noteBox } from "./study/note.js";
import { Refutation } from "./study/refutation.js";
import { Retry } from "./study/retry.js";
import { Review } from "./study/review.js";
import { Thought } from "./study/thought.js";
import { Threat } from "./study/threat.js";
import { treeView } from "./study/tree-view.js";

/** @typedef {import("../core/router.js").Page} Page */
/** @typedef {import("../rules/boards.js").Board} Board */
/** @typedef {import("../rules/tree.js").Node} Node */

export class Study {
  /** @type {VariantView[]} */
  variants = [];
  /** @type {Node} */
  node;
  /** @type {Record<string, string>} tags of a record */
  tags = {};
  result = "*";
  trouble = "";
  /** The outcome at the displayed position: a draw, or the letters of the winners. @type {string | null} */
  outcome = null;
  isImportOpen = false;
  /** @type {Editor | null} */
  editor = null;
  /** @type {string | null} */
  match = null;
  /** True if the engine is available: not during the match. */
  mayAnalyse = true;
  /** @type {Map<string, LegalMoves>} */
  #known = new Map();

  /** @param {Board} board @param {string} [start] */
  constructor(board, start = board.variant.position) {
    this.board = board;
    this.root = rootOf(readPosition(board, start));
    this.node = this.root;
    this.table = this.#newTable();
    this.thought = new Thought(this);
    this.review = new Review(this);
    this.retry = new Retry(this);
    this.refutation = new Refutation(this);
    this.threat = new Threat(this);
    this.explorer = new Explorer(this);
  }

  #newTable() {
    return new PlayBoard({
      board: this.board,
      position: this.node.position,
      seat: this.board.variant.seats[0],
      id: "study-board",
      hands: {
        onMove: (move) => this.move(move),
        onWords: announce,
        onTap: (square) => this.editor?.tap(square) ?? false,
      },
    });
  }

  /** Resets the study. @param {Board} board @param {string} [start] */
  reset(board, start = board.variant.position) {
    const isOther = board !== this.board;
    this.board = board;
    this.root = rootOf(readPosition(board, start));
    this.node = this.root;
    this.tags = {};
    this.result = "*";
    this.match = null;
    this.mayAnalyse = true;
    this.trouble = "";
    this.review.clear();
    this.retry.stop();
    this.refutation.stop();
    if (isOther) this.table = this.#newTable();
    this.show(false);
  }

  /** Shows the current node and requests its legal moves. @param {boolean} animated */
  async show(animated) {
    const { node, board, table } = this;
    const text = writePosition(board, node.position);
    const known = this.#known.get(text);
    table.hands = new Set(known ? board.variant.seats : []);
    this.outcome = known?.outcome ?? null;
    table.show(node.position, { legal: known?.moves ?? [], played: node.made, animated });
    this.#keepAddress();
    this.explorer.look();
    this.advise();
    if (known) {
      this.thought.look();
      this.threat.look();
      return;
    }
    try {
      const legal = await legalMoves(board.variant.name, text);
      this.#known.set(text, legal);
      if (this.node === node && !this.editor) await this.show(false);
    } catch (error) {
      this.trouble = refusalWords(error);
      redraw();
    }
  }

  /** Draws the engine's best move, if analysis is on. */
  advise() {
    const isHidden = this.editor || this.retry.isAsking;
    const [best] = this.thought.isOn && !isHidden ? bestLine(this) : [];
    this.table.advice = best && best !== "pass" ? best.split(/[-x]/) : null;
    this.table.threat = this.threat.now?.line[0]?.split(/[-x]/) ?? null;
    redraw();
  }

  /** Plays a line from the current node. @param {string[]} moves */
  tryLine(moves) {
    let { node } = this;
    for (const move of moves) node = follow(this.board, node, move);
    this.goTo(node);
  }

  /** What the list of mistakes shows below one. @param {JudgementView} ply */
  belowFault(ply) {
    return this.refutation.view(ply);
  }

  /** Shows a ply of the game. @param {number} ply */
  goToPly(ply) {
    this.goTo(nodeAt(this.root, ply));
  }

  /** Plays a move. The server checks moves that are not in its list. @param {string} text */
  async move(text) {
    const { node, board } = this;
    const position = writePosition(board, node.position);
    this.trouble = await faultOf(board.variant.name, position, this.#known.get(position), text);
    if (this.trouble) {
      sound("refused");
      announce(this.trouble);
      redraw();
      return;
    }
    this.goTo(follow(board, node, text), true);
  }

  /** @param {Node} node @param {boolean} [animated] */
  goTo(node, animated = false) {
    const isStep = node.parent === this.node;
    this.node = node;
    this.trouble = "";
    if (node.made) {
      announce(moveWords(this.board, node.made));
      if (isStep) moveSound(this.board, node.made);
    }
    this.show(animated || isStep);
    this.retry.tried(node);
  }

  /** The permanent address of the displayed position. */
  get address() {
    const query = new URLSearchParams();
    if (this.match) {
      if (this.node.ply > 0) query.set("ply", String(this.node.ply));
      if (isOfGame(this.node)) return `/study/${this.match}${query.size > 0 ? `?${query}` : ""}`;
      query.delete("ply");
    }
    query.set("variant", this.board.variant.name);
    const start = writePosition(this.board, this.root.position);
    if (start !== this.board.variant.position) query.set("position", start);
    const line = lineTo(endOf(this.node));
    if (line.length > 0) query.set("moves", line.map(({ made }) => made?.text).join(" "));
    if (line.length !== this.node.ply) query.set("ply", String(this.node.ply));
    return `/study?${query}`;
  }

  #keepAddress() {
    if (location.pathname.startsWith("/study")) history.replaceState(null, "", this.address);
  }

  /** @param {string} name */
  async choose(name) {
    this.editor = null;
    this.reset(await boardNamed(name));
  }

  /**
   * Loads a game and shows its start.
   * @param {Board} board
   * @param {{root: Node, tags?: Record<string, string>, result?: string}} game
   */
  load(board, { root, tags = {}, result = "*" }) {
    this.reset(board);
    this.tags = tags;
    this.result = result;
    this.root = root;
    this.node = root;
    this.show(false);
  }

  /** @param {string} text a record or a position */
  async read(text) {
    try {
      const game = await readText(text, this.board);
      this.load(game.board, game);
      this.trouble = game.fault;
      this.isImportOpen = false;
      announce(t("study.read", { n: game.plies }));
    } catch (error) {
      this.trouble = t("study.unreadable", { what: refusalWords(error) });
      announce(this.trouble);
    }
    redraw();
  }

  edit() {
    const { board, node } = this;
    this.table.hands = new Set();
    this.table.cancel();
    this.review.cancel();
    this.editor = new Editor(board, node.position, {
      onChange: (position) => this.table.show(position),
      onDone: async (text) => {
        await legalMoves(board.variant.name, text);
        this.editor = null;
        this.reset(board, text);
      },
      onCancel: () => {
        this.editor = null;
        this.show(false);
      },
    });
    this.table.show(this.editor.position);
    this.thought.look();
    this.advise();
  }

  /** @param {KeyboardEvent} event */
  onKey(event) {
    if (isTyping(event) || this.editor) return;
    const { node } = this;
    const siblings = node.parent?.children ?? [];
    const beside = (/** @type {number} */ by) => siblings[siblings.indexOf(node) + by];
    /** @type {Record<string, Node | null | undefined>} */
    const to = {
      ArrowLeft: node.parent,
      ArrowRight: node.children[0],
      ArrowUp: beside(-1),
      ArrowDown: beside(1),
      Home: this.root,
      End: endOf(node),
    };
    if (event.key in to) {
      event.preventDefault();
      const next = to[event.key];
      if (next) this.goTo(next);
    } else if (event.key === "f") {
      this.table.flip();
    } else if (event.key === "l" && this.mayAnalyse) {
      this.thought.turn(!this.thought.isOn);
    } else if (event.key === "x" && this.mayAnalyse) {
      this.threat.turn();
    } else if ((event.key === "n" || event.key === "p") && !this.retry.isOn) {
      this.review.goToFault(event.key === "n" ? 1 : -1);
    } else if (event.key === "Delete" && node.parent) {
      this.goTo(cut(node));
    }
  }

  /** @param {DragEvent} event */
  async #drop(event) {
    event.preventDefault();
    const file = event.dataTransfer?.files[0];
    const text = file ? await file.text() : event.dataTransfer?.getData("text/plain");
    if (text) this.read(text);
  }

  view() {
    const { board, table, node } = this;
    const { variant } = board;
    return html`<div class="match study" @dragover=${(/** @type {DragEvent} */ e) => e.preventDefault()}
        @drop=${(/** @type {DragEvent} */ e) => this.#drop(e)}
        data-ply=${node.ply} data-position=${writePosition(board, node.position)}>
      <div class="match-title study-title">
        <h1>${t("study.title")}</h1>
        <label><span class="visually-hidden">${t("home.game")}</span>
          <select id="study-variant" @change=${(/** @type {Event} */ e) => e.target instanceof HTMLSelectElement && this.choose(e.target.value)}>
            ${this.variants.map(({ name, title }) => html`<option value=${name} ?selected=${name === variant.name}>${title}</option>`)}
          </select></label>
      </div>
      <div class="panels above"><p class="turn">${this.#status()}</p></div>
      <div class="table">${this.editor || this.retry.isAsking ? nothing : evaluationBar(this)}${table.draw({ label: t("board.label", { variant: variant.title }) })}</div>
      <div class="talk">
        ${this.trouble ? html`<p class="trouble" role="alert">${this.trouble}</p>` : nothing}
        ${this.editor ? this.editor.view() : html`${table.prompt()}${this.retry.isAsking ? nothing : enginePanel(this)}${treeView(this)}${this.explorer.view()}${reviewPanel(this)}${noteBox(this)}${this.#tools()}`}
      </div>
    </div>`;
  }

  #status() {
    const { board, node, outcome } = this;
    const players = board.variant.seat_names.map((name) => this.tags[name]).filter(Boolean);
    const who = players.length > 0 ? `${players.join(" – ")} · ` : "";
    if (outcome === "draw") return `${who}${t("study.draw")}`;
    if (outcome) {
      const names = [...outcome].map((seat) => seatName(board, seat)).join(", ");
      return `${who}${t("study.won", { who: names })}`;
    }
    return `${who}${t("board.to_move", { seat: seatName(board, node.position.turn) })}`;
  }

  #tools() {
    const { node } = this;
    const isVariation = node.parent && node.parent.children[0] !== node;
    return html`
      <div class="row tools">
        <button class="small" id="flip" @click=${() => this.table.flip()}>${t("board.flip")}</button>
        <button class="small" id="edit" @click=${() => this.edit()}>${t("study.edit")}</button>
        <button class="small" id="import" aria-expanded=${this.isImportOpen} @click=${() => {
          this.isImportOpen = !this.isImportOpen;
          redraw();
        }}>${t("study.import")}</button>
        ${
          isVariation
            ? html`<button class="small" @click=${() => {
                promote(node);
                redraw();
              }}>${t("study.promote")}</button>`
            : nothing
        }
        ${node.parent ? html`<button class="small" @click=${() => this.goTo(cut(node))}>${t("study.cut")}</button>` : nothing}
      </div>
      ${this.isImportOpen ? importBox(this) : nothing}
      ${exportTools(this)}`;
  }
}

/** @param {Record<string, string>} params @param {URLSearchParams} query @returns {Promise<Page>} */
export async function open({ id }, query) {
  const name = query.get("variant") ?? "camelot";
  const study = new Study(await boardNamed(name).catch(() => boardNamed("camelot")));
  study.variants = await allVariants();
  const shared = query.has("shared") ? await takeShared().catch(() => null) : null;
  if (id) await loadMatch(study, id, Number(query.get("ply") ?? 0));
  else if (shared) await study.read(shared);
  else await loadQuery(study, query);
  study.thought.start();
  study.thought.look();
  if (id && query.has("review")) void study.review.ask();
  return {
    stop: () => {
      study.review.cancel();
      study.thought.stop();
      study.threat.stop();
      study.refutation.stop();
      study.explorer.stop();
    },
    view: () => study.view(),
    title: () => `${t("study.title")} · ${study.board.variant.title}`,
    onKey: (event) => study.onKey(event),
  };
}

/** @param {Study} study @param {string} id @param {number} ply */
async function loadMatch(study, id, ply) {
  /** @type {MatchView} */
  const match = await get(`/matches/${id}`);
  const board = await boardNamed(match.variant);
  const tags = Object.fromEntries(
    board.variant.seats.map((seat, index) => [
      board.variant.seat_names[index],
      match.seats[seat]?.name ?? match.names?.[seat] ?? "?",
    ]),
  );
  const start = readPosition(board, match.start ?? board.variant.position);
  const root = treeOf(board, start, lineOfMoves(match.moves));
  study.load(board, { root, tags, result: match.result ?? "*" });
  study.match = id;
  study.mayAnalyse = match.status === "ended";
  goToPly(study, ply);
}

/** Loads the game of an address, up to the first illegal move. @param {Study} study @param {URLSearchParams} query */
async function loadQuery(study, query) {
  const moves = (query.get("moves") ?? "").split(/[\s,]+/).filter(Boolean);
  let plies = 0;
  const start = query.get("position") ?? undefined;
  const { board } = study;
  let fault = "";
  if (moves.length > 0 || start) {
    const turns = moves.join(" ");
    const found = await readText(writeRecord(board.variant, { start, turns }), board).catch(
      () => null,
    );
    plies = found?.plies ?? 0;
    fault = found ? found.fault : t("study.bad_address");
    if (found) study.load(board, { root: found.root });
  } else {
    study.show(false);
  }
  study.trouble = fault;
  goToPly(study, Number(query.get("ply") ?? plies));
}

/** @param {Study} study @param {number} ply */
function goToPly(study, ply) {
  study.node = nodeAt(study.root, ply);
  study.show(false);
}
