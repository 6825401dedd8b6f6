/**
 * jest's runtime, with packages of npm and ES modules loaded by Node itself, once a worker instead of once a test file: of
 * the up to 2,400 modules that a file loads most are of npm. Our own modules are each file's own, with their state
 * (docs/adr/0005).
 */
const { default: Runtime } = require('jest-runtime');

const isShared = (path) => path.includes('/node_modules/') || path.endsWith('.mjs');

module.exports = class SharedPackages extends Runtime {
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
};
