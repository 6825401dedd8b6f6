import { everyTenant, isAppError } from '@pitanga/core';
import { claimCardActions } from '../charges/charge-repository';
import { readAction } from '../collecting/card-actions';
import type { Deps } from '../deps';

const readEveryMs = 30_000;
const batchSize = 20;

/**
 * Reads the confirmations that buyers were asked for (3-D Secure) and have not come back from. One that takes half an
 * hour, and every card whose charge was closed without its outcome, is cancelled at the provider; money that came all the
 * same goes back.
 */
export async function finishCardActions(deps: Deps): Promise<void> {
  const now = deps.clock.real();
  const nextAt = new Date(now.getTime() + readEveryMs);
  const claimed = await claimCardActions(deps.db, everyTenant, { now, nextAt, limit: batchSize });
  await Promise.all(
    claimed.map(async ({ tenant, charge }) => {
      try {
        await readAction(deps, tenant, charge);
      } catch (error) {
        if (!isAppError(error)) throw error;
        deps.log.warn({ err: error, chargeId: charge.id }, 'a card payment that awaits its buyer could not be read');
      }
    }),
  );
}
