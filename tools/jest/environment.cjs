/**
 * jest's Node environment, with each file compiled once a worker instead of once a test file. A test file loads up to
 * 2,400 modules, most of npm, and compiling them was a third of the work of the whole run. Only compiled code is shared:
 * every test file still runs each module anew, in a context and with module state of its own.
 *
 * jest has no setting for this, but it calls `vm.compileFunction` by name.
 */
const vm = require('node:vm');
const { TestEnvironment } = require('jest-environment-node');

/** By filename: what was compiled last, and how jest resolves the dynamic imports of the test file that runs. */
const compiled = new Map();
const compileFunction = vm.compileFunction;

vm.compileFunction = (code, parameters = [], options = {}) => {
  const { filename, parsingContext, importModuleDynamically } = options;
  if (filename === undefined || parsingContext === undefined) return compileFunction(code, parameters, options);
  let known = compiled.get(filename);
  if (known?.code !== code) {
    const head = `(function (${parameters.join(', ')}) { `;
    const latest = { code, importModuleDynamically };
    latest.script = new vm.Script(`${head}${code}\n})`, {
      filename,
      // Positions in stacks stay those of the file.
      columnOffset: -head.length,
      importModuleDynamically: (...given) => latest.importModuleDynamically(...given),
    });
    compiled.set(filename, latest);
    known = latest;
  }
  known.importModuleDynamically = importModuleDynamically;
  return known.script.runInContext(parsingContext);
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

module.exports = TestEnvironment;
