import { appendEvents, inTransaction } from '@pitanga/database';
import type { Deps } from '../deps';
import { deliveryFinished } from '../deliveries/delivery-events';
import { retentionBounds } from './retention';
import {
  deleteOldDeliveries,
  dropDeliveryPartitions,
  dropExpiredDeliveries,
  makeDeliveryPartitions,
} from './retention-repository';

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
