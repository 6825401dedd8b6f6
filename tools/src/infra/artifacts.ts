import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { unzipSync } from 'fflate';
import { cacheDir, toolsDir } from '../workspace';
import { userError } from './user-error';

const run = promisify(execFile);
const pom = join(toolsDir, 'kafka', 'pom.xml');
let download: Promise<string> | undefined;

/**
 * The folder with the jars of tools/kafka/pom.xml, fetched by Maven once per content of that file.
 * @throws a user error when Maven is needed and absent, or cannot fetch.
 */
export function jars(): Promise<string> {
  download ??= fetchJars();
  return download;
}

async function fetchJars(): Promise<string> {
  const version = createHash('sha256').update(readFileSync(pom)).digest('hex').slice(0, 12);
  const folder = join(cacheDir, `jars-${version}`);
  if (existsSync(folder)) return folder;
  mkdirSync(cacheDir, { recursive: true });
  const unfinished = mkdtempSync(join(cacheDir, 'unfinished-'));
  try {
    await run('mvn', [
      '-B',
      '-q',
      '-f',
      pom,
      'dependency:copy-dependencies',
      '-DincludeScope=runtime',
      `-DoutputDirectory=${unfinished}`,
    ]);
    publish(unfinished, folder);
  } catch (error) {
    throw mavenProblem(error);
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
  return folder;
}

/** Two launchers may have fetched at the same time; the later one uses what the earlier one has put in place. */
function publish(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    if (!existsSync(to)) throw error;
  }
}

function mavenProblem(error: unknown): Error {
  const { code, stdout } = error as NodeJS.ErrnoException & { stdout?: string };
  if (code === 'ENOENT') {
    return userError(
      'Maven is missing; it fetches Apache Kafka: install it (apt-get install maven, brew install maven), or set KAFKA_BROKERS and REDIS_URL to servers of your own.',
    );
  }
  const cause = stdout?.split('\n').find((line) => line.includes('ERROR'));
  return userError(
    `Maven could not fetch Apache Kafka; check the network and run it again: mvn -B -f ${pom} dependency:copy-dependencies${cause === undefined ? '' : `\n${cause}`}`,
  );
}

/**
 * The Redis server binary out of the embedded-redis jar.
 * @throws a user error when the jar has none for this platform.
 */
export async function redisBinary(): Promise<string> {
  const folder = await jars();
  const binary = join(folder, 'redis-server');
  if (existsSync(binary)) return binary;
  const jar = readdirSync(folder).find((file) => file.startsWith('embedded-redis-'));
  const platform = { linux: 'linux', darwin: 'darwin' }[process.platform as string];
  const arch = { x64: 'amd64', arm64: 'arm64', ia32: '386' }[process.arch as string];
  const wanted = `-${platform ?? process.platform}-${arch ?? process.arch}`;
  const found =
    jar === undefined
      ? []
      : Object.entries(
          unzipSync(readFileSync(join(folder, jar)), {
            filter: (file) => file.name.startsWith('redis-server-') && file.name.endsWith(wanted),
          }),
        );
  const content = found[0]?.[1];
  if (content === undefined) {
    throw userError(
      `Redis is missing: install redis-server or valkey-server (apt-get install redis-server, brew install redis), or set REDIS_URL to a server of your own.`,
    );
  }
  const unfinished = `${binary}.${String(process.pid)}`;
  writeFileSync(unfinished, content);
  chmodSync(unfinished, 0o755);
  renameSync(unfinished, binary);
  return binary;
}
