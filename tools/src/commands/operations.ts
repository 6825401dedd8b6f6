import { join, resolve } from 'node:path';
import type { Command } from 'commander';
import { databasesEnv, kafkaEnv, lastKafkaEnv } from '../platform/known-platform';
import { defaultDataDir, rootDir } from '../workspace';
import { runScript } from './source-program';

interface OperatorProgram {
  readonly about: string;
  readonly source: string;
  /** Its settings on the platform of a data folder. */
  readonly env: (dataDir: string, env: NodeJS.ProcessEnv) => NodeJS.ProcessEnv;
  /** A program that comes before it. */
  readonly after?: string;
}

/** Programs of apps/operations and apps/analytics, run on the platform that runs here unless settings name another. */
const programs: Readonly<Record<string, OperatorProgram>> = {
  doctor: {
    about: 'check that every service agrees with itself and with the others; exits with 1 when one does not',
    source: 'apps/operations/src/doctor.ts',
    env: databasesEnv,
  },
  events: {
    about: 'print the events of the running platform',
    source: 'apps/operations/src/events.ts',
    env: kafkaEnv,
  },
  replay: {
    about: 'after databases were restored: replay the topics, list what was lost',
    source: 'apps/operations/src/replay.ts',
    env: lastKafkaEnv,
  },
  history: {
    about: 'export the events to Parquet, without personal data',
    source: 'apps/analytics/src/history.ts',
    env: kafkaEnv,
  },
  'public-events': {
    about: 'tell every event again without personal data, on public topics, until Ctrl-C',
    source: 'apps/analytics/src/public-events.ts',
    // As many partitions as topics have on one machine. At another Kafka the topics are its operator's.
    env: (dataDir, env) => ({ PUBLIC_TOPICS: 'true', TOPIC_PARTITIONS: '3', ...kafkaEnv(dataDir, env) }),
    after: 'apps/operations/src/topics.ts',
  },
};

export function registerOperations(program: Command): void {
  for (const [name, { about, source, env, after }] of Object.entries(programs)) {
    program
      .command(name)
      .description(after === undefined ? `${about} (npm run ${name} -- --help)` : about)
      .argument('[args...]', 'passed on to the program')
      .option('--data <folder>', 'data folder of the platform', process.env.PITANGA_DATA ?? defaultDataDir)
      // That of the program, where it has options.
      .helpOption(after === undefined ? false : '-h, --help')
      .allowUnknownOption()
      .action(async (args: string[], { data }: { data: string }) => {
        const isHelp = args.includes('--help') || args.includes('-h');
        const settings = isHelp ? process.env : env(resolve(data), process.env);
        const isHere = !process.env.KAFKA_BROKERS;
        if (after !== undefined && isHere) await runScript(join(rootDir, after), [], settings);
        if (!process.exitCode) await runScript(join(rootDir, source), args, settings);
      });
  }
}
