// Prints events.
import { eventTopics, isEventType, publicTopic, withoutPersonalData } from '@pitanga/contracts';
import { isMissingTopic, programMessaging, readEvents, type ReadEvent } from '@pitanga/messaging';
import { runProgram } from '@pitanga/runtime';
import { userError } from '@pitanga/runtime/user-error';
import { Command, InvalidArgumentError, Option } from 'commander';
import { topicsNamed } from './topics-named';

interface EventsOptions {
  readonly topic: readonly string[];
  readonly from: 'beginning' | 'latest';
  readonly follow?: true;
  readonly count?: number;
  readonly key?: string;
  readonly type?: string;
  readonly json?: true;
  readonly public?: true;
  readonly prefix: string;
}

const program = new Command('events')
  .description('Prints the events on Kafka: time, type, key and data.')
  .addOption(
    new Option('--topic <name>', 'a topic, a part of its name, or all; of the public ones with .public behind it')
      .argParser(topicsMeant)
      .default(eventTopics, 'all'),
  )
  .addOption(
    new Option('--from <where>', 'beginning: what there is, then the end; latest: what comes from now on')
      .choices(['beginning', 'latest'])
      .default('beginning'),
  )
  .option('--follow', 'go on after what there is, until Ctrl-C')
  .option('--count <n>', 'end after so many', atLeastOne)
  .option('--key <id>', 'only those of one record')
  .option('--type <type>', 'only those of one type, charge.paid, or of one kind, charge')
  .option('--json', 'one JSON object a line, with all that is known of each')
  .option(
    '--public',
    'without personal data and free text; events of types that this version does not know are left out',
  )
  .option('--prefix <text>', 'before the names of topics', process.env.KAFKA_PREFIX ?? '')
  .action(printEvents);

async function printEvents(options: EventsOptions): Promise<void> {
  const stopping = new AbortController();
  const stop = (): void => {
    stopping.abort();
  };
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  // The reader of our output has seen enough (head).
  process.stdout.on('error', stop);
  let left = options.count ?? Infinity;
  await readEvents({
    messaging: programMessaging('events', { ...process.env, KAFKA_PREFIX: options.prefix }, 'fatal'),
    topics: options.topic,
    from: options.from,
    follow: options.follow === true,
    take: (event) => {
      if (!isWanted(options, event)) return true;
      const shown = options.public ? publicEvent(event) : event;
      if (!shown) return true;
      process.stdout.write(`${options.json ? JSON.stringify(shown) : readable(shown)}\n`);
      left -= 1;
      return left > 0;
    },
    signal: stopping.signal,
  }).catch((error: unknown) => {
    if (!isMissingTopic(error)) throw error;
    throw userError(
      'Kafka does not have these topics. Those of the public form are made by topics.js with PUBLIC_TOPICS=true, here by npm run public-events.',
      error,
    );
  });
}

function topicsMeant(name: string): readonly string[] {
  const isPublic = name.endsWith('.public');
  const topics = topicsNamed(isPublic ? name.slice(0, -'.public'.length) : name);
  return isPublic ? topics.map(publicTopic) : topics;
}

function isWanted({ key, type }: EventsOptions, event: ReadEvent): boolean {
  const isOfKey = key === undefined || event.key === key;
  return isOfKey && (type === undefined || event.type === type || event.type.startsWith(`${type}.`));
}

function publicEvent(event: ReadEvent): ReadEvent | undefined {
  const { type, key, data } = event;
  return isEventType(type) ? { ...event, ...withoutPersonalData(type, key, data) } : undefined;
}

function readable({ time, type, key, data }: ReadEvent): string {
  return `${time}  ${type}  ${key}  ${JSON.stringify(data)}`;
}

function atLeastOne(text: string): number {
  const count = Number(text);
  if (!Number.isInteger(count) || count < 1) throw new InvalidArgumentError('It should be a whole number from 1.');
  return count;
}

runProgram(() => program.parseAsync());
