import type { CrossTenant, Tenant } from '@pitanga/core';
import type { Db, Tx } from '@pitanga/database';

/** A dispute that the sweep of an account found. */
export interface SweptDispute {
  /** du_… */
  readonly id: string;
  readonly state: string;
}

const askSql = `
  insert into stripe_dispute_asks (store_id, dispute_id, state, asked_since, next_ask_at)
  select cast(:storeId as text), found.id, found.state, cast(:now as timestamptz), cast(:now as timestamptz) + interval '15 minutes'
  from unnest(cast(:ids as text[]), cast(:states as text[])) as found (id, state)
  order by found.id
  on conflict (store_id, dispute_id) do update set
    state = excluded.state,
    asked_since = case when stripe_dispute_asks.state = excluded.state
      then stripe_dispute_asks.asked_since else excluded.asked_since end,
    next_ask_at = case when stripe_dispute_asks.state = excluded.state
      then cast(:now as timestamptz) + greatest(interval '15 minutes', cast(:now as timestamptz) - stripe_dispute_asks.asked_since)
      else excluded.next_ask_at end
  where stripe_dispute_asks.state <> excluded.state or stripe_dispute_asks.next_ask_at <= cast(:now as timestamptz)
  returning dispute_id`;

/**
 * Notes that a read of these is asked for and returns the ids of those whose turn it is: the first time, in another state
 * than before, and then after twice as long each time.
 */
export async function takeDisputeAsks(
  tx: Tx,
  { storeId }: Tenant,
  found: readonly SweptDispute[],
  now: Date,
): Promise<readonly string[]> {
  if (found.length === 0) return [];
  const bindings = { storeId, now, ids: found.map(({ id }) => id), states: found.map(({ state }) => state) };
  const { rows } = await tx
    .raw<{ rows: { dispute_id: string }[] }>(askSql, bindings)
    .options({ name: 'take_dispute_asks' });
  return rows.map(({ dispute_id: id }) => id);
}

/** Longer than the sweep sees a dispute. */
const keptDays = 200;

export async function purgeDisputeAsks(db: Db, _all: CrossTenant, now: Date): Promise<number> {
  const before = new Date(now.getTime() - keptDays * 86_400_000);
  return db('stripe_dispute_asks').where('asked_since', '<', before).delete();
}
