import type { Owned } from '@pitanga/core';
import type { Tx } from '@pitanga/database';

export interface PaceChange {
  readonly webhookId: string;
  /** `slow` allows one call at a time; a number allows so many more to a throttled webhook. */
  readonly change: 'slow' | number;
  /** The webhook's full cap, at which it is no longer throttled. */
  readonly cap: number;
}

/**
 * Throttles failing webhooks to one call at a time, and allows throttled ones one more call per success up to their cap.
 * In a table, so that all processes share the pace and a restart keeps it.
 */
export async function changePaces(tx: Tx, changes: readonly Owned<PaceChange>[]): Promise<void> {
  await throttle(
    tx,
    changes.flatMap(({ change, webhookId }) => (change === 'slow' ? [webhookId] : [])),
  );
  await speedUp(
    tx,
    changes.flatMap(({ change, webhookId, cap }) =>
      change === 'slow' ? [] : [{ webhook_id: webhookId, calls: change, cap }],
    ),
  );
}

async function throttle(tx: Tx, webhookIds: readonly string[]): Promise<void> {
  if (webhookIds.length === 0) return;
  await tx.raw(
    `insert into webhook_paces as known (webhook_id, in_flight_max)
     select webhook_id, 1 from unnest(:webhookIds::text[]) as slow (webhook_id) order by webhook_id
     on conflict (webhook_id) do update set in_flight_max = 1 where known.in_flight_max <> 1`,
    { webhookIds },
  );
}

async function speedUp(
  tx: Tx,
  faster: readonly { readonly webhook_id: string; readonly calls: number; readonly cap: number }[],
): Promise<void> {
  if (faster.length === 0) return;
  await tx.raw(
    `with faster as (
       select known.webhook_id, known.in_flight_max + f.calls as in_flight_max, f.cap
       from json_to_recordset(:faster::json) as f (webhook_id text, calls int, cap int)
       join webhook_paces known using (webhook_id) order by webhook_id for update of known
     ),
     recovered as (
       delete from webhook_paces where webhook_id in (select webhook_id from faster where in_flight_max >= cap)
     )
     update webhook_paces p set in_flight_max = faster.in_flight_max
     from faster where p.webhook_id = faster.webhook_id and faster.in_flight_max < faster.cap`,
    { faster: JSON.stringify(faster) },
  );
}
