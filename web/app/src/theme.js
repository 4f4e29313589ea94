// Runs before the first paint, in the shell. Applies the selected colour theme, so that a dark page
// never flashes white. Hides a shell of another language than the selected one. Remembers a click
// on a button before the page's modules have run, which repeat it.
const root = document.documentElement;
try {
  const { theme, board, pieces, language } = JSON.parse(
    localStorage.getItem("chivalry.settings") ?? "{}",
  );
  if (theme) root.dataset.theme = theme;
  if (board) root.dataset.board = board;
  if (pieces) root.dataset.pieces = pieces;
  if (language && language !== root.lang) root.dataset.foreign = "";
} catch {
  // Without storage the system's theme and the browser's language apply.
}
addEventListener("click", ({ target }) => {
  const button = target instanceof Element ? target.closest("button[id], summary[id]") : null;
  if (button && !("ready" in root.dataset)) root.dataset.clicked = button.id;
});
