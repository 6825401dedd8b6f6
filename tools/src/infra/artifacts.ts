import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { cacheDir, toolsDir } from '../workspace';
import { userError } from '@pitanga/runtime/user-error';

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
      'Maven is missing; it fetches Apache Kafka: install it (apt-get install maven, brew install maven), or set KAFKA_BROKERS to a server of your own.',
    );
  }
  const cause = stdout?.split('\n').find((line) => line.includes('ERROR'));
  return userError(
    `Maven could not fetch Apache Kafka; check the network and run it again: mvn -B -f ${pom} dependency:copy-dependencies${cause === undefined ? '' : `\n${cause}`}`,
  );
}
