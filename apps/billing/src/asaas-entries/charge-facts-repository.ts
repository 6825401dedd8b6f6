import { cents, saoPauloDay, type CrossTenant, type Tenant } from '@pitanga/core';
import type { Db } from '@pitanga/database';
import type { ChargeFacts } from './explain';

const factsSql = `
  select c.id, c.txid, c.paid_amount_cents, c.paid_at is not null as is_paid,
    case when c.method = 'CARD' then c.installment_count end as installments,
    (select d.id from disputes d where d.charge_id = c.id order by d.opened_at limit 1) as dispute_id,
    coalesce((select json_agg(json_build_object(
        'id', r.id, 'kind', r.kind, 'isComplete', r.status = 'COMPLETE', 'amountCents', r.amount_cents) order by r.id)
      from refunds r where r.charge_id = c.id and r.status <> 'FAILED'), '[]') as refunds
  from charges c
  where c.store_id = :storeId and not c.dev_mode and c.id in (
    select id from charges where store_id = :storeId and not dev_mode and (txid = any(:references) or id = any(:references))
    union
    select charge_id from refunds where store_id = :storeId and not dev_mode and id = any(:references))`;

interface FactsRow {
  readonly id: string;
  readonly txid: string | null;
  readonly paid_amount_cents: string | null;
  readonly is_paid: boolean;
  readonly installments: number | null;
  readonly dispute_id: string | null;
  /** JSON: the driver leaves it as it is. */
  readonly refunds: string;
}

/** What we have of the charges that are called so at Asaas, by their txid or id, and by the ids of their refunds. */
export async function findChargeFacts(
  db: Db,
  { storeId }: Tenant,
  references: readonly string[],
): Promise<ReadonlyMap<string, ChargeFacts>> {
  const bindings = { storeId, references: [...references] };
  const { rows } = await db.raw<{ rows: FactsRow[] }>(factsSql, bindings);
  const facts = new Map<string, ChargeFacts>();
  for (const row of rows) {
    const paid = row.is_paid && row.paid_amount_cents !== null ? cents(Number(row.paid_amount_cents)) : undefined;
    // Amounts of this table are whole centavos.
    const refunds = JSON.parse(row.refunds) as ChargeFacts['refunds'];
    const installments = row.installments ?? undefined;
    const disputeId = row.dispute_id ?? undefined;
    const charge = { chargeId: row.id, paidCents: paid, refunds, disputeId, installments };
    for (const name of [row.id, row.txid, ...refunds.map(({ id }) => id)]) if (name !== null) facts.set(name, charge);
  }
  return facts;
}

/** The days, in America/Sao_Paulo, on which charges were paid, refunds ended and lost disputes were closed, by their id. */
export async function findBookedDays(
  db: Db,
  { storeId }: Tenant,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await db.raw<{ rows: { id: string; at: Date }[] }>(
    `select id, paid_at as at from charges
       where store_id = :storeId and not dev_mode and id = any(:ids) and paid_at is not null
     union all
     select id, updated_at from refunds
       where store_id = :storeId and not dev_mode and id = any(:ids) and kind = 'REQUESTED' and status = 'COMPLETE'
     union all
     select id, closed_at from disputes where store_id = :storeId and not dev_mode and id = any(:ids) and status = 'LOST'`,
    { storeId, ids: [...new Set(ids)] },
  );
  return new Map(rows.map(({ id, at }) => [id, saoPauloDay(at)]));
}

/** Which of these references are charges of other stores that share the account of a store. */
export async function findChargesOfOthers(
  db: Db,
  _all: CrossTenant,
  { storeId }: Tenant,
  accountId: string,
  references: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await db.raw<{ rows: { reference: string }[] }>(
    `select n.reference from unnest(cast(:references as text[])) as n (reference)
     where exists (
       select from charges c join asaas_accounts a on a.store_id = c.store_id
       where a.account_id = :accountId and a.store_id <> :storeId and not c.dev_mode
         and (c.txid = n.reference or c.id = n.reference))`,
    { storeId, accountId, references: [...references] },
  );
  return new Set(rows.map(({ reference }) => reference));
}
