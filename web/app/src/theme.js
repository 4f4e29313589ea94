// Before anything is drawn: the colours that were chosen. Loaded before the style, so that a dark
// page never flashes white. Not a module, because modules wait.
try {
  const { theme, board } = JSON.parse(localStorage.getItem("chivalry.settings") ?? "{}");
  if (theme) document.documentElement.dataset.theme = theme;
  if (board) document.documentElement.dataset.board = board;
} catch {
  // Nothing is kept: the system's colours are used.
}
