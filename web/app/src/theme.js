// Applies the selected colour theme. Loaded before the style sheet, so that a dark page never
// flashes white. It is a classic script, because modules are deferred.
try {
  const { theme, board } = JSON.parse(localStorage.getItem("chivalry.settings") ?? "{}");
  if (theme) document.documentElement.dataset.theme = theme;
  if (board) document.documentElement.dataset.board = board;
} catch {
  // Without storage the system's theme applies.
}
