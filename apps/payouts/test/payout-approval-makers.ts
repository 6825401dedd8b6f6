import type { Payout } from '@pitanga/contracts';
import type { Tenant } from '@pitanga/core';
import { call, create, required, type Asked, type Payouts } from './payouts-harness';

export const byPerson = { kind: 'PAYOUT_ACTOR_KIND_USER', id: 'user_1', description: undefined } as const;
export const byKey = { kind: 'PAYOUT_ACTOR_KIND_KEY', id: 'key_1', description: 'Robô' } as const;

/** A payout that `byPerson` asked for; the store has a limit below it. */
export async function aWaiting(payouts: Payouts, tenant: Tenant, changes: Asked = {}): Promise<Payout> {
  const payout = await create(payouts, tenant, { requestedBy: byPerson, ...changes });
  if (payout.approval?.status !== 'PAYOUT_APPROVAL_STATUS_WAITING') throw new Error('it does not wait');
  return payout;
}

export async function approve(
  { client }: Payouts,
  tenant: Tenant,
  id: string,
  userId = 'user_2',
  madeKeyIds: string[] = [],
  context = call(),
): Promise<Payout> {
  return required((await client.approvePayout({ tenant, id, userId, madeKeyIds }, context)).payout);
}

export async function reject({ client }: Payouts, tenant: Tenant, id: string, userId = 'user_2'): Promise<Payout> {
  return required((await client.rejectPayout({ tenant, id, userId }, call())).payout);
}

/** What waits in a store, newest first; withdrawals only. */
export async function waitingIds({ client }: Payouts, tenant: Tenant): Promise<string[]> {
  const page = { limit: 100, after: undefined, before: undefined, createdFrom: undefined, createdTo: undefined };
  const filter = { id: undefined, externalId: undefined, status: undefined };
  const asked = { tenant, page, kind: 'PAYOUT_KIND_WITHDRAW' as const, ...filter };
  const { payouts } = await client.listPayouts({ ...asked, approval: 'PAYOUT_APPROVAL_STATUS_WAITING' }, call());
  return payouts.map(({ id }) => id);
}
