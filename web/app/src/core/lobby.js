// Open seeks and matches, and the player's own seek.

import { timeText } from "./clock.js";
import { redraw } from "./dom.js";
import { announce } from "./feedback.js";
import { t } from "./i18n.js";
import { refusalWords } from "./refusals.js";
import { go } from "./router.js";
import { seatsWithComputers } from "./seats.js";
import { rememberMade, session } from "./session.js";
import { connection, hear } from "./socket.js";

export const lobby = {
  /** @type {Map<string, SeekView>} */
  seeks: new Map(),
  /** @type {Map<string, MatchItem>} */
  matches: new Map(),
  /** The people who play public games. @type {PlayingView[]} */
  playing: [],
  /**
   * The player's own seek. A seek in the background goes on while the player plays the computer.
   * @type {{seek: string | null, variant: string, time: TimeControl, rated: boolean, since: number, isBackground: boolean} | null}
   */
  own: null,
  trouble: "",
};

hear("lobby", ({ seeks, matches, playing }) => {
  lobby.seeks = new Map(seeks.map((s) => [s.seek, s]));
  lobby.matches = new Map(matches.map((m) => [m.match, m]));
  lobby.playing = playing ?? [];
});

hear(
  "lobby_changed",
  ({ seeks = [], matches = [], seeks_gone = [], matches_gone = [], playing }) => {
    for (const seek of seeks) lobby.seeks.set(seek.seek, seek);
    for (const match of matches) lobby.matches.set(match.match, match);
    for (const seek of seeks_gone) lobby.seeks.delete(seek);
    for (const match of matches_gone) lobby.matches.delete(match);
    lobby.playing = playing ?? lobby.playing;
  },
);

hear("seek_ended", ({ seek }) => {
  if (lobby.own?.seek === seek) lobby.own = null;
});

// A real-time seek ends with its connection and is created again over the next one.
connection.addEventListener("hello", () => {
  const { own } = lobby;
  if (!own?.seek || lasts(own.time)) return;
  const { isBackground } = own;
  look(own.variant, own.time, own.rated).then(() => {
    if (lobby.own) lobby.own.isBackground = isBackground;
  });
});

/** True if players need not be online when the game begins. @param {TimeControl} time */
export function lasts({ kind }) {
  return kind === "correspondence" || kind === "unlimited";
}

/** Seeks an opponent for the same game. @param {string} variant @param {TimeControl} time @param {boolean} rated */
export async function look(variant, time, rated) {
  await stopLooking();
  const seek = /** @type {string | null} */ (null);
  const own = { seek, variant, time, rated, since: Date.now(), isBackground: false };
  lobby.own = own;
  lobby.trouble = "";
  announce(t("seek.looking"));
  redraw();
  try {
    const answer = await connection.say("seek", { variant, time, rated, quick: true });
    if (answer.match) lobby.own = null;
    else own.seek = answer.seek ?? null;
  } catch (error) {
    lobby.own = null;
    lobby.trouble = refusalWords(error);
  }
  redraw();
}

export async function stopLooking() {
  const seek = lobby.own?.seek;
  lobby.own = null;
  redraw();
  if (seek) await connection.say("unseek", { seek }).catch(() => {});
}

/** Accepts a seek. @param {string} seek */
export async function accept(seek) {
  await stopLooking();
  try {
    await connection.say("accept", { seek });
  } catch (error) {
    lobby.trouble = refusalWords(error);
    redraw();
  }
}

/**
 * Settings of a new match.
 * @typedef {object} MatchWish
 * @property {string} variant
 * @property {TimeControl} time
 * @property {string} seat the player's seat
 * @property {boolean} [isRated] true if it counts for ratings
 * @property {boolean} [isOpen] true if it is listed in the lobby
 * @property {string} [position] start position, if not the usual array
 * @property {string[]} [handicap] squares of the array on which one side's pieces are missing
 * @property {{partner_plays_on?: boolean, watch_delay_ms?: number}} [options]
 */

/** Creates a match for friends and shows its links. @param {MatchWish} wish */
export async function invite({
  variant,
  time,
  seat,
  isRated = false,
  isOpen = false,
  position,
  handicap,
  options,
}) {
  const wish = {
    variant,
    time,
    seats: { [seat]: "me" },
    rated: isRated,
    private: !isOpen,
    ...(position ? { position } : {}),
    ...(handicap ? { handicap } : {}),
    ...(options ? { options } : {}),
  };
  const { match } = await connection.say("create", wish);
  rememberMade(match ?? "");
  await go(`/m/${match}`);
}

/**
 * Creates a match against the computer and shows it.
 * @param {VariantView} variant
 * @param {TimeControl} time
 * @param {string} seat
 * @param {number} level
 * @param {{position?: string, handicap?: string[]}} [start] start position, if not the usual array
 * @param {(match: string) => void} [onMade] called with the match before it is shown
 */
export async function playComputer(variant, time, seat, level, start = {}, onMade = () => {}) {
  const seats = seatsWithComputers(variant, seat, level);
  const wish = { variant: variant.name, time, seats, private: true, ...start };
  const { match } = await connection.say("create", wish);
  onMade(match ?? "");
  await go(`/m/${match}`);
}

/**
 * The numbers of others who wait for a game, and of people who play it.
 * @param {string} variant
 * @param {TimeControl} time
 */
export function crowdOf(variant, time) {
  const isGame = (/** @type {{variant: string, time: TimeControl}} */ of) =>
    of.variant === variant && timeText(of.time) === timeText(time);
  const seeks = [...lobby.seeks.values()].filter((seek) => isGame(seek) && !isOwn(seek));
  const waiting = seeks.flatMap(({ parties }) => parties.flatMap(({ players }) => players));
  const playing = lobby.playing.filter(isGame).reduce((sum, { players }) => sum + players, 0);
  return { waiting: waiting.length, playing };
}

/** True if the player is in a seek. @param {SeekView} seek */
export function isOwn({ parties }) {
  return parties.some(({ players }) => players.some(({ id }) => id === session.player?.id));
}
