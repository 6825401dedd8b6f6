/**
 * What this machine has. Plain JavaScript on Node alone, without packages: it looks before `npm ci` as well
 * (preflight.cjs).
 */
const { spawnSync } = require('node:child_process');
const { createHash } = require('node:crypto');
const { existsSync, readFileSync, statfsSync } = require('node:fs');
const { connect, createServer } = require('node:net');
const { dirname, join } = require('node:path');

const toolsDir = dirname(__dirname);
const cacheDir = join(dirname(toolsDir), '.cache');
const oldestJava = 17;
/** Older ones of Valkey and Redis get no more repairs from those who make them. */
const oldestRedis = 8;

/**
 * The folder of the cache for what the pins in this file bring: another one for other pins.
 * @param {string} name
 * @param {string} pins
 */
function cachedFolder(name, pins) {
  return join(cacheDir, `${name}-${createHash('sha256').update(readFileSync(pins)).digest('hex').slice(0, 12)}`);
}

/** Where pip brings a program for Kafka and the server for Redis, whether they are there already or not. */
const pinnedJava = () => join(cachedFolder('java', join(toolsDir, 'java', 'requirements.txt')), 'bin', 'java');
const pinnedRedis = () => join(cachedFolder('valkey', join(toolsDir, 'redis', 'requirements.txt')), 'valkey-server');

/**
 * `JAVA_HOME`'s Java, else that of `PATH`; undefined when it is absent or too old.
 * @returns {string | undefined}
 */
function installedJava() {
  const java = process.env.JAVA_HOME === undefined ? 'java' : join(process.env.JAVA_HOME, 'bin', 'java');
  const { status, stderr } = spawnSync(java, ['-version'], { encoding: 'utf8' });
  return status === 0 && Number(/version "(\d+)/.exec(stderr)?.[1] ?? 0) >= oldestJava ? java : undefined;
}

/** @returns {string | undefined} the program of a Valkey or Redis that is new enough */
function installedRedis() {
  return ['valkey-server', 'redis-server'].find((command) => {
    const { status, stdout } = spawnSync(command, ['--version'], { encoding: 'utf8' });
    return status === 0 && parseMajor(stdout) >= oldestRedis;
  });
}

/**
 * The major version of what `--version` prints (`Valkey server v=9.1.2 sha=…`), 0 of anything else.
 * @param {string} printed
 */
function parseMajor(printed) {
  return Number(/\bv=(\d+)\./.exec(printed)?.[1] ?? 0);
}

const modulesOfPython = `
import importlib.util, sys
print(sys.version_info.minor, *(name for name in ("pip", "ensurepip") if importlib.util.find_spec(name)))`;

/** @returns {{ minor: number, modules: ReadonlySet<string> } | undefined} */
function readPython() {
  const { status, stdout } = spawnSync('python3', ['-c', modulesOfPython], { encoding: 'utf8' });
  if (status !== 0) return undefined;
  const [minor, ...modules] = stdout.trim().split(' ');
  return { minor: Number(minor), modules: new Set(modules) };
}

/** @returns {'apt-get' | 'dnf' | 'brew' | undefined} what installs programs here */
function findInstaller() {
  const folders = (process.env.PATH ?? '').split(':').concat('/usr/bin', '/opt/homebrew/bin');
  /** @type {const} */
  const installers = ['apt-get', 'dnf', 'brew'];
  return installers.find((name) => folders.some((folder) => existsSync(join(folder, name))));
}

/**
 * Gigabytes that the user may still write on the disk of a folder, which need not exist yet.
 * @param {string} folder
 * @returns {number}
 */
function freeGigabytes(folder) {
  if (!existsSync(folder)) return freeGigabytes(dirname(folder));
  const { bavail, bsize } = statfsSync(folder);
  return (bavail * bsize) / 1e9;
}

/**
 * Whether this process could listen on the port of the given interface right now.
 * @param {number} port
 * @returns {Promise<boolean>}
 */
function isPortFree(port, host = '127.0.0.1') {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(true)));
  });
}

/**
 * True when a server listens on the port, or none could.
 * @param {number} port
 * @returns {Promise<boolean>}
 */
async function isPortTaken(port) {
  if (!(await isPortFree(port))) return true;
  // On some systems one can listen on 127.0.0.1 beside a server that listens on every address.
  return new Promise((resolve) => {
    const socket = connect({ port, host: 'localhost' });
    const finish = (/** @type {boolean} */ taken) => {
      socket.destroy();
      resolve(taken);
    };
    socket.setTimeout(500, () => finish(false));
    socket.once('connect', () => finish(true));
    socket.once('error', () => finish(false));
  });
}

module.exports = {
  cachedFolder,
  findInstaller,
  freeGigabytes,
  installedJava,
  installedRedis,
  isPortFree,
  isPortTaken,
  oldestJava,
  oldestRedis,
  parseMajor,
  pinnedJava,
  pinnedRedis,
  readPython,
};
