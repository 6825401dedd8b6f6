import type { Db, Invariant } from '@pitanga/database';
import { asaasBalancesAddUp, asaasMovementsAreExplained, asaasMovementsAreThere } from '../src/jobs/invariants';

type Now = () => Date;

const ids = { store_id: 'store_asaas', account_id: 'wallet_1' };
const dayMs = 86_400_000;

/** An account at Asaas whose movements are read, of a store with this id. */
async function anAccount(now: Now, db: Db, over: object = {}, differenceCents = 0): Promise<object> {
  const at = now();
  const sealed = Buffer.from('sealed');
  const secrets = {
    settings_sealed: sealed,
    segment_fingerprint: sealed,
    segment_sealed: sealed,
    webhook_sealed: sealed,
  };
  const account = { ...ids, ...over };
  await db('asaas_accounts').insert({ ...account, ...secrets, owner: 'MERCHANT', created_at: at, updated_at: at });
  const read = { from_day: at, page_offset: 0, opening_cents: 0, difference_cents: differenceCents };
  await db('asaas_money_reads').insert({ ...account, ...read, compared_at: at, run_at: at, revision: 1 });
  return account;
}

const aMovement = (account: object, day: Date) => ({
  ...account,
  id: 'ftn_1',
  type: 'BILL_PAYMENT',
  day,
  amount_cents: -100,
  balance_cents: 0,
  is_read: true,
});

/** Damage, and the rule that finds it. */
export const asaasMoneyCases = (now: Now): readonly [string, Invariant, (db: Db) => Promise<unknown>][] => [
  [
    'a movement at Asaas is nothing of ours for days',
    asaasMovementsAreExplained,
    async (db) =>
      db('asaas_entries').insert(aMovement(await anAccount(now, db), new Date(now().getTime() - 4 * dayMs))),
  ],
  [
    'a payment has no movement at Asaas',
    asaasMovementsAreThere,
    async (db) => {
      const paid = (await db('charges').whereNotNull('end_to_end_id').first('id', 'store_id')) as {
        id: string;
        store_id: string;
      };
      const account = await anAccount(now, db, { store_id: paid.store_id });
      const day = new Date(now().getTime() - 9 * dayMs);
      await db('asaas_entries').insert({ ...aMovement(account, day), explained_as: 'FEE' });
      const paidAt = new Date(now().getTime() - 7 * dayMs);
      await db('charges').where({ id: paid.id }).update({ provider: 'asaas', dev_mode: false, paid_at: paidAt });
    },
  ],
  ['Asaas states another balance', asaasBalancesAddUp, (db) => anAccount(now, db, {}, 1)],
];
