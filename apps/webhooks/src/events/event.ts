import type { Tenant } from '@pitanga/core';
import type { V2Event } from '../endpoints/event-names';
import type { NotificationData } from '../erasures/redaction';

/** An event to keep: what a v2 webhook would send of one domain event. */
export interface NewEvent {
  readonly tenant: Tenant;
  /** Id of the domain event; a repeat is not stored. */
  readonly id: string;
  readonly type: V2Event;
  /** The body of a delivery, with this id. */
  readonly body: string;
  /** The records that the body is about. */
  readonly recordIds: readonly string[];
  /** Of the request in which it happened, if it happened in one. */
  readonly requestId: string | undefined;
  /** Store time at which it occurred. */
  readonly createdAt: Date;
}

/** An event as the API shows it. */
export interface StoredEvent {
  readonly id: string;
  readonly type: V2Event;
  readonly body: string;
  /** Counts the events of an environment in the order of their commits, with gaps. */
  readonly position: number;
  readonly requestId: string | undefined;
  readonly createdAt: Date;
}

export interface EventFilter {
  readonly type?: string | undefined;
  /** Any record that the body is about. */
  readonly recordId?: string | undefined;
}

/** The fields by which a record in a body names itself and others. */
const idFields = ['id', 'checkoutId', 'chargeId', 'originalId', 'subscriptionId', 'customerId'];

/** Longer texts are no ids; the longest has 9 characters of prefix and 24. */
const idLengthMax = 64;

/**
 * The ids of the records that an event is about: those of the records in its data, of what these belong to, and of the
 * persons whose data it has.
 */
export function toRecordIds(data: NotificationData, personIds: readonly (string | undefined)[]): readonly string[] {
  const records = Object.values(data).filter((value) => typeof value === 'object' && value !== null);
  const named = records.flatMap((record) => idFields.map((field) => (record as Record<string, unknown>)[field]));
  const ids = [...personIds, ...named].filter(
    (id): id is string => typeof id === 'string' && id !== '' && id.length <= idLengthMax,
  );
  return [...new Set(ids)].sort();
}

/** How the body of a delivery or an event begins: with its id. */
export function bodyStart(id: string): string {
  return `{"id":${JSON.stringify(id)},`;
}
