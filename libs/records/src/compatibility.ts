import { formatDigitableLine } from '@pitanga/core';
import { withCallersWords, type StatementRecord } from './statement';

/**
 * What some words mean to a store, named by the day on which the meanings began: first Pitanga's own, then those of
 * AbacatePay (docs/behaviour/stores.md#compatibility).
 */
export const compatibilities = ['2026-11-28', '2026-11-29'] as const;
export type Compatibility = (typeof compatibilities)[number];

/** Of stores that were made before there was a choice. */
export const firstCompatibility: Compatibility = '2026-11-28';
/** Of new stores. */
export const newestCompatibility: Compatibility = '2026-11-29';

/** Those fields of records that mean something else to some stores. */
interface Meant {
  readonly barCode?: unknown;
  readonly digitableLine?: unknown;
  readonly installmentsCount?: unknown;
  readonly cancelledDueTo?: unknown;
  readonly sourceId?: unknown;
}

/** A record of v2, made by the functions of this library, as a store of this compatibility reads it. */
export function recordIn<R extends object>(compatibility: Compatibility, record: R): R {
  if (compatibility === firstCompatibility) return record;
  const { barCode, digitableLine, installmentsCount, cancelledDueTo, sourceId }: Meant = record;
  return {
    ...record,
    ...(barCode !== undefined && typeof digitableLine === 'string' && { barCode: formatDigitableLine(digitableLine) }),
    ...(installmentsCount === 1 && { installmentsCount: null }),
    ...(cancelledDueTo === 'authorization_revoked' && { cancelledDueTo: 'pix_automatic_authorization_refused' }),
    ...(sourceId !== undefined && 'movements' in record && withCallersWords(record as unknown as StatementRecord)),
  };
}

/** What an event shows of a customer where there is none. */
const noCustomer = { id: '', name: null, email: null, taxId: null };

/** The same of the data of a v2 event. */
export function eventDataIn<D extends Readonly<Record<string, unknown>>>(compatibility: Compatibility, data: D): D {
  if (compatibility === firstCompatibility) return data;
  const parts = Object.entries(data).map(([name, part]) => {
    if (name === 'customer') return [name, part ?? noCustomer] as const;
    return [name, partIn(compatibility, part)] as const;
  });
  return Object.fromEntries(parts) as D;
}

function partIn(compatibility: Compatibility, part: unknown): unknown {
  if (Array.isArray(part)) return part.map((item) => partIn(compatibility, item));
  return typeof part === 'object' && part !== null ? recordIn(compatibility, part) : part;
}
