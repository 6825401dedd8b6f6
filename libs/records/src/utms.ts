import type { Utms } from '@pitanga/contracts';
import { Type, type Static } from 'typebox';
import { NamedObject, Nullable } from './schema';
import { orNull } from './wire';

/** Where the buyer came from, as `utm_…` of an address say (docs/behaviour/charges.md#utms). */
export const UtmsRecord = NamedObject(
  'Utms',
  {
    source: Nullable(Type.String()),
    medium: Nullable(Type.String()),
    campaign: Nullable(Type.String()),
    term: Nullable(Type.String()),
    content: Nullable(Type.String()),
  },
  { description: 'Where the buyer came from, as `utm_…` of an address said.' },
);
export type UtmsRecord = Static<typeof UtmsRecord>;

/** Without `src` and `sck`, which are in no webhook. */
export function utmsRecord(utms: Utms | undefined): UtmsRecord {
  return {
    source: orNull(utms?.source),
    medium: orNull(utms?.medium),
    campaign: orNull(utms?.campaign),
    term: orNull(utms?.term),
    content: orNull(utms?.content),
  };
}

/** Null for a charge without any. */
export function chargeUtms(utms: Utms | undefined): UtmsRecord | null {
  const record = utmsRecord(utms);
  return Object.values(record).some((text) => text !== null) ? record : null;
}
