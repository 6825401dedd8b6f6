import { saoPauloDay } from '@pitanga/core';
import {
  asaasFields,
  asaasList,
  asaasText,
  fromAsaasDay,
  fromAsaasTime,
  type AsaasClient,
  type AsaasFields,
} from '@pitanga/provider-account';
import type { PayoutOrder, PayoutTarget } from '../provider/payout-provider';
import { unusable } from './asaas-errors';
import { readPayoutId } from './read-order';

const pageSize = 100;
/** Of a list that is longer than these, nothing is concluded. */
const pagesMax = 20;
/** Asaas's dates are days: one more on either side leaves no doubt. */
const dayMs = 86_400_000;

/**
 * The id of the newest order that names a payout, of the days since it was last sent. Asaas may not search by its reference, so
 * every order of those days is compared.
 *
 * @returns undefined only when all of them were read and none names it
 * @throws AppError UNAVAILABLE when they could not all be read
 */
export async function findOrderId(client: AsaasClient, order: PayoutOrder<PayoutTarget>): Promise<string | undefined> {
  const from = new Date(order.sentAt.getTime() - dayMs);
  const list = listPath(order, from);
  const seen = new Set<string>();
  for (let page = 0; page < pagesMax; page += 1) {
    const path = `${list}&limit=${String(pageSize)}&offset=${String(page * pageSize)}`;
    const body = asaasFields(
      await client.accepted({ operation: 'find_payout', method: 'GET', path, isRepeatable: true }),
    );
    const { data, hasMore } = body;
    if (!Array.isArray(data) || typeof hasMore !== 'boolean') throw unusable('it is no list');
    for (const item of asaasList(data)) {
      const id = asaasText(item['id']);
      if (id === undefined) throw unusable('an order of its list has no id');
      // A page that comes again: what follows it is unknown.
      if (seen.has(id)) throw unusable('its list repeats itself');
      seen.add(id);
      if (readPayoutId(item) === order.payoutId) return id;
      if (isBefore(item, from)) return undefined;
    }
    if (!hasMore) return undefined;
  }
  throw unusable('its list is too long');
}

/** Those of Pix that pays codes cannot be asked for by day; either list has the newest first. */
function listPath({ target, now }: PayoutOrder<PayoutTarget>, from: Date): string {
  if (target.type === 'BR_CODE') return '/pix/transactions?type=DEBIT';
  const to = new Date(now.getTime() + dayMs);
  return `/transfers?dateCreated%5Bge%5D=${saoPauloDay(from)}&dateCreated%5Ble%5D=${saoPauloDay(to)}`;
}

function isBefore(item: AsaasFields, from: Date): boolean {
  const text = item['dateCreated'] ?? item['effectiveDate'];
  const at = fromAsaasTime(text) ?? fromAsaasDay(text);
  return at !== undefined && saoPauloDay(at) < saoPauloDay(from);
}
