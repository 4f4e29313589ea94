// Drawings of the tournament pages: the templates, and a field without tournaments.

import { svg } from "../../core/dom.js";

const SHIELD = "c3 .7 6 .3 9-1.4 3 1.7 6 2.1 9 1.4.7 9-1.3 15.5-9 20-7.7-4.5-9.7-11-9-20z";

/** @param {number} x @param {number} y @param {string} kind @param {number} [size] */
const shield = (x, y, kind, size = 1) =>
  svg`<path class=${kind} transform="translate(${x} ${y}) scale(${size})" d="M0 1.4${SHIELD}" />`;

/** A clock over crossed lances. */
const arena = () => svg`
  <path class="pole" d="M22 72 94 10M98 72 26 10" />
  <path class="fill" d="M94 10 80 13l9 10zM26 10l14 3-9 10z" />
  <circle class="face" cx="60" cy="40" r="25" />
  <path class="line" d="M60 19v4M60 57v4M39 40h4M77 40h4" />
  <path class="gold" d="M60 40V19a21 21 0 0 1 18.2 31.5z" />
  <path class="line strong" d="M60 40V26M60 40l10 6" />
  <circle class="dot" cx="60" cy="40" r="2.5" />`;

/** Three tables, and how their winners meet. */
const swiss = () => svg`
  ${[12, 34, 56].map((y) => svg`<path class="line" d="M32 ${y}h20" />`)}
  <path class="line soft" d="M72 12c10 0 8 22 18 22M72 34c10 0 8-22 18-22M72 56h18" />
  ${[0, 22, 44].map((y, at) => svg`${shield(14, y + 1, at === 1 ? "fill" : "face")}${shield(52, y + 1, at === 1 ? "face" : "fill")}`)}
  ${[0, 22, 44].map((y, at) => shield(92, y + 3, at === 0 ? "gold" : "face", 0.8))}`;

/** A cup between the branches of a bracket. */
const cup = () => svg`
  <path class="line" d="M6 12h18v16h16M6 28h18M6 52h18V36h16M6 68h18V52M114 12H96v16H80M114 28H96M114 52H96V36H80M114 68H96V52" />
  <path class="gold" d="M44 14h32c0 17-5 27-13 30v9h8v7H49v-7h8v-9c-8-3-13-13-13-30z" />
  <path class="line strong" d="M44 19h-7c0 9 4 14 9 15M76 19h7c0 9-4 14-9 15" />
  ${shield(53.5, 18, "fill", 0.7)}`;

/** A cross-table. */
const league = () => svg`
  <rect class="face" x="22" y="4" width="76" height="72" rx="5" />
  <path class="line" d="M41 4v72M60 4v72M79 4v72M22 22h76M22 40h76M22 58h76" />
  ${[0, 1, 2, 3].map((at) => svg`<rect class="fill" x=${22.5 + 19 * at} y=${4.5 + 18 * at} width="18" height="17" rx=${at % 3 === 0 ? 4 : 0} />`)}
  ${[
    [50, 13],
    [69, 31],
    [31, 31],
    [88, 49],
    [50, 67],
  ].map(([x, y]) => svg`<circle class="dot gold" cx=${x} cy=${y} r="4" />`)}
  ${[
    [69, 13],
    [31, 67],
    [88, 31],
  ].map(([x, y]) => svg`<circle class="dot" cx=${x} cy=${y} r="2.5" />`)}`;

const TEMPLATES = { arena, swiss, cup, league };

/** @param {keyof typeof TEMPLATES} template */
export const templateDrawing = (template) =>
  svg`<svg class="tour-drawing" viewBox="0 0 120 80" aria-hidden="true" focusable="false">${TEMPLATES[template]()}</svg>`;

/** The drawing for a format. @param {FormatView["kind"]} kind */
export function formatDrawing(kind) {
  const template = /** @type {const} */ ({ knockout: "cup", round_robin: "league" });
  return templateDrawing(kind === "arena" || kind === "swiss" ? kind : template[kind]);
}

/** A tent with shields, and lances that wait. */
export const fieldDrawing =
  () => svg`<svg class="tour-drawing" viewBox="0 0 240 120" aria-hidden="true" focusable="false">
  <path class="line" d="M8 112h224" />
  <path class="pole" d="M120 22V6M44 112V30M196 112V30" />
  <path class="gold" d="M120 6c8-3 12 4 22 0v9c-10 4-14-3-22 0zM44 30l24 7-24 8zM196 30l-24 7 24 8z" />
  <path class="face" d="M120 20c14 18 34 28 54 32l-8 60H74l-8-60c20-4 40-14 54-32z" />
  <path class="fill" d="M66 52c7 8 17 8 27 0 8 8 19 8 27 0 8 8 19 8 27 0 10 8 20 8 27 0-20-4-40-14-54-32-14 18-34 28-54 32z" />
  <path class="dark" d="M120 60c-12 14-16 32-16 52h32c0-20-4-38-16-52z" />
  ${shield(26, 84, "fill", 1.1)}${shield(50, 92, "face", 0.8)}${shield(174, 92, "face", 0.8)}${shield(194, 84, "fill", 1.1)}
</svg>`;
