import type { Tenant } from '@pitanga/core';
import { cents, date, inTransaction, optional, table, text, type Db, type Row } from '@pitanga/database';
import { balances } from '../balances/balance-repository';
import type { StatementMethod } from '../statement/statement';
import type { DayRange, SettlementLine, SettlementType } from './reconciliation';

const bookedLines = table('moved', {
  reference: text('reference_id'),
  type: text<SettlementType>('type'),
  method: optional(text<StatementMethod>('method')),
  amountCents: cents('amount_cents'),
  day: date('day'),
  account: optional(text('provider_account')),
});

/**
 * A store's movements of money between a provider and the ledger: every journal on `provider_clearing`, and on
 * `bank`, where payouts leave. A Pix that came without a charge and was attached to one is the payment of that charge: the
 * provider has moved it once.
 */
export async function findBooked(db: Db, tenant: Tenant, range: DayRange): Promise<readonly SettlementLine[]> {
  return inTransaction(db, async (tx) => {
    // A range may be a year, and an operator waits for it.
    await tx.raw('set local statement_timeout = 0');
    const { rows } = await tx.raw<{ rows: Row[] }>(bookedSql, {
      storeId: tenant.storeId,
      devMode: tenant.devMode,
      ...range,
    });
    return rows.map((row) => bookedLines.fromRow(row));
  });
}

/** Whether the ledger has ever posted a journal of the store. */
export async function hasBalances(db: Db, tenant: Tenant): Promise<boolean> {
  const row: unknown = await balances.of(db, tenant).first('account');
  return row !== undefined;
}

const bookedSql = `
  with moved as (
    select j.reference_id, j.kind, j.provider_account, (j.occurred_at at time zone 'America/Sao_Paulo')::date as day,
      abs(sum(e.amount_cents))::bigint as amount_cents
    from journals j
    join entries e on e.store_id = j.store_id and e.dev_mode = j.dev_mode and e.journal_id = j.id
    where j.store_id = :storeId and j.dev_mode = :devMode and e.account in ('provider_clearing', 'bank')
      -- Moves no money: it says whose is what came before.
      and j.kind <> 'owner.assigned'
      and j.occurred_at >= cast(:fromDay as date)::timestamp at time zone 'America/Sao_Paulo'
      and j.occurred_at < (cast(:toDay as date) + 1)::timestamp at time zone 'America/Sao_Paulo'
      and not (j.kind in ('key_payment.received', 'key_payment.attached') and exists (
        select from journals a where a.store_id = :storeId and a.dev_mode = :devMode
          and a.id = 'key_payment:' || j.reference_id || ':ended' and a.kind = 'key_payment.attached'
      ))
    group by j.reference_id, j.id, j.kind, j.occurred_at, j.provider_account
  ), methods as (
    select reference_id, min(method) as method
    from statement_entries
    where store_id = :storeId and dev_mode = :devMode and reference_id in (select reference_id from moved)
    group by reference_id
  )
  select m.reference_id, s.method, m.amount_cents, m.day, m.provider_account,
    case m.kind
      when 'charge.captured' then 'PAYMENT'
      when 'top_up.received' then 'PAYMENT'
      when 'hold.settled' then case when m.reference_id like 'tran\\_%' then 'PAYOUT' else 'REFUND' end
      when 'hold.returned' then 'PAYOUT_RETURN'
      when 'dispute.lost' then 'CHARGEBACK'
      when 'overpayment.received' then 'OVERPAYMENT'
      when 'overpayment.returned' then 'OVERPAYMENT_RETURN'
      when 'key_payment.received' then 'KEY_PAYMENT'
      when 'key_payment.returned' then 'KEY_PAYMENT_RETURN'
    end as type
  from moved m left join methods s on s.reference_id = m.reference_id
  order by m.day, m.reference_id, m.kind`;
