import { idTime, type Cents, type Tenant } from '@pitanga/core';
import type { Db } from '@pitanga/database';

/** An open charge that a Pix without a charge may be meant for. */
export interface MatchingCharge {
  readonly chargeId: string;
  readonly customerName: string | undefined;
  readonly isSamePayer: boolean;
}

const matchesMax = 10;
/** Of each origin and status: the newest are looked through, because no index is by amount. */
const scannedMax = 500;

/** The Pix charges of this amount that were open when the Pix came, those of its payer first. */
export async function listMatchingCharges(
  db: Db,
  { storeId, devMode }: Tenant,
  wanted: { readonly amountCents: Cents; readonly at: Date; readonly taxIdFingerprint: Buffer | undefined },
): Promise<readonly MatchingCharge[]> {
  const { rows } = await db.raw<{ rows: { id: string; name: string | null; is_same_payer: boolean }[] }>(matchesSql, {
    storeId,
    devMode,
    amountCents: wanted.amountCents,
    at: wanted.at,
    before: idTime(wanted.at.getTime() + 1),
    fingerprint: wanted.taxIdFingerprint ?? null,
    scannedMax,
    matchesMax,
  });
  return rows.map((row) => ({
    chargeId: row.id,
    customerName: row.name ?? undefined,
    isSamePayer: row.is_same_payer,
  }));
}

const matchesSql = `
  select o.id, c.name, coalesce(c.tax_id_fingerprint = cast(:fingerprint as bytea), false) as is_same_payer
  from unnest(array['TRANSPARENT', 'CHECKOUT', 'PAYMENT_LINK', 'SUBSCRIPTION']) as origins (origin)
  cross join unnest(array['PENDING', 'EXPIRED']) as statuses (status)
  cross join lateral (
    select id, customer_id, amount_cents, expires_at, sort_key from charges
    where store_id = :storeId and dev_mode = :devMode and origin = origins.origin and status = statuses.status
      and method = 'PIX' and sort_key < :before
    order by sort_key desc limit :scannedMax
  ) o
  left join customers c on c.store_id = :storeId and c.dev_mode = :devMode and c.id = o.customer_id
  where o.amount_cents = :amountCents and o.expires_at > :at
  order by is_same_payer desc, o.sort_key desc limit :matchesMax`;
