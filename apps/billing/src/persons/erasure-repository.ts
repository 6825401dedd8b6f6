import { toTenant, type CrossTenant, type Owned, type Tenant } from '@pitanga/core';
import { table, text, timestamp, type Db, type Row, type Tx } from '@pitanga/database';
import { forgetReasons } from '../refund-requests/refund-request-repository';
import { deleteCustomerPortals } from '../portals/portal-repository';
import { forgetAnswersOfCharges } from '../disputes/dispute-answer-repository';
import { forgetFilesOfCharges } from '../disputes/dispute-file-repository';
import { isNotSetAside } from '../charges/set-aside-repository';
import { isPayerRef, type Erasure, type ErasureWait } from './person';

const erasures = table('erasures', { id: text('id'), requestedAt: timestamp('requested_at') });
const owners = table('erasures', { storeId: text('store_id') });

/** Records that a person's data is to be erased; of a payer once more, up to now. `recordedAt` is real time. */
export async function insertErasure(
  tx: Tx,
  { storeId, devMode }: Tenant,
  { id, requestedAt }: Erasure,
  recordedAt: Date,
): Promise<void> {
  await tx.raw(
    `insert into erasures (store_id, dev_mode, id, requested_at, recorded_at, run_at)
     values (:storeId, :devMode, :id, :requestedAt, :recordedAt, :recordedAt)
     on conflict (store_id, dev_mode, id) do update set
       requested_at = case when :isPayer then excluded.requested_at else erasures.requested_at end,
       recorded_at = excluded.recorded_at, run_at = excluded.run_at`,
    { storeId, devMode, id, requestedAt, recordedAt, isPayer: isPayerRef(id) },
  );
}

export async function findErasure(db: Db, tenant: Tenant, id: string): Promise<Erasure | undefined> {
  const row = await erasures.of(db, tenant).where({ id }).first(erasures.columns);
  return row && erasures.fromRow(row);
}

export type DueErasure = Owned<Erasure & { readonly recordedAt: Date }>;

/** Claims an erasure whose pass is due, if there is one, until the transaction ends; other replicas skip it. */
export async function lockDueErasure(tx: Tx, _all: CrossTenant, now: Date): Promise<readonly DueErasure[]> {
  const { rows } = await tx.raw<{ rows: (Row & { dev_mode: boolean; recorded_at: Date })[] }>(
    `select * from erasures where run_at <= :now and ${isNotSetAside('ERASURE', 'erasures')}
     order by run_at limit 1 for update skip locked`,
    { now },
  );
  return rows.map((row) => ({
    ...erasures.fromRow(row),
    recordedAt: row.recorded_at,
    tenant: toTenant(owners.fromRow(row).storeId, row.dev_mode),
  }));
}

/** When the next pass of a locked erasure is due; undefined after the last. */
export async function scheduleErasure(tx: Tx, tenant: Tenant, id: string, runAt: Date | undefined): Promise<void> {
  await erasures
    .of(tx, tenant)
    .where({ id })
    .update({ run_at: runAt ?? null });
}

/** The charges of a person: all of a customer, of a payer those paid until the erasure. */
const ofPerson = (id: string): string =>
  isPayerRef(id) ? 'payer_ref = :id and paid_at <= :requestedAt' : 'customer_id = :id';

const bindings = ({ storeId, devMode }: Tenant, { id, requestedAt }: Erasure) => ({
  storeId,
  devMode,
  id,
  requestedAt,
});

/** Its refund needs its Pix key until it is done, and is found by the charge. */
const isBeingRefunded = `exists (select from refunds r where r.charge_id = charges.id and r.step <> 'DONE')`;

/**
 * Takes the payer out of up to `limit` charges and forgets their cards and the Pix keys of their finished refunds;
 * returns how many charges it changed. A card that pays an active subscription or an open charge only loses its
 * holder's name. Amounts, ids and the brand and last four digits of cards stay.
 */
export async function eraseFromCharges(tx: Tx, tenant: Tenant, erasure: Erasure, limit: number): Promise<number> {
  const given = bindings(tenant, erasure);
  const { rows } = await tx.raw<{ rows: { id: string; card_id: string | null }[] }>(
    `with found as materialized (
       select id from charges where store_id = :storeId and dev_mode = :devMode and ${ofPerson(erasure.id)}
         and (payer_name is not null or payer_masked_tax_id is not null or boleto_payer_name is not null
           or ((visitor is not null or boleto_pdf_url is not null) and status <> 'PENDING')
           or (payer_ref is not null and not ${isBeingRefunded}))
       order by id limit :limit for update
     )
     update charges set payer_name = null, payer_masked_tax_id = null,
       payer_ref = case when ${isBeingRefunded} then payer_ref end,
       boleto_payer_name = ${isPayerRef(erasure.id) ? 'boleto_payer_name' : 'null'},
       visitor = case when status = 'PENDING' then visitor end,
       boleto_pdf_url = case when status = 'PENDING' then boleto_pdf_url end
     from found where charges.id = found.id
     returning charges.id, charges.card_id`,
    { ...given, limit },
  );
  const cardIds = rows.flatMap(({ card_id: cardId }) => cardId ?? []);
  const chargeIds = rows.map(({ id }) => id);
  await forgetCards(tx, tenant, cardIds);
  await forgetPixKeys(tx, tenant, chargeIds);
  await forgetFilesOfCharges(tx, tenant, chargeIds);
  await forgetAnswersOfCharges(tx, tenant, chargeIds);
  return rows.length;
}

/**
 * What {@link eraseFromCharges} has no changed charge for: the cards of a customer's subscriptions and declined charges,
 * the keys of refunds that have ended since, and the files and answers of disputes.
 */
export async function eraseRest(tx: Tx, tenant: Tenant, erasure: Erasure): Promise<void> {
  const given = bindings(tenant, erasure);
  if (isPayerRef(erasure.id)) {
    await tx.raw(
      `update key_payments set payer_name = null, payer_tax_id_sealed = null, payer_ref = null
       where store_id = :storeId and dev_mode = :devMode and payer_ref = :id and received_at <= :requestedAt
         and status in ('ATTACHED', 'RETURNED')`,
      given,
    );
    return;
  }
  await deleteCustomerPortals(tx, tenant, erasure.id);
  await forgetReasons(tx, tenant, erasure.id);
  const { rows } = await tx.raw<{ rows: { id: string }[] }>(
    `select id from cards where (holder_name <> '' or vault_reference <> '') and id in (
       select card_id from agreements where store_id = :storeId and dev_mode = :devMode and customer_id = :id
       union all
       select r.card_id from card_replacements r join agreements a on a.subscription_id = r.subscription_id
       where r.store_id = :storeId and r.dev_mode = :devMode
         and a.store_id = :storeId and a.dev_mode = :devMode and a.customer_id = :id
       union all
       select card_id from charges where store_id = :storeId and dev_mode = :devMode and customer_id = :id)`,
    given,
  );
  const cardIds = rows.map(({ id }) => id);
  await forgetCards(tx, tenant, cardIds);
  const { rows: refunded } = await tx.raw<{ rows: { charge_id: string }[] }>(
    `select distinct r.charge_id from refunds r join charges c on c.id = r.charge_id
     where c.store_id = :storeId and c.dev_mode = :devMode and c.customer_id = :id
       and r.pix_key_sealed is not null and r.step = 'DONE'`,
    given,
  );
  await forgetPixKeys(
    tx,
    tenant,
    refunded.map(({ charge_id: chargeId }) => chargeId),
  );
  const { rows: disputed } = await tx.raw<{ rows: { charge_id: string }[] }>(
    `select d.charge_id from charges c join disputes d on d.charge_id = c.id
     where c.store_id = :storeId and c.dev_mode = :devMode and c.customer_id = :id and (
       exists (select from dispute_files f where f.dispute_id = d.id and f.content_sealed is not null)
       or exists (select from dispute_answers a where a.dispute_id = d.id and a.evidence is not null))`,
    given,
  );
  const disputedIds = disputed.map(({ charge_id: chargeId }) => chargeId);
  await forgetFilesOfCharges(tx, tenant, disputedIds);
  await forgetAnswersOfCharges(tx, tenant, disputedIds);
}

/** A forgotten card has no holder, no place in a vault and no token that finds it. */
async function forgetCards(tx: Tx, { storeId, devMode }: Tenant, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx.raw(
    `update cards set holder_name = '',
       vault_reference = case when used.is_needed then vault_reference else '' end,
       token_hash = case when used.is_needed then token_hash else sha256(convert_to('forgotten ' || cards.id, 'UTF8')) end
     from (
       select c.id, exists (
           select from agreements a where a.store_id = :storeId and a.dev_mode = :devMode and a.card_id = c.id
             and a.status in ('STARTING', 'ACTIVE')
         ) or exists (
           select from charges o where o.store_id = :storeId and o.dev_mode = :devMode and o.card_id = c.id
             and o.method = 'CARD' and o.status = 'PENDING'
         ) as is_needed
       from cards c where c.id = any (:ids) and c.store_id = :storeId and c.dev_mode = :devMode
     ) used
     where cards.id = used.id and cards.store_id = :storeId and cards.dev_mode = :devMode`,
    { storeId, devMode, ids: [...ids] },
  );
}

async function forgetPixKeys(tx: Tx, { storeId, devMode }: Tenant, chargeIds: readonly string[]): Promise<void> {
  if (chargeIds.length === 0) return;
  await tx.raw(
    `update refunds set pix_key_sealed = null, pix_key_type = null
     where store_id = :storeId and dev_mode = :devMode and charge_id = any (:chargeIds)
       and step = 'DONE' and pix_key_sealed is not null`,
    { storeId, devMode, chargeIds: [...chargeIds] },
  );
}

/** What still needs the data of a person. */
export async function findErasureWaits(db: Db, tenant: Tenant, erasure: Erasure): Promise<readonly ErasureWait[]> {
  const charges = `store_id = :storeId and dev_mode = :devMode and ${ofPerson(erasure.id)}`;
  const { rows } = await db.raw<{ rows: Record<string, boolean>[] }>(
    `select exists (
         select from agreements where store_id = :storeId and dev_mode = :devMode and customer_id = :id
           and status in ('STARTING', 'ACTIVE')
       ) as "SUBSCRIPTION",
       exists (
         select from refunds where step <> 'DONE' and charge_id in (select id from charges where ${charges})
         union all
         select from key_payments where store_id = :storeId and dev_mode = :devMode and payer_ref = :id
           and received_at <= :requestedAt and status in ('WAITING', 'RETURNING')
       ) as "REFUND",
       exists (select from charges where ${charges} and status = 'PENDING') as "OPEN_CHARGE",
       cast(:requestedAt as timestamptz) is null as unused`,
    bindings(tenant, erasure),
  );
  const [row] = rows;
  return (['SUBSCRIPTION', 'REFUND', 'OPEN_CHARGE'] as const).filter((wait) => row?.[wait] === true);
}
