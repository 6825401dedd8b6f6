// Delivers events again: after databases were restored, or dead letters.
import { consumerGroups, eventTopics } from '@pitanga/contracts';
import {
  programMessaging,
  readEvents,
  replayDeadLetters,
  rewindConsumers,
  type Messaging,
  type ReadEvent,
} from '@pitanga/messaging';
import { runProgram } from '@pitanga/runtime';
import { Command, InvalidArgumentError, Option } from 'commander';
import { topicsNamed } from './topics-named';

interface CommonOptions {
  readonly json?: true;
  readonly prefix: string;
}

interface RestoreOptions extends CommonOptions {
  readonly to: Date;
  readonly margin: number;
}

interface DeadLetterOptions extends CommonOptions {
  readonly topic: readonly string[];
  readonly id?: readonly string[];
  readonly dryRun?: true;
}

const program = new Command('replay').description('Delivers events again.');

withCommonOptions(program.command('restored', { isDefault: true }))
  .description('After databases were restored and before services start: replays the topics and lists what was lost.')
  .requiredOption('--to <instant>', 'the instant they were restored to, the earliest if they differ', instant)
  .option('--margin <minutes>', 'replay so much more, for facts that were still on their way', Number, 60)
  .action(replayRestored);

withCommonOptions(program.command('dead-letters'))
  .description('Publishes dead letters on the topics they came from, each once; services may run.')
  .addOption(
    new Option('--topic <name>', 'a topic, a part of its name, or all')
      .argParser(topicsNamed)
      .default(eventTopics, 'all'),
  )
  .option('--id <event...>', 'only these events, also if they were replayed before')
  .option('--dry-run', 'list the dead letters and publish none')
  .action(replayDead);

function withCommonOptions(command: Command): Command {
  return command
    .option('--json', 'one JSON object a line')
    .option('--prefix <text>', 'before the names of topics and groups', process.env.KAFKA_PREFIX ?? '');
}

async function replayDead({ topic: topics, id, dryRun, json, prefix }: DeadLetterOptions): Promise<void> {
  const count = await replayDeadLetters(buildMessaging(prefix), {
    topics,
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

function buildMessaging(prefix: string): Messaging {
  return programMessaging('replay', { ...process.env, KAFKA_PREFIX: prefix }, 'fatal');
}

async function replayRestored({ to, margin, json, prefix }: RestoreOptions): Promise<void> {
  const messaging = buildMessaging(prefix);
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

function readable({ recordedTime, source, type, key, id }: ReadEvent): string {
  return `${recordedTime}  ${source}  ${type}  ${key}  ${id}`;
}

function instant(text: string): Date {
  const at = new Date(text);
  if (Number.isNaN(at.getTime())) throw new InvalidArgumentError('It should be an instant, 2026-11-21T12:00:00Z.');
  return at;
}

runProgram(() => program.parseAsync());
