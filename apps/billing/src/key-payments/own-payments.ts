import { toTenant, type CrossTenant, type Tenant } from '@pitanga/core';
import type { Db } from '@pitanga/database';
import type { ReceivedPix } from '../provider/pix-provider';

/** A transfer that belongs to something of ours. */
export interface OwnPayment {
  readonly endToEndId: string;
  /** The charge that has not this payment yet: its callback was lost, or comes later. */
  readonly unread: { readonly tenant: Tenant; readonly txid: string } | undefined;
}

/**
 * Which transfers of an account belong to charges, codes, debits or authorisations of any store that has the account, or
 * had it. What a txid names is ours also before its payment is confirmed.
 */
export async function findOwnPayments(
  db: Db,
  _all: CrossTenant,
  account: string,
  payments: readonly Pick<ReceivedPix, 'endToEndId' | 'txid'>[],
): Promise<readonly OwnPayment[]> {
  const { rows } = await db.raw<{ rows: { e2e: string; txid: string | null; store_id: string | null }[] }>(ownSql, {
    account,
    e2es: payments.map(({ endToEndId }) => endToEndId),
    txids: payments.map(({ txid }) => txid ?? null),
  });
  return rows.map(({ e2e: endToEndId, txid, store_id: storeId }) => ({
    endToEndId,
    unread: txid !== null && storeId !== null ? { tenant: toTenant(storeId, false), txid } : undefined,
  }));
}

const ownSql = `
  with given as (
    select * from unnest(cast(:e2es as text[]), cast(:txids as text[])) as t (e2e, txid)
  ), stores as (
    select i.store_id from pix_inboxes i
    where i.account = :account or i.login in (select login from pix_inboxes where account = :account)
  ), read as (
    select e2e from given g where exists (select from charges c where c.end_to_end_id = g.e2e)
      or exists (
        select from refunds r where r.provider in ('bacen-pix', 'asaas') and r.target = g.e2e and r.kind = 'OVERPAYMENT'
      )
  ), named as (
    select g.e2e, g.txid, c.store_id from given g join charges c on c.txid = g.txid
  )
  select g.e2e, n.txid, n.store_id
  from given g left join named n on n.e2e = g.e2e and not exists (select from read r where r.e2e = g.e2e)
  where g.e2e in (select e2e from read) or g.e2e in (select e2e from named)
    or exists (select from former_pix_codes f where f.store_id in (select store_id from stores) and f.txid = g.txid)
    or exists (
      select from charge_orphans o where o.store_id in (select store_id from stores)
        and o.provider = 'bacen-pix' and o.reference = g.txid
    )
    or exists (select from pix_debits d where d.store_id in (select store_id from stores) and d.txid = g.txid)
    or exists (select from pix_authorizations a where a.store_id in (select store_id from stores) and a.txid = g.txid)`;
