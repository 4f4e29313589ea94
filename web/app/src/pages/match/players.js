// A player at the board: name, clock, what they captured.

import { CHARGES, chargeAt } from "../../board/heraldry.js";
import { pieceIcon, seatClass } from "../../board/pieces.js";
import { seatName } from "../../board/words.js";
import { clockText, leftOf, startLeft } from "../../core/clock.js";
import { captures } from "../../core/contest.js";
import { html, nothing, svg } from "../../core/dom.js";
import { maybe, t } from "../../core/i18n.js";
import { computerLevel } from "../../core/seats.js";
import { ratingOf } from "../../parts/rating.js";
import { areFriends, teamOf } from "../../rules/boards.js";
import { strength } from "../../rules/positions.js";

/** @typedef {import("../../core/contest.js").Contest} Contest */
/** @typedef {import("../match.js").MatchPage} MatchPage */

const DAY = 24 * 60 * 60 * 1000;

/**
 * @param {MatchPage} page
 * @param {Contest} contest
 * @param {string} seat
 * @param {number} now
 * @param {string} place the side of the displayed board
 */
export function playerPanel(page, contest, seat, now, place) {
  const { board, stated } = contest;
  const player = contest.seats[seat];
  const ply = page.ply ?? contest.plies.length;
  const taken = captures(contest.plies, ply).get(seat) ?? [];
  const { knights, men } = strength(contest.at(ply), seat);
  const strengthText = t("player.strength", {
    knights: t("player.knights", { n: knights }),
    men: t("player.men", { n: men }),
  });
  const isTurn = contest.status === "playing" && contest.position.turn === seat;
  const isMe = seat === page.mySeat;
  const level = computerLevel(player);
  const name = seatName(board, seat);
  const partner = partnerWords(page, contest, seat);
  return html`<section class="player ${isTurn ? "to-move" : ""}" data-player=${seat} data-at=${place}
      data-team=${board.variant.teams.indexOf(teamOf(board, seat))}
      aria-label=${[`${name}: ${player?.name ?? contest.names[seat] ?? t("player.nobody")}`, ...partner].join(", ")}>
    <div class="holder">
      ${crest(board.variant, seat, partnersOf(board, seat))}
      <div class="holder-text">
        <div class="holder-name">
          ${
            player
              ? html`<a class="name one-line" href="/players/${encodeURIComponent(player.name)}">${player.name}</a>`
              : contest.names[seat]
                ? html`<span class="name one-line">${contest.names[seat]}</span>`
                : html`<span class="name one-line nobody">${t("player.nobody")}</span>`
          }
          ${level === null ? ratingOf(player) : nothing}
        </div>
        <div class="holder-state">
          ${level === null ? nothing : levelOf(level)}
          ${isMe ? html`<span class="tag">${t("player.you")}</span>` : nothing}
          ${partner.map((words) => html`<span class="tag partner" aria-hidden="true">${words}</span>`)}
          ${player?.out ? html`<span class="tag away">${outWords(player.out)}</span>` : nothing}
          ${gone(contest, seat, now)}
          <span class="strength" title=${strengthText}>
            <span class="visually-hidden">${name}, ${strengthText}</span>
            <span aria-hidden="true">${knights}♞ ${men}●</span></span>
          <div class="captured" role="img" aria-label=${t("player.captured", { n: taken.length })}>
            ${tally(taken).map(
              ({ piece, count }) => html`<span class="haul" data-count=${count}>
                <span class="ground ${seatClass(board.variant, piece.seat)}">${pieceIcon(board.variant, piece)}</span>×${count}</span>`,
            )}
          </div>
        </div>
      </div>
    </div>
    ${clock(contest, stated, seat, now, isTurn)}
  </section>`;
}

/**
 * The shield of a seat with its charge, joined by those of the partners.
 * @param {VariantView} variant @param {string} seat @param {string[]} partners
 */
function crest(variant, seat, partners) {
  const shield = (/** @type {string} */ of, /** @type {string} */ where) => svg`
    <g class="shield ${seatClass(variant, of)}" transform=${where}>
      <path d="M-9-10H9v8c0 6-4 10-9 12-5-2-9-6-9-12z"/>
      ${chargeAt(CHARGES[variant.seat_names[variant.seats.indexOf(of)]] ?? "roundel", 0, -1.5, 0.9)}</g>`;
  return html`<svg class="crest" viewBox="-12 -12 ${24 + 12 * partners.length} 24" aria-hidden="true" focusable="false">
    ${partners.map((partner, index) => shield(partner, `translate(${12 * (partners.length - index)} 2) scale(0.72)`))}
    ${shield(seat, "")}</svg>`;
}

/** The level of a computer, in place of its rating. @param {number} level */
function levelOf(level) {
  const words = maybe(`level.${level}`) ?? "";
  return html`<span class="rating level">${t("player.level", { n: level, words })}</span>`;
}

/**
 * Captured pieces by seat and kind, the Knights first.
 * @param {import("../../rules/positions.js").Piece[]} taken
 */
function tally(taken) {
  /** @type {Map<string, {piece: import("../../rules/positions.js").Piece, count: number}>} */
  const groups = new Map();
  for (const piece of taken) {
    const key = `${piece.seat}${piece.knight}`;
    groups.set(key, { piece, count: (groups.get(key)?.count ?? 0) + 1 });
  }
  return [...groups.values()].sort((a, b) => Number(b.piece.knight) - Number(a.piece.knight));
}

/** The other seats of a seat's team. @param {Contest["board"]} board @param {string} seat */
const partnersOf = (board, seat) =>
  board.variant.seats.filter((other) => other !== seat && areFriends(board, other, seat));

/**
 * The partner of a seat as text; empty in games without partners.
 * @param {MatchPage} page @param {Contest} contest @param {string} seat
 */
function partnerWords({ mySeat }, { board }, seat) {
  const partners = partnersOf(board, seat);
  if (mySeat && partners.includes(mySeat)) return [t("player.your_partner")];
  return partners.map((other) => t("player.partner_of", { seat: seatName(board, other) }));
}

/** The reason why a seat is out, as text. @param {string} how */
export function outWords(how) {
  return t(how === "time" ? "player.out_time" : "player.out_resigned");
}

/** The notice of an absent player, with the time left to return. @param {Contest} contest @param {string} seat @param {number} now */
function gone(contest, seat, now) {
  const absence = contest.gone.get(seat);
  if (!absence || contest.status !== "playing") return nothing;
  const left = absence.claimAt === null ? 0 : Math.ceil((absence.claimAt - now) / 1000);
  return html`<span class="tag away">${left > 0 ? t("player.gone_for", { s: left }) : t("player.gone")}</span>`;
}

/**
 * @param {Contest} contest
 * @param {import("../../core/clock.js").Stated} stated
 * @param {string} seat
 * @param {number} now
 * @param {boolean} isTurn
 */
function clock(contest, stated, seat, now, isTurn) {
  const left = leftOf(stated, seat, now);
  const isRunning =
    stated.clock.running === seat && contest.status === "playing" && !contest.paused;
  const start = isRunning ? startLeft(stated, now) : null;
  const periods = stated.clock.periods_left?.[seat];
  if (left === null && start === null) {
    return isTurn
      ? html`<span class="clock turn"><span class="visually-hidden">${t("clock.to_move")}</span>●</span>`
      : nothing;
  }
  const classes = ["clock"];
  if (isRunning) classes.push("running");
  if (left !== null && left >= DAY) classes.push("days");
  if (left !== null && left < 10_000 && contest.status === "playing") classes.push("low");
  return html`<div class=${classes.join(" ")} role="timer" aria-live="off" data-ms=${left ?? ""}>
    ${left === null ? nothing : clockText(left)}
    ${periods === undefined ? nothing : html`<small>+${periods}</small>`}
    ${start === null ? nothing : html`<small class="start">${t("clock.first_move", { s: Math.ceil(start / 1000) })}</small>`}
  </div>`;
}
