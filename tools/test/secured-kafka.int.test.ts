import { createPrivateKey } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventTopics } from '@pitanga/contracts';
import { createMessaging, ensureTopics, kafkaAccess, type Messaging } from '@pitanga/messaging';
import { kafkaConfig, loadConfig } from '@pitanga/runtime';
import { receiverTls, silentLog, testTimeoutMs } from '@pitanga/testing';
import { Type } from 'typebox';
import { kafkaUnit } from '../src/infra/kafka';
import { freePort } from '../src/infra/ports';
import type { Unit } from '../src/infra/unit';

const tls = receiverTls('trusted');
const user = { name: 'billing', password: 'open-sesame' };

let folder: string;
let kafka: Unit;
let secured: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'secured-kafka-'));
  const port = await freePort();
  secured = `127.0.0.1:${String(port)}`;
  const key = createPrivateKey(tls.key).export({ type: 'pkcs8', format: 'pem' }).toString();
  ({ unit: kafka } = kafkaUnit(
    {
      dataDir: join(folder, 'kafka'),
      port: await freePort(),
      controllerPort: await freePort(),
      sessionMs: 60_000,
      secured: { port, certificate: tls.cert, key, ca: tls.ca, users: [user] },
    },
    { logs: folder, pids: folder },
  ));
  await kafka.start();
}, 2 * testTimeoutMs);
afterAll(async () => {
  await kafka.stop();
  rmSync(folder, { recursive: true, force: true });
});

function messagingWith(settings: Readonly<Record<string, string>>): Messaging {
  const config = loadConfig(Type.Object(kafkaConfig), { KAFKA_BROKERS: secured, ...settings });
  return createMessaging({ ...kafkaAccess(config), clientId: 'test', log: silentLog });
}

async function topicsSeen(messaging: Messaging): Promise<number> {
  const admin = messaging.kafka.admin({ retry: { retries: 0 } });
  try {
    await admin.connect();
    return (await admin.listTopics()).length;
  } finally {
    await admin.disconnect();
  }
}

const full = {
  KAFKA_TLS: 'true',
  KAFKA_TLS_CA: tls.ca,
  KAFKA_TLS_CERT: tls.cert,
  KAFKA_TLS_KEY: tls.key,
  KAFKA_SASL_MECHANISM: 'scram-sha-512',
  KAFKA_SASL_USERNAME: user.name,
  KAFKA_SASL_PASSWORD: user.password,
};

describe('a Kafka that asks who calls', () => {
  it('serves who has the certificate and the password', async () => {
    const messaging = messagingWith(full);
    await ensureTopics(messaging, { partitions: 1 });
    expect(await topicsSeen(messaging)).toBeGreaterThanOrEqual(eventTopics.length);
  });

  it.each<[string, Readonly<Record<string, string>>]>([
    ['with another password', { ...full, KAFKA_SASL_PASSWORD: 'open-barley' }],
    ['with no password', { ...full, KAFKA_SASL_MECHANISM: '', KAFKA_SASL_USERNAME: '', KAFKA_SASL_PASSWORD: '' }],
    ['with no certificate', { ...full, KAFKA_TLS_CERT: '', KAFKA_TLS_KEY: '' }],
    ['in plain text', {}],
  ])('refuses who comes %s', async (_, settings) => {
    await expect(topicsSeen(messagingWith(settings))).rejects.toThrow();
  });

  it('is not believed without its authority', async () => {
    await expect(topicsSeen(messagingWith({ ...full, KAFKA_TLS_CA: '' }))).rejects.toThrow(/certificate/);
  });
});
