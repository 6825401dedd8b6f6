import type { Tenant } from '@pitanga/core';
import { inTransaction } from '@pitanga/database';
import { findCharge } from '../charges/charge-queries';
import type { Deps, ReadDeps } from '../deps';
import { findDisputeByReference, findDisputesByReference } from '../disputes/dispute-repository';
import type { StripeAdapter } from '../stripe/stripe-adapter';
import { listStripeDisputes, readStripeDispute, type StripeDispute } from '../stripe/stripe-disputes';
import { stripeName } from '../stripe/stripe-metadata';
import { takeDisputeAsks } from '../syncs/dispute-ask-repository';
import { nextSweep } from '../syncs/stripe-sync';
import type { SyncOutcome } from '../syncs/sync';
import { requestStripeSync } from '../syncs/stripe-sync-repository';
import { followDispute } from './follow-dispute';

/**
 * Reads a dispute from Stripe and does what follows, in the order in which it happened there: opens ours, notes that it
 * was answered, decides it. A repeat, and an event that comes late, change nothing; the first outcome stands.
 */
export async function syncStripeDispute(
  deps: Deps,
  tenant: Tenant,
  adapter: StripeAdapter,
  id: string,
): Promise<SyncOutcome> {
  const told = await readStripeDispute(adapter.client, id);
  if (!told) return { kind: 'UNKNOWN' };
  const { chargeId, state } = told;
  // An inquiry moves no money, and others make payments in the same account.
  if (chargeId === undefined || state === undefined) return { kind: 'SETTLED' };
  const charge = await findCharge(deps.db, tenant, chargeId);
  // Its payment may be on its way here.
  if (!charge || charge.status === 'PENDING') return { kind: 'UNKNOWN' };
  const known = await findDisputeByReference(deps.db, tenant, stripeName, id);
  return followDispute(deps, tenant, known, {
    ...told,
    provider: stripeName,
    reference: id,
    reasonCode: told.reason,
    chargeId,
    state,
  });
}

/** Longer than a dispute can come after its payment. */
const sweepDays = 180;
const pagesMax = 20;

/**
 * Reads which disputes the account has, and asks for a read of those that are new or differ from ours: one that stays so
 * is of others who use the account, or can change nothing here, and is asked for ever more seldom.
 */
export async function sweepStripeDisputes(
  deps: ReadDeps,
  tenant: Tenant,
  adapter: StripeAdapter,
): Promise<SyncOutcome> {
  const now = deps.clock.real();
  const since = new Date(now.getTime() - sweepDays * 86_400_000);
  let after: string | undefined;
  for (let page = 0; page < pagesMax; page += 1) {
    const { disputes, hasMore } = await listStripeDisputes(adapter.client, { since, after });
    await askForReads(deps, tenant, disputes, now);
    after = disputes.at(-1)?.id;
    if (!hasMore || after === undefined) break;
  }
  return { kind: 'OPEN', nextAt: nextSweep(now) };
}

async function askForReads(
  { db }: ReadDeps,
  tenant: Tenant,
  disputes: readonly Pick<StripeDispute, 'id' | 'state'>[],
  now: Date,
): Promise<void> {
  const moving = disputes.flatMap(({ id, state }) => (state === undefined ? [] : [{ id, state }]));
  const known = await findDisputesByReference(
    db,
    tenant,
    stripeName,
    moving.map(({ id }) => id),
  );
  const differing = moving.filter(({ id, state }) => {
    const ours = known.get(id);
    return ours?.status !== state && !(ours?.status === 'OPEN' && ours.answerState === state);
  });
  await inTransaction(db, async (tx) => {
    for (const objectId of await takeDisputeAsks(tx, tenant, differing, now)) {
      await requestStripeSync(tx, tenant, { kind: 'DISPUTE', objectId }, now);
    }
  });
}
