import type { Cents } from '@pitanga/core';
import type { EfiClient } from './efi-client';
import { efiCents, efiDay, efiFields, efiId, efiList, efiText } from './efi-values';

/** What Efí's history of a charge says: its newest entry, and of a paid one how much came and when. */
export interface EfiNotice {
  readonly chargeId: string;
  /** Ours; undefined for what others made in the account. */
  readonly customId: string | undefined;
  readonly paid: { readonly amountCents: Cents; readonly day: string | undefined } | undefined;
}

/** What a call of Efí names: a token, with which the account reads what has happened. Undefined for another body. */
export function toNotificationToken(body: Uint8Array): string | undefined {
  const token = new URLSearchParams(Buffer.from(body).toString('utf8')).get('notification');
  return token !== null && /^[0-9A-Za-z-]{8,64}$/.test(token) ? token : undefined;
}

/**
 * Reads the history of a notification token, one charge each. It is read with the store's own credentials, so a call that
 * another system made names nothing. Undefined for a token that Efí does not know.
 */
export async function readNotices(client: EfiClient, token: string): Promise<readonly EfiNotice[] | undefined> {
  const path = `/v1/notification/${encodeURIComponent(token)}`;
  const data = await client.found({ operation: 'charges_notification', method: 'GET', path, isRepeatable: true });
  if (data === undefined) return undefined;
  const entries = efiList(data)
    .filter(({ type }) => type === 'charge')
    .sort((first, second) => Number(first['id']) - Number(second['id']));
  const byCharge = Map.groupBy(entries, ({ identifiers }) => efiId(efiFields(identifiers)['charge_id']) ?? '');
  return [...byCharge].flatMap(([chargeId, history]) => {
    if (chargeId === '') return [];
    const paid = history.findLast(({ status }) => efiFields(status)['current'] === 'paid');
    const amountCents = efiCents(paid?.['value']);
    const customId = history.flatMap(({ custom_id: id }) => efiText(id) ?? [])[0];
    const day = efiDay(paid?.['received_by_bank_at']);
    return [{ chargeId, customId, paid: amountCents === undefined ? undefined : { amountCents, day } }];
  });
}
