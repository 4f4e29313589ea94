// The third column of wide screens beside the game: the standings of its tournament, and the
// review of the finished game by the engine.

import { html, nothing } from "../../core/dom.js";
import { loadTournamentWords, t } from "../../core/i18n.js";
import { follow, rootOf } from "../../rules/tree.js";
import { Review } from "../study/review.js";
import { playersOf } from "../tournament/entrants.js";
import { Following } from "../tournament/following.js";
import { pointsText } from "../tournaments/words.js";

/** @typedef {import("../../core/contest.js").Contest} Contest */
/** @typedef {import("../match.js").MatchPage} MatchPage */

/** Number of the first places that are shown. */
const FIRST_PLACES = 5;

/** @typedef {import("../study/review.js").Reviewed} Reviewed */

/** @implements {Reviewed} */
class FinishedGame {
  /** The engine has no other work on this page. */
  thought = { pause: () => {} };

  /** @param {MatchPage} page @param {Contest} contest */
  constructor(page, contest) {
    this.page = page;
    this.board = contest.board;
    this.match = contest.id;
    this.root = rootOf(contest.start);
    this.line = [this.root];
    for (const { text } of contest.plies) {
      this.line.push(follow(this.board, this.line[this.line.length - 1], text));
    }
  }

  get node() {
    return this.line[this.page.ply ?? this.line.length - 1] ?? this.root;
  }

  /** @param {number} ply */
  goToPly(ply) {
    this.page.look(ply);
  }
}

export class Beside {
  /** @type {Following | null} */
  #following = null;
  /** True once the tournament was read. */
  #isFollowing = false;
  /** @type {Review | null} */
  #review = null;

  /** @param {MatchPage} page */
  constructor(page) {
    this.page = page;
  }

  /** Follows the tournament of the game. @param {Contest} contest */
  async start({ tournament }) {
    if (!tournament) return;
    await loadTournamentWords();
    const following = new Following(tournament.id, () => {});
    this.#following = following;
    await following.start(tournament.stage).then(
      () => {
        this.#isFollowing = true;
      },
      () => {},
    );
  }

  stop() {
    this.#following?.stop();
    this.#review?.cancel();
  }

  /** @param {Contest} contest */
  view(contest) {
    return html`${this.#standings(contest)}${this.#analysis(contest)}`;
  }

  /** The first places, and those of the players of the game. @param {Contest} contest */
  #standings({ seats, tournament }) {
    const following = this.#following;
    if (!tournament || !following || !this.#isFollowing) return nothing;
    const playing = new Set(Object.values(seats).flatMap((player) => (player ? [player.id] : [])));
    const entrants = following.about?.entrants ?? [];
    const own = new Set(
      entrants
        .filter(({ players }) => players.some(({ id }) => playing.has(id)))
        .map(({ entrant }) => entrant),
    );
    const places = following.standings.filter(
      ({ entrant }, index) => index < FIRST_PLACES || own.has(entrant),
    );
    if (places.length === 0) return nothing;
    return html`<section class="pane beside" id="match-standings" aria-labelledby="match-standings-title">
      <h2 id="match-standings-title"><a href="/tournaments/${tournament.id}">${t("tour.standings")}</a></h2>
      <table><thead><tr><th scope="col">#</th><th scope="col">${t("kind.account")}</th><th scope="col">${t("tour.points")}</th></tr></thead>
      <tbody>${places.map(
        ({ entrant, place, points }) => html`<tr class=${own.has(entrant) ? "own" : nothing}>
          <td>${place}</td><th scope="row">${playersOf(following, entrant)}</th><td>${pointsText(points)}</td></tr>`,
      )}</tbody></table></section>`;
  }

  /** @param {Contest} contest */
  #analysis(contest) {
    if (contest.status !== "ended" || contest.plies.length === 0) return nothing;
    this.#review ??= new Review(new FinishedGame(this.page, contest));
    return html`<section class="pane beside analysis" id="match-analysis" aria-labelledby="match-analysis-title">
      <h2 id="match-analysis-title">${t("analysis.game")}</h2>
      ${this.#review.view()}</section>`;
  }
}
