import { required } from '@pitanga/contracts';
import { toTenant } from '@pitanga/core';
import type { CallContext } from '@pitanga/rpc';
import type { Clients } from '../clients';

export interface TopUpDeps {
  readonly clients: Pick<Clients, 'charges'>;
}

/** Centavos that a new test store has for refunds, so that the first one works by the rule of production. */
const firstTopUpCents = 10_000;

const payableSeconds = 86_400;

/**
 * Tops up the balance of a new store's test environment by a simulated Pix (docs/behaviour/test-clock.md#first-balance). A
 * repeat changes nothing.
 * @returns what followed, for a caller that waits until it can be read
 */
export async function topUpFirst({ clients: { charges } }: TopUpDeps, storeId: string, requestId: string) {
  const tenant = toTenant(storeId, true);
  const amount = { amountCents: firstTopUpCents, expiresInSeconds: payableSeconds };
  const { charge } = await charges.createTopUp({ tenant, ...amount }, fillStep(requestId, storeId, 'top-up'));
  const paid = { tenant, id: required(charge, 'charge').id, late: false };
  const { appended } = await charges.simulateTopUpPayment(paid, fillStep(requestId, storeId, 'top-up paid'));
  return appended;
}

/** Each step of filling a store has an idempotency key of its own there. */
export function fillStep(requestId: string, storeId: string, name: string): CallContext {
  return { requestId, idempotency: { key: `fill ${name}`, operation: 'fill a test store', fingerprint: storeId } };
}
