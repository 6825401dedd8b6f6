import { eventTopics } from '@pitanga/contracts';
import { ensureTopics, type Messaging } from '@pitanga/messaging';
import { testTimeoutMs } from '@pitanga/testing';
import { messagingWith, startSecuredKafka, type SecuredKafka } from '../src/infra/secured-kafka';

let kafka: SecuredKafka;
let full: Readonly<Record<string, string>>;

beforeAll(async () => {
  kafka = await startSecuredKafka(['billing']);
  full = kafka.settingsFor('billing');
}, 2 * testTimeoutMs);
afterAll(() => kafka.stop());

async function topicsSeen(messaging: Messaging): Promise<number> {
  const admin = messaging.kafka.admin({ retry: { retries: 0 } });
  try {
    await admin.connect();
    return (await admin.listTopics()).length;
  } finally {
    await admin.disconnect();
  }
}

const noPassword = { KAFKA_SASL_MECHANISM: '', KAFKA_SASL_USERNAME: '', KAFKA_SASL_PASSWORD: '' };
const noCertificate = { KAFKA_TLS_CERT: '', KAFKA_TLS_KEY: '' };
const plainText = { KAFKA_TLS: 'false', KAFKA_TLS_CA: '', ...noCertificate, ...noPassword };

describe('a Kafka that asks who calls', () => {
  it('serves who has the certificate and the password', async () => {
    const messaging = messagingWith(full);
    await ensureTopics(messaging, { partitions: 1 });
    expect(await topicsSeen(messaging)).toBeGreaterThanOrEqual(eventTopics.length);
  });

  it.each<[string, Readonly<Record<string, string>>]>([
    ['with another password', { KAFKA_SASL_PASSWORD: 'open-barley' }],
    ['with no password', noPassword],
    ['with no certificate', noCertificate],
    ['in plain text', plainText],
  ])('refuses who comes %s', async (_, changes) => {
    await expect(topicsSeen(messagingWith({ ...full, ...changes }))).rejects.toThrow();
  });

  it('is not believed without its authority', async () => {
    await expect(topicsSeen(messagingWith({ ...full, KAFKA_TLS_CA: '' }))).rejects.toThrow(/certificate/);
  });
});
