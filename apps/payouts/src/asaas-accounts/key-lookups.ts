import type { Tenant } from '@pitanga/core';
import type { Db } from '@pitanga/database';

const unknownCost = 15;
/**
 * Asaas has a bucket of look-ups for each account, of 60 at least: a key that is found takes 1, an unknown one up to 15, two come
 * back a minute; an empty bucket locks the account's look-ups. So this counts a smaller bucket: each look-up takes what an
 * unknown key costs, and gives the rest back once the key is found. It is empty before Asaas's is.
 */
export const fullBucket = 60 - unknownCost;
const foundCost = 1;
const refillMs = 30_000;

/** Takes the tokens of one look-up; false when too few are left. One statement, so that replicas share the bucket. */
export async function takeLookup(db: Db, { storeId }: Tenant, now: Date): Promise<boolean> {
  const { rows } = await db.raw<{ rows: unknown[] }>(
    `with bucket as (
       select floor(greatest(extract(epoch from (:now::timestamptz - lookup_at)) * 1000, 0) / :refillMs)::integer as ticks
       from asaas_accounts where store_id = :storeId for update)
     update asaas_accounts set
       lookup_tokens = least(:full, lookup_tokens + ticks) - :cost,
       lookup_at = lookup_at + ticks * (:refillMs * interval '1 millisecond')
     from bucket
     where store_id = :storeId and least(:full, lookup_tokens + ticks) >= :cost
     returning lookup_tokens`,
    { storeId, now, refillMs, full: fullBucket, cost: unknownCost },
  );
  return rows.length === 1;
}

/** The key was found. */
export async function returnLookup(db: Db, { storeId }: Tenant): Promise<void> {
  await db('asaas_accounts')
    .where({ store_id: storeId })
    .update({ lookup_tokens: db.raw('least(?::integer, lookup_tokens + ?)', [fullBucket, unknownCost - foundCost]) });
}
