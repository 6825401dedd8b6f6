// Delivers events again: after databases were restored, or dead letters. A program of its own, because its imports may
// have to be generated first.
import { resolve } from 'node:path';
import { consumerGroups, eventTopics } from '@pitanga/contracts';
import { readEvents, replayDeadLetters, rewindConsumers, type Messaging, type ReadEvent } from '@pitanga/messaging';
import { isConfigError } from '@pitanga/runtime';
import { Command, InvalidArgumentError } from 'commander';
import { userError, isUserError } from '../infra/user-error';
import { programMessaging } from '../platform/program-messaging';
import { openState } from '../platform/state';
import { topicsNamed } from '../platform/topics-named';
import { defaultDataDir } from '../workspace';

interface CommonOptions {
  readonly json?: true;
  readonly prefix: string;
  readonly data: string;
}

interface RestoreOptions extends CommonOptions {
  readonly to: Date;
  readonly margin: number;
}

interface DeadLetterOptions extends CommonOptions {
  readonly topic: string;
  readonly id?: readonly string[];
  readonly dryRun?: true;
}

const program = new Command('npm run replay --').description('Delivers events again.');

withCommonOptions(program.command('restored', { isDefault: true }))
  .description('After databases were restored and before services start: replays the topics and lists what was lost.')
  .requiredOption('--to <instant>', 'the instant they were restored to, the earliest if they differ', instant)
  .option('--margin <minutes>', 'replay so much more, for facts that were still on their way', Number, 60)
  .action(replayRestored);

withCommonOptions(program.command('dead-letters'))
  .description('Publishes dead letters on the topics they came from, each once; services may run.')
  .option('--topic <name>', 'a topic, a part of its name, or all', 'all')
  .option('--id <event...>', 'only these events, also if they were replayed before')
  .option('--dry-run', 'list the dead letters and publish none')
  .action(replayDead);

function withCommonOptions(command: Command): Command {
  return command
    .option('--json', 'one JSON object a line')
    .option('--prefix <text>', 'before the names of topics and groups', process.env.KAFKA_PREFIX ?? '')
    .option('--data <folder>', 'data folder of the platform', process.env.PITANGA_DATA ?? defaultDataDir);
}

async function replayDead({ topic, id, dryRun, json, prefix, data }: DeadLetterOptions): Promise<void> {
  const count = await replayDeadLetters(messagingOf(prefix, data), {
    topics: topicsNamed(topic),
    eventIds: id,
    dryRun,
    onLetter: (letter) => {
      const { topic: from, partition, offset, type, key, eventId, group, reason } = letter;
      const text = [`${from}/${partition}@${offset}`, group, type, key, eventId, reason].join('  ');
      console.log(json ? JSON.stringify(letter) : text);
    },
  });
  console.error(`${String(count)} dead letters ${dryRun ? 'would be' : 'were'} replayed`);
}

function messagingOf(prefix: string, data: string): Messaging {
  const env = { ...process.env, KAFKA_PREFIX: prefix };
  return programMessaging('replay', env, { brokers: () => brokersOf(data), logLevel: 'fatal' });
}

async function replayRestored({ to, margin, json, prefix, data }: RestoreOptions): Promise<void> {
  const messaging = messagingOf(prefix, data);
  const since = new Date(to.getTime() - margin * 60_000);
  const again = await rewindConsumers(messaging, { groups: consumerGroups, since });
  for (const [group, count] of again) console.error(`${group} reads ${String(count)} facts again`);

  let count = 0;
  await readEvents({
    messaging,
    topics: eventTopics,
    from: 'beginning',
    take: (event) => {
      if (new Date(event.recordedTime) <= to) return true;
      count += 1;
      console.log(json ? JSON.stringify(event) : readable(event));
      return true;
    },
    signal: new AbortController().signal,
  });
  console.error(`${String(count)} facts were told after ${to.toISOString()}: their owners have forgotten them.`);
}

function brokersOf(data: string): string {
  const kafka = openState(resolve(data)).demo()?.infra.kafka;
  if (kafka === undefined) throw userError('Nothing is known of a Kafka: set KAFKA_BROKERS.');
  return kafka;
}

function readable({ recordedTime, source, type, key, id }: ReadEvent): string {
  return `${recordedTime}  ${source}  ${type}  ${key}  ${id}`;
}

function instant(text: string): Date {
  const at = new Date(text);
  if (Number.isNaN(at.getTime())) throw new InvalidArgumentError('It should be an instant, 2026-11-21T12:00:00Z.');
  return at;
}

program.parseAsync().then(
  () => process.stdout.write('', () => process.exit()),
  (error: unknown) => {
    console.error(isUserError(error) || isConfigError(error) ? error.message : error);
    process.exit(1);
  },
);
