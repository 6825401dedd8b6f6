import type { Db } from '@pitanga/database';

/** Less than the statement timeout takes. */
const perStatement = 25_000;

/** Puts deliveries `from` to `to` into the queue that wait for a retry tomorrow, of the webhooks there are by turns. */
export async function queueWaiting(db: Db, to: number, from = 1): Promise<void> {
  for (let first = from; first <= to; first += perStatement) {
    await queueSome(db, first, Math.min(to, first + perStatement - 1));
  }
  await db.raw('vacuum analyze delivery_queue');
}

async function queueSome(db: Db, first: number, last: number): Promise<void> {
  const numbers = `from generate_series(${String(first)}, ${String(last)}) as number
    join (select *, row_number() over (order by id) as place, count(*) over () as total from webhooks) w
      on w.place = number % w.total + 1`;
  const id = `'log_000000000' || lpad(number::text, 15, '0')`;
  await db.raw(`insert into deliveries (id, store_id, dev_mode, webhook_id, event_id, event, status, created_at)
    select ${id}, store_id, dev_mode, w.id, 'evt_waiting_' || number, 'transparent.completed', 'PENDING', now() ${numbers}`);
  await db.raw(`insert into delivery_bodies (delivery_id, body) select ${id}, repeat('x', 800) ${numbers}`);
  await db.raw(`insert into delivery_queue (delivery_id, webhook_id, store_id, dev_mode, state, due_at, attempts, failures)
    select ${id}, w.id, store_id, dev_mode, 'WAITING', now() + interval '1 day', 1, 1 ${numbers}`);
}

/** True when nothing of these stores is left in the queue. */
export async function isWorkedOff(db: Db, storeIds: readonly string[]): Promise<boolean> {
  const { rows } = await db.raw<{ rows: { left: boolean }[] }>(
    `select exists (
       select from webhooks w join delivery_queue q on q.webhook_id = any (array[w.id])
       where w.store_id = any (?::text[])
     ) as left`,
    [[...storeIds]],
  );
  return rows[0]?.left === false;
}
