import { isEventType, withoutPersonalData } from '@pitanga/contracts';
import type { ReadEvent } from '@pitanga/messaging';

/** An event of the history. */
export interface PublicRow {
  readonly type: string;
  readonly id: string;
  readonly key: string;
  readonly happenedAt: Date;
  readonly recordedAt: Date;
  readonly storeId: string;
  readonly devMode: boolean;
  /** JSON. */
  readonly data: string;
  readonly partition: number;
  readonly offset: number;
}

/** Whose an event is: of a store's environment, of a store, or of the store that it tells of. */
interface Owned {
  readonly tenant?: Owner;
  readonly store?: Owner;
}
interface Owner {
  readonly storeId?: string;
  readonly devMode?: boolean;
}

/** @throws Error when this build does not know the event, or it is none */
export function publicRow(event: ReadEvent): PublicRow {
  const { type, id } = event;
  if (!isEventType(type)) throw new Error(`the type ${type} is not known`);
  if (id === '') throw new Error('it has no id');
  if (typeof event.data !== 'object' || event.data === null) throw new Error('its value is no JSON object');
  const { key, data } = withoutPersonalData(type, event.key, event.data);
  const { tenant, store, ...own } = data as Owned & Owner;
  const { storeId, devMode } = tenant ?? store ?? own;
  if (storeId === undefined) throw new Error('it does not say whose it is');
  return {
    type,
    id,
    key,
    happenedAt: instant(event.time),
    recordedAt: instant(event.recordedTime),
    storeId,
    devMode: devMode === true,
    data: JSON.stringify(data),
    partition: event.partition,
    offset: Number(event.offset),
  };
}

function instant(text: string): Date {
  const at = new Date(text);
  if (Number.isNaN(at.getTime())) throw new Error('a time is missing');
  return at;
}
