import { ChargeCycleResponse } from '@pitanga/contracts';
import { tenantOf, type CrossTenant, type Owned, type Tenant } from '@pitanga/core';
import type { Db, Tx } from '@pitanga/database';
import { withoutPersonalData, type Payment } from './payment';

/** Stores what a subscription was last paid with: without personal data where the customer was erased. */
export async function saveLastPayment(
  tx: Tx,
  tenant: Tenant,
  { id, customerId }: { readonly id: string; readonly customerId: string },
  payment: Payment,
): Promise<void> {
  await tx
    .raw(
      `insert into last_payments (store_id, dev_mode, subscription_id, customer_id, payment)
       select :storeId, :devMode, :id, :customerId, case when exists (
         select 1 from erased_customers where store_id = :storeId and dev_mode = :devMode and customer_id = :customerId
       ) then :blank::json else :payment::json end
       on conflict (store_id, dev_mode, subscription_id) do update set payment = excluded.payment`,
      {
        storeId: tenant.storeId,
        devMode: tenant.devMode,
        id,
        customerId,
        payment: toJson(payment),
        blank: toJson(withoutPersonalData(payment)),
      },
    )
    .options({ name: 'last_payment_save' });
}

/** What a subscription was last paid with. */
export async function findLastPayment(db: Db, tenant: Tenant, subscriptionId: string): Promise<Payment | undefined> {
  const row = (await db('last_payments')
    .select('payment')
    .where({ store_id: tenant.storeId, dev_mode: tenant.devMode, subscription_id: subscriptionId })
    .first()) as { payment: string } | undefined;
  return row && parsePayment(row.payment);
}

/** Marks a customer as erased: payments written from now on have the id only. */
export async function insertErasure(db: Db, tenant: Tenant, customerId: string, recordedAt: Date): Promise<void> {
  const { storeId: store_id, devMode: dev_mode } = tenant;
  await db('erased_customers')
    .insert({ store_id, dev_mode, customer_id: customerId, recorded_at: recordedAt })
    .onConflict()
    .ignore();
}

/** Takes the personal data out of a customer's payments. */
export async function blankCustomer(tx: Tx, tenant: Tenant, customerId: string): Promise<void> {
  const payments = () =>
    tx('last_payments').where({ store_id: tenant.storeId, dev_mode: tenant.devMode, customer_id: customerId });
  const rows = (await payments().select('subscription_id', 'payment').forUpdate()) as {
    subscription_id: string;
    payment: string;
  }[];
  for (const row of rows) {
    const payment = toJson(withoutPersonalData(parsePayment(row.payment)));
    await payments().where({ subscription_id: row.subscription_id }).update({ payment });
  }
}

/** Takes a payer who is not the customer out of the payments; the customer stays. */
export async function blankPayer(tx: Tx, { storeId, devMode }: Tenant, payerRef: string): Promise<void> {
  await tx.raw(
    `update last_payments set payment = (payment::jsonb #- '{charge,payer}')::json
     where store_id = :storeId and dev_mode = :devMode and payment::jsonb #>> '{charge,payer,ref}' = :payerRef`,
    { storeId, devMode, payerRef },
  );
}

/** Marks up to `limit` erasures recorded before `before` (real time) as swept; blank them in the same transaction. */
export async function claimUnsweptErasures(
  tx: Tx,
  _all: CrossTenant,
  times: { readonly before: Date; readonly now: Date },
  limit: number,
): Promise<readonly Owned<{ readonly customerId: string }>[]> {
  const { rows } = await tx.raw<{ rows: { store_id: string; dev_mode: boolean; customer_id: string }[] }>(
    `with due as (
       select store_id, dev_mode, customer_id from erased_customers
       where swept_at is null and recorded_at < :before
       order by recorded_at limit :limit for update skip locked
     )
     update erased_customers e set swept_at = :now from due d
     where e.store_id = d.store_id and e.dev_mode = d.dev_mode and e.customer_id = d.customer_id
     returning e.store_id, e.dev_mode, e.customer_id`,
    { before: times.before, now: times.now, limit },
  );
  return rows.map((row) => ({ tenant: tenantOf(row.store_id, row.dev_mode), customerId: row.customer_id }));
}

function toJson(payment: Payment): string {
  return JSON.stringify(ChargeCycleResponse.toJSON(payment));
}

function parsePayment(json: string): Payment {
  return ChargeCycleResponse.fromJSON(JSON.parse(json));
}
