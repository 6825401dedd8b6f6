// After databases were restored: sets the consumers back, and lists what was told after the point, which the owners of
// these facts have forgotten. A program of its own, because what it imports may have to be generated first.
import { resolve } from 'node:path';
import { consumerGroups, eventTopics } from '@pitanga/contracts';
import { readEvents, rewindConsumers, type ReadEvent } from '@pitanga/messaging';
import { isConfigError } from '@pitanga/runtime';
import { Command, InvalidArgumentError } from 'commander';
import { userError, isUserError } from '../infra/user-error';
import { programMessaging } from '../platform/program-messaging';
import { openState } from '../platform/state';
import { defaultDataDir } from '../workspace';

interface ReplayOptions {
  readonly to: Date;
  readonly margin: number;
  readonly json?: true;
  readonly prefix: string;
  readonly data: string;
}

const program = new Command('npm run replay --')
  .description('After databases were restored and before services start: replays the topics and lists what was lost.')
  .requiredOption('--to <instant>', 'the instant they were restored to, the earliest if they differ', instant)
  .option('--margin <minutes>', 'replay so much more, for facts that were still on their way', Number, 60)
  .option('--json', 'one JSON object a line')
  .option('--prefix <text>', 'before the names of topics and groups', process.env.KAFKA_PREFIX ?? '')
  .option('--data <folder>', 'data folder of the platform', process.env.PITANGA_DATA ?? defaultDataDir)
  .action(replay);

async function replay({ to, margin, json, prefix, data }: ReplayOptions): Promise<void> {
  const messaging = programMessaging(
    'replay',
    { ...process.env, KAFKA_PREFIX: prefix },
    { brokers: () => brokersOf(data), logLevel: 'fatal' },
  );
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
