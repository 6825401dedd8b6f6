import { everyTenant } from '@pitanga/core';
import { appendEvents, transact, type Db } from '@pitanga/database';
import type { Log } from '@pitanga/runtime';
import { deliveryFinished } from '../deliveries/delivery-events';
import type { Deps } from '../deps';
import { isMailChannel } from '../mails/mail';
import { deleteOldMails, dropOldContents } from '../mails/mail-repository';
import { deleteOldBounces } from '../mails/suppression-repository';
import { deleteOldNotices } from '../notices/notice-repository';
import { retentionBounds } from '../retention/retention';
import {
  createPartitions,
  deleteLateEvents,
  deleteOldDeliveries,
  dropExpiredDeliveries,
  dropPartitions,
} from '../retention/retention-repository';

const rowsPerTransaction = 500;

/** Creates future partitions and drops expired ones. Several replicas may run it, and it may be interrupted. */
export async function applyRetention(deps: Pick<Deps, 'db' | 'tools' | 'clock' | 'log'>): Promise<void> {
  const now = deps.clock.real();
  const { bodies, log } = retentionBounds(now);
  await createPartitions(deps.db, everyTenant, now);
  while ((await dropExpiredBatch(deps, bodies)) > 0);
  const dropped = {
    bodies: await dropPartitions(deps.db, everyTenant, 'delivery_bodies', bodies),
    attempts: await dropPartitions(deps.db, everyTenant, 'attempts', log),
    events: await dropPartitions(deps.db, everyTenant, 'events', bodies),
    eventRecords: await dropPartitions(deps.db, everyTenant, 'event_records', bodies),
  };
  if (Object.values(dropped).some((count) => count > 0))
    deps.log.info({ dropped }, 'old months of deliveries were dropped');
  while ((await deleteOldDeliveries(deps.db, everyTenant, log, rowsPerTransaction)) === rowsPerTransaction);
  while ((await deleteLateEvents(deps.db, everyTenant, bodies, rowsPerTransaction)) === rowsPerTransaction);
  await deleteOldNotices(deps.db, everyTenant, new Date(now.getTime() - noticeDays * dayMs));
  await forgetMails(deps, now, log);
}

const dayMs = 86_400_000;
/** Retries end within a day; what is left then waits for the repair of an installation that could not send. */
const contentDays = 7;
const noticeDays = 90;
/** A mailbox that did not exist may exist later. */
const bounceDays = 180;

async function forgetMails({ db }: Pick<Deps, 'db'>, now: Date, log: Date): Promise<void> {
  const contents = new Date(now.getTime() - contentDays * dayMs);
  while ((await dropOldContents(db, everyTenant, contents, rowsPerTransaction)) === rowsPerTransaction);
  await deleteOldMails(db, everyTenant, log);
  await deleteOldBounces(db, everyTenant, new Date(now.getTime() - bounceDays * dayMs));
}

/** SQLSTATE of a lock that was not granted in time. */
const lockNotAvailable = '55P03';

/**
 * Creates partitions before a start writes anything. If another process holds the lock, it creates them for all; the
 * start does not wait, because it may be frozen, and rows without a partition go to the default one until the next run.
 */
export async function preparePartitions(db: Db, now: Date, log: Log): Promise<void> {
  try {
    await createPartitions(db, everyTenant, now);
  } catch (error) {
    if ((error as { readonly code?: unknown }).code !== lockNotAvailable) throw error;
    log.warn('another process is making the months of deliveries; going on without');
  }
}

async function dropExpiredBatch(deps: Pick<Deps, 'db' | 'tools'>, before: Date): Promise<number> {
  return await transact(deps, async (tx) => {
    const at = tx.clock.real();
    const expired = await dropExpiredDeliveries(tx.db, everyTenant, { before, at, limit: rowsPerTransaction });
    await appendEvents(
      tx.db,
      expired
        .filter(({ webhookId }) => !isMailChannel(webhookId))
        .map((delivery) => deliveryFinished(tx.ids, delivery, at)),
      at,
    );
    return expired.length;
  });
}
