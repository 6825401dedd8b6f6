import { waitFor } from '@pitanga/testing';
import type { Answer } from '../api';
import type { Merchant } from './merchant';

/** Where the calls of this file are made, and to whom. */
export const stripe = { process: 'billing', provider: 'stripe' } as const;
export const amount = 10_000;

type Objects = readonly { readonly id: string; readonly [name: string]: unknown }[];

/** What Stripe has made since this was called. */
export function newOnes({ stripe: { books } }: Merchant, kind: string): () => Objects {
  const before = new Set(books.all(kind).map(({ id }) => id));
  return () => books.all(kind).filter(({ id }) => !before.has(id));
}

export const idOf = ({ json }: Answer): string => json.data.id;
export const recordOf =
  (id: string, ...types: readonly string[]) =>
  () =>
    Promise.resolve({ recordId: id, types });

/** A PAID card charge and its intent. */
export async function aPaidCard(merchant: Merchant): Promise<{ readonly id: string; readonly intentId: string }> {
  const token = await merchant.token();
  const intents = newOnes(merchant, 'payment_intent');
  const { id, status } = await merchant.post('/v2/transparents/create', { method: 'CARD', data: { amount, token } });
  expect(status).toBe('PAID');
  // What it may give back is in the ledger.
  await waitFor('its capture', async () => {
    const events = await merchant.get(`/v2/events/list?recordId=${String(id)}`);
    return events.some(({ event }: { event: string }) => event === 'transparent.completed');
  });
  return { id, intentId: intents()[0]?.id ?? '' };
}
