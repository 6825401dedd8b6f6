import { everyTenant, isAppError, type Owned } from '@pitanga/core';
import { claimReplacements } from '../card-replacements/card-replacement-repository';
import type { Charge } from '../charges/charge';
import { claimCardActions, endCardAction } from '../charges/charge-repository';
import { readAction } from '../subscribing/card-actions';
import { readReplacement } from '../subscribing/replace-card';
import type { Deps, Tools } from '../deps';

const batchSize = 20;
const batchesMax = 20;
/** Stripe refuses a payment whose confirmation is so old, and no dispute comes later. */
const readableMs = 180 * 86_400_000;

/**
 * Reads the confirmations that buyers were asked for (3-D Secure) and have not come back from. One that takes half an
 * hour, and every card whose charge was closed without its outcome, is cancelled at the provider; money that came all the
 * same goes back. What cannot be read is read ever more rarely, so that it does not keep the others waiting.
 */
export async function finishCardActions(deps: Deps): Promise<void> {
  const { clock, db } = deps;
  await inBatches(
    () => claimCardActions(db, everyTenant, { now: clock.real(), limit: batchSize }),
    (owned) => tryCharge(deps, owned),
  );
  await inBatches(
    () => claimReplacements(db, everyTenant, { now: clock.real(), limit: batchSize }),
    async ({ tenant, replacement }) => {
      const read = () => readReplacement(deps, tenant, replacement);
      await tried(deps, { storeId: tenant.storeId, replacementId: replacement.id }, read);
    },
  );
}

/** A claim puts off what it answers, so that each batch has others. */
async function inBatches<T>(claim: () => Promise<readonly T[]>, work: (one: T) => Promise<void>): Promise<void> {
  for (let batch = 0; batch < batchesMax; batch += 1) {
    const claimed = await claim();
    await Promise.all(claimed.map(work));
    if (claimed.length < batchSize) return;
  }
}

async function tryCharge(deps: Deps, { tenant, charge }: Owned<{ readonly charge: Charge }>): Promise<void> {
  const facts = { storeId: tenant.storeId, chargeId: charge.id };
  if (await tried(deps, facts, () => readAction(deps, tenant, charge))) return;
  const { actionSince, status } = charge;
  const ageMs = actionSince ? deps.clock.real().getTime() - actionSince.getTime() : 0;
  // One that is open is ended by its expiry first.
  if (status === 'PENDING' || ageMs < readableMs) return;
  deps.log.error(facts, 'a card payment that awaited its buyer is given up');
  await endCardAction(deps.db, tenant, charge.id);
}

/** False when it could not be read; a fault in one keeps no other from being read. */
async function tried(deps: Tools, facts: object, read: () => Promise<unknown>): Promise<boolean> {
  try {
    await read();
    return true;
  } catch (error) {
    const level = isAppError(error) ? 'warn' : 'error';
    deps.log[level]({ err: error, ...facts }, 'a confirmation that is waited for could not be read');
    return false;
  }
}
