// Divides the modules of the page into files: one for the first page, one for each further page,
// and files for the modules that several pages share.

import { join, relative, sep } from "node:path";
import { build } from "esbuild";

/** The module that the shell loads. It contains the home page. */
const ENTRY = "src/main.js";

/** The module of pages in frames. Its file contains all that it imports. */
const EMBED = "src/embed.js";

/** Files for the modules shared by some pages only. Other shared modules are in `shared`. @type {Record<string, Set<string>>} */
const FAMILIES = {
  "tournament-parts": new Set(["tournaments", "tournament", "make", "beside"]),
  review: new Set(["study", "beside"]),
};

/**
 * A file of the bundle.
 * @typedef {object} Layer
 * @property {string} name
 * @property {string[]} entries modules whose exports the file has under their own names
 * @property {Set<string>} modules
 */

/** @typedef {{path: string, isDynamic: boolean}} Import */

/** The imports of each module below `app`. @param {string} app @returns {Promise<Map<string, Import[]>>} */
export async function importsBelow(app) {
  const { metafile } = await build({
    absWorkingDir: app,
    entryPoints: [ENTRY],
    bundle: true,
    splitting: true,
    format: "esm",
    outdir: "out",
    write: false,
    metafile: true,
    logLevel: "silent",
  });
  return new Map(
    Object.entries(metafile.inputs).map(([path, { imports }]) => [
      path,
      imports.map((each) => ({ path: each.path, isDynamic: each.kind === "dynamic-import" })),
    ]),
  );
}

/** Every module that is loaded with some others. @param {string[]} from @param {Map<string, Import[]>} imports */
function closure(from, imports) {
  const found = new Set(from);
  for (const path of found) {
    for (const next of imports.get(path) ?? []) if (!next.isDynamic) found.add(next.path);
  }
  return found;
}

/** The name of the file that is loaded for a module. @param {string} path */
function fileOf(path) {
  return path.replace(/^.*\//, "").replace(/\.js$/, "");
}

/** Plans the files, each after the files that it imports. @param {Map<string, Import[]>} imports @returns {Layer[]} */
export function plan(imports) {
  const first = closure([ENTRY], imports);
  /** @type {Map<string, string[]>} */
  const entries = new Map();
  const dynamic = [...imports.values()].flat().filter(({ isDynamic }) => isDynamic);
  for (const path of new Set(dynamic.map((each) => each.path))) {
    if (first.has(path)) throw new Error(`${path} is a part of the first page: import it at once`);
    const name = fileOf(path);
    entries.set(name, [...(entries.get(name) ?? []), path].sort());
  }
  /** The files that need each module. @type {Map<string, string[]>} */
  const users = new Map();
  for (const [name, paths] of entries) {
    for (const path of closure(paths, imports)) {
      if (!first.has(path)) users.set(path, [...(users.get(path) ?? []), name]);
    }
  }
  /** @type {Map<string, Layer>} */
  const layers = new Map([["main", { name: "main", entries: [ENTRY], modules: first }]]);
  const files = ["shared", ...Object.keys(FAMILIES), ...[...entries.keys()].sort()];
  for (const name of files)
    layers.set(name, { name, entries: entries.get(name) ?? [], modules: new Set() });
  for (const [path, names] of users) {
    const family = Object.entries(FAMILIES).find(([, all]) => names.every((it) => all.has(it)));
    const name = names.length === 1 ? names[0] : (family?.[0] ?? "shared");
    layers.get(name)?.modules.add(path);
  }
  return [...layers.values()].filter(({ modules }) => modules.size > 0);
}

/** The names that each module exports. @param {string} app @param {string[]} paths @returns {Promise<Map<string, string[]>>} */
async function exportsOf(app, paths) {
  const { metafile } = await build({
    absWorkingDir: app,
    entryPoints: paths,
    format: "esm",
    outdir: "out",
    outbase: app,
    write: false,
    metafile: true,
    logLevel: "silent",
  });
  return new Map(
    Object.values(metafile.outputs).map(({ entryPoint = "", exports }) => [entryPoint, exports]),
  );
}

/** The name under which a file exports an export of one of its modules. @param {string} path @param {string} name */
function exported(path, name) {
  return `${path.replace(/^src\/|\.js$/g, "").replace(/\W/g, "_")}_${name}`;
}

/**
 * The exports of a module under the names that they have between files, or back.
 * @param {string[]} names @param {string} path the module
 * @param {string} from the file or the module that has them
 * @param {boolean} isImport true if `from` is a file
 */
function passedOn(names, path, from, isImport) {
  const pairs = names.map((name) =>
    isImport ? `${exported(path, name)} as ${name}` : `${name} as ${exported(path, name)}`,
  );
  return `export { ${pairs.join(", ")} } from ${JSON.stringify(from)};\n`;
}

/**
 * Builds the scripts of the page.
 * @param {string} app the folder of the page
 * @returns {Promise<Map<string, string>>} the text of each file by name
 */
export async function scripts(app) {
  const imports = await importsBelow(app);
  const layers = plan(imports);
  const exports = await exportsOf(app, [...imports.keys()]);
  const built = await Promise.all(
    layers.map(async (layer) => {
      const text = await script(app, layer, layers, exports, imports);
      return /** @type {[string, string]} */ ([`${layer.name}.js`, text]);
    }),
  );
  return new Map([...built, ["embed.js", await embedded(app, layers)]]);
}

/**
 * Builds the file of pages in frames. It shares only the languages with the other files.
 * @param {string} app
 * @param {Layer[]} layers
 */
async function embedded(app, layers) {
  const { outputFiles } = await build({
    absWorkingDir: app,
    entryPoints: [EMBED],
    bundle: true,
    format: "esm",
    minify: true,
    charset: "utf8",
    target: "es2022",
    outfile: "embed.js",
    write: false,
    logLevel: "silent",
    plugins: [
      {
        name: "languages",
        setup({ onResolve }) {
          onResolve({ filter: /^\./ }, ({ path, resolveDir, kind }) => {
            if (kind !== "dynamic-import") return undefined;
            const module = relative(app, join(resolveDir, path)).split(sep).join("/");
            const owner = layers.find(({ entries }) => entries.includes(module));
            return owner ? { path: `./${owner.name}.js`, external: true } : undefined;
          });
        },
      },
    ],
  });
  return outputFiles[0].text;
}

/**
 * Builds one file. Imports of the modules of other files become imports of those files.
 * @param {string} app
 * @param {Layer} layer
 * @param {Layer[]} layers
 * @param {Map<string, string[]>} exports
 * @param {Map<string, Import[]>} imports
 */
async function script(app, layer, layers, exports, imports) {
  /** @type {Map<string, Layer>} */
  const layerOf = new Map(layers.flatMap((each) => [...each.modules].map((path) => [path, each])));
  const importedElsewhere = new Set(
    [...imports]
      .filter(([path]) => layerOf.get(path) !== layer)
      .flatMap(([, all]) => all.filter(({ isDynamic }) => !isDynamic).map(({ path }) => path)),
  );
  const names = (/** @type {string} */ path) => exports.get(path) ?? [];
  let contents = layer.entries.map((path) => `export * from "./${path}";\n`).join("");
  for (const path of [...layer.modules].sort()) {
    if (importedElsewhere.has(path) && names(path).length > 0)
      contents += passedOn(names(path), path, `./${path}`, false);
  }
  const { outputFiles } = await build({
    absWorkingDir: app,
    stdin: { contents, resolveDir: app },
    bundle: true,
    format: "esm",
    minify: true,
    charset: "utf8",
    target: "es2022",
    outfile: `${layer.name}.js`,
    write: false,
    logLevel: "silent",
    plugins: [
      {
        name: "layers",
        setup({ onResolve, onLoad }) {
          onResolve({ filter: /^\./, namespace: "file" }, ({ path, resolveDir, kind }) => {
            const module = relative(app, join(resolveDir, path)).split(sep).join("/");
            const owner = layerOf.get(module);
            if (!owner || owner === layer) return undefined;
            if (kind === "dynamic-import") return { path: `./${owner.name}.js`, external: true };
            return { path: module, namespace: "elsewhere" };
          });
          onResolve({ filter: /^/, namespace: "elsewhere" }, ({ path }) => ({
            path,
            external: true,
          }));
          onLoad({ filter: /^/, namespace: "elsewhere" }, ({ path }) => {
            const from = `./${layerOf.get(path)?.name}.js`;
            return { contents: passedOn(names(path), path, from, true) };
          });
        },
      },
    ],
  });
  return outputFiles[0].text;
}
