import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { installedJava, pinnedJava } from './java';
import { installedRedis, pinnedRedis } from './redis-binary';

/** What a command uses of the machine beyond Node and the packages of npm. */
export interface Needs {
  readonly kafka?: boolean;
  readonly redis?: boolean;
  /** Python as the clients are tested with it. */
  readonly pythonClient?: boolean;
}

export interface Machine {
  /** The major version of the Node that runs this. */
  readonly node: number;
  /** Java 17 or newer, or the runtime that pip has fetched already. */
  readonly hasJava: boolean;
  /** Valkey or Redis 8 or newer, or the server that pip has fetched already. */
  readonly hasRedis: boolean;
  /** Absent where there is no Python 3, or no need of it. */
  readonly python?: { readonly minor: number; readonly modules: ReadonlySet<string> };
}

const oldestNode = 24;
const oldestMinorOfClient = 10;
/** How to install packages of Debian and Ubuntu, and of Homebrew. */
const installing = (apt: string, brew: string): string => `apt-get install ${apt} (or brew install ${brew})`;

const runtimeOfKafka = {
  name: 'Java',
  instead: `${installing('openjdk-17-jre-headless', 'openjdk')}, or KAFKA_BROKERS`,
};
const serverOfRedis = { name: 'Valkey', instead: `${installing('valkey-server', 'valkey')}, or REDIS_URL` };

/**
 * What is missing for a command, a line each with the command that installs it. Maven is never missing: without it the
 * jars of Kafka come by a package of npm.
 */
export function missingPrograms(needs: Needs, machine: Machine): readonly string[] {
  const { python } = machine;
  const byPip = [
    ...(needs.kafka === true && !machine.hasJava ? [runtimeOfKafka] : []),
    ...(needs.redis === true && !machine.hasRedis ? [serverOfRedis] : []),
  ];
  const missing: string[] = [];
  if (machine.node < oldestNode) {
    missing.push(`Node ${String(oldestNode)}: npm ci brings it along when install scripts are on`);
  }
  if (byPip.length > 0 && python?.modules.has('pip') !== true) {
    const fetched = byPip.map(({ name }) => name).join(' and ');
    missing.push(`Python 3 with pip, which fetches ${fetched}: ${installing('python3-pip', 'python')}`);
    for (const { name, instead } of byPip) missing.push(`  or ${name} by other means: ${instead}`);
  }
  if (needs.pythonClient === true) {
    const install = installing('python3-venv', 'python');
    if (python === undefined || python.minor < oldestMinorOfClient) {
      missing.push(`Python 3.${String(oldestMinorOfClient)} or newer, to test the Python client: ${install}`);
    } else if (!python.modules.has('ensurepip')) {
      missing.push(`venv of Python, to test the Python client: ${install}`);
    }
  }
  return missing;
}

/** Looks at this machine, and starts only the programs that the needs are about. */
export function lookAtMachine(needs: Needs): Machine {
  const hasJava = needs.kafka !== true || existsSync(pinnedJava()) || installedJava() !== undefined;
  const hasRedis = needs.redis !== true || existsSync(pinnedRedis()) || installedRedis() !== undefined;
  const python = hasJava && hasRedis && needs.pythonClient !== true ? undefined : readPython();
  const node = Number(process.versions.node.split('.')[0]);
  return { node, hasJava, hasRedis, ...(python && { python }) };
}

const modulesOfPython = `
import importlib.util, sys
print(sys.version_info.minor, *(name for name in ("pip", "ensurepip") if importlib.util.find_spec(name)))`;

function readPython(): Machine['python'] | undefined {
  const { status, stdout } = spawnSync('python3', ['-c', modulesOfPython], { encoding: 'utf8' });
  if (status !== 0) return undefined;
  const [minor, ...modules] = stdout.trim().split(' ');
  return { minor: Number(minor), modules: new Set(modules) };
}
