/**
 * The contracts between services: gRPC messages and services generated from `proto/`, and the
 * catalogue of events on Kafka.
 *
 * ```ts
 * const client = createRpcClient(CustomerServiceDefinition, address, options);
 * await appendEvents(tx, [{ type: 'charge.paid', id, key: charge.id, occurredAt, data }]);
 * ```
 */
export * from './gen';
export { appendedFromWire, consumerGroups, eventCatalogue, eventTopics, isEventType, publishedTopics } from './events';
export type { EventData, EventType, InboundEvent, OutboundEvent } from './events';
export {
  toPublicForm,
  buildPublicRules,
  publicTopic,
  withoutPersonalData,
  type PublicForm,
  type PublicRules,
} from './public-form';
export { topicCatalogue, type TopicName, type TopicSettings } from './topics';
export {
  accountOwnerFromWire,
  fromWire,
  pageFromWire,
  pageToWire,
  required,
  tenantFromWire,
  toWire,
  UnreadableMessageError,
} from './wire';
