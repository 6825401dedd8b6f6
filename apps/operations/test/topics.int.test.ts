import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { topicCatalogue } from '@pitanga/contracts';
import { programArguments, testInfra, testMessaging, waitFor } from '@pitanga/testing';

const program = programArguments('operations/topics.js', join(__dirname, '../src/topics.ts'));

/** Runs the program as compose.yaml and the job of Kubernetes do, and tells the partitions of each topic. */
async function partitionsMade(
  name: string,
  settings: Readonly<Record<string, string>>,
): Promise<Record<string, number>> {
  const messaging = testMessaging(name);
  const env = {
    PATH: process.env.PATH,
    KAFKA_BROKERS: testInfra().kafka,
    KAFKA_PREFIX: messaging.topicName(''),
    ...settings,
  };
  await promisify(execFile)(process.execPath, [...program], { cwd: __dirname, env });
  const admin = messaging.kafka.admin();
  await admin.connect();
  try {
    const topics = Object.keys(topicCatalogue);
    // A broker knows a topic a moment after it was made.
    const { topics: found } = await waitFor('the topics', () =>
      admin.fetchTopicMetadata({ topics: topics.map((topic) => messaging.topicName(topic)) }),
    );
    const counts = new Map(found.map(({ name: topic, partitions }) => [topic, partitions.length]));
    return Object.fromEntries(topics.map((topic) => [topic, counts.get(messaging.topicName(topic)) ?? 0]));
  } finally {
    await admin.disconnect();
  }
}

describe('the topics program', () => {
  it('gives each topic the partitions that the catalogue says, where nobody says otherwise', async () => {
    const said = Object.entries(topicCatalogue).map(([topic, { partitions }]) => [topic, partitions]);
    expect(await partitionsMade('as-said', {})).toEqual(Object.fromEntries(said));
  });

  it('gives every topic as many as the setting says, for one machine', async () => {
    const made = await partitionsMade('few', { TOPIC_PARTITIONS: '1' });
    expect(new Set(Object.values(made))).toEqual(new Set([1]));
  });
});
