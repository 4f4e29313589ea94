// A document without content, which the templating library reads when it is loaded. Imported
// before modules that draw.

Object.assign(globalThis, {
  document: { createComment: () => ({}), createTreeWalker: () => ({}) },
});
