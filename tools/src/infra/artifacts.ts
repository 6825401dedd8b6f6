import { execFile, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { toolsDir } from '../workspace';
import { fetchOnce, sha256 } from './fetched';
import { userError } from '@pitanga/runtime/user-error';

const run = promisify(execFile);
const pom = join(toolsDir, 'kafka', 'pom.xml');
/** `sha256sum` of the jars that Maven fetches for the pom, by their paths in a repository. */
const pins = join(toolsDir, 'kafka', 'jars.sha256');
const connections = 6;
let download: Promise<string> | undefined;

interface Jar {
  /** `group:artifact:version`. */
  readonly coordinates: string;
  readonly file: string;
  readonly hash: string;
}

/**
 * The folder with the jars of tools/kafka/jars.sha256, fetched once per content of that file: by Maven with its settings,
 * or without it from Maven's default repository.
 * @throws a user error when they cannot be fetched or are not the pinned ones.
 */
export function jars(): Promise<string> {
  download ??= fetchOnce('jars', pins, fetchJars);
  return download;
}

async function fetchJars(folder: string): Promise<void> {
  const wanted = readPins(readFileSync(pins, 'utf8'));
  try {
    await (hasMaven() ? copyByMaven(folder) : downloadAll(wanted, folder));
  } catch (error) {
    throw fetchProblem(error);
  }
  const found = readdirSync(folder).map((file) => [file, sha256(readFileSync(join(folder, file)))] as const);
  const wrong = differingJars(wanted, new Map(found));
  if (wrong.length > 0) throw userError(`Jars of Apache Kafka are not those of ${pins}: ${wrong.join(', ')}`);
}

/** The jars in lines of `sha256sum`, such as `8ab…  org/apache/kafka/kafka-clients/4.3.1/kafka-clients-4.3.1.jar`. */
export function readPins(lines: string): readonly Jar[] {
  return [...lines.matchAll(/^(\w{64}) {2}(\S+)$/gm)].map(([, hash = '', path = '']) => {
    const [file = '', version = '', artifact = '', ...group] = path.split('/').reverse();
    return { coordinates: `${group.reverse().join('.')}:${artifact}:${version}`, file, hash };
  });
}

/** Files that are missing, have another hash or are not pinned. */
export function differingJars(wanted: readonly Jar[], found: ReadonlyMap<string, string>): readonly string[] {
  const pinned = new Set(wanted.map(({ file }) => file));
  return [
    ...wanted.filter(({ file, hash }) => found.get(file) !== hash).map(({ file }) => file),
    ...[...found.keys()].filter((file) => !pinned.has(file)),
  ];
}

/** Also false where Maven is installed and finds no Java. */
function hasMaven(): boolean {
  return spawnSync('mvn', ['--version']).status === 0;
}

async function copyByMaven(folder: string): Promise<void> {
  const options = ['-DincludeScope=runtime', `-DoutputDirectory=${folder}`];
  await run('mvn', ['-B', '-q', '-f', pom, 'dependency:copy-dependencies', ...options]);
}

async function downloadAll(wanted: readonly Jar[], folder: string): Promise<void> {
  const { default: downloadJar } = await import('mvn-artifact-download');
  const waiting = [...wanted];
  const downloadInTurn = async (): Promise<void> => {
    for (let jar = waiting.shift(); jar; jar = waiting.shift()) await downloadJar(jar.coordinates, folder);
  };
  await Promise.all(Array.from({ length: connections }, downloadInTurn));
}

function fetchProblem(error: unknown): Error {
  const { stdout, message } = error as Error & { stdout?: string };
  const cause = stdout?.split('\n').find((line) => line.includes('ERROR')) ?? message;
  return userError(
    `Apache Kafka could not be fetched; check the network and run this again, or set KAFKA_BROKERS to a Kafka of your own.\n${cause}`,
    error,
  );
}
