// Page-wide keyboard shortcuts, disabled in input fields and boards.

/** @param {KeyboardEvent} event */
export function isTyping(event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return true;
  const { target } = event;
  if (!(target instanceof Element)) return false;
  return target.closest("input, textarea, select, dialog") !== null;
}
