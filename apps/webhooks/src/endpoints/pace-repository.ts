import type { Db } from '@pitanga/database';

export interface PaceChange {
  readonly webhookId: string;
  /** `slow` sets one call at a time; a number adds that many to the pace of a slowed-down webhook. */
  readonly change: 'slow' | number;
  /** The webhook's full cap: reaching it ends the slow-down. */
  readonly cap: number;
}

/**
 * Slows failing webhooks down to one call at a time, and gives slowed-down ones that succeed one more call
 * per success until they are back at their cap. In the table and not in memory, so that every process
 * keeps the same pace and a restart does not forget it.
 */
// eslint-disable-next-line pitanga/tenant-first -- a batch of results spans stores
export async function changePaces(tx: Db, changes: readonly PaceChange[]): Promise<void> {
  const slow = changes.filter(({ change }) => change === 'slow');
  const faster = changes.filter(({ change }) => change !== 'slow');
  if (slow.length > 0) {
    await tx.raw(
      `insert into webhook_paces as known (webhook_id, in_flight_max)
       select webhook_id, 1 from unnest(?::text[]) as slow (webhook_id) order by webhook_id
       on conflict (webhook_id) do update set in_flight_max = 1 where known.in_flight_max <> 1`,
      [slow.map(({ webhookId }) => webhookId)],
    );
  }
  if (faster.length > 0) {
    await tx.raw(
      `with faster as (
         select known.webhook_id, known.in_flight_max + f.calls as in_flight_max, f.cap
         from unnest(?::text[], ?::int[], ?::int[]) as f (webhook_id, calls, cap)
         join webhook_paces known using (webhook_id) order by webhook_id for update of known
       ),
       recovered as (
         delete from webhook_paces where webhook_id in (select webhook_id from faster where in_flight_max >= cap)
       )
       update webhook_paces p set in_flight_max = faster.in_flight_max
       from faster where p.webhook_id = faster.webhook_id and faster.in_flight_max < faster.cap`,
      [
        faster.map(({ webhookId }) => webhookId),
        faster.map(({ change }) => (change === 'slow' ? 0 : change)),
        faster.map(({ cap }) => cap),
      ],
    );
  }
}
