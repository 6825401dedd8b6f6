import { appendEvents, inTransaction, type Db } from '@pitanga/database';
import type { Log } from '@pitanga/runtime';
import type { Deps } from '../deps';
import { deliveryFinished } from '../deliveries/delivery-events';
import { retentionBounds } from '../retention/retention';
import {
  deleteOldDeliveries,
  dropDeliveryPartitions,
  dropExpiredDeliveries,
  makeDeliveryPartitions,
} from '../retention/retention-repository';

const rowsPerTransaction = 500;

/** Makes the months to come and drops those that are over. Safe to run by any number of replicas, and to interrupt. */
export async function keepRetention(deps: Pick<Deps, 'db' | 'clock' | 'ids' | 'log'>): Promise<void> {
  const now = deps.clock.real();
  const { bodies, log } = retentionBounds(now);
  await makeDeliveryPartitions(deps.db, now);
  while ((await expireBatch(deps, bodies)) > 0);
  const dropped = {
    bodies: await dropDeliveryPartitions(deps.db, 'delivery_bodies', bodies),
    attempts: await dropDeliveryPartitions(deps.db, 'attempts', log),
  };
  if (dropped.bodies + dropped.attempts > 0) deps.log.info({ dropped }, 'old months of deliveries were dropped');
  while ((await deleteOldDeliveries(deps.db, log, rowsPerTransaction)) === rowsPerTransaction);
}

/** SQLSTATE of a lock that was not to be had in time. */
const lockNotAvailable = '55P03';

/**
 * The months to come, before anything is written. Another process that is at it makes them for all, and may be frozen
 * while it is: a start does not wait for it, because rows of a month without a partition are kept aside until the next
 * round.
 */
export async function prepareMonths(db: Db, now: Date, log: Log): Promise<void> {
  try {
    await makeDeliveryPartitions(db, now);
  } catch (error) {
    if ((error as { readonly code?: unknown }).code !== lockNotAvailable) throw error;
    log.warn('another process is making the months of deliveries; going on without');
  }
}

async function expireBatch(deps: Pick<Deps, 'db' | 'clock' | 'ids'>, before: Date): Promise<number> {
  return await inTransaction(deps.db, async (tx) => {
    const at = deps.clock.real();
    const expired = await dropExpiredDeliveries(tx, before, at, rowsPerTransaction);
    await appendEvents(
      tx,
      expired.map((delivery) => deliveryFinished(deps.ids, delivery, at)),
      at,
    );
    return expired.length;
  });
}
