import type { Db } from '@pitanga/database';
import type { SettlementLine } from '@pitanga/ledger';

const settledSql = `
  select reference, method, type, amount_cents, (at at time zone 'America/Sao_Paulo')::date as day
  from (
    select id as reference, method, 'PAYMENT' as type, paid_amount_cents as amount_cents, paid_at as at, store_id, dev_mode
    from charges where status in ('PAID', 'REFUNDED', 'UNDER_DISPUTE', 'CHARGED_BACK')
    union all
    select r.id, c.method, 'REFUND', r.amount_cents, r.updated_at, r.store_id, r.dev_mode
    from refunds r join charges c on c.id = r.charge_id where r.kind = 'REQUESTED' and r.status = 'COMPLETE'
    union all
    select d.id, c.method, 'CHARGEBACK', d.amount_cents, d.closed_at, d.store_id, d.dev_mode
    from disputes d join charges c on c.id = d.charge_id where d.status = 'LOST'
    union all
    select r.id, c.method, 'OVERPAYMENT', r.amount_cents, r.created_at, r.store_id, r.dev_mode
    from refunds r join charges c on c.id = r.charge_id where r.kind = 'OVERPAYMENT'
    union all
    select r.id, c.method, 'OVERPAYMENT_RETURN', r.amount_cents, r.updated_at, r.store_id, r.dev_mode
    from refunds r join charges c on c.id = r.charge_id where r.kind = 'OVERPAYMENT' and r.status = 'COMPLETE'
  ) as settled
  where store_id = :storeId and dev_mode = :devMode
  order by at, reference, type`;

type SettledRow = Omit<SettlementLine, 'amountCents'> & { readonly amount_cents: SettlementLine['amountCents'] };

/** What the provider saw of a store, oldest first. */
export async function findSettled(billing: Db, storeId: string, devMode: boolean): Promise<readonly SettlementLine[]> {
  const { rows } = await billing.raw<{ rows: SettledRow[] }>(settledSql, { storeId, devMode });
  return rows.map(({ amount_cents: amountCents, ...line }) => ({ ...line, amountCents }));
}
