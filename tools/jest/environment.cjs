/**
 * A jest environment in which test files run in the worker's own realm instead of a context of their own: what npm packages
 * of tools/jest/runtime.cjs make is then of the same classes as what tests make, each global is read without the proxy
 * that jest's contexts have, and code is compiled once a worker. Halves the work of a small file (docs/adr/0005).
 *
 * What a file leaves behind of globals, the environment, spies and listeners of the process is taken back when it ends.
 */
const vm = require('node:vm');
const { ModernFakeTimers } = require('@jest/fake-timers');
const { ModuleMocker } = require('jest-mock');

/** What jest takes for a context: code that is compiled for it is of this realm. */
const realm = vm.createContext({});

/** By filename: what was compiled last. */
const compiled = new Map();
const compileFunction = vm.compileFunction;

// jest has no setting for this, but it calls `vm.compileFunction` by name.
vm.compileFunction = (code, parameters = [], options = {}) => {
  const { filename, parsingContext } = options;
  if (parsingContext !== realm) return compileFunction(code, parameters, options);
  let known = compiled.get(filename);
  if (known?.code !== code) {
    const head = `(function (${parameters.join(', ')}) { `;
    const script = new vm.Script(`${head}${code}\n})`, {
      filename,
      // Positions in stacks stay those of the file.
      columnOffset: -head.length,
      importModuleDynamically: vm.constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
    });
    known = { code, script };
    compiled.set(filename, known);
  }
  return known.script.runInThisContext();
};

/** What a worker has open besides its output, with the address or program where it has one. */
function openHandles() {
  const timers = process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout');
  const handles = process
    ._getActiveHandles()
    .filter((handle) => handle !== process.stdout && handle !== process.stderr)
    .map(({ constructor, remotePort, spawnfile }) =>
      [constructor.name, remotePort === undefined ? '' : `to port ${remotePort}`, spawnfile ?? ''].join(' ').trim(),
    );
  return [...handles, ...timers];
}

// jest ends a worker by force that has not ended half a second after its last file, and does not say why. One with a line
// here has a test that did not stop all; one without had ended, and was slow to give back its memory.
if (process.send !== undefined) {
  let wasOver = false;
  const timer = setInterval(() => {
    // jest listens until the last file is over.
    const isOver = process.listenerCount('message') === 0;
    if (isOver && wasOver) {
      clearInterval(timer);
      console.error(`worker ${process.pid} still has open: ${openHandles().join(', ')}`);
    }
    wasOver = isOver;
  }, 100).unref();
}

/** Answers how to put everything back as it is now. */
function remember() {
  const globals = Object.getOwnPropertyDescriptors(globalThis);
  const env = { ...process.env };
  const { exit, exitCode } = process;
  const listeners = new Map(process.eventNames().map((event) => [event, process.rawListeners(event)]));
  return () => {
    for (const key of Reflect.ownKeys(globalThis)) {
      const known = globals[key];
      // Some say that they cannot be deleted, and are then of every file.
      if (known === undefined) Reflect.deleteProperty(globalThis, key);
      else if (known.configurable && Object.getOwnPropertyDescriptor(globalThis, key).value !== known.value)
        Object.defineProperty(globalThis, key, known);
    }
    for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name];
    Object.assign(process.env, env);
    Object.assign(process, { exit, exitCode });
    for (const event of process.eventNames())
      for (const listener of process.rawListeners(event))
        if (!listeners.get(event)?.includes(listener)) process.removeListener(event, listener);
  };
}

module.exports = class SharedRealm {
  global = globalThis;

  constructor({ projectConfig: config }) {
    this.forget = remember();
    this.moduleMocker = new ModuleMocker(globalThis);
    this.fakeTimersModern = new ModernFakeTimers({ config, global: globalThis });
  }

  async setup() {}

  async teardown() {
    this.fakeTimersModern.dispose();
    this.moduleMocker.restoreAllMocks();
    this.forget();
  }

  exportConditions() {
    return ['node', 'node-addons'];
  }

  getVmContext() {
    return realm;
  }
};
