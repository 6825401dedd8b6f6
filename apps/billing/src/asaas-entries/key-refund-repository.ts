import type { Cents, Tenant } from '@pitanga/core';
import type { Db } from '@pitanga/database';

interface Sent {
  /** Of the Pix; undefined while it was not sent. */
  readonly endToEndId: string | undefined;
  /** Of its movement: negative when it left. */
  readonly amountCents: Cents;
}

/**
 * The refund to a payer's key that a Pix of payouts carried out; OPEN while one of its amount has not ended, so that nothing is
 * known of this Pix yet.
 */
export async function findKeyRefund(
  db: Db,
  { storeId }: Tenant,
  { endToEndId, amountCents }: Sent,
): Promise<{ readonly id: string } | 'OPEN' | undefined> {
  const { rows } = await db.raw<{ rows: { id: string; is_open: boolean }[] }>(
    `select id, status = 'PENDING' as is_open from refunds
     where store_id = :storeId and not dev_mode and rail = 'TRANSFER' and account is not null
       and (reference = :endToEndId or (status = 'PENDING' and amount_cents = :amountCents))
     order by is_open limit 1`,
    { storeId, endToEndId: endToEndId ?? '', amountCents: Math.abs(amountCents) },
  );
  const [found] = rows;
  return found?.is_open === true ? 'OPEN' : found && { id: found.id };
}
