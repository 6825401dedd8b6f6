import { createPrivateKey } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventTopics } from '@pitanga/contracts';
import { createMessaging, kafkaAccess, readEvents, type Messaging, type ReadEvent } from '@pitanga/messaging';
import { kafkaConfig, loadConfig } from '@pitanga/runtime';
import { freePort, receiverTls, silentLog, testTimeoutMs } from '@pitanga/testing';
import { AclOperationTypes, AclPermissionTypes, AclResourceTypes, ResourcePatternTypes, type AclEntry } from 'kafkajs';
import { Type } from 'typebox';
import { kafkaRules, kafkaUsers, type KafkaOperation, type KafkaRule, type KafkaUser } from '../derived/kafka-rules';
import { kafkaUnit } from './kafka';

const tls = receiverTls('trusted');
const passwordOf = (user: KafkaUser): string => `password-of-${user}`;

/** A broker as production has it: TLS, a password for each user, and the rules of the catalogue. */
export interface RuledKafka {
  /** In plain text, for who may do everything. */
  readonly address: string;
  settingsOf(user: KafkaUser): Readonly<Record<string, string>>;
  messagingOf(user: KafkaUser): Messaging;
  /** Every event that there is, as this user. */
  readAs(user: KafkaUser): Promise<readonly ReadEvent[]>;
  stop(): Promise<void>;
}

export async function startRuledKafka(): Promise<RuledKafka> {
  const folder = mkdtempSync(join(tmpdir(), 'ruled-kafka-'));
  const port = await freePort();
  const { unit, address } = kafkaUnit(
    {
      dataDir: join(folder, 'kafka'),
      port: await freePort(),
      controllerPort: await freePort(),
      sessionMs: 60_000,
      secured: {
        port,
        certificate: tls.cert,
        key: createPrivateKey(tls.key).export({ type: 'pkcs8', format: 'pem' }).toString(),
        ca: tls.ca,
        users: kafkaUsers.map((name) => ({ name, password: passwordOf(name) })),
        hasRules: true,
      },
    },
    { logs: folder, pids: folder },
  );
  const stop = async (): Promise<void> => {
    await unit.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  const settingsOf = (user: KafkaUser) => ({
    KAFKA_BROKERS: `127.0.0.1:${String(port)}`,
    KAFKA_TLS: 'true',
    KAFKA_TLS_CA: tls.ca,
    KAFKA_TLS_CERT: tls.cert,
    KAFKA_TLS_KEY: tls.key,
    KAFKA_SASL_MECHANISM: 'scram-sha-512',
    KAFKA_SASL_USERNAME: user,
    KAFKA_SASL_PASSWORD: passwordOf(user),
  });
  const messagingOf = (user: KafkaUser): Messaging => {
    const config = loadConfig(Type.Object(kafkaConfig), settingsOf(user));
    return createMessaging({ ...kafkaAccess(config), clientId: user, log: silentLog });
  };
  const readAs = async (user: KafkaUser): Promise<readonly ReadEvent[]> => {
    const events: ReadEvent[] = [];
    const take = (event: ReadEvent): boolean => events.push(event) > 0;
    const signal = AbortSignal.timeout(testTimeoutMs);
    await readEvents({ messaging: messagingOf(user), topics: eventTopics, from: 'beginning', signal, take });
    return events;
  };
  try {
    await unit.start();
    await applyRules(address);
  } catch (error) {
    await stop();
    throw error;
  }
  return { address, settingsOf, messagingOf, readAs, stop };
}

async function applyRules(address: string): Promise<void> {
  const messaging = createMessaging({ brokers: [address], prefix: '', clientId: 'owner', log: silentLog });
  const admin = messaging.kafka.admin();
  await admin.connect();
  try {
    await admin.createAcls({
      acl: kafkaUsers.flatMap((user) => kafkaRules(user).flatMap((rule) => entries(user, rule))),
    });
  } finally {
    await admin.disconnect();
  }
}

const operationTypes: Readonly<Record<KafkaOperation, AclOperationTypes>> = {
  Read: AclOperationTypes.READ,
  Write: AclOperationTypes.WRITE,
  Describe: AclOperationTypes.DESCRIBE,
  Delete: AclOperationTypes.DELETE,
};

function entries(user: KafkaUser, { type, name, patternType, operations }: KafkaRule): readonly AclEntry[] {
  return operations.map((operation) => ({
    principal: `User:${user}`,
    host: '*',
    permissionType: AclPermissionTypes.ALLOW,
    operation: operationTypes[operation],
    resourceType: type === 'topic' ? AclResourceTypes.TOPIC : AclResourceTypes.GROUP,
    resourceName: name,
    resourcePatternType: patternType === 'literal' ? ResourcePatternTypes.LITERAL : ResourcePatternTypes.PREFIXED,
  }));
}
