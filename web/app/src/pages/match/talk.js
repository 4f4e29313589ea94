// The chat: a drawer, which is closed until the player opens it, or a pane on very wide screens.

import { focusSoon, html, nothing, redraw, repeat } from "../../core/dom.js";
import { announce } from "../../core/feedback.js";
import { maybe, t, when } from "../../core/i18n.js";
import { hideLine, moderation } from "../../core/moderation.js";
import { refusalWords } from "../../core/refusals.js";
import { session } from "../../core/session.js";
import { settings } from "../../core/settings.js";
import { connection, hear, Refused } from "../../core/socket.js";
import { Talk } from "../../core/talk.js";
import { silenceForm } from "../../parts/silence.js";
import { icon } from "./icons.js";

/** @typedef {import("../../core/contest.js").Contest} Contest */
/** @typedef {import("../../core/talk.js").Line} Line */
/** @typedef {import("../../core/talk.js").Room} Room */
/** @typedef {import("../match.js").MatchPage} MatchPage */

const LONGEST = 300;
/** Screens on which an on-screen keyboard would cover half of the drawer. */
const touch = matchMedia("(pointer: coarse)");
/** @type {import("../../core/i18n.js").Word[]} */
const PHRASES = ["phrase.luck", "phrase.game", "phrase.played", "phrase.thanks"];

export class TalkPanel {
  isOpen = false;
  /** True if the chat is shown without its drawer. */
  isPinned = false;
  /** The line whose actions are shown. */
  #chosen = "";
  /** The player muted last. @type {PlayerView | null} */
  #muted = null;
  #trouble = "";
  #isSending = false;
  /** @type {(() => void)[]} */
  #stops = [];

  /** @param {string} match */
  constructor(match) {
    this.talk = new Talk(match);
  }

  start() {
    this.#stops = [
      hear("chat_timeout", ({ timeout }) => {
        this.#trouble = timeout ? timeoutWords(timeout.until, timeout.reason) : "";
        announce(this.#trouble);
      }),
    ];
  }

  stop() {
    for (const stop of this.#stops) stop();
  }

  /** Applies a frame. @param {Frame} frame @returns {boolean} true if it is a chat frame */
  take(frame) {
    const isTalk = this.talk.take(frame);
    const isOther = frame.t === "chat" && frame.player?.id !== session.player?.id;
    // The visible panel is a live region, which announces its lines itself.
    if (isOther && settings.talk && !this.#isShown) {
      announce(t("talk.said", { who: frame.player?.name ?? "" }));
    }
    if (frame.t === "joined" && frame.player?.id === session.player?.id) {
      this.talk.catchUp("players").then(redraw, () => {});
    }
    return isTalk;
  }

  get #isShown() {
    return this.isOpen || this.isPinned;
  }

  /** @param {SubmitEvent} event @param {string} room */
  async #submit(event, room) {
    event.preventDefault();
    const input = document.getElementById("talk-input");
    if (!(input instanceof HTMLInputElement)) return;
    if (await this.#say(input.value.trim(), room)) input.value = "";
  }

  /** @param {string} text @param {string} room @returns {Promise<boolean>} true if it was sent */
  async #say(text, room) {
    if (text === "" || this.#isSending) return false;
    let isSent = false;
    this.#isSending = true;
    await this.#try(async () => {
      await connection.say("chat", { match: this.talk.match, room, text });
      isSent = true;
    });
    this.#isSending = false;
    redraw();
    return isSent;
  }

  /** @param {() => Promise<void>} what */
  async #try(what) {
    this.#trouble = "";
    try {
      await what();
    } catch (error) {
      this.#trouble = troubleWords(error);
    }
    redraw();
  }

  /** @param {PlayerView} player */
  #mute(player) {
    return this.#try(async () => {
      await this.talk.mute(player);
      this.#chosen = "";
      this.#muted = player;
      announce(t("talk.muted", { who: player.name }));
    });
  }

  /** @param {PlayerView} player @param {Room[]} rooms the rooms that the player may read */
  #unmute(player, rooms) {
    return this.#try(async () => {
      await this.talk.unmute(player);
      await Promise.all(rooms.map((room) => this.talk.catchUp(room)));
      this.#muted = null;
    });
  }

  /** True if the match has a chat for the viewer. @param {Contest} contest */
  isIn(contest) {
    return settings.talk && contest.status !== "open" && !isAlone(contest);
  }

  toggle() {
    this.isOpen = !this.isOpen;
    if (!this.isOpen) focusSoon("talk-fold");
    else focusSoon(touch.matches ? "talk-close" : "talk-input");
  }

  /** The button of the drawer, with the number of unread lines. @param {MatchPage} page @param {Contest} contest */
  button(page, contest) {
    if (!this.isIn(contest) || page.isWide) return nothing;
    const unread = this.isOpen ? 0 : this.talk.unread(session.player?.id);
    const words =
      unread > 0 ? `${t("talk.title")}: ${t("talk.unread", { n: unread })}` : t("talk.title");
    return html`<button class="icon" id="talk-fold" title=${t("talk.title")} aria-label=${words}
      aria-expanded=${this.isOpen} aria-controls=${this.isOpen ? "talk-room" : nothing} @click=${() => this.toggle()}>
      ${icon("chat")}${unread > 0 ? html`<span class="unread" aria-hidden="true">${unread}</span>` : nothing}</button>`;
  }

  /** The drawer or the pane. @param {MatchPage} page @param {Contest} contest */
  view(page, contest) {
    this.isPinned = page.isWide;
    if (!this.isIn(contest) || !this.#isShown) return nothing;
    if (!document.hidden) this.talk.read();
    return html`<section class="chat pane ${this.isPinned ? "" : "drawer"}" id="talk-room" aria-labelledby="talk-title"
        @keydown=${(/** @type {KeyboardEvent} */ event) => {
          if (event.key === "Escape" && !this.isPinned) this.toggle();
        }}>
      <div class="chat-top"><h2 id="talk-title">${t("talk.title")}</h2>
        ${
          this.isPinned
            ? nothing
            : html`<button class="icon" id="talk-close" title=${t("match.close")} aria-label=${t("match.close")} @click=${() => this.toggle()}>${icon("close")}</button>`
        }</div>
      ${this.#room(page, contest)}
    </section>`;
  }

  /** @param {MatchPage} page @param {Contest} contest */
  #room(page, contest) {
    const room = page.mySeat ? "players" : "watchers";
    /** @type {Room[]} */
    const rooms = contest.status === "ended" ? ["players", "watchers"] : [room];
    const { lines } = this.talk;
    return html`<div class="lines" role="log" aria-label=${t("talk.title")} tabindex="0"><div>
        ${lines.length === 0 ? html`<p class="quiet">${t("talk.nothing")}</p>` : nothing}
        ${repeat(
          lines,
          ({ room: where, line }) => `${where} ${line}`,
          (line) => this.#line(line, room),
        )}
      </div></div>
      ${
        this.#muted
          ? html`<p class="row muted"><span>${t("talk.muted", { who: this.#muted.name })}</span>
        <button class="small" id="unmute" @click=${() => this.#muted && this.#unmute(this.#muted, rooms)}>${t("talk.unmute")}</button></p>`
          : nothing
      }
      ${this.#trouble ? html`<p class="trouble" id="talk-trouble" role="alert">${this.#trouble}</p>` : nothing}
      <div class="phrases" role="group" aria-label=${t("talk.phrases")}>${PHRASES.map(
        (word) =>
          html`<button type="button" class="phrase" @click=${() => this.#say(t(word), room)}>${t(word)}</button>`,
      )}</div>
      <form class="row say" @submit=${(/** @type {SubmitEvent} */ event) => this.#submit(event, room)}>
        <input id="talk-input" type="text" maxlength=${LONGEST} autocomplete="off" enterkeyhint="send"
          aria-label=${t(`talk_to.${room}`)} placeholder=${t(`talk_to.${room}`)} />
        <button type="submit" class="small">${t("talk.send")}</button>
      </form>
      ${contest.status === "ended" ? nothing : html`<p class="quiet apart">${t(`talk_apart.${room}`)}</p>`}`;
  }

  /** @param {Line} line @param {string} mine the room in which the player writes */
  #line({ room, line, player, text }, mine) {
    const key = `${room} ${line}`;
    const isChosen = this.#chosen === key;
    const isMe = player.id === session.player?.id;
    return html`<div class="line" data-room=${room}>
      ${
        isMe
          ? html`<strong>${player.name}</strong>`
          : html`<button class="speaker" aria-expanded=${isChosen} @click=${() => {
              this.#chosen = isChosen ? "" : key;
              redraw();
            }}>${player.name}</button>`
      }
      ${room === mine ? nothing : html`<small class="quiet">${t(`talk_among.${room}`)}</small>`}
      ${text === null ? html`<em class="quiet">${t("talk.hidden")}</em>` : html`<span class="text" dir="auto">${text}</span>`}
      ${
        isChosen
          ? html`<span class="row about-speaker">
        <a class="button small" href="/players/${encodeURIComponent(player.name)}">${t("talk.profile")}</a>
        <button class="small" data-mute=${player.name} @click=${() => this.#mute(player)}>${t("talk.mute", { who: player.name })}</button>
        ${
          moderation.isModerator && text !== null
            ? html`<button class="small danger" id="hide-line" @click=${() => this.#try(() => hideLine(this.talk.match, room, line))}>${t("silence.hide")}</button>`
            : nothing
        }
        ${silenceForm({ id: "silence", name: player.name, onDo: (what) => this.#try(what) })}</span>`
          : nothing
      }
    </div>`;
  }
}

/** @param {unknown} error */
function troubleWords(error) {
  if (!(error instanceof Refused)) return refusalWords(error);
  const wait = error.retryAfter ?? 0;
  if (error.code === "rate_limited") return t("talk.too_fast", { n: Math.ceil(wait / 1000) || 1 });
  if (error.code === "forbidden" && wait > 0) {
    return timeoutWords(new Date(connection.now() + wait).toISOString(), "other");
  }
  return refusalWords(error);
}

/** @param {string} until @param {string} reason */
function timeoutWords(until, reason) {
  const why = maybe(`timeout.${reason}`);
  const at = when(until);
  return why ? t("talk.timeout_for", { when: at, why }) : t("talk.timeout", { when: at });
}

/** True if the player's opponents in a private match are all computers or bots. @param {Contest} contest */
function isAlone(contest) {
  const me = session.player?.id;
  const others = Object.values(contest.seats).filter((player) => player && player.id !== me);
  const isSeated = contest.seatOf(me) !== null;
  return contest.private && isSeated && others.every((player) => player?.kind === "bot");
}
