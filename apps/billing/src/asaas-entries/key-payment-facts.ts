import { cents, type CrossTenant, type Tenant } from '@pitanga/core';
import type { Db } from '@pitanga/database';
import type { KeyPaymentStatus } from '../key-payments/key-payment';
import type { Explanation, KeyPaymentFacts } from './explain';

interface FactsRow {
  readonly id: string;
  readonly is_of_other: boolean;
  readonly status: KeyPaymentStatus;
  readonly amount_cents: string;
  readonly charge_id: string | null;
}

/** The Pix without a charge that an account received by this transfer, of whichever store it is. */
export async function findKeyPaymentId(
  db: Db,
  _all: CrossTenant,
  account: string,
  endToEndId: string,
): Promise<string | undefined> {
  const { rows } = await db.raw<{ rows: { id: string }[] }>(
    'select id from key_payments where account = :account and end_to_end_id = :endToEndId',
    { account, endToEndId },
  );
  return rows[0]?.id;
}

/** Those of an account that have these ids. */
export async function findKeyPaymentFacts(
  db: Db,
  _all: CrossTenant,
  { storeId }: Tenant,
  account: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, KeyPaymentFacts>> {
  const { rows } = await db.raw<{ rows: FactsRow[] }>(
    `select id, store_id <> :storeId as is_of_other, status, amount_cents, charge_id
     from key_payments where account = :account and id = any(:ids)`,
    { storeId, account, ids: [...ids] },
  );
  return new Map(
    rows.map(({ id, is_of_other: isOfOther, status, amount_cents: amount, charge_id: chargeId }) => [
      id,
      { id, isOfOther, status, amountCents: cents(Number(amount)), chargeId: chargeId ?? undefined },
    ]),
  );
}

/** What Pix that were attached since are: the payment of their charge, or what it could not take. */
export async function findAttached(
  db: Db,
  { storeId }: Tenant,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Explanation>> {
  const { rows } = await db.raw<{ rows: { id: string; charge_id: string; refund_id: string | null }[] }>(
    `select k.id, k.charge_id, r.id as refund_id from key_payments k
     left join refunds r on r.kind = 'OVERPAYMENT' and r.target = k.end_to_end_id and r.charge_id = k.charge_id
     where k.store_id = :storeId and not k.dev_mode and k.id = any(:ids) and k.status = 'ATTACHED'`,
    { storeId, ids: [...ids] },
  );
  return new Map(
    rows.map(({ id, charge_id: chargeId, refund_id: refundId }) => [
      id,
      refundId === null ? { as: 'PAYMENT', by: chargeId } : { as: 'OVERPAYMENT', by: refundId },
    ]),
  );
}
