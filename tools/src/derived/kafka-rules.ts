import {
  consumerGroups,
  eventCatalogue,
  eventTopics,
  publicTopic,
  publishedTopics,
  type EventType,
} from '@pitanga/contracts';
import { awaitedTypes } from '@pitanga/gateway/page-watch';
import { consumedTypes as ledgerTypes } from '@pitanga/ledger';
import { deadLetterTopic, listenerGroups, readerGroups } from '@pitanga/messaging';
import { consumedTypes as subscriptionsTypes } from '@pitanga/subscriptions';
import { consumedTypes as webhooksTypes } from '@pitanga/webhooks';
import { serviceNames, type PerService, type ServiceName } from '@pitanga/operations/services';

/** Read, Write and Delete let describe, too. */
export type KafkaOperation = 'Read' | 'Write' | 'Describe' | 'Delete';

/** Something of Kafka that a user may do; what no rule names is refused. */
export interface KafkaRule {
  readonly type: 'topic' | 'group';
  readonly name: string;
  readonly patternType: 'literal' | 'prefix';
  readonly operations: readonly KafkaOperation[];
}

/** People and programs beside the services. */
const otherKafkaUsers = ['analyst', 'full-analyst', 'history', 'public-events', 'operations'] as const;
export type KafkaUser = ServiceName | (typeof otherKafkaUsers)[number];
export const kafkaUsers: readonly KafkaUser[] = [...serviceNames, ...otherKafkaUsers];

/** What each service hears of others: consumers in a group of the service's name, the gateway in groups of listeners. */
const heard: PerService<readonly EventType[]> = {
  gateway: awaitedTypes,
  billing: [],
  subscriptions: subscriptionsTypes,
  payouts: [],
  webhooks: webhooksTypes,
  ledger: ledgerTypes,
};

const deadLetterWriters: readonly ServiceName[] = ['subscriptions', 'webhooks'];

/** What a user may do, by the catalogue of events and by what the services consume. */
export function kafkaRules(user: KafkaUser): readonly KafkaRule[] {
  if (user === 'analyst' || user === 'full-analyst') {
    // A reader of full events must follow erasures.
    const topics = user === 'analyst' ? eventTopics.map(publicTopic) : eventTopics;
    return [
      ...topics.map((topic) => rule('topic', topic, 'Read')),
      ofPrefix('group', `${user}-`, 'Read', 'Delete'),
      ofPrefix('group', readerGroups, 'Read', 'Delete'),
    ];
  }
  // Exports every event; its group is a lock.
  if (user === 'history') {
    return [...eventTopics.map((topic) => rule('topic', topic, 'Read')), rule('group', 'history', 'Read')];
  }
  // Tells every event again in its public form.
  if (user === 'public-events') {
    return [
      ...eventTopics.map((topic) => rule('topic', topic, 'Read')),
      ...eventTopics.map((topic) => rule('topic', publicTopic(topic), 'Write')),
      rule('group', 'public-events', 'Read'),
    ];
  }
  // Prints and replays events, dead letters among them, and sets groups back after a restore.
  if (user === 'operations')
    return [ofPrefix('topic', 'pitanga.', 'Read', 'Write'), rule('group', '*', 'Read', 'Delete')];
  return [...topicRules(user), ...groupRules(user)];
}

function topicRules(service: ServiceName): readonly KafkaRule[] {
  const read = [...new Set(heard[service].map((type) => eventCatalogue[type].topic))].sort();
  // What a listener cannot use it drops; the ledger stops at what it cannot book.
  const dead = deadLetterWriters.includes(service) ? read.map(deadLetterTopic) : [];
  const written = [...publishedTopics(service), ...dead];
  return [
    ...written.map((topic) => rule('topic', topic, 'Write')),
    ...read.map((topic) => rule('topic', topic, 'Read')),
  ];
}

/** The advance of a test clock waits for other groups, whose offsets it reads. */
function groupRules(service: ServiceName): readonly KafkaRule[] {
  if (service === 'gateway') return [ofPrefix('group', listenerGroups, 'Read', 'Delete')];
  return consumerGroups.map((group) => rule('group', group, group === service ? 'Read' : 'Describe'));
}

function rule(type: KafkaRule['type'], name: string, ...operations: readonly KafkaOperation[]): KafkaRule {
  return { type, name, patternType: 'literal', operations };
}

function ofPrefix(type: KafkaRule['type'], name: string, ...operations: readonly KafkaOperation[]): KafkaRule {
  return { type, name, patternType: 'prefix', operations };
}
