import { eventTopics } from '@pitanga/contracts';
import { createMessaging, readEvents, type Messaging, type ReadEvent } from '@pitanga/messaging';
import { silentLog, testTimeoutMs } from '@pitanga/testing';
import { AclOperationTypes, AclPermissionTypes, AclResourceTypes, ResourcePatternTypes, type AclEntry } from 'kafkajs';
import { kafkaRules, kafkaUsers, type KafkaOperation, type KafkaRule, type KafkaUser } from '../derived/kafka-rules';
import { messagingWith, startSecuredKafka, type SecuredKafka } from './secured-kafka';

/** A broker as production has it: TLS, a password for each user, and the rules of the catalogue. */
export interface RuledKafka extends SecuredKafka {
  messagingFor(user: KafkaUser): Messaging;
  /** Every event that there is, as this user. */
  readAs(user: KafkaUser): Promise<readonly ReadEvent[]>;
}

export async function startRuledKafka(): Promise<RuledKafka> {
  const kafka = await startSecuredKafka(kafkaUsers, { hasRules: true });
  try {
    await applyRules(kafka.address);
  } catch (error) {
    await kafka.stop();
    throw error;
  }
  const messagingFor = (user: KafkaUser): Messaging => messagingWith(kafka.settingsFor(user));
  const readAs = async (user: KafkaUser): Promise<readonly ReadEvent[]> => {
    const events: ReadEvent[] = [];
    const take = (event: ReadEvent): boolean => events.push(event) > 0;
    const signal = AbortSignal.timeout(testTimeoutMs);
    await readEvents({ messaging: messagingFor(user), topics: eventTopics, from: 'beginning', signal, take });
    return events;
  };
  return { ...kafka, messagingFor, readAs };
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
