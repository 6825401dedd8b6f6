/**
 * Facts over Kafka, and the only importer of kafkajs.
 *
 * ```ts
 * const messaging = createMessaging({ brokers, clientId: 'billing', prefix: '', log, metrics });
 * const relay = await startRelay({ db, messaging, log }); // outbox → Kafka
 * const consumer = await startConsumer({ messaging, group: 'ledger', types: ['charge.paid'], handle, log });
 * ```
 *
 * Delivery is at least once and in order per key; consumers apply a fact once through their inbox.
 */
export { kafkaAccess, type KafkaSettings } from './kafka-access';
export { createMessaging, type Messaging, type MessagingOptions } from './messaging';
export { deadLetterDays, deadLetterTopic, ensureTopics, isMissingTopic } from './topics';
export type { ReadEvent } from './read-event';
export { readerGroups, readEvents, type ReadOptions } from './reader';
export type { OffsetRange } from './range-progress';
export { openRangeReader, type RangeReader, type RangeReaderOptions } from './range-reader';
export { rewindConsumers, type RewindOptions } from './rewind';
export { EventError, toEventError, type EventErrorKind } from './event-error';
export { startRelay, type Relay, type RelayOptions } from './relay';
export { createConsumerProgress, type ConsumerProgress } from './consumer-progress';
export { startConsumer, type RunningConsumer } from './consumer';
export { listenerGroups, startListener, type Listener } from './listener';
export type { ConsumerOptions } from './consumer-options';
export { replayDeadLetters, type ReplayOptions } from './replay-dead-letters';
export { startPublicEvents, type PublicEventsOptions } from './public-events';
export { programMessaging } from './program-messaging';
export { fromKafkaMessage, toKafkaMessage, type Decoded } from './cloud-event';
