import { ChargeCycleResponse } from '@pitanga/contracts';
import { toTenant, type CrossTenant, type Owned, type Tenant } from '@pitanga/core';
import { boolean, optional, table, text, type Db, type Tx } from '@pitanga/database';
import { withoutPayer, withoutPersonalData, type Payment } from './payment';

/** A payment of these rows was made until the erasure of its payer; one that does not say when, too. */
const isUntil = (payment: string, erasedAt: string): string =>
  `coalesce((${payment} #>> '{charge,paidAt}')::timestamptz <= ${erasedAt}, true)`;

const savedPayments = table('last_payments', {
  storeId: text('store_id'),
  devMode: boolean('dev_mode'),
  subscriptionId: text('subscription_id'),
  customerId: text('customer_id'),
  payerRef: optional(text('payer_ref')),
  payment: text('payment'),
  payerless: optional(text('payerless')),
  blank: text('blank'),
});
const isErased = (id: string): string => `exists (
  select 1 from erased_customers e where e.store_id = r.store_id and e.dev_mode = r.dev_mode and e.customer_id = ${id}`;
const saveManySql = `
  with paid as materialized (
    select r.*, case when ${isErased('r.customer_id')}) then 'BLANK'
      when ${isErased('r.payer_ref')} and ${isUntil('r.payment::json', 'e.erased_at')}) then 'PAYERLESS'
      else 'WHOLE' end as kept
    from ${savedPayments.unnestSql('r')}
  ), saved as (
    insert into last_payments (store_id, dev_mode, subscription_id, customer_id, payment)
    select store_id, dev_mode, subscription_id, customer_id,
      cast(case kept when 'BLANK' then blank when 'PAYERLESS' then payerless else payment end as json)
    from paid
    on conflict (store_id, dev_mode, subscription_id) do update set payment = excluded.payment
  )
  select subscription_id, kept from paid where kept <> 'WHOLE'`;

/**
 * Stores what subscriptions were last paid with, and returns it as stored, by the id of the subscription: without personal
 * data where the customer was erased, and without its payer where the payer was erased afterwards.
 */
export async function saveLastPayments(
  tx: Tx,
  paid: readonly Owned<{ readonly id: string; readonly customerId: string; readonly payment: Payment }>[],
): Promise<ReadonlyMap<string, Payment>> {
  if (paid.length === 0) return new Map();
  const rows = paid.map(({ tenant: { storeId, devMode }, id: subscriptionId, customerId, payment }) => {
    const payerRef = payment.charge?.payer?.ref;
    return {
      storeId,
      devMode,
      subscriptionId,
      customerId,
      payerRef,
      payment: toJson(payment),
      payerless: payerRef === undefined ? undefined : toJson(withoutPayer(payment)),
      blank: toJson(withoutPersonalData(payment)),
    };
  });
  const { rows: changed } = await tx
    .raw<{ rows: { subscription_id: string; kept: 'BLANK' | 'PAYERLESS' }[] }>(
      saveManySql,
      savedPayments.toArrays(rows),
    )
    .options({ name: 'last_payments_save' });
  const kept = new Map(changed.map((row) => [row.subscription_id, row.kept]));
  const asStored = (id: string, payment: Payment): Payment => {
    if (kept.get(id) === 'BLANK') return withoutPersonalData(payment);
    return kept.has(id) ? withoutPayer(payment) : payment;
  };
  return new Map(paid.map(({ id, payment }) => [id, asStored(id, payment)]));
}

/** What a subscription was last paid with. */
export async function findLastPayment(db: Db, tenant: Tenant, subscriptionId: string): Promise<Payment | undefined> {
  const row = (await db('last_payments')
    .select('payment')
    .where({ store_id: tenant.storeId, dev_mode: tenant.devMode, subscription_id: subscriptionId })
    .first()) as { payment: string } | undefined;
  return row && parsePayment(row.payment);
}

/** A customer, or a payer who is none. */
export interface Erasure {
  /** Id of the customer, or the payer's reference. */
  readonly id: string;
  /** Of a payer: payments until then (store time) are erased. Absent of a customer: all. */
  readonly paidUntil: Date | undefined;
}

/** Marks a person as erased, for payments written from now on; a payer once more, up to a later time. */
export async function insertErasure(
  db: Db,
  { storeId, devMode }: Tenant,
  { id, paidUntil }: Erasure,
  recordedAt: Date,
): Promise<void> {
  await db.raw(
    `insert into erased_customers as known (store_id, dev_mode, customer_id, erased_at, recorded_at)
     values (:storeId, :devMode, :id, :paidUntil, :recordedAt)
     on conflict (store_id, dev_mode, customer_id) do update
       set erased_at = excluded.erased_at, recorded_at = excluded.recorded_at, swept_at = null
       where known.erased_at < excluded.erased_at`,
    { storeId, devMode, id, paidUntil: paidUntil ?? null, recordedAt },
  );
}

/** Takes a person out of the payments that there are. */
export async function blankPerson(tx: Tx, tenant: Tenant, { id, paidUntil }: Erasure): Promise<void> {
  await (paidUntil ? blankPayer(tx, tenant, id, paidUntil) : blankCustomer(tx, tenant, id));
}

/** Takes the personal data out of a customer's payments. */
async function blankCustomer(tx: Tx, tenant: Tenant, customerId: string): Promise<void> {
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

/** Takes a payer who is not the customer out of the payments made until then; the customer stays. */
async function blankPayer(tx: Tx, { storeId, devMode }: Tenant, payerRef: string, paidUntil: Date): Promise<void> {
  await tx.raw(
    `update last_payments set payment = (payment::jsonb #- '{charge,payer}')::json
     where store_id = :storeId and dev_mode = :devMode and payment #>> '{charge,payer,ref}' = :payerRef
       and ${isUntil('payment', ':paidUntil::timestamptz')}`,
    { storeId, devMode, payerRef, paidUntil },
  );
}

/** Marks up to `limit` erasures recorded before `before` (real time) as swept; blank them in the same transaction. */
export async function claimUnsweptErasures(
  tx: Tx,
  _all: CrossTenant,
  times: { readonly before: Date; readonly now: Date },
  limit: number,
): Promise<readonly Owned<Erasure>[]> {
  const { rows } = await tx.raw<{
    rows: { store_id: string; dev_mode: boolean; customer_id: string; erased_at: Date | null }[];
  }>(
    `with due as (
       select store_id, dev_mode, customer_id from erased_customers
       where swept_at is null and recorded_at < :before
       order by recorded_at limit :limit for update skip locked
     )
     update erased_customers e set swept_at = :now from due d
     where e.store_id = d.store_id and e.dev_mode = d.dev_mode and e.customer_id = d.customer_id
     returning e.store_id, e.dev_mode, e.customer_id, e.erased_at`,
    { before: times.before, now: times.now, limit },
  );
  return rows.map((row) => ({
    tenant: toTenant(row.store_id, row.dev_mode),
    id: row.customer_id,
    paidUntil: row.erased_at ?? undefined,
  }));
}

function toJson(payment: Payment): string {
  return JSON.stringify(ChargeCycleResponse.toJSON(payment));
}

function parsePayment(json: string): Payment {
  return ChargeCycleResponse.fromJSON(JSON.parse(json));
}
