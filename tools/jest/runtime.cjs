/**
 * jest's runtime, with packages of npm, ES modules and the sources of the workspace loaded by Node itself, once a worker
 * instead of once a test file: of the up to 2,400 modules that a file loads, these are all but the file and the helpers in
 * its `test` folder, which are each file's own (docs/adr/0005).
 */
const Module = require('node:module');
const { join } = require('node:path');
const { default: Runtime } = require('jest-runtime');

const root = join(__dirname, '../..');
const isSource = (path) =>
  path.startsWith(root) && /\/src\/.*\.tsx?$/.test(path.slice(root.length)) && !path.endsWith('.test.ts');
const isShared = (path) => path.includes('/node_modules/') || path.endsWith('.mjs') || isSource(path);

/** By path of a shared source: where its source map is. */
const sourceMaps = new Map();
/** The runtime of the file that runs. */
let current;

// As TypeScript resolves: a source before the JSON beside it. Node tries the extensions in the order of their keys.
const { '.json': json, '.node': addon } = Module._extensions;
delete Module._extensions['.json'];
delete Module._extensions['.node'];

for (const extension of ['.ts', '.tsx'])
  Module._extensions[extension] = (module, path) => {
    module._compile(current.transformCache.transform(path), path);
    sourceMaps.set(path, current.getSourceMaps().get(path));
  };

Object.assign(Module._extensions, { '.json': json, '.node': addon });

class SharedModules extends Runtime {
  constructor(...args) {
    super(...args);
    current = this;
    for (const [path, map] of sourceMaps) this.getSourceMaps().set(path, map);
  }

  requireModule(from, name, options, isActual) {
    const path = options?.isInternalModule === true ? undefined : this.#resolved(from, name);
    return path !== undefined && isShared(path) ? require(path) : super.requireModule(from, name, options, isActual);
  }

  /** Undefined for the test file, for modules of Node, and for what jest knows by another way or reports as missing. */
  #resolved(from, name) {
    if (name === undefined || this._resolution.isCoreModule(name)) return undefined;
    try {
      return this._resolution.resolveCjs(from, name);
    } catch {
      return undefined;
    }
  }
}

/** The next file loads them as they are then. */
function forgetSources() {
  for (const path of Object.keys(require.cache)) if (isSource(path)) delete require.cache[path];
}

module.exports = Object.assign(SharedModules, { forgetSources });
