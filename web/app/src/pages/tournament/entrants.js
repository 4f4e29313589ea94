// The entrants of a tournament.

import { html, nothing } from "../../core/dom.js";
import { t } from "../../core/i18n.js";

/** @typedef {import("./following.js").Following} Following */

/** An entrant's players, each a link. @param {Following} following @param {number} entrant */
export function playersOf(following, entrant) {
  const known = following.about?.entrants.find((each) => each.entrant === entrant);
  if (!known) return String(entrant);
  if (known.name !== undefined) return html`<span class="entrant-name">${known.name}</span>`;
  return known.players.map(
    ({ name }, at) =>
      html`${at > 0 ? " & " : nothing}<a class="entrant-name" href="/players/${encodeURIComponent(name)}">${name}</a>`,
  );
}

/** @param {Following} following @param {import("../tournament.js").Hands} hands */
export function entrantsCard(following, hands) {
  const { about, isDirector } = following;
  if (!about) return nothing;
  const { entrants, status } = about;
  const isOpen = status === "open" || status === "running";
  const tool = (/** @type {EntrantView} */ { entrant, withdrawn }) => {
    if (!isDirector || !isOpen) return nothing;
    const label = t(withdrawn ? "tour.return_who" : "tour.withdraw_who", {
      who: following.nameOf(entrant),
    });
    const use = () => (withdrawn ? hands.act({ do: "return", entrant }) : hands.withdraw(entrant));
    return html`<button class="small entrant-tool" aria-label=${label} title=${label} @click=${use}>${withdrawn ? "↩" : "×"}</button>`;
  };
  return html`<section class="card" id="entrants"><h2>${t("tour.entrants", { n: entrants.length })}</h2>
    ${entrants.length === 0 ? html`<p class="quiet">${t("tour.nobody")}</p>` : nothing}
    <ol class="bare entrants">${entrants.map(
      (each) => html`<li class=${each.withdrawn ? "withdrawn" : ""} data-entrant=${each.entrant}>
        <span class="number">${each.entrant}</span><span class="who">${playersOf(following, each.entrant)}
        ${each.rating === undefined ? nothing : html`<span class="rating">${each.rating}</span>`}
        ${each.withdrawn ? html`<span class="tag">${t("tour.withdrawn")}</span>` : nothing}</span>${tool(each)}</li>`,
    )}</ol></section>`;
}
